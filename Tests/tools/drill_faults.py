"""The faults of the drill, each a function that does harm on a stage while texts are worked on."""

import os
import shutil
import signal
import struct
import subprocess
import threading
import time

FAULTS = {}


class Fault:
    """A kind of harm.

    - name: what the table calls it
    - again: whether texts may be answered twice, since a process may end between an answer and its record
    - patience: how many seconds living processes have to finish by themselves; 0 ends them first
    - missing: says what is needed and missing here; empty where nothing is
    """

    def __init__(self, name, again, patience, missing, harm):
        self.name, self.again, self.patience, self.missing, self.harm = name, again, patience, missing, harm


def fault(name, again=False, patience=60, missing=lambda: ""):
    def keep(harm):
        FAULTS[harm.__name__.replace("_", "-")] = Fault(name, again, patience, missing, harm)
        return harm
    return keep


def root():
    return "" if os.geteuid() == 0 else "only root may mount"


def compiler():
    return "" if shutil.which("clang") or shutil.which("cc") else "needs clang or another C compiler"


def in_portions(stage, total, times):
    """Drops texts in portions, with the caller's turn after each."""
    for turn in range(times):
        stage.drop(total // times)
        yield turn


# Sudden ends.

@fault("kill -9 of one of two watches", again=True)
def kill_one_watch(stage):
    workers = [stage.start("watch"), stage.start("watch")]
    for _ in in_portions(stage, 160, 10):
        stage.sleep(0, 0.6)
        victim = stage.random.randrange(2)
        stage.end(workers[victim], signal.SIGKILL)
        workers[victim] = stage.start("watch")


@fault("kill -9 of a watch or of a run beside it", again=True)
def kill_watch_or_run(stage):
    words = ["watch", "run"]
    workers = [stage.start(word) for word in words]
    for _ in in_portions(stage, 160, 10):
        stage.sleep(0, 0.6)
        victim = stage.random.randrange(2)
        stage.end(workers[victim], signal.SIGKILL)
        for number, word in enumerate(words):
            if workers[number].poll() is not None:
                stage.status(workers[number])
                workers[number] = stage.start(word)


@fault("kill -9 of all at one instant", again=True)
def kill_all(stage):
    for _ in in_portions(stage, 120, 5):
        workers = [stage.start("watch"), stage.start("watch"), stage.start("run")]
        stage.sleep(0.2, 1)
        for worker in workers:
            worker.send_signal(signal.SIGSTOP)
        for worker in workers:
            stage.end(worker, signal.SIGKILL)


# Signals.

@fault("SIGTERM", again=True)
def term(stage):
    stage.start("watch")
    for turn in in_portions(stage, 120, 6):
        worker = stage.start("watch" if turn % 2 else "run")
        stage.sleep(0, 0.8)
        status = stage.end(worker, signal.SIGTERM)
        allowed = (0,) if turn % 2 else (0, -signal.SIGTERM)
        # Before it listens, a program ends as the signal says.
        stage.expect(status in allowed + (-signal.SIGTERM,), f"SIGTERM ended a worker with {status}")


@fault("a second SIGTERM", again=True)
def second_term(stage):
    for _ in in_portions(stage, 120, 6):
        worker = stage.start("watch")
        stage.sleep(0.1, 0.8)
        worker.send_signal(signal.SIGTERM)
        stage.sleep(0, 0.02)
        status = stage.end(worker, signal.SIGTERM, within=5)
        stage.expect(status in (0, -signal.SIGTERM), f"two SIGTERM ended a watch with {status}")


@fault("SIGHUP, with good and bad settings")
def hup(stage):
    workers = [stage.start("watch"), stage.start("watch")]
    time.sleep(0.5)
    path = os.path.join(stage.group, "settings.json")
    for _ in in_portions(stage, 120, 10):
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(stage.random.choice(['{"maxConcurrent": 3}', '{"maxConcurrent": 20}', '{"maxConc', '{"a": 1}']))
        stage.own(path + ".new", 0o600)
        os.rename(path + ".new", path)
        for worker in workers:
            worker.send_signal(signal.SIGHUP)
        stage.sleep(0, 0.3)
    with open(path, "w", encoding="utf-8") as file:
        file.write("{}")


@fault("SIGSTOP and SIGCONT")
def stop_and_go_on(stage):
    workers = [stage.start("watch"), stage.start("watch")]
    for _ in in_portions(stage, 120, 4):
        stage.sleep(0, 0.4)
        worker = stage.random.choice(workers)
        worker.send_signal(signal.SIGSTOP)
        stage.sleep(0.3, 2)
        worker.send_signal(signal.SIGCONT)


# Disks.

def fill_again_and_again(stage, filler):
    """Drops texts, and has a file take all the space of a disk for a while as they are worked on."""
    for _ in in_portions(stage, 80, 2):
        stage.sleep(0, 0.5)
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        stage.start("run")
        stage.sleep(0.5, 1.5)
        os.remove(filler)


@fault("an outbox without space", again=True, missing=root)
def full_disk(stage):
    outbox = os.path.join(stage.group, "outbox")
    stage.mount(outbox, "size=2m")
    stage.start("watch")
    fill_again_and_again(stage, os.path.join(outbox, ".filler"))


@fault("a group without space", again=True, missing=root)
def full_group(stage):
    for name in ("inbox", "outbox", "done", "failed"):
        os.rmdir(os.path.join(stage.group, name))
    stage.mount(stage.group, "size=6m")
    os.mkdir(stage.inbox)
    stage.own(stage.inbox, 0o700)
    stage.start("watch")
    fill_again_and_again(stage, os.path.join(stage.folder, "Transcriptor", ".filler"))


@fault("an outbox that becomes read-only", again=True, missing=root)
def read_only(stage):
    outbox = os.path.join(stage.group, "outbox")
    stage.mount(outbox)
    stage.start("watch")
    for _ in in_portions(stage, 80, 3):
        stage.sleep(0, 0.5)
        for _ in range(100):
            if stage.remount(outbox, "ro"):
                break
        stage.start("run")
        stage.sleep(0.3, 1)
        stage.expect(stage.remount(outbox, "rw"), "the outbox did not become writable again")


@fault("kill -9, outbox and done on other disks", again=True, missing=root)
def other_disks(stage):
    for name in ("outbox", "done", "failed"):
        stage.mount(os.path.join(stage.group, name))
    kill_one_watch(stage)


@fault("rights that are taken away", again=True)
def no_rights(stage):
    stage.place("letters/old/x")
    stage.start("watch")
    time.sleep(0.5)
    for _ in in_portions(stage, 100, 6):
        name = stage.random.choice(["outbox", "done", "inbox/letters", ".work"])
        path = os.path.join(stage.group, name)
        stage.sleep(0, 0.3)
        os.chmod(path, 0)
        stage.sleep(0.1, 0.6)
        os.chmod(path, 0o700)


# The service.

def troubled(stage, troubles, share):
    """Two watches, and a service that answers some requests and not others."""
    stage.gemini.troubles, stage.gemini.share = troubles, share
    stage.start("watch")
    stage.start("watch")
    for _ in in_portions(stage, 60, 3):
        stage.sleep(0.5, 1.5)
    stage.gemini.share = 0


@fault("503 and 429", patience=0, again=True)
def overload(stage):
    troubled(stage, (503, 429), 0.3)


@fault("connections reset, answers cut in half", patience=0, again=True)
def broken_answers(stage):
    troubled(stage, ("reset", "half"), 0.3)


@fault("requests that are never answered", patience=0, again=True)
def silence(stage):
    troubled(stage, ("hang",), 0.1)


# Clocks.

@fault("a clock that jumps by a year", missing=compiler)
def clock(stage):
    library, clock = os.path.join(stage.folder, "clock.so"), os.path.join(stage.folder, "clock")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "drill_clock.c")
    command = [shutil.which("clang") or "cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    subprocess.run(command, check=True)
    year = 365 * 86400
    with open(clock, "wb", buffering=0) as file:
        def set_to(years):
            os.pwrite(file.fileno(), struct.pack("l", years * year), 0)

        set_to(0)
        faked = {"LD_PRELOAD": library, "DRILL_CLOCK": clock}
        stage.start("watch", environment=faked)
        stage.start("watch")
        for _ in in_portions(stage, 100, 8):
            set_to(stage.random.choice([0, 1, -1]))
            stage.sleep(0.2, 0.6)
        set_to(stage.random.choice([1, -1]))


# Writers.

@fault("writers that pause, rename and go on")
def writers(stage):
    patient = {"TRANSCRIPTOR_SETTLE_TIME": "2"}
    stage.start("watch", environment=patient)
    stage.start("watch", environment=patient)

    def write(path, text, way, pauses):
        place = stage.place(path)
        name = place + ".part" if way == "rename" else place
        mode = "a" if way == "append" else "w"
        half = len(text) // 2
        with open(name, mode, encoding="utf-8") as file:
            stage.own(name)
            for piece in (text[:half], text[half:]):
                file.write(piece)
                file.flush()
                time.sleep(next(pauses))
        if way == "rename":
            os.rename(name, place)
        if way == "replace":
            # As editors save: the new file takes the name of the one that nobody has read yet.
            with open(place + "~", "w", encoding="utf-8") as file:
                file.write(text)
            stage.own(place + "~")
            os.rename(place + "~", place)

    threads = []
    for _ in range(60):
        path, text = stage.new_text("written")
        pauses = iter([stage.random.uniform(0, 0.6) for _ in range(2)])
        way = stage.random.choice(["slow", "append", "rename", "replace"])
        threads.append(threading.Thread(target=write, args=(path, text, way, pauses)))
    for thread in threads:
        thread.start()
        stage.sleep(0, 0.05)
    for thread in threads:
        thread.join()


# Many at once.

@fault("ten runs at once, as from cron")
def ten_runs(stage):
    for _ in in_portions(stage, 120, 2):
        runs = [stage.start("run") for _ in range(10)]
        for run in runs:
            status = stage.status(run)
            said = open(run.said, encoding="utf-8").read()
            stage.expect(status == 0 and not said, f"one of ten runs ended with {status} and said: {said}")


@fault("a run beside watches, again and again")
def run_beside_watch(stage):
    stage.start("watch")
    stage.start("watch")
    for _ in in_portions(stage, 120, 6):
        status = stage.status(stage.start("run"))
        stage.expect(status == 0, f"a run beside watches ended with {status}")
