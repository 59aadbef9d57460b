"""The trail of a tournament as sentences: who did what to whom, where and why, newest first."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import UUID

from bos_tournament.accounts.handles import one_piece
from bos_tournament.accounts.models import User
from bos_tournament.judging import trail_rows
from bos_tournament.judging.infractions import name_of
from bos_tournament.judging.models import Penalty, Ruling
from bos_tournament.judging.trail_rows import Deed, Row
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.tournaments.models import Pairing, Staff, Stage, Tournament

PAGE = 50
MOST_NAMED = 8
NOBODY = "The site"

# Which kinds of rows a reader may choose to see.
PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "event": ("The tournament and its staff", ("tournament", "staff", "invitation", "stage", "snapshot")),
    "people": ("Players", ("entrant", "link")),
    "lists": ("Deck lists", ("list",)),
    "rounds": ("Rounds and tables", ("round", "pairing", "time", "apart")),
    "results": ("Matches and results", ("result", "report", "game", "bids")),
    "judging": ("Judges", ("dispute", "record", "finding", "ruling", "appeal", "call", "penalty", "check")),
}

# The sentence of each verb. Where two are given, the first is for somebody who does it to themselves.
SENTENCES: dict[str, str | tuple[str, str]] = {
    "tournament.made": "{who} set up the tournament.",
    "tournament.opened": "{who} opened registration.",
    "tournament.closed": "{who} took the tournament back into a draft.",
    "tournament.started": "{who} started the tournament.",
    "tournament.start_taken_back": "{who} took the start back; registration goes on.",
    "tournament.finished": "{who} finished the tournament.",
    "tournament.finish_taken_back": "{who} took the end back; the tournament goes on.",
    "tournament.cancelled": "{who} cancelled the tournament.",
    "tournament.uncancelled": "{who} took the cancellation back.",
    "tournament.announced": "{who} announced: “{announcement}”",
    "tournament.announcement_down": "{who} took the announcement down. It said: “{announced}”",
    "tournament.cards_pinned": "{who} pinned the cards that count in this tournament.",
    "tournament.meeting_seated": "{who} seated the player meeting.",
    "tournament.changed": "{who} changed the settings{settings}.",
    "staff.joined": ("{who} became {role}.", "{who} made {whom} {role}."),
    "staff.left": ("{who} gave up the role of {role}.", "{who} took the role of {role} from {whom}."),
    "staff.changed": "{who} changed the role of {whom} to {role}.",
    "invitation.made": "{who} made an invitation for a {role}.",
    "invitation.withdrawn": "{who} withdrew an invitation for a {role}.",
    "entrant.joined": ("{who} joined.", "{whom} joined, entered by {who}."),
    "entrant.joined_waitlist": ("{who} joined the waitlist.", "{whom} joined the waitlist, entered by {who}."),
    "entrant.asked": ("{who} asked to join.", "{whom} asked to join, entered by {who}."),
    "entrant.accepted": "{who} accepted {whom}.",
    "entrant.refused": "{who} did not accept {whom}{note}.",
    "entrant.entered": "{who} entered {whom} at the door.",
    "entrant.deleted": "{who} deleted the entry of {whom}.",
    "entrant.seated": "{whom} came in from the waitlist{through}.",
    "entrant.waits": "{who} put {whom} on the waitlist.",
    "entrant.withdrew": ("{who} withdrew.", "{who} withdrew the entry of {whom}."),
    "entrant.began": "{whom} began to play{through}.",
    "entrant.left_out": "{whom} was not seated at the start{note}{through}.",
    "entrant.start_taken_back": "{whom} waits for the start again{through}.",
    "entrant.put_back": "{who} put {whom} back in{note}.",
    "entrant.came_back": ("{who} came back.", "{who} brought {whom} back."),
    "entrant.dropped": ("{who} dropped out{note}.", "{who} dropped {whom}{note}."),
    "entrant.removed": "{who} removed {whom}{note}.",
    "entrant.disqualified": "{who} disqualified {whom}{note}.",
    "entrant.checked_in": ("{who} checked in.", "{who} checked in {whom}."),
    "entrant.check_in_undone": ("{who} took the check-in back.", "{who} took the check-in of {whom} back."),
    "entrant.table_fixed": "{who} fixed table {fixed} for {whom}.",
    "entrant.table_freed": "{who} let {whom} move between tables again.",
    "entrant.seeded": "{who} put {whom} at place {seeding} of the seeding.",
    "entrant.unseeded": "{who} took {whom} out of the seeding.",
    "entrant.changed": "{who} changed the entry of {whom}{settings}.",
    "link.made": "{who} made a personal link for {whom}.",
    "link.ended": "{who} ended a personal link of {whom}.",
    "list.handed_in": "{whom} handed in {number} list.",
    "list.amended": "{who} amended the list of {whom}{because}.",
    "list.read": "{who} read the list of {whom}, for: “{purpose}”",
    "stage.begun": "{who} began stage {stage} ({format}).",
    "stage.taken_back": "{who} took stage {stage} ({format}) back.",
    "stage.changed": "{who} changed stage {stage}{settings}.",
    "snapshot.kept": "{who} closed the standings{because}.",
    "round.drawn": "{who} drew round {round}.",
    "round.drawn_again": "{who} drew round {round} anew.",
    "round.discarded": "{who} threw the draft of round {round} away.",
    "round.published": "{who} published round {round}.",
    "round.taken_back": "{who} took round {round} back; its matches were called off.",
    "round.closed": "{who} closed round {round}; its results count.",
    "round.reopened": "{who} opened round {round} again.",
    "round.kept": "{who} wrote to round {round}: “{text}”",
    "round.changed": "{who} changed round {round}{settings}.",
    "pairing.mended": "{who} paired {whom} anew{at}{by_hand}.",
    "pairing.missed": "{whom} missed round {round} ({unplayed}).",
    "pairing.by_hand": "{who} set {whom} by hand{at}{by_hand}.",
    "pairing.changed": "{who} changed the pairing of {whom}{at}{settings}.",
    "apart.kept": "{who} keeps {whom} apart{because_why}.",
    "apart.changed": "{who} changed how {whom} are kept apart{because_why}.",
    "apart.let_meet": "{who} lets {whom} meet again.",
    "time.started": "{who} started the time of round {round}: {minutes} minutes.",
    "time.paused": "{who} paused the time of round {round}.",
    "time.went_on": "{who} let the time of round {round} go on.",
    "time.changed": "{who} changed the time of round {round} to {minutes} minutes in all.",
    "time.given": "{who} gave {given} minutes more{at}, because: “{why}”",
    "time.taken_back": "{who} took {given} minutes more{at} back.",
    "time.clocks_paused": "{who} paused the clocks{at}{because_why}.",
    "time.clocks_went_on": "{who} let the clocks go on{at}.",
    "time.clocks_set": "{who} set the clocks{at}{because_why}.",
    "result.entered": "{who} entered the result{at}: {after}{because}.",
    "result.corrected": "{who} corrected{at_bare}: {after} (was {before}){because}.",
    "result.taken_back": "{who} took the result{at} back: it was {before}{because}.",
    "result.decided": "{who} decided a game{at}; now it stands {after}{because}.",
    "report.made": "{who} reported game {game}{at}: {reported}.",
    "report.withdrawn": "{who} took the report on game {game}{at} back.",
    "game.choice": "{who} chose{at}: {first} goes first in game {game}.",
    "game.chooser": "{chooser} chooses who goes first in game {game}{at}.",
    "game.won": "Game {game}{at} was won by {winner} ({reason}).",
    "game.drawn": "Game {game}{at} was drawn and is played again.",
    "bids.opened": "The bids on game {game}{at} were opened.",
    "bids.on_paper": "{who} entered the bids on game {game}{at} from paper.",
    "bids.voided": "{who} made the bids on game {game}{at} void, because: “{void}”",
    "call.made": "{who} called a judge{at}{wanted}.",
    "call.taken": "{who} went to the call{at}.",
    "call.put_back": "{who} put the call{at} back into the queue.",
    "call.reopened": "{who} opened the call{at} again.",
    "call.finished": "{who} finished the call{at}.",
    "call.withdrawn": "{who} took the call{at} back.",
    "dispute.filed": "{who} disputed game {game}{at}: “{claim}”",
    "dispute.withdrawn": "{who} withdrew the dispute on game {game}{at}.",
    "record.handed_in": "{who} handed in a record of game {game}{at}.",
    "finding.made": "The site read the record of {whom} on game {game}{at}: {finding}.",
    "ruling.made": "{who} ruled on game {game}{at}: {decision}{because}.",
    "appeal.made": "{who} appealed the ruling on game {game}{at}, because: “{why}”",
    "appeal.upheld": "{who} answered the appeal on game {game}{at}: the ruling stands{because}.",
    "appeal.changed": "{who} answered the appeal on game {game}{at}: the ruling is changed{because}.",
    "check.picked": "{who} picked a deck check{at}.",
    "check.begun": "{who} began the deck check{at}.",
    "check.as_listed": "{who} found the deck of {whom} as listed{at}.",
    "check.differs": "{who} found differences in the deck of {whom}{at}.",
    "check.finished": "{who} finished the deck check{at}.",
    "check.called_off": "{who} called the deck check{at} off{note}.",
    "penalty.given": "{who} gave {whom} a penalty: {level} for {infraction}{rule}. What happened: “{text}”",
    "penalty.carried_out": "{who} carried out the {level} of {whom}.",
    "penalty.taken_back": "{who} took the {level} of {whom} back, because: “{taken_back_why}”",
    "penalty.changed": "{who} changed the penalty of {whom}{settings}.",
}
# Who did it, where the request that carried it did not say.
ACTORS = ("by_id", "filed_by_id", "answered_by_id", "taken_back_by_id", "voided_by_id", "entered_by_id", "made_by_id")
# What the machinery adds, and what the sentence says already.
UNTOLD = frozenset({"id", "tournament_id", "stage_id", "round_id", "match_id", "user_id", "seed", "made_at"})


@dataclass(frozen=True)
class Detail:
    """A field with its old and new value, as text."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Line:
    """A line of the trail. `who` is a handle, or empty for the site; `part` is a key of PARTS."""

    at: datetime
    part: str
    verb: str
    who: str
    round: int | None
    sentence: str
    details: tuple[Detail, ...]


@dataclass(frozen=True)
class Asked:
    """What a reader wants to see; nothing asked is everything."""

    part: str = ""
    round: int | None = None
    person: str = ""  # part of a handle


def lines(
    tournament: Tournament, asked: Asked = Asked(), *, page: int = 1, size: int = PAGE
) -> tuple[list[Line], bool]:
    """A page of the trail, newest first, and whether older lines follow. Asks the same few queries for any page."""
    people = _people(tournament, asked.person) if asked.person else None
    kinds = list(PARTS[asked.part][1]) if asked.part else None
    found = trail_rows.deeds(
        tournament, kinds=kinds, round=asked.round, people=people, limit=size + 1, offset=size * (page - 1)
    )
    names = _names(found)
    return [_line(deed, names) for deed in found[:size]], len(found) > size


def _people(tournament: Tournament, words: str) -> list[UUID]:
    """Everybody with these letters in their handle who has to do with the tournament, by an entry or a role."""
    named = User.objects.filter(handle__icontains=words)
    entered = named.filter(entries__tournament=tournament)
    return list(entered.union(named.filter(staff_roles__tournament=tournament)).values_list("pk", flat=True)[:500])


def _names(found: Iterable[Deed]) -> dict[str, str]:
    """Handles of everybody the deeds speak of, by id; those of seats as well, by the seat's id."""
    rows = list(chain.from_iterable(deed.rows for deed in found))
    people = {deed.who for deed in found} | set(chain.from_iterable(row.persons for row in rows))
    people |= {row.now.get(actor) for row in rows for actor in ACTORS}
    named = User.objects.filter(pk__in=[pk for pk in people if pk]).values_list("pk", "handle")
    matches = {row.now["match_id"] for row in rows if row.now.get("match_id")}
    games = {row.now["game_id"] for row in rows if row.now.get("game_id")}
    matches |= set(Game.objects.filter(pk__in=games).values_list("match", flat=True))
    seats = Match.objects.filter(pk__in=matches).values_list("seats__pk", "seats__user__handle")
    return {str(pk): one_piece(handle) for pk, handle in chain(named, seats)}


def _line(deed: Deed, names: Mapping[str, str]) -> Line:
    row = deed.rows[0]
    actor = deed.who or next((row.now[one] for one in ACTORS if row.now.get(one)), None)
    who = names.get(str(actor), "")
    details = _details(deed)
    facts = {
        **_facts(row, names),
        "who": who or NOBODY,
        "whom": _whom(deed, names),
        "through": f", through a deed of {who}" if who and str(actor) not in row.persons else "",
        "settings": _settings(details),
        "at": _at(deed),
        "at_bare": _at(deed).removeprefix(" at"),
        "round": deed.round,
    }
    sentence = SENTENCES[deed.verb]
    if isinstance(sentence, tuple):
        alone = deed.count == 1 and bool(row.persons) and row.persons[0] == str(actor)
        sentence = sentence[0] if alone else sentence[1]
    part = next(key for key, (_, kinds) in PARTS.items() if deed.kind in kinds)
    return Line(deed.at, part, deed.verb, who, deed.round, _finished(sentence.format_map(facts), names), tuple(details))


def _finished(text: str, names: Mapping[str, str]) -> str:
    """With a capital letter unless a handle begins it, and without a full stop after words quoted at the end."""
    said = text if text.startswith(tuple(names.values())) else f"{text[:1].upper()}{text[1:]}"
    return said.replace("”.", "”")


def _whom(deed: Deed, names: Mapping[str, str]) -> str:
    """The people it is about; of many the first few."""
    people = list(dict.fromkeys(chain.from_iterable(row.persons for row in deed.rows)))
    named = [names.get(pk, "somebody") for pk in people]
    if len(deed.rows) > 1 or deed.kind == "apart":
        named.sort()
    more = deed.count - len(deed.rows) + max(len(named) - MOST_NAMED, 0)
    return _listed([*named[:MOST_NAMED], *([f"{more} others"] if more else [])]) or "nobody"


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _at(deed: Deed) -> str:
    """“ at table 4, round 2”."""
    tables = sorted({row.table for row in deed.rows if row.table})
    where = f"table{'s' if len(tables) > 1 else ''} {_listed([str(one) for one in tables])}" if tables else ""
    when = f"round {deed.round}" if deed.round else ""
    return f" at {', '.join(filter(None, (where, when)))}" if where else f" in {when}" if when else ""


def _facts(row: Row, names: Mapping[str, str]) -> dict[str, Any]:
    """Everything a sentence may say of a row."""
    now, was = row.now, row.was
    seat = {name: names.get(str(now.get(f"{name}_id")), "") for name in ("winner", "first", "chooser")}
    return {
        **seat,
        "announcement": now.get("announcement"),
        "announced": was.get("announcement"),
        "role": _label(Staff.Role, now.get("role")),
        "note": f", because: “{now['note']}”" if now.get("note") else "",
        "text": now.get("note"),
        "fixed": now.get("fixed_table"),
        "number": "another" if now.get("previous_id") else "a",
        "purpose": now.get("purpose"),
        "stage": now.get("number"),
        "format": _label(Stage.Format, now.get("format")),
        "by_hand": f", because: “{now['by_hand']}”" if now.get("by_hand") else "",
        "unplayed": _label(Pairing.Unplayed, now.get("unplayed")),
        "because": f", because: “{now['reason']}”" if now.get("reason") else "",
        "reason": _label(Reason, now.get("reason")),
        "before": _score(now.get("before"), row, names),
        "after": _score(now.get("after"), row, names),
        "game": row.game,
        "reported": f"won by {seat['winner']} ({_label(Reason, now.get('reason'))})" if seat["winner"] else "drawn",
        "void": now.get("void_reason"),
        "wanted": f": “{now['reason']}”" if now.get("reason") else "",
        "claim": now.get("claim"),
        "finding": _finding(now),
        "decision": _label(Ruling.Decision, now.get("decision")),
        "why": now.get("why"),
        "because_why": f", because: “{now['why']}”" if now.get("why") else "",
        "seeding": now.get("seeding"),
        "minutes": (now.get("seconds") or 0) // 60,
        "given": now.get("minutes"),
        "level": _label(Penalty.Level, now.get("level")),
        "infraction": name_of(now["infraction"]) if now.get("infraction") else "",
        "rule": f", rule {now['rule']}" if now.get("rule") else "",
        "taken_back_why": now.get("taken_back_why"),
    }


def _label(choices: Any, value: object) -> str:
    return choices(value).label if value in choices.values else str(value or "")


def _finding(now: Mapping[str, Any]) -> str:
    said = str(now.get("finding") or "")
    return f"{said} at line {now['line']}" if now.get("line") is not None else said


def _score(kept: Mapping[str, Any] | None, row: Row, names: Mapping[str, str]) -> str:
    """“Anna 2–1 Ben”, with how it ended where that says more."""
    if not kept:
        return ""
    one, other = (names.get(pk, "somebody") for pk in (*row.persons, "", "")[:2])
    wins = kept["wins"]
    told = f"{one} {wins.get('1', 0)}–{wins.get('2', 0)} {other}"
    if kept["step"] != Match.Step.FINISHED:
        return f"{told}, still being played"
    return told if kept["reason"] in ("", Reason.PLAYED) else f"{told}, {_label(Reason, kept['reason'])}"


def _settings(details: list[Detail]) -> str:
    return f": {_listed([detail.name for detail in details])}" if details else ""


def _details(deed: Deed) -> list[Detail]:
    """Old and new values where the sentence does not tell them: of changed settings, and what a correction did."""
    row = deed.rows[0]
    if deed.kind == "result":
        return [Detail("changed", "", said) for said in row.now["after"].get("changes", [])]
    if not deed.verb.endswith(".changed"):
        return []
    return list(_differences(row.now, row.was))


def _differences(now: Mapping[str, Any], was: Mapping[str, Any]) -> Iterator[Detail]:
    for name, value in now.items():
        if not name.startswith("pgh_") and name not in UNTOLD and value != was.get(name):
            yield Detail(name.removesuffix("_id").replace("_", " "), _told(was.get(name)), _told(value))


def _told(value: object) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)[:400] if isinstance(value, dict | list) else str(value)[:400]
