"""Taking one's data along, and erasing one's account."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from bos_tournament.accounts import access
from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.accounts.sign_in import reauthentication
from bos_tournament.errors import Refused
from bos_tournament.privacy import erasure
from bos_tournament.privacy.export import own_data
from bos_tournament.privacy.forms import EraseForm
from bos_tournament.refusals import show_refusal


@login_required
@require_GET
def export(request: AuthenticatedHttpRequest) -> HttpResponse:
    user = access.known_account(request)
    if not user.guest and not reauthentication.recently_authenticated(request):
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
    answer = JsonResponse(own_data(user), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="my-bos-data.json"'
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: AuthenticatedHttpRequest) -> HttpResponse:
    user = access.known_account(request)
    form = EraseForm(request.POST or None, expected=user.handle)
    if request.method == "POST" and form.is_valid():
        try:
            erasure.erase(user)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            logout(request)
            messages.success(request, _("Your account was erased. Your results keep a pseudonym."))
            return redirect("/")
    context = {"form": form, "account": user, "why_not": "" if form.errors else _why_not(user)}
    return render(request, "privacy/erase.html", context, status=422 if form.errors else 200)


def _why_not(user: User) -> str:
    """Why an account cannot be erased yet; empty where it can."""
    try:
        erasure.refuse_while_needed(user)
    except Refused as refusal:
        return str(refusal)
    return ""
