"""From the headers of a record, two lists, a pool and an edition to the setup of a duel, or to what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, NamedTuple

from engine.bos.decks.deck_lists import DeckList, DeckProblem, first_problem, main_cards, read_deck, reserve_cards
from engine.bos.decks.swaps import MAX_SWAP, check_swap, swap
from engine.bos.model.bidding import refusal, resolve
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.editions import EDITIONS, Edition
from engine.bos.model.set_position import Position
from engine.bos.model.setup import Setup
from engine.bos.model.state import type_phrase
from engine.bos.notation.card_lookup import OF_PILES, WIZARDS, find_card
from engine.bos.records.clock_spec import read_spec
from engine.bos.records.hidden_lists import Hidden, Lists, possible, shown_by
from engine.bos.records.position_headers import Unreadable, read_position
from engine.bos.records.set_position import in_full, misplaced
from engine.contract import Given, Problem
from engine.log import Log
from engine.messages import Message, Note, any_of
from engine.seats import seat_name

MOST_LISTS: Final = 16
"""Few, since each keeps the pool it was checked by."""

_SEATS: Final = ("P1", "P2")
_BIDS: Final = re.compile(r"(P[12])\s+([0-9]{1,19})(?:\s+(P[12])\s+([0-9]{1,19}))?", re.IGNORECASE)
_OF_SEAT: Final = re.compile(r"P([12])\s+(.+)", re.IGNORECASE)
_FIRST_TURN: Final = re.compile(r"t\s*[0-9]+\s+p?([12])", re.IGNORECASE)
_SWAPPED: Final = re.compile(r"(?:^|[\s,])([+-])\s*")
_NUMBERED: Final = ("number", "round", "table")
_KNOWN: Final = {
    "game", "rules", "cards", "mode", "event", "round", "table", "number", "p1", "p2", "bid", "first", "wizards",
    "swap", "clock", "result", "position", "board", "graveyard",
}  # fmt: skip
_ONCE: Final = ("game", "rules", "mode", "bid", "first", "number", "p1", "p2", "position")


class Fault(Exception):
    """A header, or what the caller gave, does not allow the game to be judged."""

    def __init__(self, finding: str, rule: str | None, message: Message) -> None:
        self.problem = Problem(finding, rule, message)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Pinned:
    """What the caller knows for certain: edition and lists are those that were played, the ether of each seat, who went
    first (0 or 1). It outranks what the headers of a record say."""

    first: int
    """Who went first, 0 or 1."""
    ether: tuple[int, int] = (0, 0)
    """The ether of each seat."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A setup, the seats whose wizard columns nobody wrote down, and remarks for the reader of the finding."""

    setup: Setup
    """What was fixed before the game."""
    unplaced: tuple[bool, bool] = (False, False)
    """For each seat whether nobody wrote down its wizards' columns."""
    notes: tuple[Note, ...] = ()
    """Remarks for the reader."""

    def placements(self) -> Iterable[Setup]:
        """Every setup that fits what was written; just one where both players' columns are known."""
        if not any(self.unplaced):
            yield self.setup
            return
        for first in self._orders(0):
            for second in self._orders(1):
                yield replace(self.setup, wizards=(first, second))

    def _orders(self, seat: int) -> list[tuple[Card, ...]]:
        wizards = self.setup.wizards[seat]
        return list(permutations(wizards)) if self.unplaced[seat] else [wizards]


def open_game(log: Log, given: Given) -> Opening | Problem:
    """The opening of a record. Where it is pinned the lists are what was played, so that no swap can be unseen. Where
    the reader may not know a list, `Hidden` stands in its place."""
    try:
        opening = _open(log, given.lists, given.pool, given.edition, pinned=given.pinned)
    except Fault as fault:
        return fault.problem
    if not given.names:
        return opening
    first, second = given.names
    return replace(opening, setup=replace(opening.setup, names=(first, second)))


def _open(log: Log, decks: Lists, pool: Pool, edition: Edition, *, pinned: Pinned | None) -> Opening:
    notes: list[Note] = []
    _read_frame(log, notes)
    edition = edition if pinned else _edition(log, edition)
    _compare_pool(log, pool, notes)
    known = {
        seat: _known(log, seat, _list(seat, decks, pool, edition), pool, edition, pinned=pinned)
        for seat in (0, 1)
        if not isinstance(decks.get(seat_name(seat)), Hidden)
    }
    sides = [known.get(seat) or _hidden(log, seat, decks, pool, edition, known) for seat in (0, 1)]
    for seat, side in known.items():
        if side.unseen:
            notes.append(Note(Message("bos.header.swaps_unwritten", seat=seat_name(seat))))
    notes += _outranked(log, pinned, edition) if pinned else []
    first, second = sides
    setup = Setup(
        edition=edition,
        pool=pool,
        names=(_player(log, 0), _player(log, 1)),
        bosses=(first.boss, second.boss),
        wizards=(first.wizards, second.wizards),
        piles=(first.piles, second.piles),
        registered=(first.registered, second.registered),
        playing=(first.playing, second.playing),
        first=pinned.first if pinned else _first(log),
        ether=pinned.ether if pinned else _ether(log),
        hidden_swap=(first.unseen, second.unseen),
        hidden=(0 not in known, 1 not in known),
    )
    wanted = _position(log, setup, pinned)
    if wanted is None:
        return _place_wizards(log, setup, notes)
    notes.append(Note(Message("bos.position.begins")))
    return Opening(replace(setup, first=wanted.first, position=wanted), (False, False), tuple(notes))


def _position(log: Log, setup: Setup, pinned: Pinned | None) -> Position | None:
    """The position at which the record begins; None for one that begins with its first turn."""
    try:
        wanted = read_position(log, setup)
    except Unreadable as fault:
        raise _malformed(fault.problem.message) from None
    if wanted is None:
        return None
    if pinned or any(setup.hidden):
        raise _malformed(Message("bos.position.in_match"))
    for _at, problem in misplaced(setup, wanted):
        raise Fault(problem.finding, problem.rule, problem.message)
    if log.header("First") and _first(log) != wanted.first:
        seats = {"seat": seat_name(wanted.seat), "first": seat_name(wanted.first)}
        raise _malformed(Message("bos.position.other_first", turn=wanted.turn, **seats))
    return in_full(setup, wanted)


class _Side(NamedTuple):
    """What one seat plays with. `unseen`: of its piles only the sizes are known."""

    boss: Card
    wizards: tuple[Card, ...]
    piles: tuple[Card, ...]
    registered: Mapping[str, Card]
    playing: Mapping[str, Card]
    unseen: bool


def _known(log: Log, seat: int, deck: DeckList, pool: Pool, edition: Edition, *, pinned: Pinned | None) -> _Side:
    """What a seat plays with by its list, and by the swap that a header tells of."""
    main, reserves = main_cards(deck, pool), reserve_cards(deck, pool)
    swapped = None if pinned else _swap_of(log, seat, deck, pool, edition)
    unseen = _number(log) > 1 and not pinned and swapped is None
    registered = _by_key((*main, *reserves))
    if swapped:
        main = main_cards(swapped, pool)
    playing = (*main, *reserves) if unseen else main
    wizards = tuple(_of_type(playing, CardType.WIZARD))
    boss = _of_type(playing, CardType.BOSS)[0]
    return _Side(boss, wizards, _piles(playing), registered, _by_key(playing), unseen)


def _hidden(log: Log, seat: int, decks: Lists, pool: Pool, edition: Edition, known: Mapping[int, _Side]) -> _Side:
    """What a seat plays with whose list the reader may not know, as the record shows it."""
    hidden = decks[seat_name(seat)]
    assert isinstance(hidden, Hidden)
    shown = shown_by(log, seat, hidden, pool, edition, _of_other(1 - seat, decks, pool, known))
    boss = pool.find(hidden.boss)
    if shown is None or boss is None:
        raise Fault("unreadable", None, Message("bos.header.boss_unknown", seat=seat_name(seat)))
    return _Side(boss, shown.wizards, shown.piles, shown.registered, shown.registered, True)


def _of_other(seat: int, decks: Lists, pool: Pool, known: Mapping[int, _Side]) -> Iterable[str]:
    """The cards that the other seat has or could have."""
    if seat in known:
        return known[seat].registered
    hidden = decks[seat_name(seat)]
    boss = pool.find(hidden.boss) if isinstance(hidden, Hidden) else None
    return possible(pool, boss) if boss else ()


def _outranked(log: Log, pinned: Pinned, edition: Edition) -> list[Note]:
    """What the headers say and the caller knows better, for the reader of the finding."""
    notes = []
    if log.header("First") and _first(log) != pinned.first:
        notes.append(
            Note(Message("bos.header.other_first", seat=seat_name(1 - pinned.first), other=seat_name(pinned.first)))
        )
    if log.header("Bid") and _ether(log) != pinned.ether:
        notes.append(Note(Message("bos.header.other_bids")))
    if (log.header("Rules") or edition.name).casefold() != edition.name:
        notes.append(Note(Message("bos.header.other_rules", edition=edition.name)))
    if log.header("Swap"):
        notes.append(Note(Message("bos.header.swaps_passed_over")))
    return notes


def _place_wizards(log: Log, setup: Setup, notes: list[Note]) -> Opening:
    wizards = list(setup.wizards)
    unplaced = [not (setup.hidden[seat] and wizards[seat]) for seat in (0, 1)]
    most = setup.edition.wizards
    for seat, text in _by_seat(log, "Wizards"):
        names = [name.strip() for name in text.split(",")]
        cards = [_wizard(setup, seat, name) for name in names[: most + 1]]
        if len(cards) != most or len({card.key for card in cards}) != len(cards):
            raise _malformed(Message("bos.header.wizards", seat=seat_name(seat), number=most))
        if not unplaced[seat] and wizards[seat] != tuple(cards):
            raise _malformed(Message("bos.header.wizards_twice", seat=seat_name(seat)))
        wizards[seat], unplaced[seat] = tuple(cards), False
    for seat in (0, 1):
        if setup.hidden[seat] and unplaced[seat]:
            who = seat_name(seat)
            raise Fault("unproven", "3.2.3", Message("bos.header.wizards_unwritten", seat=who, again=who))
    return Opening(replace(setup, wizards=(wizards[0], wizards[1])), (unplaced[0], unplaced[1]), tuple(notes))


def _wizard(setup: Setup, seat: int, name: str) -> Card:
    card = find_card(setup, seat, name, WIZARDS)
    if isinstance(card, Problem):
        raise Fault(card.finding, card.rule, card.message)
    if card.type is not CardType.WIZARD:
        message = Message("bos.header.not_a_wizard", card=card.name, kind=type_phrase(card), seat=seat_name(seat))
        raise Fault("illegal", "1.1.4", message)
    return card


def _read_frame(log: Log, notes: list[Note]) -> None:
    """The headers that are either right or a fault by themselves."""
    for header in log.headers:
        word = header.word.casefold()
        if word not in _KNOWN:
            notes.append(Note(Message("bos.header.unknown", word=header.word)))
        elif not header.text and word != "board":
            raise _malformed(Message("bos.header.empty", word=header.word))
        elif word in _NUMBERED and not (header.text.isdecimal() and len(header.text) < 7):
            raise _malformed(Message("bos.header.no_number", word=header.word, text=header.text[:40]))
        elif word in _ONCE and header.text != log.header(word):
            raise _malformed(Message("bos.header.twice", word=header.word))
    game, mode, clock = log.header("Game"), log.header("Mode"), log.header("Clock")
    if game and game.casefold() != "bos":
        raise _malformed(Message("bos.header.other_game", text=game[:40]))
    if mode and mode.casefold() != "duel":
        raise _malformed(Message("bos.header.other_mode", text=mode[:40]))
    if clock and not read_spec(clock):
        raise _malformed(Message("bos.header.clock"))


def _edition(log: Log, edition: Edition) -> Edition:
    name = log.header("Rules")
    if name is None:
        return edition
    if name.casefold() not in EDITIONS:
        raise _malformed(Message("bos.header.unknown_rules", text=name[:40], names=tuple(EDITIONS)))
    return edition if name.casefold() == edition.name else EDITIONS[name.casefold()]


def _compare_pool(log: Log, pool: Pool, notes: list[Note]) -> None:
    written = (log.header("Cards") or "").removeprefix("sha256:").rstrip(".…").casefold()
    if written and not pool.hash.removeprefix("sha256:").startswith(written):
        notes.append(Note(Message("bos.header.other_pool")))


def _list(seat: int, decks: Lists, pool: Pool, edition: Edition) -> DeckList:
    name = seat_name(seat)
    text = decks.get(name)
    if not isinstance(text, str):
        raise Fault("unreadable", None, Message("bos.header.no_list", seat=name, other=name))
    checked = _CHECKED.get((text, id(pool), id(edition))) or _check(text, pool, edition)
    if checked.problem:
        message = Message("bos.header.illegal_list", seat=name, said=checked.problem.message)
        raise Fault("illegal", checked.problem.rule, message)
    return checked.deck


class _Checked(NamedTuple):
    """A list that was read and checked, with what it was checked by, so that no other value gets their numbers."""

    deck: DeckList
    problem: DeckProblem | None
    by: tuple[Pool, Edition]


_CHECKED: Final[dict[tuple[str, int, int], _Checked]] = {}
"""The games of a match are judged one after another with the same lists: by the text, and the pool and the edition by
their numbers in memory."""


def _check(text: str, pool: Pool, edition: Edition) -> _Checked:
    if len(_CHECKED) >= MOST_LISTS:
        _CHECKED.clear()
    deck = read_deck(text)
    checked = _CHECKED[text, id(pool), id(edition)] = _Checked(
        deck, first_problem(deck, pool, edition), (pool, edition)
    )
    return checked


def _swap_of(log: Log, seat: int, deck: DeckList, pool: Pool, edition: Edition) -> DeckList | None:
    """The list after the swap that the header tells of; None if there is no header."""
    texts = [text for other, text in _by_seat(log, "Swap") if other == seat]
    if not texts:
        return None
    if log.header("Number") == "1":
        raise Fault("illegal", "1.2.4", Message("bos.header.early_swap", seat=seat_name(seat)))
    out: list[str] = []
    into: list[str] = []
    for text in texts:
        pieces = _SWAPPED.split(text)
        if pieces[0].strip() or not 3 <= len(pieces) <= 2 * MAX_SWAP:
            raise _malformed(Message("bos.header.swap", seat=seat_name(seat)))
        for sign, name in zip(pieces[1::2], pieces[2::2], strict=True):
            (out if sign == "-" else into).append(_listed(name.strip(" ,"), deck, pool, seat))
    problems = check_swap(deck, out, into, pool, edition)
    if problems:
        raise Fault(
            "illegal",
            problems[0].rule,
            Message("bos.header.illegal_swap", seat=seat_name(seat), said=problems[0].message),
        )
    return swap(deck, out, into)


def _listed(name: str, deck: DeckList, pool: Pool, seat: int) -> str:
    """The full name of a card of the list, given a beginning of it."""
    cards = _by_key((*main_cards(deck, pool), *reserve_cards(deck, pool)))
    wanted = key(name)
    fitting = [wanted] if wanted in cards else [known for known in sorted(cards) if wanted and known.startswith(wanted)]
    if len(fitting) == 1:
        return cards[fitting[0]].name
    if fitting:
        raise Fault("unproven", None, Message("bos.header.swap_several", card=name[:60], seat=seat_name(seat)))
    if pool.find(name):
        raise Fault("illegal", "1.1.4", Message("bos.card.not_registered", card=name[:60], seat=seat_name(seat)))
    near = pool.nearest(name)
    if not near:
        raise _malformed(Message("bos.card.none", text=name[:60]))
    raise _malformed(Message("bos.card.none_near", text=name[:60], near=any_of(near)))


def _by_seat(log: Log, word: str) -> list[tuple[int, str]]:
    texts = []
    for header in log.headers:
        if header.word.casefold() == word.casefold():
            match = _OF_SEAT.fullmatch(header.text)
            if not match:
                raise _malformed(Message("bos.header.no_player", word=word, again=word))
            texts.append((int(match.group(1)) - 1, match.group(2)))
    return texts


def _number(log: Log) -> int:
    return int(log.header("Number") or 1)


def _player(log: Log, seat: int) -> str:
    return (log.header(_SEATS[seat]) or seat_name(seat))[:100]


def _first(log: Log) -> int:
    """Who goes first: the header, or the seat of the first `T` line."""
    text = log.header("First")
    if text is not None:
        if text.upper() not in _SEATS:
            raise _malformed(Message("bos.header.first"))
        return _SEATS.index(text.upper())
    for line in log.lines:
        turn = _FIRST_TURN.fullmatch(line.body)
        if turn:
            return int(turn.group(1)) - 1
    return 0


def _ether(log: Log) -> tuple[int, int]:
    """The lower bid's ether (12.2.2); none where bids are equal or not both written."""
    text = log.header("Bid")
    if text is None:
        return 0, 0
    match = _BIDS.fullmatch(text)
    if not match or (match.group(3) or "").upper() == match.group(1).upper():
        raise _malformed(Message("bos.header.bids"))
    if not match.group(3):
        return 0, 0
    bids = {match.group(1).upper(): int(match.group(2)), match.group(3).upper(): int(match.group(4))}
    for amount in bids.values():
        if problem := refusal(amount):
            raise _malformed(problem)
    outcome = resolve(bids)
    return outcome.ether["P1"], outcome.ether["P2"]


def _piles(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted([card for card in cards if card.type in OF_PILES], key=lambda card: card.key))


def _of_type(cards: Iterable[Card], kind: CardType) -> list[Card]:
    return [card for card in cards if card.type is kind]


def _by_key(cards: Iterable[Card]) -> dict[str, Card]:
    return {card.key: card for card in cards}


def _malformed(message: Message) -> Fault:
    return Fault("unreadable", None, message)
