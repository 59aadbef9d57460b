"""Matches of the demo, brought to where they stand by the deeds of their players."""

from collections.abc import Sequence

from bos_tournament.history import jobs
from bos_tournament.history.models import Job
from bos_tournament.matches import bidding, choosing, greeting, opening, reporting, swapping
from bos_tournament.matches.models import Match, Reason, Seat

LOW, HIGH = 3, 7


def seats_of(match: Match) -> list[Seat]:
    """The two seats as they are now."""
    return list(match.seats.select_related("user", "match").order_by("number"))


def greet(match: Match) -> None:
    """Both have shown their bosses."""
    for seat in seats_of(match):
        greeting.greet(seat)


def bid(match: Match, *, one: int = HIGH, two: int = LOW) -> None:
    """Both seal a bid, and both are opened here, since no worker runs while the demo is made."""
    for seat, amount in zip(seats_of(match), (one, two), strict=True):
        bidding.seal_bid(seat, amount=amount)
    attempt = match.attempts.latest("number")
    for job in Job.objects.filter(task=bidding.OPEN_BIDS, subject=attempt.pk, state=Job.State.WAITING):
        jobs.perform(str(job.pk), opening.open_attempt)


def begin_game(match: Match, *, swap: bool = True) -> None:
    """From the bids to the first card: seat 1 bids more and goes first. From game 2 on nobody swaps, or has yet to."""
    bid(match)
    one, two = seats_of(match)
    choosing.choose_first(one, goes_first=True)
    if swap and match.games.count() > 1:
        for seat in (one, two):
            swapping.swap_reserves(seat, out=[], into=[])


def end_game(match: Match, *, winner: int, reason: Reason = Reason.PLAYED) -> None:
    """The winner reports, the other agrees."""
    seats = {seat.number: seat for seat in seats_of(match)}
    reporting.report(seats[winner], winner=seats[winner], reason=reason)
    reporting.agree(seats[3 - winner])


def play(match: Match, *winners: int) -> None:
    """Whole games in order, each won by the seat with that number."""
    for winner in winners:
        begin_game(match)
        end_game(match, winner=winner)


def bosses_half_shown(match: Match) -> None:
    """One player has confirmed the bosses."""
    greeting.greet(seats_of(match)[0])


def one_bid_in(match: Match) -> None:
    """One bid is sealed; nobody can see whose."""
    greet(match)
    bidding.seal_bid(seats_of(match)[1], amount=5)


def tied_once(match: Match) -> None:
    """Equal bids were opened, and new ones are asked for."""
    greet(match)
    bid(match, one=6, two=6)


def choice_open(match: Match) -> None:
    """The bids are opened; the higher bidder has yet to choose."""
    greet(match)
    bid(match, one=2, two=8)


def one_swap_locked(match: Match) -> None:
    """Game 1 is over; before game 2 one player has locked a swap."""
    greet(match)
    play(match, 1)
    begin_game(match, swap=False)
    swapping.swap_reserves(seats_of(match)[0], out=[], into=[])


def third_game(match: Match) -> None:
    """One game each, and the third is being played."""
    greet(match)
    play(match, 2, 1)
    begin_game(match)


def report_waits(match: Match) -> None:
    """Game 1 is played and reported; the other player has yet to answer."""
    greet(match)
    begin_game(match)
    seat = seats_of(match)[1]
    reporting.report(seat, winner=seat, reason=Reason.PLAYED)


def reports_differ(match: Match) -> None:
    """Game 2 is reported as won by each."""
    greet(match)
    play(match, 1)
    begin_game(match)
    for seat in seats_of(match):
        reporting.report(seat, winner=seat, reason=Reason.PLAYED)


def finished(match: Match, winners: Sequence[int] = (2, 1, 2)) -> None:
    """Played to its end."""
    greet(match)
    play(match, *winners)
