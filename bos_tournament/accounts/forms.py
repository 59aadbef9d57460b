"""Forms about people."""

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as factors
from allauth.mfa.totp import forms as totp
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from bos_tournament.accounts import addresses, handles
from bos_tournament.accounts.sign_in import tokens
from bos_tournament.accounts.sign_in.allauth_internals import send_confirmation
from bos_tournament.errors import Refused

Form = TypeVar("Form", bound=forms.Form)

LONGEST = 128  # of what allauth's forms leave open: passwords and codes
LABELS = {
    "login": _("Email address"),
    "email": _("Email address"),
    "oldpassword": _("Current password"),
    "password1": _("Password"),
    "password2": _("Repeat password"),
    "code": _("Code"),
}
GOOD_PASSWORDS = _("12+ characters. A few words are easiest to remember.")


def refusals_as_errors(check: Callable[..., str], *args: Any, **facts: Any) -> str:
    """Runs a check of ours inside a form: its refusal becomes the field's error."""
    try:
        return check(*args, **facts)
    except Refused as refusal:
        raise forms.ValidationError(str(refusal), code=refusal.code) from None


class HandleField(forms.CharField):
    """The name everybody sees."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Handle"))
        options.setdefault("max_length", 30)
        options.setdefault("help_text", _("Your public name: 2 to 30 letters, digits, spaces or . ' - _"))
        super().__init__(**options)
        self.widget.attrs.update({"autocomplete": "nickname", "spellcheck": "false"})


class RealNameField(forms.CharField):
    """Private to its owner and the staff of tournaments they enter."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Real name"))
        options.setdefault("max_length", 80)
        options.setdefault("required", False)
        options.setdefault("help_text", _("Visible only to you and the staff of your tournaments."))
        super().__init__(**options)
        self.widget.attrs["autocomplete"] = "name"


def our(base: type[Form]) -> type[Form]:
    """A form of allauth with our labels, no placeholders, and a length limit for every text."""

    def begin(self: Form, *args: Any, **facts: Any) -> None:
        base.__init__(self, *args, **facts)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            if name == "password1":
                field.help_text = GOOD_PASSWORDS
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.CharField) and field.max_length is None:
                field.max_length = LONGEST
                field.validators.append(MaxLengthValidator(LONGEST))
                field.widget.attrs["maxlength"] = LONGEST

    return type(base.__name__, (base,), {"__init__": begin})


LoginForm = our(account.LoginForm)
ReauthenticateForm = our(account.ReauthenticateForm)
ChangePasswordForm = our(account.ChangePasswordForm)
ResetPasswordForm = our(account.ResetPasswordForm)
ResetPasswordKeyForm = our(account.ResetPasswordKeyForm)
SecondFactorForm = our(factors.AuthenticateForm)
SecondFactorAgainForm = our(factors.ReauthenticateForm)
ActivateForm = our(totp.ActivateTOTPForm)


@our
class AddEmailForm(account.AddEmailForm):
    """Another address. One that nobody confirmed is replaced at once, a confirmed one when the new one is."""

    def clean_email(self) -> str:
        email = super().clean_email()
        if addresses.is_confirmed(self.user):
            return email
        return refusals_as_errors(addresses.free_email, email)

    def save(self, request: HttpRequest) -> EmailAddress:
        if addresses.is_confirmed(self.user):
            return super().save(request)
        address = addresses.set_address(self.user, self.cleaned_data["email"], confirmed=False)
        send_confirmation(request, address)
        return address


@our
class SignupForm(account.SignupForm):
    """E-mail, password and handle; a real name if one likes."""

    field_order = ["email", "handle", "password1", "real_name"]
    handle = HandleField()
    real_name = RealNameField()

    def clean_handle(self) -> str:
        return refusals_as_errors(handles.free_handle, self.cleaned_data["handle"])


class ProfileForm(forms.Form):
    """What people change about themselves; the deed checks it."""

    handle = HandleField()
    real_name = RealNameField()
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("Same as my browser")), *settings.LANGUAGES],
        help_text=_("For pages and emails, wherever you sign in."),
    )
    mails_tables = forms.BooleanField(
        label=_("Email me my pairings"),
        required=False,
        help_text=_("Sent when your round is published: your table and your opponent."),
    )
    hides_history = forms.BooleanField(
        label=_("Hide my history"),
        required=False,
        help_text=_("Hides the page with your tournaments and opponents from others. Single results stay public."),
    )

    def __init__(self, *args: Any, has_mail: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not has_mail:
            del self.fields["mails_tables"]


class ClaimForm(forms.Form):
    """A guest becomes an account."""

    refused_at = {"password_weak": "password"}

    email = forms.EmailField(label=_("Email address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    password = forms.CharField(
        label=_("Password"),
        max_length=LONGEST,
        strip=False,
        help_text=GOOD_PASSWORDS,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class FirstAdminForm(ClaimForm):
    """The first admin of a site."""

    field_order = ["email", "handle", "password"]
    handle = HandleField()

    def clean_email(self) -> str:
        return refusals_as_errors(addresses.free_email, self.cleaned_data["email"])

    def clean_handle(self) -> str:
        return refusals_as_errors(handles.free_handle, self.cleaned_data["handle"], of_staff=True)


def spans() -> list[tuple[int, str]]:
    """How long a token may last, said in the reader's language."""
    return [(days, ngettext("%d day", "%d days", days) % days) for days in tokens.MAY_LAST]


class TokenForm(forms.Form):
    """A name under which its owner finds a token again."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("For example “scoreboard at home”."))
    read_only = forms.BooleanField(
        label=_("Read-only"),
        required=False,
        help_text=_("The program can read what you can see, but change nothing."),
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"),
        coerce=int,
        choices=spans,
        initial=tokens.LASTS,
        required=False,
    )

    def clean_days(self) -> int:
        return self.cleaned_data["days"] or tokens.LASTS
