"""The page of a player: tournaments, scores, opponents; by handle only, hidden on wish, never for guests."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import User
from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.players import player_profiles
from tests.api.conftest import Program
from tests.factories import GuestFactory, UserFactory
from tests.tournaments.running_tournaments import enter, play, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    cup = running(("Anna", "Ben"), planned=1)
    cup.round = publish(cup)
    return cup


def user(name):
    return User.objects.get(handle=name)


def page_of(client, name, **asked):
    return client.get(reverse("tournaments:player", args=[user(name).pk]), asked)


def test_everybody_reads_what_anna_played_and_against_whom(cup, client):
    play(cup.round)

    matches = player_profiles.matches_of(user("Anna"))
    page = page_of(client, "Anna").content.decode()

    assert str(player_profiles.total(matches)) == "1–0–0"
    assert [(str(one.user), str(one.score)) for one in player_profiles.rivals_of(matches)] == [("Ben", "1–0–0")]
    assert [part.tournament for part in player_profiles.parts_of(user("Anna"), matches)] == [cup]
    assert str(player_profiles.total(player_profiles.matches_of(user("Ben")))) == "0–1–0"
    assert "1 won, 0 lost, 0 drawn" in page


def test_a_draw_is_drawn_and_a_table_where_nobody_came_is_lost_by_both(cup):
    pairing = cup.round.pairings.get()
    enter(pairing, 1, 1)
    assert str(player_profiles.total(player_profiles.matches_of(user("Anna")))) == "0–0–1"

    pairing.match.refresh_from_db()
    told = {"by": UserFactory(), "wins": {1: 0, 2: 0}, "winner": None, "reason": Reason.DOUBLE_NO_SHOW, "why": "Gone."}
    staff_results.enter_result(pairing.match, **told)

    assert str(player_profiles.total(player_profiles.matches_of(user("Ben")))) == "0–1–0"


def test_a_match_that_is_on_and_a_draft_are_not_told(cup):
    assert player_profiles.matches_of(user("Anna")) == []

    play(cup.round)
    Tournament.objects.filter(pk=cup.pk).update(state="cancelled")

    assert player_profiles.matches_of(user("Anna")) == []


def test_who_hides_their_history_has_no_page_for_others_and_is_no_link_on_theirs(cup, client, signed_in):
    play(cup.round)
    profiles.rename(user("Ben"), handle="Ben", real_name="", hides_history=True)

    assert page_of(client, "Ben").status_code == 404
    assert page_of(signed_in(user("Anna")), "Ben").status_code == 404
    assert page_of(signed_in(user("Ben")), "Ben").status_code == 200
    hers = page_of(client, "Anna", against=str(user("Ben").pk))
    assert hers.context["rivals"] == []
    assert hers.context["against"] is None


def test_guests_were_never_asked_so_they_have_no_page(client):
    guest = GuestFactory(handle="Gus")

    assert client.get(reverse("tournaments:player", args=[guest.pk])).status_code == 404


def test_the_real_name_is_on_no_page_of_a_player(cup, client):
    User.objects.filter(handle="Anna").update(real_name="Anna Berg")
    play(cup.round)

    assert "Berg" not in page_of(client, "Anna").content.decode()
    assert "Berg" not in Program().get(f"players/{user('Anna').pk}/").content.decode()


def test_head_to_head_shows_only_these_matches(cup, client):
    play(cup.round)

    page = page_of(client, "Anna", against=str(user("Ben").pk))

    assert page.context["against"].user == user("Ben")
    assert "Against Ben: 1–0–0" in page.content.decode()


def test_hiding_is_chosen_in_the_account(cup, signed_in):
    browser = signed_in(user("Anna"))

    browser.post("/account/", {"handle": "Anna", "real_name": "", "hides_history": "on"})
    assert user("Anna").hides_history
    Program(user("Anna")).patch("me/", {"hides_history": False})
    assert not user("Anna").hides_history


def test_the_page_asks_as_often_for_many_matches_as_for_one(client):
    def asks(names, rounds):
        cup = running(names, planned=rounds, format="round_robin")
        for _ in range(rounds):
            cup.refresh_from_db()
            round_ = publish(cup)
            play(round_)
            from bos_tournament.tournaments.rounds import round_cycle as deeds

            deeds.close(round_)
        with CaptureQueriesContext(connection) as captured:
            assert page_of(client, names[0]).status_code == 200
        return len(captured)

    assert asks(("Ida", "Jon"), 1) == asks(("Kim", "Lea", "Mia", "Noa"), 3)


def test_a_program_reads_the_same(cup):
    play(cup.round)

    told = Program().get(f"players/{user('Anna').pk}/").json()

    assert told["score"] == {"won": 1, "lost": 0, "drawn": 0}
    assert [one["handle"] for one in told["opponents"]] == ["Ben"]
    assert told["matches"][0]["tournament"] == cup.slug
