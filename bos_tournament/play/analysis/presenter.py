"""What the page of an analysis shows: the table at one of its lines, what may follow, its branches, what was found."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.cards import catalogue
from bos_tournament.messages import localize, localize_told
from bos_tournament.play.analysis.branching import Chain, Tree, track_of, tree_of
from bos_tournament.play.analysis.line_search import is_waiting
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree
from bos_tournament.play.presenter import notes, pile
from engine.bos import game as bos
from engine.bos.game import Pool
from engine.hosting import NextLine, Track

Shown = dict[str, Any]
MOST_LISTED = 400
"""So many lines that may follow are listed at most."""
NESTED = 8
"""Branches deeper than that stand beside the one in which they begin."""
FOLDED = 4
"""Branches from that depth on are folded."""
NOTED = 3
"""By so much an estimate has to change before it stands behind a line."""


def analysis_page(row: AnalysisTree, at: UUID | None, *, may_write: bool) -> Shown:
    """The analysis with the table after one of its lines; without one, after the last line of its main line. One
    query."""
    tree = tree_of(row)
    here = tree.lines.get(at) if at else None
    if here is None:
        here = (tree.main_from(tree.start) or [tree.start])[-1] if at is None else tree.start
    way = tree.way_to(here)
    played = track_of(row, [line.written for line in way])
    key = played.lines[-1].key
    table = played.table(key, "judge")
    stops = [line.problem.message for line in played.lines if line.problem and line.how != "played"]
    problem = next(iter([*([played.problem] if played.problem else []), *stops]), None)
    return {
        "tree": row,
        "here": here,
        "may_write": may_write,
        "number": len(way),
        "table": table,
        "problem": localize(problem) if problem else "",
        "hand": list(_piles(table, catalogue.pinned(row.pool_id))) if table else [],
        "told": [{"number": played.lines[-1].number, "told": localize_told(played.lines[-1].told)}],
        "history": _history(tree, here, way),
        "on_main": here.pk in {line.pk for line in tree.main_from(tree.start)},
        "back": way[-2] if len(way) > 1 else tree.start if way else None,
        "next": next(iter(tree.after(here)), None),
        "last": tree.main_from(here)[-1] if tree.after(here) else None,
        "estimate": _estimate(here, played),
        "proof": _proof(here, [seat["player"] for seat in table["seats"]]) if table else None,
        "waiting": is_waiting(here),
        "best": _best(here, played),
        "players": [seat["player"] for seat in table["seats"]] if table else ["P1", "P2"],
        **(_what_follows(row, played, table) if may_write and table and not problem else {}),
    }


def _what_follows(row: AnalysisTree, played: Track, table: Shown) -> Shown:
    """The lines that may follow, of both seats, and what can be tapped for them."""
    found, asks = played.next_lines(played.lines[-1].key), played.asks()
    pool = catalogue.pinned(row.pool_id)
    asked = asks[0].seat if asks else None
    ordered = sorted(found.lines, key=lambda line: line.begun_by != asked)[:MOST_LISTED]
    labels = played.headlines(line.written for line in ordered)
    names = [seat["player"] for seat in table["seats"]]
    choices = [
        _choice(line, localize(label), names[line.begun_by] if line.begun_by != asked else "")
        for line, label in zip(ordered, labels, strict=True)
    ]
    return {
        "prompt": f"{names[asks[0].seat]}: {localize(asks[0].prompt)}" if asks else "",
        "taps": [choice for choice in choices if choice["path"]],
        "buttons": [choice for choice in choices if not choice["path"]],
        "whole": found.whole and len(ordered) == len(found.lines),
        "notes": list(notes(played.why_not(played.lines[-1].key), table, pool)),
    }


def _choice(line: NextLine, label: str, who: str) -> Shown:
    return {"written": line.written, "path": line.path, "label": f"{who}: {label}" if who else label}


def _piles(table: Shown, pool: Pool) -> Iterator[Shown]:
    """The castles and spellbooks of both seats."""
    for seat in table["seats"]:
        for name, title in (("castle", _("Castle of %(player)s")), ("spellbook", _("Spellbook of %(player)s"))):
            cards = list(pile(seat.get(f"{name}_cards", []), pool))
            yield {"title": title % {"player": seat["player"]}, "cards": cards}


# What a position is worth


def _estimate(here: AnalysisLine, played: Track) -> Shown | None:
    """What the position is worth to seat 1, from 0 to 100, by what was looked at; or how the game ended."""
    outcome = played.run.state.outcome if played.run else None
    if outcome:
        return {"ended": localize(bos.ending(outcome))}
    worth = here.worth if here.worth is not None else played.worths(0).get(played.lines[-1].key)
    found = here.searched
    if found and found.get("proof"):
        worth = _for_seat_one(100, found["proof"]["seat"])
    elif found and found["lines"]:
        worth = _for_seat_one(found["lines"][0]["worth"], found["seat"])
    return None if worth is None else {"worth": worth, "other": 100 - worth, "nodes": found["nodes"] if found else 0}


def _proof(here: AnalysisLine, players: list[str]) -> Shown | None:
    """The win that is proved here: who wins and who loses by it, and the lines to the end."""
    proof = (here.searched or {}).get("proof")
    if not proof or not proof["way"]:
        return None
    winner = proof["seat"] - 1
    return {**proof, "winner": players[winner], "loser": players[1 - winner], "lines": len(proof["way"])}


def _for_seat_one(worth: int, seat: int) -> int:
    return worth if seat == 1 else 100 - worth


def _best(here: AnalysisLine, played: Track) -> list[Shown] | None:
    """The lines that a bot found here; None where it was not asked or has not answered."""
    found = here.searched
    if not found:
        return None
    lines = found["lines"]
    labels = played.headlines(line["line"] for line in lines)
    return [
        {**line, "label": localize(label), "worth": _for_seat_one(line["worth"], found["seat"]), "seat": found["seat"]}
        for line, label in zip(lines, labels, strict=True)
    ]


# The lines and branches


def _history(tree: Tree, here: AnalysisLine, way: Chain) -> Shown:
    """The main line by turns, each line with the branches that begin instead of it."""
    on_way = {line.pk for line in way} | {here.pk}
    main = tree.main_from(tree.start)
    turns: list[Shown] = [{"title": "", "lines": []}]
    before = tree.start
    for line in main:
        if line.written.startswith("T") or not turns[-1]["lines"]:
            turns.append({"title": line.written.partition(" ")[0].removeprefix("T"), "lines": []})
        turns[-1]["lines"].append(_row(line, before, here, _branches(tree, before, 1, here, on_way)))
        before = line
    return {"turns": [turn for turn in turns if turn["lines"]], "course": _course(main), "start": tree.start.pk}


def _course(main: Chain) -> str:
    """The estimates along the main line, as points of a picture 100 wide and 100 high; empty for a few."""
    worths = [line.worth for line in main if line.worth is not None]
    if len(worths) < 3:
        return ""
    return " ".join(f"{100 * at / (len(worths) - 1):.1f},{100 - worth}" for at, worth in enumerate(worths))


def _row(line: AnalysisLine, before: AnalysisLine, here: AnalysisLine, branches: list[Shown]) -> Shown:
    """A line, its estimate where it changes by more than a little, and the branches that begin instead of it."""
    change = 0 if line.worth is None or before.worth is None else abs(line.worth - before.worth)
    return {
        "id": line.pk,
        "written": line.written,
        "comment": line.comment,
        "worth": line.worth if change > NOTED else None,
        "current": line.pk == here.pk,
        "branches": branches,
    }


def _branches(tree: Tree, parent: AnalysisLine, depth: int, here: AnalysisLine, on_way: set[UUID]) -> list[Shown]:
    """The branches that begin after a line instead of the first one that follows; those that are too deep to be shown
    inside stand beside it."""
    found: list[Shown] = []
    waiting = [(parent, child) for child in tree.after(parent)[1:]]
    while waiting:
        before, child = waiting.pop(0)
        chain, rows = tree.main_from(child), []
        for at, line in enumerate(chain):
            earlier = chain[at - 1] if at else before
            inside: list[Shown] = []
            if at and depth < NESTED:
                inside = _branches(tree, earlier, depth + 1, here, on_way)
            elif at:
                waiting += [(earlier, other) for other in tree.after(earlier)[1:]]
            rows.append(_row(line, earlier, here, inside))
        is_open = any(line.pk in on_way for line in chain)
        found.append({"lines": rows, "folded": depth >= FOLDED, "open": is_open, "count": len(rows)})
    return found
