"""How an ability is read, for people and programs: its sentence, its meaning and its tree, or what is wrong with it."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.paraphrase import tell_meaning
from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.problems import problem_json, shown
from engine.bos.cardtext.reader import read_text
from engine.bos.cardtext.tree_json import tree_to_json as tree_to_json
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card
from engine.messages import code_json


def report(text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None) -> dict[str, Any]:
    """One object: `ok`, `problems`, and of an ability that can be read `canonical`, `meaning`
    (in English, and with its code) and `tree`."""
    read = read_text(text, mandatory=mandatory, card=card, pool=pool)
    problems = [problem_json(problem) for problem in read.problems]
    if read.text is None:
        return {"ok": False, "problems": problems}
    kind = card.type if card else None
    meaning = tell_meaning(read.text, card_type=kind)
    return {
        "ok": True,
        "canonical": print_text(read.text, card_type=kind),
        "meaning": str(meaning),
        "meaning_code": code_json(meaning),
        "tree": tree_to_json(read.text),
        "problems": problems,
    }


def told(text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None) -> str:
    """The same as lines of text, each problem below its place."""
    summary = report(text, mandatory=mandatory, card=card, pool=pool)
    read = read_text(text, mandatory=mandatory, card=card, pool=pool)
    lines = [summary["canonical"], f"Meaning: {summary['meaning']}"] if summary["ok"] else []
    for problem in read.problems:
        lines += [shown(text, problem), *(f"  Readable: {other}" for other in problem.suggestions)]
    return "\n".join(lines)
