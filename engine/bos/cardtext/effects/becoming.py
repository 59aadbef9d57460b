"""The language of what a strength or a resource becomes: "its strength becomes 5", "your life becomes equal to …"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.effects.subjects import check_kinds
from engine.bos.cardtext.grammar_effects import scaled, until
from engine.bos.cardtext.grammar_targets import card, quantity, thing
from engine.bos.cardtext.grammar_words import THEY, whose_own
from engine.bos.cardtext.targets.amounts import amount
from engine.bos.model import syntax, terms


def _become(what: tuple[terms.Thing, Any], modal: str | None, much: terms.Quantity, end: Any) -> syntax.Step:
    deed = syntax.Become(what[0], what[1], much, end)
    check_kinds(deed)
    return syntax.Step(deed, may=modal == "may")


def _set(what: tuple[terms.Thing, Any], much: terms.Quantity, end: Any) -> syntax.Step:
    return _become(what, None, much, end)


def _lasting(end: Any, what: tuple[terms.Thing, Any], much: terms.Quantity) -> syntax.Step:
    return _become(what, None, much, end)


def _each_other(fighters: terms.Thing) -> syntax.Step:
    """ "two summons battle each other"."""
    match fighters:
        case terms.Both((first, second)):
            return syntax.Step(syntax.Battle(first, second))
        case terms.Choose(meant, 2, 2):
            return syntax.Step(syntax.Battle(terms.Choose(meant), terms.Choose(meant)))
    raise Refusal()


def _like(what: tuple[terms.Thing, Any], whose: terms.Player) -> syntax.Step:
    """ "An opponent's life becomes equal to yours"; "theirs" is that of whoever was named before."""
    if what[1] == "strength":
        raise Refusal()
    return _become(what, None, terms.Has("that player" if whose == THEY else whose, what[1]), "")


def _as_strong(what: tuple[terms.Thing, Any], of: terms.Thing, end: Any) -> syntax.Step:
    """ "Its strength becomes that of the target"."""
    if what[1] != "strength":
        raise Refusal()
    return _become(what, None, terms.Strength(of), end)


def _restored(what: tuple[terms.Thing, Any], end: Any) -> syntax.Step:
    """ "Its strength returns to its base strength"."""
    return _become(what, None, terms.Strength(terms.It(), base=True), end)


def _worth(much: terms.Quantity) -> terms.Quantity:
    """What can stand behind "becomes" without "equal to"."""
    if not isinstance(much, terms.Strength | terms.Half | terms.Times | terms.Sum):
        raise Refusal()
    return much


_end = perhaps(until, "")
_much = any_of(amount, seq(lambda much: much, "equal to", quantity), seq(_worth, quantity))
_becomes = saying("becomes", "become", "is set to", "changes to")
_back = saying("returns to", "goes back to", "is reset to", "resets to", "is restored to", "becomes")
becomes = any_of(
    seq(_become, scaled, perhaps(meaning({"may": "may", "must": "must"})), _becomes, _much, _end),
    seq(_set, "set", scaled, "to", any_of(amount, quantity), _end),
    seq(_like, scaled, _becomes, maybe("equal to", "the same as"), whose_own),
    seq(_like, "set", scaled, maybe("equal"), "to", whose_own),
    seq(_as_strong, scaled, _becomes, saying("equal to that of", "that of", "the same as that of"), card, _end),
    seq(_restored, scaled, _back, saying("its base value", "its original value", "its printed value"), _end),
    seq(_set, scaled, saying("returns to", "goes back to", "is reset to", "resets to"), any_of(amount, quantity), _end),
    seq(_lasting, until, maybe(","), scaled, "becomes", _much),
)
"""Something that becomes so much, as a step."""
battles = seq(_each_other, thing, saying("battle each other", "battle"))
"""Two cards that battle each other, as a step."""
