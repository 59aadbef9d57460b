"""What cards say: their abilities and conditions as values, and which cards of a game speak all the time.

A sentence is read once for each card and kept. A card that brings its meaning along (`Card.kept`) says that in place
of what the reader makes of it today. `learn` is how a test gives a card abilities built by hand; `forget` drops all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.ability_numbers import DELAYED, printed_number
from engine.bos.model.cards import Ability, Card, CardType
from engine.bos.model.setup_cache import Known
from engine.bos.model.state import Setup
from engine.bos.model.syntax import (
    At,
    Bonus,
    BossCondition,
    Cannot,
    CombatRule,
    Costs,
    DamageChange,
    Deed,
    Delay,
    During,
    Enchant,
    Gain,
    Moment,
    Prevent,
    Step,
    SummoningCondition,
    Text,
    When,
    While,
)
from engine.bos.model.terms import Choose, Filter, Happened, Kind, Occurred, Predicate, TurnTotal, X

MOST_CARDS: Final = 20_000

D = TypeVar("D")


# One card


Waiting = Delay | Costs
"""What a deed can leave behind: an ability of its own, or a changed price."""


class Said(NamedTuple):
    """All that is printed on a card, read; None where a sentence cannot be read."""

    face: Card
    """The card."""
    texts: tuple[Text | None, ...]
    """Its abilities in printed order, and behind them those that the text of an enchantment tells besides."""
    summoning_condition: SummoningCondition | None
    """What a summon asks of wizards; None for other cards."""
    boss_condition: BossCondition | None
    """What a boss asks before it turns face-up; None for other cards."""
    carried: tuple[Text | None, ...]
    """The texts as they are carried out: of one that enchants, that the spell is put under a card (6.2.1)."""
    at_will: tuple[bool | None, ...]
    """Which abilities are used when their player likes; None for those that cannot be read."""
    clauses: tuple[Clause[Speech], ...]
    """What works without being used."""
    delayed: tuple[tuple[Waiting, ...], ...]
    """What each text may leave waiting, in printed order."""
    awaited: tuple[tuple[Text, ...], ...]
    """The same as abilities of their own."""
    asks: frozenset[str]
    """What the card asks of the running turn, by the names under which `turn_memory` keeps it."""


def _as_said(
    face: Card,
    texts: tuple[Text | None, ...],
    summoning_condition: SummoningCondition | None,
    boss_condition: BossCondition | None,
) -> Said:
    texts = _apart(face, texts)
    at_will = tuple(None if text is None else is_at_will(text) for text in texts)
    delayed = tuple(tuple(part for part in parts(_alone(text)) if _waits(part)) for text in texts)
    return Said(
        face,
        texts,
        summoning_condition,
        boss_condition,
        tuple(map(_carried, texts)),
        at_will,
        tuple(_clauses(texts)),
        delayed,
        tuple(tuple(map(_awaited, delays)) for delays in delayed),
        frozenset(_asked((texts, summoning_condition, boss_condition))),
    )


def _apart(face: Card, texts: tuple[Text | None, ...]) -> tuple[Text | None, ...]:
    """Behind the printed abilities stand those that the text of an enchantment tells besides (G-370)."""
    if not any(text and text.beside for text in texts):
        return texts
    printed = texts[: len(face.abilities)]
    return (*printed, *(other for text in printed if text for other in text.beside))


def _alone(text: Text | None) -> Text | None:
    return replace(text, beside=()) if text and text.beside else text


def _waits(part: object) -> bool:
    return isinstance(part, Delay) or (isinstance(part, Costs) and part.waits)


def _awaited(waiting: Waiting) -> Text:
    if isinstance(waiting, Costs):
        return Text((Step(waiting),), must=True)
    return Text(tuple(map(_left_to_each, waiting.steps)), (waiting.when,), must=True)


def _asked(said: object) -> Iterator[str]:
    for part in parts(said):
        if isinstance(part, Filter | Happened | Occurred) and part.past:
            yield part.past
        elif (isinstance(part, Costs) and part.nth) or (isinstance(part, When) and part.nth and part.verb == "casts"):
            yield "was cast"
        elif isinstance(part, TurnTotal):
            yield f"{part.verb} {part.resource or 'damage'}"


def _carried(text: Text | None) -> Text | None:
    if text is None or text.enchant is None:
        return text and replace(text, steps=tuple(map(_left_to_each, text.steps)))
    host = text.enchant if text.enchant.kinds else replace(text.enchant, kinds=_HOSTS)
    return Text((Step(Enchant(Choose(host))),))


def _left_to_each(step: Step) -> Step:
    """Where each player may do something with a card, each of them chooses one or none."""
    phrase = getattr(step.deed, "what", None)
    if not step.may or not isinstance(phrase, Choose) or phrase.by != "each player":
        return step
    each: dict[str, Any] = {"what": replace(phrase, low=0)}
    return replace(step, may=False, deed=replace(step.deed, **each))


_HOSTS: Final[tuple[Kind, ...]] = ("summon", "wizard", "boss")
"""What "a card" is that a spell may lie under: one on a place, no other spell."""


_SAID: Final[dict[Card, Said]] = {}
_KNOWN: Final[WeakSet[Known]] = WeakSet()

# Values are found again by their number in memory and kept beside it, so that no other value can come to have it:
# that is quicker than the hash of a whole tree.
_FOUND: dict[int, Said] = {}
_NAMES_X: dict[int, tuple[Text, bool]] = {}


def texts_of(face: Card) -> tuple[Text | None, ...]:
    """The abilities of a card in printed order, then those that the text of an enchantment tells besides; None for one
    that cannot be read."""
    return (_FOUND.get(id(face)) or _said(face)).texts


def printed_ability(face: Card, number: int) -> Ability:
    """How an ability is printed: one that the text of an enchantment tells besides, as that text and by itself."""
    if number < len(face.abilities):
        return face.abilities[number]
    texts = texts_of(face)
    other = texts[number]
    told = next(index for index, text in enumerate(texts) if text and other in text.beside)
    return Ability(face.abilities[told].text, other is not None and other.must)


def carried_out(face: Card) -> tuple[Text | None, ...]:
    """The abilities as they are carried out when the card is used or cast."""
    return (_FOUND.get(id(face)) or _said(face)).carried


def carried_text(face: Card, number: int) -> Text | None:
    """An ability as it is carried out, or what it left waiting (`ability_numbers`)."""
    said = _FOUND.get(id(face)) or _said(face)
    if number < DELAYED:
        return said.carried[number]
    return said.awaited[printed_number(number)][number // DELAYED - 1]


def spoken_text(face: Card, number: int) -> Text | None:
    """What an ability of a card says, or what it left waiting; None where there is no such ability."""
    texts = texts_of(face)
    if number >= DELAYED:
        return carried_text(face, number)
    return texts[number] if number < len(texts) else None


def delays_of(face: Card, number: int) -> tuple[Waiting, ...]:
    """What an ability may leave waiting, in the order of their numbers."""
    return (_FOUND.get(id(face)) or _said(face)).delayed[printed_number(number)]


def number_of(face: Card, number: int, delay: Waiting) -> int:
    """The number of what an ability leaves waiting."""
    return printed_number(number) + DELAYED * (delays_of(face, number).index(delay) + 1)


def delay_of(face: Card, number: int) -> Waiting:
    """What the number of a waiting ability stands for."""
    return delays_of(face, number)[number // DELAYED - 1]


def asks_of_turn(face: Card) -> frozenset[str]:
    """What the texts of a card ask of the running turn, by the names under which `turn_memory` keeps it."""
    return (_FOUND.get(id(face)) or _said(face)).asks


def used_at_will(face: Card) -> tuple[bool | None, ...]:
    """Which abilities of a card are used when their player likes; None for those that cannot be read."""
    return (_FOUND.get(id(face)) or _said(face)).at_will


def is_at_will(text: Text) -> bool:
    """Whether an ability is used when its player likes, rather than by an event or all the time."""
    if text.continuous or text.instead or text.enchant:
        return False
    return not any(isinstance(moment, At | When) for moment in text.moments)


_CONDITION: Final = re.compile(
    r"\s*(?:if|when|whenever|during|while|at|after|each time|every time|as|in the middle|unless|only if|only while|once"
    r"|only once|the first time|on your|from your|provided)\b",
    re.IGNORECASE,
)


def has_condition(spell: Card) -> bool:
    """Whether the spell's text begins with a condition of its own; without one it is a main-phase spell (G-68).

    What its first deed waits for, or what must hold for that deed alone, is none.
    """
    return _begins_with_condition(spell) and not _is_unconditional(texts_of(spell)[0])


def _begins_with_condition(spell: Card) -> bool:
    text = texts_of(spell)[0] if spell.abilities else None
    return _looks_conditional(spell) if text is None or text.enchant else bool(text.moments)


@lru_cache(maxsize=MOST_CARDS)
def _looks_conditional(spell: Card) -> bool:
    return bool(spell.abilities) and _CONDITION.match(spell.abilities[0].text) is not None


def _is_unconditional(text: Text | None) -> bool:
    return text is not None and not text.moments and text.instead is None


def summoning_condition_of(face: Card) -> SummoningCondition | None:
    """What a summon asks of wizards (5.1.2); None for other cards, and where the sentence cannot be read."""
    return (_FOUND.get(id(face)) or _said(face)).summoning_condition


def boss_condition_of(face: Card) -> BossCondition | None:
    """What a boss asks before it turns face-up (9.1.2); None for other cards, and where it cannot be read."""
    return (_FOUND.get(id(face)) or _said(face)).boss_condition


def learn(
    face: Card,
    texts: tuple[Text | None, ...] | None = None,
    *,
    summoning_condition: SummoningCondition | None = None,
    boss_condition: BossCondition | None = None,
) -> None:
    """From now on the card says this; what is not given stays as it is printed."""
    meaning = _said(face)
    _SAID[face] = _as_said(
        face,
        meaning.texts if texts is None else tuple(text and bind(text, face.type, host=True)[0] for text in texts),
        meaning.summoning_condition if summoning_condition is None else summoning_condition,
        meaning.boss_condition if boss_condition is None else boss_condition,
    )
    _changed()


def forget() -> None:
    """Every card says again what is printed on it."""
    _SAID.clear()
    _NAMES_X.clear()
    _changed()


def hangs_on_texts(known: Known) -> None:
    """What is known there is dropped when a card comes to say something else."""
    _KNOWN.add(known)


def _changed() -> None:
    _FOUND.clear()
    for known in _KNOWN:
        known.drop()
    _KNOWN.clear()


def names_x(text: Text) -> bool:
    """Whether the controller names X before the ability is paid and carried out."""
    cached = _NAMES_X.get(id(text))
    if cached is not None and cached[0] is text:
        return cached[1]
    if len(_NAMES_X) >= MOST_CARDS:
        _NAMES_X.clear()
    is_named = _holds_x(text.steps) or _holds_x(text.cost)
    _NAMES_X[id(text)] = (text, is_named)
    return is_named


def _holds_x(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_holds_x, value))
    return isinstance(value, X) or (
        is_dataclass(value) and any(_holds_x(getattr(value, field.name)) for field in fields(value))
    )


def _said(face: Card) -> Said:
    cached = _FOUND.get(id(face))
    if cached is not None:
        return cached
    meaning = _SAID.get(face)
    if meaning is None:
        if len(_SAID) >= MOST_CARDS:
            forget()
        meaning = _SAID[face] = _read(face)
    if len(_FOUND) >= MOST_CARDS:
        _FOUND.clear()
    _FOUND[id(face)] = cached = meaning if meaning.face is face else meaning._replace(face=face)
    return cached


def _read(face: Card) -> Said:
    """The meaning kept with a card, else what the reader makes of the sentences printed on it."""
    if face.kept is not None:
        return _as_said(face, face.kept.texts, face.kept.summoning_condition, face.kept.boss_condition)
    condition = face.condition
    return _as_said(
        face,
        tuple(read_text(ability.text, mandatory=ability.mandatory, card=face).text for ability in face.abilities),
        read_summoning_condition(condition).condition
        if face.type is CardType.SUMMON and condition is not None
        else None,
        read_boss_condition(condition).condition if face.type is CardType.BOSS and condition is not None else None,
    )


# All cards of a game


class Clause(NamedTuple, Generic[D]):
    """A deed that a card does by itself as long as its conditions hold; `number` is its ability, from 0."""

    number: int
    deed: D
    """What it does."""
    during: tuple[During, ...]
    """When it does; empty for at any time."""
    only: tuple[Predicate, ...]
    """What must hold."""
    unless: tuple[Predicate, ...]
    """What must not hold."""


class Guard(NamedTuple):
    """Damage kept off: `when` narrows it ("would be dealt damage in battle"), None is any damage to `deed.to`."""

    when: When | None
    deed: Prevent
    """What is prevented."""


class Voices(NamedTuple, Generic[D]):
    """Which cards of a game say something of one kind, by key: those on places, and spells that lie under a card."""

    cards: Mapping[str, tuple[Clause[D], ...]]
    """What cards on places say, by their identity."""
    spells: Mapping[str, tuple[Clause[D], ...]]
    """What spells under a card say, by their identity."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the cards of a game say that works without being used, by kind; None for a kind of which nobody speaks."""

    bonuses: Voices[Bonus] | None
    """Strength that is lent."""
    bans: Mapping[str, Voices[Cannot] | None]
    """Prohibitions, by what they forbid."""
    combat: Mapping[str, Voices[CombatRule] | None]
    """How cards attack and block otherwise than the rules have it, by what that is."""
    costs: Voices[Costs] | None
    """Changes of what spells cost."""
    damage: Voices[DamageChange] | None
    """Damage that is more, less or double."""
    guards: Voices[Guard] | None
    """Damage kept off."""
    replacements: Voices[Text] | None
    """What happens instead of something else."""


def standing(setup: Setup) -> Standing:
    """What the cards of a game say that works without being used; looked up once for each game."""
    effects: Standing | None = setup.known.standing
    if effects is None:
        effects = setup.known.standing = _standing(setup)
        hangs_on_texts(setup.known)
    return effects


Speech = Bonus | Cannot | CombatRule | Costs | DamageChange | Guard | Text


def _standing(setup: Setup) -> Standing:
    faces = {face.key: face for cards in (setup.bosses, *setup.wizards, *setup.piles) for face in cards}
    clauses_by_face = [(face, clauses) for face in faces.values() if (clauses := _said(face).clauses)]
    deeds = [clause.deed for _, clauses in clauses_by_face for clause in clauses]
    bans = sorted({deed.what for deed in deeds if isinstance(deed, Cannot)})
    combat = sorted({deed.what for deed in deeds if isinstance(deed, CombatRule)})
    return Standing(
        _voices(clauses_by_face, Bonus),
        {verb: _voices(clauses_by_face, Cannot, verb) for verb in bans},
        {what: _voices(clauses_by_face, CombatRule, what) for what in combat},
        _voices(clauses_by_face, Costs),
        _voices(clauses_by_face, DamageChange),
        _voices(clauses_by_face, Guard),
        _voices(clauses_by_face, Text),
    )


def _voices(
    clauses_by_face: Iterable[tuple[Card, tuple[Clause[Any], ...]]], kind: type[D], verb: str | None = None
) -> Voices[D] | None:
    """What is said of one kind; of what is forbidden or demanded only that of `verb`."""
    cards: dict[str, tuple[Clause[D], ...]] = {}
    spells: dict[str, tuple[Clause[D], ...]] = {}
    for face, clauses in clauses_by_face:
        chosen = tuple(
            Clause(number, deed, during, only, unless)
            for number, deed, during, only, unless in clauses
            if isinstance(deed, kind)
            and (verb is None or (isinstance(deed, Cannot | CombatRule) and deed.what == verb))
        )
        if chosen:
            (spells if face.type is CardType.SPELL else cards)[face.key] = chosen
    return Voices(cards, spells) if cards or spells else None


def _clauses(texts: tuple[Text | None, ...]) -> Iterator[Clause[Speech]]:
    """Everything on a card that works without being used."""
    for number, text in enumerate(texts):
        if text is None:
            continue
        if text.instead is not None:
            yield from _replacement(number, text, text.instead)
        elif text.enchant is not None:
            # What stands before "Enchant a …" is the condition of casting it and over when it lies there (G-68).
            yield from _steps(number, text.steps, (), enchants=True)
        elif text.continuous:
            yield from _steps(number, text.steps, text.moments, enchants=False)


def _replacement(number: int, text: Text, when: When) -> Iterator[Clause[Speech]]:
    """ "Would … instead": damage prevented in part is a guard, everything else takes the place of the event.

    One that somebody is asked about cannot be carried out at once and is left out.
    """
    if text.cost or text.modes or any(step.may for step in text.steps):
        return
    during, only = _moments(text.moments)
    if when.verb in ("damaged", "deals damage") and all(isinstance(step.deed, Prevent) for step in text.steps):
        for step in text.steps:
            if isinstance(step.deed, Prevent):
                yield Clause(number, Guard(when, step.deed), during, *_conditions(only, step))
    else:
        yield Clause(number, text, during, only, ())


def _steps(
    number: int, steps: tuple[Step, ...], moments: tuple[Moment, ...], *, enchants: bool
) -> Iterator[Clause[Speech]]:
    during, only = _moments(moments)
    for step in steps:
        speech = _speech(step.deed, enchants=enchants)
        if speech is not None:
            yield Clause(number, speech, during, *_conditions(only, step))


def _speech(deed: Deed, *, enchants: bool) -> Speech | None:
    if isinstance(deed, Bonus | Cannot | CombatRule | Costs | DamageChange):
        return deed
    if isinstance(deed, Prevent):
        return Guard(None, deed)
    if enchants and isinstance(deed, Gain) and deed.what == "strength":
        return Bonus(deed.who, deed.amount, deed.lose)
    return None


def _moments(moments: tuple[Moment, ...]) -> tuple[tuple[During, ...], tuple[Predicate, ...]]:
    during = tuple(moment for moment in moments if isinstance(moment, During))
    return during, tuple(moment.predicate for moment in moments if isinstance(moment, While))


def _conditions(only: tuple[Predicate, ...], step: Step) -> tuple[tuple[Predicate, ...], tuple[Predicate, ...]]:
    return (*only, *((step.only,) if step.only else ())), ((step.unless,) if step.unless else ())
