"""Mails about a tournament. Each is sent by a job, so a lost worker or mail server loses none."""

from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from bos_tournament.accounts import languages
from bos_tournament.operations.jobs import enqueue
from bos_tournament.tournaments.decklists.submissions import may_submit, report_of
from bos_tournament.tournaments.models import Entrant, Round, Sitting, Tournament
from bos_tournament.tournaments.structure import round_names


def tell_seated(entrant_id: UUID) -> None:
    """Tells somebody from the waitlist that they have a place."""
    entrant = _entrant(entrant_id)
    with translation.override(languages.of(entrant.user)):
        if entrant.state == Entrant.State.REGISTERED:
            _mail(
                entrant,
                _("You are registered: %(tournament)s") % {"tournament": entrant.tournament},
                _("A place has opened up, and it is yours. See you there!"),
            )


def tell_answer(entrant_id: UUID) -> None:
    """Tells somebody who asked to join what staff said, as it stands when the mail goes out."""
    entrant = _entrant(entrant_id)
    with translation.override(languages.of(entrant.user)):
        if entrant.state == Entrant.State.REGISTERED:
            _mail(
                entrant,
                _("You are registered: %(tournament)s") % {"tournament": entrant.tournament},
                _("Staff accepted you. Next, submit your deck list."),
            )
        elif entrant.state == Entrant.State.WAITLISTED:
            text = _("Staff accepted you. All places are taken, so you are on the waitlist.")
            _mail(entrant, _("You are on the waitlist: %(tournament)s") % {"tournament": entrant.tournament}, text)
        elif entrant.state == Entrant.State.REFUSED:
            _mail(
                entrant,
                _("Not accepted: %(tournament)s") % {"tournament": entrant.tournament},
                _("Staff did not accept you. Their reason: %(note)s") % {"note": entrant.note_words},
            )


def tell_illegal_list(entrant_id: UUID) -> None:
    """Tells somebody that their list is not legal with the cards that are now pinned."""
    entrant = _entrant(entrant_id)
    with translation.override(languages.of(entrant.user)):
        report = report_of(entrant, entrant.tournament)
        if report is None or report.legal:
            return
        problems = "\n".join(f"- {problem.rule}: {problem.message}" for problem in report.problems)
        text = _("Your deck list was checked again with the cards of this tournament and is not legal:")
        text = "\n\n".join([text, problems, _("Speak to a judge before the start: they can amend it.")])
        _mail(entrant, _("Your deck list is not legal: %(tournament)s") % {"tournament": entrant.tournament}, text)


def tell_unlocked(entrant_id: UUID) -> None:
    """Tells somebody that they may hand in a list though the deadline is over, if that still holds."""
    entrant = _entrant(entrant_id)
    with translation.override(languages.of(entrant.user)):
        if entrant.list_unlocked and may_submit(entrant.tournament, entrant):
            _mail(
                entrant,
                _("You can submit your deck list: %(tournament)s") % {"tournament": entrant.tournament},
                _("Staff let you submit a deck list until the start, although the deadline has passed."),
            )


def tell_tables(round_id: UUID) -> None:
    """Has everybody told their table who asked for it by mail, each by a job of their own."""
    sittings = Sitting.objects.filter(
        round=round_id, round__state=Round.State.PUBLISHED, entrant__user__mails_tables=True
    )
    for entrant_id in sittings.exclude(entrant__user__email=None).values_list("entrant", flat=True):
        enqueue("tournaments.tell_table", entrant_id)


def tell_table(entrant_id: UUID) -> None:
    """Tells somebody where and against whom they play in the round that is on, as it stands when the mail goes out."""
    entrant = _entrant(entrant_id)
    sitting = _sitting(entrant)
    if sitting is None or not entrant.user.mails_tables:
        return
    pairing = sitting.pairing
    other = pairing.sittings.exclude(entrant=entrant).select_related("entrant__user").first()
    with translation.override(languages.of(entrant.user)):
        facts = {
            "round": round_names.title(sitting.round),
            "table": pairing.table,
            "opponent": other.entrant.user if other else "",
        }
        text = _("%(round)s: you have no opponent.") % facts
        if other and pairing.match:
            text = _("%(round)s: you are at table %(table)s against %(opponent)s. Your match:") % facts
            text = f"{text} {settings.PUBLIC_URL}{pairing.match.get_absolute_url()}"
        _mail(entrant, _("%(round)s: %(tournament)s") % {**facts, "tournament": entrant.tournament}, text)


def tell_new_opponent(entrant_id: UUID) -> None:
    """Tells somebody that they meet somebody else in the round that is on, and why."""
    entrant = _entrant(entrant_id)
    with translation.override(languages.of(entrant.user)):
        sitting = _sitting(entrant)
        if sitting is None or not sitting.pairing.by_hand:  # the round was taken back or closed since
            return
        other = sitting.pairing.sittings.exclude(entrant=entrant).select_related("entrant__user").first()
        text = _("%(round)s: you have a bye. The organizer's reason: %(why)s")
        if other:
            text = _("%(round)s: you are at table %(table)s against %(opponent)s. The organizer's reason: %(why)s")
        text %= {
            "table": sitting.pairing.table,
            "opponent": other.entrant.user if other else "",
            "round": round_names.title(sitting.round),
            "why": sitting.pairing.by_hand,
        }
        _mail(entrant, _("Your opponent changed: %(tournament)s") % {"tournament": entrant.tournament}, text)


def _sitting(entrant: Entrant) -> Sitting | None:
    """Where somebody sits in the round that is on."""
    on = entrant.sittings.filter(round__state=Round.State.PUBLISHED, round__closed_at=None)
    running = on.filter(round__stage__tournament__state=Tournament.State.RUNNING)
    return running.select_related("pairing__match", "round").order_by("-round__number").first()


def _entrant(entrant_id: UUID) -> Entrant:
    return Entrant.objects.select_related("tournament", "user", "deck_version").get(pk=entrant_id)


def _mail(entrant: Entrant, subject: str, text: str) -> None:
    """Guests have no address; the same news stands on their page."""
    if entrant.user.email:
        page = f"{settings.PUBLIC_URL}{entrant.tournament.get_absolute_url()}"
        hello = _("Hello %(name)s,") % {"name": entrant.user}
        send_mail(subject, f"{hello}\n\n{text}\n\n{page}\n", None, [entrant.user.email])
