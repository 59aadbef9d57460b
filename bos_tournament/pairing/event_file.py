"""EVENT.json: an event read from text with every fault named, and written back as text."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bos_tournament.pairing.event import (
    MAX_POINTS,
    Apart,
    Event,
    EventProblem,
    FirstRound,
    Options,
    Pairing,
    Player,
    Points,
    Unplayed,
    UnplayedRounds,
    problems_of,
)

MAX_TEXT = 64 * 1024 * 1024  # characters: 100,000 players over 17 rounds fit
MAX_SEED_BITS = 512
KINDS = ", ".join(kind.value for kind in Unplayed)
FIRST_ROUNDS = ", ".join(kind.value for kind in FirstRound)
OPTIONS = ("floor", "bye_counts", "missed_counts", "dropped_cap", "unplayed_rounds")


def read_event(text: str) -> Event:
    """The event in the text. Raises `EventProblem` with every fault found, each a sentence that names its place."""
    if len(text) > MAX_TEXT:
        raise EventProblem([f"The file is longer than {MAX_TEXT} characters; export the event again or split it."])
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as fault:
        raise EventProblem([f"This is not JSON: line {fault.lineno}, column {fault.colno}."]) from None
    except (RecursionError, ValueError):
        raise EventProblem(["This JSON is nested too deeply or holds a number that is too long."]) from None
    if not isinstance(raw, dict):
        raise EventProblem(["The file must hold one object with players and rounds."])
    return event_from(raw)


def event_from(raw: Mapping[str, Any]) -> Event:
    """The event in the object that EVENT.json holds. Raises `EventProblem` as `read_event` does."""
    reader = _Reader()
    event = reader.event(raw)
    if not reader.faults:
        reader.faults += problems_of(event)
    if reader.faults:
        raise EventProblem(reader.faults)
    return event


def write_event(event: Event) -> str:
    """The event as EVENT.json; `read_event` gives the same event back."""
    return json.dumps(event_json(event), ensure_ascii=False, indent=1) + "\n"


def event_json(event: Event) -> dict[str, Any]:
    """The event as the object that EVENT.json holds."""
    points, options = event.points, event.options
    written: dict[str, Any] = {
        "points": {"win": points.win, "draw": points.draw, "loss": points.loss},
        "tie_breaks": list(event.tie_breaks),
        "options": {
            "floor": str(options.floor),
            "bye_counts": options.bye_counts,
            "missed_counts": options.missed_counts,
            **_further_options(options),
        },
        "players": [_player_json(player) for player in event.players],
        "forbidden": [list(pair) for pair in event.forbidden],
        "avoided": [list(pair) for pair in event.avoided],
        "first_round": event.first_round.value,
        "rounds": [[_pairing_json(pairing) for pairing in tables] for tables in event.rounds],
    }
    if event.apart_in:
        written["apart_in"] = [_apart_json(apart) for apart in event.apart_in]
    if event.groups:
        written |= {"groups": [list(group) for group in event.groups], "twice": event.twice}
    if event.table_size is not None:
        written["table_size"] = event.table_size
    if event.place_points:
        written["place_points"] = {str(len(points)): list(map(_plain, points)) for points in event.place_points}
    return written if event.seed is None else {"seed": event.seed, **written}


def _plain(points: Fraction) -> int | str:
    """A whole number as such, anything else as text such as "3/2"."""
    return points.numerator if points.denominator == 1 else str(points)


def _further_options(options: Options) -> dict[str, Any]:
    """Those that differ from what a file without them means."""
    usual, fields = Options(), {}
    if options.dropped_cap != usual.dropped_cap:
        fields["dropped_cap"] = str(options.dropped_cap)
    if options.unplayed_rounds != usual.unplayed_rounds:
        fields["unplayed_rounds"] = options.unplayed_rounds.value
    return fields


def _player_json(player: Player) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": player.id, "dropped_after": player.dropped_after, "absent": list(player.absent)}
    if player.earned_byes:
        fields["earned_byes"] = list(player.earned_byes)
    if player.seeding is not None:
        fields["seeding"] = player.seeding
    if player.fixed_table is not None:
        fields["fixed_table"] = player.fixed_table
    if player.disqualified:
        fields["disqualified"] = True
    return fields


def _apart_json(apart: Apart) -> dict[str, Any]:
    pairs = {"forbidden": [list(pair) for pair in apart.forbidden], "avoided": [list(pair) for pair in apart.avoided]}
    return {"round": apart.round, **pairs}


def _pairing_json(pairing: Pairing) -> dict[str, Any]:
    fields: dict[str, Any] = {"players": list(pairing.players)}
    if pairing.games is not None:
        fields["games"] = list(pairing.games)
    if pairing.unplayed is not None:
        fields["unplayed"] = pairing.unplayed.value
    if pairing.places is not None:
        fields["places"] = list(pairing.places)
    return fields


class _Reader:
    """Collects faults while it turns untyped JSON into values; a faulty part becomes its default."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def event(self, raw: Mapping[str, Any]) -> Event:
        if "players" not in raw:
            self.faults.append('The file has no "players"; list them as objects with an "id".')
        players = self.list_of(raw.get("players", []), "players")
        table_size = self.number_or_none(raw.get("table_size"), "table_size")
        usual = ["omw", "gw", "ogw"] if table_size is None else ["omw", "oomw"]
        rounds = self.list_of(raw.get("rounds", []), "rounds")
        return Event(
            players=tuple(self.player(player, f"Player {at}") for at, player in enumerate(players, start=1)),
            rounds=tuple(self.round(tables, f"Round {at}") for at, tables in enumerate(rounds, start=1)),
            forbidden=self.pairs(raw.get("forbidden", []), "forbidden"),
            avoided=self.pairs(raw.get("avoided", []), "avoided"),
            first_round=self.first_round(raw.get("first_round", FirstRound.RANDOM)),
            seed=self.seed(raw.get("seed")),
            apart_in=tuple(self.apart(entry) for entry in self.list_of(raw.get("apart_in", []), "apart_in")),
            groups=self.groups(raw.get("groups", [])),
            twice=self.truth(raw.get("twice", False), "twice"),
            points=self.points(raw.get("points", {})),
            tie_breaks=self.tie_breaks(raw.get("tie_breaks", usual)),
            options=self.options(raw.get("options", {})),
            table_size=table_size,
            place_points=self.place_points(raw.get("place_points", {})),
        )

    def player(self, raw: Any, where: str) -> Player:
        raw = self.object(raw, where)
        return Player(
            id=self.text(raw.get("id"), f'{where}, "id"'),
            dropped_after=self.number_or_none(raw.get("dropped_after"), f'{where}, "dropped_after"'),
            absent=self.numbers(raw.get("absent", []), f'{where}, "absent"'),
            earned_byes=self.numbers(raw.get("earned_byes", []), f'{where}, "earned_byes"'),
            seeding=self.number_or_none(raw.get("seeding"), f'{where}, "seeding"'),
            fixed_table=self.number_or_none(raw.get("fixed_table"), f'{where}, "fixed_table"'),
            disqualified=self.truth(raw.get("disqualified", False), f'{where}, "disqualified"'),
        )

    def round(self, raw: Any, where: str) -> tuple[Pairing, ...]:
        tables = self.list_of(raw, where)
        return tuple(self.pairing(table, f"{where}, table {at}") for at, table in enumerate(tables, start=1))

    def pairing(self, raw: Any, where: str) -> Pairing:
        raw = self.object(raw, where)
        players = self.list_of(raw.get("players", []), f'{where}, "players"')
        return Pairing(
            players=tuple(self.text(name, f'{where}, "players"') for name in players),
            games=self.games(raw.get("games"), where),
            unplayed=self.unplayed(raw.get("unplayed"), where),
            places=None if raw.get("places") is None else self.numbers(raw["places"], f'{where}, "places"'),
        )

    def games(self, raw: Any, where: str) -> tuple[int, int, int] | None:
        if raw is None:
            return None
        numbers = self.numbers(raw, f'{where}, "games"')
        if len(numbers) == 3:
            return numbers[0], numbers[1], numbers[2]
        self.faults.append(f"{where}: games are three numbers: won by the first, won by the second, drawn.")
        return None

    def unplayed(self, raw: Any, where: str) -> Unplayed | None:
        if raw is None:
            return None
        try:
            return Unplayed(raw)
        except ValueError:
            self.faults.append(f"{where}: {_shown(raw)} is no reason for an unplayed pairing; use one of {KINDS}.")
            return None

    def groups(self, raw: Any) -> tuple[tuple[str, ...], ...]:
        written = [self.list_of(group, f"Group {at}") for at, group in enumerate(self.list_of(raw, "groups"), start=1)]
        return tuple(
            tuple(self.text(name, f"Group {at}") for name in group) for at, group in enumerate(written, start=1)
        )

    def pairs(self, raw: Any, kind: str) -> tuple[tuple[str, str], ...]:
        return tuple(self.pair(pair, kind) for pair in self.list_of(raw, kind))

    def pair(self, raw: Any, kind: str) -> tuple[str, str]:
        names = [self.text(name, kind) for name in self.list_of(raw, kind)]
        if len(names) == 2:
            return names[0], names[1]
        self.faults.append(f"Each {kind} pair is a list of two players.")
        return "", ""

    def apart(self, raw: Any) -> Apart:
        raw = self.object(raw, "apart_in")
        return Apart(
            round=self.number(raw.get("round"), "apart_in, round"),
            forbidden=self.pairs(raw.get("forbidden", []), "forbidden"),
            avoided=self.pairs(raw.get("avoided", []), "avoided"),
        )

    def first_round(self, raw: Any) -> FirstRound:
        try:
            return FirstRound(raw)
        except ValueError:
            self.faults.append(f"first_round: {_shown(raw)} is not known; use one of {FIRST_ROUNDS}.")
            return FirstRound.RANDOM

    def seed(self, raw: Any) -> int | None:
        if raw is None or (isinstance(raw, int) and not isinstance(raw, bool) and raw.bit_length() <= MAX_SEED_BITS):
            return raw
        self.faults.append(f"seed: a whole number of at most {MAX_SEED_BITS} bits is needed, not {_shown(raw)}.")
        return None

    def points(self, raw: Any) -> Points:
        raw = self.object(raw, "points")
        usual = Points()
        for name in sorted(set(raw) - {"win", "draw", "loss"}):
            self.faults.append(f"points: {_shown(name)} is not known; give win, draw and loss.")
        return Points(
            win=self.number(raw.get("win", usual.win), "points, win"),
            draw=self.number(raw.get("draw", usual.draw), "points, draw"),
            loss=self.number(raw.get("loss", usual.loss), "points, loss"),
        )

    def place_points(self, raw: Any) -> tuple[tuple[Fraction, ...], ...]:
        raw = self.object(raw, "place_points")
        return tuple(self.points_of(seats, points) for seats, points in raw.items())

    def points_of(self, seats: str, raw: Any) -> tuple[Fraction, ...]:
        where = f"place_points, {_shown(seats)}"
        points = tuple(self.fraction(number, where, most=MAX_POINTS) for number in self.list_of(raw, where))
        if str(len(points)) != seats:
            self.faults.append(f"{where}: list as many numbers as there are seats, one for each place.")
        return points

    def tie_breaks(self, raw: Any) -> tuple[str, ...]:
        return tuple(self.text(name, "tie_breaks") for name in self.list_of(raw, "tie_breaks"))

    def options(self, raw: Any) -> Options:
        """An option nobody knows is refused: leaving it out would change what the standings mean."""
        raw = self.object(raw, "options")
        for name in sorted(set(raw) - set(OPTIONS)):
            self.faults.append(f"options: {_shown(name)} is not known; known are {', '.join(OPTIONS)}.")
        usual = Options()
        return Options(
            floor=self.fraction(raw.get("floor", "1/3"), "options, floor"),
            bye_counts=self.truth(raw.get("bye_counts", usual.bye_counts), "options, bye_counts"),
            missed_counts=self.truth(raw.get("missed_counts", usual.missed_counts), "options, missed_counts"),
            dropped_cap=self.fraction(raw.get("dropped_cap", 1), "options, dropped_cap"),
            unplayed_rounds=self.unplayed_rounds(raw.get("unplayed_rounds", usual.unplayed_rounds.value)),
        )

    def unplayed_rounds(self, raw: Any) -> UnplayedRounds:
        try:
            return UnplayedRounds(raw)
        except ValueError:
            kinds = ", ".join(kind.value for kind in UnplayedRounds)
            self.faults.append(f"options, unplayed_rounds: {_shown(raw)} is not known; use one of {kinds}.")
            return UnplayedRounds.NOTHING

    def object(self, raw: Any, where: str) -> Mapping[str, Any]:
        if isinstance(raw, dict):
            return raw
        self.faults.append(f"{where}: an object in braces is needed, not {_shown(raw)}.")
        return {}

    def list_of(self, raw: Any, where: str) -> list[Any]:
        if isinstance(raw, list):
            return raw
        self.faults.append(f"{where}: a list is needed, not {_shown(raw)}.")
        return []

    def text(self, raw: Any, where: str) -> str:
        if isinstance(raw, str):
            return raw
        self.faults.append(f"{where}: a text is needed, not {_shown(raw)}.")
        return ""

    def number(self, raw: Any, where: str) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 1_000_000:
            return raw
        self.faults.append(f"{where}: a whole number from 0 to 1000000 is needed, not {_shown(raw)}.")
        return 0

    def number_or_none(self, raw: Any, where: str) -> int | None:
        return None if raw is None else self.number(raw, where)

    def numbers(self, raw: Any, where: str) -> tuple[int, ...]:
        return tuple(self.number(number, where) for number in self.list_of(raw, where))

    def truth(self, raw: Any, where: str) -> bool:
        if isinstance(raw, bool):
            return raw
        self.faults.append(f"{where}: true or false is needed, not {_shown(raw)}.")
        return False

    def fraction(self, raw: Any, where: str, *, most: int = 1) -> Fraction:
        """A number as "1/3", "0.33", 0 or 0.33; a decimal is taken as it is written."""
        readable = isinstance(raw, str | int | float) and not isinstance(raw, bool) and len(str(raw)) <= 20
        try:
            value = Fraction(str(raw)) if readable else None
        except (ValueError, ZeroDivisionError):
            value = None
        if value is not None and 0 <= value <= most:
            return value
        needed = 'a share from 0 to 1 such as "1/3"' if most == 1 else f'a number from 0 to {most} such as 2 or "3/2"'
        self.faults.append(f"{where}: {needed} is needed, not {_shown(raw)}.")
        return Fraction(0)


def _shown(raw: Any) -> str:
    """What was found, short enough to stand in a sentence."""
    text = json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."
