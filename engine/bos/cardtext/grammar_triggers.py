"""The language of when: "during your main phase", "at the end of your turn", "when this attacks a player"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import CardName, Named, Refusal, any_of, maybe, meaning, perhaps, saying, seq, some
from engine.bos.cardtext.conditions.battles import BATTLER, afterwards, attacks_of, battle_events
from engine.bos.cardtext.conditions.conducting import conducted_with, conducting
from engine.bos.cardtext.conditions.replaceable import put_away
from engine.bos.cardtext.conditions.replaceable import would_happen as would_befall
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_targets import (
    filter_many,
    filter_one,
    others,
    owned_one,
    theirs,
)
from engine.bos.cardtext.grammar_words import OwnName, Subject, ThatCard, number, ordinal, resource
from engine.bos.cardtext.space.events import arriving_there
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.messages import Message

SUBJECT: Any = Subject()

# Points of a turn

_phase = meaning(
    {
        **{f"{phase} phase": phase for phase in ("startup", "summoning", "main", "ending")},
        **{f"turn's {phase} phase": phase for phase in ("startup", "summoning", "main", "ending")},
        "turn": "turn",
    }
)
_OF_OTHERS: dict[str, Any] = {
    "its controller's": "its controller",
    "that player's": "that player",
    "the enchanted summon's controller's | the enchanted wizard's controller's": terms.ControllerOf(terms.Host()),
    "the enchanted boss's controller's | the enchanted card's controller's": terms.ControllerOf(terms.Host()),
}
_whose = meaning(
    {
        "your": "your",
        "an opponent's | your opponent's | the opponent's | each opponent's": "an opponent's",
        "each player's | any player's | a player's | each | any": "each player's",
        **_OF_OTHERS,
    }
)
_phases = meaning(
    {**{f"{phase} phases": phase for phase in ("startup", "summoning", "main", "ending")}, "turns": "turn"}
)
_whose_each = meaning(
    {
        "your": "your",
        "an opponent's | your opponent's | the opponent's | your opponents'": "an opponent's",
        **_OF_OTHERS,
    }
)
_of_somebody = meaning({"its controller | their controller": "its controller", "that player": "that player",
                      "an opponent | your opponent": "an opponent's"})  # fmt: skip
_span = any_of(
    seq(lambda whose, phase: (whose, phase), _whose, _phase),
    seq(lambda whose, phase: (whose, phase), "each of", _whose_each, _phases),
    seq(lambda phase, whose: (whose, phase), saying("each", "the", "every"), _phase, "of", _of_somebody),
)
"""A phase or turn, and whose: "your turn", "each of its controller's turns"."""
_point = meaning(
    {
        "at the start of | at the beginning of": "start",
        "in the middle of": "middle",
        "at the end of": "end",
    }
)
during = seq(lambda span: syntax.During(span[1], span[0]), "during", _span)
_at = seq(lambda point, span: syntax.At(point, span[1], span[0]), _point, _span)

# Events


def _the_one(meant: terms.Filter) -> terms.Each:
    """ "The summon facing this": where there can be only one."""
    if meant.column not in ("facing", "front"):
        raise Refusal()
    return terms.Each(meant)


_party = Named("a card")
_party.means(
    meaning(
        {
            "this | this summon | this wizard | this boss | this card | this spell": terms.This(),
            "the enchanted summon | the enchanted wizard | the enchanted boss": terms.Host(),
            "the enchanted card | the enchanted battler": terms.Host(),
            "enchanted summon | enchanted wizard | enchanted boss": terms.Host(),
        }
    ),
    seq(terms.Each, saying("a", "an", "any"), filter_one),
    seq(terms.Each, saying("one of the"), filter_many),
    seq(lambda meant: terms.Each(others(meant)), "another", filter_one),
    seq(terms.Each, owned_one),
    seq(_the_one, "the", filter_one),
    seq(OwnName, CardName()),
)
_player = meaning(
    {
        "you": terms.Who("you"),
        "an opponent | your opponent | the opponent | each opponent": terms.Who("an opponent"),
        "a player | any player": terms.Who("a player"),
    }
)
_whom = any_of(_party, _player)
_in_battle = perhaps(meaning({"in battle | in a battle | by battle | with an attack | with its attack": True}), False)
_in_attack = perhaps(
    meaning(
        {
            "in battle | in a battle | from an attack | from attacks | from a player attack | by an attack": True,
            "from player attacks | from that attack | from the attack | from battle | by attacks": True,
        }
    ),
    False,
)
_from_attack = meaning({"from an attack | from attacks | by an attack": True})
_damage = any_of(seq(lambda battle: battle, "damage", _in_battle), meaning({"battle damage": True}))
_by_any_means = maybe(", either by battle or ability", "either by battle or ability")
_amount = any_of(
    seq(lambda n: n, number, "or more"),
    seq(lambda: None),
)


def _event(
    who: Any, verb: syntax.Verb, to: Any = None, in_battle: bool = False, least: int | None = None
) -> syntax.When:
    return syntax.When(who, verb, to, in_battle, least)


_alone = meaning(
    {
        "is summoned | enters the battlefield | enters | arrives | comes into play | comes onto the battlefield": (
            "summoned"
        ),
        "is put onto the battlefield | is brought onto the battlefield | enters play": "summoned",
        "attacks": "attacks",
        "is attacked": "attacked",
        "blocks": "blocks",
        "is blocked | becomes blocked": "blocked",
        "battles": "battles",
        "readies | is readied | becomes ready": "readied",
        "acts": "acts",
        "is turned face-down | turns face-down | is turned down | turns down | becomes face-down": "turned face-down",
        "is turned face-up | turns face-up | is turned up | turns up | becomes face-up": "turned face-up",
        "is flipped face-down | flips face-down": "turned face-down",
        "is flipped face-up | flips face-up": "turned face-up",
        "moves | is moved | moves to another column | moves to a different column | changes columns": "moves",
        "is enchanted | is enchanted by a spell | becomes enchanted": "enchanted",
        "leaves the battlefield": "leaves",
        "is removed | is removed from the enchanted card": "removed",
        "is returned": "returns",
        "attacks and is not blocked | attacks and isn't blocked | attacks unblocked | is not blocked": "unblocked",
        "isn't blocked | attacks without being blocked | goes unblocked | is unblocked": "unblocked",
        "survives a battle | survives battle | survives the battle | survives in battle | survives combat": "survives",
        "battles and survives | battles and is not defeated | battles and isn't defeated": "survives",
        "has attacked | finishes attacking | has finished attacking": "has attacked",
        "has blocked | finishes blocking": "has blocked",
    }
)
_enchants = any_of(
    seq(lambda: None, saying("enchants it", "is put under it", "is put under a card", "becomes attached")),
    seq(lambda named: None, saying("enchants", "is put under"), _party),
)
_on_another = meaning({verb: verb for verb in ("attacks", "blocks", "battles", "has attacked", "has blocked")})
_by_another = meaning({"is attacked by": "attacks", "is blocked by": "blocks"})


def _same(value: Any) -> Any:
    return value


card_did = Named()
card_did.means(
    *battle_events(SUBJECT, _party, _whom, _amount, _damage, _in_battle),
    seq(lambda verb: _event(SUBJECT, verb), _alone),
    seq(
        lambda battle: _event(SUBJECT, "defeated", None, battle),
        saying("is defeated", "dies", "falls", "is destroyed", "is killed"), _in_battle, _by_any_means,
    ),
    meaning({"loses a battle | loses in battle": _event(SUBJECT, "defeated", None, in_battle=True)}),
    meaning({"wins a battle | wins in battle": _event(SUBJECT, "defeats", terms.Each(BATTLER), in_battle=True)}),
    seq(lambda verb, to: _event(SUBJECT, verb, to), _on_another, _whom),
    seq(lambda to: conducting(SUBJECT, to), "conducts", _party),
    seq(lambda named: _event(SUBJECT, "enchants"), _enchants),
    seq(lambda verb, who: _event(who, verb, SUBJECT), _by_another, _party),
    seq(
        lambda to, battle: _event(SUBJECT, "defeats", to, battle),
        "defeats", _party, _in_battle, _by_any_means,
    ),
    seq(
        lambda who, battle: _event(who, "defeats", SUBJECT, battle),
        saying("is defeated by", "is destroyed by", "is killed by"), _party, _in_battle, _by_any_means,
    ),
    seq(
        lambda who: _event(who, "defeats", SUBJECT, in_battle=True),
        saying("is defeated in battle by", "is destroyed in battle by", "is killed in battle by"), _party,
    ),
    seq(
        lambda least, to, battle: _event(SUBJECT, "deals damage", to, battle, least),
        "deals", _amount, "damage", perhaps(seq(_same, "to", _whom)), _in_battle,
    ),
    seq(
        lambda least, to: _event(SUBJECT, "deals damage", to, in_battle=True, least=least),
        "deals", _amount, "battle damage", perhaps(seq(_same, "to", _whom)),
    ),
    seq(
        lambda least, battle: _event(SUBJECT, "damaged", None, battle, least),
        saying("takes", "is dealt"), _amount, any_of(_damage, seq(_same, "damage", _from_attack)),
    ),
    seq(
        lambda least, battle, who: _event(who, "deals damage", SUBJECT, battle, least),
        saying("takes", "is dealt"), _amount, _damage, saying("by", "from"), _party,
    ),
)  # fmt: skip


# Whether a verb fits its player makes no difference here: "an opponent cast a spell" can be meant in one way only.


def _deed(verb: syntax.Verb, to: Any) -> syntax.When:
    return syntax.When(SUBJECT, verb, to)


def _change(verb: syntax.Verb, least: int | None, what: terms.Resource) -> syntax.When:
    return syntax.When(SUBJECT, verb, least=least, resource=what)


def _hurt(least: int | None, battle: bool) -> syntax.When:
    return syntax.When(SUBJECT, "damaged", None, battle, least)


def _verbs(**pairs: syntax.Verb) -> Any:
    """Verbs of players by their base, in both forms."""
    return meaning({form: verb for base, verb in pairs.items() for form in (base, f"{base}s")})


_changes = _verbs(gain="gains", lose="loses", spend="spends", pay="spends")


def nth(who: Any, verb: syntax.Verb, number: int, meant: terms.Filter) -> syntax.When:
    """ "Casts their second spell each turn": counted for each player by themselves."""
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.whose_twice"))
    return syntax.When(who, verb, terms.Each(meant), nth=number)


_each_turn = saying("each turn", "in a turn", "of a turn", "of each turn", "in each turn", "every turn", "per turn")
_player_did = any_of(
    seq(
        lambda *said: nth(SUBJECT, *said),
        meaning({"cast | casts": "casts", "summon | summons | conduct | conducts": "summons"}),
        seq(_same, saying("your", "their", "the", "a", "his or her"), ordinal),
        filter_one,
        _each_turn,
    ),
    seq(_deed, _verbs(cast="casts", summon="summons", discard="discards"), _party),
    seq(_deed, meaning({"conduct | conducts": "summons"}), _party),
    seq(_change, _changes, _amount, resource),
    seq(_hurt, saying("take", "takes", "are dealt", "is dealt"), _amount, "damage", _in_attack),
    seq(lambda least: _hurt(least, True), saying("take", "takes", "are dealt", "is dealt"), _amount, "battle damage"),
    seq(
        lambda least, battle, who: _event(who, "deals damage", SUBJECT, battle, least),
        saying("take", "takes", "are dealt", "is dealt"), _amount, _damage, saying("by", "from"), _party,
    ),
)  # fmt: skip


# Passive sentences, in which the card comes first and the player who does it last, or is not named


def _passive(to: Any, verb: syntax.Verb, by: terms.Who | None) -> syntax.When:
    """ "An opponent's spell is cast": whose it is tells who casts it."""
    if isinstance(to, terms.Each) and to.filter.control:
        if by:
            raise Refusal()
        by, to = terms.Who(to.filter.control), terms.Each(replace(to.filter, control=None))
    return syntax.When(by or terms.Who("a player"), verb, to)


_done = meaning({"is cast": "casts", "is discarded": "discards"})
_passives = any_of(
    seq(_passive, _party, _done, perhaps(seq(_same, "by", _player))),
    seq(_passive, _party, meaning({"is summoned": "summons", "is conducted": "summons"}), seq(_same, "by", _player)),
)


def _turned(who: terms.Who, up: bool, what: Any) -> syntax.When:
    """ "You turn your boss face-up": players turn the cards that they control."""
    control = None if who.player == "a player" else who.player
    if isinstance(what, terms.Each):
        if what.filter.control not in (None, control):
            raise Refusal()
        what = terms.Each(replace(what.filter, control=control))
    return syntax.When(what, "turned face-up" if up else "turned face-down")


_turns = saying("turn", "turns", "flip", "flips")
_up = meaning({"face-up | face up | up": True, "face-down | face down | down": False})
_turnings = any_of(
    seq(lambda who, what, up: _turned(who, up, what), _player, _turns, _party, _up),
    seq(_turned, _player, _turns, _up, _party),
)

_conducts = seq(conducted_with, _player, saying("conduct", "conducts"), _party, "with", _party)

# One event or another

Whens = tuple[syntax.When, ...]
_or = saying("or", ", or", "or when", "or whenever")


def _listed(part: Any) -> Any:
    """Two or more parts: "a or b", "a, b or c"."""
    return seq(lambda first, more, last: (first, *more, last), part, some(seq(_same, ",", part), least=0), _or, part)


def about(subject: Any, event: syntax.When) -> syntax.When:
    if isinstance(subject, terms.Each) and SUBJECT in parts(getattr(event.to, "filter", None)):
        raise Refusal()
    bound: syntax.When = change(event, lambda part: subject if part == SUBJECT else part)
    return bound


def _met(events: Whens) -> Whens:
    """ "Attacks or blocks a summon": what stands behind the last verb is said of each."""
    last = events[-1]
    if last.verb not in _MEETING or last.who != SUBJECT or last.to is None:
        return events
    return tuple(replace(each, to=last.to) if each.verb in _MEETING and not each.to else each for each in events)


_MEETING = ("attacks", "blocks", "battles")


def _by_players(who: terms.Who, events: Whens) -> Whens:
    return tuple(about(who, event) for event in events)


def _more_or_less(who: terms.Who, verbs: tuple[syntax.Verb, ...], least: int | None, what: terms.Resource) -> Whens:
    return _by_players(who, tuple(_change(verb, least, what) for verb in verbs))


def _each_alone(meant: terms.Filter) -> Whens:
    raise Refusal(Message("bos.card_text.one_or_more"))


_are = saying("are", "attack", "block", "act", "die", "leave", "take", "deal", "is", "attacks", "blocks")
_one_event = Named("an event")
_one_event.means(
    seq(lambda who, did: (about(who, did),), _party, card_did),
    arriving_there(_party),
    seq(lambda who, did: _by_players(who, (did,)), _player, _player_did),
    seq(lambda event: (event,), any_of(attacks_of(_player, _whom), _conducts, _passives, _turnings, put_away(_party))),
    seq(_each_alone, saying("one or more", "at least one"), any_of(filter_many, seq(_same, "of", theirs)), _are),
)
one_of_events = Named("an event")
"""One event, or one of several."""
one_of_events.means(
    _one_event,
    seq(lambda who, events: tuple(about(who, each) for each in _met(events)), _party, _listed(card_did)),
    seq(lambda whos, did: tuple(about(who, did) for who in whos), _listed(_party), card_did),
    seq(_by_players, _player, _listed(_player_did)),
    seq(_more_or_less, _player, _listed(_changes), _amount, resource),
    seq(lambda groups: tuple(event for group in groups for event in group), _listed(_one_event)),
)


def conditional(events: Whens, held: terms.Predicate | None) -> syntax.When:
    """Several events as one clause, which asks for something more. Refuses an event that is named twice."""
    first, *also = dict.fromkeys(events)
    if len(also) + 1 < len(events):
        raise Refusal(Message("bos.card_text.event_twice"))
    if first.condition and held:
        held = terms.All((first.condition, held))
    return replace(first, condition=held or first.condition, also=tuple(also))


def _always_now(events: Whens) -> syntax.When:
    raise Refusal(Message("bos.card_text.event_this_turn"))


def _if_event(events: Whens, held: terms.Predicate | None) -> syntax.When:
    """ "If this attacks" can only be an event; "if this is enchanted" is a state."""
    if any(event.verb == "enchanted" for event in events):
        raise Refusal()
    return conditional(events, held)


that_card = meaning(
    {"it": terms.It(), "that summon | that boss | that wizard | that card | that summon or boss": ThatCard()}
)
when_word = saying("when", "whenever", "each time", "every time", "any time", "as")
_asked = perhaps(
    any_of(
        seq(
            _same,
            saying(", if", "if", "only if", ", only if", "while", ", while", "as long as", "and if", "and", ", and"),
            predicates,
        ),
        seq(terms.Not, saying("unless", ", unless"), predicates),
    )
)
_known_did = any_of(
    seq(lambda who, did: (about(who, did),), that_card, card_did),
    seq(lambda who, events: tuple(about(who, each) for each in _met(events)), that_card, _listed(card_did)),
)
event = seq(conditional, any_of(one_of_events, _known_did), _asked)
"""An event that is waited for: also that of a card named before."""
when = any_of(
    seq(conditional, when_word, any_of(one_of_events, _known_did), _asked),
    seq(lambda events, held: afterwards(conditional(events, held)), "after", any_of(one_of_events, _known_did), _asked),
    seq(_if_event, "if", one_of_events, _asked),
    seq(_always_now, when_word, one_of_events, "this turn"),
)
_held = any_of(
    seq(
        syntax.While,
        saying("if", "while", "as long as", "only if", "only while", "only as long as", "provided that", "provided"),
        predicates,
    ),
    seq(lambda held: syntax.While(terms.Not(held)), "unless", predicates),
    seq(
        lambda who, look: syntax.While(terms.IsSo(who, terms.Filter(looks=(look,)))),
        "while",
        meaning(
            {"this | this summon | this boss": terms.This(), "the enchanted summon | the enchanted boss": terms.Host()}
        ),
        meaning({"attacks": "attacking", "blocks": "blocking"}),
    ),
)

# What takes the place of an event

_one = any_of(_party, that_card)
_would = any_of(
    would_befall(_one, _party, _player),
    seq(
        lambda least, who, battle: _event(who, "damaged", None, battle, least),
        _amount, "damage would be dealt to", _whom, _in_attack,
    ),
    seq(
        lambda to, least, who: _event(who, "deals damage", to, False, least),
        _whom, saying("would be dealt", "would take"), _amount, "damage", saying("by", "from"), _party,
    ),
    seq(
        lambda who, battle: _event(who, "defeated", None, battle), _one, "would be defeated", _in_battle
    ),
    seq(
        lambda who, least, battle: _event(who, "damaged", None, battle, least),
        any_of(_whom, that_card), saying("would be dealt", "would take"), _amount, "damage", maybe("at once"),
        _in_attack,
    ),
    seq(
        lambda who, least, to, battle: _event(who, "deals damage", to, battle, least),
        _one, "would deal", _amount, "damage", perhaps(seq(lambda to: to, "to", _whom)), _in_battle,
    ),
    seq(
        lambda who, verb, least, what: syntax.When(who, verb, least=least, resource=what),
        _player, meaning({"would gain": "gains", "would lose": "loses"}), _amount, resource,
    ),
    seq(lambda who, verb: _event(who, verb), _one, meaning(
        {
            "would leave the battlefield": "leaves",
            "would be returned | would be returned to its owner's castle | would be returned to your castle": "returns",
            "would return to its owner's castle | would return to your castle": "returns",
            "would be enchanted": "enchanted",
            "would be turned face-down": "turned face-down",
        }
    )),
)  # fmt: skip
would_happen = _would
"""An event that would happen."""
would = seq(
    lambda event, held: replace(event, condition=held),
    saying("when", "whenever", "if", "each time"),
    _would,
    perhaps(seq(lambda held: held, saying(", if", "while"), predicates)),
)

casters, casting, sufferers = _player, _party, _whom
"""Who casts, and what: of a spell that then has no effect."""

moment = Named("a moment")
moment.means(during, _at, _held, when)
