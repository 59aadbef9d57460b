"""Online games by program: each player plays only their own side, and every deed of the page has its door."""

import pytest

from bos_tournament.matches.models import Game, Reason
from tests.factories import UserFactory
from tests.play.online import online

pytestmark = pytest.mark.django_db


def at(case, deed=""):
    return f"matches/{case.match.pk}/games/1/recording/{deed}"


def test_two_programs_play_only_their_own_sides(program):
    case = online()
    annas, bens = program(case.anna.user), program(case.ben.user)

    refused = annas.post(at(case, "lines/"), {"line": "E", "after": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_asked")
    board = bens.post(at(case, "lines/"), {"line": "S a Field Sentinel", "after": 1}).json()
    assert (board["count"], board["online"]["asked"], board["may_pass"]) == (2, 2, False)
    assert [asked["seat"] for asked in board["asked"]] == [2]
    assert annas.get(at(case)).json()["asked"] == []
    assert bens.post(at(case, "pass/"), {"after": 2}).json()["code"] == "must_act"


def test_a_program_offers_a_draw_says_something_and_gives_up(program):
    case = online()
    annas, bens = program(case.anna.user), program(case.ben.user)

    offered = annas.post(at(case, "draw/"), {"draw": "offer"}).json()["online"]
    assert (offered["draw_offered"], offered["draw_is_yours"]) == (True, True)
    assert bens.post(at(case, "draw/"), {"draw": "decline"}).json()["online"]["draw_offered"] is False
    said = bens.post(at(case, "say/"), {"phrase": "good_game"}).json()["online"]["said"]
    assert said == [{"name": str(case.ben.user), "phrase": "good_game"}]
    ended = bens.post(at(case, "concede/"), {}).json()
    assert (ended["ending"]["winner"], ended["open"]) == (str(case.anna.user), False)
    game = Game.objects.get(match=case.match, number=1)
    assert (game.winner, game.reason) == (case.anna, Reason.CONCEDED)


def test_onlookers_programs_get_no_board(program):
    case = online()
    cleos = program(UserFactory())

    assert cleos.get(at(case)).status_code == 403
    for deed, sent in (("pass/", {"after": 1}), ("concede/", {}), ("draw/", {"draw": "offer"})):
        assert cleos.post(at(case, deed), sent).status_code == 403


def test_a_match_says_that_it_is_played_online(program):
    case = online()

    assert program(case.anna.user).get(f"matches/{case.match.pk}/").json()["online"] is True
