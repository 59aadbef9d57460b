"""Which cards of a game speak all the time, and what others can have from them; looked up once for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.bos.abilities.card_abilities import Quoted, clauses_on, quoted_on, texts_of
from engine.bos.abilities.standing_clauses import Asking, Clause, Guard, clauses_of
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.setup import Setup
from engine.bos.model.syntax import (
    BecomeCopy,
    Bonus,
    Borrow,
    Cannot,
    CombatRule,
    Costs,
    DamageChange,
    Deed,
    Delay,
    Grant,
    Step,
    Text,
    Toll,
)

D = TypeVar("D")

TAKEN: Final = "have abilities"
"""What a card that has no abilities cannot do."""


class Voices(NamedTuple, Generic[D]):
    """Which cards of a game say something of one kind, by key: those on places, and spells that lie under a card."""

    cards: dict[str, tuple[Clause[D], ...]]
    """What cards on places say, by their identity."""
    spells: dict[str, tuple[Clause[D], ...]]
    """What spells under a card say, by their identity."""
    lent: dict[str, tuple[Clause[D], ...]]
    """What abilities say that cards have from another one, by the identity of that one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the cards of a game say that works without being used, by kind; None for a kind of which nobody speaks."""

    bonuses: Voices[Bonus] | None
    """Strength that is lent."""
    bans: dict[str, Voices[Cannot] | None]
    """Prohibitions, by what they forbid."""
    combat: dict[str, Voices[CombatRule] | None]
    """How cards attack and block otherwise than the rules have it, by what that is."""
    costs: Voices[Costs] | None
    """Changes of what spells cost."""
    damage: Voices[DamageChange] | None
    """Damage that is more, less or double."""
    tolls: Voices[Toll] | None
    """What has to be paid for attacks and blocks."""
    guards: Voices[Guard] | None
    """Damage kept off."""
    replacements: Voices[Text] | None
    """What happens instead of something else."""
    asking: Voices[Asking] | None
    """The same where its player is asked."""
    grants: Voices[Grant] | None
    """Abilities that cards have."""
    borrows: Voices[Borrow] | None
    """Whose abilities cards have all the time."""
    gives: bool
    """Whether any text gives abilities to cards, all the time or by what it does."""
    borrowed: bool
    """Whether any text gives abilities to cards that are printed on others, likewise."""
    copies: bool
    """Whether any text makes cards copies of others."""
    takes_abilities: bool
    """Whether any text takes abilities from cards, likewise."""


def standing(setup: Setup) -> Standing:
    """What the cards of a game say that works without being used; looked up once for each game."""
    known = setup.known.fresh()
    effects: Standing | None = known.standing
    if effects is None:
        effects = known.standing = _standing(setup)
    return effects


def _standing(setup: Setup) -> Standing:
    faces = {face.key: face for cards in (setup.bosses, *setup.wizards, *setup.piles) for face in cards}
    borrowed = any(map(_borrows, faces.values()))
    clauses_by_face = [
        (face, clauses_on(face), tuple(clauses_of(lent_on(face, borrowed=borrowed))))
        for face in faces.values()
        if clauses_on(face) or lent_on(face, borrowed=borrowed)
    ]
    deeds = [clause.deed for _, own, lent in clauses_by_face for clause in (*own, *lent)]
    bans = sorted({deed.what for deed in deeds if isinstance(deed, Cannot)})
    combat = sorted({deed.what for deed in deeds if isinstance(deed, CombatRule)})
    return Standing(
        _voices(clauses_by_face, Bonus),
        {verb: _voices(clauses_by_face, Cannot, verb) for verb in bans},
        {what: _voices(clauses_by_face, CombatRule, what) for what in combat},
        _voices(clauses_by_face, Costs),
        _voices(clauses_by_face, DamageChange),
        _voices(clauses_by_face, Toll),
        _voices(clauses_by_face, Guard),
        _voices(clauses_by_face, Text),
        _voices(clauses_by_face, Asking),
        _voices(clauses_by_face, Grant),
        _voices(clauses_by_face, Borrow),
        borrowed or any(map(quoted_on, faces.values())),
        borrowed,
        any(isinstance(deed, BecomeCopy) for face in faces.values() for deed in _deeds_said(face)),
        any(map(_takes_abilities, faces.values())),
    )


def _takes_abilities(face: Card) -> bool:
    return any(isinstance(deed, Cannot) and deed.what == TAKEN for deed in _deeds_said(face))


def _borrows(face: Card) -> bool:
    """Whether a text gives abilities to cards that are printed on others."""
    return any(isinstance(deed, Borrow | BecomeCopy) for deed in _deeds_said(face))


def _deeds_said(face: Card) -> Iterator[Deed]:
    for text in texts_of(face):
        if text is not None:
            yield from deeds_of(text)


def deeds_of(text: Text) -> Iterator[Deed]:
    """Every deed of a text, also of what waits, of what it gives to cards, and of what stands beside it."""
    for each in (text, *text.beside):
        yield from _deeds(each.steps)


def _deeds(steps: tuple[Step, ...]) -> Iterator[Deed]:
    for step in steps:
        yield step.deed
        if isinstance(step.deed, Delay):
            yield from _deeds(step.deed.steps)
        elif isinstance(step.deed, Grant):
            yield from deeds_of(step.deed.text)


def lent_on(face: Card, *, borrowed: bool) -> tuple[Quoted, ...]:
    """What other cards can have from this one; where cards have what is printed on others (`borrowed`) that too."""
    return (*quoted_on(face), *own_abilities(face)) if borrowed else quoted_on(face)


def own_abilities(face: Card) -> tuple[Quoted, ...]:
    """Those printed abilities of a card that can be read and that another card can have."""
    texts = texts_of(face)
    return tuple([Quoted(number, text) for number in own_numbers(face) if (text := texts[number]) is not None])


def own_numbers(face: Card) -> tuple[int, ...]:
    """The numbers of the abilities printed on a card that another one can have: all but those by which cards have
    abilities of others, or none (G-389); a spell has none."""
    if face.type is SPELL:
        return ()
    return tuple([number for number, text in enumerate(texts_of(face)) if not _is_about_abilities(text)])


def _is_about_abilities(text: Text | None) -> bool:
    if text is None or not text.continuous:
        return False
    deeds = [step.deed for step in text.steps]
    return any(isinstance(deed, Borrow) or (isinstance(deed, Cannot) and deed.what == TAKEN) for deed in deeds)


Clauses = tuple[Clause[Any], ...]


def _voices(
    clauses_by_face: Iterable[tuple[Card, Clauses, Clauses]], kind: type[D], verb: str | None = None
) -> Voices[D] | None:
    """What is said of one kind; of what is forbidden or demanded only that of `verb`."""
    cards: dict[str, tuple[Clause[D], ...]] = {}
    spells: dict[str, tuple[Clause[D], ...]] = {}
    lent: dict[str, tuple[Clause[D], ...]] = {}
    for face, own, given in clauses_by_face:
        places = (spells if face.type is SPELL else cards, own), (lent, given)
        for voices, clauses in places:
            chosen = tuple(_of_kind(clauses, kind, verb))
            if chosen:
                voices[face.key] = chosen
    return Voices(cards, spells, lent) if cards or spells or lent else None


def _of_kind(clauses: Clauses, kind: type[D], verb: str | None) -> Iterator[Clause[D]]:
    for number, deed, during, only, unless in clauses:
        if isinstance(deed, kind) and (verb is None or (isinstance(deed, Cannot | CombatRule) and deed.what == verb)):
            yield Clause(number, deed, during, only, unless)
