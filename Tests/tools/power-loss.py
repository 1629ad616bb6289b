#!/usr/bin/env python3
"""Runs a program on an app group and checks what a loss of power at any moment would leave of it.

Usage: power-loss.py GROUP [--stop CALL:NUMBER]... [--restarts COUNT] -- PROGRAM [ARGUMENT...]

The program's system calls are recorded with strace(1) and replayed on a model of a disk. After every change, each of
these disks is looked at: all that is not sure is there; none of it is; one change is missing with those that need it;
one change is there with those that it needs.

  --stop CALL:NUMBER  first run the program once and kill it at its thread's NUMBERth CALL, such as renameat2:3
  --restarts COUNT    run the program on so many of the disks, and check that everything comes to its end there

Prints what it looked at, or each disk that breaks a rule, and then ends with 1, as it does where a program is not
killed that should be. Ends with 77 where tracing is refused.
"""

import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from power_loss_disk import Disk  # noqa: E402
from power_loss_restart import Restart  # noqa: E402
from power_loss_rules import Rules  # noqa: E402
from power_loss_trace import Recorder, can_trace, record  # noqa: E402

# So many faults are told; they tend to be of one kind.
MOST_TOLD = 20


def recorded_disk(group, command, stops):
    """The disk after a run for each stop and one to the end, with all that led there."""
    disk = Disk(group)
    with tempfile.TemporaryDirectory() as scratch:
        for number, stop in enumerate(stops + [None]):
            trace = f"{scratch}/{number}"
            record(command, trace, stop)
            disk.open.clear()
            Recorder(disk).read(trace)
            check_model(disk, number)
    return disk


def check_model(disk, number):
    """Without a loss of power, the model must be what the disk is."""
    seen = {path: content for path, (_, content) in disk.last_tree().items()}
    real = {path: content for path, (_, content) in Disk(disk.group).last_tree().items()}
    differing = {path for path in seen.keys() | real.keys()
                 if seen.get(path) != real.get(path) and "history" not in path}
    if differing:
        raise SystemExit(f"the model differs from the disk after run {number}: {sorted(differing)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("group")
    parser.add_argument("--stop", action="append", default=[])
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if not can_trace():
        print("strace can't trace here")
        sys.exit(77)

    disk = recorded_disk(os.path.realpath(options.group), options.command, options.stop)
    rules = Rules(disk)
    faults, looks, distinct = [], 0, {}
    for kept, words in disk.disks():
        looks += 1
        files = disk.tree(kept)
        distinct.setdefault(frozenset((path, content) for path, (_, content) in files.items()), (files, words))
        faults += [f"{fault}\n  {words}" for fault in rules.faults(files)]
    some = list(distinct.values())
    restart = Restart(disk, rules, options.command)
    for files, words in some[:: max(1, len(some) // options.restarts)] if options.restarts else []:
        faults += [f"{fault}\n  {words}" for fault in restart.faults(files)]
    for fault in faults[:MOST_TOLD]:
        print(fault)
    print(f"{len(disk.changes)} changes, {looks} losses of power, {len(some)} different disks, {len(faults)} faults")
    sys.exit(1 if faults or not rules.texts else 0)


main()
