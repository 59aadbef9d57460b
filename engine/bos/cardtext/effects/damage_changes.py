"""The language of changed damage: "deals double damage to bosses", "takes 2 less damage", "is halved, rounded up"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq, some
from engine.bos.cardtext.effects.bans import other_side
from engine.bos.cardtext.effects.phrases import OPEN, SUBJECT, Phrase, until, until_said, verb
from engine.bos.cardtext.grammar_conditions import SAME, said_of_players
from engine.bos.cardtext.grammar_targets import anyone, filter_many
from engine.bos.cardtext.grammar_words import THEY, number, player
from engine.bos.model import syntax, terms

# By how much

Change = tuple[tuple[str, Any], ...]
"""The fields of a change of damage."""


def _fields(**values: Any) -> Change:
    return tuple(values.items())


_PLAIN: Change = ()

_less = meaning({"less damage": True, "more damage | additional damage | extra damage": False})
_brief = seq(lambda much, less: _fields(amount=much, less=less), number, meaning({"less": True, "more": False}))
"""Where damage was just spoken of."""
_rounding = perhaps(meaning({", rounded up | rounded up": "up", ", rounded down | rounded down": "down"}), "down")
_any_change = any_of(
    seq(lambda much, less: _fields(amount=much, less=less), number, _less),
    seq(dict, saying("double damage", "twice as much damage", "double that damage", "twice that damage")),
    seq(dict, saying("twice that much damage", "twice that much", "double that much", "double the damage")),
    seq(dict, saying("twice the damage", "double that amount", "twice that amount")),
    seq(
        lambda up: _fields(half=up),
        saying("half damage", "half the damage", "only half damage", "only half the damage", "half as much damage",
               "half that damage", "half of that damage", "half that much", "half of it"),
        _rounding,
    ),
    seq(lambda most: _fields(amount=most, at_most=True), saying("at most", "no more than"), number, "damage"),
)  # fmt: skip

_change = any_of(seq(lambda: _fields(amount=0, at_most=True), saying("no damage")), _any_change)
"""That of damage which is dealt; who takes none cannot be damaged."""

# To whom, by whom


def _who_has(held: terms.Predicate) -> Change:
    """ "to players who control no summons"."""
    if getattr(held, "player", None) != SAME:
        raise Refusal()
    bound: Any = held
    return _fields(only=replace(bound, player=THEY))


_players = meaning(
    {
        "players | a player | any player | each player": terms.Who("each player"),
        "opponents | an opponent | your opponent | your opponents | the opponent | each opponent": terms.Who(
            "an opponent"
        ),
    }
)
_hit = any_of(
    seq(lambda other: _fields(other=other), other_side),
    seq(lambda other: _fields(other=other), _players),
    seq(
        lambda other, held: (*_fields(other=other), *held),
        _players,
        seq(_who_has, saying("who", "that"), said_of_players),
    ),
)
_in_battle = any_of(
    meaning({"in battle | in battles | in a battle": _fields(in_battle=True)}),
    meaning({"in attacks | with attacks | with its attacks | when attacking a player": _fields(in_battle=True)}),
)
_attacks = meaning(
    {
        "from an attack | from attacks | from a player attack | from player attacks | from battle": _fields(
            in_battle=True
        ),
        "from battles | from each attack | from any attack | by attacks | by an attack": _fields(in_battle=True),
        "from that attack | from this attack": _fields(in_battle=True, until="end of the attack"),
    }
)


def _merged(*changes: Any) -> Change:
    """All of it; what is said twice is refused."""
    together = [field for change in changes for field in change]
    if len(dict(together)) < len(together):
        raise Refusal()
    return tuple(together)


def _sides(*sides: Any) -> Any:
    """What narrows the damage, in any order."""
    return seq(lambda found: _merged(*found), some(any_of(*sides), least=0))


dealt_sides = _sides(_in_battle, seq(lambda hit: hit, "to", _hit))
taken_sides = _sides(
    _in_battle,
    _attacks,
    seq(lambda other: _fields(other=other), saying("from", "by", "dealt by"), other_side),
    meaning({"at once | each time | at a time | from a single source | from one source": _PLAIN}),
)


def _deed(who: Any, change: Change, end: Any, **more: Any) -> syntax.DamageChange:
    """The change; "from that attack" says by itself how long."""
    values = dict(change)
    said = end if end != OPEN else values.get("until", OPEN)
    return syntax.DamageChange(who, **{**values, "until": said}, **more)


# The verb of a clause


def _changed(taken: bool) -> Any:
    def built(third: bool | None, change: Change, sides: Change, end: Any) -> Phrase:
        return Phrase(third, (_deed(SUBJECT, _merged(change, sides), end, taken=taken),))

    return built


def _bounded(taken: bool, most: int, sides: Change, end: Any) -> Phrase:
    """ "cannot take more than 3 damage from an attack"."""
    bounded: Phrase = _changed(taken)(None, _fields(amount=most, at_most=True), sides, end)
    return bounded


_cannot = saying("cannot", "can't", "can not")
_more_than = seq(lambda most: most, "more than", number, "damage")
damage_changes = any_of(
    seq(_changed(False), verb("deal", "deals"), _change, dealt_sides, until_said),
    seq(_changed(True), verb("take", "takes"), _any_change, taken_sides, until_said),
    seq(_changed(True), meaning({"is dealt": True, "are dealt": False}), _any_change, taken_sides, until_said),
    seq(lambda most, sides, end: _bounded(False, most, sides, end), seq(lambda n: n, _cannot, "deal", _more_than),
        dealt_sides, until_said),
    seq(lambda most, sides, end: _bounded(True, most, sides, end), seq(lambda n: n, _cannot, "take", _more_than),
        taken_sides, until_said),
    seq(lambda most, sides, end: _bounded(True, most, sides, end),
        seq(lambda n: n, _cannot, "be dealt", _more_than), taken_sides, until_said),
)  # fmt: skip
"""Phrases of which somebody is the subject."""

# Sentences about the damage


def _step(who: terms.Thing, sides: Change, change: Change, end: Any, *, taken: bool) -> syntax.Step:
    return syntax.Step(_deed(who, _merged(change, sides), end, taken=taken))


def _about(taken: bool) -> Any:
    return lambda who, sides, change, end: _step(who, sides, change, end, taken=taken)


def _reduced(taken: bool, less: bool) -> Any:
    def built(who: terms.Thing, sides: Change, much: int, end: Any) -> syntax.Step:
        return _step(who, sides, _fields(amount=much, less=less), end, taken=taken)

    return built


_becomes = any_of(
    seq(dict, saying("is doubled", "are doubled")),
    seq(lambda up: _fields(half=up), saying("is halved", "are halved"), _rounding),
    seq(lambda much: _fields(amount=much, less=True), saying("is reduced by", "is decreased by"), number),
    seq(lambda much: _fields(amount=much, less=False), "is increased by", number),
)
_deals = saying("deals", "deal", "would deal")
_takes = saying("takes", "take", "would take", "is dealt", "would be dealt")
_damage = saying("damage", "the damage", "all damage", "any damage")
_source = any_of(anyone, seq(terms.Each, filter_many))
_dealt_by = any_of(
    seq(lambda who, sides: (who, sides), _damage, saying("dealt by", "from", "done by"), _source, dealt_sides),
    seq(lambda who, sides: (who, sides), _damage, maybe("that"), anyone, seq(lambda sides: sides, _deals, dealt_sides)),
)
_dealt_to = any_of(
    seq(lambda who, sides: (who, sides), _damage, saying("dealt to", "done to", "that would be dealt to", "to"), anyone,
        taken_sides),
    seq(lambda who, sides: (who, sides), _damage, maybe("that"), anyone, seq(lambda sides: sides, _takes, taken_sides)),
)  # fmt: skip


def _split(make: Any) -> Any:
    return lambda about, *rest: make(*about, *rest)


def _commands(about: Any, taken: bool) -> tuple[Any, ...]:
    """ "Reduce the damage you would take by 3", "Double the damage dealt by this"."""
    return (
        seq(_split(_about(taken)), about, _becomes, until_said),
        seq(lambda found, end, change: _about(taken)(*found, change, end), about, until, _becomes),
        seq(_split(_reduced(taken, True)), "reduce", about, seq(lambda much: much, "by", number), until_said),
        seq(_split(_reduced(taken, False)), "increase", about, seq(lambda much: much, "by", number), until_said),
        seq(lambda about, end: _about(taken)(*about, _PLAIN, end), "double", about, until_said),
        seq(lambda about, up, end: _about(taken)(*about, _fields(half=up), end), "halve", about, _rounding, until_said),
    )


_now: Any = perhaps(until, OPEN)
_pronoun = saying("it", "they", "you", "that summon", "that boss", "that card", "this", "that player")


def _next(taken: bool) -> Any:
    """ "The next time it deals damage to a player this turn, it deals double that damage"."""

    def built(who: terms.Thing, sides: Change, now: Any, change: Change, end: Any) -> syntax.Step:
        if OPEN not in (now, end):
            raise Refusal()
        said = end if now == OPEN else now
        deed = _deed(who, _merged(change, sides), "" if said == OPEN else said, taken=taken, once=True)
        return syntax.Step(deed)

    return built


_blow = saying("damage")
_this_deals = seq(lambda change: change, _pronoun, saying("deals", "deal"), any_of(_change, _brief))
_half = seq(lambda up: _fields(half=up), "half", _rounding)
_this_takes = seq(
    lambda change: change, _pronoun, saying("takes", "take"), any_of(_any_change, _brief, _half), maybe("instead")
)
next_damage = any_of(
    seq(_next(False), "the next time", anyone, seq(lambda sides: sides, _deals, _blow, dealt_sides), _now, ",",
        _this_deals, until_said),
    seq(_next(True), "the next time", anyone, seq(lambda sides: sides, _takes, _blow, taken_sides), _now, ",",
        _this_takes, until_said),
    seq(lambda who, sides, now, change, end: _next(False)(who, sides, now, change, end),
        "the next damage", anyone, seq(lambda sides: sides, _deals, dealt_sides), _now, _becomes, until_said),
    seq(lambda who, sides, now, change, end: _next(True)(who, sides, now, change, end),
        "the next damage", anyone, seq(lambda sides: sides, _takes, taken_sides), _now, _becomes, until_said),
    seq(lambda who, sides, now, change, end: _next(True)(who, sides, now, change, end),
        saying("the next damage dealt to", "the next damage to"), anyone, taken_sides, _now, _becomes, until_said),
)  # fmt: skip


def _prevented(much: int | None, who: terms.Thing, sides: Change, end: Any) -> syntax.Step:
    """ "Prevent all damage it would deal to you", "Prevent 3 damage it would deal"."""
    change = _fields(amount=0, at_most=True) if much is None else _fields(amount=much, less=True)
    return _step(who, sides, change, end, taken=False)


def _battle_damage(end: Any) -> syntax.Step:
    return _prevented(None, _FIGHTERS, _fields(in_battle=True), end)


def _everywhere(change: Change, end: Any) -> syntax.Step:
    """ "All damage is doubled this turn": whoever takes it."""
    return _step(_EVERYBODY, _PLAIN, change, end, taken=True)


_FIGHTERS = terms.Each(terms.Filter(("summon", "boss")))
_EVERYBODY = terms.Both((_FIGHTERS, terms.Who("each player")))
_how_much = any_of(
    meaning({"all damage | all the damage": None}),
    seq(lambda much: much, number, saying("damage", "of the damage")),
)
_prevention = any_of(
    seq(_prevented, "prevent", _how_much, maybe("that"), anyone, seq(lambda sides: sides, "would deal", dealt_sides),
        until_said),
    seq(_prevented, "prevent", _how_much, saying("that would be dealt by", "dealt by"), anyone, dealt_sides,
        until_said),
    seq(_battle_damage, saying("prevent all battle damage", "prevent all damage in battle"), until_said),
    seq(_battle_damage, saying("prevent all combat damage", "prevent all damage from attacks"), until_said),
    seq(_everywhere, saying("all damage", "damage", "all damage dealt"), _becomes, until_said),
)  # fmt: skip
_caster = seq(lambda who: who, player, saying("cast", "casts"))


def _cast_by(meant: terms.Filter, who: Any, change: Change, sides: Change) -> syntax.Step:
    """ "Spells you cast deal 1 more damage"."""
    if meant.kinds != ("spell",) or meant.control:
        raise Refusal()
    return _step(terms.Each(replace(meant, control=who)), sides, change, OPEN, taken=False)


_spells = seq(_cast_by, filter_many, _caster, seq(lambda change: change, "deal", _change), dealt_sides)
_attack_damage = seq(
    lambda: _battle_damage("end of the attack"),
    saying("prevent all damage from that attack", "prevent all damage from the attack", "prevent all of its damage",
           "prevent the damage of that attack", "prevent all damage of that attack",
           "prevent the damage from that attack",
           "prevent all damage in that battle", "prevent all damage that attack would deal",
           "prevent all damage that would be dealt by that attack"),
)  # fmt: skip


def _by_one_attack(most: int, who: terms.Thing, end: Any) -> syntax.Step:
    """ "A single attack cannot deal more than 2 damage to you"."""
    return _step(who, _fields(in_battle=True), _fields(amount=most, at_most=True), end, taken=True)


_attack = ("a single attack", "an attack", "one attack", "each attack", "any attack", "any one attack", "attacks")
_one_attack = seq(
    lambda most: most,
    saying(
        *(f"{attack} {cannot} deal" for attack in _attack for cannot in ("cannot", "can't", "can not")),
        "no attack can deal", "no single attack can deal",
    ),
    _more_than,
)  # fmt: skip
_attack_cap = seq(_by_one_attack, _one_attack, "to", anyone, until_said)
_spared = seq(
    lambda who: syntax.Step(syntax.Cannot(who, "be damaged in battle", "end of the attack")),
    saying("prevent all damage that attack would deal to", "prevent all damage the attack would deal to",
           "prevent all damage from that attack to", "prevent all damage that would be dealt by that attack to",
           "prevent the damage that attack would deal to"),
    anyone,
)  # fmt: skip
_steps = any_of(
    _spells,
    _attack_cap,
    _attack_damage,
    _spared,
    *_commands(_dealt_by, False),
    *_commands(_dealt_to, True),
    _prevention,
)


def _lasting(end: Any, step: syntax.Step) -> syntax.Step:
    """The same with the end in front."""
    if not isinstance(step.deed, syntax.DamageChange) or step.deed.until != OPEN:
        raise Refusal()
    return replace(step, deed=replace(step.deed, until=end))


about_damage = any_of(_steps, seq(_lasting, until, maybe(","), _steps), next_damage)
"""Sentences of which damage is the subject or the object, as steps."""
