"""The language of what a strength or a resource becomes: "its strength becomes 5", "your life becomes equal to …"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.effects.subjects import check_kinds
from engine.bos.cardtext.grammar_effects import scaled, until
from engine.bos.cardtext.grammar_targets import card, filter_many, quantity, thing
from engine.bos.cardtext.grammar_words import THEY, whose_own
from engine.bos.cardtext.targets.amounts import amount
from engine.bos.cardtext.tree_walk import parts
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
    return _become(what, None, terms.Strength(terms.Itself(), base=True), end)


def _worth(much: terms.Quantity) -> terms.Quantity:
    """What can stand behind "becomes" without "equal to"."""
    if not isinstance(much, terms.Strength | terms.Half | terms.Times | terms.Sum):
        raise Refusal()
    return much


def _recovered(who: terms.Thing) -> syntax.Step:
    """ "Recovers to its base strength": what is missing of it is gained; who has more keeps it."""
    own = terms.Itself()
    missing = terms.Minus(terms.Strength(own, base=True), terms.Strength(own))
    deed = syntax.Gain(who, missing, "strength")
    check_kinds(deed)
    return syntax.Step(deed)


def _weakened_ones(who: terms.Thing) -> syntax.Step:
    """ "With less than its base strength" leaves out those who gain nothing; who can choose must not choose them."""
    if any(isinstance(part, terms.Choose | terms.OneOf) for part in parts(who)):
        raise Refusal()
    return _recovered(who)


_base = saying(
    "its base strength", "its printed strength", "its original strength", "base strength", "their base strength",
    "their base strengths",
)  # fmt: skip
_UP_TO = ("recovers to", "recover to", "recovers up to", "heals to", "heal to", "is healed to", "are healed to")
_up_to = saying(*_UP_TO)
_any_up_to = saying(*_UP_TO, "returns to", "is restored to", "becomes", "regains", "recovers")
_weakened = saying(
    *(f"{less} {base}" for base in ("its base strength", "its printed strength", "base strength")
      for less in ("with less than", "with less strength than", "that has less than", "whose strength is less than",
                   "whose strength is below", "below", "with strength below")),
)  # fmt: skip
recovers = any_of(
    seq(_recovered, thing, _up_to, _base),
    seq(_weakened_ones, thing, _weakened, _any_up_to, _base),
    seq(_recovered, seq(terms.Each, filter_many), _up_to, _base),
)
_end = perhaps(until, "")
_much = any_of(amount, seq(lambda much: much, "equal to", quantity), seq(_worth, quantity))
_becomes = saying("becomes", "become", "is set to", "changes to")
_back = saying("returns to", "goes back to", "is reset to", "resets to", "is restored to", "becomes")
becomes = any_of(
    recovers,
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
