"""Featuring a table, and taking that back."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.standings import featured_matches


@login_required
@require_POST
def feature(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    try:
        featured_matches.feature(pairing)
        messages.success(request, _("Table %(table)s is now featured.") % {"table": pairing.table})
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("tournaments:table", slug, pk)


@login_required
@require_POST
def unfeature(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    try:
        featured_matches.unfeature(pairing)
        messages.success(request, _("Table %(table)s is no longer featured.") % {"table": pairing.table})
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("tournaments:table", slug, pk)
