"""What is known about a match when it is shown to somebody: read once, with the same few queries for every match."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bos_tournament.matches import new_phones
from bos_tournament.matches.clock_marks import last
from bos_tournament.matches.models import Bid, BidAttempt, ClockMark, Game, Match, NewPhone, Report, Seat, Swap
from bos_tournament.matches.new_phones import Waiting

Step = Match.Step
OPENED = (BidAttempt.State.REVEALED, BidAttempt.State.TIED, BidAttempt.State.NAMED)


@dataclass(frozen=True)
class Facts:
    """A match as `viewer` may see it; the public has no seat. Of unopened bids only the viewer's own is read."""

    match: Match
    viewer: Seat | None

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.select_related("user", "deck_version").defer("deck_version__text"))

    @cached_property
    def games(self) -> list[Game]:
        """With what judging says of both players' records of each, if they handed in any."""
        return list(self.match.games.select_related("comparison").defer("comparison__data", "comparison__told"))

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
        return new_phones.waiting(self.match)

    @property
    def own_phone(self) -> Waiting | None:
        """The viewer's own, while it waits: nothing secret of the seat is shown to it."""
        return next((one for one in self.phones if one.seat == self.viewer), None)

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
    def disputes(self) -> list[Any]:
        """Contested games, which only the two players and staff know of. What a dispute is, judging knows."""
        games = list(self.match.games.prefetch_related("disputes__game"))
        return [dispute for game in games for dispute in game.disputes.all()]

    @cached_property
    def call(self) -> Any:
        """The call for a judge that is open at this table, if it is still played at. What a call is, judging knows."""
        if self.match.called_off_at:
            return None
        return self.match.calls.filter(ended_at=None).select_related("taken_by").first()

    @cached_property
    def deck_check(self) -> Any:
        """The deck check that has begun at this table and is on. What a check is, judging knows."""
        pairing = getattr(self.match, "pairing", None)
        begun = pairing and pairing.deck_checks.filter(begun_at__isnull=False, ended_at=None)
        return begun.select_related("begun_by").first() if begun is not None else None

    @cached_property
    def penalties(self) -> list[Any]:
        """What the viewer was given in this match or waits for them. What a penalty is, judging knows."""
        pairing = getattr(self.match, "pairing", None)
        sitting = pairing and self.viewer and pairing.sittings.filter(entrant__user=self.viewer.user_id).first()
        if not sitting:
            return []
        given = sitting.entrant.penalties.exclude(state="taken_back")
        return [one for one in given if one.match_id == self.match.pk or one.state == "due"]

    @cached_property
    def mark(self) -> ClockMark | None:
        """How the clocks stood last; None before they ran, and where no time is counted."""
        return None if self.match.clock_minutes is None else last(self.match)

    @property
    def round_is_open(self) -> bool:
        """Is the match part of a round whose results may still change?"""
        pairing = getattr(self.match, "pairing", None)
        return pairing is not None and pairing.round.closed_at is None

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
        return next((one for one in reversed(self.attempts) if one.game_id == self.game.pk), None)

    @property
    def before(self) -> BidAttempt | None:
        """The attempt of this game before the present one, which tied or was void."""
        tried = [one for one in self.attempts if one.game_id == self.game.pk]
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
