"""The operator's page: how every part of the site is, and a test mail; and whom strangers tell of a hole."""

from datetime import timedelta

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.operations import mail_backend
from bos_tournament.operations.health import report
from bos_tournament.operations.health.component_status import ICONS, WORDS, worst

READ_AGAIN = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole in this site (RFC 9116), where its operator said so."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + READ_AGAIN).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": settings.PUBLIC_URL + request.path,
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def operator(request: HttpRequest) -> User:
    """Whoever runs the site: a superuser; the door of the admin has asked for the second factor. 403 for others."""
    if not isinstance(request.user, User) or not request.user.is_superuser:
        raise PermissionDenied
    return request.user


@require_safe
def health_page(request: HttpRequest) -> HttpResponse:
    reader = operator(request)
    parts = report.component_statuses()
    state = worst(parts)
    context = {
        **admin.site.each_context(request),
        "title": _("System status"),
        "parts": parts,
        "state": state,
        "icon": ICONS[state],
        "word": WORDS[state],
        "at": timezone.now(),
        "address": reader.email,
    }
    return TemplateResponse(request, "admin/health.html", context)


@require_POST
def test_mail(request: HttpRequest) -> HttpResponse:
    reader = operator(request)
    try:
        mail_backend.send_test(reader)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test email is on its way to %(address)s.") % {"address": reader.email})
    return redirect("operations:health")
