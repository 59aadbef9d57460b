"""Tournaments of the demo, made by the deeds of their people: one in round 3, one finished, one open; their series."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from zoneinfo import ZoneInfo

from bos_tournament.accounts.models import User
from bos_tournament.history.moments import db_now
from bos_tournament.matches import demo as tables
from bos_tournament.matches import results
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments import (
    check_in,
    cut,
    fielding,
    finishing,
    guests,
    joining,
    lists,
    planning,
    rounds,
    series,
    staff,
    starting,
)
from bos_tournament.tournaments.models import Round, Staff, Tournament
from bos_tournament.tournaments.models_series import Series
from bos_tournament.tournaments.planning import Plan
from bos_tournament.tournaments.series import SeriesPlan
from engine.bos.decks import starter_decks

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
    head_judge: User
    judge: User
    scorekeeper: User

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
    disputed: Match
    duel: Match


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
        _play_round(crew, tournament, number, shown=1)
    leaver = tournament.entrants.get(user=players[20])
    fielding.drop(leaver, why="Has a train to catch.")
    planning.announce(tournament, text="Round 3 is on. The bakery at the corner closes at five.")
    third = rounds.publish(rounds.draft(tournament, number=3))
    disputed = _match_of_bosses(third, "Furnace Tyrant", "Mother of Hives")
    duel, *others = (match for _, match in _tables(third) if match != disputed)
    tables.greet(duel)
    for match, bring in zip(others, _steps_of_a_round(), strict=True):
        bring(match)
    tournament.refresh_from_db()
    return Running(tournament, disputed, duel)


def finished(crew: Crew, players: Sequence[User]) -> Tournament:
    """Three rounds of Swiss and a cut to four; everybody may read the lists."""
    plan = Plan(
        name="Spring Cup",
        online=True,
        time_zone=ZONE,
        description="A small cup, played at a distance over one evening.",
        capacity=8,
        starts_at=_evening(-7),
        format=Tournament.Format.SWISS_CUT,
        swiss_rounds=3,
        cut=4,
        publish_lists=True,
    )
    tournament = _started(crew, plan, players)
    for number in (1, 2, 3):
        _play_round(crew, tournament, number, shown=1)
    cut.start_cut(tournament)
    for number in (4, 5):
        _play_round(crew, tournament, number, shown=1)
    return finishing.finish(tournament)


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
        joining.join(user, tournament)
    guests.add_guest(tournament, handle=GUEST, real_name="", by=crew.scorekeeper)
    for user in without[-2:]:
        joining.join(user, tournament)
    return tournament


def season(crew: Crew, tournaments: Sequence[Tournament]) -> Series:
    """A series of all three: one gave points, one runs, one is still to come."""
    plan = SeriesPlan(
        name="Harbour Season",
        description="Three cups around the harbour; the best two of them count.",
        starts_on=min(one.starts_at for one in tournaments).date(),
        best=2,
    )
    made = series.create(crew.organizer, plan)
    for one in tournaments:
        series.attach(made, one)
    return made


def _this_hour() -> datetime:
    return db_now().replace(minute=0, second=0, microsecond=0)


def _evening(days: int) -> datetime:
    """Seven in the evening, so many days from now."""
    return _this_hour().astimezone(ZoneInfo(ZONE)).replace(hour=19) + timedelta(days=days)


def _opened(crew: Crew, plan: Plan) -> Tournament:
    tournament = planning.create(crew.organizer, plan, sure=True)
    Tournament.objects.filter(pk=tournament.pk).update(seed=SEED)
    for user, role in crew.invited:
        staff.accept(user, staff.invite(tournament, role=role, by=crew.organizer))
    return planning.open_registration(tournament, sure=True)


def _enter(tournament: Tournament, players: Sequence[User]) -> None:
    """Everybody joins and hands in a starter list."""
    texts = {name: text for name, text in starter_decks().items() if name in PLAIN}
    for user, text in zip(players, cycle(texts.values()), strict=False):
        lists.submit_list(joining.join(user, tournament), text=text)


def _started(crew: Crew, plan: Plan, players: Sequence[User]) -> Tournament:
    tournament = _opened(crew, plan)
    _enter(tournament, players)
    if tournament.has_check_in:
        for entrant in tournament.entrants.select_related("tournament", "user"):
            check_in.check_in(entrant)
    tournament.refresh_from_db()
    preview = starting.preview_start(tournament)
    return starting.start(tournament, token=preview.token, rounds=preview.rounds)


def _play_round(crew: Crew, tournament: Tournament, number: int, *, shown: int) -> None:
    """Draws, plays and closes a round: at the first tables game by game, elsewhere as slips brought to the desk."""
    round_ = rounds.publish(rounds.draft(tournament, number=number))
    for table, match in _tables(round_):
        best = _stronger(match, number)
        if table <= shown:
            tables.finished(match, (best, 3 - best, best) if number % 2 else (best, best))
        else:
            _hand_in_slip(crew, table, match, best)
    rounds.close(round_)


def _hand_in_slip(crew: Crew, table: int, match: Match, best: int) -> None:
    results.enter_result(
        match,
        by=crew.scorekeeper,
        wins={best: 2, 3 - best: table % 2},
        winner=match.seats.get(number=best),
        reason=Reason.PLAYED,
        why=f"Result slip of table {table}.",
    )


def _stronger(match: Match, number: int) -> int:
    """Who wins: the one named first among the players, and now and then the other."""
    one, two = (HANDLES.index(seat.user.handle) for seat in match.seats.select_related("user"))
    expected = 1 if one < two else 2
    return 3 - expected if (one + two + number) % 5 == 0 else expected


def _tables(round_: Round) -> list[tuple[int, Match]]:
    """The tables of a round in order, each with its match; no byes."""
    pairings = round_.pairings.select_related("match").order_by("table")
    return [(one.table, one.match) for one in pairings if one.table and one.match]


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
