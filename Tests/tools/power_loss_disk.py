"""A model of a disk on which nothing is sure before it was synced.

The bytes of a file are sure by fsync(2) of that file, a name by fsync of its folder, both by syncfs(2). A rename is one
change of two folders, sure once either is. A change never outlasts one that it needs, such as the making of the folder
that a name stands in: journals keep that order.
"""

import os
import pathlib


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

    def first_tree(self):
        """The files before the first change."""
        return self.tree(())

    def last_tree(self):
        """The files after the last change."""
        return self.tree(range(len(self.changes)))

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
