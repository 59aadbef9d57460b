"""A judge rules on a dispute; only this changes a result."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.disputes import precedents
from bos_tournament.judging.models import Appeal, Dispute, Ruling
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.structure import locking

Decision = Ruling.Decision


@transaction.atomic
def rule_on_dispute(dispute: Dispute, *, by: User, decision: str, winner: Seat | None = None, reason: str) -> Ruling:
    """Decides a dispute: the result stands, the game's winner is corrected, the game is replayed, or it goes on.

    A ruling that stands is overturned by a head judge alone. Both players then read the game's records, unless it goes
    on. Raises Refused: `reason_missing`, `winner_missing`, `dispute_withdrawn`, `ruling_stands`, `no_result`,
    `game_over`, and what the change of the result refuses.
    """
    tournament = locking.lock_tournament(Tournament.objects.get(stages__rounds__pairings__match__games=dispute.game_id))
    match = Match.objects.select_for_update().get(games=dispute.game_id)
    match.version += 1
    match.save(update_fields=["version"])
    dispute = Dispute.objects.select_for_update().select_related("game").get(pk=dispute.pk)
    if dispute.state == Dispute.State.WITHDRAWN:
        raise Refused(_("This dispute was withdrawn, so there is nothing to rule on."), code="dispute_withdrawn")
    if dispute.rulings.exists() and not tournament.staff.filter(user=by, role=Staff.Role.HEAD_JUDGE).exists():
        raise Refused(_("There is already a ruling. Only a head judge can overturn it."), code="ruling_stands")
    if not reason.strip():
        raise Refused(_("Give a reason. Both players can read it."), code="reason_missing")
    _refuse_senseless(dispute.game, decision)
    _carry_out(dispute, by=by, decision=decision, winner=winner, reason=reason.strip()[:300])
    dispute.state = Dispute.State.RULED
    if dispute.records_opened_at is None and decision != Decision.GO_ON:
        dispute.records_opened_by, dispute.records_opened_at = by, db_now()
    dispute.save()
    corrected = winner if decision == Decision.CORRECT else None
    ruling = Ruling.objects.create(
        dispute=dispute, by=by, decision=decision, winner=corrected, reason=reason.strip()[:1000]
    )
    precedents.note_subjects(ruling)
    _answer_appeal(ruling)
    return ruling


def _answer_appeal(ruling: Ruling) -> None:
    """A further ruling is the head judge's, and changes the one that was appealed."""
    waiting = Appeal.objects.filter(dispute=ruling.dispute_id, answer=Appeal.Answer.WAITING)
    waiting.update(answer=Appeal.Answer.CHANGED, answered_by=ruling.by_id, answered_at=db_now(), reason=ruling.reason)


def possible(game: Game) -> list[str]:
    """The rulings that make sense as the game stands: a result stands or is corrected only where there is one."""
    if game.match.entered_whole or game.match.called_off_at:
        return [Decision.UPHOLD]
    if game.outcome == Game.Outcome.REPLAYED:
        return [Decision.UPHOLD, Decision.CORRECT]
    if game.outcome != Game.Outcome.OPEN:
        return [Decision.UPHOLD, Decision.CORRECT, Decision.REPLAY]
    reported = game.reports.filter(withdrawn_at=None).exists()
    return [*([] if reported else [Decision.GO_ON]), Decision.CORRECT, Decision.REPLAY]


def _refuse_senseless(game: Game, decision: str) -> None:
    """Raises Refused where a ruling speaks of a result that is not there, or lets a game go on that is over."""
    if decision not in (Decision.UPHOLD, Decision.GO_ON) or decision in possible(game):
        return
    if decision == Decision.UPHOLD:
        sentence = _("This game has no result to confirm. Choose a winner, or have it replayed.")
        raise Refused(sentence, code="no_result")
    if game.outcome == Game.Outcome.OPEN:
        sentence = _("This game was reported as over. Choose a winner, or have it replayed.")
    else:
        sentence = _("This game is over. Confirm its result, correct it, or have it replayed.")
    raise Refused(sentence, code="game_over")


def _carry_out(dispute: Dispute, *, by: User, decision: str, winner: Seat | None, reason: str) -> None:
    if decision == Decision.CORRECT:
        if winner is None or winner.match_id != dispute.game.match_id:
            raise Refused(_("Choose the winner of the game."), code="winner_missing")
        result_entry.decide(dispute.game, by=by, winner=winner, why=reason)
    elif decision == Decision.REPLAY:
        result_entry.replay(dispute.game, by=by, why=reason)
