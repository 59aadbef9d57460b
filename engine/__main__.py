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

from engine import hosting
from engine.bos import game as bos
from engine.compare import compare_text
from engine.compare import report as comparison
from engine.contract import Game, Given, ListProblem, ListReport, Rule
from engine.gc_tuning import look_seldom
from engine.lessons import lesson
from engine.log import MAX_BYTES, read
from engine.messages import Message, message_json, messages_json
from engine.record_position import legal_lines, show_text, table
from engine.repair import repair_text
from engine.repair import report as proposals
from engine.seats import seat_name
from engine.verdict import judge_text

MAX_LIST_BYTES = 80_000
MAX_CARDS_BYTES = 32_000_000
MAX_SHOWN = 50
FEWEST_SEATS, MOST_SEATS = 2, 6

FINE, FOUND, UNREADABLE = 0, 1, 2
_ACTIONS = {
    "summon": "A summon",
    "spell": "A spell",
    "attack": "An attack",
    "player_attack": "A player attack",
    "block": "A block",
    "boss": "Turning up a boss",
    "use": "The use of an ability",
}
_STATUS = {"legal": FINE, "unfinished": FINE, "illegal": FOUND, "contradicted": FOUND}


class Unreadable(Exception):
    """What was given cannot be read; the text says what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    look_seldom()
    options = _parser().parse_args(arguments)
    try:
        status: int = options.command(options)
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
    choices = commands.add_parser("options", help="list every legal next line of a written game")
    for command, function in (
        (judge, _judge), (compare, _compare), (repair, _repair), (show, _show), (choices, _options)
    ):  # fmt: skip
        command.add_argument("game", metavar="GAME", help="file with the record, - for standard input")
        command.add_argument("--deck", metavar="SEAT=LIST", action="append", default=[], help="P1=FILE, P2=FILE, …")
        command.set_defaults(command=function)
    compare.add_argument("other", metavar="GAME", help="file with the other record, - for standard input")
    for command in (show, choices):
        command.add_argument("--line", metavar="N", type=int, help="the line to stop after; the last one by default")

    for command in (deck, judge, compare, repair, show, choices):
        _add_catalogue_and_edition(command)
    for command in (deck, judge, compare, repair):
        command.add_argument("--json", action="store_true", help="print one JSON object")

    _add_other_texts(commands)
    return parser


def _add_other_texts(commands: Any) -> None:
    """The commands about what is no game that was played: lessons, printed texts and rules."""
    taught = commands.add_parser("lesson", help="say everything that is wrong with a lesson")
    taught.add_argument("game", metavar="LESSON", help="file with the lesson, - for standard input")
    taught.set_defaults(command=_lesson)

    card = commands.add_parser("card", help="say how an ability is read, or where its text stops")
    card.add_argument("text", metavar="TEXT", help="the ability as it is printed, - for standard input")
    card.add_argument("--mandatory", action="store_true", help="the ability has the arrow")
    card.add_argument("--cards", metavar="FILE", help="catalogue whose names may be used; the bundled one by default")
    card.add_argument("--json", action="store_true", help="print one JSON object")
    card.set_defaults(command=_card)

    number = commands.add_parser("rule", help="print a rule and its source")
    number.add_argument("number", metavar="NUMBER", help="8.2.5, a ruling such as G-98, or a chapter such as 8.2")
    number.set_defaults(command=_rule)


def _add_catalogue_and_edition(command: argparse.ArgumentParser) -> None:
    game = hosting.hosted(hosting.DEFAULT)
    command.add_argument("--cards", metavar="FILE", help="card catalogue in JSON; the bundled one by default")
    command.add_argument("--edition", choices=game.EDITIONS, default=game.DEFAULT_EDITION.name)


# Commands


def _deck(options: argparse.Namespace) -> int:
    game = hosting.hosted(hosting.DEFAULT)
    pool = _pool(game, options.cards)
    report = game.check_list(_text(options.list, MAX_LIST_BYTES, "deck list"), pool, game.EDITIONS[options.edition])
    if isinstance(report, Message):
        raise Unreadable(f"{options.list}: {report}")
    if options.json:
        _print_json(_report_to_json(report))
    else:
        print("\n".join(_report_lines(report)))
    return FINE if report.legal else FOUND


def _judge(options: argparse.Namespace) -> int:
    game, text, context = _game(options)
    finding: dict[str, Any] = judge_text(game, text, context)
    if options.json:
        _print_json(finding)
    else:
        print("\n".join(_finding_lines(game, finding)))
    return _STATUS.get(finding["finding"], UNREADABLE)


def _compare(options: argparse.Namespace) -> int:
    game, text, context = _game(options)
    other = _text(options.other, MAX_BYTES, "record")
    compared = compare_text(game, text, other, context)
    if options.json:
        _print_json(compared)
    else:
        print(comparison(compared), end="")
    if not compared["compared"]:
        return UNREADABLE
    return FINE if compared["same"] else FOUND


def _lesson(options: argparse.Namespace) -> int:
    text = _text(options.game, MAX_BYTES, "lesson")
    game = hosting.hosted(hosting.named_in(read(text)) or hosting.DEFAULT)
    taught = lesson(game, text, game.starter_decks(), game.sample_pool(), game.DEFAULT_EDITION)
    for note in taught.mistakes:
        print(note)
    if not taught.mistakes:
        print(f"{taught.stops} steps, and nothing wrong.")
    return FOUND if taught.mistakes else FINE


def _repair(options: argparse.Namespace) -> int:
    game, text, context = _game(options)
    finding: dict[str, Any] = judge_text(game, text, context)
    suggestions = repair_text(game, text, context)
    holds = _STATUS.get(finding["finding"]) == FINE
    if options.json:
        summary = {name: finding[name] for name in ("finding", "line", "rule", "message", "code", "args")}
        _print_json({**summary, "suggestions": suggestions})
    else:
        print("\n".join(_finding_lines(game, finding)))
        print("There is nothing to repair." if holds else proposals(suggestions).rstrip("\n"))
    if holds:
        return FINE
    return UNREADABLE if finding["line"] == 0 else FOUND


def _options(options: argparse.Namespace) -> int:
    game, text, context = _game(options)
    if "seats" not in (board := table(game, text, context, options.line)):
        raise Unreadable(f"{options.game}: {board['problem']}")
    print(
        "".join(f"{line}\n" for line in legal_lines(game, text, context, options.line)),
        end="",
    )
    return FINE


def _show(options: argparse.Namespace) -> int:
    game, text, context = _game(options)
    if "seats" not in (board := table(game, text, context, options.line)):
        raise Unreadable(f"{options.game}: {board['problem']}")
    print(show_text(game, text, context, options.line), end="")
    return FINE


def _card(options: argparse.Namespace) -> int:
    pool = _pool(hosting.hosted(bos.NAME), options.cards)
    text = _text("-", MAX_LIST_BYTES, "text").strip() if options.text == "-" else options.text
    report = bos.cardtext.report(text, mandatory=options.mandatory, pool=pool)
    read = bos.cardtext.read_text(text, mandatory=options.mandatory, pool=pool)
    example = bos.example_of_text(read.text, text) if read.text else None
    missing = [bos.without_example(text)] if example is not None and not example.found else []
    lines = example.lines() if example is not None else []
    if options.json:
        report["problems"] += map(bos.cardtext.problem_json, missing)
        _print_json(report | (messages_json("example", "example_codes", lines) if lines else {}))
    else:
        print(bos.cardtext.told(text, mandatory=options.mandatory, pool=pool))
        print("".join(f"{line}\n" for line in lines), end="")
        print("".join(f"{problem.code}: {problem.message}\n" for problem in missing), end="")
    return FINE if report["ok"] else FOUND


def _rule(options: argparse.Namespace) -> int:
    game = hosting.hosted(hosting.DEFAULT)
    rules = _rules(game, options.number)
    if not rules:
        raise Unreadable(
            f"There is no rule {options.number[:MAX_SHOWN]}. Rules look like 8.2.5, chapters like 8, rulings like G-98."
        )
    print("\n\n".join(_rule_text(game, rule) for rule in rules))
    return FINE


def _rules(game: Game, number: str) -> list[Rule]:
    """The rule of that number, or all rules of that chapter or section."""
    try:
        return [game.rule(number)]
    except KeyError:
        within = number.strip().strip("§ .") + "."
        return [rule for rule in game.rulebook().values() if rule.number.startswith(within)]


# What is printed


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _report_to_json(report: ListReport) -> dict[str, Any]:
    return {
        "legal": report.legal,
        "problems": [_problem_to_json(problem) for problem in report.problems],
        "warnings": [_problem_to_json(warning) for warning in report.warnings],
        "counts": dict(report.counts),
        "color": report.color,
    }


def _problem_to_json(problem: ListProblem) -> dict[str, Any]:
    return {
        "rule": problem.rule,
        **message_json(problem.message),
        "line": problem.line,
        "cards": list(problem.cards),
    }


def _report_lines(report: ListReport) -> list[str]:
    counts = ", ".join(f"{count} {section}" for section, count in report.counts.items())
    many = len(report.problems)
    verdict = "legal" if report.legal else f"{many} problem{'s' * (many != 1)}"
    rows = [("problem", problem) for problem in report.problems] + [("odd", warning) for warning in report.warnings]
    return [
        f"{report.name or 'This deck'}: {verdict} ({report.color or 'no colour'}; {counts})",
        *(_row(mark, row) for mark, row in rows),
    ]


def _row(mark: str, problem: ListProblem) -> str:
    where = f"line {problem.line}" if problem.line else ""
    return f"  {mark:<8}{problem.rule:<7}{where:<9}{problem.message}"


def _finding_lines(game: Game, finding: dict[str, Any]) -> list[str]:
    line, number = finding.get("line"), finding.get("rule")
    where = (f", line {line}" if line is not None else "") + (f", rule {number}" if number else "")
    lines = [f"{finding['finding']}{where}: {finding['message']}"]
    if number and number in game.rulebook():
        lines.append(f"  {number}  {game.rulebook()[number].text}")
    if len(finding.get("winners") or ()) > 1:
        lines.append(f"  {', '.join(finding['winners'])} win ({finding['reason']}).")
    elif finding.get("winner"):
        lines.append(f"  {finding['winner']} wins ({finding['reason']}).")
    return lines + [f"  note: {note}" for note in finding.get("notes", [])]


def _rule_text(game: Game, rule: Rule) -> str:
    lines = [f"{rule.label}, {rule.chapter}", f"  {rule.text}", f"  Source: {rule.source}"]
    for switch in rule.switches:
        settings = (f"{name}: {edition.switches()[switch]}" for name, edition in game.EDITIONS.items())
        lines.append(f"  Decided by {switch}: {', '.join(settings)}")
    for kind, numbers in game.rule_orders().items():
        if rule.number in numbers:
            lines.append(f"  {_ACTIONS[kind]} is checked in this order: {', '.join(numbers)}")
    return "\n".join(lines)


# What is read


def _game(options: argparse.Namespace) -> tuple[Game, str, Given]:
    """The game that the record is of, the record, and what is given with it."""
    files = _files_by_seat(options.deck)
    if [options.game, getattr(options, "other", None), *files.values()].count("-") > 1:
        raise Unreadable("Standard input can be only one of the files; write the others to a file.")
    lists = {seat: _text(files[seat], MAX_LIST_BYTES, "deck list") for seat in sorted(files)}
    text = _text(options.game, MAX_BYTES, "record")
    game = hosting.hosted(hosting.named_in(read(text)) or hosting.DEFAULT)
    pool, edition = _pool(game, options.cards), game.EDITIONS[options.edition]
    for seat, written in lists.items():
        if isinstance(refusal := game.check_list(written, pool, edition), Message):
            raise Unreadable(f"{files[seat]}: {refusal}")
    return game, text, Given(lists, pool, edition)


def _files_by_seat(given: Sequence[str]) -> dict[str, str]:
    """The file of each seat's list, from P1 on without a gap."""
    files: dict[str, str] = {}
    for pair in given:
        seat, equals, path = pair.partition("=")
        if not equals or seat.upper() not in map(seat_name, range(MOST_SEATS)):
            raise Unreadable(f"--deck {pair[:MAX_SHOWN]} names no seat; write --deck P1=FILE --deck P2=FILE.")
        if seat.upper() in files:
            raise Unreadable(f"{seat.upper()} has two deck lists; give one for each seat.")
        files[seat.upper()] = path
    if len(files) < FEWEST_SEATS:
        raise Unreadable("A game is judged with both deck lists; add --deck P1=FILE and --deck P2=FILE.")
    missing = [name for name in map(seat_name, range(len(files))) if name not in files]
    if missing:
        raise Unreadable(f"{missing[0]} has no deck list; give one for each seat, from P1 on.")
    return files


def _pool(game: Game, path: str | None) -> Any:
    if path is None:
        return game.sample_pool()
    try:
        return game.read_pool(_text(path, MAX_CARDS_BYTES, "card catalogue"))
    except ValueError as problem:
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
