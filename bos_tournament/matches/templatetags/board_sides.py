"""The two sides of a board, as one of the players sees them."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def sides(table: Mapping[str, Any]) -> dict[str, Any]:
    """`{{ table|sides }}`: whose side is `below` and `above`, as `P2` sees it where the table says that they sit
    `below`, with `columns` from left to right. A side has its `seat`, and its `boss`, `wizards` and `summons` as pairs
    of a place and what stands there."""
    order = -1 if table.get("below") == "P2" else 1
    columns = table["columns"][::order]
    below, above = (_side(side, columns, order) for side in table["seats"][::order])
    return {"columns": columns, "below": below, "above": above}


def _side(seat: Mapping[str, Any], columns: list[str], order: int) -> dict[str, Any]:
    number = seat["seat"][1:]
    wizards, summons = seat["wizards"][::order], seat["summons"][::order]
    return {
        "seat": seat,
        "boss": (f"{number}*", seat["boss"]),
        "wizards": [(f"{number}w{letter}", card) for letter, card in zip(columns, wizards, strict=True)],
        "summons": [(f"{number}{letter}", card) for letter, card in zip(columns, summons, strict=True)],
    }
