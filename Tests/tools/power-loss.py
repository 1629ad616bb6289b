#!/usr/bin/env python3
"""Runs a program on an app group and checks what a loss of power at any moment would leave of it.

Usage: power-loss.py GROUP [--stop CALL:NUMBER]... [--restarts COUNT] -- PROGRAM [ARGUMENT...]

The program's system calls are recorded with strace(1) and replayed on a model of a disk, in which nothing is sure before
it was synced: the bytes of a file by fsync(2) of that file, a name by fsync of its folder, both by syncfs(2). A rename
is one change of two folders, sure once either is. A change never outlasts one that it needs, such as the making of the
folder that a name stands in: journals keep that order.

After every change, each of these disks is looked at: all that is not sure is there; none of it is; one change is
missing with those that need it; one change is there with those that it needs. The rules are those of NothingIsLost.md, and
nothing here uses the program's own code.

  --stop CALL:NUMBER  first run the program once and kill it at its thread's NUMBERth CALL, such as renameat2:3
  --restarts COUNT    run the program on so many of the disks, and check that everything comes to its end there

Prints what it looked at, or each disk that breaks a rule, and then ends with 1. Ends with 77 where tracing is refused.
"""

import argparse
import codecs
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CALLS = (
    "open,openat,creat,write,pwrite64,writev,ftruncate,truncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,"
    "rmdir,mkdir,mkdirat,symlink,symlinkat,fsync,fdatasync,sync,syncfs,newfstatat,fstat,copy_file_range,sendfile"
)
RESULT_MEMBERS = {
    "clientIdentifier", "sourceText", "normalForm", "synonyms", "translatedText", "sourceLanguage", "shortTranslation",
    "examples", "targetLanguage", "detailLevel", "engine", "model", "translatedAt",
}
ERROR_MEMBERS = {"clientIdentifier", "code", "message", "hint", "attempts", "failedAt"}


class Node:
    """A file or a folder, whatever its name."""

    def __init__(self, is_folder, device, inode=None, content=b"", origin=None):
        self.is_folder, self.device, self.inode, self.content = is_folder, device, inode, content
        self.origin = origin  # the change that made it


class Change:
    """One change of the disk: bytes of a file, or names of folders."""

    def __init__(self, number, words, synced_by, needs, edits=(), data=None):
        self.number, self.words, self.synced_by, self.edits, self.data = number, words, synced_by, edits, data
        self.needs = {need for need in needs if need is not None}
        self.closure = {number}.union(*(need.closure for need in self.needs)) if self.needs else {number}


class Disk:
    """What is on the disk as running programs see it, and the changes that led there."""

    def __init__(self, group):
        self.group = group
        self.changes, self.sure, self.history = [], set(), []
        self.names = {}  # (folder, name) -> node, as running programs see it
        self.setters = {}  # (folder, name) -> the change that made it so
        self.open = {}  # descriptor -> [node, offset]
        self.last_write = {}
        self.marks = {}  # a mark of a move -> the files it names
        self.root = Node(True, os.stat(group).st_dev)
        self._scan(self.root, pathlib.Path(group))
        self.first_names = dict(self.names)

    def _scan(self, folder, path):
        for entry in sorted(path.iterdir()):
            status = entry.lstat()
            is_folder = entry.is_dir() and not entry.is_symlink()
            content = b"" if is_folder else entry.read_bytes()
            node = self.names[folder, entry.name] = Node(is_folder, status.st_dev, status.st_ino, content)
            if is_folder:
                self._scan(node, entry)

    # Looking names up

    def place(self, path):
        """The folder and the name that a path leads to; nothing where it is not in the group."""
        path = os.path.normpath(path)
        if not path.startswith(self.group + "/") or "history.sqlite" in path:
            return None
        *folders, name = path[len(self.group) + 1 :].split("/")
        folder = self.root
        for part in folders:
            folder = self.names.get((folder, part))
            if folder is None:
                return None
        return folder, name

    def node(self, path):
        if os.path.normpath(path) == self.group:
            return self.root
        place = self.place(path)
        return place and self.names.get(place)

    # Changing

    def change(self, words, folders, edits, needs=()):
        """Sets or removes names, all at once."""
        needs = list(needs) + [folder.origin for folder in folders]
        needs += [self.setters.get(place) for place, _ in edits]
        change = Change(len(self.changes), words, set(folders), needs, edits)
        for place, node in edits:
            if node is None:
                self.names.pop(place, None)
            else:
                self.names[place] = node
            self.setters[place] = change
        self._add(change)
        return change

    def write(self, node, offset, data, words):
        change = Change(len(self.changes), words, {node}, [self.last_write.get(node)], data=(node, offset, data))
        # Bytes of one file come in any order, but nothing is gained by telling these apart.
        self.last_write[node] = change
        self._add(change)

    def _add(self, change):
        self.changes.append(change)
        self.history.append((len(self.changes), frozenset(self.sure)))

    def sync(self, covers):
        for change in self.changes:
            if change.number not in self.sure and any(covers(node) for node in change.synced_by):
                self.sure |= change.closure
        self.history.append((len(self.changes), frozenset(self.sure)))

    # Losing power

    def disks(self):
        """The sets of changes that may be there after a loss of power, each with what was lost or kept."""
        seen = set()
        for count, sure in self.history:
            unsure = [change for change in self.changes[:count] if change.number not in sure]
            everything = frozenset(range(count))
            variants = [(everything, "all there"), (sure, "nothing that was not synced")]
            for change in unsure:
                without = {later.number for later in unsure if change.number in later.closure}
                variants.append((everything - without, f"without {change.words}"))
                variants.append((sure | change.closure, f"of the unsynced only {change.words}"))
            for kept, words in variants:
                if kept not in seen:
                    seen.add(kept)
                    last = self.changes[count - 1].words if count else "the start"
                    yield kept, f"after {last}: {words}"

    def tree(self, kept):
        """The files of a disk by their paths, as nodes with their content."""
        names, contents = dict(self.first_names), {}
        for number in sorted(kept):
            change = self.changes[number]
            for place, node in change.edits:
                if node is None:
                    names.pop(place, None)
                else:
                    names[place] = node
            if change.data:
                node, offset, data = change.data
                old = contents.get(node, node.content)
                contents[node] = old[:offset].ljust(offset, b"\0") + data + old[offset + len(data) :]
        inside = {}
        for (folder, name), node in names.items():
            inside.setdefault(folder, []).append((name, node))
        files, waiting = {}, [(self.root, "")]
        while waiting:
            folder, path = waiting.pop()
            for name, node in inside.get(folder, ()):
                if node.is_folder:
                    waiting.append((node, path + name + "/"))
                    files[path + name + "/"] = (node, b"")
                else:
                    files[path + name] = (node, contents.get(node, node.content))
        return files


class Recorder:
    """Reads what strace wrote into a disk."""

    LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)(?:<(.*?)>)?(?: .*)?$", re.S)

    def __init__(self, disk):
        self.disk = disk

    def read(self, path):
        unfinished = {}
        for line in pathlib.Path(path).read_text("latin-1").split("\n"):
            process = line.split(" ", 1)[0]
            if line.endswith("<unfinished ...>"):
                unfinished[process] = line[: -len("<unfinished ...>")].rstrip()
                continue
            resumed = re.match(r"^\d+ +<\.\.\. \w+ resumed>", line)
            if resumed:
                line = unfinished.pop(process, "") + line[resumed.end() :]
            match = self.LINE.match(line)
            if match and match[4] != "?" and int(match[4]) >= 0:
                self.call(match[2], self.arguments(match[3]), int(match[4]))

    @staticmethod
    def arguments(text):
        """Splits at commas that stand outside quotes and brackets."""
        parts, depth, start, quoted, index = [], 0, 0, False, 0
        while index < len(text):
            sign = text[index]
            if quoted:
                if sign == "\\":
                    index += 1
                elif sign == '"':
                    quoted = False
            elif sign == '"':
                quoted = True
            elif sign in "{[<":
                depth += 1
            elif sign in "}]>":
                depth -= 1
            elif sign == "," and depth == 0:
                parts.append(text[start:index].strip())
                start = index + 1
            index += 1
        return parts + [text[start:].strip()]

    @staticmethod
    def text(argument):
        return codecs.escape_decode(argument[1 : argument.rindex('"')].encode("latin-1"))[0]

    def path(self, folder, name):
        name = os.fsdecode(self.text(name))
        within = re.match(r"^(?:AT_FDCWD|\d+)<(.*)>$", folder)
        base = os.fsdecode(codecs.escape_decode(within[1].encode("latin-1"))[0]) if within else "/"
        return os.path.join(base, name)

    def call(self, name, arguments, answer):
        relative = {"open": "openat", "creat": "openat", "mkdir": "mkdirat", "unlink": "unlinkat", "rmdir": "unlinkat"}
        if name in relative:
            arguments = ["AT_FDCWD</>"] + arguments + (["AT_REMOVEDIR"] if name == "rmdir" else [])
            name = relative[name]
        if name in ("rename", "link"):
            arguments = ["AT_FDCWD</>", arguments[0], "AT_FDCWD</>", arguments[1]]
        handler = {"rename": self.renameat, "renameat2": self.renameat, "link": self.linkat, "fdatasync": self.fsync}
        handler = handler.get(name) or getattr(self, name, None)
        if handler:
            handler(arguments, answer)
        elif any("<" + self.disk.group in argument and "history.sqlite" not in argument for argument in arguments):
            raise SystemExit(f"power-loss.py does not know the call {name}({', '.join(arguments)})")

    def openat(self, arguments, answer):
        path = self.path(*arguments[:2])
        place = self.disk.place(path)
        if place is None:
            self.disk.open.pop(answer, None)
            return
        node = self.disk.names.get(place)
        if node is None:
            node = Node(False, place[0].device)
            node.origin = self.disk.change(f"the making of {path}", [place[0]], [(place, node)])
        elif "O_TRUNC" in arguments[2]:
            raise SystemExit(f"power-loss.py does not know how {path} is cut short")
        self.disk.open[answer] = [node, 0]

    def write(self, arguments, answer):
        held = self.disk.open.get(int(arguments[0].split("<")[0]))
        if held and self._is_in_group(arguments[0]):
            data = self.text(arguments[1])[:answer]
            self.disk.write(held[0], held[1], data, f"the bytes of {arguments[0].split('<')[1][:-1]}")
            held[1] += answer
            if arguments[0].endswith(".moved>"):
                self._understand_mark(held[0], arguments[0], data)

    def pwrite64(self, arguments, answer):
        held = self.disk.open.get(int(arguments[0].split("<")[0]))
        if held and self._is_in_group(arguments[0]):
            data = self.text(arguments[1])[:answer]
            self.disk.write(held[0], int(arguments[3]), data, f"the bytes of {arguments[0].split('<')[1][:-1]}")

    def _understand_mark(self, mark, descriptor, content):
        """A mark of a move between file systems names two files by inode numbers, which a copy of a disk changes."""
        source, copy = int(re.search(r"/(\d+)\.moved>$", descriptor)[1]), int(content.split(b" ")[0])
        files = [(name, node) for (_, name), node in self.disk.names.items() if not node.is_folder]
        self.disk.marks[mark] = (
            next((node for _, node in files if node.inode == source and node.device == mark.device), None),
            # File systems in memory all count from one, so that the name counts too.
            next((node for name, node in files if node.inode == copy and name.endswith(".part")), None))

    def _is_in_group(self, descriptor):
        return "<" + self.disk.group + "/" in descriptor and "history.sqlite" not in descriptor

    def mkdirat(self, arguments, answer):
        path = self.path(*arguments[:2])
        place = self.disk.place(path)
        if place:
            node = Node(True, place[0].device)
            node.origin = self.disk.change(f"the folder {path}", [place[0]], [(place, node)])

    def unlinkat(self, arguments, answer):
        path = self.path(*arguments[:2])
        place = self.disk.place(path)
        if place:
            gone = self.disk.names.get(place)
            # A folder goes only once it is empty.
            needs = [change for (folder, _), change in self.disk.setters.items() if folder is gone]
            self.disk.change(f"the removal of {path}", [place[0]], [(place, None)], needs)

    def renameat(self, arguments, answer):
        old, new = self.path(*arguments[:2]), self.path(*arguments[2:4])
        source, target = self.disk.place(old), self.disk.place(new)
        if source and target:
            node = self.disk.names[source]
            self.disk.change(
                f"the move of {old} to {new}", [source[0], target[0]], [(source, None), (target, node)],
                [node.origin])

    def linkat(self, arguments, answer):
        old, new = self.path(*arguments[:2]), self.path(*arguments[2:4])
        source, target = self.disk.place(old), self.disk.place(new)
        if source and target:
            node = self.disk.names[source]
            self.disk.change(f"the link of {old} as {new}", [target[0]], [(target, node)], [node.origin])

    def fsync(self, arguments, answer):
        path = re.match(r"^\d+<(.*)>$", arguments[0])
        held = self.disk.open.get(int(arguments[0].split("<")[0]))
        node = self.disk.node(path[1]) or (held and held[0])
        self.disk.sync(lambda other: other is node)

    def syncfs(self, arguments, answer):
        node = self.disk.node(re.match(r"^\d+<(.*)>$", arguments[0])[1])
        self.disk.sync(lambda other: node is not None and other.device == node.device)

    def sync(self, arguments, answer):
        self.disk.sync(lambda other: True)

    def newfstatat(self, arguments, answer):
        self._learn(self.path(*arguments[:2]), arguments[2])

    def fstat(self, arguments, answer):
        self._learn(arguments[0].split("<", 1)[1][:-1], arguments[1])

    def _learn(self, path, status):
        node, inode = self.disk.node(path), re.search(r"st_ino=(\d+)", status)
        if node and inode:
            node.inode = int(inode[1])


class Rules:
    """What must hold on every disk."""

    def __init__(self, disk, end):
        self.disk = disk
        # Each text is told by its bytes, and is as it was dropped.
        self.texts = {
            content: path for path, (_, content) in disk.tree(()).items()
            if path.startswith(("inbox/", "failed/")) and not path.endswith(("/", ".error.json"))
        }
        # What a program leaves that nobody stops.
        self.end = {path: content for path, (_, content) in end.items()}

    def faults(self, files):
        faults = []
        places = {text: [] for text in self.texts}
        for path, (node, content) in files.items():
            kind = self.kind(path)
            if kind and content in places:
                places[content].append((kind, path, node))
        for text, found in places.items():
            faults += self._text_faults(self.texts[text], found)
            faults += self._outcome_faults(self.texts[text], text, found, files)
        for path, (_, content) in files.items():
            faults += self._visible_faults(path, content, files)
        results = [self._parsed(content).get("clientIdentifier") for path, (_, content) in files.items()
                   if self._is_visible(path, "outbox") and path.endswith(".json")]
        faults += [f"{name} has several results" for name in set(results) if results.count(name) > 1]
        return faults

    @staticmethod
    def kind(path):
        """Which of the known places a path is."""
        if path.endswith("/"):
            return None
        claim = re.match(r"^\.work/run-[^/]+/\d+\.(claimed|answered|refused)/original/", path)
        if claim:
            return claim[1]
        top = path.split("/")[0]
        hidden = any(part.startswith(".") for part in path.split("/"))
        return top if top in ("inbox", "done", "failed") and not hidden else None

    @staticmethod
    def _text_faults(name, found):
        if not found:
            return [f"{name} is lost"]
        if len(found) == 1:
            return []
        # A move to another file system is a copy first.
        if len(found) == 2 and len({node.device for _, _, node in found}) == 2:
            if {kind for kind, _, _ in found} in ({"answered", "done"}, {"refused", "failed"}):
                return []
        return [f"{name} is in several places: {', '.join(path for _, path, _ in found)}"]

    def _outcome_faults(self, name, text, found, files):
        """What is seen of an outcome is never made a second time, and what was kept is complete."""
        name = name.split("/", 1)[1]
        stem = name[:-4] if name.endswith(".txt") else name
        kinds = {kind for kind, _, _ in found}
        visible = [ending for ending in (".txt", ".json") if f"outbox/{stem}{ending}" in files]
        error = f"failed/{name}.error.json" in files
        if kinds & {"inbox", "claimed"}:
            return [f"{name} has an outcome that is seen and will get another"] if visible or error else []
        for kind, path, _ in found:
            run = path.split("/")[1]
            number = path.split("/")[2].split(".")[0] if kind in ("answered", "refused") else ""
            beside = {other[len(f".work/{run}/") :] for other in files if other.startswith(f".work/{run}/{number}.")}
            waiting = any(re.match(rf"^{number}\.\d+\.(json|error)$", other) for other in beside)
            if kind == "answered" and not (
                ".json" in visible or (waiting and (".txt" in visible or f"{number}.text" in beside))
            ):
                return [f"{name} is kept as answered without its result"]
            if kind == "refused" and not (waiting or error):
                return [f"{name} is kept as refused without its error"]
        if kinds == {"done"} and visible != [".txt", ".json"]:
            return [f"{name} is done without its result"]
        if kinds == {"failed"} and not error:
            return self._unpublished_error_faults(name, files)
        return []

    @staticmethod
    def _unpublished_error_faults(name, files):
        waits = any(re.match(r"^\.work/run-[^/]+/\d+\.\d+\.error$", path) for path in files)
        return [] if waits else [f"{name} has failed without its error"]

    def _visible_faults(self, path, content, files):
        if self._is_visible(path, "outbox"):
            if path.endswith(".json"):
                if not RESULT_MEMBERS <= self._parsed(content).keys():
                    return [f"{path} is not whole"]
                return [] if path[:-5] + ".txt" in files else [f"{path} is without its text file"]
            return [] if content == self.end.get(path) else [f"{path} is not whole"]
        if self._is_visible(path, "failed") and path.endswith(".error.json"):
            if not ERROR_MEMBERS <= self._parsed(content).keys():
                return [f"{path} is not whole"]
            return [] if path[: -len(".error.json")] in files else [f"{path} is without its text"]
        return []

    @staticmethod
    def _is_visible(path, top):
        return path.startswith(top + "/") and not path.endswith("/") and "/." not in path

    @staticmethod
    def _parsed(content):
        try:
            value = json.loads(content)
            return value if isinstance(value, dict) else {}
        except ValueError:
            return {}


class Restart:
    """Lays a disk out and runs the program on it."""

    def __init__(self, disk, rules, command):
        self.disk, self.rules, self.command = disk, rules, command

    def faults(self, files):
        self._clear(pathlib.Path(self.disk.group))
        inodes = {}
        for path in sorted(files):
            node, content = files[path]
            place = pathlib.Path(self.disk.group, path)
            if node.is_folder:
                place.mkdir(mode=0o700, exist_ok=True)
            else:
                place.write_bytes(content)
                place.chmod(0o600)
                inodes[node] = place.stat().st_ino
        self._translate_marks(files, inodes)
        with tempfile.TemporaryDirectory() as state:
            # What the user's other folders remember of the group does not matter here.
            environment = os.environ | {"XDG_STATE_HOME": state}
            ended = subprocess.run(self.command, capture_output=True, text=True, env=environment)
        left = {path.relative_to(self.disk.group).as_posix(): path.read_bytes()
                for path in pathlib.Path(self.disk.group).rglob("*") if path.is_file() and "history" not in path.name}
        visible = {path for path in left if not any(part.startswith(".") for part in path.split("/"))}
        wanted = {path for path in self.rules.end if path.split("/")[0] in ("inbox", "outbox", "done", "failed")
                  and not path.endswith("/") and "/." not in path}
        faults = [f"after a restart {path} is there" for path in sorted(visible - wanted - {"settings.json"})]
        faults += [f"after a restart {path} is missing" for path in sorted(wanted - visible)]
        faults += [f"after a restart {path} is left" for path in left if path.startswith(".work/run-")]
        return faults and faults + [f"the program ended with {ended.returncode}: {ended.stderr}"]

    @classmethod
    def _clear(cls, folder):
        for entry in folder.iterdir():
            if not entry.is_dir() or entry.is_symlink():
                entry.unlink()
            else:
                cls._clear(entry)
                if not os.path.ismount(entry):
                    entry.rmdir()

    def _translate_marks(self, files, inodes):
        for path, (mark, content) in files.items():
            if mark in self.disk.marks and b" " in content:
                source, copy = (inodes.get(node, 0) for node in self.disk.marks[mark])
                place = pathlib.Path(self.disk.group, path)
                place.unlink()
                place.with_name(f"{source}.moved.new").write_bytes(b"%d %s" % (copy, content.split(b" ", 1)[1]))
        for place in pathlib.Path(self.disk.group).rglob("*.moved.new"):
            place.rename(place.with_suffix(""))


def traced(command, trace, stop=None):
    """Runs a command under strace and returns its status."""
    tracing = ["strace", "-f", "-y", "-v", "-s", "1000000", "-e", f"trace={CALLS}", "-o", trace]
    if stop:
        call, number = stop.split(":")
        tracing += ["-e", f"inject={call}:signal=SIGKILL:when={number}"]
    return subprocess.run(tracing + command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("group")
    parser.add_argument("--stop", action="append", default=[])
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if not shutil.which("strace") or subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"]).returncode:
        print("strace can't trace here")
        sys.exit(77)

    disk = Disk(os.path.realpath(options.group))
    recorder = Recorder(disk)
    with tempfile.TemporaryDirectory() as scratch:
        for number, stop in enumerate(options.stop + [None]):
            trace = f"{scratch}/{number}"
            ended = traced(options.command, trace, stop)
            disk.open.clear()
            recorder.read(trace)
            now = Disk(disk.group)
            seen = {path: content for path, (_, content) in disk.tree(range(len(disk.changes))).items()}
            real = {path: content for path, (_, content) in now.tree(()).items()}
            differing = {path for path in seen.keys() | real.keys()
                         if seen.get(path) != real.get(path) and "history" not in path}
            if differing:
                raise SystemExit(f"the model differs from the disk after run {number}: {sorted(differing)}")
    if ended.returncode not in (0, 1):
        raise SystemExit(f"the program ended with {ended.returncode}: {ended.stderr}")

    end = disk.tree(range(len(disk.changes)))
    rules = Rules(disk, end)
    broken, looks, distinct = 0, 0, {}
    for kept, words in disk.disks():
        looks += 1
        files = disk.tree(kept)
        distinct.setdefault(frozenset((path, content) for path, (_, content) in files.items()), (files, words))
        for fault in rules.faults(files):
            broken += 1
            if broken <= 20:
                print(f"{fault}\n  {words}")
    some = list(distinct.values())
    for files, words in some[:: max(1, len(some) // options.restarts)] if options.restarts else []:
        for fault in Restart(disk, rules, options.command).faults(files):
            broken += 1
            print(f"{fault}\n  {words}")
    print(f"{len(disk.changes)} changes, {looks} losses of power, {len(some)} different disks, {broken} faults")
    sys.exit(1 if broken or not rules.texts else 0)


if __name__ == "__main__":
    main()
