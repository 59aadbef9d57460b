"""The tournament from its plan to its champion: who comes and goes, what goes wrong, what is written down."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.rehearsal import tables
from benchmarks.rehearsal.book import Book
from benchmarks.rehearsal.line import Program, csrf_of
from engine.bos.decks.deck_lists import starter_decks

Say = Callable[[str], None]
LISTS = tuple(starter_decks().values())
AT_ONCE = 8  # programs that speak at the same time
NOT_THERE, WITHDRAW, LATE = 0.02, 0.01, 0.01  # shares of the players
DROPS, NO_SHOWS, RETURNS = 0.015, 0.005, 0.3  # shares of those who play, by round; of those who dropped


@dataclass(frozen=True)
class Crew:
    """Who runs it."""

    organizer: Program
    """Draws, publishes and closes the rounds."""
    desk: tuple[Program, ...]
    """Scorekeepers, who share the tables."""

    def typist(self, table: int) -> Program:
        return self.desk[table % len(self.desk)]


@dataclass
class Story:
    """One tournament. `by_phone` is how many tables a round play step by step; the others bring slips."""

    crew: Crew
    """Who runs the tournament."""
    players: dict[str, Program]
    """By handle."""
    say: Say
    """Takes each line of the report."""
    rounds: int
    """Swiss rounds."""
    cut: int
    """How many go on to the bracket."""
    by_phone: int
    seed: int
    """All that happens follows from it."""
    book: Book = field(default_factory=Book)
    """What the results were, kept beside the site."""
    slug: str = ""
    """The tournament's; empty before it is set up."""
    ids: dict[str, str] = field(default_factory=dict)
    """The entrant's id by handle."""
    dropped: list[str] = field(default_factory=list)
    """Handles of those who left and may come back."""
    last_match: dict[int, tuple[str, dict[int, str]]] = field(default_factory=dict)
    """By round, a match's id and the handles by seat, to be corrected."""

    def run(self) -> list[str]:
        """Everything; the champions."""
        self.luck = Random(f"{self.seed}/story")
        self._timed("Set up, staff invited", self._set_up)
        self._timed(f"{len(self.players)} players joined with their lists and checked in", self._enter)
        self._timed("Started", self._start)
        for number in range(1, self.rounds + 1):
            self._swiss_round(number)
        self._timed(f"Cut to {self.cut}", lambda: self._organize("cut/"))
        number = self.rounds
        while self._bracket_round(number + 1):
            number += 1
        return list(self._organize("finish/")["champions"])

    # Before the start

    def _set_up(self) -> None:
        now = datetime.now(UTC)
        plan = {
            "name": "Rehearsal",
            "place": "Hall",
            "starts_at": (now + timedelta(hours=1)).isoformat(),
            "check_in_opens_at": (now - timedelta(hours=1)).isoformat(),
            "capacity": min(2 * len(self.players), 4_096),
            "format": "swiss_cut",
            "swiss_rounds": self.rounds,
            "cut": self.cut,
        }
        self.slug = self.crew.organizer.post("tournaments/", plan)["slug"]
        self.code = self._organize("open/")["you"]["join_code"]
        for member in self.crew.desk:
            link = self._organize("staff/invitations/", {"role": "scorekeeper"})["link"]
            member.post("staff/accept/", {"token": link.rstrip("/").rpartition("/")[2]})

    def _enter(self) -> None:
        _all(self._join, self.players.values())
        self.ids = {row["name"]: row["id"] for row in self._rows("entrants/")}

    def _join(self, player: Program) -> None:
        player.post("join/", {"code": self.code})
        player.post(self._at("list/"), {"text": player.luck.choice(LISTS)})
        if player.luck.random() < WITHDRAW:
            player.post(self._at("withdraw/"))
        elif player.luck.random() >= NOT_THERE:
            player.post(self._at("check-in/"))

    def _start(self) -> None:
        preview = self.crew.organizer.get(self._at("start/"))
        self._organize("start/", {"token": preview["token"], "rounds": self.rounds})
        self.book.came = {row["name"]: 1 for row in preview["playing"]}
        self.left_out = [row["entrant"]["name"] for row in preview["left_out"]]
        self.say(f"  {preview['players']} play, {len(self.left_out)} were left out")

    # Swiss rounds

    def _swiss_round(self, number: int) -> None:
        if number > 1:
            self._come_and_go(number)
        self._timed(f"Round {number} drawn", lambda: self._organize("rounds/", {"number": number}))
        self._timed(f"Round {number} published", lambda: self._organize(f"rounds/{number}/publish/"))
        if number > 1 and number % 2:
            self._correct(number - 1, number)
        pairings = self._rows(f"rounds/{number}/pairings/")
        self._timed(f"Round {number} played", lambda: self._play(number, pairings))
        self._drop_some(number)
        self._timed(f"Round {number} closed", lambda: self._organize(f"rounds/{number}/close/"))

    def _play(self, number: int, pairings: list[Any]) -> None:
        for bye in (one for one in pairings if one["unplayed"]):
            if bye["unplayed"] == "bye":
                self.book.write(number, {"players": [bye["players"][0]["name"]], "unplayed": "bye"})
        met = [one for one in pairings if one["match"]]
        for table in _all(lambda one: self._table(number, one), met):
            self.book.write(number, table)
        last = met[len(met) // 2]
        self.last_match[number] = (last["match"], _names(last))

    def _table(self, number: int, pairing: Any, *, draws: bool = True) -> dict[str, Any]:
        names, luck = _names(pairing), Random(f"{self.seed}/{number}/{pairing['table']}")
        desk = self.crew.typist(pairing["table"])
        phones = {seat: self.players[name] for seat, name in names.items() if name in self.players}
        if draws and luck.random() < NO_SHOWS:
            return self._no_show(pairing["match"], names, desk, luck)
        if pairing["table"] <= self.by_phone and len(phones) == 2:
            return tables.play(pairing["match"], phones, luck)
        return tables.bring_slip(pairing["match"], names, desk, luck, draws=draws)

    def _no_show(self, match: str, names: dict[int, str], desk: Program, luck: Random) -> dict[str, Any]:
        absent = luck.choice((1, 2))
        desk.post(f"matches/{match}/desk/no-show/", {"absent": [absent], "why": "Called twice."})
        return {"players": [names[absent], names[3 - absent]], "unplayed": "no_show"}

    def _drop_some(self, number: int) -> None:
        """Some leave while the round is on, by themselves; the organizer removes one more."""
        for name in [name for name in self._playing() if name in self.players and self.luck.random() < DROPS]:
            self.players[name].post(self._at("drop/"))
            self.book.left[name] = number
            self.dropped.append(name)
            self.say(f"  {name} dropped after round {number}")

    def _come_and_go(self, number: int) -> None:
        """Between two rounds: some who dropped come back, and up to half-way new people come."""
        for name in [name for name in self.dropped if self.luck.random() < RETURNS]:
            self.dropped.remove(name)
            self.crew.typist(number).post(self._at(f"entrants/{self.ids[name]}/return/"))
            del self.book.left[name]
            self.say(f"  {name} came back before round {number}")
        if number > max(self.rounds // 2, 2):
            return
        for _ in range(max(int(LATE * len(self.players)), 1)):
            self._walk_in(number)
        self.left_out, later = [], self.left_out
        for name in later[:2]:
            self._late(name, number)

    def _late(self, name: str, number: int) -> None:
        """Who was left out at the start for not being there."""
        if name not in self.ids:
            return
        self.crew.typist(number).post(self._at(f"entrants/{self.ids[name]}/return/"))
        self.book.came[name] = number
        self.say(f"  {name}, who was not there at the start, plays from round {number}")

    def _walk_in(self, number: int) -> None:
        """A guest opens the personal link on a phone and hands in a list there."""
        name = f"walk-in-{len(self.book.came)}"
        made = self.crew.typist(number).post(self._at("guests/"), {"handle": name})
        guest = signed_in(self.crew.organizer, name, made["link"])
        guest.post(self._at("list/"), {"text": self.luck.choice(LISTS)})
        self.ids[name] = made["entrant"]["id"]
        self.players[name] = guest
        self.book.came[name] = number
        self.say(f"  {name} came in for round {number}")

    def _correct(self, wrong: int, on: int) -> None:
        """A result of the last round was typed the wrong way round; the round that is on is mended if it can be."""
        match, names = self.last_match[wrong]
        before = self.book.rounds[wrong][frozenset(names.values())]
        one_won = "games" in before and before["games"][0] >= before["games"][1]
        wins, desk = ({1: 0, 2: 2} if one_won else {1: 2, 2: 0}), self.crew.desk[0]
        said = {"wins": {str(seat): won for seat, won in wins.items()}, "winner": 2 if one_won else 1, "why": "Typo."}
        foreseen = desk.post(f"matches/{match}/desk/result/foresee/", said)
        why = "Typed the wrong way round."
        self.book.write(wrong, tables.enter(match, names, desk, wins, why, seen=foreseen["seen"]))
        self.say(f"  A result of round {wrong} corrected; {len(foreseen['changes'])} consequences foreseen")
        self._mend(on)

    def _mend(self, number: int) -> None:
        path = self._at(f"rounds/{number}/repair/")
        repair = self.crew.organizer.get(path)
        offers = {one["mending"]: len(one["changes"]) for one in repair["offers"]}
        moving = [name for name, changes in offers.items() if changes]
        if not moving:
            self.say(f"  Round {number} can stay as it is")
            return
        chosen = min(moving, key=offers.__getitem__)
        said = {"mending": chosen, "token": repair["token"], "why": "An earlier result was corrected."}
        self.crew.organizer.post(path, said)
        self.say(f"  Round {number} mended by {chosen}: {offers[chosen]} players meet somebody else")

    # The bracket

    def _bracket_round(self, number: int) -> bool:
        """Plays it; False when the bracket is over."""
        if self.crew.organizer.post(self._at("rounds/"), {"number": number}, refused=("not_next",)) is None:
            return False
        self._organize(f"rounds/{number}/publish/")
        met = [one for one in self._rows(f"rounds/{number}/pairings/") if one["match"]]
        self._timed(f"Bracket round {number} of {len(met)} matches played", lambda: self._play_bracket(number, met))
        self._organize(f"rounds/{number}/close/")
        return True

    def _play_bracket(self, number: int, met: list[Any]) -> None:
        _all(lambda one: self._table(number, one, draws=False), met)

    # Shared

    def _playing(self) -> list[str]:
        return sorted(self.book.came.keys() - self.book.left.keys())

    def _organize(self, path: str, body: Any = None) -> Any:
        return self.crew.organizer.post(self._at(path), body)

    def _rows(self, path: str) -> list[Any]:
        return self.crew.organizer.all_of(self._at(path))

    def _at(self, path: str) -> str:
        return f"tournaments/{self.slug}/{path}"

    def _timed(self, what: str, work: Callable[[], Any]) -> None:
        begun = perf_counter()
        work()
        self.say(f"{what}: {perf_counter() - begun:.2f} s")


def signed_in(like: Program, name: str, link: str) -> Program:
    """The program of a guest: the link's button is pressed, and its session speaks to the API from then on."""
    cookies = like.line.press("/" + link.split("/", 3)[3])
    shown = "; ".join(f"{key}={value}" for key, value in cookies.items())
    return Program(like.line, name, {"Cookie": shown, "X-CSRFToken": csrf_of(cookies)})


def _names(pairing: Any) -> dict[int, str]:
    return {one["seat"]: one["name"] for one in pairing["players"]}


def _all(work: Callable[[Any], Any], over: Iterable[Any]) -> list[Any]:
    """The same for many at once; the first problem ends it."""
    with ThreadPoolExecutor(AT_ONCE) as hands:
        return list(hands.map(work, over))
