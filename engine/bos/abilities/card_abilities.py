"""What cards say: their abilities and conditions as values.

A sentence is read once for each card and kept. A card that brings its meaning along (`Card.kept`) says that in place
of what the reader makes of it today. `learn` is how a test gives a card abilities built by hand; `forget` drops all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from engine.bos.abilities.asked_of_turn import OVER, asked
from engine.bos.abilities.standing_clauses import Clause, Speech, clauses_of
from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.effects.replacements import is_cast_instead
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.ability_numbers import DELAYED, LENT, QUOTED, giver_of, own_number, printed_number
from engine.bos.model.cards import Ability, Card, CardType
from engine.bos.model.setup_cache import TEXTS
from engine.bos.model.state import Copy, PendingAbility, Table
from engine.bos.model.syntax import (
    At,
    BossCondition,
    Costs,
    Delay,
    Enchant,
    Grant,
    Step,
    SummoningCondition,
    Text,
    When,
)
from engine.bos.model.terms import Choose, Kind

MOST_CARDS: Final = 20_000

D = TypeVar("D")


# One card


Waiting = Delay | Costs
"""What a deed can leave behind: an ability of its own, or a changed price."""


class Quoted(NamedTuple):
    """An ability in quotation marks, which other cards can have: its `number` on the card on which it stands."""

    number: int
    text: Text
    """What it says."""


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
    delayed: tuple[tuple[Waiting | Grant, ...], ...]
    """What each text may leave waiting, and what it gives to cards, in printed order."""
    awaited: tuple[tuple[Text, ...], ...]
    """The same as abilities of their own."""
    quoted: tuple[Quoted, ...]
    """What its texts give to cards."""
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
    delayed = tuple(tuple(_left_behind(text and replace(text, beside=()))) for text in texts)
    return Said(
        face,
        texts,
        summoning_condition,
        boss_condition,
        tuple(map(_carried, texts)),
        at_will,
        tuple(clauses_of(enumerate(texts))),
        delayed,
        tuple(tuple(map(_awaited, delays)) for delays in delayed),
        tuple(_quoted(delayed)),
        frozenset(asked((texts, summoning_condition, boss_condition))),
    )


def _apart(face: Card, texts: tuple[Text | None, ...]) -> tuple[Text | None, ...]:
    """Behind the printed abilities stand those that the text of an enchantment tells besides (G-370)."""
    printed = texts[: len(face.abilities)] if any(text and text.beside for text in texts) else texts
    return (*printed, *(other for text in printed if text for other in text.beside))


def _left_behind(text: Text | None) -> Iterator[Waiting | Grant]:
    for part in parts(text):
        if isinstance(part, Delay) or (isinstance(part, Costs) and part.waits):
            yield part
        elif isinstance(part, Grant):
            yield part
            yield from _left_behind(part.text)


def _quoted(left: tuple[tuple[Waiting | Grant, ...], ...]) -> Iterator[Quoted]:
    for printed, waiting in enumerate(left):
        for index, part in enumerate(waiting, 1):
            if isinstance(part, Grant):
                yield Quoted(QUOTED + DELAYED * index + printed, part.text)


def _awaited(waiting: Waiting | Grant) -> Text:
    if isinstance(waiting, Grant):
        carried = _carried(waiting.text)
        assert carried is not None
        return carried
    if isinstance(waiting, Costs):
        return Text((Step(waiting),), must=True)
    return Text(tuple(map(_left_to_each, waiting.steps)), (waiting.when,), must=True)


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

# Values are found again by their number in memory and kept beside it, so that no other value can come to have it:
# that is quicker than the hash of a whole tree.
_FOUND: dict[int, Said] = {}


def texts_of(face: Card) -> tuple[Text | None, ...]:
    """The printed abilities of a card, then those an enchantment tells besides; None for one that cannot be read."""
    return (_FOUND.get(id(face)) or _said(face)).texts


def printed_ability(face: Card, number: int) -> Ability:
    """How an ability is printed: one that the text of an enchantment tells besides, as that text and by itself."""
    if number < len(face.abilities):
        return face.abilities[number]
    texts = texts_of(face)
    other = texts[number]
    told = next((index for index, text in enumerate(texts) if text and other in text.beside), 0)
    return Ability(face.abilities[told].text, other is not None and other.must)


def carried_out(face: Card) -> tuple[Text | None, ...]:
    """The abilities as they are carried out when the card is used or cast."""
    return (_FOUND.get(id(face)) or _said(face)).carried


def carried_text(face: Card, number: int) -> Text | None:
    """An ability as it is carried out, what it left waiting, or gives to cards (`ability_numbers`)."""
    said = _FOUND.get(id(face)) or _said(face)
    if number < DELAYED:
        return said.carried[number]
    number = own_number(number) % QUOTED
    return said.carried[number] if number < DELAYED else said.awaited[printed_number(number)][number // DELAYED - 1]


def face_of(table: Table, pending: PendingAbility) -> Card:
    """The card on which an ability stands: the one that has it, or the one from which it has it."""
    number = pending.number
    return table.copies[pending.source if number < LENT else giver_of(number)].face


def text_at(table: Table, copy: Copy, number: int) -> Text | None:
    """What an ability says that a card has, by its number there."""
    if number < LENT:
        return texts_of(copy.face)[number]
    return spoken_text(table.copies[giver_of(number)].face, number)


def quoted_on(face: Card) -> tuple[Quoted, ...]:
    """What the texts of a card give to cards."""
    return (_FOUND.get(id(face)) or _said(face)).quoted


def spoken_text(face: Card, number: int) -> Text | None:
    """What an ability of a card says, or what it left waiting; None where there is no such ability."""
    texts, number = texts_of(face), own_number(number)
    if number >= DELAYED:
        return carried_text(face, number)
    return texts[number] if number < len(texts) else None


def clauses_on(face: Card) -> tuple[Clause[Speech], ...]:
    """What a card says that works without being used."""
    return (_FOUND.get(id(face)) or _said(face)).clauses


def delays_of(face: Card, number: int) -> tuple[Waiting | Grant, ...]:
    """What an ability may leave waiting, and gives to cards, in the order of their numbers."""
    return (_FOUND.get(id(face)) or _said(face)).delayed[printed_number(number)]


def number_of(face: Card, number: int, left: Waiting | Grant) -> int:
    """The number of what an ability leaves waiting, or gives to cards."""
    apart = QUOTED if isinstance(left, Grant) else 0
    behind = printed_number(number) + DELAYED * (delays_of(face, number).index(left) + 1)
    return number - own_number(number) + behind + apart


def delay_of(face: Card, number: int) -> Waiting | Grant:
    """What the number of a waiting ability stands for."""
    return delays_of(face, number)[own_number(number) % QUOTED // DELAYED - 1]


def asks_of_turn(face: Card) -> frozenset[str]:
    """What the texts of a card ask of the running turn, by the names under which `turn_memory` keeps it."""
    return (_FOUND.get(id(face)) or _said(face)).asks


def asks_of_attacks(face: Card) -> bool:
    """Whether something in the texts of a card depends on when an attack is over."""
    return OVER in asks_of_turn(face)


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
    if text is not None and is_cast_instead(text):
        return True
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
    _changed()


def _changed() -> None:
    _FOUND.clear()
    TEXTS.version += 1


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
