"""Tournaments set up like earlier ones: duplicates and templates; moments keep their distance on the wall clock."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.planning import duplicates, lifecycle
from bos_tournament.tournaments.planning.lifecycle import plan_of
from tests.api.conftest import Program
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def cup():
    """In Berlin on a Saturday in March, a week before the clocks change; check-in opens an hour before the start."""
    start = datetime(2027, 3, 20, 10, 0, tzinfo=BERLIN)
    return TournamentFactory(
        name="Spring Cup",
        place="Hall 2",
        time_zone="Europe/Berlin",
        starts_at=start,
        check_in_opens_at=start - timedelta(hours=1),
        list_deadline=start - timedelta(days=1),
        capacity=12,
        tie_breaks=["gw"],
        approval=True,
    )


@pytest.fixture
def dora(cup):
    return StaffFactory(tournament=cup).user


def test_a_duplicate_has_the_same_settings_and_nobody_in_it(cup, dora):
    EntrantFactory(tournament=cup)

    made = duplicates.duplicate(cup, by=dora, name="Summer Cup", starts_at=cup.starts_at + timedelta(days=7))

    assert (made.name, made.state, made.capacity, made.approval) == ("Summer Cup", "draft", 12, True)
    assert list(made.tie_breaks) == ["gw"]
    assert made.join_code != cup.join_code
    assert made.seed != cup.seed
    assert not made.entrants.exists()
    assert [(one.user, one.role) for one in made.staff.all()] == [(dora, Staff.Role.ORGANIZER)]


def test_moments_keep_their_place_on_the_clock_of_the_hall_when_the_clocks_change(cup, dora):
    made = duplicates.duplicate(cup, by=dora, name="X", starts_at=datetime(2027, 4, 3, 10, 0, tzinfo=BERLIN))

    assert made.check_in_opens_at == datetime(2027, 4, 3, 9, 0, tzinfo=BERLIN)
    assert made.list_deadline == datetime(2027, 4, 2, 10, 0, tzinfo=BERLIN)
    sunday = duplicates.duplicate(cup, by=dora, name="Y", starts_at=datetime(2027, 3, 28, 10, 0, tzinfo=BERLIN))
    assert sunday.list_deadline == datetime(2027, 3, 27, 10, 0, tzinfo=BERLIN)  # 23 hours before


def test_a_template_sets_up_what_was_kept_whatever_becomes_of_the_tournament(cup, dora):
    template = duplicates.keep_template(cup, by=dora, name=" Saturday  cup ")
    Tournament.objects.filter(pk=cup.pk).update(capacity=99)

    made = duplicates.use_template(template, by=dora, name="May Cup", starts_at=datetime(2027, 5, 1, 8, 0, tzinfo=UTC))

    assert template.name == "Saturday cup"
    assert (made.name, made.capacity, made.time_zone) == ("May Cup", 12, "Europe/Berlin")
    assert made.check_in_opens_at == datetime(2027, 5, 1, 7, 0, tzinfo=UTC)


def test_every_setting_but_the_name_is_kept(cup, dora):
    template = duplicates.keep_template(cup, by=dora, name="Saturday cup")

    made = duplicates.use_template(template, by=dora, name=cup.name, starts_at=cup.starts_at)

    assert plan_of(made) == plan_of(cup)


def test_a_template_of_an_older_site_takes_new_settings_as_usual_and_forgets_those_that_are_gone(dora):
    template = dora.templates.create(name="Old", settings={"capacity": 8, "place": "Hall", "gone": 1})

    made = duplicates.use_template(template, by=dora, name="Now", starts_at=datetime(2027, 5, 1, tzinfo=UTC))

    assert (made.capacity, made.format) == (8, "swiss")


@pytest.mark.parametrize(("name", "code"), [(" ", "name_missing"), ("Twice", "name_taken")])
def test_a_template_needs_a_name_of_its_own(cup, dora, name, code):
    duplicates.keep_template(cup, by=dora, name="Twice")

    with pytest.raises(Refused) as refusal:
        duplicates.keep_template(cup, by=dora, name=name)

    assert refusal.value.code == code


def test_settings_that_no_longer_fit_are_refused_as_when_setting_up(cup, dora):
    with pytest.raises(Refused) as refusal:
        duplicates.duplicate(cup, by=dora, name="", starts_at=cup.starts_at)

    assert refusal.value.code == "faulty_plan"


def test_the_pages_duplicate_keep_and_use(cup, at_the_desk, dora):
    desk = at_the_desk(cup.staff.get())
    new = {"name": "Again", "starts_at": "2027-04-03T10:00"}

    made = desk.post(reverse("tournaments:duplicate", args=[cup.slug]), new)
    wrong = desk.post(reverse("tournaments:duplicate", args=[cup.slug]), {"name": "Again", "starts_at": "soon"})
    desk.post(reverse("tournaments:keep_template", args=[cup.slug]), {"template_name": "Saturday"})
    template = dora.templates.get()
    page = desk.get(reverse("tournaments:templates")).content.decode()
    used = desk.post(
        reverse("tournaments:use_template", args=[template.pk]),
        {f"{template.pk}-{field}": value for field, value in new.items()},
    )

    assert (made.status_code, used.status_code, wrong.status_code) == (302, 302, 422)
    assert "Saturday" in page
    starts = set(Tournament.objects.filter(name="Again").values_list("starts_at", flat=True))
    assert starts == {datetime(2027, 4, 3, 10, 0, tzinfo=BERLIN)}
    desk.post(reverse("tournaments:delete_template", args=[template.pk]))
    assert not dora.templates.exists()


def test_other_peoples_templates_do_not_exist(cup, dora, at_the_desk):
    template = duplicates.keep_template(cup, by=dora, name="Saturday")
    stranger = at_the_desk(StaffFactory())

    assert stranger.post(reverse("tournaments:use_template", args=[template.pk])).status_code == 404
    assert stranger.post(reverse("tournaments:delete_template", args=[template.pk])).status_code == 404


def test_a_program_duplicates_keeps_uses_and_deletes(cup, dora):
    desk, new = Program(dora, second_factor=True), {"name": "Again", "starts_at": "2027-05-01T10:00:00Z"}

    made = desk.post(f"tournaments/{cup.slug}/duplicate/", new).json()
    kept = desk.post("templates/", {"tournament": cup.slug, "name": "Saturday"}).json()
    used = desk.post(f"templates/{kept['id']}/use/", new).json()
    onlooker = Program(UserFactory()).post(f"tournaments/{cup.slug}/duplicate/", new)
    gone = desk.delete(f"templates/{kept['id']}/").status_code

    assert (made["state"], used["capacity"], gone) == ("draft", 12, 204)
    assert onlooker.status_code == 403
    assert "templates" in lifecycle.RESERVED_SLUGS
