"""Tie-breaks as people write them: 0.4167 with the comma of the reader's language."""

import re
from collections.abc import Callable
from functools import partial

from django.utils.formats import get_format

SHARE = re.compile(r"\b([01])\.(\d{4})\b")  # a tie-break with its four places


def with_shares(text: str) -> str:
    """Each 0.4167 in it with the comma of the reader's language."""
    return sharer()(text)


def sharer() -> Callable[[str], str]:
    """`with_shares` for many texts in the language of this moment."""
    separator = get_format("DECIMAL_SEPARATOR")
    return str if separator == "." else partial(SHARE.sub, rf"\1{separator}\2")
