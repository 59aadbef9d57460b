"""Deck lists: read as people write them, checked against a pool and an edition, written back in one way.

A list is text of at most 20,000 characters and 200 lines. `read_deck` never raises: what it cannot read becomes
a fault, and `check_deck` reports the faults together with everything else that must be mended.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.bos.abilities.card_abilities import summoning_condition_of
from engine.bos.model.card_pool import MAX_NAME, Pool
from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.editions import Edition
from engine.messages import Message, all_of

MAX_CHARACTERS: Final = 20_000
MAX_LINES: Final = 200
MAX_LINE: Final = 200
MAX_COUNT: Final = 99

_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_HEADING: Final = re.compile(
    r"(boss|bosses|wizards?|summons?|spells?|reserves?)\s*(?:\([0-9]+\))?\s*(?:$|:\s*(.*))", re.IGNORECASE
)
_COUNTED: Final = re.compile(r"(?:([0-9]+)[x×]?|[x×]([0-9]+))\s+(.+)", re.IGNORECASE)
_COUNTED_AFTER: Final = re.compile(r"(.+?)\s+(?:[x×]([0-9]+)|([0-9]+)[x×]|\(([0-9]+)\))", re.IGNORECASE)
_NAMED: Final = re.compile(r"name\s*:\s*(.*)", re.IGNORECASE)

_SECTIONS: Final = ("boss", "wizards", "summons", "spells", "reserves")
_SECTION_OF: Final = {"b": "boss", "w": "wizards", "r": "reserves", "su": "summons", "sp": "spells"}
_SECTION_OF_TYPE: Final = {
    CardType.BOSS: "boss",
    CardType.WIZARD: "wizards",
    CardType.SUMMON: "summons",
    CardType.SPELL: "spells",
}
_IN_FRONT: Final = (CardType.BOSS, CardType.WIZARD)
"""Of which a deck holds each card once, and no reserve is one."""


class Entry(NamedTuple):
    """So many `copies` of the card called `name`, under the heading they stand below (`section`, empty when there is
    none), in a `line` counted from 1."""

    name: str
    copies: int
    section: str
    line: int


class DeckProblem(NamedTuple):
    """What is wrong or odd: the number of the `rule`, a `message` that says what to do, the `line` if one is meant,
    counted from 1, and the names of the `cards`."""

    rule: str
    message: Message
    line: int | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as written down, nothing resolved yet: its `name`, the entries of `main` deck and `reserves`, and the
    `faults` of what could not be read."""

    name: str = ""
    main: tuple[Entry, ...] = ()
    reserves: tuple[Entry, ...] = ()
    faults: tuple[DeckProblem, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DeckReport:
    """The verdict on a deck list: whether it is `legal`, all `problems`, the `warnings` about what is odd, the `counts`
    of cards by kind, the boss's `color`, None without one, and the `name` of the deck."""

    legal: bool
    problems: tuple[DeckProblem, ...]
    warnings: tuple[DeckProblem, ...]
    counts: Mapping[str, int]
    color: str | None
    name: str


def too_long(text: str) -> Message | None:
    """What is said to a list beyond all limits, which is refused, or None."""
    if len(text) > MAX_CHARACTERS:
        return Message("bos.deck.list_too_long", characters=f"{len(text):,}", most=f"{MAX_CHARACTERS:,}")
    if (lines := len(text.splitlines())) > MAX_LINES:
        return Message("bos.deck.too_many_lines", lines=f"{lines:,}", most=MAX_LINES)
    return None


def read_deck(text: str) -> DeckList:
    """Read a deck list. Never raises; lines that cannot be read become `faults`."""
    if refusal := too_long(text):
        return DeckList(faults=(DeckProblem("1.1.1", refusal, None, ()),))
    name, section = "", ""
    main: dict[str, Entry] = {}
    reserves: dict[str, Entry] = {}
    faults: list[DeckProblem] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _read_line(raw)
        if line is None:
            continue
        if line.fault:
            faults.append(DeckProblem("1.1.1", line.fault, number, ()))
        if line.title:
            name = line.title
        if line.section:
            section = line.section
        if line.name:
            pile = reserves if section == "reserves" else main
            if refusal := _add(pile, Entry(line.name, line.copies, section, number)):
                faults.append(DeckProblem("1.1.1", refusal, number, (line.name,)))
    return DeckList(name, tuple(main.values()), tuple(reserves.values()), tuple(faults))


def _add(pile: dict[str, Entry], entry: Entry) -> Message | None:
    """Equal names add up under the line where the name stood first; the refusal when that is beyond reason."""
    earlier = pile.setdefault(key(entry.name), entry)
    if earlier is entry:
        return None
    if earlier.copies + entry.copies > MAX_COUNT:
        return Message("bos.deck.too_often", card=earlier.name, most=MAX_COUNT)
    pile[key(entry.name)] = earlier._replace(copies=earlier.copies + entry.copies)
    return None


class _Line(NamedTuple):
    section: str = ""
    title: str = ""
    name: str = ""
    copies: int = 0
    fault: Message | None = None


@lru_cache(maxsize=4096)
def _read_line(raw: str) -> _Line | None:
    """One line by itself; the same few hundred lines come again and again in an event, hence the cache."""
    if len(raw) > MAX_LINE:
        return _Line(fault=Message("bos.deck.line_too_long", characters=f"{len(raw):,}", most=MAX_LINE))
    text = (_COMMENT.sub("", raw) if "#" in raw else raw).replace("\ufeff", "").strip()
    if not text:
        return None
    if named := _NAMED.fullmatch(text):
        return _title(named[1])
    if heading := _HEADING.fullmatch(text):
        section = _SECTION_OF.get(heading[1][0].lower()) or _SECTION_OF[heading[1][:2].lower()]
        return _card(heading[2], section) if heading[2] else _Line(section)
    return _card(text, "")


def _title(text: str) -> _Line:
    title = " ".join(text.split())
    if len(title) > MAX_NAME:
        return _Line(fault=Message("bos.deck.name_too_long", most=MAX_NAME))
    return _Line(title=title)


def _card(text: str, section: str) -> _Line:
    count_text, name_text = _count_and_name(text)
    name, digits = " ".join(name_text.split()), count_text.lstrip("0")
    if not count_text:
        return _Line(section, name=name, copies=1)
    if not digits or len(digits) > 2:
        if len(count_text) > 12:
            return _Line(
                section, fault=Message("bos.deck.count_too_long", digits=len(count_text), card=name, most=MAX_COUNT)
            )
        return _Line(section, fault=Message("bos.deck.no_count", written=count_text, card=name, most=MAX_COUNT))
    return _Line(section, name=name, copies=int(digits))


def _count_and_name(text: str) -> tuple[str, str]:
    """`3 Root Giant`, `3x …`, `x3 …`, and as other sites write it: `Root Giant x3`, `Root Giant (3)`."""
    if before := _COUNTED.fullmatch(text):
        return before[1] or before[2], before[3]
    if after := _COUNTED_AFTER.fullmatch(text):
        return after[2] or after[3] or after[4], after[1]
    return "", text


# Checking


def check_deck(deck: DeckList, pool: Pool, edition: Edition) -> DeckReport:
    """All problems of a list at once (1.1.1 to 1.2.3), each with its rule, its line and a sentence."""
    if _is_refused(deck):
        return DeckReport(False, deck.faults, (), _counts({}, 0), None, deck.name)
    main, reserves = _look_up(deck.main, pool), _look_up(deck.reserves, pool)
    problems = tuple(_problems(deck, main, reserves, pool, edition))
    warnings = (*_lonely_summons(main.known, reserves.known, pool), *_wrong_headings(main.known))
    counts = _counts(_count_types(main.known), sum(entry.copies for entry in deck.reserves))
    return DeckReport(not problems, problems, warnings, counts, _deck_color(main.known), deck.name)


def check_list(text: str, pool: Pool, edition: Edition) -> DeckReport | Message:
    """The report on a list as it is written; a refusal of one beyond all limits."""
    return too_long(text) or check_deck(read_deck(text), pool, edition)


def first_problem(deck: DeckList, pool: Pool, edition: Edition) -> DeckProblem | None:
    """The first problem that `check_deck` tells; None for a legal list."""
    if _is_refused(deck):
        return deck.faults[0]
    return next(_problems(deck, _look_up(deck.main, pool), _look_up(deck.reserves, pool), pool, edition), None)


def _is_refused(deck: DeckList) -> bool:
    """Whether nothing of the list was read, since it is beyond all limits."""
    return bool(deck.faults) and not deck.main and not deck.reserves and deck.faults[0].line is None


Known = list[tuple[Entry, Card]]


class LookedUp(NamedTuple):
    """Entries with their cards (`known`), and those whose card is unknown or cannot be played (`strangers`)."""

    known: Known
    strangers: list[tuple[Entry, Card | None]]


def _problems(
    deck: DeckList, main: LookedUp, reserves: LookedUp, pool: Pool, edition: Edition
) -> Iterator[DeckProblem]:
    strangers = main.strangers + reserves.strangers
    yield from deck.faults
    yield from (_stranger(entry, card, pool) for entry, card in strangers)
    unknown = sum(entry.copies for entry, card in strangers if card is None)
    yield from _sizes(_count_types(main.known), edition, unknown=unknown)
    yield from _colors((*main.known, *reserves.known), _deck_color(main.known))
    yield from _copies(main.known, reserves.known, edition)
    yield from _reserves(deck, reserves.known, edition)


def _look_up(entries: Iterable[Entry], pool: Pool) -> LookedUp:
    known: Known = []
    strangers: list[tuple[Entry, Card | None]] = []
    for entry in entries:
        card = pool.find(entry.name)
        if card is None or card.unknown:
            strangers.append((entry, card))
        if card is not None:
            known.append((entry, card))
    return LookedUp(known, strangers)


def _stranger(entry: Entry, card: Card | None, pool: Pool) -> DeckProblem:
    if card is not None:
        message = Message("bos.deck.not_known", card=card.name, missing=all_of(map(word, card.unknown)))
        return DeckProblem("1.1.4", message, entry.line, (card.name,))
    return no_card(entry.name, entry.line, pool)


def no_card(written: str, line: int | None, pool: Pool) -> DeckProblem:
    """1.1.4: a name that no card has, with the nearest names behind it in `cards`."""
    message, names = pool.unknown(written)
    return DeckProblem("1.1.4", message, line, names)


def _count_types(main: Known) -> dict[CardType | None, int]:
    counted: dict[CardType | None, int] = {}
    for entry, card in main:
        counted[card.type] = counted.get(card.type, 0) + entry.copies
    return counted


def _counts(counted: Mapping[CardType | None, int], reserves: int) -> Mapping[str, int]:
    counts = {section: counted.get(kind, 0) for kind, section in _SECTION_OF_TYPE.items()}
    return {**counts, "reserves": reserves}


def _deck_color(main: Known) -> str | None:
    """The boss's colour; without a single boss, the colour most cards have."""
    bosses = {card.color for _, card in main if card.type is CardType.BOSS and card.color}
    if len(bosses) == 1:
        return bosses.pop().value
    colors: Counter[str] = Counter()
    for entry, card in main:
        if card.color:
            colors[card.color.value] += entry.copies
    return min(colors, key=lambda color: (-colors[color], color)) if colors else None


def _sizes(counted: Mapping[CardType | None, int], edition: Edition, *, unknown: int) -> Iterator[DeckProblem]:
    wanted = (edition.bosses, edition.wizards, edition.summons, edition.spells)
    for kind, want in zip(_SECTION_OF_TYPE, wanted, strict=True):
        have = counted.get(kind, 0)
        if have != want:
            yield DeckProblem("1.1.1", _size(kind, have, want, unknown), None, ())


def word(text: str) -> Message:
    """A word of the game for a sentence about a list: a type of card, what a card has, a color."""
    return Message(f"bos.deck_word.{text}")


def _size(kind: CardType, have: int, want: int, unknown: int) -> Message:
    plural = "bosses" if kind is CardType.BOSS else f"{kind}s"
    noun, number = word(str(kind) if want == 1 else plural), have or word("none")
    if have > want:
        return Message("bos.deck.too_many", want=want, things=noun, have=number, over=have - want)
    few = "bos.deck.too_few_known" if unknown else "bos.deck.too_few"
    return Message(few, want=want, things=noun, have=number, short=want - have)


def _colors(entries: Iterable[tuple[Entry, Card]], color: str | None) -> Iterator[DeckProblem]:
    """1.1.2: nothing in a list whose deck has no color yet."""
    if color is None:
        return
    for entry, card in entries:
        if card.color and card.color != color:
            message = Message("bos.deck.other_color", card=card.name, color=word(str(card.color)), wanted=word(color))
            yield DeckProblem("1.1.2", message, entry.line, (card.name,))


def _copies(main: Known, reserves: Known, edition: Edition) -> Iterator[DeckProblem]:
    """1.1.3 within the deck, 1.2.3 over deck and reserves together; G-06 is stricter for wizards."""
    in_deck = {card.key: entry.copies for entry, card in main}
    for entry, card in main:
        if entry.copies > 1 and card.type is CardType.WIZARD:
            message = Message("bos.deck.equal_wizards", card=card.name, copies=entry.copies)
            yield DeckProblem("1.1.3", message, entry.line, (card.name,))
        elif entry.copies > edition.copies and card.type not in _IN_FRONT:
            over = entry.copies - edition.copies
            message = Message(
                "bos.deck.too_many_copies", most=edition.copies, over=over, copies=entry.copies, card=card.name
            )
            yield DeckProblem("1.1.3", message, entry.line, (card.name,))
    for entry, card in reserves:
        have = in_deck.get(card.key, 0)
        if have + entry.copies > edition.copies:
            message = Message(
                "bos.deck.too_many_in_both",
                most=edition.copies,
                card=card.name,
                in_deck=have,
                in_reserves=entry.copies,
            )
            yield DeckProblem("1.2.3", message, entry.line, (card.name,))


def _reserves(deck: DeckList, reserves: Known, edition: Edition) -> Iterator[DeckProblem]:
    total = sum(entry.copies for entry in deck.reserves)
    if total > edition.reserves:
        over = total - edition.reserves
        yield DeckProblem(
            "1.2.1", Message("bos.deck.too_many_reserves", most=edition.reserves, have=total, over=over), None, ()
        )
    for entry, card in reserves:
        if card.type in _IN_FRONT:
            message = Message("bos.deck.no_reserve", card=card.name, type=word(str(card.type)))
            yield DeckProblem("1.2.2", message, entry.line, (card.name,))


def _lonely_summons(main: Known, reserves: Known, pool: Pool) -> Iterator[DeckProblem]:
    """G-09: a summon that no wizard of the deck can conduct is legal, but odd."""
    wizards = [card for _, card in main if card.type is CardType.WIZARD]
    names = {card.key for card in wizards}
    for entry, card in (*main, *reserves):
        wanted = summoning_condition_of(card)
        if wanted is None or wanted.either or not wizards:
            continue
        color = wanted.wizard.color
        if color and sum(wizard.color == color for wizard in wizards) < wanted.count:
            message = Message("bos.deck.few_wizards", color=word(str(color)), card=card.name)
            yield DeckProblem("5.1.2", message, entry.line, (card.name,))
        for wizard_name in wanted.names:
            if key(wizard_name) not in names:
                wizard = pool.find(wizard_name)
                conductor = wizard.name if wizard else wizard_name
                yield DeckProblem(
                    "5.1.2",
                    Message("bos.deck.no_conductor", card=card.name, wizard=conductor),
                    entry.line,
                    (card.name, conductor),
                )


def _wrong_headings(main: Known) -> Iterator[DeckProblem]:
    for entry, card in main:
        if entry.section and card.type and entry.section != _SECTION_OF_TYPE[card.type]:
            message = Message(
                "bos.deck.other_heading",
                card=card.name,
                heading=Message(f"bos.heading.{entry.section}"),
                type=word(str(card.type)),
            )
            yield DeckProblem("1.1.1", message, entry.line, (card.name,))


# Writing


def write_deck(deck: DeckList, pool: Pool | None = None) -> str:
    """The list in its canonical form: headings, then cards by name; with a pool, by type and as it spells them."""
    sections: dict[str, list[tuple[str, str, int]]] = {}
    for entry in (*deck.main, *deck.reserves):
        card = pool.find(entry.name) if pool else None
        section = _SECTION_OF_TYPE[card.type] if card and card.type and entry.section != "reserves" else entry.section
        sections.setdefault(section, []).append((key(entry.name), card.name if card else entry.name, entry.copies))
    blocks = [f"Name: {deck.name}"] if deck.name else []
    for section in ("", *_SECTIONS):
        if section in sections:
            cards = [f"{count} {name}" for _, name, count in sorted(sections[section])]
            blocks.append("\n".join([section.title(), *cards] if section else cards))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def deck_to_json(deck: DeckList) -> dict[str, Any]:
    """The list as plain JSON values; `deck_from_json` reads them back."""

    def rows(entries: Iterable[Entry]) -> list[dict[str, Any]]:
        return [{"name": entry.name, "count": entry.copies, "section": entry.section} for entry in entries]

    return {"name": deck.name, "main": rows(deck.main), "reserves": rows(deck.reserves)}


def deck_from_json(value: object) -> DeckList:
    """The list of a JSON object (or its text). Never raises; what cannot be read becomes a fault."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = None
    if not isinstance(value, dict):
        return DeckList(faults=(DeckProblem("1.1.1", Message("bos.deck.no_object"), None, ()),))
    return read_deck("\n".join(_json_lines(value)))


def _json_lines(deck: Mapping[str, Any]) -> Iterator[str]:
    """JSON goes through the text form, so that both have one reader and the same limits."""
    yield f"Name: {_one_line(deck.get('name') or '')}"
    main, reserves = (
        [row for row in rows if isinstance(row, dict)] if isinstance(rows := deck.get(part), list) else []
        for part in ("main", "reserves")
    )
    for section in ("", *_SECTIONS[:-1]):
        under = [row for row in main if (row.get("section") if row.get("section") in _SECTIONS[:-1] else "") == section]
        yield from ([section] if section and under else [])
        yield from map(_json_row, under)
    yield from ("reserves", *map(_json_row, reserves))


def _json_row(row: Mapping[str, Any]) -> str:
    return f"{_one_line(row.get('count', 1))} {_one_line(row.get('name', ''))}"


def _one_line(value: object) -> str:
    return " ".join(str(value).split())


# The cards of a list


def main_cards(deck: DeckList, pool: Pool) -> tuple[Card, ...]:
    """Every card of the deck without reserves, copies repeated; names the pool does not know are left out."""
    return _cards(deck.main, pool)


def reserve_cards(deck: DeckList, pool: Pool) -> tuple[Card, ...]:
    """Every card of the reserves, copies repeated; names the pool does not know are left out."""
    return _cards(deck.reserves, pool)


def _cards(entries: Iterable[Entry], pool: Pool) -> tuple[Card, ...]:
    return tuple(card for entry in entries if (card := pool.find(entry.name)) for _ in range(entry.copies))


@cache
def starter_decks() -> Mapping[str, str]:
    """The bundled lists by name: text that anybody can start from, legal in every edition."""
    folder = resources.files("engine.bos").joinpath("starter_decks")
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".txt")]
    return MappingProxyType({read_deck(text).name: text for text in sorted(texts)})
