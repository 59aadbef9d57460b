"""Whatever people do in whatever order, a match keeps its laws."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bos_tournament.errors import Refused
from bos_tournament.matches import (
    bid_entry,
    boss_reveal,
    first_player_choice,
    presenter,
    reserve_swaps,
    result_reports,
    staff_results,
)
from bos_tournament.matches.models import BidAttempt, Match, Reason
from tests.matches.playing import enter, fresh, new_match, open_waiting_bids, person, seats

Step, State = Match.Step, BidAttempt.State
pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYERS = {
    "greet": lambda seat, n: boss_reveal.confirm_bosses(seat),
    "bid": lambda seat, n: bid_entry.seal_bid(seat, amount=n % 3),
    "name": lambda seat, n: first_player_choice.name_chooser(seat),
    "choose": lambda seat, n: first_player_choice.choose_first(seat, goes_first=n % 2 == 0),
    "swap": lambda seat, n: reserve_swaps.swap_reserves(seat, out=[], into=[]),
    "report": lambda seat, n: result_reports.report_result(
        seat, winner=(*seats(seat.match), None)[n % 3], reason=Reason.PLAYED
    ),
    "agree": lambda seat, n: result_reports.agree(seat),
    "withdraw": lambda seat, n: result_reports.withdraw_report(seat),
}
STAFF = {
    "void": lambda match, judge, n: bid_entry.void_attempt(match, by=judge, reason="Seen."),
    "result": lambda match, judge, n: enter(match, judge, wins=((2, 1), (0, 2))[n % 2], winner=1 + n % 2),
    "take back": lambda match, judge, n: staff_results.withdraw_result(match, by=judge, why="Wrong table."),
    "decide": lambda match, judge, n: staff_results.decide_game(
        match.games.all()[n % match.games.count()], by=judge, winner=seats(match)[n % 2], why="Seen."
    ),
    "replay": lambda match, judge, n: staff_results.replay_game(
        match.games.all()[n % match.games.count()], by=judge, why="Seen."
    ),
}
# Players do much more than judges, or no match would ever be played.
deeds = st.one_of(*[st.sampled_from(sorted(PLAYERS))] * 9, st.sampled_from(sorted(STAFF)))


def check_laws(match):
    attempts, games = list(match.attempts.all()), list(match.games.all())
    over = match.step == Step.FINISHED
    assert [one.number for one in attempts] == list(range(1, len(attempts) + 1))
    assert [one.number for one in games] == list(range(1, len(games) + 1))
    assert sum(game.outcome == "" for game in games) == (not over)
    assert sum(one.state in BidAttempt.LIVE for one in attempts) == (match.step == Step.BIDDING)
    for attempt in attempts:
        amounts = list(attempt.bids.values_list("amount", flat=True))
        opened = attempt.state in (State.REVEALED, State.TIED, State.NAMED)
        assert all((amount is not None) == opened for amount in amounts)
        assert not opened or (len(set(amounts)) == 1) == (attempt.state != State.REVEALED)
        assert len(amounts) == 2 or attempt.state in (State.OPEN, State.ONE_IN, State.VOID)
    for game in games:
        assert (game.chooser_id is None) or sum(ether > 0 for ether in game.ether.values()) <= 1
    won = {seat.pk: seat.games_won for seat in match.seats.all()}
    assert max(won.values()) <= match.wins_needed
    if over and not match.entered_whole:
        assert won[match.winner_id] == match.wins_needed
    if not over:
        assert max(won.values()) < match.wins_needed
    for viewer in (None, *seats(match)):
        content = presenter.present_match(match, viewer)
        assert content["now"]
        assert viewer is not None or content["you"] is None


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(deeds, st.integers(0, 5)), min_size=20, max_size=70))
def test_every_sequence_of_deeds_keeps_the_laws_of_a_match(done):
    match, judge = new_match(), person()
    for seat in seats(match):
        boss_reveal.confirm_bosses(seat)
    sentences = []
    for name, n in done:
        try:
            if name in PLAYERS:
                PLAYERS[name](seats(match)[n % 2], n)
            else:
                STAFF[name](fresh(match), judge, n)
        except Refused as refusal:
            sentences.append(str(refusal))
        open_waiting_bids()
        check_laws(fresh(match))
    assert all(sentence.endswith(".") for sentence in sentences)
