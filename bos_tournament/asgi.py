"""The site as an ASGI application: pages by Django, streams of hints beside it, and around both what holds for all."""

import os
import sys
from typing import Any, cast

import django
import kombu.transport.redis  # noqa: F401 - imported by the first hint otherwise, in each process
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
django.setup(set_prefix=False)

from bos_tournament.operations.health.servers import web_name  # noqa: E402
from bos_tournament.operations.serving.door import Door  # noqa: E402 - models can be read only now
from bos_tournament.operations.serving.ear import Ear  # noqa: E402
from bos_tournament.operations.serving.frames import FramedPages  # noqa: E402
from bos_tournament.operations.serving.kept_pages import KeptPages  # noqa: E402
from bos_tournament.operations.serving.overload import broken_page  # noqa: E402 - templates can be read only now
from bos_tournament.operations.serving.pages import Pages  # noqa: E402
from bos_tournament.operations.serving.request_limits import Answers, bounded  # noqa: E402
from bos_tournament.operations.serving.sse import PATH, Streams  # noqa: E402
from engine.gc_tuning import look_seldom  # noqa: E402

# Seconds: a thread that has heard from the database waits no longer for a loop that is busy.
THREADS_SWITCH = 0.0005


def name_connections() -> None:
    """How connections of this process are called in the database; once more in each process that is forked."""
    os.environ["PGAPPNAME"] = web_name()


name_connections()
ear = Ear()
streams = Streams(ear)
kept_pages = KeptPages(FramedPages(Door(cast(Answers, Pages())), ear), ear)
broken_page()
get_resolver().url_patterns  # noqa: B018 - all views are imported once, before processes are forked
look_seldom()
sys.setswitchinterval(THREADS_SWITCH)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams are answered without Django's threads, so that hundreds of them keep nobody waiting."""
    if scope["type"] == "http":
        answers: Any = streams if scope["path"] == PATH else kept_pages
        await bounded(answers, scope, receive, send)
