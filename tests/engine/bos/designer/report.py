"""How many of the designers' sentences are read, and how many of those do what their author meant."""

from pathlib import Path
from typing import NamedTuple

from tests.engine.bos.designer.scene_sight import difference
from tests.engine.bos.designer.sentences import Sentence, sentences

READ_IDS = Path(__file__).parent / "read_ids.txt"
"""The sentences that have been read once, one a line; what was read once stays readable."""


class Outcome(NamedTuple):
    """What became of a sentence: whether it is read, and why it is not or what differs; empty where all is as meant."""

    sentence: Sentence
    read: bool
    wrong: str


def outcome(sentence):
    """Read a sentence and, where it is read, play its scenes."""
    read = sentence.read()
    if read.text is None:
        return Outcome(sentence, False, "; ".join(f"{problem.code} {problem.message}" for problem in read.problems))
    return Outcome(sentence, True, _first_difference(sentence))


def _first_difference(sentence):
    for number, scene in enumerate(sentence.scenes):
        try:
            wrong = difference(sentence, scene)
        except Exception as error:
            wrong = f"the engine stops: {type(error).__name__} {error}"
        if wrong:
            return f"scene {number}: {wrong}"
    return ""


def outcomes():
    """Of all sentences, in their order."""
    return [outcome(sentence) for sentence in sentences()]


def _counted(letters, found):
    """How many of the sentences whose names begin so are read, and how many of those do what was meant."""
    own = [each for each in found if each.sentence.id[0] in letters]
    read = [each for each in own if each.read]
    right = sum(not each.wrong for each in read)
    yield f"{letters}: {len(own)} sentences, {len(read)} read, {right} of them do what their author meant."


def told(found):
    """The report as lines."""
    read = [each for each in found if each.read]
    lines = [line for letters in ("RYB", "N", "M", "P", "Q") for line in _counted(letters, found)]
    lines.append("")
    for title, group in (
        ("READ, BUT DIFFERENT", [each for each in read if each.wrong]),
        ("NOT READ", [each for each in found if not each.read]),
    ):
        lines += [f"{title} ({len(group)})", ""]
        for each in group:
            lines += [f"{each.sentence.id} ({each.sentence.on}) {each.sentence.text}", f"    {each.wrong}"]
        lines.append("")
    return "\n".join(lines)
