"""A judge rules: only that changes a result, always with a reason."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging import access
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.models import Dispute, Ruling
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Game, Reason
from bos_tournament.tournaments.models import Staff
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, fresh

pytestmark = pytest.mark.django_db
Decision = Ruling.Decision


def rule(case, dispute, decision, **told):
    asked = {"by": case.judge, "reason": "Line 13 breaks 7.1.2.", **told}
    return dispute_rulings.rule_on_dispute(dispute, decision=decision, **asked)


def test_upholding_leaves_the_result_and_closes_the_dispute():
    case = at_a_table(Step.SWAPPING)  # Anna won game 1.
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )

    rule(case, dispute, Decision.UPHOLD)

    assert Dispute.objects.get().state == Dispute.State.RULED
    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [1, 0]


def test_correcting_gives_the_game_to_the_other_and_says_why():
    case = at_a_table(Step.SWAPPING)
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )

    rule(case, dispute, Decision.CORRECT, winner=case.ben)

    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [0, 1]
    assert case.match.corrections.get().reason == "Line 13 breaks 7.1.2."


def test_a_replayed_game_counts_nowhere():
    case = at_a_table(Step.SWAPPING)
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="We lost count."
    )

    rule(case, dispute, Decision.REPLAY)

    assert case.match.games.get(number=1).outcome == Game.Outcome.REPLAYED
    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [0, 0]
    assert fresh(case.match).step == Step.SWAPPING  # Game 2 goes on and takes its place.


def test_a_game_that_is_on_goes_on():
    case = at_a_table()

    rule(case, case.dispute(), Decision.GO_ON)

    assert Dispute.objects.get().state == Dispute.State.RULED
    assert case.match.games.get().outcome == Game.Outcome.OPEN
    assert fresh(case.match).step == Step.PLAYING


def differing(case):
    """Anna says that she won, Ben that he did."""
    for seat in (case.anna, case.ben):
        result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED)
    return case.dispute()


def refused(case, dispute, decision):
    with pytest.raises(Refused) as refusal:
        rule(case, dispute, decision)
    assert not Ruling.objects.exists()
    assert dispute.rulings.count() == 0
    return refusal.value.code


def test_no_result_stands_where_the_reports_differ_and_the_dispute_waits_on():
    case = at_a_table()
    dispute = differing(case)

    assert refused(case, dispute, Decision.UPHOLD) == "no_result"
    assert refused(case, dispute, Decision.GO_ON) == "game_over"
    assert Dispute.objects.get().state == Dispute.State.WAITING
    rule(case, dispute, Decision.CORRECT, winner=case.ben)
    assert case.match.games.get(number=1).winner == case.ben


def test_no_game_goes_on_that_is_over():
    case = at_a_table(Step.SWAPPING)
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )

    assert refused(case, dispute, Decision.GO_ON) == "game_over"


@pytest.mark.parametrize(
    ("step", "reported", "wanted"),
    [
        (Step.PLAYING, False, ["go_on", "correct", "replay"]),
        (Step.PLAYING, True, ["correct", "replay"]),
        (Step.SWAPPING, False, ["uphold", "correct", "replay"]),
    ],
)
def test_the_page_offers_the_rulings_that_make_sense(signed_in, step, reported, wanted):
    case = at_a_table(step)
    dispute = differing(case) if reported else case.dispute()
    if step == Step.SWAPPING:
        dispute.game = case.match.games.get(number=1)
        dispute.save()

    page = tight(signed_in(case.judge, second_factor=True).get(dispute.get_absolute_url()))

    assert re.findall(r'type="radio" name="decision" value="(\w+)"', page) == wanted


def test_a_ruling_that_came_too_late_is_refused_on_the_page_with_a_sentence(signed_in):
    case = at_a_table()
    dispute = differing(case)

    answer = signed_in(case.judge, second_factor=True).post(
        reverse("judging:rule_on_dispute", args=[dispute.pk]), {"decision": "uphold", "reason": "I saw it."}
    )

    assert answer.status_code == 422
    assert "This game has no result to confirm." in tight(answer)


@pytest.mark.parametrize(
    ("decision", "told", "code"),
    [
        (Decision.GO_ON, {"reason": "  "}, "reason_missing"),
        (Decision.CORRECT, {"winner": None}, "winner_missing"),
    ],
)
def test_a_ruling_that_lacks_something_is_refused_and_nothing_changes(decision, told, code):
    case = at_a_table()
    dispute = case.dispute()

    with pytest.raises(Refused) as refusal:
        rule(case, dispute, decision, **told)

    assert refusal.value.code == code
    assert not Ruling.objects.exists()


def test_a_withdrawn_dispute_is_not_ruled_on():
    case = at_a_table()
    dispute = case.dispute()
    filing.withdraw_dispute(dispute, by=case.anna.user)

    with pytest.raises(Refused, match="withdrawn"):
        rule(case, dispute, Decision.UPHOLD)


def test_players_and_scorekeepers_do_not_rule():
    case = at_a_table()
    dispute = case.dispute()
    keeper = StaffFactory(tournament=case.tournament, role="scorekeeper").user

    for user in (case.anna.user, case.ben.user, keeper):
        with pytest.raises(PermissionDenied):
            access.dispute_to_rule(user, dispute.pk)


def test_a_judge_cannot_overturn_but_a_head_judge_can():
    case = at_a_table(Step.SWAPPING)
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )
    rule(case, dispute, Decision.UPHOLD)
    head = StaffFactory(tournament=case.tournament, role="head_judge").user

    with pytest.raises(Refused, match="head judge"):
        rule(case, dispute, Decision.CORRECT, winner=case.ben)
    seen, _ = access.dispute_to_rule(head, dispute.pk)
    rule(case, seen, Decision.CORRECT, winner=case.ben, by=head)

    assert [one.decision for one in dispute.rulings.all()] == [Decision.UPHOLD, Decision.CORRECT]


def test_of_two_judges_who_rule_at_once_the_second_reads_that_a_ruling_stands():
    case = at_a_table(Step.SWAPPING)
    dispute = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )
    other = StaffFactory(tournament=case.tournament, role="judge").user
    seen, _ = access.dispute_to_rule(other, dispute.pk)
    rule(case, dispute, Decision.UPHOLD)

    with pytest.raises(Refused) as refusal:
        rule(case, seen, Decision.CORRECT, winner=case.ben, by=other)

    assert refusal.value.code == "ruling_stands"
    assert [seat.games_won for seat in case.match.seats.order_by("number")] == [1, 0]


def test_a_ruling_comes_too_late_for_a_bracket_that_has_gone_on():
    case = at_a_table(Step.FINISHED)  # Anna won the match.
    stage = case.match.pairing.round.stage
    stage.format = "single_elimination"
    stage.save()
    stage.rounds.create(number=2, state="published")
    for game in case.match.games.order_by("number"):
        dispute = filing.file_dispute(game, by=case.ben.user, seat=case.ben, claim="Her boss was not ready.")

    with pytest.raises(Refused) as refusal:
        rule(case, dispute, Decision.CORRECT, winner=case.ben)

    assert refusal.value.code == "bracket_gone_on"
    assert fresh(case.match).winner == case.anna
    assert not Ruling.objects.exists()


def test_both_players_read_a_ruling_in_the_middle_of_their_match_and_cleo_does_not(signed_in, client):
    case = at_a_table(Step.SWAPPING)  # Anna won game 1.
    filed = filing.file_dispute(
        case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Her boss was not ready."
    )
    rule(case, filed, Decision.UPHOLD)
    page = case.match.get_absolute_url()

    annas, bens = (tight(signed_in(seat.user).get(page)) for seat in (case.anna, case.ben))

    for read in (annas, bens):
        main = read[: read.index("<aside")]
        assert "A judge ruled on game 1: result stays." in main
        assert "Line 13 breaks 7.1.2." in main
        assert filed.get_absolute_url() in main
    assert "Line 13" not in tight(client.get(page))


def test_an_overturned_ruling_is_told_as_it_stands_now(signed_in):
    case = at_a_table(Step.SWAPPING)
    filed = filing.file_dispute(case.match.games.get(number=1), by=case.ben.user, seat=case.ben, claim="Too early.")
    rule(case, filed, Decision.UPHOLD)
    head = StaffFactory(tournament=case.tournament, role=Staff.Role.HEAD_JUDGE).user
    rule(case, filed, Decision.REPLAY, by=head, reason="Neither record is complete.")

    annas = tight(signed_in(case.anna.user).get(case.match.get_absolute_url()))

    assert "A judge ruled on game 1: game replayed." in annas
    assert "Neither record is complete." in annas
    assert "result stays" not in annas
