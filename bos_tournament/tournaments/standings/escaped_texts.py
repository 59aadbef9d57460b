"""The texts of a table as HTML."""

from collections.abc import Iterable
from html import escape

BETWEEN = "\0"


def escape_each(texts: Iterable[str]) -> list[str]:
    """Each of them escaped, which all at once takes a tenth of the time; none may have a zero byte, nor has any text
    of the database."""
    each = list(texts)
    return escape(BETWEEN.join(each)).split(BETWEEN) if each else []
