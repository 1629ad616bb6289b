"""Starts a program again on a disk as a loss of power may have left it."""

import os
import pathlib
import subprocess
import tempfile


class Restart:
    """Lays a disk out and runs the program on it."""

    def __init__(self, disk, rules, command):
        self.disk, self.rules, self.command = disk, rules, command

    def faults(self, files):
        """What the program leaves otherwise than a run that nobody stopped."""
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
        if faults or ended.returncode not in (0, 1):
            faults.append(f"the restarted program ended with {ended.returncode}: {ended.stderr}")
        return faults

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
