"""Mail that is noted: when it last went out, when it last failed, and a mail to try it with."""

import logging
import smtplib
from collections.abc import Sequence
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage, get_connection, send_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.operations.models import Mailing

log = logging.getLogger(__name__)
FAULTS = (OSError, smtplib.SMTPException)


class NotedMail(BaseEmailBackend):
    """Django's way of sending, around the backend that EMAIL_URL names (EMAIL_BACKEND)."""

    def __init__(self, fail_silently: bool = False, **options: object) -> None:
        super().__init__(fail_silently=fail_silently)
        self.carrier = get_connection(settings.MAIL_BACKEND, fail_silently=fail_silently, **options)

    def open(self) -> bool | None:
        return self.carrier.open()

    def close(self) -> None:
        self.carrier.close()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Raises what the carrier raises, after noting it."""
        try:
            sent = self.carrier.send_messages(email_messages) or 0
        except FAULTS as fault:
            note(Mailing.Outcome.FAILED, fault=kind_of(fault))
            raise
        if sent:
            note(Mailing.Outcome.SENT)
        return sent


def note(outcome: Mailing.Outcome, *, fault: str = "") -> None:
    """On a connection of its own: a deed that fails because of its mail takes back everything else it wrote."""
    keeper = Thread(target=_keep, args=(outcome, fault))
    keeper.start()
    keeper.join()


def _keep(outcome: Mailing.Outcome, fault: str) -> None:
    try:
        Mailing.objects.update_or_create(outcome=outcome, defaults={"at": timezone.now(), "fault": fault})
    except DatabaseError as trouble:
        log.warning("That mail %s could not be noted: %s", outcome.value, type(trouble).__name__)
    finally:
        connection.close()


def kind_of(fault: BaseException) -> str:
    """What went wrong, without the server's words, which can hold addresses."""
    code = getattr(fault, "smtp_code", None) or getattr(fault, "errno", None)
    return f"{type(fault).__name__} {code}" if code else type(fault).__name__


def send_test(user: User) -> None:
    """Sends its reader a mail. Raises Refused: `no_address`, `mail_failed`."""
    if not user.email:
        raise Refused(_("Your account has no email address to send it to."), code="no_address")
    text = _("This is the test email you asked for. The site at %(site)s can send email.") % {
        "site": settings.PUBLIC_URL
    }
    try:
        send_mail(_("Test email from BOS Tournament"), f"{text}\n", None, [user.email])
    except FAULTS as fault:
        sentence = _(
            "The email was not sent (%(fault)s). Check EMAIL_URL and MAIL_FROM, and whether the server is reachable."
        )
        raise Refused(sentence % {"fault": kind_of(fault)}, code="mail_failed") from fault
