"""The command line: `python -m engine deck | judge | compare | repair | show | options | rule`.

The one place of the engine that reads files.

It ends with 0 when all is well, with 1 when something is wrong, and with 2 when something cannot be read or told.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from engine.bos import abilities, attacks, bosses, cardtext, spells, summoning
from engine.bos.cards import Pool, PoolProblem, sample_pool
from engine.bos.decks import DeckReport, Problem, check_deck, read_deck, too_long
from engine.bos.editions import DEFAULT_EDITION, EDITIONS
from engine.bos.example import example_of_text
from engine.bos.rows import Row
from engine.bos.rulebook import Rule, rule, rulebook
from engine.compare import compare_text
from engine.compare import report as comparison
from engine.garbage import look_seldom
from engine.log import MAX_BYTES
from engine.repair import repair_text
from engine.repair import report as proposals
from engine.tables import legal_lines, show_text, table
from engine.verdict import judge_text

MAX_LIST_BYTES = 80_000
MAX_CARDS_BYTES = 32_000_000
MAX_SHOWN = 50

FINE, FOUND, UNREADABLE = 0, 1, 2
_STATUS = {"legal": FINE, "unfinished": FINE, "illegal": FOUND, "contradicted": FOUND}


class Unreadable(Exception):
    """What was given cannot be read; the text says what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    look_seldom()
    given = _parser().parse_args(arguments)
    try:
        status: int = given.command(given)
        sys.stdout.flush()
        return status
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Check BOS decks and judge written games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    deck = commands.add_parser("deck", help="say whether a deck list is legal, or everything that is wrong with it")
    deck.add_argument("list", metavar="LIST", help="file with the deck list, - for standard input")
    deck.set_defaults(command=_deck)

    judge = commands.add_parser("judge", help="replay a written game and say what was found")
    compare = commands.add_parser("compare", help="say where two records of one game part")
    repair = commands.add_parser("repair", help="suggest what may be missing in a record that does not hold")
    show = commands.add_parser("show", help="draw the table after a line of a written game")
    choices = commands.add_parser("options", help="list every lawful next line of a written game")
    for command, function in (
        (judge, _judge), (compare, _compare), (repair, _repair), (show, _show), (choices, _options)
    ):  # fmt: skip
        command.add_argument("game", metavar="GAME", help="file with the record, - for standard input")
        command.add_argument("--deck", metavar="SEAT=LIST", action="append", default=[], help="P1=FILE and P2=FILE")
        command.set_defaults(command=function)
    compare.add_argument("other", metavar="GAME", help="file with the other record, - for standard input")
    for command in (show, choices):
        command.add_argument("--line", metavar="N", type=int, help="the line to stop after; the last one by default")

    for command in (deck, judge, compare, repair, show, choices):
        command.add_argument("--cards", metavar="FILE", help="card catalogue in JSON; the bundled one by default")
        command.add_argument("--edition", choices=EDITIONS, default=DEFAULT_EDITION.name)
    for command in (deck, judge, compare, repair):
        command.add_argument("--json", action="store_true", help="print one JSON object")

    card = commands.add_parser("card", help="say how an ability is read, or where its text stops")
    card.add_argument("text", metavar="TEXT", help="the ability as it is printed, - for standard input")
    card.add_argument("--mandatory", action="store_true", help="the ability has the arrow")
    card.add_argument("--cards", metavar="FILE", help="catalogue whose names may be used; the bundled one by default")
    card.add_argument("--json", action="store_true", help="print one JSON object")
    card.set_defaults(command=_card)

    number = commands.add_parser("rule", help="print a rule and its source")
    number.add_argument("number", metavar="NUMBER", help="8.2.5, a ruling such as G-98, or a chapter such as 8.2")
    number.set_defaults(command=_rule)
    return parser


# Commands


def _deck(given: argparse.Namespace) -> int:
    pool = _pool(given.cards)
    text = _text(given.list, MAX_LIST_BYTES, "deck list")
    if refusal := too_long(text):
        raise Unreadable(f"{given.list}: {refusal}")
    deck = read_deck(text)
    report = check_deck(deck, pool, EDITIONS[given.edition])
    if given.json:
        _print_json(_report_to_json(report))
    else:
        print("\n".join(_report_lines(deck.name or "This deck", report)))
    return FINE if report.legal else FOUND


def _judge(given: argparse.Namespace) -> int:
    game, lists, pool = _game(given)
    finding: dict[str, Any] = judge_text(game, lists, pool, EDITIONS[given.edition])
    if given.json:
        _print_json(finding)
    else:
        print("\n".join(_finding_lines(finding)))
    return _STATUS.get(finding["finding"], UNREADABLE)


def _compare(given: argparse.Namespace) -> int:
    game, lists, pool = _game(given)
    other = _text(given.other, MAX_BYTES, "record")
    found = compare_text(game, other, lists, pool, EDITIONS[given.edition])
    if given.json:
        _print_json(found)
    else:
        print(comparison(found), end="")
    if not found["compared"]:
        return UNREADABLE
    return FINE if found["same"] else FOUND


def _repair(given: argparse.Namespace) -> int:
    game, lists, pool = _game(given)
    edition = EDITIONS[given.edition]
    finding: dict[str, Any] = judge_text(game, lists, pool, edition)
    suggestions = repair_text(game, lists, pool, edition)
    holds = _STATUS.get(finding["finding"]) == FINE
    if given.json:
        kept = {name: finding[name] for name in ("finding", "line", "rule", "message")}
        _print_json({**kept, "suggestions": suggestions})
    else:
        print("\n".join(_finding_lines(finding)))
        print("There is nothing to repair." if holds else proposals(suggestions).rstrip("\n"))
    if holds:
        return FINE
    return UNREADABLE if finding["line"] == 0 else FOUND


def _options(given: argparse.Namespace) -> int:
    game, lists, pool = _game(given)
    edition = EDITIONS[given.edition]
    if "seats" not in (shown := table(game, lists, pool, edition, given.line)):
        raise Unreadable(f"{given.game}: {shown['problem']}")
    print("".join(f"{line}\n" for line in legal_lines(game, lists, pool, edition, given.line)), end="")
    return FINE


def _show(given: argparse.Namespace) -> int:
    game, lists, pool = _game(given)
    edition = EDITIONS[given.edition]
    if "seats" not in (shown := table(game, lists, pool, edition, given.line)):
        raise Unreadable(f"{given.game}: {shown['problem']}")
    print(show_text(game, lists, pool, edition, given.line), end="")
    return FINE


def _card(given: argparse.Namespace) -> int:
    pool = _pool(given.cards)
    text = _text("-", MAX_LIST_BYTES, "text").strip() if given.text == "-" else given.text
    said = cardtext.report(text, mandatory=given.mandatory, pool=pool)
    read = cardtext.read_text(text, mandatory=given.mandatory, pool=pool)
    example = example_of_text(read.text, text) if read.text else None
    if given.json:
        _print_json(said | ({"example": example.lines()} if example else {}))
    else:
        print(cardtext.told(text, mandatory=given.mandatory, pool=pool))
        print("".join(f"{line}\n" for line in example.lines()) if example else "", end="")
    return FINE if said["ok"] else FOUND


def _rule(given: argparse.Namespace) -> int:
    rules = _rules(given.number)
    if not rules:
        raise Unreadable(
            f"There is no rule {given.number[:MAX_SHOWN]}. Rules look like 8.2.5, chapters like 8, rulings like G-98."
        )
    print("\n\n".join(_rule_text(found) for found in rules))
    return FINE


def _rules(number: str) -> list[Rule]:
    """The rule of that number, or all rules of that chapter or section."""
    try:
        return [rule(number)]
    except KeyError:
        within = number.strip().strip("§ .") + "."
        return [found for found in rulebook().values() if found.number.startswith(within)]


# What is printed


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _report_to_json(report: DeckReport) -> dict[str, Any]:
    return {
        "legal": report.legal,
        "problems": [_problem_to_json(problem) for problem in report.problems],
        "warnings": [_problem_to_json(warning) for warning in report.warnings],
        "counts": dict(report.counts),
        "color": report.color,
    }


def _problem_to_json(problem: Problem) -> dict[str, Any]:
    return {"rule": problem.rule, "message": problem.message, "line": problem.line, "cards": list(problem.cards)}


def _report_lines(name: str, report: DeckReport) -> list[str]:
    counts = ", ".join(f"{count} {section}" for section, count in report.counts.items())
    many = len(report.problems)
    verdict = "legal" if report.legal else f"{many} problem{'s' * (many != 1)}"
    rows = [("problem", problem) for problem in report.problems] + [("odd", warning) for warning in report.warnings]
    return [f"{name}: {verdict} ({report.color or 'no colour'}; {counts})", *(_row(mark, row) for mark, row in rows)]


def _row(mark: str, problem: Problem) -> str:
    where = f"line {problem.line}" if problem.line else ""
    return f"  {mark:<8}{problem.rule:<7}{where:<9}{problem.message}"


def _finding_lines(finding: dict[str, Any]) -> list[str]:
    line, number = finding.get("line"), finding.get("rule")
    where = (f", line {line}" if line is not None else "") + (f", rule {number}" if number else "")
    lines = [f"{finding['finding']}{where}: {finding['message']}"]
    if number and number in rulebook():
        lines.append(f"  {number}  {rulebook()[number].text}")
    if finding.get("winner"):
        lines.append(f"  {finding['winner']} wins ({finding['reason']}).")
    return lines + [
        f"  note: {note if isinstance(note, str) else json.dumps(note)}" for note in finding.get("notes", [])
    ]


def _rule_text(found: Rule) -> str:
    lines = [f"{found.label}, {found.chapter}", f"  {found.text}", f"  Source: {found.source}"]
    for switch in found.switches:
        settings = (f"{name}: {edition.switches()[switch]}" for name, edition in EDITIONS.items())
        lines.append(f"  Decided by {switch}: {', '.join(settings)}")
    for kind, numbers in _orders().items():
        if found.number in numbers:
            lines.append(f"  {kind} is checked in this order: {', '.join(numbers)}")
    return "\n".join(lines)


def _orders() -> dict[str, tuple[str, ...]]:
    """In which order the rules of each kind of action are asked; the first one broken is the one that is named."""
    tables: dict[str, tuple[Row[Any], ...]] = {
        "A summon": summoning.SUMMON,
        "A spell": (*spells.AT_ALL, *spells.PAID, *spells.NOW),
        "An attack": attacks.ATTACK,
        "A player attack": attacks.PLAYER_ATTACK,
        "A block": attacks.BLOCK,
        "Turning up a boss": bosses.BOSS,
        "The use of an ability": abilities.USE,
    }
    return {kind: tuple(dict.fromkeys(row.rule for row in table)) for kind, table in tables.items()}


# What is read


def _game(given: argparse.Namespace) -> tuple[str, dict[str, str], Pool]:
    """The record, the list of each seat, and the pool."""
    files: dict[str, str] = {}
    for pair in given.deck:
        seat, equals, path = pair.partition("=")
        if not equals or seat.upper() not in ("P1", "P2"):
            raise Unreadable(f"--deck {pair[:MAX_SHOWN]} names no seat; write --deck P1=FILE --deck P2=FILE.")
        if seat.upper() in files:
            raise Unreadable(f"{seat.upper()} has two deck lists; give one for each seat.")
        files[seat.upper()] = path
    if len(files) < 2:
        raise Unreadable("A game is judged with both deck lists; add --deck P1=FILE and --deck P2=FILE.")
    if [given.game, getattr(given, "other", None), *files.values()].count("-") > 1:
        raise Unreadable("Standard input can be only one of the files; write the others to a file.")
    lists = {seat: _text(files[seat], MAX_LIST_BYTES, "deck list") for seat in sorted(files)}
    for seat, text in lists.items():
        if refusal := too_long(text):
            raise Unreadable(f"{files[seat]}: {refusal}")
    return _text(given.game, MAX_BYTES, "record"), lists, _pool(given.cards)


def _pool(path: str | None) -> Pool:
    if path is None:
        return sample_pool()
    try:
        return Pool.read(_text(path, MAX_CARDS_BYTES, "card catalogue"))
    except PoolProblem as problem:
        lines = str(problem).splitlines()
        more = [f"… and {len(lines) - MAX_SHOWN} more."] if len(lines) > MAX_SHOWN else []
        raise Unreadable("\n".join([f"{path}: this catalogue cannot be used.", *lines[:MAX_SHOWN], *more])) from None


def _text(path: str, most: int, what: str) -> str:
    """The text of a file, or of standard input for `-`. Raises Unreadable with a sentence."""
    try:
        content = _bytes(path, most + 1)
    except OSError as error:
        raise Unreadable(f"{path}: this {what} cannot be opened ({error.strerror}). Check the path.") from None
    except ValueError:
        raise Unreadable(f"This is no path of a {what}. Check how it is written.") from None
    if len(content) > most:
        raise Unreadable(f"{path}: this {what} is too big; at most {most:,} bytes can be read.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: this {what} is not UTF-8 text (byte {error.start + 1}). Save it as UTF-8.") from None


def _bytes(path: str, most: int) -> bytes:
    if path == "-":
        if sys.stdin is None:
            raise Unreadable("Standard input is closed; give a file instead of -.")
        return sys.stdin.buffer.read(most)
    with open(path, "rb") as file:
        return file.read(most)


if __name__ == "__main__":
    sys.exit(main())
