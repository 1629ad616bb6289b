"""The stage of one round of the drill: a group, texts, and processes that come to harm."""

import os
import signal
import subprocess
import time

from drill_count import count, files
from drill_gemini import translation


class Stage:
    """A home of its own, with an app group in it and the programs at work there."""

    def __init__(self, folder, programs, gemini, random, user=None):
        self.folder, self.gemini, self.random, self.user = folder, gemini, random, user
        self.program = os.path.join(programs, "transcriptor")
        self.group = os.path.join(folder, "Transcriptor")
        self.inbox = os.path.join(self.group, "inbox")
        self.texts = {}
        self.complaints = []
        self.mounts = []
        self.living = []
        self.environment = {
            "HOME": folder, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
            "GEMINI_API_KEY": "a-key-of-the-drill", "TRANSCRIPTOR_BASE_URL": gemini.url,
            "TRANSCRIPTOR_TARGET_LANGUAGE": "ru", "TRANSCRIPTOR_SETTLE_TIME": "0.3",
            "TRANSCRIPTOR_POLL_INTERVAL": "0.1", "TRANSCRIPTOR_MAX_CONCURRENT": "8",
        }
        for name in ("", "inbox", "outbox", "done", "failed"):
            os.mkdir(os.path.join(self.group, name))
            self.own(os.path.join(self.group, name), 0o700)
        self.own(folder, 0o755)

    def own(self, path, mode=0o644):
        """Gives a path to the user whose programs these are."""
        os.chmod(path, mode)
        if self.user is not None:
            os.chown(path, self.user, self.user)

    # Texts.

    def new_text(self, prefix="text"):
        """A path that no text had, and a text that no other is."""
        number = len(self.texts) + 1
        folder = self.random.choice(["", "", "", "letters/", "letters/old/"])
        path, text = f"{folder}{prefix}-{number}.txt", f"słowo {number} of {prefix} {self.random.random()}"
        self.texts[path] = text
        return path, text

    def place(self, path):
        """Where a path below the inbox is, its folders made."""
        place = os.path.join(self.inbox, path)
        missing = os.path.dirname(path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        while missing:
            self.own(os.path.join(self.inbox, missing), 0o755)
            missing = os.path.dirname(missing)
        return place

    def drop(self, number):
        """Puts texts into the inbox, each complete at once."""
        for _ in range(number):
            path, text = self.new_text()
            place = self.place(path)
            aside = os.path.join(os.path.dirname(place), "." + os.path.basename(place))
            with open(aside, "w", encoding="utf-8") as file:
                file.write(text)
            self.own(aside)
            os.rename(aside, place)

    def waiting(self):
        """How many texts lie in the inbox or in the hands of a process."""
        claims = files(os.path.join(self.group, ".work"))
        return sum(1 for _ in files(self.inbox)) + sum(1 for path in claims if "/original/" in path)

    # Processes.

    def start(self, *words, environment=None):
        """Starts the program with words, in a process group of its own; what it says is kept."""
        number = len(os.listdir(self.folder))
        # Opened for appending, so that a program that is killed leaves whole lines.
        with open(os.path.join(self.folder, f"said-{number}-{words[0]}"), "ab") as said:
            process = subprocess.Popen(
                [self.program, *words], env={**self.environment, **(environment or {})}, stdin=subprocess.DEVNULL,
                stdout=said, stderr=said, start_new_session=True, cwd=self.folder,
                user=self.user, group=self.user, extra_groups=[] if self.user is not None else None)
        process.said, process.began = said.name, time.monotonic()
        self.living.append(process)
        return process

    def end(self, process, number, within=10):
        """Sends a signal and waits for the end; tells its status, as subprocess does."""
        process.send_signal(number)
        return self.status(process, within)

    def status(self, process, within=60):
        try:
            status = process.wait(within)
        except subprocess.TimeoutExpired:
            self.complaints.append(f"{process.args[1:]} had not ended after {within} s")
            process.kill()
            status = process.wait()
        if process in self.living:
            self.living.remove(process)
        return status

    def expect(self, is_right, complaint):
        if not is_right:
            self.complaints.append(complaint)

    def sleep(self, shortest, longest):
        time.sleep(self.random.uniform(shortest, longest))

    # The end of a round.

    def finish(self, patience):
        """Lets living processes finish what waits, then ends them, and has one more pass over what is left."""
        deadline = time.monotonic() + patience
        while self.living and self.waiting() and time.monotonic() < deadline:
            time.sleep(0.05)
        if patience and self.living:
            self.expect(not self.waiting(), f"{self.waiting()} texts still waited after {patience} s")
        for process in list(self.living):
            if process.args[1] == "watch":
                early = process.poll() is not None
                status = self.end(process, signal.SIGTERM)
                # Before it listens, a program ends as the signal says.
                allowed = (0, -signal.SIGTERM) if time.monotonic() - process.began < 2 else (0,)
                self.expect(status in allowed and not early, f"a watch ended with {status}, early: {early}")
            else:
                self.status(process)
        for _ in range(5):
            run = self.start("run")
            status = self.status(run, 120)
            if status == 0 and not self.waiting():
                return
        self.complaints.append(f"the last run ended with {status}: {open(run.said).read().strip()}")

    def count(self):
        """Looks at the group from outside."""
        return count(self.group, self.texts, translation)

    def answered_again(self):
        """How many texts were answered more than once."""
        return sum(1 for text in self.texts.values() if self.gemini.answered[text] > 1)

    # Disks.

    def mount(self, path, *options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(("mode=0700",) + options), "tmpfs", path], check=True)
        self.mounts.append(path)

    def remount(self, path, option):
        """Changes how a disk is mounted; tells whether that was possible, as it is not while files are written."""
        words = ["mount", "-o", f"remount,{option}", path]
        return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def close(self):
        """Kills what is left and unmounts."""
        for process in self.living:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        for path in reversed(self.mounts):
            subprocess.run(["umount", "-l", path], check=False)
