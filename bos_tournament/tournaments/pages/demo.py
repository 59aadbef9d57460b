"""Tournaments of the demo, made by the deeds of their people: one in round 3, one finished, one open; their series."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from zoneinfo import ZoneInfo

from bos_tournament.accounts.models import User
from bos_tournament.matches import demo as tables
from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Match, Reason
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import check_in, guests, participation, registration
from bos_tournament.tournaments.models import Round, Staff, Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_end, tournament_start
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from bos_tournament.tournaments.staff import staff_roles
from engine.bos.game import starter_decks

HANDLES = (
    *("Ember Fox", "Лисица", "雪見", "The Slowest Wizard in Harbour", "Quill", "하늘고래"),
    *("نجمة", "Tide-Turner", "Σοφός Βάτραχος", "Äpfelchen", "Ó Broc", "d'Épices"),
    *("Żubr 42", "ვარსკვლავი", "Աստղ", "ירח", "墨竹先生", "Nine of Rings"),
    *("Øresund", "Kaplumbağa", "Mb", "Vim.Hoarder", "Chipmunk_7", "Second Breakfast"),
)
GUEST = "Walk-in Wren"
ZONE = "Europe/Copenhagen"
# Lots follow from a tournament's seed, so each demo is drawn alike.
SEED = "b05b05b05b05b05b05b05b05b05b05b0"
PLAIN = ("First Sparks", "Open Meadow", "Clear Ice")


@dataclass(frozen=True)
class Crew:
    """Who runs the demo's tournaments."""

    organizer: User
    """Sets up all tournaments of the demo."""
    head_judge: User
    """Also answers appeals."""
    judge: User
    """Rules on disputes."""
    scorekeeper: User
    """Enters results."""

    @property
    def invited(self) -> tuple[tuple[User, str], ...]:
        roles = Staff.Role
        return (
            (self.head_judge, roles.HEAD_JUDGE),
            (self.judge, roles.JUDGE),
            (self.scorekeeper, roles.SCOREKEEPER),
        )


@dataclass(frozen=True)
class Running:
    """The tournament in round 3: a match that will be disputed, and one whose players a visitor can be."""

    tournament: Tournament
    """With round 3 published."""
    disputed: Match
    """Between the two bosses that the demo's records are about."""
    duel: Match
    """Waits for its bids."""


def running(crew: Crew, players: Sequence[User]) -> Running:
    """Round 3 of five: every step of a match is at some table, and one player has a bye."""
    plan = Plan(
        name="Harbour Open",
        place="Library hall, Old Quay 3",
        time_zone=ZONE,
        description="Five rounds of Swiss. **Bring a pen**: written games settle disputes.\n\nTea is at table 12.",
        capacity=32,
        starts_at=_this_hour() - timedelta(hours=3),
        check_in_opens_at=_this_hour() - timedelta(hours=4),
        swiss_rounds=5,
    )
    tournament = _started(crew, plan, players)
    for number in (1, 2):
        _play_round(crew, tournament, number, recorded=1)
    leaver = tournament.entrants.get(user=players[20])
    participation.drop(leaver, why="Has a train to catch.")
    lifecycle.announce(tournament, text="Round 3 is on. The bakery at the corner closes at five.")
    third = round_cycle.publish(round_cycle.create_draft_round(tournament, number=3))
    disputed = _match_of_bosses(third, "Furnace Tyrant", "Mother of Hives")
    duel, *others = (match for _, match in _tables(third) if match != disputed)
    tables.confirm_bosses(duel)
    for match, bring in zip(others, _steps_of_a_round(), strict=True):
        bring(match)
    tournament.refresh_from_db()
    return Running(tournament, disputed, duel)


def finished(crew: Crew, players: Sequence[User]) -> Tournament:
    """Three rounds of Swiss and a cut to four; everybody may read the lists."""
    plan = Plan(
        name="Spring Cup",
        place="Reading room, Old Quay 3",
        time_zone=ZONE,
        description="A small cup, played over one evening.",
        capacity=8,
        starts_at=_evening(-7),
        format=Tournament.Format.SWISS_CUT,
        swiss_rounds=3,
        cut=4,
        publish_lists=True,
    )
    tournament = _started(crew, plan, players)
    for number in (1, 2, 3):
        _play_round(crew, tournament, number, recorded=1)
    top_cut.start_cut(tournament)
    for number in (4, 5):
        _play_round(crew, tournament, number, recorded=1)
    return tournament_end.finish_tournament(tournament)


def coming(crew: Crew, players: Sequence[User]) -> Tournament:
    """Registration is open: all places are taken, one by a walk-in without an account, and two wait."""
    plan = Plan(
        name="Lantern Night",
        place="Tea house at the lock",
        time_zone=ZONE,
        description="Three casual rounds with sealed bids.\n\n- check-in opens at six\n- lists are due at the start",
        capacity=len(players) - 1,
        starts_at=_evening(9),
        check_in_opens_at=_evening(9) - timedelta(hours=1),
    )
    tournament = _opened(crew, plan)
    with_list, without = players[:-4], players[-4:]
    _enter(tournament, with_list)
    for user in without[:-2]:
        registration.join(user, tournament)
    guests.add_guest(tournament, handle=GUEST, real_name="", by=crew.scorekeeper)
    for user in without[-2:]:
        registration.join(user, tournament)
    return tournament


def season(crew: Crew, tournaments: Sequence[Tournament]) -> Series:
    """A series of all three: one gave points, one runs, one is still to come."""
    plan = SeriesPlan(
        name="Harbour Season",
        description="Three cups around the harbour; the best two of them count.",
        starts_on=min(tournament.starts_at for tournament in tournaments).date(),
        best=2,
    )
    series = series_setup.create(crew.organizer, plan)
    for tournament in tournaments:
        series_setup.attach(series, tournament)
    return series


def _this_hour() -> datetime:
    return db_now().replace(minute=0, second=0, microsecond=0)


def _evening(days: int) -> datetime:
    """Seven in the evening, so many days from now."""
    return _this_hour().astimezone(ZoneInfo(ZONE)).replace(hour=19) + timedelta(days=days)


def _opened(crew: Crew, plan: Plan) -> Tournament:
    tournament = lifecycle.create(crew.organizer, plan, sure=True)
    Tournament.objects.filter(pk=tournament.pk).update(seed=SEED)
    for user, role in crew.invited:
        staff_roles.accept_invitation(user, staff_roles.invite(tournament, role=role, by=crew.organizer))
    return lifecycle.open_registration(tournament, sure=True)


def _enter(tournament: Tournament, players: Sequence[User]) -> None:
    """Everybody joins and hands in a starter list."""
    texts = {name: text for name, text in starter_decks().items() if name in PLAIN}
    for user, text in zip(players, cycle(texts.values()), strict=False):
        submissions.submit_list(registration.join(user, tournament), text=text)


def _started(crew: Crew, plan: Plan, players: Sequence[User]) -> Tournament:
    tournament = _opened(crew, plan)
    _enter(tournament, players)
    if tournament.has_check_in:
        for entrant in tournament.entrants.select_related("tournament", "user"):
            check_in.check_in(entrant)
    tournament.refresh_from_db()
    preview = tournament_start.preview_start(tournament)
    return tournament_start.start_tournament(tournament, token=preview.token, rounds=preview.rounds)


def _play_round(crew: Crew, tournament: Tournament, number: int, *, recorded: int) -> None:
    """Draws, plays and closes a round: at the first tables game by game, elsewhere as slips brought to the desk."""
    round_ = round_cycle.publish(round_cycle.create_draft_round(tournament, number=number))
    for table, match in _tables(round_):
        best = _stronger(match, number)
        if table <= recorded:
            tables.finished(match, (best, 3 - best, best) if number % 2 else (best, best))
        else:
            _hand_in_slip(crew, table, match, best)
    round_cycle.close(round_)


def _hand_in_slip(crew: Crew, table: int, match: Match, best: int) -> None:
    staff_results.enter_result(
        match,
        by=crew.scorekeeper,
        wins={best: 2, 3 - best: table % 2},
        winner=match.seats.get(number=best),
        reason=Reason.PLAYED,
        why=f"Result slip of table {table}.",
    )


def _stronger(match: Match, number: int) -> int:
    """Who wins: the one named first among the players, and now and then the other."""
    first, second = (HANDLES.index(seat.user.handle) for seat in match.seats.select_related("user"))
    expected = 1 if first < second else 2
    return 3 - expected if (first + second + number) % 5 == 0 else expected


def _tables(round_: Round) -> list[tuple[int, Match]]:
    """The tables of a round in order, each with its match; no byes."""
    pairings = round_.pairings.select_related("match").order_by("table")
    return [(pairing.table, pairing.match) for pairing in pairings if pairing.table and pairing.match]


def _match_of_bosses(round_: Round, *bosses: str) -> Match:
    """The first table where these bosses sit in this order, as in the written games of the demo."""
    for _, match in _tables(round_):
        seats = match.seats.select_related("deck_version")
        if tuple(seat.deck_version.boss for seat in seats if seat.deck_version) == bosses:
            return match
    raise LookupError(f"No table of {round_} has {' against '.join(bosses)}.")


def _steps_of_a_round() -> tuple[Callable[[Match], None], ...]:
    """Where the tables of a round stand while it is played, by table."""
    return (
        tables.third_game,
        tables.one_bid_in,
        tables.reports_differ,
        tables.finished,
        tables.choice_open,
        tables.report_waits,
        tables.one_swap_locked,
        tables.tied_once,
        tables.bosses_half_shown,
    )
