"""Matches of the demo, brought to where they stand by the deeds of their players."""

from collections.abc import Sequence

from bos_tournament.matches import (
    bid_entry,
    bid_opening,
    bid_sealing,
    boss_reveal,
    first_player_choice,
    reserve_swaps,
    result_reports,
)
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job

LOW, HIGH = 3, 7


def seats_of(match: Match) -> list[Seat]:
    """The two seats as they are now."""
    return list(match.seats.select_related("user", "match").order_by("number"))


def confirm_bosses(match: Match) -> None:
    """Both have shown their bosses."""
    for seat in seats_of(match):
        boss_reveal.confirm_bosses(seat)


def bid(match: Match, *, first: int = HIGH, second: int = LOW) -> None:
    """Both seal a bid, and both are opened here, since no worker runs while the demo is made."""
    for seat, amount in zip(seats_of(match), (first, second), strict=True):
        bid_entry.seal_bid(seat, amount=amount)
    attempt = match.attempts.latest("number")
    for job in Job.objects.filter(task=bid_sealing.OPEN_BIDS, subject=attempt.pk, state=Job.State.WAITING):
        jobs.perform(str(job.pk), bid_opening.open_attempt)


def begin_game(match: Match, *, swap: bool = True) -> None:
    """From the bids to the first card: seat 1 bids more and goes first. From game 2 on nobody swaps, or has yet to."""
    bid(match)
    first, second = seats_of(match)
    first_player_choice.choose_first(first, goes_first=True)
    if swap and match.games.count() > 1:
        for seat in (first, second):
            reserve_swaps.swap_reserves(seat, out=[], into=[])


def end_game(match: Match, *, winner: int, reason: Reason = Reason.PLAYED) -> None:
    """The winner reports, the other agrees."""
    seats = {seat.number: seat for seat in seats_of(match)}
    result_reports.report_result(seats[winner], winner=seats[winner], reason=reason)
    result_reports.agree(seats[3 - winner])


def play(match: Match, *winners: int) -> None:
    """Whole games in order, each won by the seat with that number."""
    for winner in winners:
        begin_game(match)
        end_game(match, winner=winner)


def bosses_half_shown(match: Match) -> None:
    """One player has confirmed the bosses."""
    boss_reveal.confirm_bosses(seats_of(match)[0])


def one_bid_in(match: Match) -> None:
    """One bid is sealed; nobody can see whose."""
    confirm_bosses(match)
    bid_entry.seal_bid(seats_of(match)[1], amount=5)


def tied_once(match: Match) -> None:
    """Equal bids were opened, and new ones are asked for."""
    confirm_bosses(match)
    bid(match, first=6, second=6)


def choice_open(match: Match) -> None:
    """The bids are opened; the higher bidder has yet to choose."""
    confirm_bosses(match)
    bid(match, first=2, second=8)


def one_swap_locked(match: Match) -> None:
    """Game 1 is over; before game 2 one player has locked a swap."""
    confirm_bosses(match)
    play(match, 1)
    begin_game(match, swap=False)
    reserve_swaps.swap_reserves(seats_of(match)[0], out=[], into=[])


def third_game(match: Match) -> None:
    """One game each, and the third is being played."""
    confirm_bosses(match)
    play(match, 2, 1)
    begin_game(match)


def report_waits(match: Match) -> None:
    """Game 1 is played and reported; the other player has yet to answer."""
    confirm_bosses(match)
    begin_game(match)
    seat = seats_of(match)[1]
    result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED)


def reports_differ(match: Match) -> None:
    """Game 2 is reported as won by each."""
    confirm_bosses(match)
    play(match, 1)
    begin_game(match)
    for seat in seats_of(match):
        result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED)


def finished(match: Match, winners: Sequence[int] = (2, 1, 2)) -> None:
    """Played to its end."""
    confirm_bosses(match)
    play(match, *winners)
