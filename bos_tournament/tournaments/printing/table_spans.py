"""Numbers of tables as people write them, like 1-4, 9."""

import re

from django.utils.translation import gettext

from bos_tournament.errors import Refused

RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?")


def tables_of_text(text: str) -> frozenset[int] | None:
    """The numbers in a text like 1-4, 9; None when it is empty. Raises Refused: `tables_unreadable`."""
    if not text.strip():
        return None
    parts = [RANGE.fullmatch(part.strip()) for part in text.split(",")]
    if not all(parts):
        raise Refused(gettext("Use numbers and ranges separated by commas, like 1-4, 9."), code="tables_unreadable")
    spans = [range(int(match[1]), int(match[2] or match[1]) + 1) for match in parts if match]
    if not all(spans):
        raise Refused(
            gettext("A range goes from the lower table to the higher one, like 1-4."), code="tables_unreadable"
        )
    return frozenset(number for span in spans for number in span)


def text_of_tables(tables: frozenset[int] | None) -> str:
    """In order, as spans; empty for all."""
    spans: list[list[int]] = []
    for table in sorted(tables or ()):
        if spans and table == spans[-1][1] + 1:
            spans[-1][1] = table
        else:
            spans.append([table, table])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
