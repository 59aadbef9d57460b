"""What the pages of disputes and records show: findings, how two records differ, what may be missing."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from bos_tournament.cards.rules import rule_of
from bos_tournament.judging import appealing
from bos_tournament.judging.access import Standing
from bos_tournament.judging.finding import Told, told
from bos_tournament.judging.models import Appeal, Comparison, Dispute, Record, Ruling
from bos_tournament.judging.recording import begun
from bos_tournament.judging.ruling import possible
from bos_tournament.judging.saying import in_words
from bos_tournament.judging.sealing import ALL, Seal, seal_of, seals_of
from bos_tournament.matches.models import Game, Match, Seat
from engine.log import read

Shown = dict[str, Any]
KINDS = {
    "legal": ("good", "check"),
    "unfinished": ("now", "now"),
    "illegal": ("bad", "cross"),
    "contradicted": ("bad", "differ"),
    "unproven": ("warn", "warning"),
    "unreadable": ("warn", "info"),
}
MOST_SUGGESTIONS = 4
LINES_BEFORE, LINES_AFTER = 8, 2


def dispute_page(dispute: Dispute, who: Standing) -> Shown:
    """Everything the page of a dispute needs, for somebody in this capacity."""
    match = dispute.game.match
    rows = list(dispute.records.select_related("by", "seat__user", "finding"))
    waiting = dispute.state == Dispute.State.WAITING
    rulings = list(dispute.rulings.select_related("by", "winner__user"))
    appeal = getattr(dispute, "appeal", None)
    seats = list(match.seats.select_related("user").order_by("number"))
    seal = seal_of(dispute.game)
    shown = [shown_record(row, who, seats, seal) for row in rows]
    last = {row.seat_id: row.pk for row in rows if row.seat_id}.values()
    may = {
        "may_appeal": who.seat is not None and appealing.may_appeal(dispute),
        "may_uphold": who.may_overturn and appeal is not None and appeal.answer == Appeal.Answer.WAITING,
        "may_add_record": waiting,
        "may_open_records": who.may_rule and not seal.open and not all(map(seal.was_opened, rows)),
        "may_rule": who.may_overturn if rulings else who.may_rule and waiting,
        "may_withdraw": waiting and not rulings and dispute.filed_by_id == who.user.pk,
    }
    return {
        **may,
        "dispute": dispute,
        "match": match,
        "seats": seats,
        "records": shown,
        "last_records": [one for one in shown if one["record"].pk in last],
        "other_records": [one for one in shown if one["record"].pk not in last],
        "seal": seal,
        "tag": _tag(dispute, shown, rulings, appeal, may, [str(seat.user) for seat in seats]),
        "judging": any(one["state"] == "judging" for one in shown),
        "comparison": shown_comparison(dispute.game, who, seal),
        "rulings": rulings,
        "tournament": who.tournament,
        "appeal": appeal,
        "precedents_by": _broken(shown) if who.may_rule else [],
    }


def _broken(shown: list[Shown]) -> list[str]:
    """The rules that the engine names, under which judges look for earlier rulings."""
    return sorted({one["finding"].rule for one in shown if one["finding"] and one["finding"].rule})


def _tag(
    dispute: Dispute,
    shown: list[Shown],
    rulings: list[Ruling],
    appeal: Appeal | None,
    may: Mapping[str, bool],
    names: list[str],
) -> str:
    """Names what the page shows of the dispute, and offers; while it stays, open pages need nothing new."""
    judged = [(one["record"].pk, one["state"], one["searched"]) for one in shown]
    comparison = comparison_of(dispute.game)
    opened = dispute.records_opened_at
    game = dispute.game
    result = (game.outcome, game.winner_id, game.reason, possible(game) if may["may_rule"] else ())
    course = (dispute.state, judged, len(rulings), appeal and appeal.answer, comparison and comparison.made_at, opened)
    return hashlib.sha256(repr((get_language(), *course, result, may, names)).encode()).hexdigest()[:16]


def records_page(match: Match, who: Standing) -> Shown:
    """The games of a match that were begun, with their records and how these agree."""
    games = match.games.select_related("winner__user", "comparison__first", "comparison__second").order_by("-number")
    rows = list(
        Record.objects.filter(game__match=match).select_related("by", "seat__user", "finding").order_by("made_at")
    )
    seats = list(match.seats.select_related("user").order_by("number"))
    on = [game for game in games if begun(game)]
    seals = seals_of(match, on, rows)
    shown = [_game(one, [row for row in rows if row.game_id == one.pk], who, seats, seals[one.pk]) for one in on]
    return {
        "match": match,
        "seats": seats,
        "games": shown,
        "may_hand_in": bool(shown) and match.called_off_at is None,
    }


def _game(game: Game, rows: list[Record], who: Standing, seats: list[Seat], seal: Seal) -> Shown:
    for row in rows:
        row.game = game
    counts = {row.seat_id: row.pk for row in rows if row.seat_id}.values()
    return {
        "game": game,
        "records": [
            {**shown_record(row, who, seats, seal), "counts": row.pk in counts, "yours": row.by_id == who.user.pk}
            for row in reversed(rows)
        ],
        "seal": seal,
        "comparison": shown_comparison(game, who, seal),
        "may_hand_in": game.match.called_off_at is None,
    }


def comparison_of(game: Game) -> Comparison | None:
    return getattr(game, "comparison", None)


def shown_comparison(game: Game, who: Standing, seal: Seal) -> Shown | None:
    """How both players' records compare, by what the reader knows of the lists; for players once both are open. What
    the tables come to beyond the lines in question is for those who know both lists."""
    comparison, reader = comparison_of(game), who.reader(game)
    if comparison is None or not comparison.told:
        return None
    if not all(seal.lets_hear(one, who.user, who.seat) for one in (comparison.first, comparison.second)):
        return None
    found = comparison.data if reader == ALL else comparison.told[reader]
    whole = reader == ALL
    return {
        "verified": comparison.verifies and all(story["finding"] == "legal" for story in found["stories"]),
        "same": found["same"],
        "message": in_words(found["message"]),
        "differences": [
            _difference(one, found["writers"], whole=whole) for one in found["differences"][:MOST_SUGGESTIONS]
        ],
        "more": max(len(found["differences"]) - MOST_SUGGESTIONS, 0),
        "ends": [in_words(said) for said in found["ends"]] if whole else [],
        "records": (comparison.first_id, comparison.second_id),
        "made_at": comparison.made_at,
    }


def _difference(found: Shown, writers: list[str], *, whole: bool) -> Shown:
    return {
        "kind": found["kind"],
        "meaning": in_words(found["meaning"]),
        "message": in_words(found["message"]),
        "sides": [
            {"writer": in_words(writer), "lines": [_line(line) for line in found[side]]}
            for writer, side in zip(writers, ("first", "second"), strict=True)
        ],
        "tables": [in_words(said) for said in found["tables"]] if whole else [],
    }


def _line(found: Shown) -> Shown:
    """A line of a record that differs, with what is wrong with it."""
    problem = found["problem"]
    return {**found, "problem": problem and {**problem, "message": in_words(problem["message"])}}


def _repair(found: Shown) -> Shown:
    """A suggestion of what a record lacks."""
    return {**found, "message": in_words(found["message"]), "tables": [in_words(said) for said in found["tables"]]}


def shown_record(record: Record, who: Standing, seats: list[Seat], seal: Seal | None = None) -> Shown:
    """A record with its finding, the rule's sentence, the table, and the lines around the one in question, as far as
    they are open to this reader. `state`: sealed, received (answered once the game is reported), judging or judged.

    Lawful lines that nobody wrote name cards that may never have been shown: they are for judges alone.
    """
    seal = seal or seal_of(record.game)
    reader = who.reader(record.game)
    readable = seal.lets_read(record, who.user, who.seat)
    heard = seal.lets_hear(record, who.user, who.seat)
    finding = told(record, reader) if heard else None
    kind, icon = KINDS[finding.finding] if finding else ("now", "clock")
    state = "sealed" if not readable else "received" if not heard else "judged" if finding else "judging"
    return {
        "record": record,
        "writer": whose(record.seat) if record.seat else _("%(name)s (staff)") % {"name": record.by},
        "state": state,
        "finding": finding,
        "kind": kind,
        "icon": icon,
        "message": in_words(finding.message) if finding else "",
        "notes": [in_words(note) for note in finding.data.get("notes", [])] if finding else [],
        "rule": rule_of(finding.rule) if finding and finding.rule else None,
        "near": lines_near(record.text, finding.line if finding else None) if readable else None,
        "table": _named(finding.table, seats) if finding else None,
        "before": _drawn_before(finding) if finding else None,
        **_for_judges(record, finding if reader == ALL and who.seat is None else None),
    }


def _for_judges(record: Record, finding: Told | None) -> Shown:
    """What was lawful in place of a line, and what a record may lack; whether that was looked for."""
    repairs = record.finding.repairs if finding else None
    return {
        "nearest": finding.data.get("nearest", [])[:4] if finding else [],
        "repairs": [_repair(one) for one in (repairs or [])[:MOST_SUGGESTIONS]],
        "searched": repairs is not None,
    }


def _drawn_before(finding: Told) -> int | None:
    """The line before which the table of a finding stands; none where it is the one at the end."""
    if "before" in finding.data:
        return finding.data["before"] or None
    return None if finding.finding == "contradicted" else finding.line


def _named(table: Shown | None, seats: list[Seat]) -> Shown | None:
    """The table with the players' names."""
    if not table:
        return None
    names = {f"P{seat.number}": str(seat.user) for seat in seats}
    return {**table, "seats": [{**side, "player": names.get(side["seat"], side["player"])} for side in table["seats"]]}


def whose(seat: Seat) -> str:
    return f"{seat.user.handle} (P{seat.number})"


def lines_near(text: str, marked: int | None) -> Shown:
    """Some lines of a record around the one with that number, or its last ones; how many stand before and after."""
    found = read(text).lines
    at = next((index for index, line in enumerate(found) if line.number == marked), None)
    first = max((len(found) if at is None else at) - LINES_BEFORE, 0)
    end = len(found) if at is None else min(at + 1 + LINES_AFTER, len(found))
    rows = [
        {
            "number": line.number,
            "text": on_sheet(line.body, line.clock, line.comment),
            "decides": first + index == at,
        }
        for index, line in enumerate(found[first:end])
    ]
    return {"lines": rows, "before": first, "after": len(found) - end}


def on_sheet(body: str, clock: str | None, comment: str | None) -> str:
    """A line as on the sheet, without its number."""
    return body + (f" @{clock}" if clock else "") + (f"  # {comment}" if comment else "")
