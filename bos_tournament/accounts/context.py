"""What every page knows about the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"public_url": settings.PUBLIC_URL, "insecure_lan": settings.INSECURE_LAN and not settings.SECURE}
