"""A deed finds its subject: who does it, or to whom it is done, and whose "they" and "their" are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.effects.extra_turns import of_player
from engine.bos.cardtext.effects.fighting import fighters_of
from engine.bos.cardtext.effects.subjects import PRONOUNS, check_kinds, is_all_of_theirs
from engine.bos.cardtext.grammar_words import DOER, THEY, YOURS, Subject, laid_by
from engine.bos.cardtext.space.movement import as_pair
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import things_of
from engine.messages import Message

BY_A_PLAYER = (
    syntax.Ready, syntax.Act, syntax.Defeat, syntax.Turn, syntax.Move, syntax.Swap, syntax.Exchange, syntax.Put,
    syntax.Bring, syntax.Select, syntax.Reveal,
)  # fmt: skip
"""What a player can be told to do, with the choices of its cards."""


def is_third(who: terms.Thing) -> bool | None:
    """Whether the verb after it has an s; None where both are said."""
    match who:
        case terms.Who("you") | terms.Both() | terms.Them():
            return False
        case terms.Choose():
            return who.high == 1
        case terms.Each():
            return None
        case terms.OneOf(some_parts):
            return is_third(some_parts[-1])
    return True


def bound_to(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """The deed done by, or to, its subject."""
    bound: syntax.Deed
    if any(isinstance(part, Subject) for part in parts(deed)):
        bound = change(deed, lambda part: who if isinstance(part, Subject) else part)
    else:
        bound = _ordered(deed, who)
    bound = _them(laid_by(as_pair(bound), _holder(who)), who)
    if isinstance(bound, syntax.Damage) and bound.by in (terms.This(), terms.Who("you")):
        bound = replace(bound, by=None)
    if isinstance(bound, syntax.Toll | syntax.CombatRule) and isinstance(bound.who, terms.Who):
        bound = replace(bound, who=fighters_of(bound.who))
    if isinstance(bound, syntax.TakeTurn | syntax.Skip):
        bound = of_player(bound, who)
    if isinstance(bound, syntax.Lose):
        bound = _loser(who)
    check_kinds(bound)
    return bound


def _holder(who: terms.Thing) -> Any:
    """Whose castle and spellbook it is from which the subject discards."""
    return THEY if isinstance(who, terms.Who) and who.player != "you" else "you"


def _ordered(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """An order is carried out by a player, who makes its choices."""
    if not isinstance(who, terms.Who):
        raise Refusal(Message("bos.card_text.player_only"))
    if isinstance(deed, syntax.Control) and who.player in ("you", "an opponent"):
        return replace(deed, player=who.player)
    if who.player == "you" or isinstance(deed, syntax.Skip):
        return deed
    if isinstance(deed, BY_A_PLAYER) and all(isinstance(part, PRONOUNS) for part in things_of(deed)):
        return deed
    if isinstance(deed, BY_A_PLAYER) and all(is_all_of_theirs(part) for part in things_of(deed)):
        return deed
    if not isinstance(deed, BY_A_PLAYER) or not any(isinstance(part, terms.Choose) for part in parts(deed)):
        raise Refusal(Message("bos.card_text.other_player_chooses"))
    if any(isinstance(part, terms.Choose) and part.by == YOURS for part in parts(deed)):
        raise Refusal()
    ordered: syntax.Deed = change(
        deed, lambda part: replace(part, by=who.player) if isinstance(part, terms.Choose) else part
    )
    return ordered


def _them(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """ "They" and "their" mean the player who is the subject, else the one named before."""
    whose: terms.Player = who.player if isinstance(who, terms.Who) and who.player != "you" else "that player"
    doer: terms.Player = who.player if isinstance(who, terms.Who) else "you"

    def named(part: Any) -> Any:
        if isinstance(part, terms.Filter) and part.control == DOER:
            return replace(part, control=doer)
        if isinstance(part, terms.Filter) and THEY in (part.control, part.owner):
            control = whose if part.control == THEY else part.control
            return replace(part, control=control, owner=whose if part.owner == THEY else part.owner)
        if isinstance(part, terms.Choose) and part.by in (THEY, YOURS):
            return replace(part, by=whose if part.by == THEY else "you")
        if isinstance(part, terms.Has | terms.Who) and part.player == THEY:
            return replace(part, player=whose)
        return part

    bound: syntax.Deed = change(deed, named)
    if whose not in ("each player", "each opponent") or not hasattr(deed, "amount"):
        return bound
    each: dict[str, Any] = {"amount": deed.amount}
    return replace(bound, **each)


def _loser(who: terms.Thing) -> syntax.Lose:
    if not isinstance(who, terms.Who):
        raise Refusal(Message("bos.card_text.player_loses"))
    return syntax.Lose(who.player)
