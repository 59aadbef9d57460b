"""One subject of several verbs: what was chosen for the first one is meant again, and what can hold how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeGuard

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.grammar_effects import OPEN
from engine.bos.cardtext.grammar_words import HELD, THEY, ItAsSubject, ThatCard
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.messages import Message

PRONOUNS = (terms.It, terms.Them, ThatCard)
"""What was chosen before; whoever then does something with it makes no difference."""
LASTING = (
    syntax.Gain, syntax.Cannot, syntax.CombatRule, syntax.Toll, syntax.DamageChange, syntax.Prevent, syntax.Costs,
    syntax.Grant, syntax.Borrow, syntax.BecomeCopy,
)  # fmt: skip


def _again(who: terms.Thing) -> terms.Thing:
    """The subject of a further verb: what was chosen for the first one is not chosen again."""
    match who:
        case terms.Who("an opponent" | "a player"):
            return terms.Who("that player")
        case terms.Choose():
            return terms.It() if who.high == 1 else terms.Them()
        case terms.OneOf():
            return terms.It()
        case terms.Each() | terms.Both():
            return terms.Them()
    return who


def is_open(deed: syntax.Deed) -> bool:
    """Whether it can last, and is not said how long."""
    return isinstance(deed, LASTING) and deed.until == OPEN


def can_end(deed: syntax.Deed) -> TypeGuard[Any]:
    """Whether an end can be said of it in front; what a player gains stays."""
    if isinstance(deed, syntax.Gain) and deed.what != "strength":
        return False
    return is_open(deed) or (isinstance(deed, syntax.Control) and not deed.until)


def ended(deed: syntax.Deed, end: syntax.Until) -> syntax.Deed:
    """The deed with that end, if it can last and has none."""
    return replace(deed, until=end) if isinstance(deed, LASTING) and deed.until == OPEN else deed


def is_standing(deed: syntax.Deed) -> bool:
    """Whether it can hold all the time: a bonus, a price, or what cannot be and what is prevented, without an end."""
    return isinstance(deed, syntax.Bonus | syntax.Costs) or (is_open(deed) and not isinstance(deed, syntax.Gain))


def subjects(who: terms.Thing, deeds: tuple[syntax.Deed, ...], *, lasting: bool) -> Iterator[terms.Thing]:
    """The subject of each deed; what holds all the time names it each time."""
    yield who
    once_chosen = lasting or not all(map(is_standing, deeds))
    yield from (_again(who) if once_chosen else who for _ in deeds[1:])


def is_all_of_theirs(what: terms.Thing) -> bool:
    """ "All spells from their spellbook": nothing is left to choose; what is laid away from no place is theirs too."""
    return isinstance(what, terms.Each) and (THEY in (what.filter.control, what.filter.owner) or _is_held(what.filter))


def _is_held(meant: terms.Filter) -> bool:
    return meant.zone == HELD and meant.owner is None


CARDS_ONLY = (
    syntax.Ready, syntax.Act, syntax.Turn, syntax.Move, syntax.Put, syntax.Bring, syntax.Swap, syntax.Bonus,
    syntax.CombatRule, syntax.Control, syntax.Grant, syntax.Retarget,
    syntax.Borrow, syntax.BecomeCopy,
)  # fmt: skip


def _people(what: Any) -> bool | None:
    """Whether these are players; None where it can be both."""
    if isinstance(what, terms.Who):
        return True
    if isinstance(what, terms.Target | terms.It | ItAsSubject | terms.Both | terms.OneOf):
        return None
    return False


def _are_spells(who: terms.Thing) -> bool:
    """Whether these are spells, of which nobody knows yet which will be cast."""
    return isinstance(who, terms.Each) and who.filter.kinds == ("spell",)


def check_kinds(deed: syntax.Deed) -> None:
    """Cards have strength, players life, vim and ether; cards are readied, players are not."""
    if isinstance(deed, syntax.Gain | syntax.Scale | syntax.Become):
        wrong = deed.what == "strength"
        if _people(deed.who) is wrong:
            raise Refusal(Message("bos.card_text.resources"))
    if isinstance(deed, syntax.DamageChange) and deed.until not in ("", OPEN) and _are_spells(deed.who):
        raise Refusal()
    if isinstance(deed, syntax.Spend) and not isinstance(deed.who, terms.Who):
        raise Refusal(Message("bos.card_text.player_pays"))
    if isinstance(deed, syntax.Exchange):
        _check_exchange(deed)
    if isinstance(deed, CARDS_ONLY) and any(isinstance(part, terms.Who) for part in parts(deed)):
        raise Refusal(Message("bos.card_text.cards_only"))
    if isinstance(deed, syntax.Cannot) and deed.what == "have abilities" and _people(deed.who):
        raise Refusal(Message("bos.card_text.cards_only"))
    if isinstance(deed, syntax.Damage) and isinstance(deed.by, terms.Who | terms.Each | terms.Both):
        raise Refusal(Message("bos.card_text.damage_by_one"))


def _check_exchange(deed: syntax.Exchange) -> None:
    """Two cards exchange strength, two players the rest."""
    people = [_people(part) for part in (deed.first, deed.second) if part is not None]
    if (deed.what == "strength") in people:
        raise Refusal(Message("bos.card_text.resources"))
