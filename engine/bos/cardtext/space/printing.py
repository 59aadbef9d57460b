"""Where cards are, as phrases of the house style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bos.cardtext.grammar_words import ThatColumn
from engine.bos.cardtext.printer_words import Scene, Unsayable, join_words, number
from engine.bos.model import terms

SEEN = {
    "beside": "adjacent to",
    "facing": "facing",
    "front": "in front of",
    "behind": "behind",
    "column": "in the same column as",
    "adjacent": "in a column adjacent to",
}
OWN = {"column": "this", "adjacent": "adjacent", "facing": "facing", "front": "front"}
Said = Callable[[Scene, terms.Thing], str]


def is_column(of: Any) -> bool:
    """Whether words speak of a column itself, and not of that of a card."""
    return isinstance(of, ThatColumn | terms.Column | terms.ChooseColumn)


def position_phrase(scene: Scene, near: terms.Near, said: Said, one: Callable[[Scene, terms.Filter], str]) -> str:
    """ "adjacent to this", "facing a summon you control", "in that column"."""
    if near.how == "former" or (isinstance(near.of, terms.This) and near.how in OWN):
        raise Unsayable("this is said of this card in another way")
    if isinstance(near.of, terms.ChooseColumn):
        raise Unsayable("a column is chosen in a sentence of its own")
    seen = one(scene, near.of.filter) if isinstance(near.of, terms.Each) else said(scene, near.of)
    if is_column(near.of):
        if near.how not in ("column", "adjacent"):
            raise Unsayable("a card is in a column, or in one adjacent to it")
        return join_words("in" if near.how == "column" else SEEN["adjacent"], seen)
    return join_words(SEEN[near.how], seen)


def column(scene: Scene, what: Any, said: Said, one: Callable[[Scene, terms.Filter], str]) -> str:
    """ "the left column", "that column", "two adjacent columns", "an open column"."""
    if isinstance(what, terms.Column):
        return f"the {what.which} column"
    if not isinstance(what, terms.ChooseColumn):
        return "those columns" if what.many else "that column"
    meant = replace(what.filter, besides=None)
    if what.number < 1 or (what.together and what.number == 1):
        raise Unsayable("a column is chosen, or several, which can be adjacent to each other")
    if what.filter.besides is not None and not isinstance(what.filter.besides, ThatColumn):
        raise Unsayable("another column than the one chosen last")
    if what.number == 1:
        word = "another" if what.filter.besides else "an" if _look(meant) == "open" else "a"
        return join_words(word, described(scene, meant, said, one, many=False))
    if what.filter.besides:
        raise Unsayable("another column is one")
    return join_words(
        number(what.number), "adjacent" if what.together else "", described(scene, meant, said, one, many=True)
    )


def _look(meant: terms.ColumnFilter) -> str:
    if meant.stronger:
        return ""
    if (meant.yours, meant.theirs) == ("none", "none"):
        return "empty"
    return "open" if (meant.yours, meant.theirs) == ("", "none") else ""


def described(
    scene: Scene,
    meant: terms.ColumnFilter,
    said: Said,
    one: Callable[[Scene, terms.Filter], str],
    *,
    many: bool,
) -> str:
    """The columns without a word that says how many: "column in which you control a summon"."""
    seen = ""
    if meant.besides is not None:
        raise Unsayable("another column is chosen")
    if meant.near:
        if meant.near.how != "adjacent":
            raise Unsayable("columns are adjacent to something")
        of = meant.near.of
        seen = join_words("adjacent to", one(scene, of.filter) if isinstance(of, terms.Each) else said(scene, of))
    return join_words(_look(meant), "columns" if many else "column", seen, "" if _look(meant) else _which(meant))


STRONGER = {
    "yours": "your summon has more strength than the opposing summon",
    "theirs": "the opposing summon has more strength than your summon",
}
YOURS = {"some": "you control a summon", "none": "you control no summon"}
THEIRS = {"some": "an opponent controls a summon", "none": "an opponent controls no summon"}


def _which(meant: terms.ColumnFilter) -> str:
    """ "in which you control a summon"."""
    said = [STRONGER.get(meant.stronger, ""), YOURS.get(meant.yours, ""), THEIRS.get(meant.theirs, "")]
    said = [part for part in said if part]
    return f"in which {' and '.join(said)}" if said else ""


def spot(
    scene: Scene, at: terms.Near, said: Said, one: Callable[[Scene, terms.Filter], str], *, comes: bool = False
) -> str:
    """Where something moves, or with `comes` where it comes: "to that column", "in that column"."""
    if at.how == "former":
        if comes or not isinstance(at.of, terms.This):
            raise Unsayable("a blocker goes back to its own column")
        return "to the column it came from"
    seen = one(scene, at.of.filter) if isinstance(at.of, terms.Each) else said(scene, at.of)
    if at.how in ("front", "beside"):
        return f"{'in front of' if at.how == 'front' else 'next to'} {seen}"
    if at.how not in ("column", "adjacent"):
        raise Unsayable("a card comes to a column")
    into = "in" if comes else "to"
    if at.how == "adjacent":
        return f"{into} a column adjacent to {seen}"
    return f"{into} {seen}" if is_column(at.of) else f"{into} the column of {seen}"
