"""How an ability is read, for people and programs: its sentence, its meaning and its tree, or what is wrong with it."""

from __future__ import annotations

from typing import Any

from engine.bos.cards import Card, Pool
from engine.bos.cardtext.meaning import tell_meaning
from engine.bos.cardtext.printing import print_text
from engine.bos.cardtext.problems import shown, to_json
from engine.bos.cardtext.reading import read_text
from engine.bos.cardtext.treejson import to_json as tree_to_json


def report(text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None) -> dict[str, Any]:
    """One object: `ok`, `problems`, and of an ability that can be read `canonical`, `meaning` and `tree`."""
    read = read_text(text, mandatory=mandatory, card=card, pool=pool)
    problems = [to_json(problem) for problem in read.problems]
    if read.text is None:
        return {"ok": False, "problems": problems}
    kind = card.type if card else None
    return {
        "ok": True,
        "canonical": print_text(read.text, card_type=kind),
        "meaning": tell_meaning(read.text, card_type=kind),
        "tree": tree_to_json(read.text),
        "problems": problems,
    }


def told(text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None) -> str:
    """The same as lines of text, each problem below its place."""
    said = report(text, mandatory=mandatory, card=card, pool=pool)
    read = read_text(text, mandatory=mandatory, card=card, pool=pool)
    lines = [said["canonical"], f"Meaning: {said['meaning']}"] if said["ok"] else []
    for problem in read.problems:
        lines += [shown(text, problem), *(f"  Readable: {other}" for other in problem.suggestions)]
    return "\n".join(lines)
