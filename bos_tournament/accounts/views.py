"""Pages about oneself: profile, tokens, personal links, and the first admin."""

from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.account.views import PasswordResetView, SignupView
from allauth.core.ratelimit import respond_429
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from bos_tournament.accounts import access, guests, languages, page_links, profiles
from bos_tournament.accounts.forms import ClaimForm, FirstAdminForm, ProfileForm, TokenForm
from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.accounts.sign_in import (
    attempt_limits,
    first_admin,
    personal_links,
    reauthentication,
    resumed_forms,
    sessions,
    tokens,
)
from bos_tournament.accounts.sign_in.allauth_internals import send_confirmation
from bos_tournament.accounts.sign_in.ended_link_middleware import SESSION_LINK
from bos_tournament.accounts.sign_in.second_factor import SESSION_BACK
from bos_tournament.accounts.sign_in.token_digests import digest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal


class SignUp(SignupView):
    """allauth's sign-up; two people who ask for one handle at the same moment get one answer each."""

    def form_valid(self, form: Form) -> HttpResponse:
        if not attempt_limits.may_sign_up():
            return respond_429(self.request)
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError:
            form.add_error(None, _("This handle or email was just taken. Choose another."))
            return self.form_invalid(form)


class NewPassword(PasswordResetView):
    """allauth's page that sends a letter for a new password; of letters to strangers there are only so many."""

    def form_valid(self, form: Form) -> HttpResponse:
        if not attempt_limits.may_send_email(self.request, form.cleaned_data["email"]):
            return respond_429(self.request)
        return super().form_valid(form)


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: AuthenticatedHttpRequest) -> HttpResponse:
    user = access.account(request)
    initial = {
        name: getattr(user, name) for name in ("handle", "real_name", "language", "mails_tables", "hides_history")
    }
    form = ProfileForm(request.POST or None, initial=initial, has_mail=bool(user.email))
    if request.method == "POST" and form.is_valid():
        try:
            profiles.rename(user, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal, at="handle")
        else:
            return saved(request, user)
    return render_profile(request, user, form)


def saved(request: HttpRequest, user: User) -> HttpResponse:
    """Says so in the language that was chosen just now; whoever leaves it to the browser means no earlier cookie."""
    response = redirect("accounts:profile")
    if not user.language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    with translation.override(languages.chosen(request)):
        messages.success(request, _("Profile saved."))
    return response


def render_profile(request: HttpRequest, user: User, form: ProfileForm) -> HttpResponse:
    why_closed = personal_links.why_closed(user)
    facts = {
        "form": form,
        "account": user,
        "second_factor_on": is_mfa_enabled(user, [Authenticator.Type.TOTP]),
        "has_recovery_codes": is_mfa_enabled(user, [Authenticator.Type.RECOVERY_CODES]),
        "links": user.links.select_related("made_by", "revoked_by").order_by("-made_at")[:20],
        "why_closed": why_closed,
        "data_links": [link for link in page_links.at("account.data") if link.while_closed or not why_closed],
    }
    return render(request, "accounts/profile.html", facts, status=422 if form.errors else 200)


# Without a token, which would make every public page one of a single visitor. From a foreign site the session does not
# come along, so that nobody's own choice can be changed from there.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """The choice at the foot of each page: kept in a cookie, and with the account of whoever is signed in."""
    if request.user.is_authenticated:
        languages.choose(request.user, request.POST.get("language", ""))
    return set_language(request)


@login_required
@require_GET
def second_factor_set(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Where a changed second factor leads: back to the door that asked for it, or to one's account."""
    return redirect(request.session.pop(SESSION_BACK, None) or "accounts:profile")


@login_required
@require_GET
def resume_form(request: AuthenticatedHttpRequest) -> HttpResponse:
    """What was sent before the second factor was confirmed, one button away from being done."""
    form = resumed_forms.pending_form(request)
    if form is None:
        messages.info(request, _("There is nothing left to send. Check whether it is already done."))
        return redirect("accounts:profile")
    return render(request, "accounts/resume_form.html", {"waiting": form})


@login_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def claim(request: AuthenticatedHttpRequest) -> HttpResponse:
    guest = access.guest(request)
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = guests.claim(guest, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal, at="email")
        else:
            request.session.pop(SESSION_LINK, None)
            update_session_auth_hash(request, user)
            reauthentication.chose_password(request, user)
            send_confirmation(request, EmailAddress.objects.get(user=user))
            messages.success(request, _("This is your account now. From now on, sign in with your email."))
            return redirect("accounts:profile")
    return render(request, "accounts/claim.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def api_tokens(request: AuthenticatedHttpRequest) -> HttpResponse:
    try:
        user = access.account_with_password(request)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("accounts:profile")
    form, token = TokenForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            token = tokens.make_token(user, **form.cleaned_data, second_factor=request.user.second_factor)
            form = TokenForm()
        except Refused as refusal:
            show_refusal(form, refusal)
    facts = {"form": form, "made": token, "tokens": tokens.valid_tokens(user)}
    return render(request, "accounts/tokens.html", facts, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    tokens.revoke(access.account(request), pk)
    messages.success(request, _("Token revoked. It no longer works."))
    return redirect("accounts:tokens")


@login_required
@require_http_methods(["GET", "POST"])
def own_sessions(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Where one is signed in. Posted to, it ends one sign-in by its name, or all but this one."""
    user = access.account(request) if request.method == "GET" else access.known_account(request)
    here = request.session.session_key or ""
    if request.method == "POST":
        if name := request.POST.get("session", ""):
            sessions.end_one(user, name)
            messages.success(request, _("Device signed out."))
        else:
            sessions.end_sessions(user, but=here)
            messages.success(request, _("All other devices were signed out."))
        return redirect("accounts:sessions")
    facts = {"sessions": sessions.of_user(user), "here": digest(here)}
    return render(request, "accounts/sessions.html", facts)


@never_cache
@require_http_methods(["GET", "POST"])
def personal_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET only says whose link it is, since previews of messages open links too; the button opens it."""
    try:
        if request.method == "GET":
            return render(request, "accounts/personal_link.html", {"link": personal_links.usable_link(token)})
        guest = personal_links.open_link(token)
    except Refused as refusal:
        if personal_links.opened_by(request.user, token):
            return redirect(clean_address(request))
        return render(request, "accounts/personal_link_ended.html", {"why": str(refusal)}, status=410)
    request.session.flush()
    login(request, guest)
    opened = guest.links.exclude(opened_at=None).select_related("made_by").latest("opened_at")
    request.session[SESSION_LINK] = str(opened.pk)
    warn_about_renewed_link(request, opened)
    return redirect(clean_address(request))


def warn_about_renewed_link(request: HttpRequest, opened: PersonalLink) -> None:
    """Whoever holds a guest's place learns that there was an earlier link, and who replaced it."""
    if opened.user.links.exclude(pk=opened.pk).exists():
        by = opened.made_by.handle if opened.made_by else _("someone")
        at = f"{date_format(opened.made_at, 'DATETIME_FORMAT')} UTC"
        messages.info(
            request,
            _("This is a new link, created by %(by)s on %(at)s. The earlier one has ended.") % {"by": by, "at": at},
        )


def clean_address(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else "/"


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def make_first_admin(request: HttpRequest, token: str) -> HttpResponse:
    form = FirstAdminForm(request.POST or None)
    try:
        first_admin.open_invitation(token)
        if request.method == "POST" and form.is_valid():
            admin = first_admin.create_first_admin(token, **form.cleaned_data)
            request.session.flush()
            login(request, admin)
            reauthentication.chose_password(request, admin)
            messages.success(request, _("You are the first admin."))
            return redirect("admin:index")
    except Refused as refusal:
        if refusal.code == "link_over":
            return render(request, "accounts/personal_link_ended.html", {"why": str(refusal)}, status=410)
        show_refusal(form, refusal)
    return render(request, "accounts/first_admin.html", {"form": form}, status=422 if form.errors else 200)
