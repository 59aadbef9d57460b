"""Random games, played by the engine, written down, and followed by the second interpreter: after each line the two
tables have to be the same."""

import traceback
from types import SimpleNamespace

from engine import log
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.replay import replay
from tests.engine.bos import random_players
from tests.engine.bos.second_interpreter import records, wording


def listed(text):
    """The names on a list, one for each copy."""
    names = []
    for line in text.partition("Reserves")[0].splitlines():
        count, _, name = line.strip().partition(" ")
        if not line.strip() or line.startswith(("#", "Name:")) or line.strip().rstrip(":") in HEADINGS:
            continue
        names += [name] * int(count) if count.isdigit() else [line.strip()]
    return names


HEADINGS = ("Boss", "Wizards", "Summons", "Spells")


def engine_sights(table, text):
    """What the engine says the table is after each line."""
    written = log.read(text, bos.acts)
    opening = bos.open_game(written, Given(table.decks, table.pool, DEFAULT_EDITION))
    run = replay(bos, written, opening.setup)
    if run.stop:
        raise ValueError(f"the engine stops at line {run.stop.line}: {run.stop.message}")
    return {step.line: step.state for step in run.steps}


def plain(state):
    """A position of the engine as this interpreter tells its own table."""
    view = bos.view(state, "judge")
    over = view["over"]
    return {
        "turn": view["turn"],
        "active": None if view["active"] is None else int(view["active"][1]) - 1,
        "phase": view["phase"],
        "over": None if over is None else tuple(state.outcome.winners),
        "seats": [_side(seat) for seat in view["seats"]],
    }


def _side(seat):
    places = {}
    for card in [seat["boss"], *seat["wizards"], *seat["summons"]]:
        if card is not None:
            places[card["at"]] = (card["name"], card["up"], card["acted"], card["strength"],
                                  [_name(one) for one in card["enchantments"]])  # fmt: skip
    return {
        **{of: seat[of] for of in ("life", "vim", "ether", "turns", "attacks")},
        "castle": sorted(seat["castle_cards"]), "spellbook": sorted(seat["spellbook_cards"]),
        "graveyard": sorted(seat["graveyard"]), "resolving": sorted(_name(one) for one in seat["resolving"]),
        "places": places,
    }  # fmt: skip


def _name(one):
    return one if isinstance(one, str) else one["name"]


def differences(mine, theirs):
    """What differs between two tables, each as "what: mine / theirs"."""
    found = [f"{key}: {mine[key]} / {theirs[key]}" for key in ("turn", "active", "phase", "over")
             if mine[key] != theirs[key]]  # fmt: skip
    for seat, (one, other) in enumerate(zip(mine["seats"], theirs["seats"], strict=True), 1):
        found += [
            f"P{seat} {key}: {one[key]} / {other[key]}" for key in one if key != "places" and one[key] != other[key]
        ]
        for place in sorted(one["places"].keys() | other["places"].keys()):
            if not _same_card(one["places"].get(place), other["places"].get(place)):
                found.append(f"{place}: {one['places'].get(place)} / {other['places'].get(place)}")
    return found


def _same_card(one, other):
    """Whether a place looks the same; what has been defeated and waits for the graveyard has no strength to compare."""
    if one is None or other is None:
        return one is other
    return one == other or (one[3] == "falling" and one[:3] == other[:3])


def played(table, seed, *, most=400):
    """A random game as a record."""
    steps = []
    for step in random_players.game(table.start(), random_players.luck(seed)):
        steps.append(step)
        if len(steps) >= most:
            break
    return table.record(random_players.answers_of(random_players.up_to_a_line(steps)))


def disagreement(table, text):
    """The first line after which the tables differ: its number and words, and what differs; None for none.

    One interpreter may wait where the other already does what the rules leave no choice about. So tables that are the
    same again after the next line do not differ, and the last line tells only how a game that is over has ended.
    """
    try:
        theirs = engine_sights(table, text)
    except ValueError as stop:
        return SimpleNamespace(line=-1, words=str(stop), found=[], stumbled=None, text=text, kind="engine")
    cards = wording.faces(table.pool)
    lists = [listed(table.decks[seat]) for seat in ("P1", "P2")]
    played_with = {name for names in lists for name in names}
    if unknown := [one for face in cards.values() if face.name in played_with for one in face.unknown]:
        return SimpleNamespace(line=0, words="", found=unknown, stumbled=None, text=text, kind="unknown")
    mine, _, stumbled = records.follow(text, lists, cards)
    written = {int(line.partition(".")[0]): line for line in text.splitlines() if line[:1].isdigit()}
    before = None
    for number in sorted(written):
        if number not in theirs or written[number].partition(". ")[2].startswith("="):
            continue
        if number not in mine:
            words = "".join(traceback.format_exception(stumbled)[-4:]) if stumbled else "nothing"
            return before or SimpleNamespace(line=number, words=written[number], found=[words], stumbled=stumbled,
                                             text=text, kind="stumbled")  # fmt: skip
        found = differences(mine[number], plain(theirs[number]))
        if before and found:
            return before
        before = SimpleNamespace(line=number, words=written[number], found=found, stumbled=None, text=text,
                                 kind="differs") if found else None  # fmt: skip
    return before if before and plain(theirs[before.line])["over"] is not None else None


def in_short(one):
    """A disagreement on one line: where, and what the second interpreter and the engine say."""
    said = one.found[0].strip().splitlines()[-1].rpartition("second_interpreter.")[2] if one.stumbled else None
    return f"{one.words}: {said or '; '.join(one.found)[:300]}".removesuffix(": ")


def told(table, one):
    """A disagreement in words: the lines before it, and the texts of the cards in the game."""
    before = [
        line for line in one.text.splitlines() if not line[:1].isdigit() or int(line.partition(".")[0]) <= one.line
    ]
    texts = [f"  {card.name} ({card.type}, {card.strength}, {card.cost}, {card.condition}): "
             f"{[ability.text for ability in card.abilities]}" for card in table.pool.cards]  # fmt: skip
    return "\n".join([*texts, *before[:4], *before[-14:], f"AT {one.words}", *one.found])
