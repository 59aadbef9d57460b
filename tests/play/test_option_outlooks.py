"""Each move on the board says what would come of it: on its button, in the API, and in the language of the reader."""

import re

import pytest

from bos_tournament.play import presenter
from bos_tournament.play.models import BOT
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, SPARKS, begun, fresh, stands_after

MET = ("T1 P1", "S b Smoke Runner", "E", "T2 P2", "S b Field Sentinel", "E", "T3 P1")


@pytest.fixture
def met(db):
    """Anna's runner stands opposite to a sentinel of the bot, and it is her turn."""
    return stands_after(begun(deck=SPARKS, bot_deck=MEADOW), *MET)


def choice(game, written):
    return next(each for each in presenter.board(game)["options"] if each["written"] == written)


def test_an_attack_says_what_becomes_of_both_cards(met):
    attack = choice(met, "A b x 2b")

    assert attack["label"] == "Attack Field Sentinel with Smoke Runner"
    assert attack["outcome"] == attack["effect"]
    assert re.fullmatch(r"(falls|\d+ → \d+)(, yours (falls|\d+ → \d+))?|both fall", attack["outcome"])


def test_the_page_says_it_on_the_button_and_keeps_it_for_what_is_aimed_at(client, met):
    attack = choice(met, "A b x 2b")

    page = tight(client.get(f"/play/{met.pk}/"))

    assert f'{attack["label"]}</span> <small class="outcome">{attack["outcome"]}</small>' in page
    assert f'data-effect="{attack["effect"]}"' in page


def test_the_api_gives_an_outlook_in_words_code_and_parts(client, met):
    board = client.get(f"/api/v1/practice/{met.pk}/").json()

    outlook = next(option for option in board["options"] if option["line"] == "A b x 2b")["outlook"]
    assert outlook["text"] == choice(met, "A b x 2b")["outcome"]
    assert outlook["code"].startswith("bos.outlook.")
    assert {"what", "seat", "at", "before", "after", "text", "code", "args"} == set(outlook["changes"][0])
    assert (outlook["may_be_answered"], outlook["asked"], outlook["winners"], outlook["odd"]) == (
        False,
        None,
        None,
        False,
    )


def test_the_end_of_a_game_is_told_by_seats_from_one(client, met):
    board = client.get(f"/api/v1/practice/{met.pk}/").json()

    changes = [change for option in board["options"] if option["outlook"] for change in option["outlook"]["changes"]]
    assert {change["seat"] for change in changes} <= {1, 2}


@pytest.mark.parametrize(("language", "said"), [("de", "fällt"), ("es", "cae")])
def test_an_outcome_is_said_in_the_readers_language(client, met, language, said):
    page = tight(client.get(f"/play/{met.pk}/", headers={"Accept-Language": language}))

    assert said in page


def test_what_does_anna_no_good_by_its_outcome_is_among_the_unusual_moves(met):
    board = presenter.board(met)

    odd, usual = ({each["written"] for each in board[name]} for name in ("odd", "taps"))
    assert "A b x 2b" in usual
    assert all(each["outlook"].odd for each in board["odd"])
    assert not odd & usual


def test_while_the_bot_is_asked_nothing_is_foreseen():
    game = begun(first=BOT)

    assert presenter.board(fresh(game))["options"] == []
