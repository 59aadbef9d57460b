"""What every page knows about the site."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from bos_tournament.accounts import mail_delivery


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "public_url": settings.PUBLIC_URL,
        "insecure_lan": settings.INSECURE_LAN and not settings.SECURE,
        "only_here": f"{urlsplit(settings.PUBLIC_URL).hostname}" in [name.strip("[]") for name in settings.LOOPBACK],
        "prints_mail": mail_delivery.are_printed(),
        "languages": settings.LANGUAGES,
        "this_page": address(request),
        "section": _section(request),
    }


def address(request: HttpRequest) -> str:
    """Where the reader finds this page again; one that answers a form is found where the form was."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    before = urlsplit(request.headers.get("Referer", ""))
    return before._replace(scheme="", netloc="").geturl() if before.netloc == request.get_host() else "/"


def _section(request: HttpRequest) -> str:
    """With which word the address of the page begins, by which the bar above tells where one is: home for the first
    page, empty where there is none."""
    page = request.resolver_match
    return "" if page is None else page.route.split("/", 1)[0] or "home"
