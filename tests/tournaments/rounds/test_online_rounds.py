"""An online tournament: its matches are played on the board, and the desk may change what the board decided."""

import pytest

from bos_tournament.matches.models import Reason
from bos_tournament.play.online import endings
from bos_tournament.tournaments.rounds import result_entry
from tests.matches.playing import fresh
from tests.play.online import online
from tests.tournaments.running_tournaments import NAMES, publish, running

pytestmark = pytest.mark.django_db


def test_the_matches_of_an_online_tournament_are_played_on_the_board():
    cup = running(NAMES[:4], online=True, take_backs=True)
    hall = running(NAMES[4:8])

    played = [pairing.match for pairing in publish(cup).pairings.select_related("match")]
    seated = [pairing.match for pairing in publish(hall).pairings.select_related("match")]

    assert {(match.online, match.take_backs) for match in played} == {(True, True)}
    assert {(match.online, match.take_backs) for match in seated} == {(False, False)}


def test_the_desk_overrules_what_the_board_decided():
    case = online()
    endings.concede_game(case.anna, case.game)
    result_entry.enter_result(
        case.match.pairing, by=case.judge, wins={1: 2, 2: 0}, winner=case.anna, reason=Reason.JUDGED, why="A wrong tap."
    )

    assert fresh(case.match).winner == case.anna
