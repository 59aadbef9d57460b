"""What is printed of a tournament: pairings, slips, standings, the bracket, and the pack to go on without a network."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.dateformat import format as date_format
from django.utils.formats import get_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.matches.models import Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.event import Unplayed
from bos_tournament.pairing.ranking_presets import FAMILIES
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.entrants.guest_links import GuestLink
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage, Tournament
from bos_tournament.tournaments.printing.sheets import (
    Badge,
    Badges,
    Bracketed,
    Column,
    Flyer,
    Listing,
    LogSheet,
    Paper,
    Sheet,
    Slip,
    Slips,
    Steps,
    Strips,
)
from bos_tournament.tournaments.standings import leaderboard, standings_rows, table_status
from bos_tournament.tournaments.standings.bracket_layout import pictures
from bos_tournament.tournaments.structure import round_names, round_robin_stage, stage_standings
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.shares import with_shares
from bos_tournament.tournaments.structure.stages import position, tables_of

BLANK_SLIPS = 8
SWISS = (Tournament.Format.SWISS, Tournament.Format.SWISS_CUT)
FIGURES = 0.3  # of the width, for all tie-breaks together
ROUNDS_BY_HAND = 3
NO_TABLE = "–"
BY_TABLE = (
    Column(_("Table"), 0.12, at="right", strong=True),
    Column(_("Seat 1"), 0.36, at="right", strong=True),
    Column("", 0.16, at="middle", box=True),
    Column(_("Seat 2"), 0.36, strong=True),
)
BY_NAME = (
    Column(_("Player"), 0.46, strong=True),
    Column(_("Table"), 0.12, at="right", strong=True),
    Column(_("plays"), 0.42),
)
RANKS = (
    Column(_("Rank"), 0.08, at="right", strong=True),
    Column(_("Player"), 0.36, strong=True),
    Column(_("Points"), 0.1, at="right", strong=True),
    Column(_("Won–lost–drawn"), 0.16, at="middle"),
)
BY_HAND = (
    Column(_("No."), 0.07, at="right", strong=True),
    Column(_("Player"), 0.24, strong=True),
    Column(_("Points"), 0.09, at="right", strong=True),
    Column(_("has met"), 0.36),
    *(Column("", 0.08, box=True) for _ in range(ROUNDS_BY_HAND)),
)
AT_MEETING = (
    Column(_("Player"), 0.62, strong=True),
    Column(_("Table"), 0.18, at="right", strong=True),
    Column(_("there"), 0.2, box=True),
)
THERE = (
    Column(_("No."), 0.08, at="right", strong=True),
    Column(_("Player"), 0.5, strong=True),
    Column(_("List"), 0.16),
    Column(_("there"), 0.13, box=True),
    Column(_("dropped"), 0.13, box=True),
)
# What comes between is how the next round is paired.
BEFORE_PAIRING = (
    (_("Hang up the pairings"), _("by name at the door, by table at the desk.")),
    (
        _("Hand out the slips"),
        _("Cut the pile, then stack the cut piles from the top one down: they are in order."),
    ),
    (
        _("Collect them"),
        _("Both players circle the games they won and sign. A player who drops ticks the box on the slip."),
    ),
)
AFTER_PAIRING = (
    (_("Use the blank slips"), _("and copy the last of them when they run out.")),
    (
        _("Enter everything afterwards"),
        _(
            "at the desk under Printing, Enter result slips: table, games, Enter. Then close the "
            "round, draw and publish the next one, and enter its slips."
        ),
    ),
)
AS_PLAYED = (
    _("Match the tables to what was played"),
    _(
        "before you publish such a Swiss round: under Set pairings by hand, swap two players at a"
        " time until the pairs are those that met."
    ),
)


def wrapped(tournament: Tournament, sheets: Iterable[Sheet]) -> Paper:
    """The sheets as one print, with the moment it shows in the tournament's zone."""
    now = db_now().astimezone(tournament.zone)
    at = date_format(now, get_format("DATETIME_FORMAT"))
    return Paper(tournament.name, f"{at} {tournament.time_zone}", tuple(sheets))


def _is_draft(round_: Round) -> bool:
    return round_.state == Round.State.DRAFT


def by_table(round_: Round, pairings: Iterable[Pairing]) -> Listing:
    """Every table with both players; who has none stands below."""
    rows = sorted(
        (_table_row(pairing) for pairing in pairings),
        key=lambda row: (row[0] == NO_TABLE, int(row[0].strip(NO_TABLE) or 0)),
    )
    title = gettext("%(round)s by table")
    if _is_draft(round_):
        title = gettext("%(round)s (draft, not published) by table")
    note = gettext("Seat 1 is the upper one on the slip.")
    return Listing(title % {"round": round_names.title(round_)}, note, BY_TABLE, tuple(rows), size=14)


def by_name(round_: Round, pairings: Iterable[Pairing]) -> Listing:
    """Every player once, in alphabetical order."""
    rows = [row for pairing in pairings for row in _name_rows(pairing)]
    rows.sort(key=lambda row: row[0].casefold())
    title = gettext("%(round)s by name")
    if _is_draft(round_):
        title = gettext("%(round)s (draft, not published) by name")
    return Listing(title % {"round": round_names.title(round_)}, "", BY_NAME, tuple(rows), size=14)


def slips(round_: Round, pairings: Iterable[Pairing], *, entry: str, all_tables: bool = True) -> Slips:
    """A slip for every table, or only for those without a result; its code leads to `entry`, the page to type it in."""
    chosen = [
        pairing for pairing in pairings if len(pairing.sittings.all()) > 1 and (all_tables or not _is_over(pairing))
    ]
    chosen.sort(key=lambda pairing: pairing.table or 0)
    title = round_names.title(round_)
    return Slips(
        tuple(Slip(title, str(pairing.table), _names(pairing), f"{entry}?table={pairing.table}") for pairing in chosen)
    )


def entry_page(round_: Round) -> str:
    """Where the slips of a round are typed in."""
    return reverse("tournaments:enter_slips", args=[round_.stage.tournament.slug, round_.number])


def flyer(tournament: Tournament) -> Flyer:
    """An invitation: its code opens the page to join, and its letters can be typed where it says."""
    link = settings.PUBLIC_URL + reverse("tournaments:join_link", args=[tournament.join_code])
    page = settings.PUBLIC_URL.split("://")[-1] + reverse("tournaments:join_by_code")
    starts = tournament.starts_at.astimezone(tournament.zone)
    where = ", ".join(filter(None, (tournament.place, gettext("online") if tournament.online else "")))
    how = gettext("%(format)s, %(number)s places") % {
        "format": tournament.get_format_display(),
        "number": tournament.capacity,
    }
    # Translators: how Django writes a moment: day of the week, day, month, year, time
    when = date_format(starts, gettext("l, j F Y, H:i"))
    facts = (f"{when} {tournament.time_zone}", where, how[0].upper() + how[1:])
    return Flyer(tournament.name, tuple(filter(None, facts)), link, page, tournament.join_code)


def badges(tournament: Tournament) -> tuple[Badges, ...]:
    """A badge for everybody who has a place, by handle; its code opens the page on which staff check them in."""
    inside = tournament.entrants.exclude(place=None).select_related("user")
    cards = [Badge(str(entrant.user), door_check_in_link(tournament, entrant)) for entrant in inside]
    in_order = tuple(sorted(cards, key=lambda badge: badge.name.casefold()))
    return (Badges(in_order),) if in_order else ()


def strips(links: Iterable[GuestLink]) -> tuple[Strips, ...]:
    """A strip for each guest with the code and the address that sign them in once."""
    cards = tuple(Badge(str(guest.entrant.user), guest.link) for guest in links)
    return (Strips(cards, gettext("Your own link: scan it, keep it to yourself")),)


def door_check_in_link(tournament: Tournament, entrant: Entrant) -> str:
    """Where staff check somebody in who shows their code."""
    return settings.PUBLIC_URL + reverse("tournaments:door_check_in", args=[tournament.slug, entrant.pk])


def meeting(tournament: Tournament) -> Listing:
    """Everybody by name with their table at the player meeting, and a box for who is there."""
    rows = tuple((str(person.entrant.user), str(person.table), "") for person in player_meeting.seated(tournament))
    return Listing(
        gettext("Player meeting"), gettext("Find your name and sit down at this table."), AT_MEETING, rows, size=14
    )


def blank_slips() -> Slips:
    return Slips((Slip("", ""),) * BLANK_SLIPS)


def log_sheets(round_: Round, pairings: Iterable[Pairing]) -> tuple[LogSheet, ...]:
    """A sheet for every table of a round, by table; the number of the game is written by hand."""
    played = sorted(
        (pairing for pairing in pairings if len(pairing.sittings.all()) > 1), key=lambda pairing: pairing.table or 0
    )
    header = round_names.in_a_header(round_)
    return tuple(LogSheet(header, str(pairing.table or ""), _names(pairing)) for pairing in played)


def ranks(tournament: Tournament) -> tuple[Listing, ...]:
    """The standings after the last closed round, and places of the bracket; empty before there are any."""
    standings, field = leaderboard.standings_of(tournament), stage_standings.entrants_by_place(tournament)
    names = {entrant.pk: str(entrant.user) for entrant in field}
    after = (
        gettext("Final.")
        if tournament.state == Tournament.State.FINISHED
        else gettext("After %(round)s.") % {"round": round_names.number_called(tournament, standings.closed)}
    )
    sheets = []
    if places := standings_rows.places(standings)[:]:
        placed = tuple((_rank(place), names[pk]) for place, pk in places)
        sheets.append(Listing(standings_rows.places_title(tournament), after, RANKS[:2], placed, size=12))
    lines = standings_rows.ranked_lines(standings)[:] if standings.closed else []
    if lines:
        columns = (*RANKS, *_figures(standings_rows.headings(standings.columns)))
        for group in dict.fromkeys(line.group for line in lines):
            rows = tuple(_rank_row(line, names) for line in lines if line.group == group)
            sheets.append(
                Listing(
                    gettext("Standings of group %(group)s") % {"group": group} if group else gettext("Standings"),
                    after,
                    columns,
                    rows,
                )
            )
    return tuple(sheets)


def score_sheet(tournament: Tournament) -> Listing:
    """With it the next Swiss rounds are paired by hand: who has how many points, and whom everybody has met."""
    standings, field = leaderboard.standings_of(tournament), stage_standings.entrants_by_place(tournament)
    lines, met = standings_rows.ranked_lines(standings)[:], _met(tournament)
    people = {entrant.pk: entrant for entrant in field}
    order = [(line.entrant, str(line.points)) for line in lines] or [(entrant.pk, "0") for entrant in field]
    rows = tuple(
        (str(people[pk].place), str(people[pk].user), points, ", ".join(met.get(pk, ())), *[""] * ROUNDS_BY_HAND)
        for pk, points in order
        if people[pk].state == Entrant.State.PLAYING
    )
    note = gettext(
        "Points after round %(round)s; add what came later. In the boxes: the opponent's number and the result."
    ) % {"round": standings.closed}
    return Listing(gettext("Score sheet for rounds paired by hand"), note, BY_HAND, rows, size=10)


def people(tournament: Tournament) -> Listing:
    """Everybody with a place, to tick off who is there."""
    inside = tournament.entrants.filter(state__in=(Entrant.State.REGISTERED, Entrant.State.PLAYING))
    entrants = sorted(inside.select_related("user"), key=lambda entrant: str(entrant.user).casefold())
    rows = tuple(
        (
            str(entrant.place or ""),
            str(entrant.user),
            gettext("submitted") if entrant.deck_version_id else gettext("missing"),
            "",
            "",
        )
        for entrant in entrants
    )
    return Listing(gettext("Players"), gettext("%(number)s with a place.") % {"number": len(rows)}, THERE, rows)


def brackets(tournament: Tournament) -> tuple[Bracketed, ...]:
    """The bracket as it stands, both sides of a double one; empty without one."""
    stage = tournament.stages.filter(format__in=Stage.BRACKETS).first()
    if stage is None:
        return ()
    note = gettext("As it is now; write in what comes. The name of each match is above it.")
    return tuple(Bracketed(drawn.title, note, drawn) for drawn in pictures(Bracket(stage)))


def rounds_to_come(stage: Stage) -> Listing:
    """Where everyone meets everyone, who meets whom in the rounds that are not published yet. Two queries."""
    published = stage.rounds.filter(state=Round.State.PUBLISHED).count()
    rows = [
        (f"{number} {meeting.group}".strip(), str(first.user), "", str(second.user))
        for number, meetings in enumerate(round_robin_stage.schedule(stage), start=1)
        for meeting in meetings
        for first, second in [meeting.entrants]
        if number > published
    ]
    columns = (Column(gettext("Round"), 0.12, at="right", strong=True), *BY_TABLE[1:])
    return Listing(
        gettext("Rounds to come"), gettext("A player without a line in a round has a bye."), columns, tuple(rows)
    )


def pack(tournament: Tournament, *, site: str) -> tuple[Sheet, ...]:
    """Everything with which an evening goes on without a network, from this moment to its end.

    `site` is the beginning of the site's addresses, for the codes on the slips.
    """
    at = position(tournament)
    sheets: list[Sheet] = [Steps(gettext("Continuing offline"), _stands(tournament, at.round), _what_to_do(tournament))]
    if at.round is None:
        sheets.append(people(tournament))
    if at.round and at.round.closed_at is None:
        pairings = list(tables_of(at.round))
        entry = f"{site}{entry_page(at.round)}"
        unreported = slips(at.round, pairings, entry=entry, all_tables=False)
        sheets += [by_name(at.round, pairings), by_table(at.round, pairings), unreported]
    sheets += ranks(tournament) if at.closed else ()
    if at.stage and at.stage.is_swiss and not tournament.is_over:
        sheets.append(score_sheet(tournament))
    if at.stage and at.stage.format in Stage.EVERYONE and not tournament.is_over:
        sheets.append(rounds_to_come(at.stage))
    return (*sheets, *brackets(tournament), blank_slips(), LogSheet())


def names_on_paper(tournament: Tournament) -> list[str]:
    """Everything somebody chose to be called that may have to be printed."""
    return [tournament.name, *tournament.entrants.exclude(place=None).values_list("user__handle", flat=True)]


def _what_to_do(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    by_hand = (AS_PLAYED,) if tournament.format in SWISS else ()
    return (*BEFORE_PAIRING, *_pairing_by_hand(tournament), *AFTER_PAIRING, *by_hand)


def _pairing_by_hand(tournament: Tournament) -> Iterator[tuple[str, str]]:
    points = FAMILIES[tournament.ranking].points
    if tournament.format in SWISS:
        yield (
            gettext("Pair the next Swiss round by hand"),
            gettext(
                "with the score sheet. Add the points: %(win)s for a match won or a bye, %(draw)s for a "
                "draw. From the top, pair each player with someone on equal points they have not met, or "
                "else as close as possible. If one is left over, the lowest player who has had no bye "
                "gets it."
            )
            % {"win": points.win, "draw": points.draw},
        )
    if tournament.has_bracket:
        yield (
            gettext("For a bracket, fill in the next box"),
            gettext("Write each winner, and where there is a losers' side each loser, into the next box."),
        )
    if tournament.format in Stage.EVERYONE:
        yield gettext("Take the next round from the list"), gettext("All pairings are fixed: see Rounds to come.")


def _stands(tournament: Tournament, round_: Round | None) -> str:
    if tournament.is_over:
        return gettext("The tournament is over; these are the final results.")
    if round_ is None:
        return gettext("The tournament has not started.")
    sentence = gettext("Closed: %(round)s.")
    if not round_.closed_at:
        sentence = gettext("In progress: %(round)s (draft, not published).")
        sentence = sentence if _is_draft(round_) else gettext("In progress: %(round)s.")
    return sentence % {"round": round_names.title(round_)}


def _figures(names: tuple[str, ...]) -> tuple[Column, ...]:
    """A column for each tie-break, in the order in which they decide."""
    return tuple(Column(name, FIGURES / len(names), at="right") for name in names)


def _names(pairing: Pairing) -> tuple[str, ...]:
    return tuple(str(sitting.entrant.user) for sitting in pairing.sittings.all())


def _is_over(pairing: Pairing) -> bool:
    return pairing.match is not None and pairing.match.step == Match.Step.FINISHED


def _table_row(pairing: Pairing) -> tuple[str, ...]:
    names = _names(pairing)
    if len(names) < 2:
        return NO_TABLE, names[0], str(pairing.get_unplayed_display()), ""
    result = table_status.result_of(pairing.match) if pairing.match and _is_over(pairing) else ""
    return str(pairing.table), names[0], result, names[1]


def _name_rows(pairing: Pairing) -> list[tuple[str, ...]]:
    names = _names(pairing)
    if len(names) < 2:
        return [(names[0], NO_TABLE, str(pairing.get_unplayed_display()))]
    return [(name, str(pairing.table), other) for name, other in zip(names, reversed(names), strict=True)]


def _rank(number: int | None) -> str:
    return NO_TABLE if number is None else str(number)


def _rank_row(line: leaderboard.BoardLine, names: dict[UUID, str]) -> tuple[str, ...]:
    figures = [with_shares(text) for key, text, exact in line.figures]
    return _rank(line.rank), names[line.entrant], str(line.points), "–".join(map(str, line.record)), *figures


def _met(tournament: Tournament) -> dict[UUID, list[str]]:
    """By entrant the numbers of everybody met in published rounds, in order. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED)
    sat = Sitting.objects.filter(round__in=rounds).order_by("round__number", "number")
    tables: dict[UUID, list[tuple[UUID, str]]] = {}
    alone: dict[UUID, str] = {}
    for pairing, entrant, place, kind in sat.values_list("pairing", "entrant", "entrant__place", "pairing__unplayed"):
        tables.setdefault(pairing, []).append((entrant, str(place)))
        alone[pairing] = gettext(Unplayed(kind).label) if kind else ""
    met: dict[UUID, list[str]] = {}
    for pairing, there in tables.items():
        for entrant, _own in there:
            others = [place for other, place in there if other != entrant]
            met.setdefault(entrant, []).extend(others or [alone[pairing]])
    return met
