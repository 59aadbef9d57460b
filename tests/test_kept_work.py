"""What somebody typed is never lost: where its form has no place on the page any more, it stands there to be copied."""

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.models import Penalty, Ruling
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import Round, Tournament
from tests.factories import DeckFactory, EntrantFactory, StaffFactory, TournamentFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, person
from tests.tournaments.running_tournaments import NAMES, publish, running

pytestmark = pytest.mark.django_db
WORDS = "Nobody at the table saw it & both agree."
SHOWN = "Nobody at the table saw it &amp; both agree."
LEFT = 'id="unsaved"'


def kept(answer, *sentences, status=422):
    """The answer says why, and shows what was typed."""
    page = answer.content.decode()
    assert answer.status_code == status, page
    assert SHOWN in page
    assert [one for one in sentences if one not in page] == []
    return page


@pytest.fixture
def case():
    return at_a_table()


@pytest.fixture
def judge(case, signed_in):
    return signed_in(case.judge, second_factor=True)


@pytest.fixture
def olga():
    return StaffFactory(user=person("Olga", second_factor=True))


def test_a_ruling_that_was_written_while_the_dispute_was_withdrawn(case, judge):
    filed = case.dispute()
    filing.withdraw_dispute(filed, by=case.anna.user)

    answer = judge.post(reverse("judging:rule_on_dispute", args=[filed.pk]), {"decision": "go_on", "reason": WORDS})

    kept(answer, "This dispute was withdrawn", LEFT)


def test_a_ruling_that_another_judge_was_quicker_with(case, signed_in):
    filed = case.dispute()
    other = StaffFactory(tournament=case.tournament, role="judge", user=person(second_factor=True)).user
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision=Ruling.Decision.GO_ON, reason="Both agree.")

    door = reverse("judging:rule_on_dispute", args=[filed.pk])
    answer = signed_in(other, second_factor=True).post(door, {"decision": "go_on", "reason": WORDS})

    kept(answer, "There is already a ruling. Only a head judge can overturn it.", LEFT)


def test_a_record_that_comes_when_the_dispute_is_closed(case, signed_in):
    filed = case.dispute()
    filing.withdraw_dispute(filed, by=case.anna.user)

    answer = signed_in(case.ben.user).post(reverse("judging:add_record", args=[filed.pk]), {"text": WORDS})

    kept(answer, "This dispute is closed", LEFT)


def test_what_a_judge_is_called_for_when_the_other_player_was_quicker(case, signed_in):
    judge_calls.call_judge(case.ben)

    answer = signed_in(case.anna.user).post(reverse("judging:call", args=[case.match.pk]), {"reason": WORDS})

    kept(answer, "A judge has already been called to this table.", LEFT)


def test_an_appeal_once_the_tournament_is_over(case, signed_in):
    filed = case.dispute()
    StaffFactory(tournament=case.tournament, role="head_judge")
    dispute_rulings.rule_on_dispute(filed, by=case.judge, decision=Ruling.Decision.GO_ON, reason="Both agree.")
    Tournament.objects.update(state="finished", finished_at=timezone.now())

    answer = signed_in(case.anna.user).post(reverse("judging:appeal", args=[filed.pk]), {"appeal-why": WORDS})

    kept(answer, "so the ruling is final", LEFT)


def test_the_reason_for_which_a_penalty_is_taken_back_twice(case, judge):
    entrant = case.tournament.entrants.get(user=case.anna.user)
    given = penalty_decisions.penalize(
        entrant, by=case.judge, infraction="record", level="warning", rule="7.1.2", note="No totals."
    )
    penalty_decisions.undo_penalty(given, by=case.judge, why="A slip.")

    answer = judge.post(reverse("judging:undo_penalty", args=[given.pk]), {f"{given.pk}-why": WORDS})

    kept(answer, "This penalty was already undone.", LEFT)
    assert Penalty.objects.get().taken_back_why == "A slip."


def test_the_reason_for_a_result_that_is_taken_back_when_the_round_is_closed(signed_in):
    case = at_a_table(Step.FINISHED)
    Round.objects.update(closed_at=timezone.now())
    desk = signed_in(case.judge, second_factor=True)

    door = reverse("tournaments:undo_result", args=[case.tournament.slug, case.match.pairing.pk])
    answer = desk.post(door, {"back-why": WORDS})

    kept(answer, LEFT)


def test_the_reason_for_a_pair_set_by_hand_when_the_round_is_published(signed_in, olga):
    cup = running(NAMES[:4])
    StaffFactory(tournament=cup, user=olga.user)
    publish(cup)
    one, two = cup.entrants.order_by("place")[:2]

    door = reverse("tournaments:swap_entrants", args=[cup.slug, 1])
    answer = signed_in(olga.user, second_factor=True).post(door, {"one": one.pk, "other": two.pk, "why": WORDS})

    kept(answer, LEFT)


def test_the_reason_for_which_somebody_is_refused_who_has_gone(signed_in, olga):
    cup = olga.tournament
    Tournament.objects.filter(pk=cup.pk).update(approval=True)
    asking = registration.join(person("Anna"), Tournament.objects.get(pk=cup.pk))
    registration.withdraw(asking)

    door = reverse("tournaments:refuse", args=[cup.slug, asking.pk])
    answer = signed_in(olga.user, second_factor=True).post(door, {f"{asking.pk}-why": WORDS})

    kept(answer, LEFT)


def test_a_list_that_comes_after_the_deadline(signed_in):
    anna = person("Anna")
    cup = TournamentFactory(list_deadline=timezone.now())
    EntrantFactory(tournament=cup, user=anna)
    text = f"# {WORDS}\n{DeckFactory.build().text}"

    answer = signed_in(anna).post(reverse("tournaments:deck", args=[cup.slug]), {"deck": "", "text": text})

    kept(answer, LEFT)


def test_a_setting_that_was_fixed_while_it_was_written(signed_in, olga):
    cup = olga.tournament
    Tournament.objects.filter(pk=cup.pk).update(state="finished", finished_at=timezone.now())

    door = reverse("tournaments:edit", args=[cup.slug])
    answer = signed_in(olga.user, second_factor=True).post(door, {"name": cup.name, "schedule": f"10:00 {WORDS}"})

    kept(answer, LEFT)


@pytest.mark.parametrize("more", [" again" * 70, "\u202e"])
def test_an_announcement_that_is_refused_comes_back_in_its_field(signed_in, olga, more):
    desk = signed_in(olga.user, second_factor=True)

    answer = desk.post(reverse("tournaments:announce", args=[olga.tournament.slug]), {"text": WORDS + more})

    page = kept(answer, 'id="id_text_error"')
    assert LEFT not in page


def test_what_stands_in_its_field_is_not_shown_twice(case, signed_in):
    door = reverse("judging:file_dispute", args=[case.match.pk])

    answer = signed_in(case.anna.user).post(door, {"game": case.game.pk, "claim": "", "text": WORDS})

    assert LEFT not in kept(answer)


def test_nobody_who_only_looks_at_a_page_is_shown_what_others_typed(case, judge, client):
    filed = case.dispute()
    filing.withdraw_dispute(filed, by=case.anna.user)
    judge.post(reverse("judging:rule_on_dispute", args=[filed.pk]), {"decision": "go_on", "reason": WORDS})

    assert SHOWN not in judge.get(filed.get_absolute_url()).content.decode()
    assert SHOWN not in client.get(case.match.get_absolute_url()).content.decode()


def test_no_password_is_shown(client):
    secret = "correct horse battery staple"
    door = reverse("account_signup")

    answer = client.post(door, {"handle": "", "email": "", "password1": secret})

    assert answer.status_code in (200, 422)
    assert secret not in answer.content.decode()
