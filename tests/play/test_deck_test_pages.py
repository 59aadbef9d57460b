"""Pages of deck tests: starting one, results while they come in, two compared, and what Cleo sees by the link."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bos_tournament.play.deck_tests import tally, testing
from bos_tournament.play.deck_tests.models import DeckTest
from bos_tournament.play.deck_tests.schedule import ETHER, all_games
from tests.factories import DeckFactory, UserFactory
from tests.html_whitespace import tight
from tests.play.deck_tests import USE, begun, fresh, won
from tests.play.practice import MEADOW, NIGHT

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def annas(signed_in, anna):
    return signed_in(anna)


def done(user, *, wins=5, losses=5, **named):
    """A test that is over, in which the list won and lost so many games to each opponent, going first and second."""
    test = begun(user, games=2 * (wins + losses), **named)
    for opponent in test.opponents.all():
        counted = tally.empty()
        for winner in [0] * wins + [1] * losses:
            tally.count(counted, won(first=True), winner, ended=True, use=USE)
            tally.count(counted, won(first=False), winner, ended=True, use=USE)
        for ether in ETHER:
            for first in (True, False):
                for _game in range((wins + losses) // 5):
                    tally.count(counted, won(first=first, ether=ether), 0, ended=True, use=USE)
        opponent.tally = counted
        opponent.save()
    total = all_games(test.opponents.count(), test.games)
    DeckTest.objects.filter(pk=test.pk).update(state="done", over_at=timezone.now(), played=total)
    return fresh(test)


def test_anna_comes_from_her_deck_and_starts_a_test_against_the_starters(annas, anna):
    deck = DeckFactory(owner=anna, name="Grove", text=MEADOW[1])
    assert f"/decks/tests/?deck={deck.pk}" in annas.get(f"/decks/{deck.pk}/").content.decode()
    form = annas.get(f"/decks/tests/?deck={deck.pk}").content.decode()
    assert f'<option value="{deck.pk}" selected>' in form
    assert form.count("checked") == 6

    answer = annas.post("/decks/tests/", {"deck": str(deck.pk), "opponents": ["starter:open-meadow"]})

    test = DeckTest.objects.get()
    assert (answer.url, test.games, test.name) == (f"/decks/tests/{test.pk}/", 200, "Grove")
    page = tight(annas.get(answer.url))
    assert "0 of 280 games" in page
    assert "No game is over yet." in page
    assert "Grove" in tight(annas.get("/decks/tests/"))


def test_only_those_with_an_account_are_offered_a_test(client, annas):
    assert "/decks/tests/" not in tight(client.get("/play/"))
    assert "/decks/tests/" in tight(annas.get("/play/"))


@pytest.mark.parametrize("wrong", [{"opponents": []}, {"deck": "starter:none"}])
def test_what_cannot_be_tested_is_said_at_its_field(annas, wrong):
    sent = {"deck": "starter:first-sparks", "opponents": ["starter:open-meadow"], **wrong}
    assert annas.post("/decks/tests/", sent).status_code == 422


def test_a_deck_that_is_not_legal_and_a_second_test_are_refused_on_the_page(annas, anna):
    deck = DeckFactory(owner=anna, name="Few", text="Root Giant")
    answer = annas.post("/decks/tests/", {"deck": str(deck.pk), "opponents": ["starter:open-meadow"]})
    assert (answer.status_code, "Few is not legal" in tight(answer)) == (422, True)

    begun(anna)
    answer = annas.post("/decks/tests/", {"deck": "starter:first-sparks", "opponents": ["starter:open-meadow"]})
    assert (answer.status_code, "still running" in tight(answer)) == (422, True)


def test_the_page_shows_rates_with_intervals_the_ether_idle_cards_vim_and_the_boss(annas, anna):
    test = done(anna, wins=6, losses=4, opponents=(MEADOW, NIGHT))

    page = tight(annas.get(f"/decks/tests/{test.pk}/"))

    assert "<b>60.0 %</b>" in page
    assert "All together" in page
    assert "Not enough vim." in page
    assert 'href="/rules/#6.1.2"' in page
    assert "<b>2.0</b> on average" in page
    assert "in 100 % of the games, on average in turn <b>4.0</b>" in page
    assert "None: without ether" in page
    assert "hx-trigger" not in page


def test_an_open_page_is_told_what_is_new_while_the_test_runs(annas, anna):
    test = begun(anna)
    where = f"/decks/tests/{test.pk}/"

    assert 'hx-trigger="every 3s"' in tight(annas.get(where))
    assert annas.get(f"{where}?played=0", headers=HTMX).status_code == 204
    DeckTest.objects.filter(pk=test.pk).update(played=1)
    assert "<html" not in annas.get(f"{where}?played=0", headers=HTMX).content.decode()


def test_anna_cancels_and_deletes_a_test(annas, anna):
    test = begun(anna)

    annas.post(f"/decks/tests/{test.pk}/cancel/")
    assert fresh(test).state == "cancelled"

    assert "Delete the test of First Sparks?" in tight(annas.get(f"/decks/tests/{test.pk}/delete/"))
    annas.post(f"/decks/tests/{test.pk}/delete/")
    assert not DeckTest.objects.exists()


def test_cleo_sees_the_results_by_the_link_without_the_list_until_anna_takes_it_back(annas, anna, client):
    test = done(anna)
    annas.post(f"/decks/tests/{test.pk}/share/", {"shared": "on"})
    link = f"/decks/tests/shared/{fresh(test).share_key}/"
    assert link in tight(annas.get(f"/decks/tests/{test.pk}/"))

    answer = client.get(link)
    assert "<b>50.0 %</b>" in tight(answer)
    assert "Cinder Imp" not in tight(answer)
    assert answer["X-Robots-Tag"] == "noindex"
    assert "Cinder Imp" in tight(annas.get(f"/decks/tests/{test.pk}/"))

    annas.post(f"/decks/tests/{test.pk}/share/", {})
    assert client.get(link).status_code == 404


def test_two_tests_are_compared_against_the_opponents_they_share_and_only_clear_differences_are_called_so(annas, anna):
    strong, weak = done(anna, wins=90, losses=10), done(anna, wins=50, losses=50, opponents=(MEADOW, NIGHT))
    alike, other = done(anna, wins=52, losses=48), done(anna, opponents=(NIGHT,))
    assert f"compare/{weak.pk}/" in tight(annas.get(f"/decks/tests/{strong.pk}/"))

    page = tight(annas.get(f"/decks/tests/{strong.pk}/compare/{weak.pk}/"))
    assert "+40.0" in page
    assert "1 wins more" in page
    assert "Long Night" not in page
    page = tight(annas.get(f"/decks/tests/{alike.pk}/compare/{weak.pk}/"))
    assert "no clear difference" in page
    assert "wins more" not in page
    assert "2 wins more" in tight(annas.get(f"/decks/tests/{weak.pk}/compare/{strong.pk}/"))
    assert "no opponent in common" in tight(annas.get(f"/decks/tests/{strong.pk}/compare/{other.pk}/"))


def test_the_list_of_tests_takes_as_many_queries_with_one_as_with_twenty(annas, anna):
    testing.cancel_test(begun(anna))
    annas.get("/decks/tests/")
    with CaptureQueriesContext(connection) as one:
        annas.get("/decks/tests/")
    for _test in range(testing.MOST_KEPT - 1):
        testing.cancel_test(begun(anna))
    with CaptureQueriesContext(connection) as many:
        annas.get("/decks/tests/")

    assert DeckTest.objects.count() == testing.MOST_KEPT
    assert len(one) == len(many)


def test_cleo_has_no_page_of_annas_tests(anna, signed_in):
    test, cleos = begun(anna), signed_in(UserFactory(handle="Cleo"))

    assert cleos.get(f"/decks/tests/{test.pk}/").status_code == 404
    assert cleos.post(f"/decks/tests/{test.pk}/cancel/").status_code == 404
