"""Lines of the site's log: they name routes, never the addresses people asked for, since a link is a secret, and show
no row that the database refused, since its values are."""

import logging
import re

from django.apps import apps
from django.urls import Resolver404, resolve

ADDRESS = re.compile(r"(?<![\w./])([a-z+]+://[^\s/\"'<>]*)?(/[^\s\"'<>]*)")
SECRET_LOOKING = re.compile(r"[\w:-]{30,}(?![\w:-]*\.py)")  # modules of a traceback have long names
# What PostgreSQL adds to the sentence of a fault, up to what Python says next.
VALUES = re.compile(r"^DETAIL:.*?(?=^(?:HINT|CONTEXT): |^Traceback |^The above exc|^During handl|\Z)", re.DOTALL | re.M)


class LogLine(logging.Formatter):
    """Whoever logs, also Django's own refusals and the web server: what is printed holds no link that opens a door."""

    def format(self, record: logging.LogRecord) -> str:
        return without_addresses(without_values(super().format(record)))


def without_values(text: str) -> str:
    """The faults of the database without the rows they are about."""
    return VALUES.sub("DETAIL: …\n", text)


def without_addresses(text: str) -> str:
    """`/p/3kd…/` becomes `/p/<str:token>/`; of what is no page of ours long parts go, and the query always."""
    return ADDRESS.sub(lambda hit: (hit[1] or "") + route_of(hit[2].partition("?")[0]), text)


def route_of(path: str) -> str:
    if apps.ready:
        try:
            return f"/{resolve(path).route}"
        except Resolver404:
            pass
    return SECRET_LOOKING.sub("…", path)
