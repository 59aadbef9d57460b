"""The language of when: "during your main phase", "at the end of your turn", "when this attacks a player"."""

from __future__ import annotations

from typing import Any

from engine.bos import tree
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_things import filter_one, others
from engine.bos.cardtext.grammar_words import number, resource
from engine.bos.cardtext.kernel import Named, Refusal, any_of, maybe, meaning, perhaps, saying, seq, words

# Points of a turn

_phase = meaning(
    {
        **{f"{phase} phase": phase for phase in ("startup", "summoning", "main", "ending")},
        **{f"turn's {phase} phase": phase for phase in ("startup", "summoning", "main", "ending")},
        "turn": "turn",
    }
)
_whose = meaning(
    {
        "your": "your",
        "an opponent's | your opponent's | the opponent's | each opponent's": "an opponent's",
        "each player's | any player's | a player's | each | any": "each player's",
    }
)
_point = meaning(
    {
        "at the start of | at the beginning of": "start",
        "in the middle of": "middle",
        "at the end of": "end",
    }
)
during = seq(lambda whose, phase: tree.During(phase, whose), "during", _whose, _phase)
_at = seq(lambda point, whose, phase: tree.At(point, phase, whose), _point, _whose, _phase)

# Events

_party = Named("a card")
_party.means(
    meaning(
        {
            "this | this summon | this wizard | this boss | this card | this spell": tree.This(),
            "the enchanted summon | the enchanted wizard | the enchanted boss": tree.Host(),
            "the enchanted card | the enchanted battler": tree.Host(),
            "enchanted summon | enchanted wizard | enchanted boss": tree.Host(),
        }
    ),
    seq(tree.Each, saying("a", "an", "any"), filter_one),
    seq(lambda meant: tree.Each(others(meant)), "another", filter_one),
)
_player = meaning(
    {
        "you": tree.Who("you"),
        "an opponent | your opponent | the opponent | each opponent": tree.Who("an opponent"),
        "a player | any player": tree.Who("a player"),
    }
)
_whom = any_of(_party, _player)
_in_battle = perhaps(meaning({"in battle | in a battle | by battle": True}), False)
_by_any_means = maybe(", either by battle or ability", "either by battle or ability")
_amount = any_of(
    seq(lambda n: n, number, "or more"),
    seq(lambda: None),
)


def _event(who: Any, verb: tree.Verb, to: Any = None, in_battle: bool = False, least: int | None = None) -> tree.When:
    return tree.When(who, verb, to, in_battle, least)


_alone = meaning(
    {
        "is summoned": "summoned",
        "attacks": "attacks",
        "is attacked": "attacked",
        "blocks": "blocks",
        "is blocked": "blocked",
        "battles": "battles",
        "readies | is readied | becomes ready": "readied",
        "acts": "acts",
        "is turned face-down | turns face-down": "turned face-down",
        "is turned face-up | turns face-up": "turned face-up",
        "moves | is moved": "moves",
        "is enchanted": "enchanted",
        "leaves the battlefield": "leaves",
        "is returned": "returns",
    }
)
_on_another = meaning({"attacks": "attacks", "blocks": "blocks", "battles": "battles"})
_by_another = meaning({"is attacked by": "attacks", "is blocked by": "blocks"})
_cards = any_of(
    seq(_event, _party, _alone),
    seq(lambda who, battle: _event(who, "defeated", None, battle), _party, "is defeated", _in_battle, _by_any_means),
    seq(_event, _party, _on_another, _whom),
    seq(lambda whom, verb, who: _event(who, verb, whom), _party, _by_another, _party),
    seq(
        lambda who, to, battle: _event(who, "defeats", to, battle),
        _party, "defeats", _party, _in_battle, _by_any_means,
    ),
    seq(
        lambda to, who, battle: _event(who, "defeats", to, battle),
        _party, "is defeated by", _party, _in_battle, _by_any_means,
    ),
    seq(
        lambda who, least, to, battle: _event(who, "deals damage", to, battle, least),
        _party, "deals", _amount, "damage", perhaps(seq(lambda to: to, "to", _whom)), _in_battle,
    ),
    seq(
        lambda who, least, battle: _event(who, "damaged", None, battle, least),
        _party, saying("takes", "is dealt"), _amount, "damage", _in_battle,
    ),
)  # fmt: skip


def _agrees(who: tree.Who, verb: str) -> None:
    if (who.player == "you") == (verb.endswith("s") or verb == "is"):
        raise Refusal("The verb does not fit: write “you gain”, but “an opponent gains”.")


def _deed(who: tree.Who, verb: tuple[str, tree.Verb], to: Any) -> tree.When:
    _agrees(who, verb[0])
    return tree.When(who, verb[1], to)


def _change(who: tree.Who, verb: tuple[str, tree.Verb], least: int | None, what: tree.Resource) -> tree.When:
    _agrees(who, verb[0])
    return tree.When(who, verb[1], least=least, resource=what)


def _hurt(who: tree.Who, verb: str, least: int | None, battle: bool) -> tree.When:
    _agrees(who, verb)
    return tree.When(who, "damaged", None, battle, least)


def _verbs(**pairs: tree.Verb) -> Any:
    """Verbs of players by their base, in both forms."""
    both = {form: (form, verb) for base, verb in pairs.items() for form in (base, f"{base}s")}
    return meaning(both)


_players = any_of(
    seq(_deed, _player, _verbs(cast="casts", summon="summons", discard="discards"), _party),
    seq(_deed, _player, meaning({"conduct": ("conduct", "summons"), "conducts": ("conducts", "summons")}), _party),
    seq(_change, _player, _verbs(gain="gains", lose="loses", spend="spends"), _amount, resource),
    seq(_hurt, _player, words("take", "takes"), _amount, "damage", _in_battle),
    seq(_hurt, _player, meaning({"are dealt": "take", "is dealt": "takes"}), _amount, "damage", _in_battle),
)
_BATTLERS: tuple[tree.Kind, ...] = ("summon", "boss")


def _own_attack(who: tree.Who, verb: str, to: Any = None) -> tree.When:
    """Players attack with their summons and bosses."""
    _agrees(who, verb)
    control = None if who.player == "a player" else who.player
    return tree.When(tree.Each(tree.Filter(kinds=_BATTLERS, control=control)), "attacks", to)


def _under_attack(whom: tree.Who, verb: str) -> tree.When:
    _agrees(whom, "take" if verb == "are" else "is")
    return tree.When(tree.Each(tree.Filter(kinds=_BATTLERS)), "attacks", whom)


_attacks = any_of(
    seq(_own_attack, _player, words("attack", "attacks"), perhaps(_whom)),
    seq(_own_attack, _player, meaning({"declare an attack": "attack", "declares an attack": "attacks"})),
    seq(_under_attack, _player, meaning({"are attacked": "are", "is attacked": "is"})),
)
_any_event = Named("an event")
_any_event.means(_cards, _players, _attacks)


def _conditional(event: tree.When, held: tree.Predicate | None) -> tree.When:
    return tree.When(event.who, event.verb, event.to, event.in_battle, event.least, event.resource, held)


_when = saying("when", "whenever", "each time", "after")
when = seq(
    _conditional,
    _when,
    _any_event,
    perhaps(seq(lambda held: held, saying(", if", "if", "while", ", while"), predicates)),
)
_held = seq(tree.While, saying("if", "while", "as long as"), predicates)

# What takes the place of an event

_would = any_of(
    seq(
        lambda who, battle: _event(who, "defeated", None, battle), _party, "would be defeated", _in_battle
    ),
    seq(
        lambda who, least, battle: _event(who, "damaged", None, battle, least),
        _whom, saying("would be dealt", "would take"), _amount, "damage", _in_battle,
    ),
    seq(
        lambda who, least, to, battle: _event(who, "deals damage", to, battle, least),
        _party, "would deal", _amount, "damage", perhaps(seq(lambda to: to, "to", _whom)), _in_battle,
    ),
    seq(
        lambda who, verb, least, what: tree.When(who, verb, least=least, resource=what),
        _player, meaning({"would gain": "gains", "would lose": "loses"}), _amount, resource,
    ),
    seq(lambda who, verb: _event(who, verb), _party, meaning(
        {
            "would leave the battlefield": "leaves",
            "would be returned": "returns",
            "would be enchanted": "enchanted",
            "would be turned face-down": "turned face-down",
        }
    )),
)  # fmt: skip
would = seq(
    _conditional,
    saying("when", "whenever", "if", "each time"),
    _would,
    perhaps(seq(lambda held: held, saying(", if", "while"), predicates)),
)

moment = Named("a moment")
moment.means(during, _at, _held, when)
