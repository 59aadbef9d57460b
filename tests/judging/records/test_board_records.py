"""Records that both players made on the board: how judges and players see them."""

import pytest

from bos_tournament.judging.models import Comparison, Record
from bos_tournament.judging.records.adjudication import find
from bos_tournament.judging.records.comparisons import compare_game
from bos_tournament.play.recording import endings
from tests.html_whitespace import tight
from tests.play.recorded import recorded, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def case():
    """A game that Ben conceded on the board, confirmed by both."""
    case = recorded()
    game = case.game
    write(case.ben, case, "X P2 concedes")
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)
    return case


def test_anna_reads_that_the_record_was_made_on_the_board(case, signed_in):
    record = Record.objects.get(seat=case.anna)

    page = tight(signed_in(case.anna.user).get(record.get_absolute_url()))

    assert f"Recorded on the board, confirmed by {case.anna.user}" in page


def test_two_records_of_one_board_do_not_verify_each_other(case):
    for record in Record.objects.all():
        find(record.pk)
    compare_game(case.match.games.get(number=1).pk)

    assert not Comparison.objects.get().verifies
