"""What can be pointed at on a board, by what a lesson calls it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.bos.model.places import COLUMNS, boss_place, position, summon_place, wizard_place

Tokens = tuple[str, ...]


def in_sight(table: Mapping[str, Any], seat: int) -> Mapping[str, Tokens]:
    """Everything on a table, as `view` shows it to that seat, by its name: what is tapped for it. A place, a player and
    a card of a pile has the name by which it is tapped; words stand for several, and for what is no card."""
    found: dict[str, Tokens] = {"end": ("end",)}
    for number, side in enumerate(table["seats"]):
        is_further = len(table["columns"]) > COLUMNS and side["seat"] != side["side"][0]
        columns = range(COLUMNS, 2 * COLUMNS) if is_further else range(COLUMNS)
        places = [boss_place(number), *(place(number, at) for place in (wizard_place, summon_place) for at in columns)]
        found |= {token: (token,) for token in (side["seat"], *map(position, places))}
        whose = "own" if number == seat else "their"
        if number != seat and table["seats"][seat]["seat"] in side.get("side", ()):
            continue
        told: dict[str, Tokens] = dict.fromkeys(("life", "vim", "ether"), (side["seat"],))
        told |= {what: _standing(side[what]) for what in ("wizards", "summons")}
        for what, tokens in (told | {"boss": _standing([side["boss"]])}).items():
            found[f"{whose} {what}"] = (*found.get(f"{whose} {what}", ()), *tokens)
        for pile in ("castle", "spellbook"):
            names = side.get(f"{pile}_cards", ())
            found |= {f"={name}": (f"={name}",) for name in names}
            if names:
                found[pile] = (pile,)
    return found


def _standing(cards: list[Any]) -> Tokens:
    return tuple(card["at"] for card in cards if card)
