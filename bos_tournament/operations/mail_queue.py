"""Letters about accounts, sent by a worker (LETTER_BACKEND): no page waits for a mail server."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from cryptography.fernet import Fernet
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bos_tournament.operations import jobs
from bos_tournament.operations.mail_backend import FAULTS, kind_of
from bos_tournament.operations.models import Letter

KEPT = timedelta(days=1)  # what could not be sent by then leads nowhere any more


class NotSent(Exception):
    """The mail server would not have it. Says the kind of fault alone: its words hold addresses."""


class SentLater(BaseEmailBackend):
    """Writes letters down, sealed, each with its job. Plain text to one reader is all they are."""

    @transaction.atomic
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            content = [message.subject, message.body, message.from_email, message.to]
            letter = Letter.objects.create(sealed=_seal().encrypt(json.dumps(content, default=str).encode()).decode())
            jobs.enqueue("operations.send_letter", letter.pk)
        return len(email_messages)


def send(pk: UUID) -> None:
    """Raises NotSent."""
    letter = Letter.objects.filter(pk=pk).first()
    if letter is None:
        return
    subject, body, sender, to = json.loads(_seal().decrypt(letter.sealed.encode()))
    try:
        EmailMessage(subject, body, sender, to).send()
    except FAULTS as fault:
        raise NotSent(kind_of(fault)) from None
    letter.delete()


def delete_old_letters() -> None:
    """Drops letters nobody waits for any more."""
    Letter.objects.filter(made_at__lt=timezone.now() - KEPT).delete()


def _seal() -> Fernet:
    """Made from the site's secret: a copy of the database alone opens no letter."""
    return Fernet(urlsafe_b64encode(salted_hmac("bos.letters", "", algorithm="sha256").digest()))
