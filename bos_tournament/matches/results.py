"""Results from the desk: entered at any step, corrected after the end, decided or replayed by ruling.

Every one of them needs a reason, keeps what was there before, and says in sentences what it changes.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import counting, kept_words, steps
from bos_tournament.matches.models import Correction, Game, Match, Reason, Seat

Step = Match.Step


class Score(NamedTuple):
    """What standings need of a match."""

    wins: dict[int, int]
    winner: int | None
    reason: str
    finished: bool


def score(match: Match) -> Score:
    """Games won by seat number and the winner's number. Asks nothing when `seats` are prefetched."""
    seats = list(match.seats.all())
    winner = next((seat.number for seat in seats if seat.pk == match.winner_id), None)
    wins = {seat.number: seat.games_won for seat in seats}
    return Score(wins, winner, match.reason, match.step == Step.FINISHED)


def said(match: Match) -> str:
    """The score as a kept sentence, by which two results are told apart."""
    seats = list(match.seats.select_related("user"))
    games = " – ".join(f"{seat.user} {seat.games_won}" for seat in seats)
    if match.step != Step.FINISHED:
        return kept_words.STILL_ON % {"games": games}
    winner = next((str(seat.user) for seat in seats if seat.pk == match.winner_id), None)
    how = _label(Reason(match.reason))
    if winner is None:
        return kept_words.NOBODY_WINS % {"games": games, "reason": how}
    return kept_words.ONE_WINS % {"games": games, "player": winner, "reason": how}


def _label(reason: Reason) -> str:
    """The reason's own words in English."""
    with translation.override(None):
        return str(reason.label)


def changes(match: Match, *, wins: Mapping[int, int], winner: Seat | None, reason: Reason) -> list[str]:
    """What `enter_result` would change, in kept sentences; empty when nothing. Changes nothing itself."""
    seats = list(match.seats.select_related("user"))
    now = score(match)
    said = kept_words.GAMES if any(seat.games_won for seat in seats) else kept_words.FIRST_GAMES
    told = [
        said % {"player": seat.user, "now": wins[seat.number], "before": seat.games_won}
        for seat in seats
        if wins[seat.number] != seat.games_won
    ]
    winning = winner.number if winner else None
    if not now.finished:
        told += [kept_words.ENDS, _wins_it(winner)]
    elif now.winner != winning:
        told.append(_other_winner(next((seat for seat in seats if seat.number == now.winner), None), winner))
    if reason != match.reason:
        told.append(kept_words.REASON_IS % {"reason": _label(reason)})
    return told


def _wins_it(winner: Seat | None) -> str:
    return kept_words.WINS_IT % {"player": winner.user} if winner else kept_words.NOBODY_WINS_IT


def _other_winner(before: Seat | None, now: Seat | None) -> str:
    if now is None:
        return kept_words.NOBODY_NOW % {"player": before.user if before else ""}
    if before is None:
        return kept_words.NOBODY_BEFORE % {"player": now.user}
    return kept_words.OTHER_WINNER % {"player": now.user, "former": before.user}


@transaction.atomic
def enter_result(
    match: Match, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: str
) -> list[str]:
    """Sets the result of the whole match, at any step, also after its end; returns what changed, in kept sentences."""
    why, held = steps.reason_given(why), steps.lock(match)
    _refuse_result(held, wins, winner, reason)
    told = changes(held, wins=wins, winner=winner, reason=reason)
    if not told:
        raise Refused(_("This is the result already; nothing was changed."), code="nothing_changes")
    before = _kept(held)
    for seat in held.seats.all():
        seat.games_won = wins[seat.number]
        seat.save(update_fields=["games_won"])
    steps.finish(held, winner=winner, reason=reason)
    held.entered_whole = True
    _correct(held, by=by, why=why, before=before, told=told)
    return told


def _refuse_result(match: Match, wins: Mapping[int, int], winner: Seat | None, reason: Reason) -> None:
    numbers = set(match.seats.values_list("number", flat=True))
    most = match.wins_needed
    if set(wins) != numbers or not all(type(won) is int and 0 <= won <= most for won in wins.values()):
        raise Refused(
            _("Enter for each player how many games they won, from 0 to %(most)s.") % {"most": most},
            code="wins_missing",
        )
    if list(wins.values()).count(most) > 1:
        raise Refused(
            _("Only one player can win %(most)s games; the match ends then.") % {"most": most}, code="two_winners"
        )
    if winner is not None and winner.match_id != match.pk:
        raise Refused(_("The winner is one of the two players; choose one of them."), code="winner_not_seated")
    if winner is None and not match.draws_allowed and reason != Reason.DOUBLE_NO_SHOW:
        raise Refused(_("This match cannot be drawn; choose who goes on."), code="no_draws")
    if reason == Reason.PLAYED and winner != _leader(match, wins):
        raise Refused(
            _(
                "Of a match that was played, whoever won more games is the winner, and nobody if they "
                "won equally many. Mend the figures, or choose another reason."
            ),
            code="figures_disagree",
        )


def _leader(match: Match, wins: Mapping[int, int]) -> Seat | None:
    leaders = [number for number, won in wins.items() if won == max(wins.values())]
    return match.seats.get(number=leaders[0]) if len(leaders) == 1 else None


@transaction.atomic
def take_back(match: Match, *, by: User, why: str) -> list[str]:
    """Withdraws a result that was entered as a whole by mistake: the games count again, and the match goes on."""
    why, held = steps.reason_given(why), steps.lock(match)
    if not held.entered_whole:
        raise Refused(
            _("This result was not entered by the desk, so there is nothing to take back."), code="not_entered"
        )
    before, then = _kept(held), said(held)
    _reopen(held)
    counting.go_on(held)
    told = [
        kept_words.NO_LONGER % {"result": then},
        kept_words.NOW_IT_IS % {"result": said(held)},
    ]
    _correct(held, by=by, why=why, before=before, told=told)
    return told


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
        steps.new_attempt(match, cut)


@transaction.atomic
def decide_game(game: Game, *, by: User, winner: Seat | None, why: str, reason: Reason = Reason.JUDGED) -> list[str]:
    """A judge decides one game, on or over; without a winner it is drawn and replayed. Returns what it changed."""
    why, held = steps.reason_given(why), steps.lock(game.match)
    if winner is not None and winner.match_id != held.pk:
        raise Refused(_("The winner is one of the two players; choose one of them."), code="winner_not_seated")
    now = held.games.get(pk=game.pk)
    outcome = Game.Outcome.WON if winner else Game.Outcome.DRAWN
    if (now.outcome, now.winner) == (outcome, winner):
        raise Refused(_("This is the game's result already; nothing was changed."), code="nothing_changes")
    before = _begin_ruling(held, now)
    counting.end_game(held, now, winner=winner, reason=reason)
    told = [_decided(now, winner), kept_words.THE_MATCH % {"result": said(held)}]
    _correct(held, by=by, why=why, before=before, told=told)
    return told


def _decided(game: Game, winner: Seat | None) -> str:
    if winner is None:
        return kept_words.GAME_DRAWN % {"number": game.number}
    return kept_words.GAME_WON % {"number": game.number, "player": winner.user}


@transaction.atomic
def replay_game(game: Game, *, by: User, why: str) -> list[str]:
    """A judge has a game played again: it counts nowhere, and the next one takes its place. Returns what it changed."""
    why, held = steps.reason_given(why), steps.lock(game.match)
    now = held.games.get(pk=game.pk)
    if now.outcome == Game.Outcome.REPLAYED:
        raise Refused(_("This game is to be replayed already; nothing was changed."), code="nothing_changes")
    before = _begin_ruling(held, now)
    now.outcome, now.winner, now.reason = Game.Outcome.REPLAYED, None, Reason.JUDGED
    now.ended_at = now.ended_at or db_now()
    now.save()
    counting.go_on(held)
    told = [
        kept_words.GAME_AGAIN % {"number": now.number},
        kept_words.THE_MATCH % {"result": said(held)},
    ]
    _correct(held, by=by, why=why, before=before, told=told)
    return told


def _begin_ruling(match: Match, game: Game) -> dict[str, object]:
    """What was there before. A result entered as a whole does not follow from games, so no game can change it."""
    if match.entered_whole:
        raise Refused(
            _(
                "The desk entered this match's result as a whole, so its games decide nothing; correct "
                "the result itself."
            ),
            code="result_entered_whole",
        )
    if game.outcome == Game.Outcome.OPEN:
        steps.end_attempt(match, why=kept_words.BY_THE_DESK)
    return _kept(match)


def _kept(match: Match) -> dict[str, object]:
    now = score(match)
    wins = {str(number): won for number, won in now.wins.items()}
    games = [
        {"number": game.number, "outcome": game.outcome, "winner": game.winner and game.winner.number}
        for game in match.games.select_related("winner")
    ]
    return {"step": match.step, "wins": wins, "winner": now.winner, "reason": now.reason, "games": games}


def _correct(match: Match, *, by: User, why: str, before: dict[str, object], told: list[str]) -> None:
    steps.save(match)
    after = {**_kept(match), "changes": told}
    Correction.objects.create(match=match, by=by, reason=why, before=before, after=after, made_at=db_now())
