"""The schedule of a tournament: lines of an organizer, moments for everybody, minutes from the start inside."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import duplicates, lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.structure import schedule
from tests.api.conftest import Program
from tests.factories import StaffFactory, TournamentFactory, UserFactory

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2027, 3, 6, 10, 0, 20, tzinfo=BERLIN)
LINES = "10:00 Player meeting\n10:30  Round 1\n\n13.15 - Lunch\n2027-03-07 9:30 Round 6"


def test_lines_are_read_as_minutes_from_the_start_and_written_again():
    found, faults = schedule.parse_schedule(LINES, starts_at=START, zone=BERLIN)

    assert found == ((0, "Player meeting"), (30, "Round 1"), (195, "Lunch"), (1410, "Round 6"))
    assert faults == []
    again = schedule.format_schedule(Tournament(starts_at=START, time_zone="Europe/Berlin", schedule=found))
    assert again == "10:00 Player meeting\n10:30 Round 1\n13:15 Lunch\n2027-03-07 09:30 Round 6"


@given(st.lists(st.tuples(st.integers(-2880, 20160), st.sampled_from(["Round 1", "Lunch", "12 Apostles", "- Lunch"]))))
def test_what_is_written_is_read_as_it_was(slots):
    kept = schedule.normalize_slots(slots)
    cup = Tournament(starts_at=START, time_zone="Europe/Berlin", schedule=kept)

    found, faults = schedule.parse_schedule(schedule.format_schedule(cup), starts_at=START, zone=BERLIN)

    assert (found, faults) == (kept, [])


@pytest.mark.parametrize("line", ["Round 1", "25:00 Round 1", "2027-02-30 10:00 Round 1", "10:00", "10 Uhr Mittag"])
def test_a_line_without_a_time_is_named_with_what_to_write(line):
    found, faults = schedule.parse_schedule(f"10:00 Meeting\n{line}", starts_at=START, zone=BERLIN)

    assert found == ((0, "Meeting"),)
    assert faults == [f"Line 2, “{line}”: start with a time, then say what happens, such as 10:00 Round 1."]


def test_what_comes_next_is_marked_and_after_the_end_all_is_past():
    cup = Tournament(
        starts_at=START, time_zone="Europe/Berlin", schedule=[[0, "Meeting"], [30, "Round 1"], [60, "Two"]]
    )
    now = START + timedelta(minutes=15)

    assert [slot.state for slot in schedule.slots(cup, now)] == ["past", "next", "later"]
    assert schedule.passed(cup, now) == 1
    cup.state = Tournament.State.FINISHED
    assert {slot.state for slot in schedule.slots(cup, now)} == {"past"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "slots",
    [
        tuple((0, f"Round {n}") for n in range(61)),
        ((0, " "),),
        ((0, "–"),),
        ((0, "x" * 81),),
        ((-2881, "Too early"),),
        ((20161, "Late"),),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_at_its_field(slots):
    with pytest.raises(Refused) as refusal:
        lifecycle.create(UserFactory(), Plan(name="Cup", place="Hall", starts_at=START, schedule=slots))

    assert list(refusal.value.facts["fields"]) == ["schedule"]


@pytest.mark.django_db
def test_it_moves_with_the_start_into_duplicates_and_templates():
    anna = UserFactory()
    cup = lifecycle.create(anna, Plan(name="Cup", place="Hall", starts_at=START, schedule=((30, "Round 1"),)))
    later = datetime(2027, 9, 1, 18, tzinfo=UTC)

    moved = duplicates.duplicate(cup, by=anna, name="Cup 2", starts_at=later)
    template = duplicates.keep_template(cup, by=anna, name="Evening")
    made = duplicates.use_template(template, by=anna, name="Cup 3", starts_at=later)

    for one in (moved, made):
        one.refresh_from_db()
        assert [slot.at for slot in schedule.slots(one, later)] == [later + timedelta(minutes=30)]


@pytest.mark.django_db
def test_an_organizer_writes_it_and_cleo_reads_it(signed_in, client):
    cup = TournamentFactory(place="Hall", state="running", starts_at=timezone.now().replace(second=0, microsecond=0))
    organizer = signed_in(StaffFactory(tournament=cup).user, second_factor=True)
    edit = reverse("tournaments:edit", args=[cup.slug])
    form = organizer.get(edit).context["form"]
    sent = {name: value for name in form.fields if (value := form[name].value()) is not None and value is not False}

    start = cup.starts_at
    wrong = organizer.post(edit, {**sent, "schedule": "Lunch at noon"})
    right = organizer.post(
        edit, {**sent, "schedule": f"{start:%H:%M} Round 1\n{start + timedelta(hours=1):%Y-%m-%d %H:%M} Lunch"}
    )

    assert (wrong.status_code, right.status_code) == (422, 302)
    assert "start with a time" in wrong.content.decode()
    assert "Lunch at noon" in wrong.content.decode()
    page = client.get(cup.get_absolute_url())
    assert [(slot.what, slot.state) for slot in page.context["schedule"]] == [("Round 1", "past"), ("Lunch", "next")]
    assert page.content.decode().index("Round 1") < page.content.decode().index("Lunch")


@pytest.mark.django_db
def test_without_one_no_schedule_is_shown(client):
    assert 'id="schedule"' not in client.get(TournamentFactory().get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_programs_send_the_same_lines_and_read_moments():
    cup = TournamentFactory(place="Hall", starts_at=START, time_zone="Europe/Berlin")
    olga = StaffFactory(tournament=cup).user
    program = Program(olga, second_factor=True)

    told = program.patch(f"tournaments/{cup.slug}/", {"schedule": "10:30 Round 1"})
    refused = program.patch(f"tournaments/{cup.slug}/", {"schedule": "Lunch at noon"})

    assert told.json()["schedule"] == [{"at": "2027-03-06T09:30:00Z", "what": "Round 1"}]
    assert (refused.status_code, refused.json()["code"]) == (409, "faulty_plan")
    assert "start with a time" in refused.json()["detail"]
