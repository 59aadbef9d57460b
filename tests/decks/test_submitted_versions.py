"""Versions of a list: pinned when legal, amended with a reason, read on the record."""

import pytest

from bos_tournament.decks import submitted_versions
from bos_tournament.errors import Refused
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
LIST = next(iter(starter_decks().values()))


def hand_in(owner, text=LIST, previous=None):
    return submitted_versions.hand_in(owner, text=text, pool=sample_pool(), edition="bos-1", previous=previous)


def test_anna_hands_in_a_legal_list_and_then_a_second_version():
    anna = UserFactory(handle="Anna")

    first = hand_in(anna)
    second = hand_in(anna, previous=first)

    assert (first.number, second.number, second.previous) == (1, 2, first)
    assert sample_pool().find(first.boss).type == "boss"


def test_a_list_that_is_not_legal_is_refused_with_every_problem():
    with pytest.raises(Refused) as refusal:
        hand_in(UserFactory(), "Boss\nNobody Known\n")

    assert refusal.value.code == "illegal_list"
    assert {problem.rule for problem in refusal.value.facts["problems"]} >= {"1.1.1", "1.1.4"}


def test_a_judge_amends_with_a_reason_and_the_old_version_stays():
    anna, judge = UserFactory(), UserFactory(handle="Judge Jo")
    first = hand_in(anna)

    with pytest.raises(Refused, match="Give the reason"):
        submitted_versions.amend(first, by=judge, text=LIST, reason=" ", pool=sample_pool(), edition="bos-1")
    second = submitted_versions.amend(
        first, by=judge, text=LIST, reason="A card was damaged.", pool=sample_pool(), edition="bos-1"
    )

    assert (second.owner, second.amended_by, second.previous) == (anna, judge, first)


def test_a_judges_look_is_written_down_and_the_owners_own_is_not():
    anna, judge = UserFactory(), UserFactory()
    version = hand_in(anna)

    submitted_versions.look(version, anna, purpose="my own")
    submitted_versions.look(version, judge, purpose="deck check")

    assert [(look.viewer, look.purpose) for look in version.looks.all()] == [(judge, "deck check")]
