"""What somebody may see of a position, built up from nothing: a seat, the public, or a judge.

A view is plain data for pages, for JSON and for the drawing as text. A card that was face-down the entire game is
private (2.2.2), the boss is known from the greeting (12.1.1), the sizes of piles are public (G-33).
"""

from __future__ import annotations

from typing import Any, Literal

from engine.bos.model.cards import CardType
from engine.bos.model.piles import in_pile, pile_size
from engine.bos.model.places import LETTERS, boss_place, position, summon_place, wizard_place
from engine.bos.model.standings import places_reached
from engine.bos.model.state import ASIDE, CASTLE, GRAVEYARD, SPELLBOOK, Copy, State, at
from engine.seats import seat_name

View = dict[str, Any]
Onlooker = int | Literal["public", "judge"]
"""A seat, counted from 0, or one of the two who sit at no side."""


def view(state: State, onlooker: Onlooker = "public") -> View:
    """The table as that onlooker may see it."""
    seen: View = {
        "turn": state.turn,
        "active": seat_name(state.active) if state.turn else None,
        "phase": state.phase if state.turn else None,
        "asked": {"seat": seat_name(state.question.seat), "kind": state.question.kind} if state.question else None,
        "columns": list(LETTERS[: state.setup.seating.width]),
        "seats": [_side(state, seat, onlooker) for seat in range(len(state.turns))],
        "over": _over(state),
    }
    if not state.setup.seating.is_duel:
        _tell_sides(state, seen)
    return seen


def _tell_sides(state: State, seen: View) -> None:
    """Outside duels: the mode, and of each seat who is on its side, whether it is in, down or out, and its place."""
    seating, reached = state.setup.seating, places_reached(state)
    gone = {seat for batch in state.gone for seat in batch}
    seen["mode"] = seating.mode
    for seat, side in enumerate(seen["seats"]):
        side["side"] = [seat_name(other) for other in seating.sides[seating.side[seat]]]
        side["state"] = "out" if seat in gone else "down" if seat in state.down else "in"
        side["place"] = reached[seat] if seat in gone or state.outcome else None


def _side(state: State, seat: int, onlooker: Onlooker) -> View:
    columns = state.setup.seating.columns[seat]
    side: View = {
        "seat": seat_name(seat),
        "player": state.setup.names[seat],
        "life": state.life[seat],
        "vim": state.vim[seat],
        "ether": state.ether[seat],
        "turns": state.turns[seat],
        "attacks": state.attacks[seat],
        "boss": _card(state, at(state, boss_place(seat)), onlooker),
        "wizards": [_card(state, at(state, wizard_place(seat, column)), onlooker) for column in columns],
        "summons": [_card(state, at(state, summon_place(seat, column)), onlooker) for column in columns],
        "castle": pile_size(state, seat, CASTLE),
        "spellbook": pile_size(state, seat, SPELLBOOK),
        "graveyard": [copy.face.name for copy in in_pile(state, seat, GRAVEYARD)],
        "resolving": [copy.face.name for copy in in_pile(state, seat, ASIDE)],
    }
    if onlooker in ("judge", seat):
        side["castle_cards"] = [copy.face.name for copy in in_pile(state, seat, CASTLE)]
        side["spellbook_cards"] = [copy.face.name for copy in in_pile(state, seat, SPELLBOOK)]
    return side


def _card(state: State, copy: Copy | None, onlooker: Onlooker) -> View | None:
    if copy is None:
        return None
    is_known = is_shown(copy, onlooker)
    seen: View = {"at": position(copy.place), "up": copy.up, "acted": copy.acted, "name": None, "color": None}
    if is_known:
        seen["name"] = copy.face.name
        seen["color"] = copy.face.color.value if copy.face.color else None
    fights = copy.face.type in (CardType.SUMMON, CardType.BOSS)
    seen["strength"] = copy.strength if fights and is_known else None
    seen["base"] = copy.face.strength if fights and is_known else None
    seen["enchantments"] = [
        state.copies[lying].face.name for lying in state.under if state.copies[lying].host == copy.id
    ]
    return seen


def is_shown(copy: Copy, onlooker: Onlooker) -> bool:
    """Whether that onlooker knows what a card on the table or in a pile is."""
    return copy.public or copy.face.type is CardType.BOSS or onlooker in ("judge", copy.owner)


def _over(state: State) -> View | None:
    if state.outcome is None:
        return None
    return {"winners": [seat_name(seat) for seat in state.outcome.winners], "reason": state.outcome.reason}


def draw(table: View) -> str:
    """The table as text, seen from player one's side: the others above, the last of them on top, so that columns face
    each other."""
    first, *others = table["seats"]
    lines = [_heading(table)]
    for other in reversed(others):
        lines += ["", _player(other), _row("wizards", other["wizards"]), _row("summons", other["summons"])]
    lines += [
        "",
        _row("summons", first["summons"]),
        _row("wizards", first["wizards"]),
        _player(first),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


WIDTH = 26


def _heading(table: View) -> str:
    columns = "".join(letter.center(WIDTH) for letter in table["columns"])
    if table["over"]:
        winners = " and ".join(table["over"]["winners"]) or "nobody"
        state = f"The game is over: {winners} won ({table['over']['reason']})."
    elif not table["turn"]:
        state = "Nobody has started a turn yet."
    else:
        state = f"Turn {table['turn']}, {table['active']}, {table['phase']} phase."
    return f"{state}\n\n{'':9}{columns}"


def _player(side: View) -> str:
    totals = f"life {side['life']} · vim {side['vim']} · ether {side['ether']}"
    piles = f"castle {side['castle']} · spellbook {side['spellbook']} · graveyard {len(side['graveyard'])}"
    boss = _shown(side["boss"]) if side["boss"] else "defeated"
    graveyard = f"\n{'':9}graveyard: {', '.join(side['graveyard'])}" if side["graveyard"] else ""
    name = f" {side['player']}" if side["player"] != side["seat"] else ""
    if side.get("state") == "out":
        return f"{side['seat']}{name}: out of the game, place {side['place']}"
    name += ", defeated" if side.get("state") == "down" else ""
    return f"{side['seat']}{name}: {totals} · {piles} · boss: {boss}{graveyard}"


def _row(title: str, cards: list[View | None]) -> str:
    return f"{title:9}" + "".join((_shown(card) if card else "·").center(WIDTH) for card in cards)


def _shown(card: View) -> str:
    name = card["name"] or "face-down"
    marks = "" if card["up"] or card["name"] is None else " (face-down)"
    marks += " (acted)" if card["acted"] else ""
    strength = f" {card['strength']}" if card["strength"] is not None else ""
    room = WIDTH - 2 - len(strength) - len(marks)
    short = name if len(name) <= room else name[: max(room - 1, 1)] + "…"
    return f"{short}{strength}{marks}"
