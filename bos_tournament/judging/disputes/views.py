"""Pages of disputes: filing one, what the engine found in its records, the ruling."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest, HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.judging import access
from bos_tournament.judging.disputes import appeals, dispute_rulings, filing, presenter
from bos_tournament.judging.disputes.forms import AppealForm, DisputeForm, RulingForm, UpholdForm
from bos_tournament.judging.models import Dispute
from bos_tournament.judging.records import record_entry
from bos_tournament.judging.records.forms import RecordForm
from bos_tournament.operations import conditional
from bos_tournament.refusals import show_refusal


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def file_dispute(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    match, capacity = access.match_of(request.user, pk)
    form = DisputeForm(match, request.POST or None, request.FILES or None, asked=request.GET.get("game", ""))
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            told = {"claim": fields["claim"], "text": fields["text"], "line": fields["line"]}
            filed = filing.file_dispute(fields["game"], by=request.user, seat=capacity.seat, **told)
            return redirect(filed)
        except Refused as refusal:
            show_refusal(form, refusal)
    status = 422 if form.is_bound else 200
    waiting = Dispute.objects.filter(game__match=match, state=Dispute.State.WAITING).select_related("game")
    may_file = filing.games_to_dispute(match).exists()
    context = {"match": match, "form": form, "waiting": waiting.order_by("game__number"), "may_file": may_file}
    return render(request, "judging/file_dispute.html", context, status=status)


@login_required
@require_GET
def dispute(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed, capacity = access.dispute_to_see(request.user, pk)
    if not request.htmx:
        return render_dispute(request, filed, capacity)
    page = presenter.dispute_page(filed, capacity)
    return conditional.conditional_response(
        request, page["tag"], lambda: _render(request, "judging/_dispute.html", page, capacity)
    )


def render_dispute(
    request: HtmxHttpRequest, filed: Dispute, capacity: access.Capacity, *, status: int = 200, **forms: Form
) -> HttpResponse:
    """The page of a dispute, with a form that was refused."""
    template = "judging/_dispute.html" if request.htmx else "judging/dispute.html"
    return _render(request, template, presenter.dispute_page(filed, capacity), capacity, status=status, **forms)


def _render(
    request: HtmxHttpRequest,
    template: str,
    page: dict[str, Any],
    capacity: access.Capacity,
    *,
    status: int = 200,
    **forms: Form,
) -> HttpResponse:
    context, filed = dict(page), page["dispute"]
    if context["may_rule"]:
        context["ruling_form"] = RulingForm(filed.game)
    if context["may_add_record"]:
        context["record_form"] = RecordForm(initial={"text": record_entry.last_text(filed.game, capacity.user)})
    if context["may_appeal"]:
        context["appeal_form"] = AppealForm(prefix="appeal")
    if context["may_uphold"]:
        context["uphold_form"] = UpholdForm(prefix="uphold")
    return render(request, template, {**context, **forms}, status=status)


@login_required
@require_POST
def add_record(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed, capacity = access.dispute_to_see(request.user, pk)
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            filing.add_record(filed, by=request.user, seat=capacity.seat, text=form.cleaned_data["text"])
            return redirect(filed)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render_dispute(request, filed, capacity, status=422, record_form=form)


@login_required
@require_POST
def rule_on_dispute(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed, capacity = access.dispute_to_rule(request.user, pk)
    form = RulingForm(filed.game, request.POST)
    if form.is_valid():
        try:
            dispute_rulings.rule_on_dispute(filed, by=request.user, **form.cleaned_data)
            messages.success(request, _("Ruling given. Both players can see it with its reason."))
            return redirect(filed)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render_dispute(request, filed, capacity, status=422, ruling_form=form)


@login_required
@require_POST
def open_records(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed = access.dispute_to_open(request.user, pk)
    try:
        filing.open_records(filed, by=request.user)
        messages.success(request, _("Both players can now read the records of this game."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(filed)


@login_required
@require_POST
def withdraw_dispute(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed = access.dispute_to_see(request.user, pk)[0]
    try:
        filing.withdraw_dispute(filed, by=request.user)
        messages.success(request, _("Dispute withdrawn. The result stays as it is."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(filed)


@login_required
@require_POST
def appeal(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    filed = access.dispute_to_appeal(request.user, pk)
    form = AppealForm(request.POST, prefix="appeal")
    if form.is_valid():
        try:
            appeals.appeal(filed, by=request.user, why=form.cleaned_data["why"])
            messages.success(request, _("Appeal filed. The head judge will answer it here."))
            return redirect(filed)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render_dispute(request, *access.dispute_to_see(request.user, pk), status=422, appeal_form=form)


@login_required
@require_POST
def uphold(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    """The head judge lets a ruling stand that was appealed; to change it they rule again."""
    open_appeal = access.appeal_to_answer(request.user, pk)
    form = UpholdForm(request.POST, prefix="uphold")
    if form.is_valid():
        try:
            appeals.uphold(open_appeal, by=request.user, reason=form.cleaned_data["reason"])
            messages.success(request, _("Ruling upheld. Both players can see it with your reason."))
            return redirect(open_appeal.dispute)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render_dispute(request, *access.dispute_to_see(request.user, pk), status=422, uphold_form=form)
