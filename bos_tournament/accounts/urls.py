"""Where the pages about people are. Of allauth's pages only those are open that are written here."""

from collections.abc import Callable
from functools import wraps

from allauth.account import views as account
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path, re_path
from django.utils.translation import gettext as _

from bos_tournament.accounts import views


def refuses(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of allauth that shows its form again says so by its status, as ours do."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **facts: object) -> HttpResponse:
        response = view(request, *args, **facts)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and form is not None and form.errors:
            response.status_code = 422
        return response

    return answer


def of_an_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page about passwords and addresses; a guest, who has none to confirm or change, is led to choosing them."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **facts: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.guest:
            messages.info(request, _("Guests have no password. Add an email and a password first."))
            return redirect("accounts:claim")
        return view(request, *args, **facts)

    return answer


# The names are allauth's: its flows lead from one to the next by them.
sign_in = [
    path("login/", refuses(account.login), name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("signup/", refuses(views.SignUp.as_view()), name="account_signup"),
    path("reauthenticate/", of_an_account(refuses(account.reauthenticate)), name="account_reauthenticate"),
    path("email/", of_an_account(refuses(account.email)), name="account_email"),
    path("confirm-email/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"),
    path("password/change/", of_an_account(refuses(account.password_change)), name="account_change_password"),
    path("password/set/", views.claim, name="account_set_password"),
    path("password/reset/", refuses(views.NewPassword.as_view()), name="account_reset_password"),
    path("password/reset/done/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        refuses(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
second_factor = [
    path("", views.second_factor_set, name="mfa_index"),
    path("authenticate/", refuses(factors.authenticate), name="mfa_authenticate"),
    path("reauthenticate/", of_an_account(refuses(factors.reauthenticate)), name="mfa_reauthenticate"),
    path("totp/activate/", of_an_account(refuses(totp.activate_totp)), name="mfa_activate_totp"),
    path("totp/deactivate/", of_an_account(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("recovery-codes/", of_an_account(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("recovery-codes/generate/", of_an_account(codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("recovery-codes/download/", of_an_account(codes.download_recovery_codes), name="mfa_download_recovery_codes"),
]
ours = [
    path("account/", views.profile, name="profile"),
    path("account/claim/", views.claim, name="claim"),
    path("account/tokens/", views.api_tokens, name="tokens"),
    path("account/tokens/<uuid:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("account/sessions/", views.own_sessions, name="sessions"),
    path("account/resume/", views.resume_form, name="resume_form"),
    path("language/", views.choose_language, name="choose_language"),
    path("p/<str:token>/", views.personal_link, name="personal_link"),
    path("first-admin/<str:token>/", views.make_first_admin, name="first_admin"),
]

urlpatterns = [
    path("accounts/", include([*sign_in, path("2fa/", include(second_factor))])),
    path("", include((ours, "accounts"))),
]
