"""How a game ended, by its players: one reports, the other agrees or says otherwise. Only equal reports count."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import counting, own_records, steps
from bos_tournament.matches.models import Game, Match, Reason, Report, Seat

Step = Match.Step
BY_PLAYERS = (Reason.PLAYED, Reason.CONCEDED, Reason.TIME)


@transaction.atomic
def report(seat: Seat, *, winner: Seat | None, reason: Reason, game: int | None = None, sure: bool = False) -> None:
    """This seat says who won (nobody: both fell to 0, G-103) and why. A report equal to the other one ends the game.

    `game` is the number the reporter saw; a report about an earlier game is refused, and so is one that says otherwise
    than the reporter's own record, unless they are `sure`.
    """
    match = steps.lock_for(seat, Step.PLAYING, Step.REPORTED, refusal=_("You cannot report a result now: %(instead)s"))
    on = steps.open_game(match)
    _refuse_report(match, on, winner, reason, game)
    standing = on.reports.filter(withdrawn_at=None)
    if standing.filter(seat=seat).exists():
        raise Refused(_("Your report waits for its answer; withdraw it first to change it."), code="already_reported")
    if not sure:
        own_records.refuse_otherwise(seat, on, winner)
    made = Report.objects.create(game=on, seat=seat, winner=winner, reason=reason, made_at=db_now())
    answers = list(standing.exclude(seat=seat))
    if not answers:
        steps.save(match, step=Step.REPORTED)
    elif all(_same(made, answer) for answer in answers):
        counting.end_game(match, on, winner=winner, reason=reason)
        steps.save(match)
    else:
        steps.save(match, step=Step.DIFFERING)


def _refuse_report(match: Match, on: Game, winner: Seat | None, reason: Reason, game: int | None) -> None:
    if game is not None and game != on.number:
        raise Refused(
            _("Game %(game)s is over; now it is game %(number)s. Look again, then report.")
            % {"game": game, "number": on.number},
            code="game_over",
        )
    if winner is not None and winner.match_id != match.pk:
        raise Refused(_("The winner is one of the two players; choose one of them."), code="winner_not_seated")
    if reason not in BY_PLAYERS:
        raise Refused(_("Players report a game as played, conceded or lost on time."), code="reason_of_the_desk")
    if winner is None and reason != Reason.PLAYED:
        raise Refused(
            _("Where one conceded or ran out of time, the other won; choose the winner."), code="winner_missing"
        )


def _same(one: Report, other: Report) -> bool:
    return (one.winner_id, one.reason) == (other.winner_id, other.reason)


@transaction.atomic
def withdraw_report(seat: Seat) -> None:
    """Takes back this seat's report while it is unanswered."""
    match = steps.lock_for(seat, Step.REPORTED, refusal=_("You cannot withdraw a report now: %(instead)s"))
    standing = steps.open_game(match).reports.filter(seat=seat, withdrawn_at=None)
    if not standing.update(withdrawn_at=db_now()):
        raise Refused(_("You have no report to withdraw; answer the other player's."), code="no_report_of_yours")
    steps.save(match, step=Step.PLAYING)


@transaction.atomic
def agree(seat: Seat, *, report: UUID | None = None) -> None:
    """This seat says that the other's report is right, which ends the game; also after both had reported differently.

    `report` is the one that was read; if it was withdrawn meanwhile, nothing is agreed to.
    """
    match = steps.lock_for(
        seat, Step.REPORTED, Step.DIFFERING, refusal=_("You cannot agree with a report now: %(instead)s")
    )
    game = steps.open_game(match)
    theirs = game.reports.filter(withdrawn_at=None).exclude(seat=seat).first()
    if theirs is None:
        raise Refused(
            _("Only the other player can answer your report; wait, or withdraw it."), code="no_report_of_theirs"
        )
    if report is not None and report != theirs.pk:
        raise Refused(_("That report was withdrawn; look at the new one first."), code="report_withdrawn")
    counting.end_game(match, game, winner=theirs.winner, reason=Reason(theirs.reason))
    steps.save(match)
