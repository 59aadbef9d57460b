"""Where the pages about people are. Of allauth's pages only those are open that are written here."""

from collections.abc import Callable
from functools import wraps

from allauth.account import views as account
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path

from bos_tournament.accounts import views


def refuses(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of allauth that shows its form again says so by its status, as ours do."""

    @wraps(view)
    def answer(request: HttpRequest, *args, **facts) -> HttpResponse:
        response = view(request, *args, **facts)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and form is not None and form.errors:
            response.status_code = 422
        return response

    return answer


# The names are allauth's: its flows lead from one to the next by them.
sign_in = [
    path("login/", refuses(account.login), name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("signup/", refuses(views.SignUp.as_view()), name="account_signup"),
    path("reauthenticate/", refuses(account.reauthenticate), name="account_reauthenticate"),
    path("email/", refuses(account.email), name="account_email"),
    path("confirm-email/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"),
    path("password/change/", refuses(account.password_change), name="account_change_password"),
    path("password/set/", views.claim, name="account_set_password"),
    path("password/reset/", refuses(account.password_reset), name="account_reset_password"),
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
    path("reauthenticate/", refuses(factors.reauthenticate), name="mfa_reauthenticate"),
    path("totp/activate/", refuses(totp.activate_totp), name="mfa_activate_totp"),
    path("totp/deactivate/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("recovery-codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("recovery-codes/generate/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("recovery-codes/download/", codes.download_recovery_codes, name="mfa_download_recovery_codes"),
]
ours = [
    path("account/", views.profile, name="profile"),
    path("account/claim/", views.claim, name="claim"),
    path("account/tokens/", views.api_tokens, name="tokens"),
    path("account/tokens/<uuid:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("account/export/", views.export, name="export"),
    path("account/erase/", views.erase, name="erase"),
    path("language/", views.choose_language, name="choose_language"),
    path("p/<str:token>/", views.personal_link, name="personal_link"),
    path("first-admin/<str:token>/", views.make_first_admin, name="first_admin"),
]

urlpatterns = [
    path("accounts/", include([*sign_in, path("2fa/", include(second_factor))])),
    path("", include((ours, "accounts"))),
]
