"""The language of what is forbidden: "attack", "be attacked by bosses", "attack only players", "cast blue spells"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.grammar_targets import block_column, filter_many, filter_one, theirs
from engine.bos.cardtext.grammar_words import number
from engine.bos.cardtext.space.positions import is_one_place, part_of_filter
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


def _only_one(meant: terms.Filter) -> terms.Each:
    """ "The summon facing it": the one card that can stand there."""
    if not is_one_place(meant):
        raise Refusal()
    return terms.Each(meant)


def _weaker(how: str, meant: terms.Filter) -> terms.Each:
    """ "Weaker summons": with less strength than it."""
    if meant.least or meant.most:
        raise Refusal()
    own = terms.Strength(terms.It())
    if how == "less":
        return terms.Each(replace(meant, most=terms.Below(own)))
    return terms.Each(replace(meant, least=terms.Above(own)))


other_side = any_of(
    seq(terms.Each, filter_many),
    seq(terms.Each, saying("a", "an", "any"), filter_one),
    seq(terms.Each, theirs),
    seq(_only_one, "the", filter_one),
    seq(_weaker, meaning({"weaker": "less", "stronger": "more"}), filter_many),
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
    seq(_ban_but, meaning(_BY), "except by", other_side),
    seq(_ban_but, meaning(_AGAINST), "anything but", other_side),
    seq(_ban, meaning(_FORBIDDEN)),
    seq(_ban_in_column, _into_column),
    seq(_ban_with, meaning(_AGAINST), other_side),
    seq(_ban_with, meaning(_BY), "by", other_side),
    seq(_ban_with, meaning({"take damage": "be damaged"}), "from", other_side),
    seq(_ban_with, meaning({"cast": "cast spells"}), seq(_these, filter_many)),
)
but = any_of(
    seq(_ban, meaning({"attack only players | only attack players": "attack cards"})),
    seq(_ban_but, meaning({"only attack": "attack", "only block": "block"}), other_side),
    seq(_ban_but, meaning(_AGAINST), "only", other_side),
    seq(_ban_but, "only", meaning(_BY), "by", other_side),
    seq(_ban_but, meaning(_BY), "only by", other_side),
    seq(_ban_but, meaning({"cast only | only cast": "cast spells"}), seq(_these, filter_many)),
)


# So often each turn

Limit = tuple[Any, Any, int]
"""What is limited, with what other side, and how often it may be done in a turn."""


def _limit(what: Any) -> Any:
    return lambda most: (what, None, most)


_COUNTED: dict[str, terms.Filter] = {"cast spells": terms.Filter(("spell",)), "conduct": terms.Filter(("summon",))}


def _limited(what: Any) -> Any:
    def built(most: int, meant: terms.Filter) -> Limit:
        plain = _COUNTED.get(what)
        if plain and meant.kinds != plain.kinds:
            raise Refusal()
        return (what, None if meant == plain else terms.Each(meant), most)

    return built


_count = any_of(meaning({"once": 1, "twice": 2}), seq(lambda n: n, number, "times"))
_cards = any_of(filter_one, filter_many)
_per_turn = maybe(
    "each turn", "per turn", "in a turn", "a turn", "every turn", "in each turn", "during each turn", "in one turn",
    "each of their turns", "each of your turns", "in the same turn",
)  # fmt: skip


def _limits(more_than: Any) -> Any:
    """ "attack more than once each turn", "cast more than one spell each turn"; or with "only"."""
    return any_of(
        seq(_limit("attack"), "attack", seq(lambda n: n, more_than, _count), _per_turn),
        seq(_limit("block"), "block", seq(lambda n: n, more_than, _count), _per_turn),
        seq(_limited("attack with"), "attack with", seq(lambda n: n, more_than, number), _cards, _per_turn),
        seq(_limited("block with"), "block with", seq(lambda n: n, more_than, number), _cards, _per_turn),
        seq(_limited("cast spells"), "cast", seq(lambda n: n, more_than, number), _cards, _per_turn),
        seq(_limited("conduct"), saying("summon", "conduct", "play"), seq(lambda n: n, more_than, number), _cards,
            _per_turn),
    )  # fmt: skip


_only = saying("only", "at most", "no more than", "up to", "a maximum of")
too_often = _limits("more than")
"""What cannot be done more often."""
only_so_often = any_of(
    _limits(_only),
    seq(_limit("attack"), "only attack", _count, _per_turn),
    seq(_limited("cast spells"), "only cast", number, _cards, _per_turn),
    seq(_limited("attack with"), "only attack with", number, _cards, _per_turn),
    seq(_limited("conduct"), saying("only summon", "only conduct"), number, _cards, _per_turn),
)
"""What can be done only so often."""
