"""The time of a round: what all screens show of it, who may change it, and what one table has beyond the others."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.matches import presenter
from bos_tournament.tournaments.models import Extension, Round, Staff, Timer
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_clock, round_cycle
from bos_tournament.tournaments.standings import table_status
from bos_tournament.tournaments.structure.stages import tables_of
from tests.factories import StaffFactory, UserFactory
from tests.matches.playing import fresh
from tests.tournaments.running_tournaments import NAMES, enter, play, publish, running

pytestmark = pytest.mark.django_db
TOLERANCE = 120  # seconds that a slow machine may take between two looks


@pytest.fixture
def cup():
    return running(NAMES[:4], round_minutes=50)


@pytest.fixture
def first(cup):
    return publish(cup)


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


def table_one(round_):
    return tables_of(round_).get(table=1)


def left_at(pairing):
    """Seconds that are left at a table as it is now."""
    remaining = table_one(pairing.round).remaining
    return remaining.left if remaining.until is None else (remaining.until - timezone.now()).total_seconds()


def test_the_time_starts_with_the_planned_minutes_and_is_one_moment_for_everybody(first):
    timer = round_clock.start_round_clock(first)

    assert timer.seconds == 50 * 60
    assert 0 <= 50 * 60 - left_at(table_one(first)) < TOLERANCE
    assert table_one(first).remaining.until == timer.ends_at


def test_starting_pausing_and_going_on_twice_is_once(first):
    assert round_clock.start_round_clock(first) == round_clock.start_round_clock(first, minutes=20)

    paused = round_clock.pause_round_clock(first)
    assert round_clock.pause_round_clock(first).left == paused.left
    going = round_clock.resume_round_clock(first)
    assert round_clock.resume_round_clock(first).ends_at == going.ends_at
    assert Timer.objects.count() == 1


def test_a_pause_keeps_what_is_left_however_long_it_lasts(first):
    round_clock.start_round_clock(first)
    Timer.objects.update(ends_at=timezone.now() + timedelta(minutes=10))

    paused = round_clock.pause_round_clock(first)

    assert paused.ends_at is None
    assert 0 <= 600 - paused.left < TOLERANCE
    assert (
        abs((round_clock.resume_round_clock(first).ends_at - timezone.now()).total_seconds() - paused.left) < TOLERANCE
    )


def test_more_minutes_for_all_count_while_it_runs_and_while_it_is_paused(first):
    round_clock.start_round_clock(first)
    round_clock.lengthen_round_clock(first, minutes=5)
    round_clock.pause_round_clock(first)
    timer = round_clock.lengthen_round_clock(first, minutes=-10)

    assert timer.seconds == 45 * 60
    assert 0 <= 45 * 60 - timer.left < TOLERANCE


def test_no_time_without_minutes_before_the_round_is_published_or_after_it_is_closed(cup):
    draft = round_cycle.create_draft_round(cup, number=1)
    refused("not_published", round_clock.start_round_clock, draft)
    first = round_cycle.publish(draft)
    refused("no_timer", round_clock.pause_round_clock, first)
    refused("minutes_wrong", round_clock.start_round_clock, first, minutes=0)
    Round.objects.update(closed_at=timezone.now())

    refused("round_closed", round_clock.start_round_clock, first)

    cup.round_minutes = None
    cup.save()
    Round.objects.update(closed_at=None)
    refused("minutes_missing", round_clock.start_round_clock, first)


def test_one_table_has_longer_and_everybody_reads_why(first):
    round_clock.start_round_clock(first)
    pairing = table_one(first)

    round_clock.extend(pairing, minutes=7, why="  A ruling took   long. ", by=UserFactory())

    assert 0 <= 57 * 60 - left_at(pairing) < TOLERANCE
    other = tables_of(first).get(table=2)
    assert (other.remaining.extra, other.longer) == (0, [])
    shown = presenter.present_match(fresh(pairing.match), None)["time"]
    assert shown["extensions"] == [{"minutes": 7, "why": "A ruling took long."}]


def test_minutes_given_by_mistake_are_taken_back_once(first):
    pairing = table_one(first)
    made = round_clock.extend(pairing, minutes=7, why="The wrong table.", by=UserFactory())

    taken = round_clock.withdraw_extension(made)

    assert round_clock.withdraw_extension(made).withdrawn_at == taken.withdrawn_at
    assert table_one(first).longer == []
    assert Extension.objects.count() == 1


def test_an_extension_needs_a_reason_and_a_match(first):
    pairing = table_one(first)

    refused("reason_missing", round_clock.extend, pairing, minutes=5, why="  ", by=UserFactory())
    refused("minutes_wrong", round_clock.extend, pairing, minutes=0, why="Why not?", by=UserFactory())
    Round.objects.update(closed_at=timezone.now())
    refused("round_closed", round_clock.extend, pairing, minutes=5, why="Too late.", by=UserFactory())


def test_a_table_is_late_when_its_own_time_is_up(first):
    round_clock.start_round_clock(first)
    round_clock.extend(table_one(first), minutes=5, why="A ruling.", by=UserFactory())
    Timer.objects.update(ends_at=timezone.now() - timedelta(minutes=1))

    first = Round.objects.get(pk=first.pk)
    states = {
        table.number: table.said for table in table_status.room(first.stage.tournament, first, timezone.now()).tables
    }

    assert states[2] == "time is up"
    assert states[1] == "bosses"


def test_every_open_page_learns_of_the_time(first):
    match = table_one(first).match
    before = match.version, first.stage.tournament.version

    round_clock.start_round_clock(first)

    cup = Round.objects.get(pk=first.pk).stage.tournament
    assert fresh(match).version > before[0]
    assert cup.version > before[1]


def test_a_round_that_is_taken_back_loses_its_time(first):
    round_clock.start_round_clock(first)

    round_cycle.unpublish(first)

    assert not Timer.objects.exists()


def test_after_the_last_result_a_match_shows_no_time(first):
    round_clock.start_round_clock(first)
    match = table_one(first).match
    assert presenter.present_match(fresh(match), None)["time"]["until"]
    play(first)

    assert presenter.present_match(fresh(match), None)["time"] is None


def test_the_desk_starts_pauses_and_lengthens_the_time(cup, first, signed_in):
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER).user, second_factor=True)

    assert "not started" in desk.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()
    desk.post(reverse("tournaments:start_round_clock", args=[cup.slug, 1]), {"minutes": 40})
    desk.post(reverse("tournaments:lengthen_round_clock", args=[cup.slug, 1]), {"minutes": 5})
    desk.post(reverse("tournaments:pause_round_clock", args=[cup.slug, 1]))

    timer = Timer.objects.get()
    assert (timer.seconds, timer.runs) == (45 * 60, False)
    assert "Resume" in desk.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()


def test_wrong_minutes_are_answered_on_the_desk(cup, first, signed_in):
    desk = signed_in(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER).user, second_factor=True)

    answer = desk.post(reverse("tournaments:start_round_clock", args=[cup.slug, 1]), {"minutes": "1e9"})

    assert answer.status_code == 422
    assert "Check the minutes" in answer.content.decode()
    assert not Timer.objects.exists()


def test_a_judge_gives_a_table_time_and_takes_it_back(cup, first, signed_in):
    judge = signed_in(StaffFactory(tournament=cup, role=Staff.Role.JUDGE).user, second_factor=True)
    pairing, where = table_one(first), [cup.slug, table_one(first).pk]

    judge.post(reverse("tournaments:extend", args=where), {"more-minutes": 6, "more-why": "Deck check."})
    seen = judge.get(reverse("matches:detail", args=[pairing.match_id])).content.decode()
    made = Extension.objects.get()
    judge.post(reverse("tournaments:withdraw_extension", args=where), {"extension": made.pk})

    assert "6 minutes extra" in seen
    assert "Deck check." in seen
    assert table_one(first).longer == []


def test_nobody_gives_time_to_their_own_table(cup, first, signed_in):
    pairing = table_one(first)
    anna = pairing.sittings.first().entrant.user
    StaffFactory(tournament=cup, role=Staff.Role.JUDGE, user=anna)

    answer = signed_in(anna, second_factor=True).post(
        reverse("tournaments:extend", args=[cup.slug, pairing.pk]), {"more-minutes": 6, "more-why": "Please."}
    )

    assert answer.status_code == 403
    assert not Extension.objects.exists()


# --- how long it may take at most


def over_by(cup, round_):
    now = timezone.now()
    return table_status.latest_end(table_status.room(cup, Round.objects.get(pk=round_.pk), now).tables, now), now


def test_the_desk_reads_by_when_the_last_table_that_plays_is_out_of_time(cup, first):
    assert over_by(cup, first)[0] is None  # nothing runs yet
    timer = round_clock.start_round_clock(first)
    round_clock.extend(table_one(first), minutes=7, why="A long ruling.", by=UserFactory())

    told, _ = over_by(cup, first)
    assert (told.at, told.table, told.extra) == (timer.ends_at + timedelta(minutes=7), 1, 7)

    enter(table_one(first))
    told, _ = over_by(cup, first)
    assert (told.at, told.table, told.extra) == (timer.ends_at, 2, 0)

    play(first)
    assert over_by(cup, first)[0] is None


def test_no_end_is_promised_while_the_time_is_paused(cup, first, signed_in):
    round_clock.start_round_clock(first)
    round_clock.pause_round_clock(first)
    desk = signed_in(StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    assert over_by(cup, first)[0] is None
    assert "Last table ends by" not in desk.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()


def test_nobody_plays_on_in_a_cancelled_tournament(cup, first):
    round_clock.start_round_clock(first)

    lifecycle.cancel(cup, confirmation=cup.name)

    assert over_by(cup, first)[0] is None


def test_no_end_is_foreseen_once_the_time_is_up_everywhere(cup, first):
    round_clock.start_round_clock(first)
    Timer.objects.filter(round=first).update(ends_at=timezone.now() - timedelta(minutes=1))

    assert over_by(cup, first)[0] is None


def test_the_desk_says_the_last_moment_with_the_table_that_has_longest(cup, first, signed_in):
    round_clock.start_round_clock(first)
    round_clock.extend(table_one(first), minutes=7, why="A long ruling.", by=UserFactory())
    desk = signed_in(StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    page = desk.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()

    assert "Last table ends by" in page
    assert "table 1, with 7 extra minutes." in page
