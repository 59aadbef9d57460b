"""Keeps pages open through an evening of every format and, after each deed, asks for their parts as browsers do: then
each has to say what it says to whoever loads it. Prints what does not; takes minutes.

`python -m pytest -s -q benchmarks/open_pages.py`
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import User
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing
from bos_tournament.judging.models import DeckCheck, Dispute, Penalty
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.matches import bid_entry, boss_reveal, clocks, first_player_choice, result_reports
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.tournaments.entrants import check_in, participation, registration
from bos_tournament.tournaments.models import Pairing, Round, Staff, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import (
    result_entry,
    round_clock,
    round_cycle,
    top_cut,
    tournament_end,
    undo_actions,
)
from bos_tournament.tournaments.staff import staff_roles
from bos_tournament.tournaments.standings import featured_matches
from bos_tournament.tournaments.structure.stages import position
from tests.factories import StaffFactory
from tests.matches.playing import open_waiting_bids, person
from tests.open_pages import Open
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db

Deed = tuple[str, Callable[[], object]]
MOST_ROUNDS = 12
PAGES = ("", "pairings/", "pairings/?by=name", "standings/", "bracket/", "cross-table/", "screen/", "desk/", "calls/")
# Pages of one match ask for the match alone. What frames it waits until they are loaded again: the way back and the
# tabs, an empty place for reminders, and the button for a call back.
FRAME = r'<div class="bar">.*?<main|<nav class="tabs".*?</nav>|<div role="status" hx-get="[^"]*/nudge/[^>]*></div>'
FRAME += r"|<div>\s*<button[^>]*data-call-back.*?</div>"
FORMATS: dict[str, dict[str, object]] = {
    "swiss": {},
    "swiss_cut": {"cut": 4, "swiss_rounds": 2},
    "single_elimination": {},
    "double_elimination": {},
    "round_robin": {},
    "groups": {"cut": 4},
}


class Evening:
    """The deeds of an evening, by who does them, on the tournament as it is then."""

    def __init__(self, cup: Tournament, olga: User, judge: User, head: User) -> None:
        self.pk, self.olga, self.judge, self.head = cup.pk, olga, judge, head

    @property
    def cup(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    @property
    def round(self) -> Round:
        last = position(self.cup).round
        assert last is not None
        return last

    @property
    def table(self) -> Pairing:
        return self.round.pairings.exclude(match=None).select_related("match").order_by("table")[0]

    @property
    def match(self) -> Match:
        assert self.table.match_id is not None
        return Match.objects.get(pk=self.table.match_id)

    @property
    def dispute(self) -> Dispute:
        return Dispute.objects.get(game__match=self.match)

    @property
    def check(self) -> DeckCheck:
        return DeckCheck.objects.get(pairing=self.table)

    def seat(self, number: int) -> Seat:
        return self.match.seats.select_related("user", "match").get(number=number)

    def enter(self, pairing: Pairing, won: int = 1, seen: int | None = None) -> None:
        assert pairing.match is not None
        facts: dict[str, Any] = {"wins": {won: 2, 3 - won: 0}, "winner": pairing.match.seats.get(number=won)}
        result_entry.enter_result(
            pairing, by=self.olga, **facts, reason=Reason.PLAYED, why="The slip says so.", seen=seen
        )

    def enter_all(self) -> None:
        for pairing in self.round.pairings.exclude(match=None).filter(match__finished_at=None):
            self.enter(pairing)

    def undo(self, key: str) -> None:
        undo_actions.undo(self.cup, key, token=undo_actions.preview_undo(self.cup, key).token)

    def before_the_start(self) -> Iterator[Deed]:
        yield "announce", lambda: lifecycle.announce(self.cup, text="Lunch at noon.")
        yield "check out", lambda: check_in.set_checked_in(running_tournaments.entrant(self.cup, "Anna"), present=False)
        yield "check in", lambda: check_in.set_checked_in(running_tournaments.entrant(self.cup, "Anna"), present=True)
        yield "join", lambda: registration.join(person("Zoe"), self.cup)
        yield "withdraw", lambda: registration.withdraw(running_tournaments.entrant(self.cup, "Zoe"))
        yield "start", lambda: running_tournaments.start(self.cup)

    def round_and_its_time(self) -> Iterator[Deed]:
        yield "draft", lambda: round_cycle.create_draft_round(self.cup, number=position(self.cup).next_number)
        yield "publish", lambda: round_cycle.publish(self.round)
        yield "start the time", lambda: round_clock.start_round_clock(self.round)
        yield "pause the time", lambda: round_clock.pause_round_clock(self.round)
        yield "let it go on", lambda: round_clock.resume_round_clock(self.round)
        yield "lengthen it", lambda: round_clock.lengthen_round_clock(self.round, minutes=5)
        yield "extend a table", lambda: round_clock.extend(self.table, minutes=3, why="A chair broke.", by=self.olga)
        yield "feature", lambda: featured_matches.feature(self.table)

    def at_the_table(self) -> Iterator[Deed]:
        yield "rename", lambda: profiles.rename(self.seat(2).user, handle="Yara", real_name="")
        yield "greet", lambda: boss_reveal.confirm_bosses(self.seat(1))
        yield "greet back", lambda: boss_reveal.confirm_bosses(self.seat(2))
        yield "bid", lambda: bid_entry.seal_bid(self.seat(1), amount=4)
        yield "bid more", lambda: bid_entry.seal_bid(self.seat(2), amount=7)
        yield "open the bids", open_waiting_bids
        yield "choose", lambda: first_player_choice.choose_first(self.seat(2), goes_first=True)
        yield "begin the clocks", lambda: clocks.start_clocks(self.seat(2), after=0)
        yield "end a turn", lambda: clocks.end_turn(self.seat(2), of=2, after=1)
        yield "report", lambda: result_reports.report_result(self.seat(1), winner=self.seat(1), reason=Reason.PLAYED)
        yield "agree", lambda: result_reports.agree(self.seat(2))

    def judged(self) -> Iterator[Deed]:
        entrant = lambda: self.cup.entrants.get(user=self.seat(1).user)  # noqa: E731
        given = {"infraction": "record", "level": "warning", "rule": "7.1.2", "note": "No totals."}
        yield "call", lambda: judge_calls.call_judge(self.seat(1), reason="Who goes?")
        yield "take the call", lambda: judge_calls.take_call(self.match.calls.get(), by=self.judge)
        yield "finish the call", lambda: judge_calls.resolve_call(self.match.calls.get(), by=self.judge)
        yield "pick", lambda: check_desk.pick(self.round, rule="hand", by=self.judge, tables=[self.table.table])
        yield "begin the check", lambda: check_desk.begin_deck_check(self.check, by=self.judge)
        yield "call the check off", lambda: check_desk.cancel_check(self.check, why="No time.")
        yield "penalize", lambda: penalty_decisions.penalize(entrant(), by=self.judge, **given)
        yield (
            "take it back",
            lambda: penalty_decisions.undo_penalty(Penalty.objects.get(), by=self.judge, why="A slip."),
        )
        facts: dict[str, Any] = {"seat": None, "claim": "Nobody saw it."}
        game = lambda: self.match.games.get(number=1)  # noqa: E731
        yield "dispute", lambda: filing.file_dispute(game(), by=self.seat(1).user, **facts)
        yield (
            "hand in",
            lambda: filing.add_record(self.dispute, by=self.seat(2).user, seat=self.seat(2), text="1."),
        )
        yield (
            "rule",
            lambda: dispute_rulings.rule_on_dispute(
                self.dispute, by=self.judge, decision="uphold", reason="Both agree."
            ),
        )
        yield "appeal", lambda: appeals.appeal(self.dispute, by=self.seat(2).user, why="I do not.")
        yield "uphold", lambda: appeals.uphold(self.dispute.appeal, by=self.head, reason="Two people saw it.")

    def results(self) -> Iterator[Deed]:
        yield "enter", lambda: self.enter(self.table)
        yield "take back", lambda: result_entry.undo_result(self.table, by=self.olga, why="Another table.")
        yield "enter again", lambda: self.enter(self.table)
        yield "correct", lambda: self.enter(self.table, 2, seen=self.match.version)
        yield "enter the others", self.enter_all
        yield "drop", lambda: participation.drop(running_tournaments.entrant(self.cup, "Finn"))
        link = lambda: staff_roles.invite(self.cup, role="judge", by=self.olga)  # noqa: E731
        yield "add a judge", lambda: staff_roles.accept_invitation(person("Jil", second_factor=True), link())
        yield "remove her", lambda: staff_roles.remove_staff(Staff.objects.get(user__handle="Jil"))
        yield "close", lambda: round_cycle.close(self.round)

    def to_the_end(self) -> Iterator[Deed]:
        yield "publish the next", lambda: running_tournaments.publish(self.cup)
        yield "take it back", lambda: round_cycle.unpublish(self.round)
        yield "publish it again", lambda: round_cycle.publish(self.round)
        yield (
            "disqualify",
            lambda: participation.disqualify(
                running_tournaments.entrant(self.cup, "Dora"), by=self.olga, why="Marked."
            ),
        )
        yield "cancel", lambda: lifecycle.cancel(self.cup, confirmation=self.cup.name)
        yield "take that back", lambda: self.undo("cancel")
        for number in range(2, 2 + MOST_ROUNDS):
            yield f"enter round {number}", self.enter_all
            yield f"close round {number}", lambda: round_cycle.close(self.round)
            yield f"cut after {number}", lambda: top_cut.start_cut(self.cup)
            yield f"finish after {number}", lambda: tournament_end.finish_tournament(self.cup)
            yield f"publish after {number}", lambda: running_tournaments.publish(self.cup)
            if self.round.closed_at:
                return

    def deeds(self) -> Iterator[Deed]:
        for part in (self.before_the_start, self.round_and_its_time, self.at_the_table, self.judged, self.results):
            yield from part()
        yield from self.to_the_end()


def addresses(evening: Evening) -> list[str]:
    home = evening.cup.get_absolute_url()
    found = [f"{home}{page}" for page in PAGES]
    at = position(evening.cup)
    if at.open:
        found.append(evening.match.get_absolute_url())
        found += [one.get_absolute_url() for one in Dispute.objects.filter(game__match=evening.match)]
    return found


def stale(held: dict[tuple[str, str], Open], name: str) -> Iterator[str]:
    """What open pages say otherwise than fresh ones, apart from the names of the players in a title."""
    for key, page in list(held.items()):
        page.ask()
        lines = [line for line in page.differs() if not line.startswith(("@@", "-<title>", "+<title>"))]
        if lines:
            yield f"{name}: {page.who} {page.url}: {lines[:6]}"
            del held[key]


@pytest.mark.parametrize("format", FORMATS)
def test_open_pages_tell_of_every_deed(format, signed_in):
    hour_ago = timezone.now() - timedelta(hours=1)
    settings = {"round_minutes": 50, "clock_minutes": 20, "check_in_opens_at": hour_ago, **FORMATS[format]}
    cup = running_tournaments.opened(running_tournaments.NAMES[:8], format=format, **settings)
    olga = StaffFactory(tournament=cup).user
    judge = StaffFactory(tournament=cup, role="judge").user
    head = StaffFactory(tournament=cup, role="head_judge").user
    evening, held, told, done = Evening(cup, olga, judge, head), {}, [], []
    anna = signed_in(User.objects.get(handle="Anna"))
    readers = {"Cleo": Client(), "Anna": anna, "Olga": signed_in(olga, second_factor=True)}

    for name, deed in evening.deeds():
        for who, browser in readers.items():
            for url in addresses(evening):
                frame = FRAME if url.startswith(("/matches/", "/disputes/")) else ""
                if (who, url) not in held and (page := Open(browser, who, url, apart_from=frame)).status == 200:
                    held[who, url] = page
        try:
            with transaction.atomic():
                deed()
        except Exception as refusal:  # a deed that this format does not know, or not now
            print(f"{format}: {name}: {str(refusal)[:90]}", flush=True)
            continue
        done.append(name)
        told += stale(held, name)

    print(f"{format}: {len(done)} deeds, {len(held)} pages open at the end, {len(told)} stale", flush=True)
    print("\n".join(told), flush=True)
    assert told == []
