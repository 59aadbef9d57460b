"""A recorded game that is over: anybody walks through what both players saw."""

import pytest

from bos_tournament.play.recording import endings
from tests.html_whitespace import tight
from tests.play.recorded import recorded, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def case():
    """Ben summoned and conceded; both confirmed it."""
    case = recorded()
    game = case.game
    for line in ("S a Field Sentinel", "X P2 concedes"):
        write(case.ben, case, line)
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)
    return case


def url(case, query=""):
    return f"/matches/{case.match.pk}/games/1/replay/{query}"


def test_cleo_the_onlooker_finds_the_replay_on_the_page_of_the_match(case, client):
    assert f'href="{url(case)}"' in tight(client.get(f"/matches/{case.match.pk}/"))

    page = tight(client.get(url(case)))

    assert "Replay of game 1" in page
    assert "S a Field Sentinel" in page
    assert "Line 3" in page


def test_each_line_has_an_address_and_the_board_after_it(case, client):
    before, after = (tight(client.get(url(case, f"?line={line}"))) for line in (1, 2))

    assert 'data-at="2a"' in before
    assert "Field Sentinel</span>" not in before
    assert "Field Sentinel</span>" in after
    assert 'href="?line=1"' in after


def test_a_line_that_there_is_not_shows_the_end(case, client):
    assert "Line 3" in tight(client.get(url(case, "?line=99")))


def test_a_replay_names_no_card_that_was_never_shown(case, client):
    page = client.get(url(case)).text

    assert "Ambercrest Stag" in case.ben.deck_version.text
    assert "Ambercrest Stag" not in page
    assert "Ember Adept" not in page


def test_a_game_that_is_on_cannot_be_watched(client):
    case = recorded()

    assert client.get(url(case)).status_code == 404
    assert "Replay game" not in client.get(f"/matches/{case.match.pk}/").text
