"""Series: set up, changed, filled with tournaments by who organizes both, run by several, and refused with a reason."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.pairing.season import USUAL_POINTS
from bos_tournament.privacy import erasure
from bos_tournament.privacy.export import own_data
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.models.series import Leg, Series
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from tests.factories import GuestFactory, StaffFactory, TournamentFactory, UserFactory
from tests.tournaments.played_series import season, somebody

pytestmark = pytest.mark.django_db
SENT = {"name": "Moon Season", "points": "30, 24 20;17\n15", "taking_part": "1", "full_at": "8", "best": "3"}


@pytest.fixture
def olga():
    return UserFactory(handle="Olga", second_factor=True)


@pytest.fixture
def hers(signed_in, olga):
    return signed_in(olga, second_factor=True)


def page(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def refused(deed, *args, **facts):
    with pytest.raises(Refused) as refusal:
        deed(*args, **facts)
    return refusal.value


# --- what is written


def test_a_series_is_set_up_with_points_typed_by_hand(hers, olga):
    answer = hers.post(page("new_series"), SENT)

    made = Series.objects.get()
    assert answer.url == made.get_absolute_url() == "/series/moon-season/"
    assert (made.points, made.taking_part, made.full_at, made.best) == ([30, 24, 20, 17, 15], 1, 8, 3)
    assert [role.user for role in made.organizers.all()] == [olga]


def test_the_form_of_a_new_series_proposes_the_usual_points(hers):
    assert ", ".join(map(str, USUAL_POINTS)) in hers.get(page("new_series")).content.decode()


def test_a_name_that_is_taken_or_means_a_page_gets_letters_behind_it(olga):
    slugs = [series_setup.create(olga, SeriesPlan(name=name)).slug for name in ("Moon", "Moon", "New", "月")]

    assert slugs[0] == "moon"
    assert slugs[1].startswith("moon-")
    assert slugs[2].startswith("new-")
    assert slugs[3].startswith("series")


@pytest.mark.parametrize(
    ("plan", "field", "sentence"),
    [
        ({"name": "  "}, "name", "Give the series a name."),
        (
            {"starts_on": date(2027, 3, 2), "ends_on": date(2027, 3, 1)},
            "ends_on",
            "A series ends on the day it starts or later.",
        ),
        ({"points": ()}, "points", "Give points for at least the first place and at most 128 places."),
        ({"points": (1,) * 129}, "points", "Give points for at least the first place and at most 128 places."),
        ({"points": (10_001,)}, "points", "Points of a place are between 0 and 10000."),
        (
            {"points": (5, 6)},
            "points",
            "A place cannot give more points than the one before it; put the larger number first.",
        ),
        ({"taking_part": -1}, "taking_part", "Choose between 0 and 10000 points."),
        ({"full_at": 4097}, "full_at", "Choose between 0 and 4096 players."),
        ({"best": 0}, "best", "Choose between 1 and 200 results, or leave it empty."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(olga, plan, field, sentence):
    refusal = refused(series_setup.create, olga, replace(SeriesPlan(name="Moon"), **plan))

    assert refusal.code == "faulty_plan"
    assert refusal.facts["fields"] == {field: sentence}
    assert not Series.objects.exists()


def test_a_page_with_faults_keeps_what_was_typed_and_says_what_to_do(hers):
    answer = hers.post(page("new_series"), SENT | {"points": "30, many", "ends_on": "soon"})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert "“many” is not a whole number; use points such as 30, 24, 20." in text
    assert "Use a date like 2027-03-06." in text
    assert "30, many" in text
    assert not Series.objects.exists()


def test_nobody_organizes_more_series_than_they_can_look_after(olga, monkeypatch):
    monkeypatch.setattr(series_setup, "MOST_OF_A_PERSON", 1)
    series_setup.create(olga, SeriesPlan(name="Moon"))

    assert refused(series_setup.create, olga, SeriesPlan(name="Sun")).code == "too_many_series"


def test_organizers_change_a_series_and_its_address_stays(hers, olga):
    made = season()

    hers.post(page("edit_series", made.slug), SENT | {"name": "Sun  Season", "best": "", "starts_on": "2027-03-06"})

    made.refresh_from_db()
    assert (made.name, made.slug, made.best, made.starts_on) == ("Sun Season", "moon-season", None, date(2027, 3, 6))
    assert hers.post(page("edit_series", made.slug), SENT | {"points": "1, 2"}).status_code == 422
    assert refused(series_setup.edit_series, made, SeriesPlan(name="")).code == "faulty_plan"


def test_only_an_empty_series_is_deleted(hers, olga):
    cup = TournamentFactory()
    made = season(cup)

    assert refused(series_setup.delete_series, made).code == "has_tournaments"
    told = hers.post(page("delete_series", made.slug), follow=True).content.decode()
    assert "Remove its tournaments first" in told
    assert page("delete_series", made.slug) not in hers.get(page("edit_series", made.slug)).content.decode()

    series_setup.take_out(made.legs.get())
    assert page("delete_series", made.slug) in hers.get(page("edit_series", made.slug)).content.decode()
    hers.post(page("delete_series", made.slug))
    assert not Series.objects.exists()
    assert Tournament.objects.filter(pk=cup.pk).exists()


# --- tournaments in it


@pytest.mark.parametrize("state", Tournament.State.values)
def test_who_organizes_both_puts_a_tournament_in_whatever_its_state_and_takes_it_out(hers, olga, state):
    made = season()
    cup = StaffFactory(user=olga, tournament=TournamentFactory(state=state)).tournament

    hers.post(page("attach", made.slug), {"tournament": cup.slug})
    assert [leg.tournament for leg in made.legs.all()] == [cup]
    hers.post(page("attach_own", cup.slug), {"series": made.slug})
    assert made.legs.count() == 1

    hers.post(page("take_out_own", cup.slug, made.slug))
    assert not Leg.objects.exists()
    assert hers.post(page("take_out", made.slug, cup.slug)).status_code == 404

    hers.post(page("attach_own", cup.slug), {"series": made.slug})
    hers.post(page("take_out", made.slug, cup.slug))
    assert not Leg.objects.exists()


def test_putting_in_and_taking_out_twice_is_once():
    cup, made = TournamentFactory(), season()

    first, second = series_setup.attach(made, cup), series_setup.attach(made, cup)
    assert first == second
    series_setup.take_out(first)
    series_setup.take_out(second)

    assert not made.legs.exists()


def test_open_pages_of_the_tournament_hear_of_its_series(client, hers, olga):
    cup = TournamentFactory()
    made = season(cup)

    assert Tournament.objects.get(pk=cup.pk).version > cup.version
    assert made.get_absolute_url() in client.get(cup.get_absolute_url()).content.decode()
    assert page("take_out_own", cup.slug, made.slug) in hers.get(page("edit", cup.slug)).content.decode()


def test_who_organizes_only_one_of_the_two_cannot_put_it_in_but_take_it_out(signed_in, olga):
    made, cup = season(), TournamentFactory()
    dora = StaffFactory(tournament=cup).user
    judge = StaffFactory(tournament=cup, user=olga, role=Staff.Role.JUDGE).user

    hers, his = signed_in(judge, second_factor=True), signed_in(dora, second_factor=True)
    assert hers.post(page("attach", made.slug), {"tournament": cup.slug}).status_code == 422
    assert his.post(page("attach", made.slug), {"tournament": cup.slug}).status_code == 403
    his.post(page("attach_own", cup.slug), {"series": made.slug})
    assert not made.legs.exists()

    series_setup.attach(made, cup)
    assert his.post(page("take_out", made.slug, cup.slug)).status_code == 302
    series_setup.attach(made, cup)
    assert hers.post(page("take_out_own", cup.slug, made.slug)).status_code == 302
    assert not made.legs.exists()


def test_there_is_an_end_to_tournaments_of_a_series_and_to_series_of_a_tournament(hers, olga, monkeypatch):
    one, other = (StaffFactory(user=olga).tournament for _ in range(2))
    moon, sun = season(one), season(name="Sun Season")

    monkeypatch.setattr(series_setup, "MOST_TOURNAMENTS", 1)
    assert refused(series_setup.attach, moon, other).code == "too_many_tournaments"
    told = hers.post(page("attach", moon.slug), {"tournament": other.slug})
    assert (told.status_code, "start another series" in told.content.decode()) == (422, True)

    monkeypatch.setattr(series_setup, "MOST_SERIES", 1)
    assert refused(series_setup.attach, sun, one).code == "too_many_series"
    told = hers.post(page("attach_own", one.slug), {"series": sun.slug}, follow=True).content.decode()
    assert "remove it from one first" in told


def test_cleo_the_onlooker_reads_everything_and_changes_nothing(signed_in):
    cup = TournamentFactory()
    made = season(cup)
    cleo = signed_in(UserFactory(), second_factor=True)

    assert "Edit series" not in cleo.get(made.get_absolute_url()).content.decode()
    for address in ("edit_series", "delete_series", "add_series_organizer", "attach"):
        assert cleo.post(page(address, made.slug)).status_code == 403
    assert cleo.post(page("take_out", made.slug, cup.slug)).status_code == 403
    assert cleo.post(page("take_out_own", cup.slug, made.slug)).status_code == 403
    assert cleo.get("/series/nowhere/").status_code == 404


def test_without_a_second_factor_an_organizer_is_asked_for_it(signed_in, olga):
    made = season(TournamentFactory())
    hers = signed_in(olga)

    for address in ("edit_series", "delete_series", "attach"):
        assert "/2fa/" in hers.post(page(address, made.slug)).url
    assert hers.get(made.get_absolute_url()).status_code == 200


# --- organizers


def test_several_organize_a_series_and_the_last_one_stays(hers, olga):
    made, ben = season(), UserFactory(handle="Ben")

    hers.post(page("add_series_organizer", made.slug), {"handle": " ben "})
    hers.post(page("add_series_organizer", made.slug), {"handle": "Ben"})
    assert [role.user for role in made.organizers.all()] == [olga, ben]
    assert "Step down as organizer" in hers.get(page("edit_series", made.slug)).content.decode()

    answer = hers.post(page("remove_series_organizer", made.slug, made.organizers.get(user=olga).pk))
    assert answer.url == made.get_absolute_url()
    assert hers.get(page("edit_series", made.slug)).status_code == 403
    assert refused(series_setup.remove_organizer, made.organizers.get()).code == "last_organizer"


def test_the_last_organizer_reads_why_they_stay(hers, olga):
    made = season()

    told = hers.post(page("remove_series_organizer", made.slug, made.organizers.get().pk), follow=True)

    assert "A series needs an organizer" in told.content.decode()
    assert "Step down as organizer" not in hers.get(page("edit_series", made.slug)).content.decode()
    assert hers.post(page("remove_series_organizer", made.slug, 0)).status_code == 404


def test_guests_and_people_nobody_knows_do_not_organize(hers, olga, monkeypatch):
    made = season()
    GuestFactory(handle="Gus")

    assert refused(series_setup.add_organizer, made, handle="Gus").code == "unknown_person"
    answer = hers.post(page("add_series_organizer", made.slug), {"handle": "Zoe"})
    assert answer.status_code == 422
    assert "No account has the handle “Zoe”; check the spelling." in answer.content.decode()

    monkeypatch.setattr(series_setup, "MOST_ORGANIZERS", 1)
    UserFactory(handle="Ben")
    assert refused(series_setup.add_organizer, made, handle="Ben").code == "too_many_organizers"


# --- people and their data


def test_the_only_organizer_of_a_series_that_goes_on_is_not_erased_but_afterwards(olga):
    made = season()

    assert refused(erasure.erase, olga).code == "last_organizer"

    Series.objects.filter(pk=made.pk).update(ends_on=timezone.localdate() - timedelta(days=1))
    erasure.erase(olga)
    assert not made.organizers.exists()


def test_that_somebody_organizes_a_series_is_theirs_to_take_along(olga):
    made = season()

    data = own_data(olga)

    assert [row["series"] for row in data["yours"]["tournaments.seriesorganizer"]] == [made.pk]
    assert data["what_it_means"]["tournaments.seriesorganizer"] == "Somebody who runs a series; several may."


# --- the list


def test_everybody_finds_series_by_name_in_pages(client, olga):
    for number in range(31):
        Series.objects.create(name=f"Season {number}", slug=f"season-{number}")

    assert len(client.get(page("series")).context["page"]) == 30
    assert len(client.get(page("series"), {"page": 2}).context["page"]) == 1
    assert [one.name for one in client.get(page("series"), {"q": "season 30"}).context["page"]] == ["Season 30"]
    assert "No series matches." in client.get(page("series"), {"q": "winter"}).content.decode()


def test_the_list_asks_as_often_for_thirty_as_for_one(client):
    def asks():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page("series")).status_code == 200
        return len(captured)

    assert "No series yet" in client.get(page("series")).content.decode()
    season(TournamentFactory())
    few = asks()
    for number in range(29):
        season(TournamentFactory(), name=f"Season {number}")

    assert asks() == few
    assert somebody("Olga").series_roles.count() == 30
