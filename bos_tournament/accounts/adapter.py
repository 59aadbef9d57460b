"""How allauth treats our users: sign-up, mails, limits, and secrets of second factors."""

import base64
import hashlib
import logging
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmation
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django import forms
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts import handles, languages, mail_delivery
from bos_tournament.accounts.models import User
from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.accounts.sign_in import attempt_limits, reauthentication

log = logging.getLogger(__name__)
LETTER = "account/messages/email_confirmation_sent.txt"


class AccountAdapter(DefaultAccountAdapter):
    """Accounts by e-mail, with a handle."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "email_password_mismatch": _("Wrong email or password."),
        "email_taken": _("This email already has an account. Sign in, or reset your password."),
        "duplicate_email": _("This is already your email address."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_password": _("That is not your password."),
        "incorrect_code": _("Wrong or already used code. Wait for the next one."),
        "too_many_login_attempts": _("Too many failed attempts for this account. Wait five minutes, then try again."),
        "too_many_on_this_site": _(
            "Too many wrong passwords on this site. Wait a minute, or reset your password by email."
        ),
        "rate_limited": _("Too many attempts. Wait a few minutes, then try again."),
        "invalid_password_reset": _("This link no longer works. Request a new one."),
    }

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.set_handle(form.cleaned_data["handle"])
        user.real_name = handles.readable(form.cleaned_data["real_name"])
        return super().save_user(request, user, form, commit)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """In the language its reader chose. A mail server that is away must not turn a page into an error, nor tell
        which addresses are known."""
        reader = User.objects.filter(email__iexact=email).exclude(language="").first()
        try:
            with translation.override(languages.of(reader) if reader else translation.get_language()):
                self._carry(template_prefix, email, {**context, "email": email, "request": self.request})
        except (OSError, smtplib.SMTPException) as fault:
            log.error("A mail was not sent (%s): %s", template_prefix, fault)

    def _carry(self, template_prefix: str, email: str, context: dict) -> None:
        """Later, so that no page waits for a mail server, and none is slower for an address that is known."""
        letter = self.render_mail(template_prefix, email, {**context, "current_site": get_current_site(self.request)})
        if not mail_delivery.are_printed():
            letter.connection = get_connection(settings.LETTER_BACKEND)
        letter.send()

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *arguments: Any, **more: Any
    ) -> None:
        """Nobody is told to wait for a letter that is only printed where the site runs."""
        if message_template == LETTER and mail_delivery.are_printed():
            return
        super().add_message(request, level, message_template, *arguments, **more)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """From PUBLIC_URL, never from the request's Host, which its sender chooses."""
        uid, _, secret = key.partition("-")
        return settings.PUBLIC_URL + reverse("account_reset_password_from_key", args=[uid, secret])

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: EmailConfirmation) -> str:
        return settings.PUBLIC_URL + reverse("account_confirm_email", args=[emailconfirmation.key])

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """One count an account, whatever host name the request gives; known devices and the whole site have theirs."""
        try:
            self.counted = attempt_limits.count_attempt(request, credentials.get("email") or "")
        except attempt_limits.TooMany as much:
            many = "too_many_login_attempts" if str(much) == "account" else "too_many_on_this_site"
            raise self.validation_error(many) from None

    def _rollback_login_failed_rl_usage(self) -> None:
        attempt_limits.was_right(self.counted)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        attempt_limits.reset_attempts(credentials.get("email") or "")

    def reauthenticate(self, user: User, password: str) -> bool:
        account = self.authenticate(self.request, email=user.email or "", password=password)
        return account is not None and account.pk == user.pk

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        return super().is_reauthentication_required(app=app, **kwargs) and not reauthentication.recently_authenticated(
            self.request
        )


class MFAAdapter(DefaultMFAAdapter):
    """Secrets of second factors are encrypted in the database; the key is a file beside it."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
    }

    def encrypt(self, text: str) -> str:
        return cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise ValidationError(
                gettext("This second factor can no longer be read. Ask an admin to remove it, then set up a new one.")
            ) from None

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url)


def cipher() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(settings.SECOND_FACTOR_KEY.encode()).digest()))
