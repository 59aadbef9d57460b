"""What an open page already knows: tags of public pages, so that unchanged ones are answered by a 304."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils.translation import get_language

TEMPLATES = Path(settings.BASE_DIR) / "templates"
WRITTEN_AT = max(file.stat().st_mtime_ns for file in TEMPLATES.rglob("*.html"))


def tag(request: HttpRequest, *parts: object) -> str | None:
    """The tag of a page that depends on nothing but `parts`, its viewer, the language and this process's templates.

    None while a message waits for the viewer, since that must be shown once.
    """
    if len(get_messages(request)):
        return None
    viewer = (request.user.pk, getattr(request.user, "handle", ""), getattr(request.user, "second_factor", False))
    known = repr((WRITTEN_AT, *viewer, get_language(), request.headers.get("HX-Request"), *parts))
    return f'"{hashlib.sha256(known.encode()).hexdigest()[:32]}"'
