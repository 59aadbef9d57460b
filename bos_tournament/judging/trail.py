"""The trail of a tournament as sentences: who did what to whom, where and why, newest first."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.handles import one_piece
from bos_tournament.accounts.models import User
from bos_tournament.judging import trail_fields, trail_rows
from bos_tournament.judging.infractions import name_of
from bos_tournament.judging.models import Penalty, Ruling
from bos_tournament.judging.sealing import NEITHER
from bos_tournament.judging.trail_rows import Deed, Row
from bos_tournament.matches.kept_words import changes_in_words
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.tournaments import round_names
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Pairing, Staff, Stage, Tournament
from bos_tournament.tournaments.models_webhooks import Webhook

PAGE = 50
MOST_NAMED = 8
NOBODY = _("The site")

# Which kinds of rows a reader may choose to see.
PARTS: dict[str, tuple[Promise, tuple[str, ...]]] = {
    "event": (
        _("The tournament and its staff"),
        ("tournament", "staff", "invitation", "stage", "snapshot", "webhook", "series"),
    ),
    "people": (_("Players"), ("entrant", "link")),
    "lists": (_("Deck lists"), ("list",)),
    "rounds": (_("Rounds and tables"), ("round", "pairing", "time", "apart")),
    "results": (_("Matches and results"), ("result", "report", "game", "bids")),
    "judging": (_("Judges"), ("dispute", "record", "finding", "ruling", "appeal", "call", "penalty", "check")),
}

# The sentence of each verb. Where two are given, the first is for somebody who does it to themselves.
SENTENCES: dict[str, Promise | tuple[Promise, Promise]] = {
    "tournament.made": _("{who} set up the tournament."),
    "tournament.deleted": _("{who} deleted the draft."),
    "tournament.opened": _("{who} opened registration."),
    "tournament.closed": _("{who} took the tournament back into a draft."),
    "tournament.started": _("{who} started the tournament."),
    "tournament.start_taken_back": _("{who} took the start back; registration goes on."),
    "tournament.finished": _("{who} finished the tournament."),
    "tournament.finish_taken_back": _("{who} took the end back; the tournament goes on."),
    "tournament.cancelled": _("{who} cancelled the tournament."),
    "tournament.uncancelled": _("{who} took the cancellation back."),
    "tournament.announced": _("{who} announced: “{announcement}”"),
    "tournament.announcement_down": _("{who} took the announcement down. It said: “{announced}”"),
    "tournament.cards_pinned": _("{who} pinned the cards that count in this tournament."),
    "tournament.meeting_seated": _("{who} seated the player meeting."),
    "tournament.code_renewed": _("{who} made a new code to join; the old one ended."),
    "tournament.code_limited": _("{who} let at most {most} people join by code."),
    "tournament.code_unlimited": _("{who} took the limit of the code away."),
    "tournament.changed": _("{who} changed the settings{settings}."),
    "staff.joined": (_("{who} became {role}."), _("{who} made {whom} {role}.")),
    "staff.left": (_("{who} gave up the role of {role}."), _("{who} took the role of {role} from {whom}.")),
    "staff.merged": _("{who} put the role of {former} as {role} on the account of {whom}: they are one person."),
    "staff.changed": _("{who} changed the role of {whom} to {role}."),
    "invitation.made": _("{who} made an invitation for a {role}."),
    "invitation.withdrawn": _("{who} withdrew an invitation for a {role}."),
    "webhook.added": _("{who} lets {host} be told of the tournament."),
    "webhook.changed": _("{who} changed what {host} is told{settings}."),
    "webhook.rotated": _("{who} made a new secret for {host}."),
    "webhook.switched_off": _("{who} switched {host} off; it is told nothing."),
    "webhook.switched_on": _("{who} switched {host} on; it is told what happens."),
    "webhook.failed": _("{who} switched {host} off: {off_why}."),
    "webhook.removed": _("{who} removed {host}; it is told nothing any more."),
    "entrant.joined": (_("{who} joined."), _("{whom} joined, entered by {who}.")),
    "entrant.joined_waitlist": (_("{who} joined the waitlist."), _("{whom} joined the waitlist, entered by {who}.")),
    "entrant.asked": (_("{who} asked to join."), _("{whom} asked to join, entered by {who}.")),
    "entrant.accepted": _("{who} accepted {whom}."),
    "entrant.refused": _("{who} did not accept {whom}{note}."),
    "entrant.entered": _("{who} entered {whom} at the door."),
    "entrant.deleted": _("{who} deleted the entry of {whom}."),
    "entrant.seated": _("{whom} came in from the waitlist{through}."),
    "entrant.waits": _("{who} put {whom} on the waitlist."),
    "entrant.withdrew": (_("{who} withdrew."), _("{who} withdrew the entry of {whom}.")),
    "entrant.began": _("{whom} began to play{through}."),
    "entrant.left_out": _("{whom} was not seated at the start{note}{through}."),
    "entrant.start_taken_back": _("{whom} waits for the start again{through}."),
    "entrant.put_back": _("{who} put {whom} back in{note}."),
    "entrant.came_back": (_("{who} came back."), _("{who} brought {whom} back.")),
    "entrant.dropped": (_("{who} dropped out{note}."), _("{who} dropped {whom}{note}.")),
    "entrant.removed": _("{who} removed {whom}{note}."),
    "entrant.disqualified": _("{who} disqualified {whom}{note}."),
    "entrant.checked_in": (_("{who} checked in."), _("{who} checked in {whom}.")),
    "entrant.check_in_undone": (_("{who} took the check-in back."), _("{who} took the check-in of {whom} back.")),
    "entrant.table_fixed": _("{who} fixed table {fixed} for {whom}."),
    "entrant.table_freed": _("{who} let {whom} move between tables again."),
    "entrant.list_unlocked": _("{who} let {whom} hand in a list after the deadline."),
    "entrant.list_locked": _("{who} locked the list of {whom} again."),
    "entrant.seeded": _("{who} put {whom} at place {seeding} of the seeding."),
    "entrant.unseeded": _("{who} took {whom} out of the seeding."),
    "entrant.byes_promised": _("{who} wrote down how many byes {whom} earned: {byes}."),
    "entrant.byes_taken": _("{who} took the earned byes of {whom} away."),
    "entrant.merged": _("{who} put the entry of {former} on the account of {whom}: they are one person."),
    "entrant.changed": _("{who} changed the entry of {whom}{settings}."),
    "link.made": _("{who} made a personal link for {whom}."),
    "link.ended": _("{who} ended a personal link of {whom}."),
    "phone.yes": _("{who} confirmed the new phone of {whom} at the table."),
    "phone.no": _("{who} did not confirm the new phone of {whom} at the table."),
    "phone.decided_yes": _("{who} decided at the table that the new phone is that of {whom}."),
    "phone.decided_no": _("{who} decided at the table that the new phone is not that of {whom}."),
    "list.handed_in": _("{whom} handed in a list."),
    "list.amended": _("{who} amended the list of {whom}{because}."),
    "list.read": _("{who} read the list of {whom}, for: “{purpose}”"),
    "stage.begun": _("{who} began stage {stage} ({format})."),
    "stage.taken_back": _("{who} took stage {stage} ({format}) back."),
    "stage.changed": _("{who} changed stage {stage}{settings}."),
    "snapshot.kept": _("{who} closed the standings{because}."),
    "snapshot.taken_back": _("{who} took the closed standings of stage {stage} ({format}) back{ranked}."),
    "round.drawn": _("{who} drew {round}."),
    "round.drawn_again": _("{who} drew {round} anew."),
    "round.discarded": _("{who} threw the draft of {round} away."),
    "round.published": _("{who} published {round}."),
    "round.taken_back": _("{who} took {round} back; its matches were called off."),
    "round.closed": _("{who} closed {round}; its results count."),
    "round.reopened": _("{who} opened {round} again."),
    "round.kept": _("{who} wrote to {round}: “{text}”"),
    "round.changed": _("{who} changed {round}{settings}."),
    "pairing.mended": _("{who} paired {whom} anew{at}{by_hand}."),
    "pairing.missed": _("{whom} missed {round} ({unplayed})."),
    "pairing.by_hand": _("{who} set {whom} by hand{at}{by_hand}."),
    "pairing.featured": _("{who} featured {whom}{at}."),
    "pairing.unfeatured": _("{who} features {whom}{at} no more."),
    "pairing.changed": _("{who} changed the pairing of {whom}{at}{settings}."),
    "series.joined": _("{who} put the tournament into the series “{series}”"),
    "series.left": _("{who} took the tournament out of the series “{series}”"),
    "apart.kept": _("{who} keeps {whom} apart{because_why}."),
    "apart.changed": _("{who} changed how {whom} are kept apart{because_why}."),
    "apart.let_meet": _("{who} lets {whom} meet again."),
    "time.started": _("{who} started the time of {round}: {minutes} minutes."),
    "time.paused": _("{who} paused the time of {round}."),
    "time.went_on": _("{who} let the time of {round} go on."),
    "time.changed": _("{who} changed the time of {round} to {minutes} minutes in all."),
    "time.given": _("{who} gave {given} minutes more{at}, because: “{why}”"),
    "time.taken_back": _("{who} took {given} minutes more{at} back."),
    "time.clocks_paused": _("{who} paused the clocks{at}{because_why}."),
    "time.clocks_went_on": _("{who} let the clocks go on{at}."),
    "time.clocks_set": _("{who} set the clocks{at}{because_why}."),
    "result.entered": _("{who} entered the result{at}: {after}{because}."),
    "result.corrected": _("{who} corrected{at_bare}: {after} (was {before}){because}."),
    "result.taken_back": _("{who} took the result{at} back: it was {before}{because}."),
    "result.decided": _("{who} decided a game{at}; now it stands {after}{because}."),
    "report.made": _("{who} reported game {game}{at}: {reported}."),
    "report.withdrawn": _("{who} took the report on game {game}{at} back."),
    "game.choice": _("{who} chose{at}: {first} goes first in game {game}."),
    "game.chooser": _("{chooser} chooses who goes first in game {game}{at}."),
    "game.won": _("Game {game}{at} was won by {winner} ({reason})."),
    "game.drawn": _("Game {game}{at} was drawn and is played again."),
    "bids.opened": _("The bids on game {game}{at} were opened."),
    "bids.on_paper": _("{who} entered the bids on game {game}{at} from paper."),
    "bids.voided": _("{who} made the bids on game {game}{at} void, because: “{void}”"),
    "call.made": _("{who} called a judge{at}{wanted}."),
    "call.taken": _("{who} went to the call{at}."),
    "call.put_back": _("{who} put the call{at} back into the queue."),
    "call.reopened": _("{who} opened the call{at} again."),
    "call.finished": _("{who} finished the call{at}."),
    "call.withdrawn": _("{who} took the call{at} back."),
    "dispute.filed": _("{who} disputed game {game}{at}: “{claim}”"),
    "dispute.opened": _("{who} opened the records of game {game}{at} to both players."),
    "dispute.withdrawn": _("{who} withdrew the dispute on game {game}{at}."),
    "record.handed_in": _("{who} handed in a record of game {game}{at}."),
    "finding.made": _("The site read the record of {whom} on game {game}{at}: {finding}."),
    "ruling.made": _("{who} ruled on game {game}{at}: {decision}{because}."),
    "appeal.made": _("{who} appealed the ruling on game {game}{at}, because: “{why}”"),
    "appeal.upheld": _("{who} answered the appeal on game {game}{at}: the ruling stands{because}."),
    "appeal.changed": _("{who} answered the appeal on game {game}{at}: the ruling is changed{because}."),
    "check.picked": _("{who} picked a deck check{at}."),
    "check.begun": _("{who} began the deck check{at}."),
    "check.as_listed": _("{who} found the deck of {whom} as listed{at}."),
    "check.differs": _("{who} found differences in the deck of {whom}{at}."),
    "check.finished": _("{who} finished the deck check{at}."),
    "check.called_off": _("{who} called the deck check{at} off{note}."),
    "penalty.given": _("{who} gave {whom} a penalty: {level} for {infraction}{rule}. What happened: “{text}”"),
    "penalty.carried_out": _("{who} carried out the {level} of {whom}."),
    "penalty.taken_back": _("{who} took the {level} of {whom} back, because: “{taken_back_why}”"),
    "penalty.changed": _("{who} changed the penalty of {whom}{settings}."),
}
# Where it was done before, for the same person.
AGAIN = {"list.handed_in": _("{whom} handed in another list.")}
FINDINGS = (
    gettext_noop("legal"),
    gettext_noop("unfinished"),
    gettext_noop("illegal"),
    gettext_noop("contradicted"),
    gettext_noop("unproven"),
    gettext_noop("unreadable"),
)
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
    names, rounds = _names(found), round_names.all_called(tournament)
    return [_line(deed, names, rounds) for deed in found[:size]], len(found) > size


def _people(tournament: Tournament, words: str) -> list[UUID]:
    """Everybody with these letters in their handle who has to do with the tournament, by an entry or a role."""
    named = User.objects.filter(handle__icontains=words)
    entered = named.filter(entries__tournament=tournament)
    return list(entered.union(named.filter(staff_roles__tournament=tournament)).values_list("pk", flat=True)[:500])


def _names(found: Iterable[Deed]) -> dict[str, str]:
    """Handles of everybody the deeds speak of, by id; those of seats as well, by the seat's id."""
    rows = list(chain.from_iterable(deed.rows for deed in found))
    people = {deed.who for deed in found} | set(chain.from_iterable(row.persons for row in rows))
    people |= {row.now.get(actor) for row in rows for actor in ACTORS} | {row.was.get("user_id") for row in rows}
    named = User.objects.filter(pk__in=[pk for pk in people if pk]).values_list("pk", "handle")
    matches = {row.now["match_id"] for row in rows if row.now.get("match_id")}
    games = {row.now["game_id"] for row in rows if row.now.get("game_id")}
    matches |= set(Game.objects.filter(pk__in=games).values_list("match", flat=True))
    seats = Match.objects.filter(pk__in=matches).values_list("seats__pk", "seats__user__handle")
    return {str(pk): one_piece(handle) for pk, handle in chain(named, seats)}


def _line(deed: Deed, names: Mapping[str, str], rounds: Mapping[int, str]) -> Line:
    row, round_ = deed.rows[0], round_names.among(rounds, deed.round)
    actor = deed.who or next((row.now[one] for one in ACTORS if row.now.get(one)), None)
    who = names.get(str(actor), "")
    details = _details(deed)
    facts = {
        **_facts(row, names),
        "who": who or NOBODY,
        "whom": _whom(deed, names),
        "through": gettext(", through a deed of {who}").format(who=who)
        if who and str(actor) not in row.persons
        else "",
        "settings": _settings(details),
        "ranked": _ranked(deed, names),
        "at": _at(deed, round_),
        "at_bare": _at(deed, round_, bare=True),
        "round": round_,
    }
    sentence = str(_sentence(deed, str(actor)))
    part = next(key for key, (_, kinds) in PARTS.items() if deed.kind in kinds)
    return Line(deed.at, part, deed.verb, who, deed.round, _finished(sentence.format_map(facts), names), tuple(details))


def _sentence(deed: Deed, actor: str) -> Promise:
    """What is said of this deed, before its names."""
    row = deed.rows[0]
    if deed.verb in AGAIN and row.now.get("previous_id"):
        return AGAIN[deed.verb]
    sentence = SENTENCES[deed.verb]
    if not isinstance(sentence, tuple):
        return sentence
    alone = deed.count == 1 and bool(row.persons) and row.persons[0] == actor
    return sentence[0] if alone else sentence[1]


def _finished(text: str, names: Mapping[str, str]) -> str:
    """With a capital letter unless a handle begins it, and without a full stop after words quoted at the end."""
    said = text if text.startswith(tuple(names.values())) else f"{text[:1].upper()}{text[1:]}"
    return said.replace("”.", "”").replace("“.", "“").replace("».", "»")


def _whom(deed: Deed, names: Mapping[str, str]) -> str:
    """The people it is about; of many the first few."""
    people = list(dict.fromkeys(chain.from_iterable(row.persons for row in deed.rows)))
    named = [names.get(pk, gettext("somebody")) for pk in people]
    if len(deed.rows) > 1 or deed.kind == "apart":
        named.sort()
    more = deed.count - len(deed.rows) + max(len(named) - MOST_NAMED, 0)
    return _listed([*named[:MOST_NAMED], *([gettext("{more} others").format(more=more)] if more else [])]) or gettext(
        "nobody"
    )


def _ranked(deed: Deed, names: Mapping[str, str]) -> str:
    """What closed standings said, each time that they were closed; of many ranks the first few."""
    said = [_first_ranks(row.now["ranked"], names) for row in deed.rows if row.now.get("ranked")]
    return gettext("; they said: {ranks}").format(ranks="; ".join(said)) if said else ""


def _first_ranks(ranked: list[dict[str, Any]], names: Mapping[str, str]) -> str:
    told = []
    for one in ranked[:MOST_NAMED]:
        player = names.get(str(one["user"]), gettext("somebody"))
        points = "" if one["points"] is None else f" ({one['points']})"
        told.append(f"{one['rank']}. {player}{points}" if one["rank"] else f"{player}{points}")
    more = len(ranked) - MOST_NAMED
    return _listed([*told, *([gettext("{more} others").format(more=more)] if more > 0 else [])])


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _at(deed: Deed, round_: str, *, bare: bool = False) -> str:
    """“ at table 4 in round 2”; bare, behind a verb that goes with the table itself, “ table 4 in round 2”."""
    tables = sorted({row.table for row in deed.rows if row.table})
    if not tables:
        return gettext(" in {round}").format(round=round_) if round_ else ""
    many = len(tables)
    if bare and round_:
        said = ngettext(" table {tables} in {round}", " tables {tables} in {round}", many)
    elif bare:
        said = ngettext(" table {tables}", " tables {tables}", many)
    elif round_:
        said = ngettext(" at table {tables} in {round}", " at tables {tables} in {round}", many)
    else:
        said = ngettext(" at table {tables}", " at tables {tables}", many)
    return said.format(tables=_listed([str(one) for one in tables]), round=round_)


def _because(why: object) -> str:
    return gettext(", because: “{why}”").format(why=_said(why)) if why else ""


def _said(kept: object) -> str:
    """What was given as a reason: words of the site in the reader's language, words of a person as they are."""
    return in_words(str(kept)) if kept else ""


# What a sentence says of a row as the column holds it.
AS_KEPT = {
    "announcement": "announcement",
    "most": "code_limit",
    "fixed": "fixed_table",
    "stage": "number",
    "seeding": "seeding",
    "byes": "earned_byes",
    "series": "series",
    "given": "minutes",
    "host": "host",
}


def _facts(row: Row, names: Mapping[str, str]) -> dict[str, Any]:
    """Everything a sentence may say of a row."""
    now, was = row.now, row.was
    seat = {name: names.get(str(now.get(f"{name}_id")), "") for name in ("winner", "first", "chooser")}
    return {
        **seat,
        **{name: now.get(column) for name, column in AS_KEPT.items()},
        "announced": was.get("announcement"),
        "role": _label(Staff.Role, now.get("role")),
        "former": names.get(str(was.get("user_id")), gettext("somebody")),
        "note": _because(now.get("note")),
        "text": _said(now.get("note")),
        "purpose": _said(now.get("purpose")),
        "format": _label(Stage.Format, now.get("format")),
        "by_hand": _because(now.get("by_hand")),
        "unplayed": _label(Pairing.Unplayed, now.get("unplayed")),
        "because": _because(now.get("reason")),
        "reason": _label(Reason, now.get("reason")),
        "before": _score(now.get("before"), row, names),
        "after": _score(now.get("after"), row, names),
        "game": row.game,
        "reported": _reported(seat["winner"], _label(Reason, now.get("reason"))),
        "void": _said(now.get("void_reason")),
        "wanted": gettext(": “{why}”").format(why=now["reason"]) if now.get("reason") else "",
        "claim": _said(now.get("claim")),
        "finding": _finding(now),
        "decision": _label(Ruling.Decision, now.get("decision")),
        "why": _said(now.get("why")),
        "because_why": _because(now.get("why")),
        "minutes": (now.get("seconds") or 0) // 60,
        "level": _label(Penalty.Level, now.get("level")),
        "infraction": name_of(now["infraction"]) if now.get("infraction") else "",
        "rule": gettext(", rule {rule}").format(rule=now["rule"]) if now.get("rule") else "",
        "taken_back_why": _said(now.get("taken_back_why")),
        "off_why": _label(Webhook.Off, now.get("off_why")),
    }


def _reported(winner: str, reason: str) -> str:
    if not winner:
        return gettext("drawn")
    return gettext("won by {winner} ({reason})").format(winner=winner, reason=reason)


def _label(choices: Any, value: object) -> str:
    return str(choices(value).label) if value in choices.values else str(value or "")


def _finding(now: Mapping[str, Any]) -> str:
    """What the engine says to everybody; what the lists say of a record is not for the readers of the trail."""
    kept = now.get("told")
    found = kept.get(NEITHER) if isinstance(kept, Mapping) else None
    if not found:
        return ""
    said = gettext(str(found["finding"]))
    if found["line"] is None:
        return said
    return gettext("{finding} at line {line}").format(finding=said, line=found["line"])


def _score(kept: Mapping[str, Any] | None, row: Row, names: Mapping[str, str]) -> str:
    """“Anna 2–1 Ben”, with how it ended where that says more."""
    if not kept:
        return ""
    one, other = (names.get(pk, gettext("somebody")) for pk in (*row.persons, "", "")[:2])
    wins = kept["wins"]
    told = f"{one} {wins.get('1', 0)}–{wins.get('2', 0)} {other}"
    if kept["step"] != Match.Step.FINISHED:
        return gettext("{score}, still being played").format(score=told)
    return told if kept["reason"] in ("", Reason.PLAYED) else f"{told}, {_label(Reason, kept['reason'])}"


def _settings(details: list[Detail]) -> str:
    return f": {_listed([detail.name for detail in details])}" if details else ""


def _details(deed: Deed) -> list[Detail]:
    """Old and new values where the sentence does not tell them: of changed settings, and what a correction did."""
    row = deed.rows[0]
    if deed.kind == "result":
        changes = changes_in_words(row.now["after"].get("changes", []))
        return [Detail(gettext("changed"), "", said) for said in changes]
    if not deed.verb.endswith(".changed"):
        return []
    return list(_differences(deed.kind, row.now, row.was))


def _differences(kind: str, now: Mapping[str, Any], was: Mapping[str, Any]) -> Iterator[Detail]:
    for column, value in now.items():
        if not column.startswith("pgh_") and column not in UNTOLD and value != was.get(column):
            before, after = (trail_fields.value(kind, column, one) for one in (was.get(column), value))
            yield Detail(trail_fields.name(kind, column), before, after)
