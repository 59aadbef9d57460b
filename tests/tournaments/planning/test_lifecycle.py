"""Setting up a tournament: what is refused at which field, what is fixed when, opening, cancelling."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from bos_tournament.api.tournaments import (
    TournamentDetailSerializer,
    TournamentRequestSerializer,
    TournamentUpdateRequestSerializer,
)
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, boss_reveal
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.forms import PlanForm
from bos_tournament.tournaments.planning.tournament_settings import SETTINGS, Plan
from tests.factories import DeckVersionFactory, EntrantFactory, SeatFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, publish, running

pytestmark = pytest.mark.django_db
START = datetime(2027, 3, 6, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)


def a_plan(**settings):
    return Plan(**{"name": "Spring Cup", "place": "Town hall, Leipzig", "starts_at": START, **settings})


def faults(**settings):
    """The sentences a plan is refused with, by field."""
    with pytest.raises(Refused) as refusal:
        lifecycle.create(UserFactory(), a_plan(**settings))
    assert refusal.value.code == "faulty_plan"
    assert not Tournament.objects.exists()
    return refusal.value.facts["fields"]


def test_the_creator_becomes_organizer_of_a_draft():
    anna = UserFactory()

    tournament = lifecycle.create(anna, a_plan())

    assert (tournament.state, tournament.slug) == (Tournament.State.DRAFT, "spring-cup")
    assert list(tournament.staff.values_list("user", "role")) == [(anna.pk, Staff.Role.ORGANIZER)]
    assert len(tournament.seed) == 32


def test_equal_and_reserved_names_get_addresses_nobody_guesses():
    slugs = [
        lifecycle.create(UserFactory(), a_plan(name=name)).slug for name in ("Spring Cup", "Spring Cup", "New", "猫")
    ]

    assert slugs[0] == "spring-cup"
    assert len(set(slugs)) == 4
    assert slugs[1].startswith("spring-cup-")
    assert slugs[2].startswith("new-")
    assert slugs[3] == "tournament"


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"name": "   "}, "name"),
        ({"place": ""}, "place"),
        ({"capacity": 1}, "capacity"),
        ({"capacity": 4097}, "capacity"),
        ({"format": "league"}, "format"),
        ({"edition": "bos-0"}, "edition"),
        ({"swiss_rounds": 0}, "swiss_rounds"),
        ({"swiss_rounds": 21}, "swiss_rounds"),
        ({"format": "swiss_cut"}, "cut"),
        ({"format": "swiss_cut", "cut": 3}, "cut"),
        ({"format": "swiss_cut", "cut": 16, "capacity": 8}, "cut"),
        ({"registration_opens_at": START}, "registration_opens_at"),
        ({"registration_closes_at": START + HOUR}, "registration_closes_at"),
        ({"registration_opens_at": START - HOUR, "registration_closes_at": START - HOUR}, "registration_closes_at"),
        ({"check_in_opens_at": START + HOUR}, "check_in_opens_at"),
        ({"check_in_closes_at": START}, "check_in_opens_at"),
        ({"check_in_opens_at": START - HOUR, "check_in_closes_at": START + HOUR}, "check_in_closes_at"),
        ({"check_in_opens_at": START - HOUR, "check_in_closes_at": START - 2 * HOUR}, "check_in_closes_at"),
        ({"list_deadline": START + HOUR}, "list_deadline"),
        ({"call_minutes": 0}, "call_minutes"),
        ({"call_minutes": 61}, "call_minutes"),
        ({"late_minutes": 0}, "late_minutes"),
        ({"late_minutes": 121}, "late_minutes"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_at_its_field(settings, field):
    assert list(faults(**settings)) == [field]


def test_all_faults_are_told_together():
    assert set(faults(name="", capacity=1, list_deadline=START + HOUR)) == {"name", "capacity", "list_deadline"}


def test_settings_the_format_does_not_use_are_dropped():
    tournament = lifecycle.create(UserFactory(), a_plan(format="single_elimination", swiss_rounds=5, cut=8))

    assert (tournament.swiss_rounds, tournament.cut) == (None, 0)


def test_opening_makes_a_draft_public_and_fixes_its_edition():
    tournament = lifecycle.create(UserFactory(), a_plan(edition="bos-legacy"))
    lifecycle.open_registration(tournament)

    with pytest.raises(Refused) as refusal:
        lifecycle.edit(tournament, a_plan(edition="bos-1"))

    tournament.refresh_from_db()
    assert list(refusal.value.facts["fields"]) == ["edition"]
    assert (tournament.state, tournament.edition) == (Tournament.State.OPEN, "bos-legacy")


def test_only_a_draft_is_opened():
    with pytest.raises(Refused) as refusal:
        lifecycle.open_registration(TournamentFactory())

    assert refusal.value.code == "not_a_draft"


def test_a_draft_whose_registration_is_over_is_not_opened():
    draft = TournamentFactory(state="draft", registration_closes_at=timezone.now() - HOUR)

    with pytest.raises(Refused) as refusal:
        lifecycle.open_registration(draft)

    assert refusal.value.code == "window_over"


def test_a_running_tournament_keeps_its_format_but_not_its_texts():
    tournament = TournamentFactory(state="running", place="Hall")
    plan = lifecycle.plan_of(tournament)

    with pytest.raises(Refused) as refusal:
        lifecycle.edit(tournament, replace(plan, swiss_rounds=9, bids_on_paper=True))
    lifecycle.edit(tournament, replace(plan, name="Autumn Cup, evening", description="Food at six.", call_minutes=3))

    tournament.refresh_from_db()
    assert set(refusal.value.facts["fields"]) == {"swiss_rounds", "bids_on_paper"}
    assert (tournament.name, tournament.description) == ("Autumn Cup, evening", "Food at six.")
    assert (tournament.call_minutes, tournament.late_minutes) == (3, 15)


def test_there_are_never_fewer_places_than_players():
    tournament = TournamentFactory(capacity=4, place="Hall")
    for _ in range(3):
        registration.join(UserFactory(), tournament)

    with pytest.raises(Refused) as refusal:
        lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), capacity=2))

    tournament.refresh_from_db()
    assert refusal.value.facts["fields"]["capacity"].startswith("3 players are already in")
    assert tournament.capacity == 4


def test_more_places_let_those_in_who_wait():
    tournament = TournamentFactory(capacity=2, place="Hall")
    people = [registration.join(UserFactory(), tournament) for _ in range(4)]

    lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), capacity=3))

    states = [Entrant.objects.get(pk=entrant.pk).state for entrant in people]
    assert states == ["registered", "registered", "registered", "waitlisted"]


def test_fewer_places_move_people_to_the_numbers_that_are_left():
    tournament = TournamentFactory(capacity=4, place="Hall")
    people = [registration.join(UserFactory(), tournament) for _ in range(4)]
    registration.withdraw(people[0])
    registration.withdraw(people[1])

    lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), capacity=2))

    assert sorted(tournament.entrants.exclude(place=None).values_list("place", flat=True)) == [1, 2]


def test_lists_that_came_in_privately_are_not_published_by_a_later_setting():
    entrant = EntrantFactory(tournament__place="Hall")
    entrant.deck_version = DeckVersionFactory(owner=entrant.user)
    entrant.save()

    with pytest.raises(Refused) as refusal:
        lifecycle.edit(entrant.tournament, replace(lifecycle.plan_of(entrant.tournament), publish_lists=True))

    assert list(refusal.value.facts["fields"]) == ["publish_lists"]


def test_cancelling_takes_the_typed_name():
    tournament = TournamentFactory(name="Autumn Cup")

    with pytest.raises(Refused) as refusal:
        lifecycle.cancel(tournament, confirmation="yes")
    lifecycle.cancel(tournament, confirmation=" autumn cup ")

    tournament.refresh_from_db()
    assert refusal.value.code == "not_confirmed"
    assert tournament.state == Tournament.State.CANCELLED


def test_cancelling_calls_off_matches_that_have_no_result():
    tournament = TournamentFactory(state="running")
    stage = tournament.stages.create(number=1, format="swiss", rounds_planned=3)
    seat = SeatFactory()
    stage.rounds.create(number=1, state="published").pairings.create(table=1, match=seat.match)

    lifecycle.cancel(tournament, confirmation=tournament.name)

    seat.match.refresh_from_db()
    assert seat.match.called_off_at is not None


def test_a_match_of_a_cancelled_tournament_says_so_to_everybody(client):
    cup = running(NAMES[:2], planned=1)
    match = publish(cup).pairings.get().match
    anna = match.seats.first()
    for seat in match.seats.all():
        boss_reveal.confirm_bosses(seat)
    lifecycle.cancel(cup, confirmation=cup.name)

    for user in (None, anna.user):
        if user:
            client.force_login(user)
        page = client.get(match.get_absolute_url()).text
        assert "The tournament was cancelled, so this match ended without a result." in page
        assert "withdrawn" not in page
        assert "in the pairings" not in page
    with pytest.raises(Refused) as refusal:
        bid_entry.seal_bid(anna, amount=3)
    assert str(refusal.value) == "The tournament was cancelled, so nothing counts here any more."
    told = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert (told["called_off"], told["cancelled"]) == (True, True)


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_what_is_over_is_not_cancelled(state):
    tournament = TournamentFactory(state=state)

    with pytest.raises(Refused) as refusal:
        lifecycle.cancel(tournament, confirmation=tournament.name)

    assert refusal.value.code == "already_over"


def test_an_announcement_is_one_line_and_can_be_taken_down():
    tournament = TournamentFactory()

    shown = lifecycle.announce(tournament, text=" Lunch\n until two. ").announcement
    gone = lifecycle.announce(tournament, text="").announcement

    assert (shown, gone) == ("Lunch until two.", "")


def test_the_form_calls_nothing_optional_of_which_one_is_needed(signed_in):
    shown = tight(signed_in(UserFactory(), second_factor=True).get("/tournaments/new/"))

    assert '<label for="id_place">Place</label>' in shown
    assert '<label for="id_description">Description <span class="optional">' in shown


@pytest.mark.parametrize(
    ("format_", "ranking", "places"),
    [
        ("swiss", "match_points", 64),
        ("single_elimination", "match_points", 64),
        ("round_robin", "everyone", 32),
        ("double_round_robin", "everyone", 32),
        ("groups", "everyone", 64),
    ],
)
def test_what_nobody_chose_suits_the_format(format_, ranking, places):
    tournament = lifecycle.create(UserFactory(), a_plan(format=format_))

    assert (tournament.ranking, tournament.capacity) == (ranking, places)


def test_what_nobody_chose_follows_the_format_when_it_changes():
    tournament = lifecycle.create(UserFactory(), a_plan())

    lifecycle.edit(tournament, replace(lifecycle.choices_of(tournament), format="round_robin"))

    tournament.refresh_from_db()
    assert (tournament.ranking, tournament.capacity) == ("everyone", 32)


def test_a_chosen_ranking_and_number_of_places_stay_with_another_format():
    tournament = lifecycle.create(UserFactory(), a_plan(ranking="chess", capacity=12))

    lifecycle.edit(tournament, replace(lifecycle.choices_of(tournament), format="round_robin"))

    tournament.refresh_from_db()
    assert (tournament.ranking, tournament.capacity) == ("chess", 12)


def test_a_tournament_that_was_set_up_with_another_ranking_keeps_it():
    tournament = TournamentFactory(format="round_robin", ranking="match_points", capacity=8, place="Hall")

    lifecycle.edit(tournament, replace(lifecycle.choices_of(tournament), name="Another name"))

    tournament.refresh_from_db()
    assert (tournament.name, tournament.ranking) == ("Another name", "match_points")


def test_a_setting_is_described_once_and_stands_on_the_page_and_in_the_api():
    """Whoever adds one touches the plan, the model with its migration, and the words."""
    on_page = [field.name for _, fields in PlanForm().sections() for field in fields]
    whole, changes = TournamentDetailSerializer().fields, TournamentUpdateRequestSerializer().fields

    assert on_page == [field.name for field in fields(Plan)] == list(SETTINGS)
    assert SETTINGS.keys() <= whole.keys()
    assert SETTINGS.keys() <= changes.keys()
    assert {name for name, field in TournamentRequestSerializer().fields.items() if field.required} == {
        "name",
        "starts_at",
    }
    assert (changes["call_minutes"].max_value, changes["round_minutes"].allow_null) == (60, True)
