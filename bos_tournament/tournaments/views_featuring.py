"""Featuring a table, and taking that back."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access_desk, featuring
from bos_tournament.tournaments.models import Pairing


@login_required
@require_POST
def feature(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    said = _("The hall is shown table %(table)s first.")
    return _do(request, slug, pk, featuring.feature, said)


@login_required
@require_POST
def unfeature(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    return _do(request, slug, pk, featuring.unfeature, _("Table %(table)s is one like the others again."))


def _do(request: HttpRequest, slug: str, pk: UUID, deed: Callable[[Pairing], Pairing], said: str) -> HttpResponse:
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    try:
        deed(pairing)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said % {"table": pairing.table})
    return redirect("tournaments:table", slug, pk)
