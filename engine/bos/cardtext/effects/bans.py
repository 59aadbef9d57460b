"""The language of what is forbidden: "attack", "be attacked by bosses", "attack only players", "cast blue spells"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, saying, seq
from engine.bos.cardtext.grammar_targets import block_column, filter_many, filter_one, theirs
from engine.bos.cardtext.space.positions import part_of_filter
from engine.bos.model import terms
from engine.messages import Message

Ban = tuple[Any, Any, bool]
"""What is forbidden, with what other side, and whether with everything else instead."""


def _ban(what: Any) -> Ban:
    return (what, None, False)


def _ban_with(what: Any, other: Any) -> Ban:
    return (what, other, False)


def _ban_but(what: Any, other: Any) -> Ban:
    return (what, other, True)


_FORBIDDEN = {
    **{what: what for what in ("attack", "block", "act", "be attacked", "be blocked", "be enchanted")},
    **{what: what for what in ("be defeated", "gain life", "gain vim", "gain ether", "gain strength")},
    "attack players | attack a player | attack opponents | attack an opponent": "attack players",
    "ready | be readied | become ready": "ready",
    "be dealt damage | be damaged | take damage": "be damaged",
    "be dealt damage in battle | be damaged in battle | take damage in battle": "be damaged in battle",
    "be defeated in battle": "be defeated in battle",
    "conduct summons | conduct a summon": "conduct",
    "cast spells | cast a spell": "cast spells",
    "be chosen | be targeted": "be chosen",
    "be chosen by an opponent | be chosen by opponents | be chosen by your opponents": "be chosen by an opponent",
    "be targeted by an opponent | be targeted by opponents": "be chosen by an opponent",
    "be returned": "be returned",
    "be turned face-down | be turned face down": "be turned face-down",
    "be turned face-up | be turned face up": "be turned face-up",
    "move | be moved": "move",
    "lose strength": "lose strength",
}
_AGAINST = {"attack": "attack", "block": "block"}
_BY = {
    "be attacked": "be attacked",
    "be blocked": "be blocked",
    "be defeated": "be defeated",
    "be dealt damage | be damaged": "be damaged",
    "be chosen | be targeted": "be chosen",
}
_other_side = any_of(
    seq(terms.Each, filter_many),
    seq(terms.Each, saying("a", "an", "any"), filter_one),
    seq(terms.Each, theirs),
    meaning(
        {
            "this | this summon | this boss | this card": terms.This(),
            "you": terms.Who("you"),
            "the enchanted summon | the enchanted boss | the enchanted card": terms.Host(),
        }
    ),
)


def _ban_in_column(where: Any) -> Ban:
    """ "Cannot move into this column to block": whoever attacks there cannot be blocked by them."""
    return _ban_with("block", terms.Each(terms.Filter(kinds=("summon",), **dict(where))))


def _these(meant: terms.Filter) -> terms.Each:
    if meant == terms.Filter(("spell",)):
        raise Refusal()
    if meant.kinds != ("spell",):
        raise Refusal(Message("bos.card_text.price_in_vim"))
    return terms.Each(meant)


_into_column = any_of(
    seq(part_of_filter, saying("move into", "move to", "move over to", "move over into"), block_column, "to block"),
    seq(part_of_filter, saying("block in", "block attacks in", "block an attack in"), block_column),
)
forbidden = any_of(
    seq(_ban_but, meaning(_BY), "except by", _other_side),
    seq(_ban_but, meaning(_AGAINST), "anything but", _other_side),
    seq(_ban, meaning(_FORBIDDEN)),
    seq(_ban_in_column, _into_column),
    seq(_ban_with, meaning(_AGAINST), _other_side),
    seq(_ban_with, meaning(_BY), "by", _other_side),
    seq(_ban_with, meaning({"take damage": "be damaged"}), "from", _other_side),
    seq(_ban_with, meaning({"cast": "cast spells"}), seq(_these, filter_many)),
)
unreadied = seq(lambda ban: (ban,), seq(_ban, meaning({"ready | become ready": "ready"})))
"""What stands behind "does not"."""
but = any_of(
    seq(_ban, meaning({"attack only players | only attack players": "attack cards"})),
    seq(_ban_but, meaning({"only attack": "attack", "only block": "block"}), _other_side),
    seq(_ban_but, meaning(_AGAINST), "only", _other_side),
    seq(_ban_but, "only", meaning(_BY), "by", _other_side),
    seq(_ban_but, meaning(_BY), "only by", _other_side),
    seq(_ban_but, meaning({"cast only | only cast": "cast spells"}), seq(_these, filter_many)),
)
