"""Deck check sheets: the exact cards each seat plays now, to be ticked off at the table. Secret, and on record."""

from collections import Counter
from collections.abc import Collection

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.decks.list_editing import HEADINGS, RESERVES
from bos_tournament.decks.models import DeckVersion
from bos_tournament.decks.presenter import figure
from bos_tournament.decks.submitted_versions import look_at_all
from bos_tournament.errors import Refused
from bos_tournament.matches.current_decks import lists_now
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments.decklists.submissions import pool_of
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.printing.sheets import Copies, DeckSheet
from bos_tournament.tournaments.structure import round_names
from engine.bos.game import DeckList, Entry, Pool, read_deck


@transaction.atomic
def deck_sheets(round_: Round, *, tables: Collection[int] | None, by: User, purpose: str) -> tuple[DeckSheet, ...]:
    """A sheet for each seat of these tables (None: all), by table. Every look is on record before a list is given.

    Raises Refused when one of the tables does not exist or none has a list. The same few queries for any number.
    """
    count_checked(round_, tables)
    pairings = list(_played(round_, tables))
    seats = [seat for pairing in pairings for seat in _match(pairing).seats.all() if seat.deck_version]
    look_at_all([seat.deck_version for seat in seats if seat.deck_version], by, purpose=" ".join(purpose.split()))
    texts, pool = lists_now([_match(pairing) for pairing in pairings]), pool_of(round_.stage.tournament)
    return tuple(
        sheet_of(
            str(seat.user),
            _("Table %(table)s") % {"table": pairing.table},
            seat.deck_version.text,
            texts[seat.pk],
            pool,
        )
        for pairing in pairings
        for seat in _match(pairing).seats.all()
        if seat.deck_version
    )


def count_checked(round_: Round, tables: Collection[int] | None) -> int:
    """How many sheets that makes. Raises Refused as `deck_sheets` does. Two queries."""
    played = _played(round_, tables)
    unknown = sorted(set(tables or ()) - set(played.values_list("table", flat=True)))
    if unknown:
        numbers = ", ".join(map(str, unknown[:5]))
        raise Refused(
            _("%(round)s: nothing is played at table %(named)s.")
            % {"round": round_names.title(round_), "named": numbers},
            code="unknown_table",
        )
    sheets = Seat.objects.filter(match__pairing__in=played).exclude(deck_version=None).count()
    if not sheets:
        raise Refused(_("None of these tables has a deck list to check."), code="no_lists")
    return sheets


@transaction.atomic
def list_sheets(
    tournament: Tournament, *, tables: Collection[int] | None, by: User, purpose: str
) -> tuple[DeckSheet, ...]:
    """A sheet for each list handed in by somebody with a place, before any match: by name, or by the tables of the
    player meeting (None: all). Every look is on record. Raises Refused: `no_meeting`, `no_lists`.
    """
    people = _with_lists(tournament, tables)
    people.sort(key=lambda person: person.table if tables is not None else 0)
    handed_in = DeckVersion.objects.in_bulk([person.entrant.deck_version_id for person in people])
    versions = {person.entrant.pk: handed_in[person.entrant.deck_version_id] for person in people}
    look_at_all(versions.values(), by, purpose=" ".join(purpose.split()))
    pool, at_tables = pool_of(tournament), tournament.meeting_at is not None
    return tuple(
        sheet_of(
            str(person.entrant.user),
            _("Table %(table)s") % {"table": person.table} if at_tables else _("List"),
            versions[person.entrant.pk].text,
            versions[person.entrant.pk].text,
            pool,
        )
        for person in people
    )


def count_lists(tournament: Tournament, tables: Collection[int] | None) -> int:
    """How many sheets that makes. Raises Refused as `list_sheets` does. One query."""
    return len(_with_lists(tournament, tables))


def _with_lists(tournament: Tournament, tables: Collection[int] | None) -> list[player_meeting.Seated]:
    if tables is not None and tournament.meeting_at is None:
        raise Refused(_("No player is seated yet; leave the tables empty to get all deck lists."), code="no_meeting")
    people = [person for person in player_meeting.seated(tournament) if tables is None or person.table in tables]
    listed = [person for person in people if person.entrant.deck_version_id]
    if not listed:
        raise Refused(_("None of these players has submitted a deck list."), code="no_lists")
    return listed


def _played(round_: Round, tables: Collection[int] | None) -> QuerySet[Pairing]:
    seats = Prefetch("match__seats", Seat.objects.select_related("user", "deck_version"))
    pairings = round_.pairings.exclude(match=None).select_related("match").prefetch_related(seats).order_by("table")
    return pairings if tables is None else pairings.filter(table__in=tables)


def _match(pairing: Pairing) -> Match:
    assert pairing.match is not None
    return pairing.match


def own_sheet(version: DeckVersion, tournament: Tournament) -> DeckSheet:
    """The list of whoever asks for it, to bring along on paper."""
    return sheet_of(str(version.owner), _("List"), version.text, version.text, pool_of(tournament))


def sheet_of(name: str, where: str, handed_in: str, text: str, pool: Pool) -> DeckSheet:
    """A list as it is played now, beside how it was handed in."""
    first, now = read_deck(handed_in), read_deck(text)
    by_type: dict[str, list[Copies]] = {title: [] for title in HEADINGS.values()}
    marks = _marks(first, now)
    for entry in sorted(now.main, key=lambda line: line.name.casefold()):
        card = pool.find(entry.name)
        title = HEADINGS[card.type] if card and card.type else next(iter(by_type))
        by_type[title].append(_copies(entry, pool, marks.get(entry.name, "")))
    reserves = tuple(_copies(entry, pool, marks.get(f"-{entry.name}", "")) for entry in now.reserves)
    return DeckSheet(
        name=name,
        table=where,
        note=_("With the swaps of this match.") if text != handed_in else _("As submitted, without swaps."),
        sections=(*((_(title), tuple(lines)) for title, lines in by_type.items() if lines), (_(RESERVES), reserves)),
    )


def _copies(entry: Entry, pool: Pool, mark: str) -> Copies:
    card = pool.find(entry.name)
    about = f"{_(card.color)}, {figure(card)}".strip(", ") if card and card.color else ""
    return Copies(entry.copies, card.name if card else entry.name, about, mark)


def _marks(first: DeckList, now: DeckList) -> dict[str, str]:
    """What came in since the list was handed in, by name, and what went out, behind a minus sign."""
    before, after = _counted(first.main), _counted(now.main)
    came = {name: _("%(count)s swapped in") % {"count": count} for name, count in (after - before).items()}
    went = {f"-{name}": _("%(count)s swapped out") % {"count": count} for name, count in (before - after).items()}
    return came | went


def _counted(entries: tuple[Entry, ...]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for entry in entries:
        counted[entry.name] += entry.copies
    return counted
