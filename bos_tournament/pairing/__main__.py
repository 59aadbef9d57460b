"""The command line: standings, Swiss rounds, a bracket, a round robin, so that anybody can check an event.

Exit status: 0 fine; 1 the event is in order, but what was asked cannot be done with it, or a round is not what it
should be; 2 the input cannot be read.
"""

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bos_tournament.pairing.bracket import BracketMatch, LoserOf, Seed, Slot, WinnerOf, bracket
from bos_tournament.pairing.event import Event, EventProblem
from bos_tournament.pairing.event_check import RoundCheck, Table, Verdict, check_rounds
from bos_tournament.pairing.event_file import MAX_TEXT, read_event
from bos_tournament.pairing.groups import group_name, group_standings, schedule
from bos_tournament.pairing.messages import Message, message_json
from bos_tournament.pairing.pods import PodDraft, draft_pods
from bos_tournament.pairing.round_robin import round_robin
from bos_tournament.pairing.standings import Rank, standings
from bos_tournament.pairing.swiss import Proposal, SwissBye, pair_round
from bos_tournament.pairing.tie_breaks import check_tie_breaks

FINE, CANNOT, UNREADABLE = 0, 1, 2
MAX_DIGITS = 9
MAX_SEED_DIGITS = 160
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would compute

Answer = tuple[int, Any, str]  # exit status, the answer as data (None if there is none), and as text


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        status, data, text = parsed.run(parsed)
    except ValueError as problem:  # EventProblem too
        print(problem, file=sys.stderr)
        return UNREADABLE
    if data is None:
        print(text, file=sys.stderr)
    else:
        print(json.dumps(data, ensure_ascii=False, indent=1) if parsed.json else text)
    return int(status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bos_tournament.pairing", description="Recompute a tournament from a file."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    ranks = commands.add_parser("standings", help="everyone in order, each rank with its reason")
    ranks.set_defaults(run=_standings)
    pair = commands.add_parser("pair", help="the next round, each Swiss pair or pod with its reason")
    pair.set_defaults(run=_pair)
    again = commands.add_parser("check", help="every round paired again, each difference explained")
    again.set_defaults(run=_check)
    for command in (pair, again):
        command.add_argument(
            "--seed", type=_seed, metavar="N", help="decides what is otherwise equal (the seed in the file, else 0)"
        )
    for command in (ranks, pair, again):
        command.add_argument("event", metavar="EVENT.json", help="the event as a file, - for standard input")
    elimination = commands.add_parser("bracket", help="every match, where each winner and loser goes")
    elimination.add_argument("--third-place", action="store_true", help="with a match for third place")
    elimination.set_defaults(run=_bracket)
    everyone = commands.add_parser("round-robin", help="round robin, after the Berger tables")
    everyone.set_defaults(run=_round_robin)
    for command, twice in ((elimination, "out after two defeats"), (everyone, "double round robin")):
        command.add_argument("entrants", metavar="N", type=_entrants, help="how many take part")
        command.add_argument("--double", action="store_true", help=twice)
    for command in (again, elimination, everyone):
        command.add_argument("--json", action="store_true", help="print JSON")
    for command in (ranks, pair):
        forms = command.add_mutually_exclusive_group()
        forms.add_argument("--json", action="store_true", help="print JSON")
        forms.add_argument("--csv", action="store_true", help="print CSV")
    return parser


def _seed(text: str) -> int:
    try:
        return int(text) if len(text) <= MAX_SEED_DIGITS else int("too long")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"N must be a whole number of at most {MAX_SEED_DIGITS} digits, not {text[:40]!r}"
        ) from None


def _entrants(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise argparse.ArgumentTypeError(f"N must be a whole number of entrants, not {text[:40]!r}")
    return int(text)


def _standings(arguments: argparse.Namespace) -> Answer:
    event = _read(arguments.event)
    if len(event.groups) > 1:
        return _group_standings(event, as_csv=arguments.csv)
    ranks = standings(event)
    text = _standings_csv(ranks) if arguments.csv else _standings_text(ranks)
    return FINE, [_rank_json(line) for line in ranks], text


def _group_standings(event: Event, *, as_csv: bool) -> Answer:
    groups = [(group_name(at), ranks) for at, ranks in enumerate(group_standings(event))]
    data = [{"group": name, **_rank_json(line)} for name, ranks in groups for line in ranks]
    if as_csv:
        head = ["group", *_standings_cells(groups[0][1])[0]]
        lines = [[name, *row] for name, ranks in groups for row in _standings_cells(ranks)[1:]]
        return FINE, data, _csv([head, *lines])
    return FINE, data, "\n\n".join(f"Group {name}\n{_standings_text(ranks)}" for name, ranks in groups)


def _pair(arguments: argparse.Namespace) -> Answer:
    event = _read(arguments.event)
    if event.groups:
        return _pair_groups(event)
    try:
        if event.table_size is not None:
            return _pods(draft_pods(event, seed=arguments.seed), as_csv=arguments.csv)
        proposal = pair_round(event, seed=arguments.seed)
    except EventProblem as problem:
        return CANNOT, None, str(problem)
    text = _proposal_csv(proposal) if arguments.csv else _proposal_text(proposal)
    return FINE, _proposal_json(proposal), text


def _pair_groups(event: Event) -> Answer:
    """The next round of the Berger tables; who is there is not looked at, since whose opponent left wins."""
    rounds = schedule(event.groups, twice=event.twice)
    number = event.next_round
    if number > len(rounds):
        return CANNOT, None, f"All {len(rounds)} rounds of the groups are played."
    rows = [(group_name(at), *pair) for at, pairs in enumerate(rounds[number - 1]) for pair in pairs]
    data = {"round": number, "pairs": [{"group": group, "players": players} for group, *players in rows]}
    return FINE, data, _table([["group", "first", "second"], *map(list, rows)])


def _pods(draft: PodDraft, *, as_csv: bool) -> Answer:
    seats = max((len(pod.players) for pod in draft.pods), default=1)
    rows = [["table", *(f"seat {seat}" for seat in range(1, seats + 1)), "why"]]
    rows += [[str(pod.table), *_filled(pod.players, seats), str(pod.reason)] for pod in draft.pods]
    rows += [["bye", *_filled((bye.player,), seats), str(bye.reason)] for bye in draft.byes]
    return FINE, _pods_json(draft), _csv(rows) if as_csv else _pods_text(draft, rows)


def _filled(players: tuple[str, ...], seats: int) -> list[str]:
    return [*players, *[""] * (seats - len(players))]


def _pods_text(draft: PodDraft, rows: list[list[str]]) -> str:
    proof = draft.proof
    verdict = "proved least" if proof.optimal else "not proved least"
    least = "; least possible with these meetings" if proof.exact else ""
    return (
        f"Round {draft.round}, seed {draft.seed}\n{_table(rows)}\n"
        f"Squared earlier meetings: {proof.figure}; no draft has fewer than {proof.bound}; {verdict}.\n"
        f"Squared gaps in points: {proof.gaps}{least}."
    )


def _check(arguments: argparse.Namespace) -> Answer:
    """Without a seed nobody can say which of several equal rounds it had to be: then only worse ones are wrong."""
    event = _read(arguments.event)
    has_seed = arguments.seed is not None or event.seed is not None or bool(event.groups)
    checks = check_rounds(event, seed=arguments.seed)
    fine = {Verdict.SAME, Verdict.NOBODY} if has_seed else set(Verdict) - {Verdict.WORSE}
    status = FINE if all(check.verdict in fine for check in checks) else CANNOT
    return status, [_check_json(check) for check in checks], _checks_text(checks)


def _bracket(arguments: argparse.Namespace) -> Answer:
    table = bracket(arguments.entrants, double=arguments.double, third_place=arguments.third_place)
    return FINE, [_match_json(match) for match in table.matches], _bracket_text(table.matches)


def _round_robin(arguments: argparse.Namespace) -> Answer:
    rounds = round_robin(arguments.entrants, double=arguments.double)
    rows = [
        [f"Round {number}:", *(f"{first}-{second}" for first, second in pairs)]
        for number, pairs in enumerate(rounds, start=1)
    ]
    return FINE, [[list(pair) for pair in pairs] for pairs in rounds], _table(rows)


def _read(name: str) -> Event:
    """The event from a file or standard input. Raises `EventProblem` if it cannot be opened or read."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(4 * MAX_TEXT + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(4 * MAX_TEXT + 1)
        text = raw.decode("utf-8-sig")
    except OSError as fault:
        raise EventProblem([f"{name} cannot be opened: {fault.strerror}."]) from None
    except UnicodeDecodeError:
        raise EventProblem([f"{name} is not text in UTF-8; save it again in that encoding."]) from None
    event = read_event(text)
    check_tie_breaks(event.tie_breaks, pods=event.table_size is not None)
    return event


def _rank_json(line: Rank) -> dict[str, Any]:
    return {
        "id": line.id,
        "rank": line.rank,
        "points": line.points if line.unit == 1 else str(line.exact_points),
        "record": list(line.record),
        "figures": line.figures,
        "exact": {name: str(value) for name, value in line.exact.items()},
        **_reason_json(line.reason),
    }


def _pods_json(draft: PodDraft) -> dict[str, Any]:
    proof = draft.proof
    return {
        "round": draft.round,
        "seed": draft.seed,
        "pods": [{"players": list(pod.players), **_reason_json(pod.reason), "table": pod.table} for pod in draft.pods],
        **_byes_json(draft.byes),
        "proof": {
            "figure": proof.figure,
            "bound": proof.bound,
            "optimal": proof.optimal,
            "gaps": str(proof.gaps),
            "exact": proof.exact,
        },
    }


def _byes_json(byes: tuple[SwissBye, ...]) -> dict[str, Any]:
    return {
        "byes": [bye.player for bye in byes],
        "bye_reasons": {bye.player: str(bye.reason) for bye in byes},
        "bye_codes": {bye.player: message_json(bye.reason) for bye in byes},
    }


def _proposal_json(proposal: Proposal) -> dict[str, Any]:
    proof = proposal.proof
    return {
        "round": proposal.round,
        "seed": proposal.seed,
        "pairs": [
            {"players": list(pair.players), **_reason_json(pair.reason), "table": pair.table} for pair in proposal.pairs
        ],
        **_byes_json(proposal.byes),
        "proof": {"cost": proof.cost, "bound": proof.bound, "optimal": proof.optimal},
    }


def _reason_json(reason: str | Message) -> dict[str, Any]:
    """The reason in English, and where it has one its code with arguments."""
    return {"reason": str(reason), **(message_json(reason) if isinstance(reason, Message) else {})}


def _check_json(check: RoundCheck) -> dict[str, Any]:
    def shown(tables: Sequence[tuple[Table, str | Message]]) -> list[dict[str, Any]]:
        return [{"players": list(table), **_reason_json(reason)} for table, reason in tables]

    return {
        "round": check.round,
        "verdict": check.verdict.value,
        "sentence": check.sentence,
        "played": shown(check.played),
        "drawn_again": shown(check.drawn),
    }


def _match_json(match: BracketMatch) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": match.id,
        "round": match.round,
        "side": match.side.value,
        "slots": [_slot_json(slot) for slot in match.slots],
        "winner_place": match.winner_place,
        "loser_place": match.loser_place,
    }
    return fields | ({"reset_of": match.reset_of} if match.reset_of else {})


def _slot_json(slot: Slot) -> dict[str, Any]:
    match slot:
        case Seed(number):
            return {"seed": number}
        case WinnerOf(source):
            return {"winner_of": source}
        case LoserOf(source):
            return {"loser_of": source}


def _slot_text(slot: Slot) -> str:
    match slot:
        case Seed(number):
            return f"seed {number}"
        case WinnerOf(source):
            return f"winner of {source}"
        case LoserOf(source):
            return f"loser of {source}"


def _bracket_text(matches: tuple[BracketMatch, ...]) -> str:
    rows = [["match", "side", "round", "first", "second", ""]]
    for match in matches:
        note = f"only if the second slot wins {match.reset_of}" if match.reset_of else ""
        rows.append([match.id, match.side.value, str(match.round), *map(_slot_text, match.slots), note])
    return _table(rows)


def _standings_text(ranks: tuple[Rank, ...]) -> str:
    if not ranks:
        return "Nobody takes part yet."
    rows = [["rank", "player", "points", "W-L-D", *ranks[0].figures, "why"]]
    for line in ranks:
        record = "-".join(map(str, line.record))
        rows.append([_rank(line), line.id, str(line.exact_points), record, *line.figures.values(), str(line.reason)])
    return _table(rows)


def _proposal_text(proposal: Proposal) -> str:
    rows = _proposal_rows(proposal)
    proof = proposal.proof
    verdict = "proved: no round is better" if proof.optimal else "not proved to be the best"
    return (
        f"Round {proposal.round}, seed {proposal.seed}\n{_table(rows)}\n"
        f"Squared gaps in points: {proof.cost}; least possible: {proof.bound}; {verdict}."
    )


def _proposal_rows(proposal: Proposal) -> list[list[str]]:
    rows = [["table", "first", "second", "why"]]
    rows += [[str(pair.table), *pair.players, str(pair.reason)] for pair in proposal.pairs]
    return rows + [["bye", bye.player, "", str(bye.reason)] for bye in proposal.byes]


def _proposal_csv(proposal: Proposal) -> str:
    return _csv(_proposal_rows(proposal))


def _standings_csv(ranks: tuple[Rank, ...]) -> str:
    return _csv(_standings_cells(ranks))


def _standings_cells(ranks: tuple[Rank, ...]) -> list[list[str]]:
    rows = [["rank", "player", "points", "won", "lost", "drawn", *(ranks[0].figures if ranks else ()), "why"]]
    for line in ranks:
        record = map(str, line.record)
        rows.append([_rank(line), line.id, str(line.exact_points), *record, *line.figures.values(), str(line.reason)])
    return rows


def _rank(line: Rank) -> str:
    return "-" if line.rank is None else str(line.rank)


def _csv(rows: list[list[str]]) -> str:
    """Comma-separated, and no cell that a spreadsheet would take for a formula."""
    out = io.StringIO()
    safe = ([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in row] for row in rows)
    csv.writer(out, lineterminator="\n").writerows(safe)
    return out.getvalue().rstrip("\n")


def _checks_text(checks: tuple[RoundCheck, ...]) -> str:
    if not checks:
        return "No round is finished yet."
    lines = []
    for check in checks:
        verdict, sentence = check.verdict.value.replace("_", " "), check.sentence
        lines.append(f"Round {check.round}: {verdict}. {sentence[:1].upper()}{sentence[1:]}.")
        lines += [f"  played       {' - '.join(table)}: {fact}" for table, fact in check.played]
        lines += [f"  drawn again  {' - '.join(table)}: {reason}" for table, reason in check.drawn]
    return "\n".join(lines)


def _table(rows: list[list[str]]) -> str:
    """Columns as wide as their longest entry."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _run() -> int:
    """`main` at a terminal or in a pipe: any name can be printed, and a reader who stops early is no fault."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return status


if __name__ == "__main__":
    sys.exit(_run())
