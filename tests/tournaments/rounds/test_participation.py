"""Leaving, coming back, being taken out, not coming, coming late: while the tournament runs."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.pairing.event import Unplayed
from bos_tournament.tournaments.entrants import guests, participation
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.structure import stage_standings
from tests.factories import DeckVersionFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, enter, entrant, opened, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db
State = Entrant.State


def code_of(refusal):
    return refusal.value.code


def line_of(cup, name):
    ident = stage_standings.player_id(entrant(cup, name))
    return next(rank for rank in stage_standings.ranks(cup) if rank.id == ident)


def test_anna_drops_but_plays_her_round_to_its_end():
    cup = running(NAMES[:4], planned=2)
    round_ = publish(cup)

    anna = participation.drop(entrant(cup, "Anna"))
    play(round_)
    round_cycle.close(round_)

    assert (anna.state, anna.dropped_after) == (State.DROPPED, 1)
    assert line_of(cup, "Anna").points == 3
    assert not publish(cup).sittings.filter(entrant=anna).exists()


def test_anna_undoes_her_drop_until_the_next_round_is_paired():
    cup = running(NAMES[:4], planned=3)
    play_and_close(cup)
    anna = participation.drop(entrant(cup, "Anna"))
    assert participation.undo_drop(anna).state == State.PLAYING

    participation.drop(anna)
    publish(cup)
    with pytest.raises(Refused) as refusal:
        participation.undo_drop(anna)

    assert code_of(refusal) == "too_late_to_undo"


def test_nobody_drops_twice():
    cup = running(NAMES[:4])
    anna = participation.drop(entrant(cup, "Anna"))

    with pytest.raises(Refused) as refusal:
        participation.drop(anna)

    assert code_of(refusal) == "not_playing"


def test_nobody_drops_before_the_start():
    cup = opened(NAMES[:2])

    with pytest.raises(Refused) as refusal:
        participation.drop(entrant(cup, "Anna"))

    assert code_of(refusal) == "not_running"


def test_rounds_missed_while_away_are_lost():
    cup = running(NAMES[:6], planned=3)
    play_and_close(cup)
    anna = participation.drop(entrant(cup, "Anna"))
    play_and_close(cup)

    participation.reinstate(anna, by=UserFactory())
    publish(cup)

    missed = Pairing.objects.get(sittings__entrant=anna, round__number=2)
    assert missed.unplayed == Unplayed.ABSENT
    assert line_of(cup, "Anna").record == (1, 1, 0)


def test_a_walk_in_comes_late_and_has_lost_the_rounds_before():
    cup = running(NAMES[:4], planned=3)
    play_and_close(cup)
    mia, _ = guests.add_guest(cup, handle="Mia", real_name="", by=UserFactory())

    without_list = publish(cup)
    assert not without_list.sittings.filter(entrant=mia).exists()
    mia.deck_version = DeckVersionFactory(owner=mia.user)
    mia.save()
    play(without_list)
    round_cycle.close(without_list)

    assert publish(cup).sittings.filter(entrant=mia).exists()
    assert line_of(cup, "Mia").record == (0, 2, 0)


def test_whoever_was_left_out_at_the_start_comes_in_late():
    cup = opened(NAMES[:4], capacity=4)
    cup.entrants.filter(user__handle="Dora").update(deck_version=None)
    from tests.tournaments.running_tournaments import start

    cup = start(cup)
    dora = participation.reinstate(entrant(cup, "Dora"), by=UserFactory())

    assert (dora.state, dora.place) == (State.PLAYING, 4)


def test_an_illegal_list_does_not_come_back():
    cup = running(NAMES[:4])
    dora = participation.drop(entrant(cup, "Dora"))
    dora.deck_version.text = "1 Thornback"
    dora.deck_version.save()

    with pytest.raises(Refused) as refusal:
        participation.reinstate(dora, by=UserFactory())

    assert code_of(refusal) == "illegal_list"


def test_somebody_who_plays_is_not_brought_back():
    cup = running(NAMES[:4])

    with pytest.raises(Refused) as refusal:
        participation.reinstate(entrant(cup, "Anna"), by=UserFactory())

    assert code_of(refusal) == "not_gone"


def test_nobody_comes_back_into_a_bracket_that_went_on():
    cup = running(NAMES[:8], format=Tournament.Format.SINGLE)
    anna = participation.drop(entrant(cup, "Anna"))
    play_and_close(cup)

    with pytest.raises(Refused) as refusal:
        participation.reinstate(anna, by=UserFactory())

    assert code_of(refusal) == "bracket_gone_on"


@pytest.mark.parametrize(
    ("deed", "state", "reason"),
    [
        (participation.remove_entrant, State.REMOVED, Reason.FORFEIT),
        (participation.disqualify, State.DISQUALIFIED, Reason.DISQUALIFIED),
    ],
)
def test_taken_out_at_once_ben_loses_the_match_that_is_on(deed, state, reason):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()

    ben = deed(entrant(cup, "Ben"), by=UserFactory(), why="He hid a card.")

    pairing.match.refresh_from_db()
    assert (ben.state, ben.note) == (state, "He hid a card.")
    assert (pairing.match.winner.user.handle, pairing.match.reason) == ("Anna", reason)
    round_cycle.close(pairing.round)
    assert line_of(cup, "Anna").record == (1, 0, 0)


def test_a_result_that_stands_is_not_touched_by_a_disqualification():
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    seat = pairing.match.seats.get(user__handle="Ben")
    enter(pairing, *((2, 0) if seat.number == 1 else (0, 2)))

    participation.disqualify(entrant(cup, "Ben"), by=UserFactory(), why="Shouted at the judge.")

    pairing.match.refresh_from_db()
    assert pairing.match.winner == seat


@pytest.mark.parametrize("deed", [participation.remove_entrant, participation.disqualify])
def test_nobody_is_taken_out_without_a_reason(deed):
    cup = running(NAMES[:2])

    with pytest.raises(Refused) as refusal:
        deed(entrant(cup, "Ben"), by=UserFactory(), why=" ")

    assert code_of(refusal) == "reason_missing"


def test_removed_before_the_start_the_place_goes_to_the_waitlist():
    cup = opened(["Anna", "Ben"], capacity=2)
    from tests.tournaments.running_tournaments import ready

    ready(cup, "Cleo", place=None, state=State.WAITLISTED)

    participation.remove_entrant(entrant(cup, "Ben"), by=UserFactory(), why="Asked to leave.")

    assert (entrant(cup, "Cleo").state, entrant(cup, "Cleo").place) == (State.REGISTERED, 2)


def test_ben_did_not_come_and_is_dropped():
    cup = running(NAMES[:2], planned=2)
    pairing = publish(cup).pairings.get()
    number = pairing.match.seats.get(user__handle="Ben").number

    participation.no_show(pairing, absent=[number], by=UserFactory(), why="Not there after ten minutes.", and_drop=True)
    round_cycle.close(pairing.round)

    assert entrant(cup, "Ben").state == State.DROPPED
    assert line_of(cup, "Anna").record == (1, 0, 0)
    event = stage_standings.build_event(cup)
    assert event.rounds[0][0].unplayed == "no_show"
    assert event.rounds[0][0].players[0] == stage_standings.player_id(entrant(cup, "Ben"))


def test_nobody_came_and_both_lose():
    cup = running(NAMES[:2], planned=2)
    pairing = publish(cup).pairings.get()

    participation.no_show(pairing, absent=[1, 2], by=UserFactory(), why="Both at lunch.", and_drop=False)
    round_cycle.close(pairing.round)

    assert [rank.record for rank in stage_standings.ranks(cup)] == [(0, 1, 0), (0, 1, 0)]


@pytest.mark.parametrize("absent", [[], [3]])
def test_a_no_show_needs_somebody_who_was_to_be_there(absent):
    cup = running(NAMES[:2])
    pairing = publish(cup).pairings.get()

    with pytest.raises(Refused) as refusal:
        participation.no_show(pairing, absent=absent, by=UserFactory(), why="Late.", and_drop=False)

    assert code_of(refusal) == "absent_missing"


def test_a_no_show_overwrites_no_result_not_even_one_from_which_the_bracket_went_on():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    pairing = play_and_close(cup).pairings.get(table=1)
    publish(cup)
    winner = pairing.match.winner

    with pytest.raises(Refused) as refusal:
        participation.no_show(pairing, absent=[winner.number], by=UserFactory(), why="Wrong table.", and_drop=False)

    assert code_of(refusal) == "result_stands"
    assert Pairing.objects.get(pk=pairing.pk).match.winner == winner


GAMES = [
    ((2, 1), "played", 1, (2, 1, 0)),
    ((1, 1), "played", None, (1, 1, 0)),
    ((0, 0), "played", None, (0, 0, 3)),
    ((1, 1), "conceded", 1, (2, 1, 0)),
    ((0, 0), "judged", 2, (0, 2, 0)),
    ((1, 0), "time", 1, (1, 0, 0)),
]


@pytest.mark.parametrize(("wins", "reason", "winner", "games"), GAMES)
def test_a_result_counts_in_the_standings_as_it_was_given(wins, reason, winner, games):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    from bos_tournament.matches import staff_results

    seat = pairing.match.seats.filter(number=winner).first()
    staff_results.enter_result(
        pairing.match,
        by=UserFactory(),
        wins={1: wins[0], 2: wins[1]},
        winner=seat,
        reason=Reason(reason),
        why="Reported at the desk.",
    )
    round_cycle.close(pairing.round)

    assert stage_standings.build_event(cup).rounds[0][0].games == games
