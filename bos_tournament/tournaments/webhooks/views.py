"""Webhooks: the organizer's pages of which addresses are told what, and the log of what they were sent."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.webhooks import Webhook
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.webhooks import subscriptions as telling
from bos_tournament.tournaments.webhooks.forms import WebhookForm

AT_ONCE = 25


@login_required
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """All addresses, and the form for one more, whose secret is shown once, right in the answer."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if request.method != "POST":
        return _render_all(request, tournament, WebhookForm())
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook_, secret = telling.add_webhook(tournament, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            return _render_one(request, webhook_, secret=secret)
    return _render_all(request, tournament, form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One address: its settings, its log, and what can be done about it."""
    webhook_ = tournament_access.webhook_of(request.user, slug, pk)
    if request.method != "POST":
        return _render_one(request, webhook_)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            telling.change(webhook_, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Webhook saved."))
            return redirect("tournaments:webhook", slug, pk)
    return _render_one(request, webhook_, form=form, status=422)


@login_required
@sensitive_variables()
@require_POST
def rotate_secret(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Shows the new secret once, right here."""
    webhook_ = tournament_access.webhook_of(request.user, slug, pk)
    secret = telling.rotate(webhook_)
    webhook_.refresh_from_db()
    return _render_one(request, webhook_, secret=secret)


@login_required
@require_POST
def switch_webhook(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """On or off, as the button says."""
    webhook_ = tournament_access.webhook_of(request.user, slug, pk)
    if request.POST.get("on") == "yes":
        telling.switch_on(webhook_)
        messages.success(request, _("Webhook resumed."))
    else:
        telling.switch_off(webhook_)
        messages.success(request, _("Webhook paused until you resume it."))
    return redirect("tournaments:webhook", slug, pk)


@login_required
@require_POST
def test_webhook(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    webhook_ = tournament_access.webhook_of(request.user, slug, pk)
    try:
        telling.send_test(webhook_)
    except Refused as refusal:
        return _render_one(request, webhook_, refusal=str(refusal), status=422)
    return _sent(request, webhook_)


@login_required
@require_POST
def send_again(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    delivery = tournament_access.delivery_of(request.user, slug, pk)
    try:
        telling.send_again(delivery)
    except Refused as refusal:
        return _render_one(request, delivery.webhook, refusal=str(refusal), status=422)
    return _sent(request, delivery.webhook)


@login_required
@require_POST
def remove_webhook(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    webhook_ = tournament_access.webhook_of(request.user, slug, pk)
    telling.remove_webhook(webhook_)
    messages.success(request, _("Webhook for %(host)s removed, and its log with it.") % {"host": webhook_.host})
    return redirect("tournaments:webhooks", slug)


def _sent(request: HttpRequest, webhook_: Webhook) -> HttpResponse:
    messages.success(request, _("Sending within seconds. Reload this page to see whether it arrived."))
    return redirect("tournaments:webhook", webhook_.tournament.slug, webhook_.pk)


def _render_all(request: HttpRequest, tournament: Tournament, form: WebhookForm, *, status: int = 200) -> HttpResponse:
    context = {
        **tournament_context(request, tournament),
        "webhooks": list(tournament.webhooks.all()),
        "most": telling.MOST_WEBHOOKS,
        "form": form,
    }
    return render(request, "tournaments/webhooks.html", context, status=status)


def _render_one(
    request: HttpRequest,
    webhook_: Webhook,
    *,
    form: WebhookForm | None = None,
    secret: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    page = Paginator(telling.log_of(webhook_), AT_ONCE).get_page(request.GET.get("page"))
    titles = round_names.all_called(webhook_.tournament)
    context = {
        **tournament_context(request, webhook_.tournament),
        "webhook": webhook_,
        "form": form or WebhookForm(initial={"url": webhook_.url, "topics": webhook_.topics}),
        "secret": secret,
        "refusal": refusal,
        "can_sign": telling.can_sign(webhook_),
        "page": page,
        "rows": [(delivery, round_names.among(titles, delivery.about.get("round"))) for delivery in page],
    }
    return render(request, "tournaments/webhook.html", context, status=status)
