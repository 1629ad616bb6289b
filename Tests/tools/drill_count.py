"""Counts, from outside, what became of texts that were dropped into a group's inbox.

It knows only what every user may rely on: the names of the folders, and what a result holds. Nothing of it is shared
with the programs that it judges.
"""

import json
import os
from collections import defaultdict

FIELDS = {
    "clientIdentifier": str, "sourceText": str, "normalForm": str, "synonyms": str, "translatedText": str,
    "sourceLanguage": str, "shortTranslation": str, "examples": list, "targetLanguage": str, "detailLevel": str,
    "engine": str, "model": str, "translatedAt": str,
}
KNOWN = {"inbox", "outbox", "done", "failed", ".work", "settings.json", ".paused.json"}


class Tally:
    """What is wrong with a group, each as a list of sentences; all are empty where all is right."""

    def __init__(self):
        self.lost, self.doubled, self.torn, self.left = [], [], [], []

    def lines(self, limit):
        """So many sentences of each kind of fault, with the kind before them."""
        for kind in ("lost", "doubled", "torn", "left"):
            for sentence in getattr(self, kind)[:limit]:
                yield f"{kind}: {sentence}"


def files(folder):
    """The paths of all that is no folder below a folder, hidden or not."""
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(place, name), folder)


def read(*parts):
    with open(os.path.join(*parts), "rb") as file:
        return file.read()


def count(group, texts, translation):
    """Counts what became of texts that should all be translated by now.

    - group: the path of the app group
    - texts: what was dropped: the text by its path below the inbox, no text twice
    - translation: gives what a text must have been translated to
    """
    tally = Tally()
    paths = {text: path for path, text in texts.items()}
    results = _results(group, paths, translation, tally)
    originals = defaultdict(list)
    for folder in ("inbox", "done", "failed", ".work"):
        for path in files(os.path.join(group, folder)):
            text = read(group, folder, path).decode("utf-8", "replace").strip()
            if text in paths:
                originals[text].append(f"{folder}/{path}")

    for text, path in paths.items():
        places = originals[text]
        if len(results[text]) > 1:
            tally.doubled.append(f"{path} has the results {', '.join(results[text])}")
        if len(places) > 1:
            tally.doubled.append(f"{path} lies in {', '.join(places)}")
        if not places:
            tally.lost.append(f"{path} lies nowhere any more")
        elif not places[0].startswith("done/"):
            tally.left.append(f"{path} lies in {places[0]}")
        if not results[text] and places and places[0].startswith("done/"):
            tally.lost.append(f"{path} is done, but has no result")
        if results[text] and places and not places[0].startswith("done/"):
            tally.doubled.append(f"{path} has the result {results[text][0]}, and still lies in {places[0]}")

    _look_for_leftovers(group, paths, tally)
    return tally


def _results(group, paths, translation, tally):
    """The names of each text's results; those that are not whole are told of."""
    found = defaultdict(list)
    outbox = os.path.join(group, "outbox")
    names = set(files(outbox))
    for name in sorted(names):
        stem, ending = os.path.splitext(name)
        if os.path.basename(name).startswith(".") or ending not in (".json", ".txt"):
            tally.left.append(f"outbox/{name}")
            continue
        if ending == ".txt":
            if stem + ".json" not in names:
                tally.torn.append(f"outbox/{name} has no JSON beside it")
            continue
        try:
            result = json.loads(read(outbox, name).decode("utf-8"))
            missing = [key for key, kind in FIELDS.items() if not isinstance(result.get(key), kind)]
        except (ValueError, AttributeError) as error:
            tally.torn.append(f"outbox/{name} can't be read: {error}")
            continue
        text = result.get("sourceText")
        if missing:
            tally.torn.append(f"outbox/{name} lacks {', '.join(missing)}")
        elif text not in paths:
            tally.torn.append(f"outbox/{name} is of no text that was dropped: {text!r}")
        else:
            found[text].append(name)
            if result["clientIdentifier"] != paths[text] or result["translatedText"] != translation(text):
                tally.torn.append(f"outbox/{name} is mixed up with another text")
        if stem + ".txt" not in names:
            tally.torn.append(f"outbox/{name} has no text file beside it")
        elif translation(text or "").encode() not in read(outbox, stem + ".txt"):
            tally.torn.append(f"outbox/{stem}.txt does not hold the translation")
    return found


def _look_for_leftovers(group, paths, tally):
    known = set(paths.values())
    for path in files(os.path.join(group, "inbox")):
        if path not in known:
            tally.left.append(f"inbox/{path}")
    for path in files(os.path.join(group, "failed")):
        tally.left.append(f"failed/{path}")
    for path in files(os.path.join(group, "done")):
        if os.path.basename(path).startswith("."):
            tally.left.append(f"done/{path}")
    work = os.path.join(group, ".work")
    for name in os.listdir(work) if os.path.isdir(work) else []:
        # The folder of suspects goes with the last of them; a kill between the two leaves it empty.
        if name != "suspects" or os.listdir(os.path.join(work, name)):
            tally.left.append(f".work/{name}")
    for name in os.listdir(group):
        # The database's own companions stay until a process closes it in order (https://sqlite.org/wal.html).
        if name not in KNOWN and not name.lstrip(".").startswith("history.sqlite"):
            tally.left.append(name)
