"""The language of what waits: "at the end of the turn", "until your next turn, when …", "the next time …"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq
from engine.bos.cardtext.conditions.battles import afterwards
from engine.bos.cardtext.effects.extra_turns import THAT_TURN
from engine.bos.cardtext.grammar_effects import OPEN, until
from engine.bos.cardtext.grammar_targets import anyone, filter_many, filter_one, quantity, theirs
from engine.bos.cardtext.grammar_triggers import about, card_did, event, sufferers, that_card, would_happen
from engine.bos.cardtext.grammar_words import number, ordinal, player
from engine.bos.cardtext.mentions import is_unique
from engine.bos.cardtext.targets.amounts import for_each
from engine.bos.model import syntax, terms
from engine.messages import Message


@dataclass(frozen=True, slots=True)
class Wait:
    """What something waits for, and how long."""

    when: syntax.At | syntax.When
    """The moment or the event."""
    until: syntax.Until = ""
    """The end of its waiting."""
    again: bool = False
    """Whether it waits for every such event."""
    later: bool = False
    """Whether only a later turn counts."""
    would: bool = False
    """Whether it takes the place of the event."""

    def of(self, steps: tuple[syntax.Step, ...]) -> syntax.Step:
        """The step by which these steps come to wait."""
        return syntax.Step(syntax.Delay(self.when, steps, self.until, self.again, self.later, self.would))


# Moments

_PHASES = ("startup", "summoning", "main", "ending")
_OPPONENTS = ["an opponent's", "your opponent's", "the opponent's", "each opponent's"]
_WHOSE: dict[str, Any] = {"your": "your", "its controller's": "its controller", "that player's": "that player"}
_WHOSE |= {"their": "that player"} | dict.fromkeys(_OPPONENTS, "an opponent's")
_start = saying("at the start of", "at the beginning of")
_end = saying("at the end of", "at end of")


def _turn(point: Any, later: bool) -> Any:
    return lambda whose: Wait(syntax.At(point, "turn", whose), later=later)


_next_turn = meaning(
    {
        **{f"{whose} next turn": value for whose, value in _WHOSE.items()},
        "the next turn": "each player's",
        "that turn": THAT_TURN,
    }
)
_next_phase = meaning(
    {f"{whose} next {phase} phase": (whose_value, phase) for whose, whose_value in _WHOSE.items() for phase in _PHASES}
)
next_moment = any_of(
    seq(_turn("end", False), _end, meaning({"the turn | this turn | turn": "each player's"})),
    seq(_turn("end", True), _end, _next_turn),
    seq(_turn("start", True), _start, _next_turn),
    seq(lambda named: Wait(syntax.At("start", named[1], named[0])), _start, _next_phase),
)
"""Moments that cannot be those of an ability as a whole."""
in_next_turn = any_of(
    seq(_turn("start", True), "during", _next_turn),
    seq(_turn("start", True), "on", meaning({"your next turn": "your"})),
)
"""A whole turn that is still to come."""
moment = any_of(
    next_moment,
    seq(_turn("end", False), _end, meaning({f"{whose} turn": value for whose, value in _WHOSE.items()})),
    seq(_turn("start", True), _start, meaning({f"{whose} turn": value for whose, value in _WHOSE.items()})),
)

# Events

_when = saying("when", "whenever", "each time")
_if = saying("when", "whenever", "each time", "if")
_next_time = saying("the next time")
_this_turn: Any = meaning({"this turn": "end of turn"})
_no_end: Any = ""
_before_turn = meaning({"before your next turn | before the start of your next turn": "start of your next turn"})
happening = any_of(
    seq(lambda end, met: Wait(met, end, again=True), until, maybe(","), _when, event),
    seq(lambda met, end: Wait(met, end, again=True), _if, event, any_of(_this_turn, _before_turn)),
    seq(lambda end, met: Wait(met, end), until, maybe(","), _next_time, event),
    seq(lambda met, end: Wait(met, end), _next_time, event, perhaps(_this_turn, _no_end)),
)
"""Events that are waited for from now on."""
meanwhile = seq(lambda met: met, _when, event)
"""The same behind what is done: "until the end of the turn, you gain 2 life whenever a summon is defeated"."""
instead_of = any_of(
    seq(lambda end, met: Wait(met, end, True, would=True), until, maybe(","), _if, would_happen),
    seq(lambda met, end: Wait(met, end, True, would=True), _if, would_happen, any_of(until, _before_turn)),
    seq(lambda end, met: Wait(met, end, would=True), until, maybe(","), _next_time, would_happen),
    seq(lambda met, end: Wait(met, end, would=True), _next_time, would_happen, perhaps(until, _no_end)),
)
"""Events in whose place something else happens from now on (G-369)."""


such = seq(
    lambda meant, did: about(terms.Each(meant), did), saying("each", "any", "every"), filter_one, "that", card_did
)
"""What is done to each card of which something is so when it happens: "each summon that deals damage to you"."""


def _hit(whom: Any, end: Any) -> Wait:
    """All damage to somebody for so long."""
    return Wait(syntax.When(whom, "damaged"), end, True, would=True)


def _next_hit(whom: Any, end: Any) -> Wait:
    return replace(_hit(whom, end), again=False)


damage_to = saying(
    "damage that would be dealt to", "all damage that would be dealt to", "any damage that would be dealt to",
    "the damage that would be dealt to",
)  # fmt: skip
_would_be_hit = any_of(sufferers, that_card)
hit_for_a_time = any_of(
    seq(_hit, damage_to, _would_be_hit, any_of(_this_turn, until)),
    seq(lambda end, whom: _hit(whom, end), until, maybe(","), damage_to, _would_be_hit),
    seq(
        _next_hit, "the next damage that would be dealt to", _would_be_hit, perhaps(any_of(_this_turn, until), _no_end)
    ),
)
"""Damage that is dealt elsewhere from now on: "all damage that would be dealt to it this turn"."""
dealt_to = any_of(
    seq(lambda to: to, saying("it is dealt to", "that damage is dealt to", "the damage is dealt to"), anyone),
    seq(lambda to: to, anyone, saying("takes it", "take it", "takes that damage", "take that damage")),
)
"""Who is dealt damage that was just spoken of."""


def hits_instead(to: terms.Thing) -> syntax.Step:
    """That damage to somebody else."""
    return syntax.Step(syntax.Damage(to, terms.ThatMuch(), taken=True))


def is_hit(event: syntax.At | syntax.When) -> bool:
    """Whether somebody is dealt damage by it, whatever deals it."""
    return isinstance(event, syntax.When) and all(each.verb == "damaged" for each in event.events)


def after_the_attack(wait: Wait) -> Wait:
    """ "The next time it attacks, ready it after the battle"."""
    if not isinstance(wait.when, syntax.When):
        raise Refusal()
    over = afterwards(wait.when)
    if over == wait.when:
        raise Refusal()
    return replace(wait, when=over)


_FIGHTS = ("battle", "attack", "combat")
once_over = saying(
    *(f"{word} {that} {fight}" for word in ("after", "at the end of") for that in ("the", "this", "that")
      for fight in _FIGHTS),
    "after the damage", "after that damage", "after the damage is dealt", "after damage is dealt", "after damage",
    "once the damage is dealt", "after battle", "after combat", "once the battle is over", "once the attack is over",
    "when the battle is over", "when the attack is over", "when the attack ends", "when the battle ends",
)  # fmt: skip
"""When the attack under way is over."""
_ANY_ATTACK = syntax.When(terms.Each(terms.Filter(("summon", "boss"))), "has attacked")
after_attack = seq(lambda: Wait(_ANY_ATTACK), once_over)
"""The same as a moment."""

# Prices that last

Change = tuple[int, bool, terms.Quantity | None, bool]
"""By how much, whether less, how often that counts, and whether it costs nothing at all."""

this_turn: Any = perhaps(_this_turn, OPEN)
"""How long, where nothing else says it."""


def _spells(
    meant: terms.Filter, who: terms.Player | None, now: Any, change: Change, end: Any, *, once: bool = False
) -> syntax.Costs:
    if OPEN not in (now, end):
        raise Refusal(Message("bos.card_text.end_twice"))
    if meant.kinds != ("spell",) or meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.price_in_vim"))
    much, less, times, free = change
    return syntax.Costs(meant, much, less, who, end if now == OPEN else now, once, times=times, free=free)


def _free() -> Change:
    return (0, False, None, True)


def _spells_of(meant: terms.Filter, *more: Any) -> syntax.Costs:
    """ "your spells cost 1 less vim"."""
    return _spells(replace(meant, control=None), meant.control, *more)


def _caster(who: terms.Player, third: bool) -> terms.Player:
    if who not in ("each opponent", "each player") and third is (who == "you"):
        raise Refusal(Message("bos.card_text.cast_casts"))
    return who


def _nth_spell(nth: int, meant: terms.Filter, who: terms.Player, change: Change) -> syntax.Costs:
    """ "The first spell you cast each turn costs 1 less vim"."""
    if meant.other:
        raise Refusal()
    return replace(_spells(meant, who, OPEN, change, OPEN), nth=nth)


_unpaid = saying(
    "without paying its cost", "without paying their cost", "without paying their costs", "without paying vim",
    "without paying its vim cost", "for free", "for no vim",
)  # fmt: skip
_named_caster = seq(_caster, player, meaning({"cast": False, "casts": True}))
_by_caster = perhaps(any_of(_named_caster, seq(lambda who: who, saying("cast by", "that are cast by"), player)))
_dearer = meaning({
    "more vim | vim more | additional vim | extra vim | more": False, "less vim | vim less | less": True,
})  # fmt: skip
_end_said = perhaps(until, OPEN)


def _by(much: int, less: bool, times: terms.Quantity | None = None) -> Change:
    return (much, less, times, False)


def _by_x(less: bool, x: terms.Quantity) -> Change:
    """ "X less vim, where X is your life"."""
    if isinstance(x, terms.Number | terms.X):
        raise Refusal()
    return (1, less, x, False)


_nothing: Any = meaning({"no vim | 0 vim | nothing | no vim to cast": (0, False, None, True)})
_changed = any_of(
    seq(_by, number, _dearer),
    seq(_by, number, _dearer, for_each),
    seq(_by_x, "x", _dearer, saying(", where x is", "where x is", ", x being"), quantity),
    seq(_by_x, _dearer, "equal to", quantity),
    _nothing,
)
_costs = any_of(
    seq(lambda change: change, saying("costs", "cost"), _changed), seq(_free, saying("is free", "are free"))
)
"""What a spell costs, with its verb."""
_next_spell = partial(_spells, once=True)


def _your_next(meant: terms.Filter, *more: Any) -> syntax.Costs:
    return _next_spell(meant, "you", *more)


price = any_of(
    seq(_spells, filter_many, _by_caster, this_turn, _costs, _end_said),
    seq(_spells_of, theirs, this_turn, _costs, _end_said),
    seq(_your_next, "your next", filter_one, this_turn, _costs, _end_said),
    seq(_next_spell, "the next", filter_one, _by_caster, this_turn, _costs, _end_said),
    seq(_nth_spell, "the", ordinal, filter_one, _named_caster, "each turn", _costs),
    seq(
        lambda nth, meant, change: _nth_spell(nth, meant, "you", change),
        "your", ordinal, filter_one, "each turn", _costs,
    ),
    seq(
        lambda nth, meant: _nth_spell(nth, meant, "you", _free()), "you may cast", saying("the", "your"), ordinal,
        filter_one, "each turn", _unpaid,
    ),
    seq(lambda meant, now: _next_spell(meant, "you", now, _free(), OPEN), "you may cast",
        saying("the next", "your next"), filter_one, this_turn, _unpaid),
    seq(lambda meant: _spells(meant, "you", OPEN, _free(), OPEN), "you may cast", filter_many, _unpaid),
)  # fmt: skip
"""What spells cost: all the time, until a moment, or the next one."""


# What comes next

comes = meaning({"summon | summons | conduct | conducts": "summons", "cast | casts": "casts"})
"""How the next card comes: "the next summon you summon"."""
fights = meaning(
    {
        "attacks": "attacks",
        "blocks": "blocks",
        "is attacked": "attacked",
        "battles": "battles",
        "is defeated": "defeated",
        "is summoned": "summoned",
    }
)
"""What the next card does: "the next summon that attacks"."""


def _spared(to: terms.Thing, end: Any) -> syntax.Prevent:
    only = isinstance(to, terms.Choose) and is_unique(to.filter)
    if not only and not isinstance(to, terms.This | terms.It | terms.Who | terms.Host | terms.Target):
        raise Refusal(Message("bos.card_text.spared_next_time"))
    return syntax.Prevent(to, None, end, once=True)


_prevented = saying(
    *(
        f"{it} {take} {none}"
        for it, take in (
            ("it", "takes"),
            ("this", "takes"),
            ("you", "take"),
            ("they", "take"),
            ("that summon", "takes"),
            ("that player", "takes"),
            ("it", "is dealt"),
            ("you", "are dealt"),
        )
        for none in ("none", "none instead", "no damage", "no damage instead", "none of it")
    ),
    "that damage is prevented",
    "it is prevented",
    "prevent it",
    "prevent that damage",
    "prevent all of it",
    "prevent all of that damage",
)
_would_take = saying("would take damage", "would be dealt damage")
spared_next_time = any_of(
    seq(_spared, "the next time", anyone, _would_take, this_turn, ",", _prevented),
    seq(_spared, "prevent the next damage", anyone, saying("would take", "would be dealt"), this_turn),
    seq(_spared, "prevent the next damage to", anyone, this_turn),
)
"""The next damage to somebody prevented."""


def is_blow(wait: Wait, step: syntax.Step) -> bool:
    """Whether it waits for damage, or waits again: a change of that damage does not come after it."""
    verbs = [event.verb for event in wait.when.events] if isinstance(wait.when, syntax.When) else []
    return isinstance(step.deed, syntax.Delay) or any(verb in ("deals damage", "damaged") for verb in verbs)


def _dealt_elsewhere(wait: Wait, to: terms.Thing) -> syntax.Step:
    """ "The next time you would be dealt damage, it is dealt to an opponent instead"."""
    if not is_hit(wait.when):
        raise Refusal()
    return wait.of((hits_instead(to),))


dealt_elsewhere = any_of(
    seq(_dealt_elsewhere, instead_of, ",", dealt_to, "instead"),
    seq(_dealt_elsewhere, hit_for_a_time, "is dealt to", anyone, "instead"),
)
"""What would be dealt later, dealt to somebody else, as a step."""
