"""The record of a game on the board, as its players, or those who know both lists, read it."""

import re
from collections.abc import Iterable, Mapping, Sequence

from bos_tournament.matches.models import Bid, BidAttempt, Game
from bos_tournament.play.models import RecordedLine, Recording
from engine.bos.game import CardType, Hidden, Pool, main_cards, read_deck

Lists = Mapping[str, str | Hidden]
_BEGINS = re.compile(r"T\d+ P([12])$")
_PLAYED = re.compile(r"(?:> )?(?:S [abc]|C) (?P<card>.+?)(?: ->.*| [({].*)?$")


def written_record(
    recording: Recording, rows: Iterable[RecordedLine], lists: Lists, pool: Pool, *, only_face_up: bool = False
) -> str:
    """The record as one may know it who knows these lists: of a seat whose list is hidden, wizards that were never
    turned up are others of its colour. `only_face_up` leaves out all that were never turned up."""
    game, rows = recording.game, list(rows)
    first = f"[First P{game.first.number}]" if game.first else ""
    names = " ".join(f"[P{seat.number} {seat.user}]" for seat in game.match.seats.all())
    heads = [f"[Game BOS] [Rules {game.match.edition}] {_bids(game)}{first}", names]
    columns = {number: _columns(recording, number, rows, lists[f"P{number}"], pool) for number in (1, 2)}
    columns = {number: names for number, names in columns.items() if not only_face_up or number in begun_seats(rows)}
    heads += [f"[Wizards P{number} {', '.join(cards)}]" for number, cards in columns.items()]
    return "\n".join([*heads, *(f"{row.number}. {row.written}{_agreed(row)}" for row in rows), ""])


def _agreed(row: RecordedLine) -> str:
    """The comment of a line that changed the board: who asked, and who agreed."""
    if row.change is None:
        return ""
    asked, other = f"P{row.seat.number}", row.change.agreed_by
    agreed = [f"P{other.number} agreed"] if other else []
    decided = ["a judge decided"] if row.change.needs_judge else []
    return f"  # {', '.join([f'{asked} asked', *agreed, *decided])}"


def begun_seats(rows: Iterable[RecordedLine]) -> set[int]:
    """The seats that have begun a turn, after which their wizards are face-up."""
    return {int(found[1]) for row in rows if (found := _BEGINS.match(row.written))}


def first_turns(rows: Sequence[RecordedLine]) -> set[int]:
    """The numbers of the lines with which a seat begins its first turn, and with which its wizards turn up."""
    found: dict[str, int] = {}
    for row in rows:
        if match := _BEGINS.match(row.written):
            found.setdefault(match[1], row.number)
    return set(found.values())


def seat_on_turn(rows: Sequence[RecordedLine]) -> int | None:
    """The seat, from 1, whose turn it is; None before the first one."""
    turns = [int(match[1]) for row in rows if (match := _BEGINS.match(row.written))]
    return turns[-1] if turns else None


def cards_played(rows: Iterable[RecordedLine]) -> set[str]:
    """The names of the cards that were summoned or cast."""
    return {found["card"] for row in rows if (found := _PLAYED.match(row.written))}


def is_beginning(written: str) -> bool:
    """Whether a line begins a turn."""
    return _BEGINS.match(written) is not None


def wizards_of(text: str, pool: Pool) -> list[str]:
    """The wizards of a list, in its order."""
    return [card.name for card in main_cards(read_deck(text), pool) if card.type is CardType.WIZARD]


def wizards_of_color(hidden: Hidden, pool: Pool) -> list[str]:
    """Every wizard that could stand beside that boss, by name."""
    boss = pool.find(hidden.boss)
    color = boss.color if boss else None
    return sorted(
        card.name for card in pool.cards if card.type is CardType.WIZARD and card.color is color and card.playable
    )


def _columns(
    recording: Recording, number: int, rows: Sequence[RecordedLine], known: str | Hidden, pool: Pool
) -> list[str]:
    placed: list[str] = recording.placed.get(str(number), [])
    if isinstance(known, Hidden):
        return placed if placed and number in begun_seats(rows) else wizards_of_color(known, pool)[:3]
    return placed or wizards_of(known, pool)


def _bids(game: Game) -> str:
    """Both bids, once they are open."""
    opened = Bid.objects.filter(attempt__game=game, attempt__state=BidAttempt.State.REVEALED, amount__isnull=False)
    amounts = opened.order_by("seat__number").values_list("seat__number", "amount")
    return "[Bid " + " ".join(f"P{number} {amount}" for number, amount in amounts) + "] " if amounts else ""
