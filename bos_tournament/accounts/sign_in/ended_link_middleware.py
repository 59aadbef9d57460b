"""Tells a guest whose session was ended by a new link who made it and when."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import PersonalLink

SESSION_LINK = "personal_link"


class EndedLinks:
    """Comes before anything that asks for the request's user, since asking drops a session that has ended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        opened_by = request.session.get(SESSION_LINK)
        if opened_by is not None and not request.user.is_authenticated:
            messages.warning(request, why_ended(opened_by))
        return self.get_response(request)


def why_ended(link_id: str) -> str:
    """A sentence for the person whose personal link was revoked or replaced."""
    link = PersonalLink.objects.select_related("revoked_by", "user").filter(pk=link_id).first()
    if link is None or link.revoked_at is None:
        return _("You were signed out. Ask the desk for a new personal link.")
    if not link.user.guest:
        return _("You have an account now. Sign in with your email and password.")
    handle = link.revoked_by.handle if link.revoked_by else _("someone")
    at = f"{date_format(link.revoked_at, 'DATETIME_FORMAT')} UTC"
    return _("Your personal link was ended by %(who)s on %(at)s. If you did not ask for that, tell the desk now.") % {
        "who": handle,
        "at": at,
    }
