"""Records the system calls of a program with strace(1), and replays them on a model of the disk."""

import codecs
import os
import pathlib
import re
import signal
import subprocess

from power_loss_disk import Node

CALLS = (
    "open,openat,creat,write,pwrite64,writev,ftruncate,truncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,"
    "rmdir,mkdir,mkdirat,symlink,symlinkat,fsync,fdatasync,sync,syncfs,newfstatat,fstat,copy_file_range,sendfile"
)


def can_trace():
    """Whether strace is there and may trace here."""
    try:
        return subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def record(command, trace, stop=None):
    """Runs a command to its end, or kills it at its thread's NUMBERth CALL, and leaves its calls in a file.

    - stop: CALL:NUMBER, such as renameat2:3; where that call never comes, the record would be of another run than the
      one that was asked for, so this ends the program
    """
    tracing = ["strace", "-f", "-y", "-v", "-s", "1000000", "-e", f"trace={CALLS}", "-o", trace]
    if stop:
        call, number = stop.split(":")
        tracing += ["-e", f"inject={call}:signal=SIGKILL:when={number}"]
    ended = subprocess.run(tracing + command, capture_output=True, text=True)
    # strace ends as the program ended that it traced (strace(1)).
    if stop and ended.returncode != -signal.SIGKILL:
        raise SystemExit(f"no thread came to {stop}: the program ended with {ended.returncode}: {ended.stderr}")
    if not stop and ended.returncode not in (0, 1):
        raise SystemExit(f"the program ended with {ended.returncode}: {ended.stderr}")


class Recorder:
    """Replays on a disk what strace wrote."""

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
