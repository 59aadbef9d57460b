"""What a record shows of a list that its reader may not know: the pool of cards from which that seat is played.

In place of a deck list a caller may give `Hidden`: then nothing of the list is there that an answer could tell. What
the seat plays with is taken from the record: every card that it names for that seat and that the seat could have, which
is a card of the catalogue in the colour of the boss, shown before the first game (12.1.1). Of each there are as many
copies as it is named, at most those of one deck (1.1.3). The rest of a pile are blanks that nobody can play, so that a
castle and a spellbook hold as many cards as the rules say, whatever list lies behind them. So two lists that agree on
what was shown lead to one answer, since neither of them is looked at.

The beginning of a name is enough where one card of the kind that its line is about has it, among the cards named in
full or in the whole catalogue of that colour. The wizards are those of the header `[Wizards …]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.bos.decks.deck_lists import main_cards, read_deck
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, Color, blank_card, key
from engine.bos.model.editions import Edition
from engine.bos.model.places import MOST_SEATS
from engine.bos.notation.card_lookup import OF_PILES, SPELLS, SUMMONS, WIZARDS, Kinds
from engine.bos.notation.line_parser import ByMember, Cast, Move, Summon, Target, Turn, Unreadable, Use, Word, parse
from engine.bos.notation.line_patterns import shape_of
from engine.log import Log
from engine.seats import seat_name


class Hidden(NamedTuple):
    """Stands in place of a deck list that the reader may not know. `records` are further records of the same game, the
    names in which have been shown too."""

    boss: str
    """The name of the boss."""
    records: tuple[Log, ...] = ()


Lists = Mapping[str, str | Hidden]
"""The lists of `P1` and `P2` as text, or what stands in their place."""


def as_known(lists: Mapping[str, str], own: Container[str], pool: Pool) -> dict[str, str | Hidden]:
    """The lists of `P1` and `P2` for a reader who knows those of these seats alone. In place of another one stands its
    boss, which was shown before the first game."""
    return {seat: text if seat in own else Hidden(_boss_in(text, pool)) for seat, text in lists.items()}


def _boss_in(text: str, pool: Pool) -> str:
    bosses = (card.name for card in main_cards(read_deck(text), pool) if card.type is CardType.BOSS)
    return next(bosses, "")


class Shown(NamedTuple):
    """What a seat with a hidden list plays with: its cards by identity, its wizards by column as far as a header names
    them, and its piles with the blanks that fill them up."""

    registered: Mapping[str, Card]
    """The cards by identity."""
    wizards: tuple[Card, ...]
    """The wizards by column."""
    piles: tuple[Card, ...]
    """The summons and spells, once for each copy."""


class Mention(NamedTuple):
    """A name in a record, the kinds of card it can mean there, and whose card that is, the likeliest seat first.
    `either` where it may well be in a pile of both."""

    name: str
    """The name as it was written."""
    kinds: Kinds
    """The kinds of card it can mean."""
    seats: tuple[int, ...]
    """Whose card it is, from 0, the likeliest first."""
    either: bool = False


def shown_by(log: Log, seat: int, hidden: Hidden, pool: Pool, edition: Edition, others: Iterable[str]) -> Shown | None:
    """What this record and the further ones show of a hidden list; None if no boss is called so. `others` are the keys
    of cards that the other seat has or, where its list is hidden too, could have."""
    boss = pool.find(hidden.boss)
    if boss is None or boss.type is not CardType.BOSS:
        return None
    logs = [log, *(record for record in hidden.records if record is not log)]
    book = _Book(possible(pool, boss), seat, tuple(others))
    by_record = [[mention for mention in mentions(record) if book.is_meant(mention)] for record in logs]
    book.learn(mention for named in by_record for mention in named)
    copies = _most(Counter(card.key for mention in named if (card := book.meant(mention))) for named in by_record)
    piles = [card for name, card in sorted(book.cards.items()) if card.type in OF_PILES for _ in range(copies[name])]
    registered = {**book.cards, boss.key: boss}
    allowed = _at_most(piles, edition.copies)
    return Shown(registered, _in_columns(logs, seat, book), (*allowed, *_blanks(allowed, boss.color, edition)))


def possible(pool: Pool, boss: Card) -> dict[str, Card]:
    """The cards that a seat with that boss could have in its list, by identity (1.1.2, 1.1.4)."""
    of_color = (card for card in pool.cards if card.color is boss.color and card.playable)
    return {card.key: card for card in of_color if card.type is not CardType.BOSS}


class _Book:
    """The cards of a hidden list that were named, and how a name is understood."""

    def __init__(self, open_: Mapping[str, Card], seat: int, others: tuple[str, ...]) -> None:
        self.open = open_
        self.seat = seat
        self.others = others
        self.cards: dict[str, Card] = {}

    def is_meant(self, mention: Mention) -> bool:
        """Whether a name is one for this seat: it could have such a card, and no likelier seat could."""
        wanted = key(mention.name)
        for seat in mention.seats:
            if seat == self.seat:
                return any(name.startswith(wanted) for name in self.open)
            if not mention.either and any(name.startswith(wanted) for name in self.others):
                return False
        return False

    def learn(self, named: Iterable[Mention]) -> None:
        """Cards named in full are known; so are those whose beginning no other card of their kind has."""
        for mention in named:
            wanted = key(mention.name)
            card = self.open.get(wanted) or self._only(self.open.values(), wanted, mention.kinds)
            if card is not None:
                self.cards[card.key] = card

    def meant(self, mention: Mention) -> Card | None:
        """The card that a name means among those that were named."""
        wanted = key(mention.name)
        return self.cards.get(wanted) or self._only(self.cards.values(), wanted, mention.kinds)

    def _only(self, cards: Iterable[Card], wanted: str, kinds: Kinds) -> Card | None:
        fitting = [card for card in cards if wanted and card.key.startswith(wanted) and card.type in kinds]
        return fitting[0] if len(fitting) == 1 else None


def mentions(log: Log) -> Iterator[Mention]:
    """Every name of a card in a record, with whose it can be."""
    shape = shape_of(log.header("Mode"))
    most = shape.seats or MOST_SEATS
    for header in log.headers:
        seat, _, names = header.text.partition(" ")
        if header.word.casefold() == "wizards" and seat.upper() in map(seat_name, range(most)):
            yield from (Mention(name.strip(), WIZARDS, (int(seat[1]) - 1,)) for name in names.split(","))
    active = 0
    for line in log.lines:
        try:
            move = parse(line.body, *shape) if line.body else None
        except Unreadable:
            continue
        if isinstance(move, Turn):
            active = min(max(move.seat, 0), most - 1)
        elif move is not None:
            yield from _in_line(move, active, most)


def _in_line(move: Move, active: int, most: int) -> Iterator[Mention]:
    """What a line names at a table of at most so many seats; behind `>` it is likelier anybody else's."""
    if isinstance(move, ByMember):
        yield from _in_line(move.move, move.seat, most)
    if not isinstance(move, Summon | Cast | Use | Word):
        return
    in_turn = (*range(active, most), *range(active))
    seats = in_turn
    if isinstance(move, Cast | Use) and move.seat is not None:
        written = min(move.seat, most - 1)
        seats = (written, *[seat for seat in in_turn if seat != written])
    elif isinstance(move, Cast | Use) and move.aside:
        seats = (*in_turn[1:], active)
    if isinstance(move, Summon):
        yield Mention(move.name, SUMMONS, seats)
        yield from (Mention(wizard, WIZARDS, seats) for wizard in move.wizards if isinstance(wizard, str))
    elif isinstance(move, Cast):
        yield Mention(move.name, SPELLS, seats)
    yield from (Mention(name, OF_PILES, seats, either=True) for name in _aimed_at(move.target))


def _aimed_at(target: Target | None) -> Iterator[str]:
    for ref in target.refs if target else ():
        if isinstance(ref, str):
            yield ref


def _in_columns(logs: Sequence[Log], seat: int, book: _Book) -> tuple[Card, ...]:
    """The wizards that the first header about this seat names; none where one of them is not understood."""
    for log in logs:
        named = [mention for mention in mentions(log) if mention.kinds == WIZARDS and mention.seats == (seat,)]
        cards = [card for mention in named if (card := book.meant(mention)) and card.type is CardType.WIZARD]
        if named and len(cards) == len(named):
            return tuple(cards)
    return ()


def _most(counted: Iterable[Counter[str]]) -> Counter[str]:
    """Of each the greatest number."""
    greatest: Counter[str] = Counter()
    for counts in counted:
        greatest |= counts
    return greatest


def _at_most(cards: Iterable[Card], most: int) -> list[Card]:
    """The cards in their order, of each no more copies than that (1.1.3)."""
    counts: Counter[str] = Counter()
    left = []
    for card in cards:
        counts[card.key] += 1
        if counts[card.key] <= most:
            left.append(card)
    return left


def _blanks(cards: Iterable[Card], color: Color | None, edition: Edition) -> Iterator[Card]:
    """What fills castle and spellbook up to the size they begin with (1.1.1)."""
    named = Counter(card.type for card in cards)
    for kind, size in ((CardType.SUMMON, edition.summons), (CardType.SPELL, edition.spells)):
        yield from (blank_card(kind, color) for _ in range(size - named[kind]))
