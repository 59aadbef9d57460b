"""Deck tests: Anna has a bot test her list, the worker plays, and what comes of it is counted and kept to herself."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import Http404
from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.decks.models import Deck
from bos_tournament.errors import Refused
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.play import tasks
from bos_tournament.play.deck_tests import access, playing, presenter, tally, testing
from bos_tournament.play.deck_tests.models import DeckTest
from bos_tournament.play.deck_tests.schedule import ETHER, GAMES, all_games, game_at, games_with_ether
from bos_tournament.play.deck_tests.win_rates import Share, difference, even_ether, share_of
from tests.factories import UserFactory
from tests.play.deck_tests import USE, begun, fresh, won, work
from tests.play.practice import MEADOW, NIGHT, SPARKS

pytestmark = pytest.mark.django_db
TOO_FEW = ("Two cards", "Root Giant\nMoon Lily\n")
assert tasks.DEEDS[testing.JOB] is playing.play_on


@pytest.fixture
def few_nodes(monkeypatch):
    """A bot that looks at little, so that games are short work."""
    monkeypatch.setattr(playing, "NODES", 8)


def refusal(deed, *arguments, **named):
    with pytest.raises(Refused) as refused:
        deed(*arguments, **named)
    return refused.value.code


def tallies(test):
    return [opponent.tally for opponent in test.opponents.all()]


# Starting, cancelling, deleting


def test_anna_starts_a_test_and_the_worker_plays_it_to_its_end(anna, few_nodes):
    test = begun(anna, opponents=(MEADOW, NIGHT))

    work(steps=1_000)

    test = fresh(test)
    assert (test.state, test.played, test.lines) == ("done", all_games(2, 2), [])
    shown = presenter.results(test)
    assert [row["name"] for row in shown["opponents"]] == ["Open Meadow", "Long Night"]
    assert [row["first"]["games"] for row in shown["opponents"]] == [1, 1]
    assert shown["all"]["both"]["games"] == 4
    assert not Job.objects.filter(task=testing.JOB, state=Job.State.WAITING).exists()


def test_the_same_test_comes_to_the_same_end_wherever_it_was_interrupted(anna, few_nodes, monkeypatch):
    whole = begun(anna)
    monkeypatch.setattr(playing, "STEP_NODES", 10**6)
    work(steps=50)

    monkeypatch.setattr(playing, "STEP_NODES", 100)
    again = begun(anna)
    work(steps=10_000)

    assert (fresh(whole).state, fresh(again).state) == ("done", "done")
    assert tallies(whole) == tallies(again)


def test_a_worker_that_dies_in_a_step_leaves_the_games_before_and_the_next_goes_on(anna, few_nodes, monkeypatch):
    test = begun(anna)
    monkeypatch.setattr(playing, "STEP_NODES", 100)
    work()
    before = fresh(test)
    monkeypatch.setattr(playing, "_keep", lambda *given: 1 / 0)
    work()

    after = fresh(test)
    assert (before.played, before.lines) == (after.played, after.lines)
    assert before.lines
    monkeypatch.undo()
    monkeypatch.setattr(playing, "NODES", 8)
    jobs.run(str(Job.objects.get(task=testing.JOB, state=Job.State.BEGUN).pk))
    assert len(fresh(test).lines) != len(before.lines)


def test_a_test_steps_aside_after_a_line_when_somebody_waits_for_a_bot(anna, few_nodes):
    test = begun(anna)
    jobs.enqueue("play.answer", uuid4())

    work()

    assert (fresh(test).played, len(fresh(test).lines)) == (0, 1)


def test_its_hints_wait_behind_those_of_boards(settings):
    assert settings.JOB_QUEUES[testing.JOB] == settings.JOB_QUEUES["play.answer"]
    assert settings.JOB_PRIORITIES == {testing.JOB: 9}


def test_a_cancelled_test_keeps_what_is_known_and_plays_no_more(anna, few_nodes, monkeypatch):
    monkeypatch.setattr(playing, "STEP_NODES", 100)
    test = begun(anna)
    work()
    testing.cancel_test(fresh(test))
    before = fresh(test)

    work(steps=10)
    testing.cancel_test(fresh(test))

    assert (fresh(test).state, fresh(test).played) == ("cancelled", before.played)
    assert fresh(test).over_at == before.over_at


def test_cancelling_while_the_worker_plays_wins(anna, few_nodes, monkeypatch):
    test = begun(anna)
    monkeypatch.setattr(playing, "_is_to_stop", lambda given: testing.cancel_test(given) is None)

    work()

    assert (fresh(test).state, fresh(test).played, fresh(test).lines) == ("cancelled", 0, [])


def test_one_test_of_a_person_runs_at_a_time(anna):
    test = begun(anna)

    assert refusal(begun, anna) == "running"

    testing.cancel_test(test)
    assert begun(anna).state == "running"
    assert begun(UserFactory()).state == "running"


@pytest.mark.parametrize("opponents", [(), (MEADOW,) * 13])
def test_a_test_has_one_to_twelve_opponents(anna, opponents):
    assert refusal(begun, anna, opponents=opponents) == "opponents"


def test_lists_that_are_not_legal_are_not_tested(anna):
    assert refusal(begun, anna, deck=TOO_FEW) == "illegal_list"
    assert refusal(begun, anna, opponents=(TOO_FEW,)) == "illegal_list"


def test_the_oldest_tests_make_room(anna, monkeypatch):
    monkeypatch.setattr(testing, "MOST_KEPT", 2)
    made = []
    for days in (3, 2, 1):
        test = begun(anna)
        DeckTest.objects.filter(pk=test.pk).update(made_at=timezone.now() - timedelta(days=days))
        testing.cancel_test(test)
        made.append(test.pk)

    assert set(DeckTest.objects.values_list("pk", flat=True)) == set(made[1:])


def test_a_deleted_test_takes_its_opponents_along_and_its_job_does_nothing(anna):
    test = begun(anna)
    testing.delete_test(test)

    work()

    assert not DeckTest.objects.exists()


# Who sees it


def test_nobody_else_sees_annas_test_until_she_shares_it_and_not_after(anna):
    test, cleo = begun(anna), UserFactory(handle="Cleo")
    with pytest.raises(Http404):
        access.deck_test(cleo, test.pk)

    testing.share_test(test, shared=True)
    first = fresh(test).share_key
    testing.share_test(fresh(test), shared=True)
    assert fresh(test).share_key == first
    assert access.shared_test(first).pk == test.pk

    testing.share_test(fresh(test), shared=False)
    with pytest.raises(Http404):
        access.shared_test(first)
    testing.share_test(fresh(test), shared=True)
    assert fresh(test).share_key != first


def test_the_list_is_sealed_like_a_deck(anna):
    test = begun(anna)
    names = [type(field).__name__ for field in (Deck._meta.get_field("text"), DeckTest._meta.get_field("deck"))]

    assert names == ["SealedTextField", "SealedTextField"]
    assert fresh(test).deck == SPARKS[1]
    assert User.objects.get(pk=anna.pk).deck_tests.count() == 1


# Which games are played


def test_each_opponent_is_played_in_turn_going_first_and_second_in_turn_and_then_with_ether():
    plans = [game_at(at, 2, 2) for at in range(all_games(2, 2))]

    assert [(plan.opponent, plan.goes_first, plan.ether) for plan in plans[:4]] == [
        (0, True, 0), (1, True, 0), (0, False, 0), (1, False, 0),
    ]  # fmt: skip
    assert [plan.ether for plan in plans[4:]] == [2] * 4 + [5] * 4
    assert (GAMES, games_with_ether(GAMES), all_games(6, GAMES)) == (200, 40, 6 * 280)
    assert ETHER == (2, 5)


def test_the_ether_is_for_whoever_goes_second(anna):
    test = begun(anna)
    opponent = test.opponents.get()

    first, second = (playing.given_of(test, opponent, won(first=first, ether=5)).pinned for first in (True, False))

    assert (first.first, first.ether) == (0, (0, 5))
    assert (second.first, second.ether) == (1, (5, 0))


# What is counted


def test_a_tally_counts_wins_by_seat_vim_boss_and_idle_cards_of_games_without_ether():
    counted = tally.empty()
    tally.count(counted, won(first=True), 0, ended=True, use=USE)
    tally.count(counted, won(first=False), 1, ended=True, use=USE._replace(boss_turn=0, idle=()))
    tally.count(counted, won(first=False, ether=2), 1, ended=True, use=USE)
    tally.count(counted, won(first=True), None, ended=False, use=USE)

    assert (counted["first"], counted["second"], counted["ether"]) == ([1, 1, 0], [0, 0, 1], {"2": [1, 0, 0]})
    assert (counted["vim"], counted["boss"], counted["unended"]) == ([12, 6], [8, 2], 1)
    assert counted["idle"] == {"Root Giant": {"6.1.2": 2}}
    assert tally.summed([counted, counted])["idle"] == {"Root Giant": {"6.1.2": 4}}


def test_a_win_rate_has_a_wilson_interval():
    share = share_of([60, 0, 40])

    assert (round(share.share, 3), round(share.low, 3), round(share.high, 3)) == (0.6, 0.502, 0.691)
    assert share_of([0, 0, 0]) is None
    assert share_of([0, 10, 0]).share == 0.5


def test_two_lists_differ_clearly_only_where_their_intervals_do_not_overlap():
    even = share_of([100, 0, 100])
    far, near, nearly = (difference(share_of([wins, 0, 200 - wins]), even) for wins in (140, 105, 122))

    assert (far.is_clear, near.is_clear, nearly.is_clear) == (True, False, False)
    assert nearly.low > 0
    assert (round(far.share, 2), round(far.low, 2), round(far.high, 2)) == (0.2, 0.1, 0.29)


def about(share, spread=0.02):
    return Share(share, share - spread, share + spread, 1_000)


def test_the_ether_that_makes_it_even_lies_on_the_line_between_two_amounts():
    found = even_ether([(0, about(0.6)), (2, about(0.55)), (5, about(0.40))])

    assert (found.how, round(found.amount, 6)) == ("found", 3)
    assert found.low < 3 < found.high


@pytest.mark.parametrize(
    ("shares", "how"),
    [((0.5, 0.4, 0.3), "even"), ((0.4, 0.3, 0.2), "second"), ((0.7, 0.65, 0.6), "more")],
)
def test_where_no_amount_was_found_it_says_why(shares, how):
    assert even_ether([(ether, about(share)) for ether, share in zip((0, *ETHER), shares, strict=True)]).how == how


def test_without_games_with_ether_nothing_is_said_of_it():
    assert even_ether([(0, about(0.6))]) is None
