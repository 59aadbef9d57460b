"""Deck check sheets: the exact cards each seat plays now, to be ticked off at the table. Secret, and on record."""

from collections import Counter
from collections.abc import Collection

from django.db import transaction
from django.db.models import Prefetch

from bos_tournament.accounts.models import User
from bos_tournament.decks.editing import HEADINGS, RESERVES
from bos_tournament.decks.showing import figure
from bos_tournament.decks.versions import look_at_all
from bos_tournament.errors import Refused
from bos_tournament.matches.expected import lists_now
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments.lists import pool_of
from bos_tournament.tournaments.models import Pairing, Round
from bos_tournament.tournaments.sheets import Copies, DeckSheet
from engine.bos.cards import Pool
from engine.bos.decks import DeckList, Entry, read_deck

SWAPPED_IN, SWAPPED_OUT = "swapped in", "swapped out"


@transaction.atomic
def deck_sheets(round_: Round, *, tables: Collection[int] | None, by: User, purpose: str) -> tuple[DeckSheet, ...]:
    """A sheet for each seat of these tables (None: all), by table. Every look is on record before a list is given.

    Raises Refused when one of the tables does not exist or none has a list. The same few queries for any number.
    """
    pairings = _played(round_, tables)
    seats = [seat for pairing in pairings for seat in _match(pairing).seats.all() if seat.deck_version]
    if not seats:
        raise Refused("None of these tables has a list to check.", code="no_lists")
    look_at_all([seat.deck_version for seat in seats if seat.deck_version], by, purpose=" ".join(purpose.split()))
    texts, pool = lists_now([_match(pairing) for pairing in pairings]), pool_of(round_.stage.tournament)
    return tuple(
        _sheet(pairing, seat, texts[seat.pk], pool)
        for pairing in pairings
        for seat in _match(pairing).seats.all()
        if seat.pk in texts
    )


def _played(round_: Round, tables: Collection[int] | None) -> list[Pairing]:
    seats = Prefetch("match__seats", Seat.objects.select_related("user", "deck_version"))
    found = round_.pairings.exclude(match=None).select_related("match").prefetch_related(seats).order_by("table")
    played = [pairing for pairing in found if tables is None or pairing.table in tables]
    unknown = sorted(set(tables or ()) - {pairing.table for pairing in played})
    if unknown:
        named = ", ".join(map(str, unknown[:5]))
        raise Refused(f"Nothing is played in round {round_.number} at table {named}.", code="unknown_table")
    return played


def _match(pairing: Pairing) -> Match:
    assert pairing.match is not None
    return pairing.match


def _sheet(pairing: Pairing, seat: Seat, text: str, pool: Pool) -> DeckSheet:
    now = read_deck(text)
    first = read_deck(seat.deck_version.text if seat.deck_version else text)
    swapped = text != (seat.deck_version.text if seat.deck_version else text)
    by_type: dict[str, list[Copies]] = {title: [] for title in HEADINGS.values()}
    marks = _marks(first, now)
    for entry in sorted(now.main, key=lambda one: one.name.casefold()):
        card = pool.find(entry.name)
        title = HEADINGS[card.type] if card and card.type else next(iter(by_type))
        by_type[title].append(_copies(entry, pool, marks.get(entry.name, "")))
    reserves = tuple(_copies(entry, pool, marks.get(f"-{entry.name}", "")) for entry in now.reserves)
    return DeckSheet(
        name=str(seat.user),
        table=f"Table {pairing.table}",
        note="With the swaps of this match." if swapped else "As it was handed in; nothing is swapped.",
        sections=(*((title, tuple(lines)) for title, lines in by_type.items() if lines), (RESERVES, reserves)),
    )


def _copies(entry: Entry, pool: Pool, mark: str) -> Copies:
    card = pool.find(entry.name)
    about = f"{card.color}, {figure(card)}".strip(", ") if card and card.color else ""
    return Copies(entry.copies, card.name if card else entry.name, about, mark)


def _marks(first: DeckList, now: DeckList) -> dict[str, str]:
    """What came in since the list was handed in, by name, and what went out, behind a minus sign."""
    before, after = _counted(first.main), _counted(now.main)
    came = {name: f"{count} {SWAPPED_IN}" for name, count in (after - before).items()}
    went = {f"-{name}": f"{count} {SWAPPED_OUT}" for name, count in (before - after).items()}
    return came | went


def _counted(entries: tuple[Entry, ...]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for entry in entries:
        counted[entry.name] += entry.copies
    return counted
