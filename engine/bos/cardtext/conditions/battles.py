"""The language of battles as events: "attacks and is not blocked", "survives a battle", "an opponent attacks you"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.conditions.strength_bounds import stronger_than
from engine.bos.cardtext.grammar_targets import filter_one
from engine.bos.model import syntax, terms

BATTLER = terms.Filter(kinds=("summon", "boss"))
"""Who attacks, blocks and battles."""


def _same(value: Any) -> Any:
    return value


# What cards do

_not_blocked = saying(
    "and is not blocked",
    "and isn't blocked",
    "without being blocked",
    "unblocked",
    "and nobody blocks",
    "and no one blocks",
)
_unhurt = saying(
    "and is not defeated", "and isn't defeated", "but is not defeated", "but isn't defeated", "and survives",
    "but survives", "without being defeated", "and is not defeated by it",
)  # fmt: skip


def _fighting(event: syntax.When, look: terms.Look | None) -> syntax.When:
    """ "Attacks and survives", "blocks and defeats a summon"; without a look it was attacked."""
    it = terms.It()
    if look is None:
        others = (terms.IsSo(it, terms.Filter(looks=(each,)), no=True) for each in ("attacking", "blocking"))
        return replace(event, condition=terms.All(tuple(others)))
    return replace(event, condition=terms.IsSo(it, terms.Filter(looks=(look,))))


_part_taken = meaning({"attacks and": "attacking", "blocks and": "blocking"})
_fallen = saying("is defeated", "dies", "falls", "is destroyed", "is killed")
_meanwhile = meaning(
    {"while attacking | as it attacks | as an attacker": "attacking"}
    | {"while blocking | as it blocks | as a blocker": "blocking"}
)
_and_lives = saying("and survives", "and is not defeated", "and isn't defeated", "and survives the battle")
_alive_then = saying("survives", "survives the battle", "is not defeated", "isn't defeated", "survives it")


def _fighters(who: Any) -> terms.Each:
    """Players attack and block with their summons and bosses."""
    return terms.Each(replace(BATTLER, control=who))


_attack_of = seq(
    _fighters,
    meaning(
        {
            "an attack": None,
            "one of your attacks | your attack | an attack of yours": "you",
            "one of an opponent's attacks | one of your opponent's attacks | an opponent's attack": "an opponent",
            "one of your opponents' attacks | your opponent's attack": "an opponent",
        }
    ),
)
"""Whose attack it is."""


def _alive(event: syntax.When) -> syntax.When:
    """ "Takes damage and isn't defeated"."""
    return replace(event, condition=terms.IsSo(terms.It(), terms.Filter(past="was defeated"), no=True))


def _than_itself(subject: Any) -> Any:
    """ "A summon stronger than itself", which only of one card can be said in this way."""

    def built(meant: terms.Filter, bounds: Any) -> terms.Each:
        if meant.least or meant.most:
            raise Refusal()
        return terms.Each(replace(meant, **dict(bounds)))

    return seq(built, saying("a", "an", "any"), filter_one, stronger_than(seq(lambda: subject, "itself")))


def _told_of_itself(subject: Any) -> tuple[Any, ...]:
    """What is said of a card and of how strong it is itself, and that a blocker survives."""
    return (
    seq(
        lambda verb, to: syntax.When(subject, verb, to),
        meaning({verb: verb for verb in ("attacks", "blocks", "battles")}), _than_itself(subject),
    ),
    seq(
        lambda: _alive(syntax.When(subject, "has blocked")),
        saying("survives a battle in which it blocked", "survives a block", "survives blocking",
               "has blocked and survived", "survives a battle it blocked in"),
    ),
    )  # fmt: skip


def battle_events(subject: Any, party: Any, whom: Any, amount: Any, damage: Any, in_battle: Any) -> tuple[Any, ...]:
    """What is said of a card in a battle, from the rules of other cards, of players, and of damage."""

    def _event(who: Any, verb: syntax.Verb, to: Any = None, battle: bool = False, least: Any = None) -> syntax.When:
        return syntax.When(who, verb, to, battle, least)

    return (
    *_told_of_itself(subject),
    seq(lambda to: _event(subject, "unblocked", to), "attacks", seq(_same, whom, _not_blocked)),
    seq(lambda look: _fighting(_event(subject, "survives"), look), _part_taken, _alive_then),
    seq(
        lambda look, to, battle: _fighting(_event(subject, "defeats", to, battle=True), look),
        _part_taken, saying("defeats"), party, in_battle,
    ),
    seq(
        lambda to: _fighting(_event(subject, "survives", to), "attacking"),
        "attacks", seq(_same, party, _and_lives),
    ),
    seq(
        lambda to: _fighting(_event(subject, "defeats", to, battle=True), "attacking"),
        "defeats", seq(_same, party, saying("by attacking", "while attacking", "when attacking")),
    ),
    seq(
        lambda to: _fighting(_event(subject, "survives", to), None),
        saying("survives an attack by", "survives an attack from", "survives being attacked by"), party,
    ),
    seq(lambda of: _event(subject, "blocks", of), "blocks", _attack_of),
    seq(lambda look: _fighting(_event(subject, "defeated"), look), _fallen, _meanwhile),
    seq(lambda to, battle: _event(subject, "deals damage", to, battle), saying("damages"), whom, in_battle),
    seq(
        lambda: _fighting(_event(subject, "survives"), None),
        saying("survives an attack", "survives being attacked", "is attacked and survives", "survives the attack",
               "is attacked and is not defeated", "is attacked and isn't defeated"),
    ),
    seq(lambda to: _event(subject, "survives", to), "survives a battle", saying("with", "against"), party),
    seq(
        lambda least, battle: _alive(_event(subject, "damaged", None, battle, least)),
        saying("takes", "is dealt"), amount, seq(_same, damage, _unhurt),
    ),
    )  # fmt: skip


# Of players


def _own_attack(who: terms.Who, to: Any = None) -> syntax.When:
    """Players attack with their summons and bosses."""
    control = None if who.player == "a player" else who.player
    return syntax.When(terms.Each(terms.Filter(kinds=BATTLER.kinds, control=control)), "attacks", to)


def _attack_with(who: terms.Who, meant: terms.Filter, to: Any) -> syntax.When:
    """ "An opponent attacks you with a boss"."""
    if meant.control:
        raise Refusal()
    control = None if who.player == "a player" else who.player
    return syntax.When(terms.Each(replace(meant, control=control)), "attacks", to)


def _attack_unblocked(who: terms.Who, to: Any, meant: terms.Filter | None) -> syntax.When:
    """ "An opponent attacks you with a boss and it is not blocked"."""
    attack = _own_attack(who, to) if meant is None else _attack_with(who, meant, to)
    return replace(attack, verb="unblocked")


_nobody_blocks = saying(
    "and it is not blocked", "and it isn't blocked", "and the attack is not blocked", "and the attack isn't blocked",
    "and that attack is not blocked", "and is not blocked", "and isn't blocked", "and you do not block",
    "and you don't block", "and it is unblocked", "and that summon is not blocked", "and nobody blocks",
)  # fmt: skip


def _under_attack(whom: terms.Who) -> syntax.When:
    return syntax.When(terms.Each(BATTLER), "attacks", whom)


def _of_player(who: terms.Who, verb: syntax.Verb) -> syntax.When:
    """A player wins and loses battles with the cards that fight them."""
    control = None if who.player == "a player" else who.player
    fighter = terms.Each(replace(BATTLER, control=control))
    return syntax.When(fighter, verb, terms.Each(BATTLER) if verb == "defeats" else None, in_battle=True)


def attacks_of(player: Any, whom: Any) -> Any:
    """What players do with the cards that fight for them, or what is done to them."""
    return any_of(
        seq(_own_attack, player, saying("attack", "attacks"), perhaps(whom)),
        seq(_own_attack, player, saying("declare an attack", "declares an attack")),
        seq(
            lambda who, to, meant: _attack_with(who, meant, to),
            player,
            saying("attack", "attacks"),
            perhaps(whom),
            seq(_same, "with", saying("a", "an"), filter_one),
        ),
        seq(
            _attack_unblocked,
            player,
            saying("attack", "attacks"),
            perhaps(whom),
            seq(_same, perhaps(seq(_same, "with", saying("a", "an"), filter_one)), _nobody_blocks),
        ),
        seq(lambda of: syntax.When(of, "blocked"), _attack_of, saying("is blocked", "becomes blocked")),
        seq(_under_attack, player, saying("are attacked", "is attacked")),
        seq(lambda: _under_attack(terms.Who("you")), "you're attacked"),
        seq(_of_player, player, meaning({"win a battle | wins a battle": "defeats"})),
        seq(_of_player, player, meaning({"lose a battle | loses a battle": "defeated"})),
    )


# When it is over

_AFTER: dict[syntax.Verb, syntax.Verb] = {
    "attacks": "has attacked",
    "blocks": "has blocked",
    "battles": "survives",
}


def afterwards(event: syntax.When) -> syntax.When:
    """ "After this attacks": when that attack is over (G-361). Of other events "after" says what "when" does."""
    if not all(each.verb in _AFTER for each in event.events):
        return event
    also = tuple(replace(each, verb=_AFTER[each.verb]) for each in event.also)
    return replace(event, verb=_AFTER[event.verb], also=also)
