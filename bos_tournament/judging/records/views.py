"""Pages of records: those of a match, walking through one, trying lines on the way."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest, HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.judging import access
from bos_tournament.judging.record_visibility import is_reported
from bos_tournament.judging.records import presenter, record_analysis, record_entry, record_viewer
from bos_tournament.judging.records.forms import HandInForm
from bos_tournament.matches.models import Game
from bos_tournament.refusals import show_refusal


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    match, capacity = access.match_of(request.user, pk)
    form = HandInForm(match, request.user, request.POST or None, request.FILES or None, asked=request.GET.get("game"))
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            record_entry.hand_in(fields["game"], by=request.user, seat=capacity.seat, text=fields["text"])
            messages.success(request, _received(fields["game"]))
            return redirect("judging:records", match.pk)
        except Refused as refusal:
            show_refusal(form, refusal)
    status = 422 if form.is_bound else 200
    return render(
        request, "judging/records.html", {**presenter.records_page(match, capacity), "form": form}, status=status
    )


@login_required
@require_GET
def record(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row, capacity = access.record_to_see(request.user, pk)
    page = record_viewer.record_page(row, capacity, request.GET.get("line"))
    return _answer(request, page, "judging/_position.html")


@login_required
@require_GET
def try_line(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row, capacity = access.record_to_try(request.user, pk)
    page, written = record_viewer.record_page(row, capacity, request.GET.get("line")), request.GET.getlist("written")
    found = record_viewer.tried(page, written) if written else {}
    if not written or found["trial"]["table"]:
        found |= record_viewer.continued(page, found.get("tried", ()))
    return _answer(request, {**page, **found}, "judging/_try_line.html")


@login_required
@require_GET
def continuations(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row, capacity = access.record_to_try(request.user, pk)
    page = record_viewer.record_page(row, capacity, request.GET.get("line"))
    found = record_viewer.continued(page, request.GET.getlist("written"))
    return _answer(request, {**page, **found}, "judging/_try_line.html")


@login_required
@require_GET
def record_text(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row = access.record_to_see(request.user, pk)[0]
    answer = HttpResponse(row.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="record-{str(row.pk)[:8]}.bln"'
    return answer


@login_required
@require_POST
def analyse(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    row, capacity = access.record_to_analyse(request.user, pk)
    try:
        return redirect(record_analysis.open_record(row, capacity))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(row)


def _received(game: Game) -> str:
    """What happens next with a record that was handed in."""
    if is_reported(game):
        return _("Record submitted. The engine reads it in a moment.")
    return _("Record submitted. The engine answers once the game is reported.")


def _answer(request: HtmxHttpRequest, page: dict[str, Any], part: str) -> HttpResponse:
    """The part that changes for a page that is open already, the whole page for everybody else."""
    alone = request.htmx and not request.htmx.history_restore_request
    answer = render(request, part if alone else "judging/record.html", page)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
