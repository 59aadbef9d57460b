"""What the pages of disputes show: records with their bad line marked, the table before it, what one may do."""

from typing import Any

from bos_tournament.judging.access import Standing
from bos_tournament.judging.disputing import MOST_RECORDS
from bos_tournament.judging.finding import table_at
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.matches.models import Seat
from engine.bos.rulebook import Rule, rulebook
from engine.log import Line, read

KINDS = {
    "legal": ("good", "check"),
    "unfinished": ("now", "now"),
    "illegal": ("bad", "cross"),
    "contradicted": ("bad", "differ"),
    "unproven": ("warn", "warning"),
    "unreadable": ("warn", "info"),
}


def dispute_page(dispute: Dispute, who: Standing) -> dict[str, object]:
    """Everything the page of a dispute needs, for somebody in this capacity."""
    match = dispute.game.match
    rows = list(dispute.records.select_related("by", "seat__user", "finding"))
    waiting = dispute.state == Dispute.State.WAITING
    own = sum(row.by_id == who.user.pk for row in rows)
    rulings = list(dispute.rulings.select_related("by", "winner__user"))
    return {
        "dispute": dispute,
        "match": match,
        "seats": list(match.seats.select_related("user")),
        "records": [shown_record(row) for row in rows],
        "judging": any(not hasattr(row, "finding") for row in rows),
        "rulings": rulings,
        "tournament": who.tournament,
        "may_add_record": waiting and own < MOST_RECORDS,
        "may_rule": who.may_rule and (waiting or (bool(rulings) and who.may_overturn)),
        "may_withdraw": waiting and dispute.filed_by_id == who.user.pk,
    }


def shown_record(record: Record) -> dict[str, Any]:
    """A record with its finding, the rule's sentence, and its lines."""
    finding = getattr(record, "finding", None)
    kind, icon = KINDS[finding.finding] if finding else ("now", "clock")
    return {
        "record": record,
        "writer": whose(record.seat) if record.seat else f"{record.by} (staff)",
        "finding": finding,
        "kind": kind,
        "icon": icon,
        "rule": rule_of(finding.rule) if finding and finding.rule else None,
        "lines": lines(record.text, finding.line if finding else None, kind),
    }


def whose(seat: Seat) -> str:
    return f"{seat.user.handle} (P{seat.number})"


def rule_of(number: str) -> Rule | None:
    return rulebook().get(number)


def lines(text: str, marked: int | None, kind: str) -> list[dict[str, object]]:
    """The lines with the numbers that findings use: as written, or counted on; headers apart; the bad one marked."""
    log = read(text)
    if log.fault:
        return [{"number": "", "text": raw, "mark": ""} for raw in text.splitlines()[:200]]
    rows: list[dict[str, object]] = [{"number": "", "text": f"[{h.word} {h.text}]", "mark": ""} for h in log.headers]
    for line in log.lines:
        mark = {"bad": "bad", "warn": "bad"}.get(kind, "here") if line.number == marked else ""
        rows.append({"number": line.number, "text": written(line), "mark": mark})
    return rows


def written(line: Line) -> str:
    """A line as on the sheet, without its number."""
    clock = f" @{line.clock}" if line.clock else ""
    return f"{line.body}{clock}" + (f"  # {line.comment}" if line.comment else "")


def record_page(record: Record, asked: str | None) -> dict[str, object]:
    """A record with the table before one of its lines; without a line, before the one the finding names."""
    shown = shown_record(record)
    numbers = [row["number"] for row in shown["lines"] if row["number"] != ""]
    finding = shown["finding"]
    last = numbers[-1] if numbers else None
    line = next((n for n in numbers if str(n) == asked), finding.line if finding and finding.line else last)
    at = numbers.index(line) if line in numbers else None
    return {
        **shown,
        "dispute": record.dispute,
        "match": record.dispute.game.match,
        "line": line,
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at is not None and at + 1 < len(numbers) else None,
        "table": table_at(record, line) if line is not None and finding else None,
    }
