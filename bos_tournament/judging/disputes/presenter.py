"""What the page of a dispute shows."""

from collections.abc import Mapping
from typing import Any

from bos_tournament.judging.access import Capacity
from bos_tournament.judging.disputes import appeals
from bos_tournament.judging.disputes.dispute_rulings import possible
from bos_tournament.judging.models import Appeal, Dispute, Ruling
from bos_tournament.judging.record_visibility import seal_of
from bos_tournament.judging.records.presenter import comparison_of, shown_comparison, shown_record
from bos_tournament.operations import conditional

Shown = dict[str, Any]


def dispute_page(dispute: Dispute, capacity: Capacity) -> Shown:
    """Everything the page of a dispute needs, for somebody in this capacity."""
    match = dispute.game.match
    rows = list(dispute.records.select_related("by", "seat__user", "finding"))
    waiting = dispute.state == Dispute.State.WAITING
    rulings = list(dispute.rulings.select_related("by", "winner__user"))
    appeal = getattr(dispute, "appeal", None)
    seats = list(match.seats.select_related("user").order_by("number"))
    seal = seal_of(dispute.game)
    records = [shown_record(row, capacity, seats, seal) for row in rows]
    last = {row.seat_id: row.pk for row in rows if row.seat_id}.values()
    may = {
        "may_appeal": capacity.seat is not None and appeals.may_appeal(dispute),
        "may_uphold": capacity.may_overturn and appeal is not None and appeal.answer == Appeal.Answer.WAITING,
        "may_add_record": waiting,
        "may_open_records": capacity.may_rule and not seal.open and not all(map(seal.was_opened, rows)),
        "may_rule": capacity.may_overturn if rulings else capacity.may_rule and waiting,
        "may_withdraw": waiting and not rulings and dispute.filed_by_id == capacity.user.pk,
    }
    return {
        **may,
        "dispute": dispute,
        "match": match,
        "seats": seats,
        "records": records,
        "last_records": [record for record in records if record["record"].pk in last],
        "other_records": [record for record in records if record["record"].pk not in last],
        "disputed_line": _disputed_line(dispute, records),
        "seal": seal,
        "tag": _tag(dispute, records, rulings, appeal, may, [str(seat.user) for seat in seats]),
        "judging": any(record["state"] == "judging" for record in records),
        "comparison": shown_comparison(dispute.game, capacity, seal),
        "rulings": rulings,
        "tournament": capacity.tournament,
        "appeal": appeal,
        "precedents_by": _broken(records) if capacity.may_rule else [],
    }


def _disputed_line(dispute: Dispute, records: list[Shown]) -> Shown | None:
    """The line of the board that is in question, and where it can be seen; None for a dispute about no line."""
    if dispute.line is None:
        return None
    boards = [record for record in records if record["record"].on_board and record["state"] != "sealed"]
    url = f"{boards[-1]['record'].get_absolute_url()}?line={dispute.line}" if boards else ""
    return {"number": dispute.line, "url": url}


def _broken(records: list[Shown]) -> list[str]:
    """The rules that the engine names, under which judges look for earlier rulings."""
    return sorted({record["finding"].rule for record in records if record["finding"] and record["finding"].rule})


def _tag(
    dispute: Dispute,
    records: list[Shown],
    rulings: list[Ruling],
    appeal: Appeal | None,
    may: Mapping[str, bool],
    names: list[str],
) -> str:
    """Names what the page shows of the dispute, and offers; while it stays, open pages need nothing new."""
    judged = [(record["record"].pk, record["state"], record["searched"]) for record in records]
    comparison = comparison_of(dispute.game)
    opened = dispute.records_opened_at
    game = dispute.game
    result = (game.outcome, game.winner_id, game.reason, possible(game) if may["may_rule"] else ())
    course = (dispute.state, judged, len(rulings), appeal and appeal.answer, comparison and comparison.made_at, opened)
    return conditional.tag_of([*course, result, may, names])
