"""Earlier rulings: found by card, rule and word, without names, by judges alone."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.accounts.models import FormerName, User
from bos_tournament.cards import catalogue
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.disputes import dispute_rulings, precedents
from bos_tournament.judging.models import Dispute, Ruling, Subject
from bos_tournament.matches.models import Match
from engine.bos.model.card_pool import MAX_NAME, Pool, sample_pool
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.judging.cases import at_a_table

pytestmark = pytest.mark.django_db


def ruled(case, reason="The Cinder Imp was not ready, so 7.1.2 is broken.", claim="Ben attacked twice."):
    filed = case.dispute(claim=claim)
    return dispute_rulings.rule_on_dispute(filed, by=case.judge, decision=Ruling.Decision.GO_ON, reason=reason)


def names(found):
    return [(one.kind, one.name) for one in found.subjects.all()]


def test_a_ruling_is_kept_under_the_rules_it_cites_and_the_cards_it_names():
    made = ruled(at_a_table(), claim="The CINDER IMP attacked twice, and 99.9.9 is no rule.")

    assert names(made) == [("card", "Cinder Imp"), ("rule", "7.1.2")]


def test_a_ruling_about_the_card_with_the_longest_name_is_kept_under_it():
    case, name = at_a_table(), "Imp of the " + "e" * (MAX_NAME - 15) + " Ash"
    cards = Pool((*sample_pool().cards, replace(sample_pool().find("Cinder Imp"), name=name)))
    Match.objects.filter(pk=case.match.pk).update(pool=catalogue.pin_cards(cards, cards))

    assert names(ruled(case, claim=f"{name} attacked twice.")) == [
        ("card", "Cinder Imp"),
        ("card", name),
        ("rule", "7.1.2"),
    ]


def test_it_is_found_by_part_of_the_card_by_the_rule_and_the_rules_above_it():
    case = at_a_table()
    made, reader = ruled(case), case.judge

    found = {
        (card, rule, words): list(precedents.search_precedents(reader, card=card, rule=rule, words=words))
        for card, rule, words in [("imp", "", ""), ("", "7.1", ""), ("", "7.1.2", "ready"), ("", "", "twice")]
    }
    none = [
        *precedents.search_precedents(reader, card="dragon"),
        *precedents.search_precedents(reader, rule="7.1.20"),
        *precedents.search_precedents(reader, rule="7.10"),
        *precedents.search_precedents(reader, card="imp", rule="8.2"),
    ]

    assert list(found.values()) == [[made]] * 4
    assert none == []


def test_names_of_players_are_replaced_by_their_seats():
    case = at_a_table()
    anna, ben = case.anna.user.handle, case.ben.user.handle
    ruled(case, reason=f"{anna.upper()} was right, and {ben}'s imp was not.", claim=f"{ben} attacked twice.")

    (told,) = precedents.describe_precedents(precedents.with_all(precedents.search_precedents(case.judge)))

    assert told.reason == "P1 was right, and P2's imp was not."
    assert told.claim == "P2 attacked twice."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Anna conceded on turn 9, and anna's imp fell.", "P1 conceded on turn 9, and P1's imp fell."),
        ("ANNA W was ready; Quay was not.", "P1 was ready; P2 was not."),
        ("Ask Will about it; he will know.", "Ask P2 about it; he will know."),
        ("Will that do? Ben W. says so.", "Will that do? P2 W. says so."),
        ("Cinder attacked with a Cinder Imp.", "P1 attacked with a Cinder Imp."),
        ("Wilhelmina looked on.", "Wilhelmina looked on."),
    ],
)
def test_first_names_and_parts_of_names_are_hidden_too(said, told):
    case = at_a_table()
    User.objects.filter(pk=case.anna.user.pk).update(handle="Anna W", real_name="Cinder Ash")
    User.objects.filter(pk=case.ben.user.pk).update(handle="BenQuay", real_name="Will Quay")
    ruled(case, reason=said, claim="A Cinder Imp attacked.")

    (found,) = precedents.describe_precedents(precedents.with_all(precedents.search_precedents(case.judge)))

    assert found.reason == told
    assert found.claim == "A Cinder Imp attacked."


def test_a_name_from_before_is_hidden_and_one_that_both_have_is_either():
    case = at_a_table()
    for seat, handle in ((case.anna, "Kim North"), (case.ben, "Kim South")):
        User.objects.filter(pk=seat.user.pk).update(handle=handle, real_name="")
    FormerName.objects.create(user=case.anna.user, name="Roswitha")
    ruled(case, reason="Kim said that Roswitha was late.")

    (found,) = precedents.describe_precedents(precedents.with_all(precedents.search_precedents(case.judge)))

    assert found.reason == "P1/P2 said that P1 was late."


def test_an_overturned_ruling_is_no_precedent_and_says_so(signed_in):
    case = at_a_table()
    first = ruled(case)
    head = StaffFactory(tournament=case.tournament, role="head_judge").user
    last = dispute_rulings.rule_on_dispute(
        first.dispute, by=head, decision=Ruling.Decision.REPLAY, reason="7.1.2 was broken by both."
    )

    told = precedents.describe_precedents(precedents.with_all(precedents.search_precedents(case.judge)))
    page = signed_in(case.judge, second_factor=True).get(reverse("judging:precedents")).content.decode()

    assert [(one.ruling, one.overturned) for one in told] == [(last, False), (first, True)]
    assert page.count("overturned, not a precedent") == 1


def test_a_judge_who_takes_part_reads_nothing_of_that_tournament_while_it_runs():
    case = at_a_table()
    ruled(case)
    EntrantFactory(tournament=case.tournament, user=case.judge, state="playing", place=7)

    assert list(precedents.search_precedents(case.judge)) == []


def test_cleo_and_the_players_do_not_read_precedents_and_judges_need_a_second_factor():
    case = at_a_table()

    for user in (UserFactory(handle="Cleo"), case.anna.user):
        with pytest.raises(PermissionDenied):
            access_calls_and_penalties.precedents_reader(user)
    case.judge.second_factor = False
    with pytest.raises(SecondFactorNeeded):
        access_calls_and_penalties.precedents_reader(case.judge)


def test_the_page_asks_as_often_for_20_rulings_as_for_one(signed_in):
    case = at_a_table()
    ruled(case)
    judge, page = signed_in(case.judge, second_factor=True), reverse("judging:precedents")
    judge.get(page)
    with CaptureQueriesContext(connection) as one:
        judge.get(page)
    for number in range(19):
        filed = Dispute.objects.create(game=at_a_table().game, filed_by=UserFactory(), claim="Twice.", state="ruled")
        made = Ruling.objects.create(dispute=filed, by=case.judge, decision="uphold", reason=f"No {number}.")
        Subject.objects.create(ruling=made, kind="rule", name="7.1.2")

    with CaptureQueriesContext(connection) as many:
        answer = judge.get(page)

    assert len(one) == len(many)
    assert "20 rulings" in answer.content.decode()


def test_a_search_that_is_too_long_is_answered_at_the_field(signed_in):
    answer = signed_in(at_a_table().judge, second_factor=True).get(reverse("judging:precedents"), {"rule": "7" * 40})

    assert answer.status_code == 422
