"""What a match shows to whoever looks: one dictionary that the page, its live part and the API all use.

It holds no bid before it is opened, tells nobody but its bidder that a bid is sealed, and a seat that still has
something to do learns nothing about how far the other one is.
"""

from typing import Any

from django.urls import reverse

from bos_tournament.matches import (
    match_steps,
    new_phones,
    presenter_clocks,
    presenter_phones,
    staff_results,
    status_text,
    surroundings,
)
from bos_tournament.matches.bid_sealing import receipt
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import BidAttempt, Game, Match, Reason, Report, Seat
from bos_tournament.messages import localize, localize_kept
from bos_tournament.operations import conditional
from engine.hosting import Message

Step = Match.Step
Shown = dict[str, Any]


def present_match(match: Match, viewer: Seat | None) -> Shown:
    """Everything to be shown to this seat, or to the public without one. JSON-able."""
    facts = Facts(match, viewer)
    now, next_, waits_for = status_text.status_lines(facts)
    return {
        "id": str(match.pk),
        "step": match.step,
        "called_off": match.called_off_at is not None,
        "cancelled": match_steps.is_cancelled(match),
        "bids_on_paper": facts.on_paper,
        "online": match.plays_online,
        "wins_needed": match.wins_needed,
        "now": now,
        "next": next_,
        "waits_for": waits_for,
        "waiting": status_text.waiting_for(waits_for),
        "steps": status_text.steps(facts),
        "time": _time(match),
        "sit_by": _sit_by(match),
        "clocks": presenter_clocks.clocks(facts),
        "seats": [_seat(facts, seat) for seat in facts.seats],
        "phones": presenter_phones.waiting_phones(facts),
        "phones_said": presenter_phones.phone_log(facts),
        "games": [_game(facts, game) for game in facts.games],
        "result": _result(facts),
        "corrections": _corrections(match),
        "you": _you(facts) if viewer else None,
    }


def tag(match: Match, viewer: Seat | None, content: Shown) -> str:
    """Names a state of what is shown: what changes with deeds, then a digest of the content itself."""
    return f'"{quick_tag(match, viewer)}.{_digest(content)}"'


def unchanged_since(tag: str, match: Match, viewer: Seat | None) -> bool:
    """No deed was done since this tag was given to this viewer."""
    return tag.strip('"').rpartition(".")[0] == quick_tag(match, viewer)


def names_content(tag: str, content: Shown) -> bool:
    """The tag is of this very content, whatever was done that the viewer does not see."""
    return tag.strip('"').rpartition(".")[2] == _digest(content)


def _digest(content: Shown) -> str:
    rest = {name: value for name, value in content.items() if name != "clocks"}  # a part of the page by itself
    return conditional.digest(rest)


def quick_tag(match: Match, viewer: Seat | None) -> str:
    """While this stays, nothing changed for this viewer and language. One's own sealed bid is in it, nobody else's."""
    facts = Facts(match, viewer)
    sealed, phones = facts.own_bid is not None, new_phones.signature(facts.phones)
    names = [str(seat.user) for seat in match.seats.all()]
    may_watch = surroundings.event.spectator_delay(match) is not None
    beside = conditional.digest([facts.round_is_open, may_watch, names])  # no deed on the match
    return f"{match.version}.{viewer.number if viewer else 0}.{int(sealed)}.{phones}.{beside}"


def _time(match: Match) -> Shown | None:
    """The time of the round at this table, if it is limited: when it ends while it runs, what is left while it is
    paused, and what this table has beyond the others, with the reasons."""
    if match.finished_at or match.called_off_at or not surroundings.event.round_is_open(match):
        return None
    return surroundings.event.time_at_table(match)


def _sit_by(match: Match) -> str | None:
    """Until when both should be at the table, while they are not."""
    if match.step != Step.BOSSES or match.called_off_at or not surroundings.event.round_is_open(match):
        return None
    return surroundings.event.sit_by(match)


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
        "said": status_text.describe_game(facts, game),
        "winner": facts.number(game.winner_id),
        "reason": game.reason,
        "chooser": facts.number(game.chooser_id),
        "first": facts.number(game.first_id),
        "first_name": facts.name(game.first_id),
        "ether": game.ether,
        "verified": surroundings.judging.is_verified(game),
        "recorded": surroundings.judging.is_recorded(game),
        "live": game.outcome == Game.Outcome.OPEN and surroundings.event.spectator_delay(facts.match) is not None,
        "bids_on_paper": facts.match.bids_on_paper or game.bids_on_paper,
        "attempts": [_attempt(facts, attempt) for attempt in facts.attempts if attempt.game_id == game.pk],
    }


def _attempt(facts: Facts, attempt: BidAttempt) -> Shown:
    amounts = facts.opened.get(attempt.pk, {})
    late = {bid.seat_id for bid in facts.opened_bids if bid.attempt_id == attempt.pk and bid.new_phone}
    return {
        "number": attempt.number,
        "state": attempt.shown_state,
        "why": attempt.void_reason_words,
        "on_paper": attempt.entered_by_id is not None,
        "bids": [
            {"seat": n, "name": str(seat.user), "amount": amounts[n], "new_phone": seat.pk in late}
            for n, seat in _seated(facts, amounts)
        ],
        "verify": reverse("matches:verify", args=[attempt.match_id, attempt.number]),
    }


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
        "said": status_text.describe_result(facts),
        "by_the_desk": match.entered_whole,
        "verified": bool(decided) and all(map(surroundings.judging.is_verified, decided)),
    }


def _corrections(match: Match) -> list[Shown]:
    """What staff changed and why, and how the match stands now, which may have gone on; who did it is in the trail."""
    rows = list(match.corrections.all())
    all_changes = [list(row.after.get("changes", [])) for row in rows]
    sentences = [
        [localize_kept(change) for change in changes if change["code"] != "result.match"] for changes in all_changes
    ]
    if any(change["code"] == "result.match" for changes in all_changes for change in changes):
        sentences[-1].append(localize(Message("result.match", result=staff_results.score_text(match))))
    return [{"why": row.reason_words, "changes": changes} for row, changes in zip(rows, sentences, strict=True)]


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
        "penalties": [_penalty(penalty) for penalty in facts.penalties],
        "unknown": facts.own_phone is not None,
        "disputes": _disputes(facts),
        "rulings": _rulings(facts),
        "swaps": [{"game": s.game.number, "out": s.out, "into": s.into} for s in facts.own_swaps],
        "may_greet": at == Step.BOSSES and not me.greeted,
        "may_bid": unsealed,
        "may_enter_bids": at == Step.BIDDING and facts.on_paper,
        "may_name_chooser": at == Step.CHOICE and not named,
        "may_choose": at == Step.CHOICE and facts.game.chooser_id == me.pk,
        "may_swap": at == Step.SWAPPING and not facts.swap_locked,
        "may_play": at == Step.PLAYING and match.plays_online,
        "may_report": (at == Step.PLAYING and not match.plays_online)
        or (at == Step.REPORTED and facts.own_report is None),
        "may_agree": at in (Step.REPORTED, Step.DIFFERING) and facts.their_report is not None,
        "may_withdraw": at == Step.REPORTED and facts.own_report is not None,
        "may_call": match.called_off_at is None and facts.call is None and facts.round_is_open,
        "may_dispute": at is not None and any(game.first_id for game in facts.games),
    }


def _disputes(facts: Facts) -> list[Shown]:
    """Closed to a phone that waits for somebody to say whose it is."""
    disputes = [] if facts.own_phone else facts.disputes
    return [
        {
            "game": dispute.game.number,
            "state": dispute.state,
            "said": dispute.get_state_display(),
            "url": dispute.get_absolute_url(),
        }
        for dispute in disputes
    ]


def _rulings(facts: Facts) -> list[Shown]:
    """The last ruling on each game that the table still thinks about: the present one and the one before it."""
    games = [] if facts.own_phone else [dispute for dispute in facts.disputes if _is_recent(facts, dispute)]
    last = [(dispute, ruling) for dispute in games for ruling in list(dispute.rulings.all())[-1:]]
    return [
        {
            "game": dispute.game.number,
            "decision": ruling.get_decision_display(),
            "reason": ruling.reason,
            "url": dispute.get_absolute_url(),
        }
        for dispute, ruling in last
    ]


def _is_recent(facts: Facts, dispute: Any) -> bool:
    return dispute.state == "ruled" and dispute.game.number >= facts.game.number - 1


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
        "note": penalty.note_words,
        "waits": penalty.state == "due",
    }


def _report(facts: Facts, report: Report | None) -> Shown | None:
    if report is None:
        return None
    return {
        "id": str(report.pk),
        "winner": facts.number(report.winner_id),
        "reason": Reason(report.reason).value,
        "said": status_text.describe_report(facts, report),
    }
