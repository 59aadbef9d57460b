"""The site as an ASGI application: pages by Django, streams of hints beside it, and around both what holds for all."""

import os
import warnings
from typing import Any

from django.core.asgi import get_asgi_application

# Static files are sent in sync chunks, which is fine for files this small; Django would warn once a process.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
pages = get_asgi_application()

from bos_tournament.operations.health.servers import web_name  # noqa: E402 - models can be read only now
from bos_tournament.operations.overload import broken_page  # noqa: E402 - templates can be read only now
from bos_tournament.operations.request_limits import bounded  # noqa: E402
from bos_tournament.operations.sse import PATH, Streams  # noqa: E402

os.environ["PGAPPNAME"] = web_name()
streams = Streams()
broken_page()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams are answered without Django's threads, so that hundreds of them keep nobody waiting."""
    if scope["type"] == "http":
        answers: Any = streams if scope["path"] == PATH else pages
        await bounded(answers, scope, receive, send)
