"""Results from the desk: entered at any step, corrected after the end, decided or replayed by ruling.

Every one of them needs a reason, keeps what was there before, and says in sentences what it changes.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import match_score, match_steps
from bos_tournament.matches.models import Correction, Game, Match, Reason, Seat
from bos_tournament.messages import Words, words
from bos_tournament.operations.db_clock import db_now
from engine.hosting import Message, code_json

Step = Match.Step


class Score(NamedTuple):
    """What standings need of a match."""

    wins: dict[int, int]
    """Games won, by the number of the seat."""
    winner: int | None
    """The number of the winning seat; None while there is none, and in a draw."""
    reason: str
    """A value of `Reason`; empty before the end."""
    finished: bool
    """Whether the match is over."""


def score(match: Match) -> Score:
    """Games won by seat number and the winner's number. Asks nothing when `seats` are prefetched."""
    seats = list(match.seats.all())
    winner = next((seat.number for seat in seats if seat.pk == match.winner_id), None)
    wins = {seat.number: seat.games_won for seat in seats}
    return Score(wins, winner, match.reason, match.step == Step.FINISHED)


def score_text(match: Match) -> Message:
    """The score as a message, by which two results are told apart."""
    seats = list(match.seats.select_related("user"))
    games = " – ".join(f"{seat.user} {seat.games_won}" for seat in seats)
    if match.step != Step.FINISHED:
        return Message("result.still_on", games=games)
    winner = next((str(seat.user) for seat in seats if seat.pk == match.winner_id), None)
    how = Message(f"reason.{match.reason}")
    if winner is None:
        return Message("result.nobody_wins", games=games, reason=how)
    return Message("result.one_wins", games=games, player=winner, reason=how)


def changes(match: Match, *, wins: Mapping[int, int], winner: Seat | None, reason: Reason) -> list[Message]:
    """What `enter_result` would change; empty when nothing. Changes nothing itself."""
    seats = list(match.seats.select_related("user"))
    now = score(match)
    messages = [
        _games(seat, wins[seat.number], first=not any(seated.games_won for seated in seats))
        for seat in seats
        if wins[seat.number] != seat.games_won
    ]
    winning = winner.number if winner else None
    if not now.finished:
        messages += [Message("result.ends"), _wins_it(winner)]
    elif now.winner != winning:
        messages.append(_other_winner(next((seat for seat in seats if seat.number == now.winner), None), winner))
    if reason != match.reason:
        messages.append(Message("result.reason_is", reason=Message(f"reason.{reason.value}")))
    return messages


def _games(seat: Seat, now: int, *, first: bool) -> Message:
    if first:
        return Message("result.first_games", player=str(seat.user), now=now)
    return Message("result.games", player=str(seat.user), now=now, before=seat.games_won)


def _wins_it(winner: Seat | None) -> Message:
    return Message("result.wins_it", player=str(winner.user)) if winner else Message("result.nobody_wins_it")


def _other_winner(before: Seat | None, now: Seat | None) -> Message:
    if now is None:
        return Message("result.nobody_now", player=str(before.user) if before else "")
    if before is None:
        return Message("result.nobody_before", player=str(now.user))
    return Message("result.other_winner", player=str(now.user), former=str(before.user))


@transaction.atomic
def enter_result(
    match: Match, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: Words
) -> list[Message]:
    """Sets the result of the whole match, at any step, also after its end; returns what changed."""
    why, locked = match_steps.reason_given(why), match_steps.lock(match)
    _refuse_result(locked, wins, winner, reason)
    messages = changes(locked, wins=wins, winner=winner, reason=reason)
    if not messages:
        raise Refused(_("This is already the result. Nothing was changed."), code="nothing_changes")
    before = _kept(locked)
    for seat in locked.seats.all():
        seat.games_won = wins[seat.number]
        seat.save(update_fields=["games_won"])
    match_steps.finish_match(locked, winner=winner, reason=reason)
    locked.entered_whole = True
    _correct(locked, by=by, why=why, before=before, messages=messages)
    return messages


def _refuse_result(match: Match, wins: Mapping[int, int], winner: Seat | None, reason: Reason) -> None:
    numbers = set(match.seats.values_list("number", flat=True))
    most = match.wins_needed
    if set(wins) != numbers or not all(type(won) is int and 0 <= won <= most for won in wins.values()):
        raise Refused(
            _("Enter how many games each player won, from 0 to %(most)s.") % {"most": most},
            code="wins_missing",
        )
    if list(wins.values()).count(most) > 1:
        raise Refused(
            _("Only one player can win %(most)s games; the match ends then.") % {"most": most}, code="two_winners"
        )
    if winner is not None and winner.match_id != match.pk:
        raise Refused(_("Choose one of the two players as the winner."), code="winner_not_seated")
    if winner is None and not match.draws_allowed and reason != Reason.DOUBLE_NO_SHOW:
        raise Refused(_("This match cannot be drawn. Choose who advances."), code="no_draws")
    if reason == Reason.PLAYED and winner != _leader(match, wins):
        raise Refused(
            _(
                "In a match that was played, the player with more game wins is the winner; equal wins have "
                "none. Correct the numbers, or choose another reason."
            ),
            code="figures_disagree",
        )


def _leader(match: Match, wins: Mapping[int, int]) -> Seat | None:
    leaders = [number for number, won in wins.items() if won == max(wins.values())]
    return match.seats.get(number=leaders[0]) if len(leaders) == 1 else None


@transaction.atomic
def withdraw_result(match: Match, *, by: User, why: Words) -> list[Message]:
    """Withdraws a result that was entered as a whole by mistake: the games count again, and the match goes on."""
    why, locked = match_steps.reason_given(why), match_steps.lock(match)
    if not locked.entered_whole:
        raise Refused(_("The desk did not enter this result, so there is nothing to undo."), code="not_entered")
    before, then = _kept(locked), score_text(locked)
    _reopen(locked)
    match_score.recount_games(locked)
    messages = [
        Message("result.no_longer", result=then),
        Message("result.now_it_is", result=score_text(locked)),
    ]
    _correct(locked, by=by, why=why, before=before, messages=messages)
    return messages


def _reopen(match: Match) -> None:
    """The game that was cut goes on at the step it had; bids that were not opened are asked for anew."""
    match.winner, match.reason, match.finished_at, match.entered_whole = None, "", None, False
    cut = match.games.filter(outcome=Game.Outcome.CUT).last()
    if cut is None:
        return
    cut.outcome, cut.ended_at = Game.Outcome.OPEN, None
    cut.save()
    match.step = match.corrections.exclude(before__step=Step.FINISHED).latest("made_at").before["step"]
    if match.step == Step.BIDDING:
        match_steps.new_attempt(match, cut)


@transaction.atomic
def decide_game(
    game: Game, *, by: User, winner: Seat | None, why: Words, reason: Reason = Reason.JUDGED
) -> list[Message]:
    """A judge decides one game, on or over; without a winner it is drawn and replayed. Returns what it changed."""
    why, locked = match_steps.reason_given(why), match_steps.lock(game.match)
    if winner is not None and winner.match_id != locked.pk:
        raise Refused(_("Choose one of the two players as the winner."), code="winner_not_seated")
    now = locked.games.get(pk=game.pk)
    outcome = Game.Outcome.WON if winner else Game.Outcome.DRAWN
    if (now.outcome, now.winner) == (outcome, winner):
        raise Refused(_("This is already the game's result. Nothing was changed."), code="nothing_changes")
    before = _begin_ruling(locked, now)
    match_score.end_game(locked, now, winner=winner, reason=reason)
    messages = [_decided(now, winner), Message("result.match", result=score_text(locked))]
    _correct(locked, by=by, why=why, before=before, messages=messages)
    return messages


def _decided(game: Game, winner: Seat | None) -> Message:
    if winner is None:
        return Message("result.game_drawn", number=game.number)
    return Message("result.game_won", number=game.number, player=str(winner.user))


@transaction.atomic
def replay_game(game: Game, *, by: User, why: Words) -> list[Message]:
    """A judge has a game played again: it counts nowhere, and the next one takes its place. Returns what it changed."""
    why, locked = match_steps.reason_given(why), match_steps.lock(game.match)
    now = locked.games.get(pk=game.pk)
    if now.outcome == Game.Outcome.REPLAYED:
        raise Refused(_("This game is already to be replayed. Nothing was changed."), code="nothing_changes")
    before = _begin_ruling(locked, now)
    now.outcome, now.winner, now.reason = Game.Outcome.REPLAYED, None, Reason.JUDGED
    now.ended_at = now.ended_at or db_now()
    now.save()
    match_score.recount_games(locked)
    messages = [
        Message("result.game_again", number=now.number),
        Message("result.match", result=score_text(locked)),
    ]
    _correct(locked, by=by, why=why, before=before, messages=messages)
    return messages


def _begin_ruling(match: Match, game: Game) -> dict[str, object]:
    """What was there before. A result entered as a whole does not follow from games, so no game can change it."""
    if match.entered_whole:
        raise Refused(
            _(
                "The desk entered the result of the whole match, so its games decide nothing. Correct the "
                "result itself."
            ),
            code="result_entered_whole",
        )
    if game.outcome == Game.Outcome.OPEN:
        match_steps.end_attempt(match, why=Message("bids.by_the_desk"))
    return _kept(match)


def _kept(match: Match) -> dict[str, object]:
    now = score(match)
    wins = {str(number): won for number, won in now.wins.items()}
    games = [
        {"number": game.number, "outcome": game.outcome, "winner": game.winner and game.winner.number}
        for game in match.games.select_related("winner")
    ]
    return {"step": match.step, "wins": wins, "winner": now.winner, "reason": now.reason, "games": games}


def _correct(match: Match, *, by: User, why: Words, before: dict[str, object], messages: Sequence[Message]) -> None:
    match_steps.save(match)
    after = {**_kept(match), "changes": list(map(code_json, messages))}
    Correction.objects.create(match=match, by=by, **words("reason", why), before=before, after=after, made_at=db_now())
