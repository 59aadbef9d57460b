"""Brings a match of Anna and Ben to any step, by the deeds themselves."""

from bos_tournament.matches import (
    bid_entry,
    bid_opening,
    boss_reveal,
    first_player_choice,
    match_start,
    reserve_swaps,
    result_reports,
    staff_results,
)
from bos_tournament.matches.models import BidAttempt, Match, Reason
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import DeckVersionFactory, UserFactory, pinned_pool

Step = Match.Step
GROVE = next(iter(starter_decks().values()))


def person(handle=None, **facts):
    """Somebody who signs in by test alone: making a password takes long."""
    named = {"handle": handle} if handle else {}
    return UserFactory(password=None, **named, **facts)


def new_match(*, on_paper=False, draws_allowed=True, anna=None, ben=None):
    """Anna sits at seat 1, Ben at seat 2; the bosses are not shown yet."""
    people = [anna or person(), ben or person()]
    seats = [(user, DeckVersionFactory(owner=user)) for user in people]
    return start_match(seats, edition="bos-1", pool=pinned_pool(), draws_allowed=draws_allowed, bids_on_paper=on_paper)


def start_match(seats, **settings):
    """A match of people with their lists, as a round starts many."""
    ids = [(user.pk, version.pk if version else None) for user, version in seats]
    return Match.objects.get(pk=match_start.start_matches([ids], **settings)[0])


def seats(match):
    """Anna's and Ben's seats as they are now."""
    return match.seats.select_related("user", "match").order_by("number")


def fresh(match):
    return Match.objects.get(pk=match.pk)


def open_waiting_bids():
    """What the worker does."""
    for job in Job.objects.filter(task="matches.open_bids", state=Job.State.WAITING):
        jobs.perform(str(job.pk), bid_opening.open_attempt)


def greet_both(match):
    for seat in seats(match):
        boss_reveal.confirm_bosses(seat)


def bid_both(match, anna=4, ben=7):
    one, two = seats(match)
    bid_entry.seal_bid(one, amount=anna)
    bid_entry.seal_bid(two, amount=ben)
    open_waiting_bids()


def play_game(match, winner=1, reason=Reason.PLAYED):
    """From the bids of a game to its end; `winner` is a seat's number, None for a drawn game."""
    bid_both(match)
    one, two = seats(match)
    first_player_choice.choose_first(two, goes_first=True)
    if fresh(match).step == Step.SWAPPING:
        reserve_swaps.swap_reserves(one, out=[], into=[])
        reserve_swaps.swap_reserves(two, out=[], into=[])
    won = {1: one, 2: two, None: None}[winner]
    result_reports.report_result(one, winner=won, reason=reason)
    result_reports.agree(two)


def match_at(step, **options):
    """A match that stands at this step; swapping is that of game 2."""
    match = new_match(**options)
    if step == Step.BOSSES:
        return match
    greet_both(match)
    if step == Step.SWAPPING:
        play_game(match, winner=1)
    if step == Step.BIDDING:
        return fresh(match)
    if step == Step.FINISHED:
        play_game(match, winner=1)
        play_game(match, winner=1)
        return fresh(match)
    bid_both(match)
    if step == Step.CHOICE:
        return fresh(match)
    one, two = seats(match)
    first_player_choice.choose_first(two, goes_first=True)
    if step in (Step.SWAPPING, Step.PLAYING):
        return fresh(match)
    result_reports.report_result(one, winner=one, reason=Reason.PLAYED)
    if step == Step.DIFFERING:
        result_reports.report_result(two, winner=two, reason=Reason.PLAYED)
    return fresh(match)


def live_attempt(match):
    return match.attempts.get(state__in=BidAttempt.LIVE)


def enter(match, by, wins=(2, 0), winner=1, reason=Reason.PLAYED, why="The slip says so."):
    """The desk enters a result."""
    won = match.seats.get(number=winner) if winner else None
    return staff_results.enter_result(match, by=by, wins=dict(enumerate(wins, 1)), winner=won, reason=reason, why=why)
