"""What a match shows to whoever looks: one dictionary that the page, its live part and the API all use.

It holds no bid before it is opened, tells nobody but its bidder that a bid is sealed, and a seat that still has
something to do learns nothing about how far the other one is.
"""

import hashlib
import json
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language

from bos_tournament.matches import new_phones, results, showing_clocks, showing_phones, telling
from bos_tournament.matches.bidding import receipt
from bos_tournament.matches.facts import Facts
from bos_tournament.matches.kept_words import THE_MATCH, changes_in_words, is_of_the_match, reason_in_words
from bos_tournament.matches.models import BidAttempt, Game, Match, Reason, Report, Seat

Step = Match.Step
Shown = dict[str, Any]


def shown(match: Match, viewer: Seat | None) -> Shown:
    """Everything to be shown to this seat, or to the public without one. JSON-able."""
    facts = Facts(match, viewer)
    now, next_, waits_for = telling.tell(facts)
    return {
        "id": str(match.pk),
        "step": match.step,
        "called_off": match.called_off_at is not None,
        "cancelled": match.cancelled,
        "bids_on_paper": facts.on_paper,
        "wins_needed": match.wins_needed,
        "now": now,
        "next": next_,
        "waits_for": waits_for,
        "waiting": telling.waiting(waits_for),
        "steps": telling.steps(facts),
        "time": _time(match),
        "sit_by": _sit_by(match),
        "clocks": showing_clocks.clocks(facts),
        "seats": [_seat(facts, seat) for seat in facts.seats],
        "phones": showing_phones.waiting(facts),
        "phones_said": showing_phones.said(facts),
        "games": [_game(facts, game) for game in facts.games],
        "result": _result(facts),
        "corrections": _corrections(match),
        "you": _you(facts) if viewer else None,
    }


def tag(match: Match, viewer: Seat | None, content: Shown) -> str:
    """Names a state of what is shown; it begins with `quick_tag`."""
    rest = {name: value for name, value in content.items() if name != "clocks"}  # a part of the page by itself
    return f"{quick_tag(match, viewer)}.{digest(rest)}"


def digest(content: Shown | list[Any]) -> str:
    """Short, and another one for whatever else could be shown, or for the same in another language."""
    return hashlib.sha256(json.dumps([get_language(), content], sort_keys=True).encode()).hexdigest()[:16]


def quick_tag(match: Match, viewer: Seat | None) -> str:
    """While this stays, nothing changed for this viewer and language. One's own sealed bid is in it, nobody else's."""
    facts = Facts(match, viewer)
    sealed, phones = facts.own_bid is not None, new_phones.signature(facts.phones)
    beside = digest([facts.round_is_open, [str(seat.user) for seat in match.seats.all()]])  # no deed on the match
    return f"{match.version}.{viewer.number if viewer else 0}.{int(sealed)}.{phones}.{beside}"


def _time(match: Match) -> Shown | None:
    """The time of the round at this table, if it is limited: when it ends while it runs, what is left while it is
    paused, and what this table has beyond the others, with the reasons. What a round is, tournaments know."""
    pairing = getattr(match, "pairing", None)
    if pairing is None or match.finished_at or match.called_off_at or pairing.round.closed_at:
        return None
    remaining, longer = pairing.remaining, pairing.longer
    if remaining is None and not longer:
        return None
    return {
        "until": remaining.until.isoformat() if remaining and remaining.until else None,
        "left": remaining.left if remaining else None,
        "face": remaining.face if remaining else "",
        "extensions": [{"minutes": one.minutes, "why": one.why} for one in longer],
    }


def _sit_by(match: Match) -> str | None:
    """Until when both should be at the table, while they are not. What a round is, tournaments know."""
    pairing = getattr(match, "pairing", None)
    if pairing is None or match.step != Step.BOSSES or match.called_off_at or pairing.round.closed_at:
        return None
    return pairing.sit_by.isoformat() if pairing.sit_by else None


def _seat(facts: Facts, seat: Seat) -> Shown:
    version = seat.deck_version
    return {
        "number": seat.number,
        "name": str(seat.user),
        "you": seat == facts.viewer,
        "games_won": seat.games_won,
        "boss": version.boss if version else "",
        "color": version.color if version else "",
    }


def _game(facts: Facts, game: Game) -> Shown:
    return {
        "number": game.number,
        "outcome": game.outcome or "open",
        "said": telling.game_said(facts, game),
        "winner": facts.number(game.winner_id),
        "reason": game.reason,
        "chooser": facts.number(game.chooser_id),
        "first": facts.number(game.first_id),
        "first_name": facts.name(game.first_id),
        "ether": game.ether,
        "verified": _verified(game),
        "bids_on_paper": facts.match.bids_on_paper or game.bids_on_paper,
        "attempts": [_attempt(facts, one) for one in facts.attempts if one.game_id == game.pk],
    }


def _attempt(facts: Facts, attempt: BidAttempt) -> Shown:
    amounts = facts.opened.get(attempt.pk, {})
    late = {bid.seat_id for bid in facts.opened_bids if bid.attempt_id == attempt.pk and bid.new_phone}
    return {
        "number": attempt.number,
        "state": attempt.shown_state,
        "why": void_reason(attempt),
        "on_paper": attempt.entered_by_id is not None,
        "bids": [
            {"seat": n, "name": str(seat.user), "amount": amounts[n], "new_phone": seat.pk in late}
            for n, seat in _seated(facts, amounts)
        ],
        "verify": reverse("matches:verify", args=[attempt.match_id, attempt.number]),
    }


def void_reason(attempt: BidAttempt) -> str:
    """Why bids count for nothing: words of the site in the reader's language, words of a person as they are."""
    return reason_in_words(attempt.void_reason)


def _seated(facts: Facts, amounts: dict[int, int]) -> list[tuple[int, Seat]]:
    return [(seat.number, seat) for seat in facts.seats if seat.number in amounts]


def _result(facts: Facts) -> Shown | None:
    match = facts.match
    if match.step != Step.FINISHED:
        return None
    decided = [game for game in facts.games if game.outcome == Game.Outcome.WON]
    return {
        "winner": facts.number(match.winner_id),
        "reason": match.reason,
        "said": telling.result_said(facts),
        "by_the_desk": match.entered_whole,
        "verified": bool(decided) and all(map(_verified, decided)),
    }


def _verified(game: Game) -> bool:
    """Whether both players wrote down the same lawful game with this result. What a comparison is, judging knows."""
    comparison = getattr(game, "comparison", None)
    return comparison is not None and comparison.verifies


def _corrections(match: Match) -> list[Shown]:
    """What staff changed and why, and how the match stands now, which may have gone on; who did it is in the trail."""
    rows = list(match.corrections.all())
    kept = [list(one.after.get("changes", [])) for one in rows]
    told = [[said for said in changes if not is_of_the_match(said)] for changes in kept]
    if told and told != kept:
        told[-1].append(THE_MATCH % {"result": results.said(match)})
    return [{"why": one.reason, "changes": changes_in_words(changes)} for one, changes in zip(rows, told, strict=True)]


def _you(facts: Facts) -> Shown:
    """What only this seat sees, and what it may do now."""
    match, me = facts.match, facts.me
    at = None if match.called_off_at or facts.own_phone else match.step
    named = facts.game.chooser_id is not None
    unsealed = at == Step.BIDDING and not facts.on_paper and facts.own_bid is None
    return {
        "seat": str(me.pk),
        "number": me.number,
        "opponent": str(facts.other.user),
        "game": facts.game.number,
        "attempt": facts.attempt.number if facts.attempt else None,
        "receipt": receipt(facts.own_bid) if facts.own_bid else None,
        "report": _report(facts, facts.own_report),
        "answer": _report(facts, facts.their_report),
        "call": _call(facts),
        "deck_check": _deck_check(facts),
        "penalties": [_penalty(one) for one in facts.penalties],
        "unknown": facts.own_phone is not None,
        "disputes": _disputes(facts),
        "swaps": [{"game": s.game.number, "out": s.out, "into": s.into} for s in facts.own_swaps],
        "may_greet": at == Step.BOSSES and not me.greeted,
        "may_bid": unsealed,
        "may_enter_bids": at == Step.BIDDING and facts.on_paper,
        "may_name_chooser": at == Step.CHOICE and not named,
        "may_choose": at == Step.CHOICE and facts.game.chooser_id == me.pk,
        "may_swap": at == Step.SWAPPING and not facts.swap_locked,
        "may_report": at == Step.PLAYING or (at == Step.REPORTED and facts.own_report is None),
        "may_agree": at in (Step.REPORTED, Step.DIFFERING) and facts.their_report is not None,
        "may_withdraw": at == Step.REPORTED and facts.own_report is not None,
        "may_call": match.called_off_at is None and facts.call is None and facts.round_is_open,
        "may_dispute": at is not None and any(game.first_id for game in facts.games),
    }


def _disputes(facts: Facts) -> list[Shown]:
    """Closed to a phone that waits for somebody to say whose it is."""
    known = [] if facts.own_phone else facts.disputes
    return [{"game": one.game.number, "state": one.state, "url": one.get_absolute_url()} for one in known]


def _call(facts: Facts) -> Shown | None:
    """The open call for a judge, as both players see it."""
    call = facts.call
    if call is None:
        return None
    return {
        "id": str(call.pk),
        "state": call.state,
        "reason": call.reason,
        "mine": call.by_id == facts.me.user_id,
        "made_at": call.made_at.isoformat(),
        "taken_by": str(call.taken_by) if call.taken_by else None,
    }


def _deck_check(facts: Facts) -> Shown | None:
    """The check that is on, as both players see it from its beginning; one that is only planned stays with staff."""
    check = facts.deck_check
    return {"begun_at": check.begun_at.isoformat(), "by": str(check.begun_by)} if check else None


def _penalty(penalty: Any) -> Shown:
    """A penalty as its player reads it; nobody else at the table does."""
    return {
        "level": penalty.level,
        "said": penalty.get_level_display(),
        "rule": penalty.rule,
        "note": penalty.note,
        "waits": penalty.state == "due",
    }


def _report(facts: Facts, report: Report | None) -> Shown | None:
    if report is None:
        return None
    return {
        "id": str(report.pk),
        "winner": facts.number(report.winner_id),
        "reason": Reason(report.reason).value,
        "said": telling.report_said(facts, report),
    }
