"""Pages of deck tests: the start, the results while and after they come in, two tests compared, the shared page."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.private_page_middleware import not_indexed
from bos_tournament.accounts.requests import AuthenticatedHttpRequest, HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.play.deck_tests import access, presenter, testing
from bos_tournament.play.deck_tests.forms import ShareForm, StartForm
from bos_tournament.play.deck_tests.models import DeckTest
from bos_tournament.play.deck_tests.schedule import GAMES
from bos_tournament.refusals import show_refusal

READ_OR_POST = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(READ_OR_POST)
def start(request: AuthenticatedHttpRequest) -> HttpResponse:
    form = StartForm(request.POST or None, user=request.user, initial={"deck": request.GET.get("deck", "")[:50]})
    if form.is_valid():
        try:
            opponents = form.opponent_lists()
            return redirect(testing.start_test(request.user, deck=form.list_of(), opponents=opponents))
        except Refused as refusal:
            show_refusal(form, refusal)
    shown = {"form": form, "tests": access.own_tests(request.user), "games": GAMES}
    return render(request, "deck_tests/start.html", shown, status=422 if form.errors else 200)


@require_safe
@login_required
@never_cache
@not_indexed
def test(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    found = access.deck_test(request.user, pk)
    others = access.own_tests(request.user).exclude(pk=pk)
    return _results(request, found, {"own": True, "others": others})


@require_safe
@never_cache
@not_indexed
def shared(request: HtmxHttpRequest, link: UUID) -> HttpResponse:
    """The results for whoever has the link, without the list itself."""
    return _results(request, access.shared_test(link), {"own": False})


def _results(request: HtmxHttpRequest, found: DeckTest, more: dict[str, object]) -> HttpResponse:
    """The results alone for a page that is open, the whole page for everybody else; nothing where nothing is new."""
    alone = request.htmx and not request.htmx.history_restore_request
    if alone and request.GET.get("played") == str(found.played) and found.state == DeckTest.State.RUNNING:
        return HttpResponse(status=204)
    template = "deck_tests/_results.html" if alone else "deck_tests/test.html"
    answer = render(request, template, {**presenter.results(found), **more})
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@require_safe
@login_required
@never_cache
@not_indexed
def compare_tests(request: AuthenticatedHttpRequest, pk: UUID, other: UUID) -> HttpResponse:
    one, second = access.deck_test(request.user, pk), access.deck_test(request.user, other)
    return render(request, "deck_tests/compare.html", presenter.side_by_side(one, second))


@login_required
@require_POST
def cancel(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    found = access.deck_test(request.user, pk)
    testing.cancel_test(found)
    return redirect(found)


@login_required
@require_POST
def share(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    found, form = access.deck_test(request.user, pk), ShareForm(request.POST)
    testing.share_test(found, shared=form.is_valid() and form.cleaned_data["shared"])
    return redirect(found)


@login_required
@require_http_methods(READ_OR_POST)
def delete_test(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    found = access.deck_test(request.user, pk)
    if request.method != "POST":
        return render(request, "deck_tests/delete.html", {"test": found})
    testing.delete_test(found)
    messages.success(request, _("%(name)s deleted.") % {"name": found.name})
    return redirect("deck_tests:start")
