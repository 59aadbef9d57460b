"""Deck tests by program: Anna starts one, looks at its results, shares and cancels it; Cleo reads what is shared."""

import pytest
from django.test import Client

from bos_tournament.cards import catalogue
from bos_tournament.play.deck_tests import playing
from bos_tournament.play.models import DeckTest
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckFactory, UserFactory
from tests.play.deck_tests import work
from tests.play.practice import MEADOW

pytestmark = pytest.mark.django_db
SENT = {"starter": "first-sparks", "against_starters": ["open-meadow"], "against_texts": [MEADOW[1]], "games": 2}


@pytest.fixture(autouse=True)
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def annas(program):
    return program(UserFactory(handle="Anna"))


@pytest.fixture
def cleos(program):
    return program(UserFactory(handle="Cleo"))


def said(answer):
    return answer.status_code, answer.json()["code"]


def test_anna_starts_a_test_and_reads_its_results(annas, monkeypatch):
    monkeypatch.setattr(playing, "NODES", 8)
    begun = annas.post("deck-tests/", SENT).json()
    assert (begun["state"], begun["results"]["all"]["both"], begun["results"]["boss_turn"]) == ("running", None, None)

    work(steps=100)

    done = annas.get(f"deck-tests/{begun['id']}/").json()
    assert (done["state"], done["results"]["all"]["both"]["games"], done["results"]["total"]) == ("done", 4, 12)
    assert [row["first"]["games"] for row in done["results"]["opponents"]] == [1, 1]
    assert [row["id"] for row in annas.get("deck-tests/").json()["results"]] == [begun["id"]]
    compared = annas.get(f"deck-tests/{begun['id']}/compare/{begun['id']}/").json()
    assert (compared["all"]["apart"]["points"], compared["all"]["apart"]["clear"]) == (0, False)


def test_a_second_test_waits_until_the_first_is_cancelled(annas):
    test = annas.post("deck-tests/", SENT).json()
    assert said(annas.post("deck-tests/", SENT)) == (409, "running")

    assert annas.post(f"deck-tests/{test['id']}/cancel/", {}).json()["state"] == "cancelled"
    assert annas.post("deck-tests/", SENT).status_code == 201
    assert annas.delete(f"deck-tests/{test['id']}/").status_code == 204
    assert DeckTest.objects.count() == 1


def test_cleo_reads_the_results_by_the_key_alone_and_only_while_they_are_shared(annas, cleos):
    test = annas.post("deck-tests/", SENT).json()
    assert cleos.get(f"deck-tests/{test['id']}/").status_code == 404

    key = annas.patch(f"deck-tests/{test['id']}/", {"shared": True}).json()["share_key"]
    shown = Client().get(f"/api/v1/deck-tests/shared/{key}/").json()
    assert (shown["name"], "deck" in shown) == ("First Sparks", False)

    annas.patch(f"deck-tests/{test['id']}/", {"shared": False})
    assert cleos.get(f"deck-tests/shared/{key}/").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [{"games": 1}, {"games": 201}, {"starter": "none"}, {"against_starters": ["none"]}, {"text": MEADOW[1]}],
)
def test_what_cannot_be_read_is_refused(annas, wrong):
    assert annas.post("deck-tests/", {**SENT, **wrong}).status_code == 400
    assert not DeckTest.objects.exists()


def test_lists_are_checked_and_decks_of_others_are_not_found(annas, cleos):
    deck = DeckFactory(owner=UserFactory())
    assert annas.post("deck-tests/", {**SENT, "against_decks": [str(deck.pk)]}).status_code == 404
    assert said(annas.post("deck-tests/", {**SENT, "against_texts": ["Root Giant"]})) == (409, "illegal_list")
    assert said(annas.post("deck-tests/", {"starter": "first-sparks"})) == (409, "opponents")
