"""An appeal: a player asks the head judge about a ruling, once in a dispute; the head judge upholds or changes it."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.models import Appeal, Dispute, Ruling
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Staff, Tournament

Answer = Appeal.Answer


@transaction.atomic
def appeal(dispute: Dispute, *, by: User, why: str) -> Appeal:
    """Asks the head judge; the dispute waits again until they answer, and its round is not closed meanwhile.

    Raises Refused: `not_ruled`, `appealed_already`, `why_missing`, `match_called_off`, `ruling_final`,
    `no_head_judge`, `already_over`, `dispute_waiting`.
    """
    match = Match.objects.select_for_update().get(pk=dispute.game.match_id)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    ruling = dispute.rulings.last()
    if hasattr(dispute, "appeal"):
        raise Refused(_("This ruling was already appealed. It can be appealed only once."), code="appealed_already")
    if dispute.state != Dispute.State.RULED or ruling is None:
        raise Refused(_("There is no ruling to appeal yet."), code="not_ruled")
    if not why.strip():
        raise Refused(_("Explain in a sentence what is wrong with the ruling."), code="why_missing")
    _refuse_final(match, ruling)
    if Dispute.objects.filter(game=dispute.game_id, state=Dispute.State.WAITING).exists():
        raise Refused(_("Another dispute on this game is open. Its ruling comes first."), code="dispute_waiting")
    filed = Appeal.objects.create(dispute=dispute, ruling=ruling, by=by, why=why.strip()[:500], made_at=db_now())
    dispute.state = Dispute.State.WAITING
    _keep(dispute, match)
    return filed


@transaction.atomic
def uphold(open_appeal: Appeal, *, by: User, reason: str) -> Appeal:
    """The head judge lets the ruling stand, with a reason that both players read. (To change it, they rule again.)

    Raises Refused: `answered_already`, `reason_missing`.
    """
    match = Match.objects.select_for_update().get(pk=open_appeal.dispute.game.match_id)
    open_appeal = Appeal.objects.select_for_update().select_related("dispute").get(pk=open_appeal.pk)
    if open_appeal.answer != Answer.WAITING:
        raise Refused(_("This appeal was already answered."), code="answered_already")
    if not reason.strip():
        raise Refused(_("Give a reason. Both players can read it."), code="reason_missing")
    open_appeal.answer, open_appeal.answered_by, open_appeal.answered_at = Answer.UPHELD, by, db_now()
    open_appeal.reason = reason.strip()[:1000]
    open_appeal.save()
    open_appeal.dispute.state = Dispute.State.RULED
    _keep(open_appeal.dispute, match)
    return open_appeal


def may_appeal(dispute: Dispute) -> bool:
    """Is there a ruling that can still be appealed?"""
    if dispute.state != Dispute.State.RULED or hasattr(dispute, "appeal"):
        return False
    ruling = dispute.rulings.last()
    if ruling is None:
        return False
    try:
        _refuse_final(dispute.game.match, ruling)
    except Refused:
        return False
    return True


def _refuse_final(match: Match, ruling: Ruling) -> None:
    match_steps.refuse_called_off(match)
    tournament = Tournament.objects.get(stages__rounds__pairings__match=match)
    if tournament.is_over:
        raise Refused(_("The tournament is over, so the ruling is final."), code="already_over")
    heads = set(tournament.staff.filter(role=Staff.Role.HEAD_JUDGE).values_list("user_id", flat=True))
    if ruling.by_id in heads:
        raise Refused(_("The head judge gave this ruling, so it is final."), code="ruling_final")
    if not heads:
        raise Refused(_("This tournament has no head judge, so the ruling is final."), code="no_head_judge")


def _keep(dispute: Dispute, match: Match) -> None:
    dispute.save(update_fields=["state"])
    match.version += 1
    match.save(update_fields=["version"])
