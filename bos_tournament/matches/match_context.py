"""What is known about a match when it is shown to somebody: read once, with the same few queries for every match."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bos_tournament.matches import new_phones, surroundings
from bos_tournament.matches.clock_marks import last
from bos_tournament.matches.models import Bid, BidAttempt, ClockMark, Game, Match, NewPhone, Report, Seat, Swap
from bos_tournament.matches.new_phones import Waiting

Step = Match.Step
OPENED = (BidAttempt.State.REVEALED, BidAttempt.State.TIED, BidAttempt.State.NAMED)


@dataclass(frozen=True)
class Facts:
    """A match as `viewer` may see it; the public has no seat. Of unopened bids only the viewer's own is read."""

    match: Match
    """As access gave it; all else is read when it is asked for."""
    viewer: Seat | None

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.select_related("user", "deck_version").defer("deck_version__text"))

    @cached_property
    def games(self) -> list[Game]:
        """With what judging says of both players' records of each, if they handed in any."""
        return list(surroundings.judging.with_comparisons(self.match.games.all()))

    @cached_property
    def attempts(self) -> list[BidAttempt]:
        return list(self.match.attempts.all())

    @cached_property
    def opened_bids(self) -> list[Bid]:
        """Those of opened attempts alone."""
        return list(Bid.objects.filter(attempt__match=self.match, attempt__state__in=OPENED))

    @cached_property
    def opened(self) -> dict[object, dict[int, int]]:
        """Amounts by seat number, by attempt, of opened attempts alone."""
        bids: dict[object, dict[int, int]] = {}
        for bid in self.opened_bids:
            number = self.number(bid.seat_id)
            if number is not None and bid.amount is not None:
                bids.setdefault(bid.attempt_id, {})[number] = bid.amount
        return bids

    @cached_property
    def phones(self) -> list[Waiting]:
        """Phones of guests at this match that wait for somebody to say whose they are."""
        return new_phones.waiting_phones(self.match)

    @property
    def own_phone(self) -> Waiting | None:
        """The viewer's own, while it waits: nothing secret of the seat is shown to it."""
        return next((phone for phone in self.phones if phone.seat == self.viewer), None)

    @cached_property
    def new_phones(self) -> list[NewPhone]:
        """What was said of phones at this match."""
        return list(NewPhone.objects.filter(seat__match=self.match).select_related("seat__user", "game", "by"))

    @property
    def on_paper(self) -> bool:
        """Are the bids of the present game on paper?"""
        return self.match.bids_on_paper or self.game.bids_on_paper

    @cached_property
    def own_bid(self) -> Bid | None:
        """The viewer's bid while it is sealed."""
        if self.viewer is None or self.match.step != Step.BIDDING or self.own_phone:
            return None
        live = Bid.objects.filter(attempt__match=self.match, attempt__state__in=BidAttempt.LIVE, seat=self.viewer)
        return live.select_related("attempt").first()

    @cached_property
    def reports(self) -> dict[object, Report]:
        """The reports that stand about this game, by seat."""
        if self.viewer is None or self.match.step not in (Step.REPORTED, Step.DIFFERING):
            return {}
        return {report.seat_id: report for report in self.game.reports.filter(withdrawn_at=None)}

    @cached_property
    def disputes(self) -> Sequence[Any]:
        """Contested games, which only the two players and staff know of. What a dispute is, judging knows."""
        return surroundings.judging.disputes(self.match)

    @cached_property
    def call(self) -> Any:
        """The call for a judge that is open at this table, if it is still played at. What a call is, judging knows."""
        return None if self.match.called_off_at else surroundings.judging.open_call(self.match)

    @cached_property
    def deck_check(self) -> Any:
        """The deck check that has begun at this table and is on. What a check is, judging knows."""
        return surroundings.judging.deck_check(self.match)

    @cached_property
    def penalties(self) -> Sequence[Any]:
        """What the viewer was given in this match or waits for them. What a penalty is, judging knows."""
        return surroundings.judging.penalties(self.match, self.viewer) if self.viewer else []

    @cached_property
    def mark(self) -> ClockMark | None:
        """How the clocks stood last; None before they ran, and where no time is counted."""
        return None if self.match.clock_minutes is None else last(self.match)

    @property
    def round_is_open(self) -> bool:
        """Is the match part of a round whose results may still change?"""
        return surroundings.event.round_is_open(self.match)

    @cached_property
    def own_swaps(self) -> list[Swap]:
        if self.viewer is None or self.own_phone:
            return []
        return list(Swap.objects.filter(game__match=self.match, seat=self.viewer).select_related("game"))

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def attempt(self) -> BidAttempt | None:
        """The last attempt at bids of this game."""
        return next((attempt for attempt in reversed(self.attempts) if attempt.game_id == self.game.pk), None)

    @property
    def before(self) -> BidAttempt | None:
        """The attempt of this game before the present one, which tied or was void."""
        tried = [attempt for attempt in self.attempts if attempt.game_id == self.game.pk]
        return tried[-2] if len(tried) > 1 else None

    @property
    def me(self) -> Seat:
        """The viewer's seat as it is now; not to be asked for the public."""
        return next(seat for seat in self.seats if seat == self.viewer)

    @property
    def other(self) -> Seat:
        return next(seat for seat in self.seats if seat != self.viewer)

    @property
    def own_report(self) -> Report | None:
        return self.reports.get(self.me.pk) if self.viewer else None

    @property
    def their_report(self) -> Report | None:
        return self.reports.get(self.other.pk) if self.viewer else None

    @property
    def swap_locked(self) -> bool:
        return any(swap.game_id == self.game.pk for swap in self.own_swaps)

    def seat(self, pk: object) -> Seat | None:
        return next((seat for seat in self.seats if seat.pk == pk), None)

    def number(self, pk: object) -> int | None:
        seat = self.seat(pk)
        return seat.number if seat else None

    def name(self, pk: object) -> str:
        """The handle of a seat's player."""
        seat = self.seat(pk)
        return str(seat.user) if seat else ""
