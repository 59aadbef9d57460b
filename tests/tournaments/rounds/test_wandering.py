"""Whatever a desk does in whatever order, and takes back: these laws hold after each deed, and no page breaks."""

from random import Random

import pytest
from django.db import transaction
from django.urls import reverse

from bos_tournament.judging.audit_log import entries
from bos_tournament.pairing.event import BYES
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Tournament
from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_end, undo_actions
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.next_step import Next, another_follows, next_deed
from bos_tournament.tournaments.structure.stages import position, pulse
from tests.factories import StaffFactory
from tests.tournaments.random_walk import Desk
from tests.tournaments.running_tournaments import NAMES, opened, ready

pytestmark = pytest.mark.django_db

DEEDS = 30
State, Entry = Tournament.State, Entrant.State
IN = (Entry.REGISTERED, Entry.WAITLISTED)
BACK_AT_ONCE = ("start", "close", "publish", "cut", "finish", "cancel")
PAGES = ("desk", "undo", "start", "pairings", "standings", "bracket", "cross_table", "entrants", "players", "printing")
FORMATS = (
    {"format": "swiss", "swiss_rounds": 3},
    {"format": "swiss_cut", "swiss_rounds": 1, "cut": 2},
    {"format": "double_elimination"},
    {"format": "groups", "groups": 2, "go_on": 1},
)


@pytest.mark.parametrize("number", range(len(FORMATS)))
def test_a_desk_that_does_whatever_comes_to_mind_breaks_nothing(number, at_the_desk):
    lot = Random(number)
    cup = opened(NAMES[: lot.randint(4, 6)], name=f"Cup {number}", capacity=6, **FORMATS[number])
    for name in ("Wes", "Xen")[: 2 * (cup.entrants.count() == cup.capacity)]:
        ready(cup, name, place=None, state=Entry.WAITLISTED)
    staff = StaffFactory(tournament=cup)
    desk, browser = Desk(cup, staff.user, lot), at_the_desk(staff)
    for _ in range(DEEDS):
        before = facts(cup)
        said = desk.go_on()
        if said in BACK_AT_ONCE and facts(cup) != before:
            goes_back(cup, said, before)
        nobody_is_in_limbo(cup)
        tables_and_matches_agree(cup)
        points_are_those_of_the_results(cup)
        the_desk_can_go_on(cup)
        opens(browser, cup, lot.choice(PAGES))
    assert all(line.sentence for line in entries.lines(cup)[0])


def goes_back(cup, key, before):
    """What was just done is taken back without a trace but in the trail; then it is done after all."""
    with transaction.atomic():
        offer = undo_actions.preview_undo(cup, key)
        assert not offer.refusal
        undo_actions.undo(cup, key, token=offer.token)
        cup.refresh_from_db()
        assert facts(cup) == before
        transaction.set_rollback(True)
    cup.refresh_from_db()


def facts(cup):
    """Everything that a deed may change and taking it back puts right; who has a place and who waits for one may be
    others afterwards, since whoever a start left out comes after those who took their places."""
    kept = ("user", "seeding", "fixed_table", "earned_byes", "dropped_after", "note", "state")
    people = [(*row, "in" if state in IN else state) for *row, state in cup.entrants.values_list(*kept)]
    tables = Pairing.objects.filter(round__stage__tournament=cup).prefetch_related("sittings")
    seated = [
        (one.round_id, one.table, one.unplayed, one.by_hand, sorted(sit.entrant_id for sit in one.sittings.all()))
        for one in tables.order_by("pk")
    ]
    drawn = [(one.number, one.state, one.closed_at) for one in rounds_of(cup)]
    stages = list(cup.stages.values_list("number", "format", "finished_at"))
    return cup.state, sorted(people), sorted(map(repr, seated)), drawn, stages


def rounds_of(cup):
    return Round.objects.filter(stage__tournament=cup).order_by("number")


def nobody_is_in_limbo(cup):
    states = set(cup.entrants.values_list("state", flat=True))
    if cup.state == State.RUNNING:
        assert Entry.REGISTERED not in states
    if cup.state == State.OPEN:
        assert not states & {Entry.PLAYING, Entry.DROPPED}
        waits = Entry.WAITLISTED in states
        assert not waits or cup.entrants.exclude(place=None).count() >= cup.capacity
        assert not cup.entrants.filter(place__gt=cup.capacity).exists()
    assert [one.number for one in rounds_of(cup)] == list(range(1, rounds_of(cup).count() + 1))


def tables_and_matches_agree(cup):
    tables = Pairing.objects.filter(round__stage__tournament=cup).select_related("round", "match")
    for table in tables.prefetch_related("sittings__entrant", "match__seats"):
        people = {sitting.entrant.user_id for sitting in table.sittings.all()}
        published = table.round.state == Round.State.PUBLISHED
        assert (table.match is not None) == (published and len(people) == 2)
        if table.match:
            assert {seat.user_id for seat in table.match.seats.all()} == people
            assert table.match.called_off_at is None or cup.state == State.CANCELLED


def points_are_those_of_the_results(cup):
    """Counted by hand from the tables of closed rounds: three for a match won, one for a drawn one."""
    if cup.state != State.RUNNING or cup.format not in ("swiss", "swiss_cut"):
        return
    points = {stage_standings.player_id(one): 0 for one in stage_standings.entrants_by_place(cup)}
    closed = Pairing.objects.filter(round__stage__tournament=cup, round__stage__format="swiss")
    for table in closed.exclude(round__closed_at=None).select_related("match__winner").prefetch_related("sittings"):
        for sitting in table.sittings.select_related("entrant"):
            points[stage_standings.player_id(sitting.entrant)] += earned(table, sitting)
    assert {one.id: one.points for one in stage_standings.ranks(cup)} == points


def earned(table, sitting):
    if table.match is None:
        return 3 if table.unplayed in BYES else 0
    if table.match.winner is not None:
        return 3 if table.match.winner.number == sitting.number else 0
    drawn = table.match.finished_at is not None and table.match.reason != "double_no_show"
    return 1 if drawn else 0


def the_desk_can_go_on(cup):
    """The main button of the desk, once no result is missing, does what it says. Then it is as if never pressed."""
    at = position(cup)
    if pulse(cup).missing:
        return
    with transaction.atomic():
        match next_deed(at):
            case Next.CLOSE if not another_follows(at):
                round_cycle.close(at.open)
            case Next.CLOSE | Next.DRAW:
                round_cycle.close_and_start_next(cup, number=at.next_number)
            case Next.CUT:
                top_cut.start_cut(cup)
            case Next.FINISH:
                tournament_end.finish_tournament(cup)
        transaction.set_rollback(True)
    cup.refresh_from_db()


def opens(browser, cup, page):
    assert browser.get(reverse(f"tournaments:{page}", args=[cup.slug])).status_code in (200, 302, 404)
