"""The pages of disputes: filed from the match, judged while one looks, ruled on at the desk."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from bos_tournament.judging.models import Dispute, Ruling
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Reason
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table, record
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db


def new_url(case):
    return reverse("judging:file_dispute", args=[case.match.pk])


def test_anna_files_a_dispute_with_a_file_and_lands_on_its_page(signed_in):
    case = at_a_table()
    upload = SimpleUploadedFile("game.bln", record(case, "1. T1 P2").encode())

    answer = signed_in(case.anna.user).post(
        new_url(case), {"game": case.game.pk, "claim": "Ben went twice.", "text": "", "file": upload}, follow=True
    )

    assert answer.redirect_chain[-1][0] == Dispute.objects.get().get_absolute_url()
    assert "Ben went twice." in tight(answer)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"claim": ""}, "This field is required"),
        ({"file": SimpleUploadedFile("game.bln", b"\xff\xfe\x00")}, "not a UTF-8 text file"),
        ({"file": SimpleUploadedFile("game.bln", b"x" * 70_000)}, "larger than 64 KB"),
    ],
)
def test_wrong_input_is_answered_at_the_field_and_loses_nothing(signed_in, told, sentence):
    case = at_a_table()
    asked = {"game": case.game.pk, "claim": "Ben went twice.", "text": "1. T1 P2", **told}

    answer = signed_in(case.anna.user).post(new_url(case), asked)

    assert answer.status_code == 422
    assert sentence in tight(answer)
    assert "1. T1 P2" in tight(answer)
    assert not Dispute.objects.exists()


def test_the_page_shows_the_bad_line_the_rule_and_the_table_before_it(signed_in):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. A a x 1b"))
    find(dispute.records.get().pk)

    page = tight(signed_in(case.anna.user).get(dispute.get_absolute_url()))

    assert "Line 2." in page
    assert f'<li class="bad" id="line-{dispute.records.get().pk}">' in page
    assert "The table before line 2" in page


def test_the_table_of_a_wrong_total_is_the_one_before_its_line(signed_in):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. E", "3. = L30/29 V0/9", "4. X P2 concedes"))
    find(dispute.records.get().pk)

    page = tight(signed_in(case.anna.user).get(dispute.get_absolute_url()))

    assert "The table before line 3" in page
    assert "won</" not in page.partition("The table before line 3")[2].partition("</article>")[0]
    assert "The line says life 30/29" in page
    assert "The line says vim 0/9" in page


def test_a_judge_rules_and_both_players_read_it(signed_in):
    case = at_a_table()
    dispute = case.dispute()
    asked = {"decision": "replay", "winner": "", "reason": "Nobody can say who attacked first."}

    answer = signed_in(case.judge, second_factor=True).post(
        reverse("judging:rule_on_dispute", args=[dispute.pk]), asked
    )
    page = tight(signed_in(case.ben.user).get(dispute.get_absolute_url()))

    assert answer.status_code == 302
    assert Ruling.objects.get().by == case.judge
    assert "Nobody can say who attacked first." in page


def test_a_judge_without_a_second_factor_is_led_to_it(signed_in):
    case = at_a_table()
    dispute = case.dispute()

    answer = signed_in(case.judge).get(dispute.get_absolute_url())

    assert answer.status_code == 302
    assert "/accounts/2fa/" in answer["Location"]


def test_cleo_the_onlooker_finds_no_door(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, "1. T1 P2"))
    shown = dispute.records.get().pk
    cleo = signed_in(UserFactory(handle="Cleo"))

    doors = [dispute.get_absolute_url(), new_url(case)]
    doors += [reverse("judging:record", args=[shown]), reverse("judging:record_text", args=[shown])]
    deeds = [reverse(f"judging:{deed}", args=[dispute.pk]) for deed in ("add_record", "rule_on_dispute", "withdraw")]

    assert {cleo.get(door).status_code for door in doors} == {404}
    assert {cleo.post(deed).status_code for deed in deeds} == {404}


def test_ben_cannot_give_the_ruling_or_withdraw_annas_dispute(signed_in):
    case = at_a_table()
    dispute = case.dispute()
    ben = signed_in(case.ben.user)

    assert ben.post(reverse("judging:rule_on_dispute", args=[dispute.pk]), {"decision": "uphold"}).status_code == 403
    ben.post(reverse("judging:withdraw", args=[dispute.pk]))

    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.WAITING


def test_the_page_asks_as_often_for_six_records_as_for_one(signed_in, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from bos_tournament.judging.disputes import filing

    case = at_a_table()
    dispute = case.dispute(text=record(case, "1. T1 P2"))
    client = signed_in(case.anna.user)
    client.get(dispute.get_absolute_url())
    with CaptureQueriesContext(connection) as one:
        client.get(dispute.get_absolute_url())
    for number, seat in enumerate((case.anna, case.anna, case.ben, case.ben, case.ben)):
        filing.add_record(dispute, by=seat.user, seat=seat, text=f"{number}. T1 P2")

    with django_assert_num_queries(len(one)):
        client.get(dispute.get_absolute_url())


def test_while_the_next_game_waits_for_bids_the_last_one_is_offered(signed_in):
    case = at_a_table()
    result_reports.report_result(case.anna, winner=case.anna, reason=Reason.PLAYED)
    result_reports.agree(case.ben)
    ben = signed_in(case.ben.user)

    pages = [tight(ben.get(where)) for where in (new_url(case), reverse("judging:records", args=[case.match.pk]))]

    assert case.match.games.count() == 2
    assert [(">Game 1</option>" in page, ">Game 2</option>" in page) for page in pages] == [(True, False)] * 2


def test_a_game_that_is_disputed_already_is_not_offered_and_its_dispute_is_linked(signed_in):
    case = at_a_table()
    before = tight(signed_in(case.ben.user).get(new_url(case)))

    filed = case.dispute()
    page = tight(signed_in(case.ben.user).get(new_url(case)))

    assert ("File dispute" in before, "File dispute" in page) == (True, False)
    assert f'<a href="{filed.get_absolute_url()}">Add your record to it</a>' in page


def test_before_a_game_has_begun_nothing_can_be_disputed_and_the_page_says_so(signed_in):
    page = tight(signed_in((case := at_a_table(Step.BIDDING)).anna.user).get(new_url(case)))

    assert "File dispute" not in page
    assert "Once someone has gone first" in page
