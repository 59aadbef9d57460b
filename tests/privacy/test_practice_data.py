"""Practice games, analyses and deck tests of a person: in the export, moved by a merge, and gone with the person."""

import pytest

from bos_tournament.cards import catalogue
from bos_tournament.play import practice_games
from bos_tournament.play.analysis import access, editing, opening
from bos_tournament.play.deck_tests import testing
from bos_tournament.play.lessons import progress
from bos_tournament.play.lessons.walking import Walk
from bos_tournament.play.models import (
    AnalysisLine,
    AnalysisTree,
    DeckTest,
    DeckTestOpponent,
    LessonProgress,
    PracticeGame,
    PracticeLine,
)
from bos_tournament.privacy import erasure, export, merging
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_anna_takes_her_games_along_with_every_line_and_they_go_with_her():
    anna = UserFactory(handle="Anna")
    catalogue.load(sample_pool().write(), publish=True)
    decks = list(starter_decks().items())[:2]
    practice_games.start_practice(anna, bot="newt", deck=decks[0], bot_deck=decks[1])

    data = export.own_data(anna)
    assert [row["deck_name"] for row in data["yours"]["play.practicegame"]] == [decks[0][0]]
    assert [row["written"] for row in data["yours"]["play.practiceline"]] == ["T1 P1"]
    assert data["what_it_means"]["play.practicegame"].startswith("A game that you played against a bot")

    erasure.erase(anna)
    assert not PracticeGame.objects.exists()
    assert not PracticeLine.objects.exists()


def test_anna_takes_along_what_she_learnt_and_it_goes_with_her():
    anna = UserFactory(handle="Anna")
    progress.keep_for(anna, "bos/blocks", Walk(3))

    data = export.own_data(anna)
    assert [(row["lesson"], row["done"]) for row in data["yours"]["play.lessonprogress"]] == [("bos/blocks", 3)]
    assert data["what_it_means"]["play.lessonprogress"] == "How far you are in a lesson."

    erasure.erase(anna)
    assert not LessonProgress.objects.exists()


def test_two_accounts_of_anna_bring_the_same_lesson_and_become_one_and_part_again():
    anna, again = UserFactory(handle="Anna"), UserFactory(handle="Anna again")
    progress.keep_for(anna, "bos/blocks", Walk(3))
    progress.keep_for(again, "bos/blocks", Walk(5))

    merger = merging.merge(again, anna, by=anna, token=merging.preview_merge(again, anna).token)
    assert progress.walks_of(anna)["bos/blocks"].done == 5

    merging.split(merger)
    assert progress.walks_of(anna)["bos/blocks"].done == 3


def analysed(user):
    """An analysis of this user with a line that has a remark."""
    catalogue.load(sample_pool().write(), publish=True)
    one, two = list(starter_decks().items())[:2]
    tree = opening.open_from_decks(user, deck_one=one, deck_two=two)
    line = editing.add_line(tree, access.line_of(tree, None), "T1 P1", by=user)
    editing.comment_on(tree, line, "Mine.")
    return tree


def test_anna_takes_her_analyses_along_with_every_remark_and_they_go_with_her():
    anna = UserFactory(handle="Anna")
    tree = analysed(anna)
    copied = opening.copy_analysis(UserFactory(handle="Ben"), tree)

    data = export.own_data(anna)
    assert [row["id"] for row in data["yours"]["play.analysistree"]] == [tree.pk]
    assert [row["comment"] for row in data["yours"]["play.analysisline"]] == ["", "Mine."]
    assert data["what_it_means"]["play.analysistree"].startswith("An analysis: a record with branches")

    erasure.erase(anna)
    assert AnalysisTree.objects.get() == copied
    assert not AnalysisLine.objects.exclude(tree=copied).exists()


def test_two_accounts_that_become_one_have_one_list_of_analyses():
    anna, admin = UserFactory(handle="Anna"), UserFactory(handle="Admin", is_staff=True)
    twice = UserFactory(handle="Anna again")
    tree = analysed(twice)

    merging.merge(twice, anna, by=admin, token=merging.preview_merge(twice, anna).token)

    assert list(access.own_trees(anna)) == [tree]


def deck_tested(user):
    """A deck test of this user with one opponent."""
    catalogue.load(sample_pool().write(), publish=True)
    one, two = list(starter_decks().items())[:2]
    return testing.start_test(user, deck=one, opponents=[two], games=2)


def test_anna_takes_her_deck_tests_along_with_the_lists_and_results_and_they_go_with_her():
    anna = UserFactory(handle="Anna")
    test = deck_tested(anna)
    testing.share_test(test, shared=True)

    data = export.own_data(anna)
    rows, opponents = data["yours"]["play.decktest"], data["yours"]["play.decktestopponent"]
    assert [(row["id"], row["deck"]) for row in rows] == [(test.pk, test.deck)]
    assert "share_key" not in rows[0]
    assert [row["name"] for row in opponents] == [test.opponents.get().name]
    assert data["what_it_means"]["play.decktest"].startswith("A test of a deck list of yours")

    erasure.erase(anna)
    assert not DeckTest.objects.exists()
    assert not DeckTestOpponent.objects.exists()


def test_two_accounts_of_anna_keep_the_deck_tests_of_both_even_while_both_run():
    anna, again = UserFactory(handle="Anna"), UserFactory(handle="Anna again")
    tests = {deck_tested(user).pk for user in (anna, again)}

    merger = merging.merge(again, anna, by=anna, token=merging.preview_merge(again, anna).token)
    assert set(anna.deck_tests.values_list("pk", flat=True)) == tests

    merging.split(merger)
    assert again.deck_tests.count() == 1
