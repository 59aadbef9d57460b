"""Pages of disputes: filing one, what the engine found in its records, the ruling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from bos_tournament.errors import Refused
from bos_tournament.judging import access, appealing, disputing, recording, ruling, showing
from bos_tournament.judging.forms import AppealForm, DisputeForm, RecordForm, RulingForm, UpholdForm
from bos_tournament.judging.models import Dispute


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, pk) -> HttpResponse:
    match, who = access.match_of(request.user, pk)
    form = DisputeForm(match, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            filed = disputing.file_dispute(
                asked["game"], by=request.user, seat=who.seat, claim=asked["claim"], text=asked["text"]
            )
            return redirect(filed)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    status = 422 if form.is_bound else 200
    waiting = Dispute.objects.filter(game__match=match, state=Dispute.State.WAITING).select_related("game")
    may_file = disputing.games_to_dispute(match).exists()
    context = {"match": match, "form": form, "waiting": waiting.order_by("game__number"), "may_file": may_file}
    return render(request, "judging/new.html", context, status=status)


@login_required
@require_GET
def dispute(request: HttpRequest, pk) -> HttpResponse:
    filed, who = access.dispute_to_see(request.user, pk)
    return page(request, filed, who)


def page(request: HttpRequest, filed, who, *, status: int = 200, **forms) -> HttpResponse:
    context = showing.dispute_page(filed, who)
    if context["may_rule"]:
        context["ruling_form"] = RulingForm(filed.game)
    if context["may_add_record"]:
        context["record_form"] = RecordForm(initial={"text": recording.last_text(filed.game, who.user)})
    if context["may_appeal"]:
        context["appeal_form"] = AppealForm(prefix="appeal")
    if context["may_uphold"]:
        context["uphold_form"] = UpholdForm(prefix="uphold")
    context.update(forms)
    if not request.htmx:
        return render(request, "judging/dispute.html", context, status=status)
    if request.headers.get("If-None-Match") == context["tag"]:
        return HttpResponse(status=304)
    return render(request, "judging/_dispute.html", context, status=status)


@login_required
@require_POST
def add_record(request: HttpRequest, pk) -> HttpResponse:
    filed, who = access.dispute_to_see(request.user, pk)
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            disputing.add_record(filed, by=request.user, seat=who.seat, text=form.cleaned_data["text"])
            return redirect(filed)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return page(request, filed, who, status=422, record_form=form)


@login_required
@require_POST
def rule(request: HttpRequest, pk) -> HttpResponse:
    filed, who = access.dispute_to_rule(request.user, pk)
    form = RulingForm(filed.game, request.POST)
    if form.is_valid():
        try:
            ruling.rule(filed, by=request.user, **form.cleaned_data)
            messages.success(request, _("Your ruling is in; both players see it with its reason."))
            return redirect(filed)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return page(request, filed, who, status=422, ruling_form=form)


@login_required
@require_POST
def open_records(request: HttpRequest, pk) -> HttpResponse:
    filed = access.dispute_to_open(request.user, pk)
    try:
        disputing.open_records(filed, by=request.user)
        messages.success(request, _("Both players now read the records of this game."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(filed)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk) -> HttpResponse:
    filed = access.dispute_to_see(request.user, pk)[0]
    try:
        disputing.withdraw_dispute(filed, by=request.user)
        messages.success(request, _("The dispute is withdrawn; the result stays as it is."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(filed)


@login_required
@require_POST
def appeal(request: HttpRequest, pk) -> HttpResponse:
    filed = access.dispute_to_appeal(request.user, pk)
    form = AppealForm(request.POST, prefix="appeal")
    if form.is_valid():
        try:
            appealing.appeal(filed, by=request.user, why=form.cleaned_data["why"])
            messages.success(request, _("Your appeal is in; the head judge answers it here."))
            return redirect(filed)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return page(request, *access.dispute_to_see(request.user, pk), status=422, appeal_form=form)


@login_required
@require_POST
def uphold(request: HttpRequest, pk) -> HttpResponse:
    """The head judge lets a ruling stand that was appealed; to change it they rule again."""
    asked = access.appeal_to_answer(request.user, pk)
    form = UpholdForm(request.POST, prefix="uphold")
    if form.is_valid():
        try:
            appealing.uphold(asked, by=request.user, reason=form.cleaned_data["reason"])
            messages.success(request, _("The ruling stands; both players see it with your reason."))
            return redirect(asked.dispute)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return page(request, *access.dispute_to_see(request.user, pk), status=422, uphold_form=form)
