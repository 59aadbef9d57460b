"""From the headers of a record, two lists, a pool and an edition to the setup of a duel, or to what is wrong there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, NamedTuple

from engine.bos.bidding import refusal, resolve
from engine.bos.cards import Card, CardType, Pool, key
from engine.bos.decks import DeckList, first_problem, main_cards, read_deck, reserve_cards
from engine.bos.editions import EDITIONS, Edition
from engine.bos.names import WIZARDS, Problem, find_card
from engine.bos.presumed import Hidden, Lists, possible, shown_by
from engine.bos.state import Setup, seat_name
from engine.bos.swaps import MAX_SWAP, check_swap, swap
from engine.clock import read_spec
from engine.log import Log

_SEATS: Final = ("P1", "P2")
_BIDS: Final = re.compile(r"(P[12])\s+([0-9]{1,19})(?:\s+(P[12])\s+([0-9]{1,19}))?", re.IGNORECASE)
_OF_SEAT: Final = re.compile(r"P([12])\s+(.+)", re.IGNORECASE)
_FIRST_TURN: Final = re.compile(r"t\s*[0-9]+\s+p?([12])", re.IGNORECASE)
_SWAPPED: Final = re.compile(r"(?:^|[\s,])([+-])\s*")
_NUMBERED: Final = ("number", "round", "table")
_KNOWN: Final = {
    "game", "rules", "cards", "mode", "event", "round", "table", "number", "p1", "p2", "bid", "first", "wizards",
    "swap", "clock", "result",
}  # fmt: skip
_ONCE: Final = ("game", "rules", "mode", "bid", "first", "number", "p1", "p2")


class Fault(Exception):
    """A header, or what the caller gave, does not allow the game to be judged."""

    def __init__(self, finding: str, rule: str | None, message: str) -> None:
        self.problem = Problem(finding, rule, message)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Pinned:
    """What the caller knows for certain: edition and lists are those that were played, the ether of each seat, who went
    first (0 or 1). It outranks what the headers of a record say."""

    first: int
    ether: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Opening:
    """A setup, the seats whose wizard columns nobody wrote down, and remarks for the reader of the finding."""

    setup: Setup
    unplaced: tuple[bool, bool] = (False, False)
    notes: tuple[str, ...] = ()

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


def open_game(
    log: Log, decks: Lists, pool: Pool, edition: Edition, *, pinned: Pinned | None = None
) -> Opening | Problem:
    """The opening of a record. With `pinned` the lists are what was played, so that no swap can be unseen. Where the
    reader may not know a list, `Hidden` stands in its place."""
    try:
        return _open(log, decks, pool, edition, pinned=pinned)
    except Fault as fault:
        return fault.problem


def _open(log: Log, decks: Lists, pool: Pool, edition: Edition, *, pinned: Pinned | None) -> Opening:
    notes: list[str] = []
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
            notes.append(
                f"The swap of {seat_name(seat)} before this game is not written; any of their reserves may be in."
            )
    notes += _outranked(log, pinned, edition) if pinned else []
    one, other = sides
    setup = Setup(
        edition=edition,
        pool=pool,
        names=(_player(log, 0), _player(log, 1)),
        bosses=(one.boss, other.boss),
        wizards=(one.wizards, other.wizards),
        piles=(one.piles, other.piles),
        registered=(one.registered, other.registered),
        playing=(one.playing, other.playing),
        first=pinned.first if pinned else _first(log),
        ether=pinned.ether if pinned else _ether(log),
        hidden_swap=(one.unseen, other.unseen),
        hidden=(0 not in known, 1 not in known),
    )
    return _place_wizards(log, setup, notes)


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
        raise Fault("unreadable", None, f"The boss of {seat_name(seat)} is not known; name it as its card does.")
    return _Side(boss, shown.wizards, shown.piles, shown.registered, shown.registered, True)


def _of_other(seat: int, decks: Lists, pool: Pool, known: Mapping[int, _Side]) -> Iterable[str]:
    """The cards that the other seat has or could have."""
    if seat in known:
        return known[seat].registered
    hidden = decks[seat_name(seat)]
    boss = pool.find(hidden.boss) if isinstance(hidden, Hidden) else None
    return possible(pool, boss) if boss else ()


def _outranked(log: Log, pinned: Pinned, edition: Edition) -> list[str]:
    """What the headers say and the caller knows better, for the reader of the finding."""
    notes = []
    if log.header("First") and _first(log) != pinned.first:
        notes.append(f"The record says that {seat_name(1 - pinned.first)} goes first; {seat_name(pinned.first)} did.")
    if log.header("Bid") and _ether(log) != pinned.ether:
        notes.append("The bids in the record differ from those that were opened; the opened ones count.")
    if (log.header("Rules") or edition.name).casefold() != edition.name:
        notes.append(f"The record names other rules; the game was played, and is judged, by {edition.name}.")
    if log.header("Swap"):
        notes.append("The swaps in the record were passed over; the lists are known as they were played.")
    return notes


def _place_wizards(log: Log, setup: Setup, notes: list[str]) -> Opening:
    wizards = list(setup.wizards)
    unplaced = [not (setup.hidden[seat] and wizards[seat]) for seat in (0, 1)]
    most = setup.edition.wizards
    for seat, text in _by_seat(log, "Wizards"):
        names = [name.strip() for name in text.split(",")]
        cards = [_wizard(setup, seat, name) for name in names[: most + 1]]
        if len(cards) != most or len({card.key for card in cards}) != len(cards):
            raise _malformed(f"[Wizards {seat_name(seat)} …] names all {most} wizards once, for columns a, b, c.")
        if not unplaced[seat] and wizards[seat] != tuple(cards):
            raise _malformed(f"[Wizards {seat_name(seat)} …] stands twice, with different columns; keep one.")
        wizards[seat], unplaced[seat] = tuple(cards), False
    for seat in (0, 1):
        if setup.hidden[seat] and unplaced[seat]:
            who = seat_name(seat)
            raise Fault("unproven", "3.2.3", f"The wizards of {who} are not written; add the header [Wizards {who} …].")
    return Opening(replace(setup, wizards=(wizards[0], wizards[1])), (unplaced[0], unplaced[1]), tuple(notes))


def _wizard(setup: Setup, seat: int, name: str) -> Card:
    found = find_card(setup, seat, name, WIZARDS)
    if isinstance(found, Problem):
        raise Fault(found.finding, found.rule, found.message)
    if found.type is not CardType.WIZARD:
        raise Fault("illegal", "1.1.4", f"{found.name} is a {found.type}, not one of the wizards of {seat_name(seat)}.")
    return found


def _read_frame(log: Log, notes: list[str]) -> None:
    """The headers that are either right or a fault by themselves."""
    for header in log.headers:
        word = header.word.casefold()
        if word not in _KNOWN:
            notes.append(f"The header [{header.word} …] is not known and was passed over.")
        elif not header.text:
            raise _malformed(f"The header [{header.word}] says nothing; write what it is about or leave it out.")
        elif word in _NUMBERED and not (header.text.isdecimal() and len(header.text) < 7):
            raise _malformed(f"[{header.word} N] holds a number; {header.text[:40]} is none.")
        elif word in _ONCE and header.text != log.header(word):
            raise _malformed(f"The header [{header.word} …] stands twice and says different things; keep one.")
    game, mode, clock = log.header("Game"), log.header("Mode"), log.header("Clock")
    if game and game.casefold() != "bos":
        raise _malformed(f"This record is of the game {game[:40]}; only BOS can be judged.")
    if mode and mode.casefold() != "duel":
        raise _malformed(f"Games of the mode {mode[:40]} cannot be judged; only duels can.")
    if clock and not read_spec(clock):
        said = "[Clock …] holds the main time and the delay in seconds, and perhaps for what: match or game"
        raise _malformed(f"{said}, as in [Clock 15:00 30 match].")


def _edition(log: Log, edition: Edition) -> Edition:
    name = log.header("Rules")
    if name is None:
        return edition
    if name.casefold() not in EDITIONS:
        raise _malformed(f"The rules {name[:40]} are not known; known are {', '.join(EDITIONS)}.")
    return edition if name.casefold() == edition.name else EDITIONS[name.casefold()]


def _compare_pool(log: Log, pool: Pool, notes: list[str]) -> None:
    written = (log.header("Cards") or "").removeprefix("sha256:").rstrip(".…").casefold()
    if written and not pool.hash.removeprefix("sha256:").startswith(written):
        notes.append("The record names another card pool than the one it was judged with.")


def _list(seat: int, decks: Lists, pool: Pool, edition: Edition) -> DeckList:
    name = seat_name(seat)
    text = decks.get(name)
    if not isinstance(text, str):
        raise Fault("unreadable", None, f"The deck list of {name} is missing; give the list that {name} registered.")
    deck = read_deck(text)
    problem = first_problem(deck, pool, edition)
    if problem:
        raise Fault("illegal", problem.rule, f"The deck list of {name} is not legal: {problem.message}")
    return deck


def _swap_of(log: Log, seat: int, deck: DeckList, pool: Pool, edition: Edition) -> DeckList | None:
    """The list after the swap that the header tells of; None if there is no header."""
    texts = [text for other, text in _by_seat(log, "Swap") if other == seat]
    if not texts:
        return None
    if log.header("Number") == "1":
        raise Fault(
            "illegal", "1.2.4", f"{seat_name(seat)} swapped before the first game; swaps come only between games."
        )
    out: list[str] = []
    into: list[str] = []
    for text in texts:
        pieces = _SWAPPED.split(text)
        if pieces[0].strip() or not 3 <= len(pieces) <= 2 * MAX_SWAP:
            raise _malformed(f"[Swap {seat_name(seat)} -NAME +NAME] names what leaves and what enters.")
        for sign, name in zip(pieces[1::2], pieces[2::2], strict=True):
            (out if sign == "-" else into).append(_listed(name.strip(" ,"), deck, pool, seat))
    problems = check_swap(deck, out, into, pool, edition)
    if problems:
        raise Fault("illegal", problems[0].rule, f"The swap of {seat_name(seat)} is not legal: {problems[0].message}")
    return swap(deck, out, into)


def _listed(name: str, deck: DeckList, pool: Pool, seat: int) -> str:
    """The full name of a card of the list, given a beginning of it."""
    cards = _by_key((*main_cards(deck, pool), *reserve_cards(deck, pool)))
    wanted = key(name)
    fitting = [wanted] if wanted in cards else [known for known in sorted(cards) if wanted and known.startswith(wanted)]
    if len(fitting) == 1:
        return cards[fitting[0]].name
    if fitting:
        raise Fault("unproven", None, f"{name[:60]} in the swap of {seat_name(seat)} fits several cards of the list.")
    if pool.find(name):
        raise Fault("illegal", "1.1.4", f"{name[:60]} is not in the registered list of {seat_name(seat)}.")
    near = pool.nearest(name)
    raise _malformed(f"No card is called {name[:60]}." + (f" Did you mean {' or '.join(near)}?" if near else ""))


def _by_seat(log: Log, word: str) -> list[tuple[int, str]]:
    found = []
    for header in log.headers:
        if header.word.casefold() == word.casefold():
            match = _OF_SEAT.fullmatch(header.text)
            if not match:
                raise _malformed(f"[{word} …] names its player first, as in [{word} P1 …].")
            found.append((int(match.group(1)) - 1, match.group(2)))
    return found


def _number(log: Log) -> int:
    return int(log.header("Number") or 1)


def _player(log: Log, seat: int) -> str:
    return (log.header(_SEATS[seat]) or seat_name(seat))[:100]


def _first(log: Log) -> int:
    """Who goes first: the header, or the seat of the first `T` line."""
    text = log.header("First")
    if text is not None:
        if text.upper() not in _SEATS:
            raise _malformed("[First …] names the player who goes first: [First P1] or [First P2].")
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
    found = _BIDS.fullmatch(text)
    if not found or (found.group(3) or "").upper() == found.group(1).upper():
        raise _malformed("[Bid …] holds both bids as whole numbers from 0, as in [Bid P1 4 P2 7].")
    if not found.group(3):
        return 0, 0
    bids = {found.group(1).upper(): int(found.group(2)), found.group(3).upper(): int(found.group(4))}
    for amount in bids.values():
        if said := refusal(amount):
            raise _malformed(said)
    outcome = resolve(bids)
    return outcome.ether["P1"], outcome.ether["P2"]


def _piles(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    pile = [card for card in cards if card.type in (CardType.SUMMON, CardType.SPELL)]
    counted = Counter(card.key for card in pile)
    by_key = _by_key(pile)
    return tuple(by_key[name] for name in sorted(counted) for _ in range(counted[name]))


def _of_type(cards: Iterable[Card], kind: CardType) -> list[Card]:
    return [card for card in cards if card.type is kind]


def _by_key(cards: Iterable[Card]) -> dict[str, Card]:
    return {card.key: card for card in cards}


def _malformed(message: str) -> Fault:
    return Fault("unreadable", None, message)
