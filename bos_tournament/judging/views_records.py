"""Pages of records: those of a match, walking through one, trying lines on the way."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from bos_tournament.errors import Refused
from bos_tournament.judging import access, recording, showing, viewer
from bos_tournament.judging.forms import HandInForm
from bos_tournament.judging.sealing import is_reported
from bos_tournament.matches.models import Game


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest, pk) -> HttpResponse:
    match, who = access.match_of(request.user, pk)
    form = HandInForm(match, request.user, request.POST or None, request.FILES or None, asked=request.GET.get("game"))
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            recording.hand_in(asked["game"], by=request.user, seat=who.seat, text=asked["text"])
            messages.success(request, _received(asked["game"]))
            return redirect("judging:records", match.pk)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    status = 422 if form.is_bound else 200
    return render(request, "judging/records.html", {**showing.records_page(match, who), "form": form}, status=status)


@login_required
@require_GET
def record(request: HttpRequest, pk) -> HttpResponse:
    shown, who = access.record_to_see(request.user, pk)
    page = viewer.record_page(shown, who, request.GET.get("line"))
    return _answer(request, page, "judging/_position.html")


@login_required
@require_GET
def try_line(request: HttpRequest, pk) -> HttpResponse:
    shown, who = access.record_to_try(request.user, pk)
    page = viewer.record_page(shown, who, request.GET.get("line"))
    return _answer(request, {**page, **viewer.tried(page, request.GET.get("written", ""))}, "judging/_trial.html")


@login_required
@require_GET
def continuations(request: HttpRequest, pk) -> HttpResponse:
    shown, who = access.record_to_try(request.user, pk)
    page = viewer.record_page(shown, who, request.GET.get("line"))
    return _answer(request, {**page, **viewer.continued(page)}, "judging/_continuations.html")


@login_required
@require_GET
def record_text(request: HttpRequest, pk) -> HttpResponse:
    shown = access.record_to_see(request.user, pk)[0]
    answer = HttpResponse(shown.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="record-{str(shown.pk)[:8]}.bln"'
    return answer


def _received(game: Game) -> str:
    """What happens next with a record that was handed in."""
    if is_reported(game):
        return _("Your record is in. The engine reads it within moments.")
    return _("Your record is in. The engine answers once the game is reported.")


def _answer(request: HttpRequest, page: dict[str, Any], part: str) -> HttpResponse:
    """The part that changes for a page that is open already, the whole page for everybody else."""
    alone = request.htmx and not request.htmx.history_restore_request
    answer = render(request, part if alone else "judging/record.html", page)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
