"""An appeal: once, to the head judge, who lets the ruling stand or changes it; both players read it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging import access
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import Appeal, Dispute, Ruling
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.structure.stages import pulse
from tests.factories import StaffFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, fresh

pytestmark = pytest.mark.django_db
Answer, Decision = Appeal.Answer, Ruling.Decision


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


@pytest.fixture
def case():
    """Anna won game 1; Ben contested it, and the judge let the result stand. There is a head judge."""
    case = at_a_table(Step.SWAPPING)
    case.head = StaffFactory(
        tournament=case.tournament, role=Staff.Role.HEAD_JUDGE, user=UserFactory(second_factor=True)
    ).user
    case.filed = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )
    dispute_rulings.rule_on_dispute(case.filed, by=case.judge, decision=Decision.UPHOLD, reason="Nobody saw it; 7.1.2.")
    case.filed.refresh_from_db()
    return case


def ask(case, **told):
    return appeals.appeal(
        Dispute.objects.get(pk=case.filed.pk), **{"by": case.ben.user, "why": "Cleo saw it too.", **told}
    )


def test_an_appeal_waits_for_the_head_judge_and_so_does_the_round(case):
    ask(case)

    assert Dispute.objects.get().state == Dispute.State.WAITING
    assert pulse(case.tournament).disputed == 1


def test_the_head_judge_lets_the_ruling_stand_and_both_read_why(case, signed_in):
    asked = ask(case)
    page = signed_in(case.head, second_factor=True)

    page.post(reverse("judging:uphold", args=[case.filed.pk]), {"uphold-reason": "Cleo stood too far away."})

    asked.refresh_from_db()
    assert (asked.answer, asked.answered_by) == (Answer.UPHELD, case.head)
    assert Dispute.objects.get().state == Dispute.State.RULED
    for seat in (case.anna, case.ben):
        read = signed_in(seat.user).get(case.filed.get_absolute_url()).content.decode()
        assert "Cleo saw it too." in read
        assert "Cleo stood too far away." in read


def test_the_head_judge_changes_the_ruling_by_ruling_again(case):
    asked = ask(case)

    dispute_rulings.rule_on_dispute(
        case.filed, by=case.head, decision=Decision.CORRECT, winner=case.ben, reason="Cleo saw it."
    )

    asked.refresh_from_db()
    assert (asked.answer, asked.answered_by, asked.reason) == (Answer.CHANGED, case.head, "Cleo saw it.")
    assert [seat.games_won for seat in fresh(case.match).seats.order_by("number")] == [0, 1]


def test_an_appeal_is_possible_once(case):
    appeals.uphold(ask(case), by=case.head, reason="It stands.")

    refused("appealed_already", ask, case, by=case.anna.user)
    refused("answered_already", appeals.uphold, Appeal.objects.get(), by=case.head, reason="Again.")


def test_without_words_nothing_is_appealed_or_answered(case):
    refused("why_missing", ask, case, why=" ")
    refused("reason_missing", appeals.uphold, ask(case), by=case.head, reason=" ")


def test_what_is_not_ruled_on_cannot_be_appealed():
    case = at_a_table()
    case.filed = case.dispute()

    refused("not_ruled", ask, case)


def test_a_ruling_of_the_head_judge_is_final(case):
    dispute_rulings.rule_on_dispute(case.filed, by=case.head, decision=Decision.REPLAY, reason="Play it again.")

    refused("ruling_final", ask, case)


def test_without_a_head_judge_and_after_the_end_rulings_are_final(case):
    Tournament.objects.filter(pk=case.tournament.pk).update(state=Tournament.State.FINISHED)
    refused("already_over", ask, case)
    Tournament.objects.filter(pk=case.tournament.pk).update(state=Tournament.State.RUNNING)

    Staff.objects.filter(role=Staff.Role.HEAD_JUDGE).delete()

    refused("no_head_judge", ask, case)


def test_while_another_dispute_on_the_game_waits_its_ruling_comes_first(case):
    Dispute.objects.create(game=case.filed.game, filed_by=case.anna.user, claim="Once more.")

    refused("dispute_waiting", ask, case)


def test_a_ruling_at_a_table_whose_round_was_taken_back_is_final_and_still_read(signed_in):
    case = at_a_table()
    filed = case.dispute()
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision=Decision.GO_ON, reason="Nobody saw it; 7.1.2.")
    round_cycle.unpublish(case.match.pairing.round)

    page = signed_in(case.anna.user).get(filed.get_absolute_url())

    assert page.status_code == 200
    assert "Nobody saw it" in page.content.decode()
    refused("match_called_off", appeals.appeal, filed, by=case.anna.user, why="Cleo saw it.")


def test_who_appealed_cannot_withdraw_the_dispute_any_more(case):
    ask(case)

    refused("dispute_ruled", filing.withdraw_dispute, case.filed, by=case.ben.user)


def test_players_appeal_and_head_judges_answer(case):
    asked = ask(case)

    with pytest.raises(PermissionDenied):
        access.dispute_to_appeal(case.judge, case.filed.pk)
    for no_head_judge in (case.judge, case.ben.user):
        with pytest.raises(PermissionDenied):
            access.appeal_to_answer(no_head_judge, case.filed.pk)
    assert access.appeal_to_answer(case.head, case.filed.pk) == asked


def test_cleo_the_onlooker_knows_of_no_appeal(case):
    ask(case)
    cleo = UserFactory(handle="Cleo")

    for door in (access.dispute_to_appeal, access.appeal_to_answer):
        with pytest.raises(Http404):
            door(cleo, case.filed.pk)


def test_the_page_offers_the_appeal_to_players_and_takes_it(case, signed_in):
    ben, url = signed_in(case.ben.user), reverse("judging:appeal", args=[case.filed.pk])

    before = ben.get(case.filed.get_absolute_url()).content.decode()
    empty = ben.post(url, {"appeal-why": ""})
    ben.post(url, {"appeal-why": "Cleo saw it too."})
    after = ben.get(case.filed.get_absolute_url()).content.decode()

    assert "Appeal ruling" in before
    assert empty.status_code == 422
    assert "waiting for the head judge" in after
    assert "Appeal ruling" not in after
