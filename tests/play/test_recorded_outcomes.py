"""What comes of each move is told on the board of a recorded game only if the event has it switched on, for both."""

import pytest

from bos_tournament.play.recording import presenter
from bos_tournament.tournaments.models import Pairing, Tournament
from tests.play.recorded import place, recorded, recording, write

pytestmark = pytest.mark.django_db


def met(*, switched_on):
    """It is Ben's turn, and Anna's imp stands opposite to his sentinel."""
    case = recorded()
    Tournament.objects.update(show_outcomes=switched_on)
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")
    place(case, case.anna)
    write(case.anna, case, "S a Cinder Imp")
    write(case.anna, case, "E")
    return case


def outcomes(case, seat, *, shared=False):
    """What the phone of that seat says of each move."""
    row = recording(case)
    shown = presenter.recording_board(row, seat, shared=shared)
    return {choice["written"]: choice["outcome"] for group in shown["groups"] for choice in group["choices"]}


def test_outcomes_are_off_in_tournaments():
    case = met(switched_on=False)

    assert set(outcomes(case, case.ben).values()) == {""}
    assert set(outcomes(case, case.ben, shared=True).values()) == {""}


def test_an_organizer_switches_them_on_for_both():
    case = met(switched_on=True)

    assert outcomes(case, case.ben)["A a x 1a"]
    assert outcomes(case, case.ben, shared=True)["A a x 1a"]
    write(case.ben, case, "E")
    assert outcomes(case, case.anna)["A a x 2a"]


def test_on_annas_phone_bens_moves_say_nothing_of_what_comes_of_them():
    case = met(switched_on=True)

    assert outcomes(case, case.anna)["A a x 1a"] == ""


def test_outside_of_tournaments_outcomes_are_shown():
    case = met(switched_on=False)
    Pairing.objects.all().delete()

    assert outcomes(case, case.ben)["A a x 1a"]


def test_outcomes_are_on_the_page(signed_in):
    case = met(switched_on=True)
    told = outcomes(case, case.ben)["A a x 1a"]

    assert told in signed_in(case.ben.user).get(f"/matches/{case.match.pk}/games/1/board/").text
