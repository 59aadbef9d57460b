"""From the headers of a record, two lists, a pool and an edition to the setup of a game, or to what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Final, NamedTuple

from engine.bos.decks.deck_lists import DeckList, DeckProblem, first_problem, main_cards, read_deck, reserve_cards
from engine.bos.decks.swaps import MAX_SWAP, check_swap, swap
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.editions import EDITIONS, Edition
from engine.bos.model.places import MOST_SEATS
from engine.bos.model.seating import DUEL, MODES, Seating
from engine.bos.model.set_position import Position
from engine.bos.model.setup import Setup
from engine.bos.model.state import type_phrase
from engine.bos.notation.card_lookup import OF_PILES, WIZARDS, find_card
from engine.bos.notation.line_patterns import shape_of
from engine.bos.records.clock_spec import read_spec
from engine.bos.records.hidden_lists import Hidden, Lists, possible, shown_by
from engine.bos.records.position_headers import Unreadable, read_position
from engine.bos.records.seating_headers import HEADERS, Fault, read_ether, read_first, read_life, read_seating
from engine.bos.records.set_position import in_full, misplaced
from engine.contract import Given, Problem
from engine.log import Log
from engine.messages import Message, Note, any_of
from engine.seats import seat_name

MOST_OPEN: Final = 2
"""Of so many seats every order of the wizards is tried with every other one (8.8 of the modes)."""
MOST_LISTS: Final = 16
"""Few, since each keeps the pool it was checked by."""

_OF_SEAT: Final = re.compile(r"P([1-6])\s+(.+)", re.IGNORECASE)
_SWAPPED: Final = re.compile(r"(?:^|[\s,])([+-])\s*")
_NUMBERED: Final = ("number", "round", "table")
_KNOWN: Final = {
    "game", "rules", "cards", "mode", "event", "round", "table", "number", "p1", "p2", "bid", "first", "wizards",
    "swap", "clock", "result", "position", "board", "graveyard",
}  # fmt: skip
_ONCE: Final = ("game", "rules", "mode", "bid", "first", "number", "p1", "p2", "position")


@dataclass(frozen=True, slots=True)
class Pinned:
    """What the caller knows for certain: edition and lists are those that were played, the ether of each seat, who went
    first (from 0). It outranks what the headers of a record say."""

    first: int
    """Who went first, from 0."""
    ether: tuple[int, ...] = (0, 0)
    """The ether of each seat; of each team where it is common."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A setup, the seats whose wizard columns nobody wrote down, and remarks for the reader of the finding."""

    setup: Setup
    """What was fixed before the game."""
    unplaced: tuple[bool, ...] = (False, False)
    """For each seat whether nobody wrote down its wizards' columns."""
    notes: tuple[Note, ...] = ()
    """Remarks for the reader."""

    def placements(self) -> Iterable[Setup]:
        """Every setup that fits what was written; just one where everybody's columns are known. Of more than two who
        are open only one at a time is moved, so that a record hangs on it as soon as one of them matters (3.2.3)."""
        open_seats = [seat for seat, is_open in enumerate(self.unplaced) if is_open]
        if len(open_seats) > MOST_OPEN:
            yield self.setup
            for seat in open_seats:
                yield from (self._placed({seat: order}) for order in self._orders(seat)[1:])
            return
        for orders in product(*map(self._orders, open_seats)):
            yield self._placed(dict(zip(open_seats, orders, strict=True))) if open_seats else self.setup

    def _placed(self, orders: Mapping[int, tuple[Card, ...]]) -> Setup:
        """The setup with these wizards by column."""
        return replace(self.setup, wizards=tuple([orders.get(seat, w) for seat, w in enumerate(self.setup.wizards)]))

    def _orders(self, seat: int) -> list[tuple[Card, ...]]:
        return list(permutations(self.setup.wizards[seat]))


def open_game(log: Log, given: Given) -> Opening | Problem:
    """The opening of a record. Where it is pinned the lists are what was played, so that no swap can be unseen. Where
    the reader may not know a list, `Hidden` stands in its place."""
    try:
        opening = _open(log, given.lists, given.pool, given.edition, pinned=given.pinned)
    except Fault as fault:
        return fault.problem
    if not given.names:
        return opening
    return replace(opening, setup=replace(opening.setup, names=given.names))


def _open(log: Log, decks: Lists, pool: Pool, edition: Edition, *, pinned: Pinned | None) -> Opening:
    notes: list[Note] = []
    seating = _read_frame(log, decks, notes)
    edition = edition if pinned else _edition(log, edition)
    _compare_pool(log, pool, notes)
    known = {
        seat: _known(log, seat, _list(seat, decks, pool, edition), pool, edition, pinned=pinned)
        for seat in range(seating.seats)
        if not isinstance(decks.get(seat_name(seat)), Hidden)
    }
    sides = [known.get(seat) or _hidden(log, seat, decks, pool, edition, known) for seat in range(seating.seats)]
    for seat, side in known.items():
        if side.unseen:
            notes.append(Note(Message("bos.header.swaps_unwritten", seat=seat_name(seat))))
    notes += _outranked(log, pinned, edition, seating) if pinned else []
    setup = Setup(
        edition=edition,
        pool=pool,
        names=tuple([_player(log, seat) for seat in range(seating.seats)]),
        bosses=tuple([side.boss for side in sides]),
        wizards=tuple([side.wizards for side in sides]),
        piles=tuple([side.piles for side in sides]),
        registered=tuple([side.registered for side in sides]),
        playing=tuple([side.playing for side in sides]),
        first=pinned.first if pinned else read_first(log, seating),
        ether=pinned.ether if pinned else read_ether(log, seating),
        hidden_swap=tuple([side.unseen for side in sides]),
        hidden=tuple([seat not in known for seat in range(seating.seats)]),
        seating=seating,
        life=read_life(log, seating, edition.life),
    )
    return _begun(log, setup, pinned, notes)


def _begun(log: Log, setup: Setup, pinned: Pinned | None, notes: list[Note]) -> Opening:
    """The opening of a game that begins with its first turn, or at a position."""
    wanted = _position(log, setup, pinned)
    if not setup.seating.is_duel:
        notes.append(Note(Message("bos.header.by_rulings")))
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
    if log.header("First") and read_first(log, setup.seating) != wanted.first:
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
    others = [name for other in range(len(decks)) if other != seat for name in _of_other(other, decks, pool, known)]
    shown = shown_by(log, seat, hidden, pool, edition, others)
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


def _outranked(log: Log, pinned: Pinned, edition: Edition, seating: Seating) -> list[Note]:
    """What the headers say and the caller knows better, for the reader of the finding."""
    notes = []
    if log.header("First") and (first := read_first(log, seating)) != pinned.first:
        notes.append(Note(Message("bos.header.other_first", seat=seat_name(first), other=seat_name(pinned.first))))
    if log.header("Bid") and read_ether(log, seating) != pinned.ether:
        notes.append(Note(Message("bos.header.other_bids")))
    if (log.header("Rules") or edition.name).casefold() != edition.name:
        notes.append(Note(Message("bos.header.other_rules", edition=edition.name)))
    if log.header("Swap"):
        notes.append(Note(Message("bos.header.swaps_passed_over")))
    return notes


def _place_wizards(log: Log, setup: Setup, notes: list[Note]) -> Opening:
    wizards, seats = list(setup.wizards), setup.seating.seats
    unplaced = [not (setup.hidden[seat] and wizards[seat]) for seat in range(seats)]
    most = setup.edition.wizards
    for seat, text in _by_seat(log, "Wizards", seats):
        names = [name.strip() for name in text.split(",")]
        cards = [_wizard(setup, seat, name) for name in names[: most + 1]]
        if len(cards) != most or len({card.key for card in cards}) != len(cards):
            raise _malformed(Message("bos.header.wizards", seat=seat_name(seat), number=most))
        if not unplaced[seat] and wizards[seat] != tuple(cards):
            raise _malformed(Message("bos.header.wizards_twice", seat=seat_name(seat)))
        wizards[seat], unplaced[seat] = tuple(cards), False
    for seat in range(seats):
        if setup.hidden[seat] and unplaced[seat]:
            who = seat_name(seat)
            raise Fault("unproven", "3.2.3", Message("bos.header.wizards_unwritten", seat=who, again=who))
    return Opening(replace(setup, wizards=tuple(wizards)), tuple(unplaced), tuple(notes))


def _wizard(setup: Setup, seat: int, name: str) -> Card:
    card = find_card(setup, seat, name, WIZARDS)
    if isinstance(card, Problem):
        raise Fault(card.finding, card.rule, card.message)
    if card.type is not CardType.WIZARD:
        message = Message("bos.header.not_a_wizard", card=card.name, kind=type_phrase(card), seat=seat_name(seat))
        raise Fault("illegal", "1.1.4", message)
    return card


def _read_frame(log: Log, decks: Lists, notes: list[Note]) -> Seating:
    """The headers that are either right or a fault by themselves, and who sits at the table."""
    of_more = HEADERS if MODES.get((log.header("Mode") or DUEL).casefold(), DUEL) != DUEL else frozenset()
    for header in log.headers:
        word = header.word.casefold()
        if word not in _KNOWN | of_more:
            notes.append(Note(Message("bos.header.unknown", word=header.word)))
        elif not header.text and word != "board":
            raise _malformed(Message("bos.header.empty", word=header.word))
        elif word in _NUMBERED and not (header.text.isdecimal() and len(header.text) < 7):
            raise _malformed(Message("bos.header.no_number", word=header.word, text=header.text[:40]))
        elif (word in _ONCE or word in of_more) and header.text != log.header(word):
            raise _malformed(Message("bos.header.twice", word=header.word))
    game, clock = log.header("Game"), log.header("Clock")
    if game and game.casefold() != "bos":
        raise _malformed(Message("bos.header.other_game", text=game[:40]))
    seating = read_seating(log, decks)
    if clock and not read_spec(clock):
        raise _malformed(Message("bos.header.clock"))
    return seating


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
    texts = [text for other, text in _by_seat(log, "Swap", _most_seats(log)) if other == seat]
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


def _by_seat(log: Log, word: str, seats: int) -> list[tuple[int, str]]:
    texts = []
    for header in log.headers:
        if header.word.casefold() == word.casefold():
            match = _OF_SEAT.fullmatch(header.text)
            if not match or int(match.group(1)) > seats:
                raise _malformed(Message("bos.header.no_player", word=word, again=word))
            texts.append((int(match.group(1)) - 1, match.group(2)))
    return texts


def _most_seats(log: Log) -> int:
    """So many seats a record of this mode may speak of."""
    return shape_of(log.header("Mode")).seats or MOST_SEATS


def _number(log: Log) -> int:
    return int(log.header("Number") or 1)


def _player(log: Log, seat: int) -> str:
    return (log.header(seat_name(seat)) or seat_name(seat))[:100]


def _piles(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted([card for card in cards if card.type in OF_PILES], key=lambda card: card.key))


def _of_type(cards: Iterable[Card], kind: CardType) -> list[Card]:
    return [card for card in cards if card.type is kind]


def _by_key(cards: Iterable[Card]) -> dict[str, Card]:
    return {card.key: card for card in cards}


def _malformed(message: Message) -> Fault:
    return Fault("unreadable", None, message)
