"""What must hold of an app group on every disk that a loss of power may leave: the rules of NothingIsLost.md.

Nothing here uses the program's own code.
"""

import json
import re

RESULT_MEMBERS = {
    "clientIdentifier", "sourceText", "normalForm", "synonyms", "translatedText", "sourceLanguage", "shortTranslation",
    "examples", "targetLanguage", "detailLevel", "engine", "model", "translatedAt",
}
ERROR_MEMBERS = {"clientIdentifier", "code", "message", "hint", "attempts", "failedAt"}


class Rules:
    """The rules for the texts that were there at first, and for what a run makes of them that nobody stops."""

    def __init__(self, disk):
        # Each text is told by its bytes, and is as it was dropped.
        self.texts = {
            content: path for path, (_, content) in disk.first_tree().items()
            if path.startswith(("inbox/", "failed/")) and not path.endswith(("/", ".error.json"))
        }
        # What a program leaves that nobody stops.
        self.end = {path: content for path, (_, content) in disk.last_tree().items()}

    def faults(self, files):
        """What is wrong with the files of a disk."""
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
