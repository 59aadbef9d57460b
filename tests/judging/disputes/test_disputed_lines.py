"""A dispute about a game that is recorded on the board opens at the line in question."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging.access import capacity_at
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.judging.records import record_viewer
from tests.html_whitespace import tight
from tests.play.recorded import being_played, recorded, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(db):
    """Ben has summoned a sentinel and ended his turn."""
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    write(case.ben, case, "E")
    return case


def url(case):
    return reverse("judging:file_dispute", args=[case.match.pk])


def filed(client, case, **fields):
    return client.post(url(case), {"game": case.game.pk, "claim": "He summoned twice.", "text": "", **fields})


def test_anna_disputes_a_line_and_the_judge_sees_the_board_after_it(case, signed_in):
    filed(signed_in(case.anna.user), case, line="1:2")

    dispute, record = Dispute.objects.get(), Record.objects.get()
    assert dispute.line == 2
    assert record.on_board
    page = record_viewer.record_page(record, capacity_at(case.judge, case.match), None)
    assert page["here"]["text"] == "S a Field Sentinel"
    assert page["table"]["seats"][1]["summons"][0]["name"] == "Field Sentinel"


def test_the_page_of_the_dispute_leads_the_judge_there(case, signed_in):
    filed(signed_in(case.anna.user), case, line="1:2")

    page = tight(signed_in(case.judge, second_factor=True).get(Dispute.objects.get().get_absolute_url()))

    assert f"{Record.objects.get().get_absolute_url()}?line=2" in page
    assert "View the board after line 2" in page


def test_ben_reads_which_line_is_disputed_while_the_record_is_sealed(case, signed_in):
    filed(signed_in(case.anna.user), case, line="1:2")

    page = tight(signed_in(case.ben.user).get(Dispute.objects.get().get_absolute_url()))

    assert "Line 2 of the board is disputed." in page


def test_who_comes_from_the_board_has_its_last_line_chosen(case, signed_in):
    page = tight(signed_in(case.anna.user).get(url(case) + "?game=1"))

    assert '<option value="1:3" selected>3. E</option>' in page


def test_a_dispute_may_be_about_no_line_in_particular(case, signed_in):
    filed(signed_in(case.anna.user), case, line="")

    assert Dispute.objects.get().line is None
    assert not Record.objects.exists()


def test_a_game_that_is_not_recorded_offers_no_lines(signed_in):
    case = being_played()

    page = signed_in(case.anna.user).get(url(case)).text

    assert "Line in question" not in page


def test_a_line_that_was_taken_back_cannot_be_disputed(case):
    with pytest.raises(Refused) as refusal:
        case.dispute(line=9)

    assert refusal.value.code == "no_such_line"
    assert not Dispute.objects.exists()


def test_what_is_taken_back_later_stays_in_the_record_of_the_judge(case):
    case.dispute(line=2)

    assert "2. S a Field Sentinel" in Record.objects.get().text
