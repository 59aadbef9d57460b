"""Pages about oneself: profile, tokens, export, erasing, personal links, and the first admin."""

from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from allauth.account.views import PasswordResetView, SignupView
from allauth.core.ratelimit import respond_429
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from bos_tournament.accounts import (
    access,
    addresses,
    attempts,
    erasing,
    exporting,
    first_admin,
    guests,
    languages,
    links,
    profiles,
    proven,
    sessions,
    tokens,
    unfinished,
)
from bos_tournament.accounts.digests import digest
from bos_tournament.accounts.ended_links import SESSION_LINK
from bos_tournament.accounts.forms import ClaimForm, EraseForm, FirstAdminForm, ProfileForm, TokenForm
from bos_tournament.accounts.models import User
from bos_tournament.accounts.second_factor import SESSION_BACK
from bos_tournament.errors import Refused


class SignUp(SignupView):
    """allauth's sign-up; two people who ask for one handle at the same moment get one answer each."""

    def form_valid(self, form) -> HttpResponse:
        if not attempts.may_sign_up():
            return respond_429(self.request)
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError:
            form.add_error(None, _("Somebody took this handle or address a moment ago; choose another."))
            return self.form_invalid(form)


class NewPassword(PasswordResetView):
    """allauth's page that sends a letter for a new password; of letters to strangers there are only so many."""

    def form_valid(self, form) -> HttpResponse:
        if not attempts.may_have_letter(self.request, form.cleaned_data["email"]):
            return respond_429(self.request)
        return super().form_valid(form)


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    user = access.account(request)
    shown = {name: getattr(user, name) for name in ("handle", "real_name", "language", "mails_tables", "hides_history")}
    form = ProfileForm(request.POST or None, initial=shown, has_mail=bool(user.email))
    if request.method == "POST" and form.is_valid():
        try:
            profiles.rename(user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("handle", str(refusal))
        else:
            return saved(request, user)
    return render_profile(request, user, form)


def saved(request: HttpRequest, user: User) -> HttpResponse:
    """Says so in the language that was chosen just now; whoever leaves it to the browser means no earlier cookie."""
    response = redirect("accounts:profile")
    if not user.language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    with translation.override(languages.chosen(request)):
        messages.success(request, _("Your profile is saved."))
    return response


def render_profile(request: HttpRequest, user: User, form: ProfileForm) -> HttpResponse:
    facts = {
        "form": form,
        "account": user,
        "second_factor_on": is_mfa_enabled(user, [Authenticator.Type.TOTP]),
        "has_recovery_codes": is_mfa_enabled(user, [Authenticator.Type.RECOVERY_CODES]),
        "links": user.links.select_related("made_by", "revoked_by").order_by("-made_at")[:20],
        "why_closed": links.why_closed(user),
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
def second_factor_set(request: HttpRequest) -> HttpResponse:
    """Where a changed second factor leads: back to the door that asked for it, or to one's account."""
    return redirect(request.session.pop(SESSION_BACK, None) or "accounts:profile")


@login_required
@require_GET
def go_on(request: HttpRequest) -> HttpResponse:
    """What was sent before the second factor was confirmed, one button away from being done."""
    form = unfinished.kept(request)
    if form is None:
        messages.info(request, _("Nothing is waiting to be sent. Check whether it is done already."))
        return redirect("accounts:profile")
    return render(request, "accounts/go_on.html", {"waiting": form})


@login_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def claim(request: HttpRequest) -> HttpResponse:
    guest = access.guest(request)
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = guests.claim(guest, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("password" if refusal.code == "password_weak" else "email", str(refusal))
        else:
            request.session.pop(SESSION_LINK, None)
            update_session_auth_hash(request, user)
            proven.chose_password(request, user)
            addresses.ask_to_confirm(request, EmailAddress.objects.get(user=user))
            messages.success(request, _("This is your account now. Sign in with your e-mail address from here on."))
            return redirect("accounts:profile")
    return render(request, "accounts/claim.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    try:
        user = access.account_with_password(request)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("accounts:profile")
    form, made = TokenForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            made = tokens.make_token(user, **form.cleaned_data, second_factor=request.user.second_factor)
            form = TokenForm()
        except Refused as refusal:
            form.add_error(None, str(refusal))
    facts = {"form": form, "made": made, "tokens": tokens.held_by(user)}
    return render(request, "accounts/tokens.html", facts, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk) -> HttpResponse:
    tokens.revoke(access.account(request), pk)
    messages.success(request, _("The token is revoked; nothing can use it any more."))
    return redirect("accounts:tokens")


@login_required
@require_http_methods(["GET", "POST"])
def own_sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in. Posted to, it ends one sign-in by its name, or all but this one."""
    user = access.account(request) if request.method == "GET" else access.known_account(request)
    here = request.session.session_key or ""
    if request.method == "POST":
        if name := request.POST.get("session", ""):
            sessions.end_one(user, name)
            messages.success(request, _("That device is signed out."))
        else:
            sessions.end_sessions(user, but=here)
            messages.success(request, _("All other devices are signed out."))
        return redirect("accounts:sessions")
    facts = {"sessions": sessions.of_user(user), "here": digest(here)}
    return render(request, "accounts/sessions.html", facts)


@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    user = access.known_account(request)
    if not user.guest and not proven.recently(request):
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
    answer = JsonResponse(exporting.own_data(user), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="my-bos-data.json"'
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    user = access.known_account(request)
    form = EraseForm(request.POST or None, expected=user.handle)
    if request.method == "POST" and form.is_valid():
        try:
            erasing.erase(user)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, _("Your account is erased. Results keep a pseudonym."))
            return redirect("/")
    context = {"form": form, "account": user, "why_not": "" if form.errors else _needed(user)}
    return render(request, "accounts/erase.html", context, status=422 if form.errors else 200)


def _needed(user: User) -> str:
    """Why an account cannot be erased yet; empty where it can."""
    try:
        erasing.refuse_while_needed(user)
    except Refused as refusal:
        return str(refusal)
    return ""


@never_cache
@require_http_methods(["GET", "POST"])
def personal_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET only says whose link it is, since previews of messages open links too; the button opens it."""
    try:
        if request.method == "GET":
            return render(request, "accounts/personal_link.html", {"link": links.waiting(token)})
        guest = links.open_link(token)
    except Refused as refusal:
        if links.opened_by(request.user, token):
            return redirect(clean_address(request))
        return render(request, "accounts/link_over.html", {"why": str(refusal)}, status=410)
    request.session.flush()
    login(request, guest)
    opened = guest.links.exclude(opened_at=None).select_related("made_by").latest("opened_at")
    request.session[SESSION_LINK] = str(opened.pk)
    tell_about_renewal(request, opened)
    return redirect(clean_address(request))


def tell_about_renewal(request: HttpRequest, opened) -> None:
    """Whoever holds a guest's place learns that there was an earlier link, and who replaced it."""
    if opened.user.links.exclude(pk=opened.pk).exists():
        by = opened.made_by.handle if opened.made_by else _("somebody")
        at = f"{date_format(opened.made_at, 'DATETIME_FORMAT')} UTC"
        messages.info(
            request,
            _("This is a new link, made by %(by)s on %(at)s; the earlier one has ended.") % {"by": by, "at": at},
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
        first_admin.waiting(token)
        if request.method == "POST" and form.is_valid():
            admin = first_admin.accept(token, **form.cleaned_data)
            request.session.flush()
            login(request, admin)
            proven.chose_password(request, admin)
            messages.success(request, _("You are the first admin."))
            return redirect("admin:index")
    except Refused as refusal:
        if refusal.code == "link_over":
            return render(request, "accounts/link_over.html", {"why": str(refusal)}, status=410)
        form.add_error("password" if refusal.code == "password_weak" else None, str(refusal))
    return render(request, "accounts/first_admin.html", {"form": form}, status=422 if form.errors else 200)
