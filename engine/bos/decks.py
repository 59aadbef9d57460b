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

from engine.bos.cards import MAX_NAME, Card, CardType, Pool, key
from engine.bos.editions import Edition
from engine.bos.texts import calling_of

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


class Entry(NamedTuple):
    """So many copies of one card, under the heading they stand below (empty when there is none)."""

    name: str
    copies: int
    section: str
    line: int


NOTHING: Mapping[str, Any] = {}


class Problem(NamedTuple):
    """What is wrong or odd: the rule's number, a sentence that says what to do, the line if one is meant.

    `code` names the kind of sentence and `figures` what stands in it, so that it can be said in another language.
    """

    rule: str
    message: str
    line: int | None
    cards: tuple[str, ...]
    code: str = ""
    figures: Mapping[str, Any] = NOTHING


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "list_too_long": "This list has %(characters)s characters; a deck list may have at most %(most)s. Shorten it.",
        "too_many_lines": "This list has %(lines)s lines; a deck list may have at most %(most)s. Shorten it.",
        "no_object": "A deck in JSON is an object with name, main and reserves.",
        "line_too_long": "This line has %(characters)s characters; write one card per line, at most %(most)s.",
        "name_too_long": "The name of a deck has at most %(most)s characters; shorten it.",
        "no_count": "%(written)s is no count of %(card)s; write a number from 1 to %(most)s.",
        "count_too_long": "A number of %(digits)s digits is no count of %(card)s; write a number from 1 to %(most)s.",
        "too_often": "%(card)s stands in this list more than %(most)s times; write each card once.",
        "not_known": (
            "%(card)s is a real card, but its %(missing)s is not known yet, so it cannot be played; replace it."
        ),
        "no_card": "No card is called %(name)s. Check the spelling or choose another card.",
        "no_card_but": "No card is called %(name)s. Did you mean %(near)s?",
        "too_many": "A deck holds exactly %(want)s %(things)s, this one %(have)s; take out %(over)s.",
        "too_few": "A deck holds exactly %(want)s %(things)s, this one %(have)s; add %(short)s.",
        "too_few_known": (
            "A deck holds exactly %(want)s %(things)s, this one %(have)s; add %(short)s, "
            "once the unknown names are mended."
        ),
        "other_color": "%(card)s is %(color)s, but this deck is %(wanted)s; choose a %(wanted)s card instead.",
        "equal_wizards": "The wizards of a deck must differ; %(card)s stands in it %(copies)s times. Keep one.",
        "too_many_copies": "A deck holds at most %(most)s copies of a card; take out %(over)s of %(copies)s %(card)s.",
        "too_many_in_both": (
            "Deck and reserves together hold at most %(most)s copies of a card; "
            "%(card)s stands %(in_deck)s times in the deck and %(in_reserves)s times in the reserves."
        ),
        "too_many_reserves": "Reserves hold at most %(most)s cards, these hold %(have)s; take out %(over)s.",
        "no_reserve": ("Only summons and spells can be reserves; %(card)s is a %(type)s. Take it out of the reserves."),
        "few_wizards": "This deck has too few %(color)s wizards to conduct %(card)s.",
        "no_conductor": "%(card)s is conducted with %(wizard)s, who is not among the wizards of this deck.",
        "other_heading": "%(card)s stands under %(heading)s, but it is a %(type)s; it is counted as one.",
    }
)
"""Every sentence of a problem by its code, with the names of its figures."""


class Said(NamedTuple):
    """The code of a sentence, and what stands in it."""

    code: str
    figures: Mapping[str, Any] = NOTHING

    def __str__(self) -> str:
        return SENTENCES[self.code] % {name: _shown(name, value) for name, value in self.figures.items()}


def _shown(name: str, value: Any) -> Any:
    """Several names and words stand in a sentence with a word between the last two."""
    if name == "missing":
        return " and ".join(value)
    if name == "near" and len(value) > 1:
        return ", ".join(value[:-1]) + " or " + value[-1]
    return value[0] if name == "near" else value


def said(code: str, **figures: Any) -> Said:
    return Said(code, figures)


def problem(rule: str, told: Said, line: int | None, cards: tuple[str, ...]) -> Problem:
    return Problem(rule, str(told), line, cards, told.code, told.figures)


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck as written down: names and counts, nothing resolved yet."""

    name: str = ""
    main: tuple[Entry, ...] = ()
    reserves: tuple[Entry, ...] = ()
    faults: tuple[Problem, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DeckReport:
    """The verdict on a deck list: every problem, what is odd, and what was counted."""

    legal: bool
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    counts: Mapping[str, int]
    color: str | None


def too_long(text: str) -> Said | None:
    """What is said to a list beyond all limits, which is refused, or None."""
    if len(text) > MAX_CHARACTERS:
        return said("list_too_long", characters=f"{len(text):,}", most=f"{MAX_CHARACTERS:,}")
    if (lines := len(text.splitlines())) > MAX_LINES:
        return said("too_many_lines", lines=f"{lines:,}", most=MAX_LINES)
    return None


def read_deck(text: str) -> DeckList:
    """Read a deck list. Never raises; lines that cannot be read become `faults`."""
    if refusal := too_long(text):
        return DeckList(faults=(problem("1.1.1", refusal, None, ()),))
    name, section = "", ""
    main: dict[str, Entry] = {}
    reserves: dict[str, Entry] = {}
    faults: list[Problem] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _read_line(raw)
        if line is None:
            continue
        if line.fault:
            faults.append(problem("1.1.1", line.fault, number, ()))
        if line.title:
            name = line.title
        if line.section:
            section = line.section
        if line.name:
            pile = reserves if section == "reserves" else main
            if refusal := _add(pile, Entry(line.name, line.copies, section, number)):
                faults.append(problem("1.1.1", refusal, number, (line.name,)))
    return DeckList(name, tuple(main.values()), tuple(reserves.values()), tuple(faults))


def _add(pile: dict[str, Entry], entry: Entry) -> Said | None:
    """Equal names add up under the line where the name stood first; the refusal when that is beyond reason."""
    known = pile.setdefault(key(entry.name), entry)
    if known is entry:
        return None
    if known.copies + entry.copies > MAX_COUNT:
        return said("too_often", card=known.name, most=MAX_COUNT)
    pile[key(entry.name)] = known._replace(copies=known.copies + entry.copies)
    return None


class _Line(NamedTuple):
    section: str = ""
    title: str = ""
    name: str = ""
    copies: int = 0
    fault: Said | None = None


@lru_cache(maxsize=4096)
def _read_line(raw: str) -> _Line | None:
    """One line by itself; the same few hundred lines come again and again in an event, hence the cache."""
    if len(raw) > MAX_LINE:
        return _Line(fault=said("line_too_long", characters=f"{len(raw):,}", most=MAX_LINE))
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
        return _Line(fault=said("name_too_long", most=MAX_NAME))
    return _Line(title=title)


def _card(text: str, section: str) -> _Line:
    shown, written = _count_and_name(text)
    name, digits = " ".join(written.split()), shown.lstrip("0")
    if not shown:
        return _Line(section, name=name, copies=1)
    if not digits or len(digits) > 2:
        if len(shown) > 12:
            return _Line(section, fault=said("count_too_long", digits=len(shown), card=name, most=MAX_COUNT))
        return _Line(section, fault=said("no_count", written=shown, card=name, most=MAX_COUNT))
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
        return DeckReport(False, deck.faults, (), _counts({}, 0), None)
    main, reserves = _look_up(deck.main, pool), _look_up(deck.reserves, pool)
    problems = tuple(_problems(deck, main, reserves, pool, edition))
    warnings = (*_lonely_summons(main.known, reserves.known, pool), *_wrong_headings(main.known))
    counts = _counts(_count_types(main.known), sum(entry.copies for entry in deck.reserves))
    return DeckReport(not problems, problems, warnings, counts, _deck_color(main.known))


def first_problem(deck: DeckList, pool: Pool, edition: Edition) -> Problem | None:
    """The first problem that `check_deck` tells; None for a legal list."""
    if _is_refused(deck):
        return deck.faults[0]
    return next(_problems(deck, _look_up(deck.main, pool), _look_up(deck.reserves, pool), pool, edition), None)


def _is_refused(deck: DeckList) -> bool:
    """Whether nothing of the list was read, since it is beyond all limits."""
    return bool(deck.faults) and not deck.main and not deck.reserves and deck.faults[0].line is None


Known = list[tuple[Entry, Card]]


class LookedUp(NamedTuple):
    """Entries with their cards, and those whose card is unknown or cannot be played."""

    known: Known
    strangers: list[tuple[Entry, Card | None]]


def _problems(deck: DeckList, main: LookedUp, reserves: LookedUp, pool: Pool, edition: Edition) -> Iterator[Problem]:
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


def _stranger(entry: Entry, card: Card | None, pool: Pool) -> Problem:
    if card is not None:
        told = said("not_known", card=card.name, missing=card.unknown)
        return problem("1.1.4", told, entry.line, (card.name,))
    return no_card(entry.name, entry.line, pool)


def no_card(written: str, line: int | None, pool: Pool) -> Problem:
    """1.1.4: a name that no card has, with the nearest names behind it in `cards`."""
    names = pool.unknown(written)[1]
    name, nearest = names[0], names[1:]
    if not nearest:
        return problem("1.1.4", said("no_card", name=name), line, names)
    return problem("1.1.4", said("no_card_but", name=name, near=nearest), line, names)


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


def _sizes(counted: Mapping[CardType | None, int], edition: Edition, *, unknown: int) -> Iterator[Problem]:
    wanted = (edition.bosses, edition.wizards, edition.summons, edition.spells)
    for kind, want in zip(_SECTION_OF_TYPE, wanted, strict=True):
        have = counted.get(kind, 0)
        if have != want:
            yield problem("1.1.1", _size(kind, have, want, unknown), None, ())


def _size(kind: CardType, have: int, want: int, unknown: int) -> Said:
    plural = "bosses" if kind is CardType.BOSS else f"{kind}s"
    things, had = str(kind) if want == 1 else plural, have or "none"
    if have > want:
        return said("too_many", want=want, things=things, have=had, over=have - want)
    return said("too_few_known" if unknown else "too_few", want=want, things=things, have=had, short=want - have)


def _colors(known: Iterable[tuple[Entry, Card]], color: str | None) -> Iterator[Problem]:
    for entry, card in known:
        if card.color and card.color != color:
            told = said("other_color", card=card.name, color=str(card.color), wanted=str(color))
            yield problem("1.1.2", told, entry.line, (card.name,))


def _copies(main: Known, reserves: Known, edition: Edition) -> Iterator[Problem]:
    """1.1.3 within the deck, 1.2.3 over deck and reserves together; G-06 is stricter for wizards."""
    in_deck = {card.key: entry.copies for entry, card in main}
    for entry, card in main:
        if card.type is CardType.WIZARD and entry.copies > 1:
            told = said("equal_wizards", card=card.name, copies=entry.copies)
            yield problem("1.1.3", told, entry.line, (card.name,))
        elif card.type is not CardType.BOSS and card.type is not CardType.WIZARD and entry.copies > edition.copies:
            over = entry.copies - edition.copies
            told = said("too_many_copies", most=edition.copies, over=over, copies=entry.copies, card=card.name)
            yield problem("1.1.3", told, entry.line, (card.name,))
    for entry, card in reserves:
        have = in_deck.get(card.key, 0)
        if have + entry.copies > edition.copies:
            where = {"card": card.name, "in_deck": have, "in_reserves": entry.copies}
            yield problem("1.2.3", said("too_many_in_both", most=edition.copies, **where), entry.line, (card.name,))


def _reserves(deck: DeckList, reserves: Known, edition: Edition) -> Iterator[Problem]:
    total = sum(entry.copies for entry in deck.reserves)
    if total > edition.reserves:
        over = total - edition.reserves
        yield problem("1.2.1", said("too_many_reserves", most=edition.reserves, have=total, over=over), None, ())
    for entry, card in reserves:
        if card.type is CardType.WIZARD or card.type is CardType.BOSS:
            told = said("no_reserve", card=card.name, type=str(card.type))
            yield problem("1.2.2", told, entry.line, (card.name,))


def _lonely_summons(main: Known, reserves: Known, pool: Pool) -> Iterator[Problem]:
    """G-09: a summon that no wizard of the deck can conduct is legal, but odd."""
    wizards = [card for _, card in main if card.type is CardType.WIZARD]
    names = {card.key for card in wizards}
    for entry, card in (*main, *reserves):
        wanted = calling_of(card)
        if wanted is None or not wizards:
            continue
        color = wanted.wizard.color
        if color and sum(wizard.color == color for wizard in wizards) < wanted.count:
            told = said("few_wizards", color=str(color), card=card.name)
            yield problem("5.1.2", told, entry.line, (card.name,))
        for named in wanted.names:
            if key(named) not in names:
                wizard = pool.find(named)
                who = wizard.name if wizard else named
                yield problem("5.1.2", said("no_conductor", card=card.name, wizard=who), entry.line, (card.name, who))


def _wrong_headings(main: Known) -> Iterator[Problem]:
    for entry, card in main:
        if entry.section and card.type and entry.section != _SECTION_OF_TYPE[card.type]:
            told = said("other_heading", card=card.name, heading=entry.section.title(), type=str(card.type))
            yield problem("1.1.1", told, entry.line, (card.name,))


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
        return DeckList(faults=(problem("1.1.1", said("no_object"), None, ()),))
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
