"""The operator's page: how every part of the site is, and a test mail."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history import mail, operating
from bos_tournament.history.parts import ICONS, WORDS, worst


def operator(request: HttpRequest) -> User:
    """Whoever runs the site: a superuser; the door of the admin has asked for the second factor. 403 for others."""
    if not isinstance(request.user, User) or not request.user.is_superuser:
        raise PermissionDenied
    return request.user


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    reader = operator(request)
    parts = operating.everything()
    state = worst(parts)
    context = {
        **admin.site.each_context(request),
        "title": _("The site and what it runs on"),
        "parts": parts,
        "state": state,
        "icon": ICONS[state],
        "word": WORDS[state],
        "at": timezone.now(),
        "address": reader.email,
    }
    return TemplateResponse(request, "admin/operating.html", context)


@require_POST
def test_mail(request: HttpRequest) -> HttpResponse:
    reader = operator(request)
    try:
        mail.send_test(reader)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test mail is on its way to %(address)s.") % {"address": reader.email})
    return redirect("operating:page")
