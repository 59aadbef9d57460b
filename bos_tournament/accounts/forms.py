"""Forms about people."""

from collections.abc import Callable
from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as factors
from allauth.mfa.totp import forms as totp
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts import addresses, handles, tokens
from bos_tournament.errors import Refused

LONGEST = 128  # of what allauth's forms leave open: passwords and codes
LABELS = {
    "login": _("E-mail address"),
    "email": _("E-mail address"),
    "oldpassword": _("Present password"),
    "password1": _("Password"),
    "password2": _("Password again"),
    "code": _("Code"),
}
GOOD_PASSWORDS = _("At least 12 characters; a few words are easier to remember than signs.")


def refusals_as_errors(check: Callable[..., str], *args, **facts) -> str:
    """Runs a check of ours inside a form: its refusal becomes the field's error."""
    try:
        return check(*args, **facts)
    except Refused as refusal:
        raise forms.ValidationError(str(refusal), code=refusal.code) from None


class HandleField(forms.CharField):
    """The name everybody sees."""

    def __init__(self, **options) -> None:
        options.setdefault("label", _("Handle"))
        options.setdefault("max_length", 30)
        options.setdefault("help_text", _("The name everybody sees: 2 to 30 letters, digits, spaces or . ' - _"))
        super().__init__(**options)
        self.widget.attrs.update({"autocomplete": "nickname", "spellcheck": "false"})


class RealNameField(forms.CharField):
    """Private to its owner and the staff of tournaments they enter."""

    def __init__(self, **options) -> None:
        options.setdefault("label", _("Real name"))
        options.setdefault("max_length", 80)
        options.setdefault("required", False)
        options.setdefault("help_text", _("Only you and the staff of your tournaments see it."))
        super().__init__(**options)
        self.widget.attrs["autocomplete"] = "name"


def our(base: type[forms.Form]) -> type[forms.Form]:
    """A form of allauth with our labels, no placeholders, and a length limit for every text."""

    class Ours(base):
        def __init__(self, *args, **facts) -> None:
            super().__init__(*args, **facts)
            for name, field in self.fields.items():
                field.label = LABELS.get(name, field.label)
                if name == "password1":
                    field.help_text = GOOD_PASSWORDS
                field.widget.attrs.pop("placeholder", None)
                if isinstance(field, forms.CharField) and field.max_length is None:
                    field.max_length = LONGEST
                    field.validators.append(MaxLengthValidator(LONGEST))
                    field.widget.attrs["maxlength"] = LONGEST

    return Ours


LoginForm = our(account.LoginForm)
ReauthenticateForm = our(account.ReauthenticateForm)
ChangePasswordForm = our(account.ChangePasswordForm)
ResetPasswordForm = our(account.ResetPasswordForm)
ResetPasswordKeyForm = our(account.ResetPasswordKeyForm)
SecondFactorForm = our(factors.AuthenticateForm)
SecondFactorAgainForm = our(factors.ReauthenticateForm)
ActivateForm = our(totp.ActivateTOTPForm)


class AddEmailForm(our(account.AddEmailForm)):
    """Another address. One that nobody confirmed is replaced at once, a confirmed one when the new one is."""

    def clean_email(self) -> str:
        email = super().clean_email()
        if addresses.is_confirmed(self.user):
            return email
        return refusals_as_errors(addresses.free_email, email)

    def save(self, request):
        if addresses.is_confirmed(self.user):
            return super().save(request)
        address = addresses.set_address(self.user, self.cleaned_data["email"], confirmed=False)
        addresses.ask_to_confirm(request, address)
        return address


class SignupForm(our(account.SignupForm)):
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
        choices=[("", _("As my browser says")), *settings.LANGUAGES],
        help_text=_("Pages and mails come in it, wherever you sign in."),
    )
    mails_tables = forms.BooleanField(
        label=_("Mail me my table"),
        required=False,
        help_text=_("When a round is published in which you play: the table and whom you meet."),
    )
    hides_history = forms.BooleanField(
        label=_("Hide my history"),
        required=False,
        help_text=_("Nobody else opens the page with your tournaments and opponents. Single results stay public."),
    )

    def __init__(self, *args: Any, has_mail: bool, **given: Any) -> None:
        super().__init__(*args, **given)
        if not has_mail:
            del self.fields["mails_tables"]


class ClaimForm(forms.Form):
    """A guest becomes an account."""

    email = forms.EmailField(label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
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

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("What will use it, for example “scoreboard at home”.")
    )
    read_only = forms.BooleanField(
        label=_("Only for reading"),
        required=False,
        help_text=_("The program sees what you see and changes nothing."),
    )
    days = forms.TypedChoiceField(
        label=_("Ends after"),
        coerce=int,
        choices=spans,
        initial=tokens.LASTS,
        empty_value=tokens.LASTS,
        required=False,
    )


class EraseForm(forms.Form):
    """Erasing wants the handle typed, since nothing brings an account back."""

    handle = forms.CharField(max_length=30, label=_("Your handle"), help_text=_("Type it to confirm."))

    def __init__(self, *args, expected: str, **facts) -> None:
        super().__init__(*args, **facts)
        self.expected = expected

    def clean_handle(self) -> str:
        if self.cleaned_data["handle"].casefold() != self.expected.casefold():
            raise forms.ValidationError(
                gettext("Type %(expected)s to confirm.") % {"expected": self.expected}, code="not_confirmed"
            )
        return self.cleaned_data["handle"]
