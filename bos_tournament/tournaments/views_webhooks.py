"""Webhooks: the organizer's pages of which addresses are told what, and the log of what they were sent."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, round_names
from bos_tournament.tournaments import webhooks as telling
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.forms_webhooks import WebhookForm
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models_webhooks import Webhook

AT_ONCE = 25


@login_required
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """All addresses, and the form for one more, whose secret is shown once, right in the answer."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if request.method != "POST":
        return _render_all(request, tournament, WebhookForm())
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            made, secret = telling.add(tournament, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            return _render_one(request, made, secret=secret)
    return _render_all(request, tournament, form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One address: its settings, its log, and what can be done about it."""
    found = access.webhook_of(request.user, slug, pk)
    if request.method != "POST":
        return _render_one(request, found)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            telling.change(found, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The address is changed."))
            return redirect("tournaments:webhook", slug, pk)
    return _render_one(request, found, form=form, status=422)


@login_required
@sensitive_variables()
@require_POST
def rotate(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Shows the new secret once, right here."""
    found = access.webhook_of(request.user, slug, pk)
    secret = telling.rotate(found)
    found.refresh_from_db()
    return _render_one(request, found, secret=secret)


@login_required
@require_POST
def switch(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """On or off, as the button says."""
    found = access.webhook_of(request.user, slug, pk)
    if request.POST.get("on") == "yes":
        telling.switch_on(found)
        messages.success(request, _("It is told what happens from now on."))
    else:
        telling.switch_off(found)
        messages.success(request, _("It is told nothing any more, until you switch it on."))
    return redirect("tournaments:webhook", slug, pk)


@login_required
@require_POST
def test(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.webhook_of(request.user, slug, pk)
    return _send(request, found, lambda: telling.send_test(found))


@login_required
@require_POST
def again(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.delivery_of(request.user, slug, pk)
    return _send(request, found.webhook, lambda: telling.send_again(found))


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.webhook_of(request.user, slug, pk)
    telling.remove(found)
    messages.success(request, _("%(host)s is told nothing any more, and its log is gone.") % {"host": found.host})
    return redirect("tournaments:webhooks", slug)


def _send(request: HttpRequest, found: Webhook, deed: Callable[[], object]) -> HttpResponse:
    try:
        deed()
    except Refused as refusal:
        return _render_one(request, found, refusal=str(refusal), status=422)
    messages.success(request, _("It is sent within seconds. Look at this page again to see what came of it."))
    return redirect("tournaments:webhook", found.tournament.slug, found.pk)


def _render_all(request: HttpRequest, tournament: Tournament, form: WebhookForm, *, status: int = 200) -> HttpResponse:
    context = {
        **frame(request, tournament),
        "webhooks": list(tournament.webhooks.all()),
        "most": telling.MOST_WEBHOOKS,
        "form": form,
    }
    return render(request, "tournaments/webhooks.html", context, status=status)


def _render_one(
    request: HttpRequest,
    found: Webhook,
    *,
    form: WebhookForm | None = None,
    secret: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    page = Paginator(telling.log_of(found), AT_ONCE).get_page(request.GET.get("page"))
    called = round_names.all_called(found.tournament)
    context = {
        **frame(request, found.tournament),
        "webhook": found,
        "form": form or WebhookForm(initial={"url": found.url, "topics": found.topics}),
        "secret": secret,
        "refusal": refusal,
        "can_sign": telling.can_sign(found),
        "page": page,
        "rows": [(one, round_names.among(called, one.about.get("round"))) for one in page],
    }
    return render(request, "tournaments/webhook.html", context, status=status)
