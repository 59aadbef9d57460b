"""Texts that cannot be read: from which moment on one of them could have changed the table.

What can be read is played; this is about the rest. An ability that may stay unused is no reason as long as nobody wrote
that it was used. One that has to be used, or is always active, is a reason from the moment it could apply: its first
words tell that moment, and where they do not, it is when its card turns face-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine.bos.abilities.active_abilities import lent
from engine.bos.abilities.card_abilities import (
    boss_condition_of,
    summoning_condition_of,
    text_at,
    texts_of,
)
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.cards import Ability, Card, CardType
from engine.bos.model.state import Copy, State, named
from engine.choice import Event, Violation
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name

ALWAYS: Final = "always"
_ELSEWHERE: Final = re.compile(
    r"\bthis is in (?:your|a|the|its owner's) (?:castle|spellbook|graveyard)\b", re.IGNORECASE
)
_OWN_RULES: Final = re.compile(
    r"\b(?:costs?|(?:cast|summon|conduct|turn|flip) this|this (?:may|can) be)\b", re.IGNORECASE
)
_OPENING: Final = re.compile(r"(?:when|whenever|each time|after|during|at|in the middle|\[|act\b|pay\b)", re.IGNORECASE)
_CONTINUOUS: Final = re.compile(r"\b(?:has|have|cannot|can't|can only|costs?|is treated|are treated)\b", re.IGNORECASE)
_SENTENCES: Final = re.compile(r"(?<=[.!])\s+")
_FOLLOWS: Final = re.compile(
    r"(?:then|it|that|they|those|if you do|otherwise|also|you (?:must|may|gain|lose)|this (?:gains|loses)|deal|ready"
    r"|act|return|defeat|remove|move)\b(?![^.]*\b(?:cannot|have|has)\b)",
    re.IGNORECASE,
)

_THIS: Final = r"(?:when(?:ever)?|each time|after) this(?: (?:summon|boss|wizard|card))?"
_MOMENTS: Final[tuple[tuple[re.Pattern[str], str, str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), event, whose)
    for pattern, event, whose in (
        (rf"{_THIS} attacks a player\b", "attack player", "this"),
        (rf"{_THIS} (?:attacks or is attacked|is attacked or attacks)\b", "attack", "either"),
        (rf"{_THIS} (?:attacks|acts)\b", "attack", "this"),
        (rf"{_THIS} is attacked\b", "attack", "other"),
        (rf"{_THIS} is summoned\b", "summon", "this"),
        (rf"{_THIS} blocks\b", "block", "this"),
        (rf"{_THIS} is blocked\b", "block", "other"),
        (rf"{_THIS} is defeated\b", "defeat", "this"),
        (rf"{_THIS} defeats\b", "defeat", "other"),
        (rf"{_THIS} (?:takes|deals|is dealt) ", "taken", "either"),
        (rf"{_THIS} (?:is readied|readies|becomes ready)\b", "ready", "this"),
        (r"when(?:ever)? (?:a|another) summon you control is defeated\b", "defeat", "controller"),
        (r"when(?:ever)? (?:a|an|another|any|your) [^:,.]*\bis summoned\b", "summon", "any"),
        (r"when(?:ever)? (?:a|an|another|any|your) [^:,.]*\b(?:is defeated|defeats)\b", "defeat", "any"),
        (r"when(?:ever)? (?:a|an|another|any|your) [^:,.]*\b(?:attacks|is attacked)\b", "attack", "any"),
        (r"when(?:ever)? (?:a|an|another|any|your) [^:,.]*\bblocks\b", "block", "any"),
        (r"at the (?:start|end) of your (?:ending phase|turn's ending phase)\b", "ending", "controller"),
        (r"at the start of your main phase\b", "main", "controller"),
        (r"at the start of your summoning phase\b", "summoning", "controller"),
        (r"at the end of your summoning phase\b", "main", "controller"),
        (r"at the end of your main phase\b", "ending", "controller"),
        (r"at the end of your turn\b", "ending", "controller"),
        (r"at the end of your startup phase\b", "summoning", "controller"),
        (r"at the start of your (?:startup phase|turn)\b", "turn", "was up"),
        (r"during your main phase\b", "ending", "controller"),
        (r"during your summoning phase\b", "main", "controller"),
    )
)
"""First words of a text: the event that may set it off, and how the card must be concerned in it."""


class Moment(NamedTuple):
    """When an unread ability could change the table: an event, and how its card is concerned."""

    event: str
    """The kind of event."""
    whose: str
    """How its card is concerned."""


def excuse(card: Card, violation: Violation) -> Problem | None:
    """Whether the card's own text, or the condition of its arrival, could allow what a rule forbids (10.1.2, 5.1.2)."""
    unread = [ability for ability, text in zip(card.abilities, texts_of(card), strict=False) if text is None]
    could = violation.rule.startswith(("5.", "6.")) and any(_OWN_RULES.search(ability.text) for ability in unread)
    if could or _arrives_by_unread(card, violation):
        return Problem(
            "unproven", violation.rule, Message("bos.unread.changes_play", card=card.name, said=violation.message)
        )
    return None


def _arrives_by_unread(card: Card, violation: Violation) -> bool:
    """Whether nobody knows what the card asks for before it arrives; that it is there to arrive is no such question."""
    if card.type is CardType.SUMMON:
        return violation.rule.startswith("5.") and violation.rule != "5.1.6" and summoning_condition_of(card) is None
    return card.type is CardType.BOSS and violation.rule == "9.1.2" and boss_condition_of(card) is None


def unknown_effect(before: State, events: tuple[Event, ...], after: State) -> Problem | None:
    """The first unread text that could have applied in a step, or None when the table is certain."""
    if after.setup.known.fresh().unread is False or not _anything_unread(after):
        return None
    if not before.turn:
        elsewhere = _from_a_pile(after)
        if elsewhere:
            return elsewhere
    for event in events:
        chosen = _chosen(event, after)
        if chosen:
            return chosen
    for copy in _present(before, after):
        watched = _watch(copy, before, events, after)
        if watched:
            return watched
    return _borrowed(after)


def _borrowed(after: State) -> Problem | None:
    """A card has a text now that cannot be read, from another card (G-389)."""
    for bearer, number in lent(after) if standing(after.setup).borrowed else ():
        copy = after.copies[bearer]
        if text_at(after, copy, number) is None:
            return Problem(
                "unproven", "10.1.2", Message("bos.unread.by_itself", card=named(copy), seat=seat_name(copy.owner))
            )
    return None


def _anything_unread(state: State) -> bool:
    """Whether a card of this game says something that cannot be read; worked out once for a game."""
    known = state.setup.known.fresh()
    if known.unread is None:
        faces = {copy.face.key: copy.face for copy in state.copies}.values()
        known.unread = any(map(_is_beyond, faces))
    return known.unread


def _is_beyond(face: Card) -> bool:
    if any(text is None for text in texts_of(face)):
        return True
    if face.type is CardType.SUMMON:
        return summoning_condition_of(face) is None
    return face.type is CardType.BOSS and boss_condition_of(face) is None


def _from_a_pile(state: State) -> Problem | None:
    """A text that works from a pile, and not only by choice (G-137), makes the game uncertain from its first turn."""
    for copy in state.copies:
        for ability, text in zip(copy.face.abilities, texts_of(copy.face), strict=False):
            if text is None and _ELSEWHERE.search(ability.text) and not _by_choice(ability, ability.text.strip()):
                player = seat_name(copy.owner)
                return Problem(
                    "unproven", "10.1.2", Message("bos.unread.from_a_pile", card=copy.face.name, seat=player)
                )
    return None


def _present(before: State, after: State) -> Iterator[Copy]:
    """The cards with abilities that were on the table when a step began, then those that came to it."""
    if before.turn:
        for number in before.table:
            if number >= 0 and before.copies[number].face.abilities:
                yield before.copies[number]
    for number in after.table:
        if number >= 0 and after.copies[number].face.abilities and not before.copies[number].up:
            yield after.copies[number]


@lru_cache(maxsize=4_096)
def _moments(card: Card) -> tuple[Moment, ...]:
    """When the card's texts could act without being written."""
    return tuple(
        moment
        for ability, text in zip(card.abilities, texts_of(card), strict=False)
        if text is None
        for clause in _clauses(ability.text.strip())
        if (moment := _moment(ability, clause))
    )


def _clauses(text: str) -> list[str]:
    """The text cut before every sentence that does not go on with what the one before it does."""
    clauses: list[str] = []
    for sentence in _SENTENCES.split(text):
        if clauses and _FOLLOWS.match(sentence):
            clauses[-1] += f" {sentence}"
        else:
            clauses.append(sentence)
    return clauses


def _moment(ability: Ability, clause: str) -> Moment | None:
    """When the clause could act without being written; None if it is used only by choice."""
    if _by_choice(ability, clause):
        return None
    for pattern, event, whose in _MOMENTS:
        if pattern.match(clause):
            return Moment(event, whose)
    return Moment(ALWAYS, "any")


def _by_choice(ability: Ability, text: str) -> bool:
    """Optional, with a condition or a cost of its own, and nothing that goes on by itself (10.1.2, 10.3.1)."""
    if ability.mandatory or re.search(r"\bmust\b", text, re.IGNORECASE) or re.match(r"while|as long|if\b", text, re.I):
        return False
    costs = ":" in text or "[" in text
    if not costs and not _OPENING.match(text):
        return False
    return costs or not _CONTINUOUS.search(text) or "you may" in text.casefold()


def _chosen(event: Event, after: State) -> Problem | None:
    """What somebody wrote down and only its text explains: a spell, an ability, a card with a condition of arrival.

    A card that an effect brings asks for nothing.
    """
    if event.kind == "cast" and None in texts_of(after.copies[event.card].face):
        name = after.copies[event.card].face.name
        return Problem("unproven", "6.1.4", Message("bos.unread.cast", card=name))
    if event.kind == "use":
        name = named(after.copies[event.card])
        return Problem("unproven", "10.2.1", Message("bos.unread.used", card=name))
    if event.kind == "boss" and event.other < 0 and boss_condition_of(after.copies[event.card].face) is None:
        face = after.copies[event.card].face
        return Problem("unproven", "9.1.2", Message("bos.unread.turned_up", card=face.name, text=face.condition or ""))
    if event.kind == "summon" and event.other >= 0:
        face = after.copies[event.card].face
        if summoning_condition_of(face) is None:
            return Problem(
                "unproven", "5.1.2", Message("bos.unread.condition", card=face.name, text=face.condition or "")
            )
    return None


def _watch(copy: Copy, before: State, events: tuple[Event, ...], after: State) -> Problem | None:
    for moment in _moments(copy.face):
        if _applies(moment, copy, before, events, after):
            rule = "10.1.2" if moment.event == ALWAYS else "10.3.2"
            return Problem(
                "unproven", rule, Message("bos.unread.by_itself", card=named(copy), seat=seat_name(copy.owner))
            )
    return None


def _applies(moment: Moment, copy: Copy, before: State, events: tuple[Event, ...], after: State) -> bool:
    up = copy.up or after.copies[copy.id].up
    if not up:
        return False
    if moment.event == ALWAYS:
        return True
    return any(_concerns(moment, copy, before, event) for event in events)


def _concerns(moment: Moment, copy: Copy, before: State, event: Event) -> bool:
    if moment.event == "attack player":
        return event.kind == "attack" and event.card == copy.id and event.seat >= 0
    if event.kind != moment.event:
        return False
    if moment.whose == "this":
        return event.card == copy.id
    if moment.whose == "other":
        return event.other == copy.id
    if moment.whose == "either":
        return copy.id in (event.card, event.other)
    if moment.whose == "controller":
        return event.seat == copy.control
    if moment.whose == "was up":
        return event.seat == copy.control and before.copies[copy.id].up
    return True
