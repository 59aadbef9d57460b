"""The players' clocks for staff: paused, let go on, set, and what follows from a time that ran out."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from bos_tournament.matches import clocks
from bos_tournament.matches.models import ClockMark
from bos_tournament.tournaments import access_desk, settling
from bos_tournament.tournaments.access_desk import match_at, member
from bos_tournament.tournaments.forms_desk import ClockTapForm, ReasonForm, SetClocksForm
from bos_tournament.tournaments.views_tables import answer


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    return _tap(request, slug, pk, clocks.pause, _("The clocks stand still."))


@login_required
@require_POST
def go_on(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    def let_go(match, *, by, after, why):
        return clocks.go_on(match, by=by, after=after)

    return _tap(request, slug, pk, let_go, _("The clocks run again."))


@login_required
@require_POST
def set_clocks(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """What each has left and whose turn it is; the clocks are paused then."""
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = SetClocksForm(request.POST, match=match_at(pairing), prefix="clocks")

    def put() -> list[str]:
        clocks.set_clocks(match_at(pairing), by=member(request.user), **form.told())
        return [_("The clocks are set and paused; let them go on when the game does.")]

    return answer(request, pairing, form, "clocks_form", put)


@login_required
@require_POST
def decide_by_time(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """A time that ran out is taken for lost."""
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = ReasonForm(request.POST, prefix="flag")

    def decide() -> list[str]:
        return settling.decide_by_time(pairing, by=member(request.user), why=form.cleaned_data["why"])

    return answer(request, pairing, form, "flag_form", decide)


def _tap(request: HttpRequest, slug: str, pk: UUID, deed: Callable[..., ClockMark], told: str) -> HttpResponse:
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = ClockTapForm(request.POST)

    def tap() -> list[str]:
        said = form.cleaned_data
        deed(match_at(pairing), by=member(request.user), after=said["after"], why=said["why"])
        return [told]

    return answer(request, pairing, form, "tap_form", tap)
