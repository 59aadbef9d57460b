"""How a game ended, by its players: one reports, the other agrees or says otherwise. Only equal reports count."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.errors import Refused
from bos_tournament.matches import match_score, match_steps, own_records
from bos_tournament.matches.models import Game, Match, Reason, Report, Seat
from bos_tournament.operations import idempotency
from bos_tournament.operations.db_clock import db_now

Step = Match.Step
BY_PLAYERS = {
    Reason.PLAYED: gettext_lazy("Played to the end"),
    Reason.CONCEDED: gettext_lazy("By concession"),
    Reason.TIME: gettext_lazy("Time ran out"),
}
"""How a player may say that a game ended."""


@transaction.atomic
def report_result(
    seat: Seat, *, winner: Seat | None, reason: Reason, game: int | None = None, sure: bool = False
) -> None:
    """This seat says who won (nobody: both fell to 0, G-103) and why. A report equal to the other one ends the game.

    `game` is the number the reporter saw; a report about an earlier game is refused, and so is one that says otherwise
    than the reporter's own record, unless they are `sure`.
    """
    match = match_steps.lock_for(
        seat, Step.PLAYING, Step.REPORTED, refusal=_("You cannot report a result now: %(instead)s")
    )
    _refuse_online(match)
    on = match_steps.open_game(match)
    _refuse_report(match, on, winner, reason, game)
    standing = on.reports.filter(withdrawn_at=None)
    if standing.filter(seat=seat).exists():
        raise Refused(
            _("Your report is waiting for an answer. Withdraw it first to change it."), code="already_reported"
        )
    if not sure:
        own_records.refuse_contradicting_record(seat, on, winner)
    report = Report.objects.create(game=on, seat=seat, winner=winner, reason=reason, made_at=db_now())
    answers = list(standing.exclude(seat=seat))
    if not answers:
        match_steps.save(match, step=Step.REPORTED)
    elif all(_same(report, answer) for answer in answers):
        match_score.end_game(match, on, winner=winner, reason=reason)
        match_steps.save(match)
    else:
        match_steps.save(match, step=Step.DIFFERING)


def report_once(
    seat: Seat, key: UUID | None, *, winner: Seat | None, reason: Reason, game: int | None = None, sure: bool = False
) -> None:
    """`report`, once for this key of the reporter, whether a page or a program sends it again.

    Raises Refused: `key_reused`, and what `report` refuses.
    """

    def made() -> tuple[int, dict[str, object]]:
        report_result(seat, winner=winner, reason=reason, game=game, sure=sure)
        return 201, {}

    who_won = "drawn" if winner is None else str(winner.number)
    idempotency.run_once(
        seat.user, key, {"report": str(seat.pk), "winner": who_won, "reason": reason, "game": game}, made
    )


def _refuse_online(match: Match) -> None:
    """What is played on the board needs no report."""
    if match.plays_online:
        raise Refused(
            _("This game is played on the board; its end there is the result. To give up, concede there."),
            code="played_on_board",
        )


def _refuse_report(match: Match, on: Game, winner: Seat | None, reason: Reason, game: int | None) -> None:
    if game is not None and game != on.number:
        raise Refused(
            _("Game %(game)s is over; this is game %(number)s. Check again, then report.")
            % {"game": game, "number": on.number},
            code="game_over",
        )
    if winner is not None and winner.match_id != match.pk:
        raise Refused(_("Choose one of the two players as the winner."), code="winner_not_seated")
    if reason not in BY_PLAYERS:
        raise Refused(_("Players can report a game as played, conceded or lost on time."), code="reason_of_the_desk")
    if winner is None and reason != Reason.PLAYED:
        raise Refused(
            _("If one player conceded or ran out of time, the other won. Choose the winner."), code="winner_missing"
        )


def _same(first: Report, second: Report) -> bool:
    return (first.winner_id, first.reason) == (second.winner_id, second.reason)


@transaction.atomic
def withdraw_report(seat: Seat) -> None:
    """Takes back this seat's report while it is unanswered."""
    match = match_steps.lock_for(seat, Step.REPORTED, refusal=_("You cannot withdraw a report now: %(instead)s"))
    standing = match_steps.open_game(match).reports.filter(seat=seat, withdrawn_at=None)
    if not standing.update(withdrawn_at=db_now()):
        raise Refused(_("You have no report to withdraw. Answer the other player's."), code="no_report_of_yours")
    match_steps.save(match, step=Step.PLAYING)


@transaction.atomic
def agree(seat: Seat, *, report: UUID | None = None) -> None:
    """This seat says that the other's report is right, which ends the game; also after both had reported differently.

    `report` is the one that was read; if it was withdrawn meanwhile, nothing is agreed to.
    """
    match = match_steps.lock_for(
        seat, Step.REPORTED, Step.DIFFERING, refusal=_("You cannot agree with a report now: %(instead)s")
    )
    game = match_steps.open_game(match)
    theirs = game.reports.filter(withdrawn_at=None).exclude(seat=seat).first()
    if theirs is None:
        raise Refused(
            _("Only the other player can answer your report. Wait, or withdraw it."), code="no_report_of_theirs"
        )
    if report is not None and report != theirs.pk:
        raise Refused(_("That report was withdrawn. Check the new one first."), code="report_withdrawn")
    match_score.end_game(match, game, winner=theirs.winner, reason=Reason(theirs.reason))
    match_steps.save(match)
