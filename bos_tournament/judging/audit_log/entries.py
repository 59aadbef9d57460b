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

from bos_tournament.accounts.handles import bidi_isolated
from bos_tournament.accounts.models import User
from bos_tournament.judging.audit_log import event_rows, field_names
from bos_tournament.judging.audit_log.event_rows import EventRow, LoggedDeed
from bos_tournament.judging.models import Penalty, Ruling
from bos_tournament.judging.penalties.infractions import name_of
from bos_tournament.judging.record_visibility import NEITHER
from bos_tournament.matches.models import Game, Match, Reason
from bos_tournament.messages import localize_each, words_in
from bos_tournament.tournaments.models import UNPLAYED, Staff, Stage, Tournament
from bos_tournament.tournaments.models.webhooks import Webhook
from bos_tournament.tournaments.structure import round_names

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
    "tournament.closed": _("{who} moved the tournament back to draft."),
    "tournament.started": _("{who} started the tournament."),
    "tournament.start_taken_back": _("{who} undid the start; registration continues."),
    "tournament.finished": _("{who} finished the tournament."),
    "tournament.finish_taken_back": _("{who} reopened the tournament."),
    "tournament.cancelled": _("{who} cancelled the tournament."),
    "tournament.uncancelled": _("{who} undid the cancellation."),
    "tournament.announced": _("{who} announced: “{announcement}”"),
    "tournament.announcement_down": _("{who} removed the announcement: “{announced}”"),
    "tournament.cards_pinned": _("{who} pinned the cards that count in this tournament."),
    "tournament.meeting_seated": _("{who} seated the player meeting."),
    "tournament.code_renewed": _("{who} replaced the join code."),
    "tournament.code_limited": _("{who} limited the join code to {most} players."),
    "tournament.code_unlimited": _("{who} removed the limit of the join code."),
    "tournament.changed": _("{who} changed the settings{settings}."),
    "staff.joined": (_("{who} became {role}."), _("{who} made {whom} {role}.")),
    "staff.left": (_("{who} gave up the role of {role}."), _("{who} removed the role of {role} from {whom}.")),
    "staff.merged": _("{who} moved the role of {former} as {role} to the account of {whom}, after merging them."),
    "staff.changed": _("{who} changed the role of {whom} to {role}."),
    "invitation.made": _("{who} created an invitation for a {role}."),
    "invitation.withdrawn": _("{who} withdrew an invitation for a {role}."),
    "webhook.added": _("{who} added a webhook to {host}."),
    "webhook.changed": _("{who} changed the webhook to {host}{settings}."),
    "webhook.rotated": _("{who} created a new secret for the webhook to {host}."),
    "webhook.switched_off": _("{who} paused the webhook to {host}."),
    "webhook.switched_on": _("{who} resumed the webhook to {host}."),
    "webhook.failed": _("{who} paused the webhook to {host}: {off_why}."),
    "webhook.removed": _("{who} removed the webhook to {host}."),
    "entrant.joined": (_("{who} joined."), _("{who} added {whom}.")),
    "entrant.joined_waitlist": (_("{who} joined the waitlist."), _("{who} added {whom} to the waitlist.")),
    "entrant.asked": (_("{who} asked to join."), _("{who} requested a place for {whom}.")),
    "entrant.accepted": _("{who} accepted {whom}."),
    "entrant.refused": _("{who} declined {whom}{note}."),
    "entrant.entered": _("{who} added {whom} on site."),
    "entrant.deleted": _("{who} deleted the entry of {whom}."),
    "entrant.seated": _("{whom} moved up from the waitlist{through}."),
    "entrant.waits": _("{who} moved {whom} to the waitlist."),
    "entrant.withdrew": (_("{who} withdrew."), _("{who} withdrew the entry of {whom}.")),
    "entrant.began": _("{whom} started playing{through}."),
    "entrant.left_out": _("{whom} was not seated at the start{note}{through}."),
    "entrant.start_taken_back": _("{whom} is waiting for the start again{through}."),
    "entrant.put_back": _("{who} reinstated {whom}{note}."),
    "entrant.came_back": (_("{who} undid their drop."), _("{who} undid the drop of {whom}.")),
    "entrant.dropped": (_("{who} dropped{note}."), _("{who} dropped {whom}{note}.")),
    "entrant.removed": _("{who} removed {whom}{note}."),
    "entrant.disqualified": _("{who} disqualified {whom}{note}."),
    "entrant.checked_in": (_("{who} checked in."), _("{who} checked in {whom}.")),
    "entrant.check_in_undone": (_("{who} undid their check-in."), _("{who} undid the check-in of {whom}.")),
    "entrant.table_fixed": _("{who} gave {whom} fixed table {fixed}."),
    "entrant.table_freed": _("{who} removed the fixed table of {whom}."),
    "entrant.list_unlocked": _("{who} reopened the deck list of {whom} after the deadline."),
    "entrant.list_locked": _("{who} closed the deck list of {whom} again."),
    "entrant.seeded": _("{who} seeded {whom} at {seeding}."),
    "entrant.unseeded": _("{who} removed {whom} from the seeding."),
    "entrant.byes_promised": _("{who} recorded the byes {whom} earned: {byes}."),
    "entrant.byes_taken": _("{who} removed the earned byes of {whom}."),
    "entrant.merged": _("{who} moved the entry of {former} to the account of {whom}, after merging them."),
    "entrant.changed": _("{who} changed the entry of {whom}{settings}."),
    "link.made": _("{who} created a personal link for {whom}."),
    "link.ended": _("{who} ended a personal link of {whom}."),
    "phone.yes": _("{who} confirmed the new phone of {whom} at the table."),
    "phone.no": _("{who} did not confirm the new phone of {whom} at the table."),
    "phone.decided_yes": _("{who} decided at the table that the new phone belongs to {whom}."),
    "phone.decided_no": _("{who} decided at the table that the new phone does not belong to {whom}."),
    "list.handed_in": _("{whom} submitted a deck list."),
    "list.amended": _("{who} amended the deck list of {whom}{because}."),
    "list.read": _("{who} read the deck list of {whom}, for: “{purpose}”"),
    "stage.begun": _("{who} started stage {stage} ({format})."),
    "stage.taken_back": _("{who} undid stage {stage} ({format})."),
    "stage.changed": _("{who} changed stage {stage}{settings}."),
    "snapshot.kept": _("{who} published the final standings{because}."),
    "snapshot.taken_back": _("{who} withdrew the final standings of stage {stage} ({format}){ranked}."),
    "round.drawn": _("{who} drew {round}."),
    "round.drawn_again": _("{who} drew {round} again."),
    "round.discarded": _("{who} discarded the draft of {round}."),
    "round.published": _("{who} published {round}."),
    "round.taken_back": _("{who} unpublished {round}; its matches were cancelled."),
    "round.closed": _("{who} closed {round}."),
    "round.reopened": _("{who} reopened {round}."),
    "round.kept": _("{who} wrote to players of {round}: “{text}”"),
    "round.changed": _("{who} changed {round}{settings}."),
    "pairing.mended": _("{who} paired {whom} again{at}{by_hand}."),
    "pairing.missed": _("{whom} missed {round} ({unplayed})."),
    "pairing.by_hand": _("{who} paired {whom} by hand{at}{by_hand}."),
    "pairing.featured": _("{who} featured {whom}{at}."),
    "pairing.unfeatured": _("{who} stopped featuring {whom}{at}."),
    "pairing.changed": _("{who} changed the pairing of {whom}{at}{settings}."),
    "series.joined": _("{who} added the tournament to the series “{series}”"),
    "series.left": _("{who} removed the tournament from the series “{series}”"),
    "apart.kept": _("{who} keeps {whom} apart{because_why}."),
    "apart.changed": _("{who} changed how {whom} are kept apart{because_why}."),
    "apart.let_meet": _("{who} allowed {whom} to be paired again."),
    "time.started": _("{who} started the timer of {round}: {minutes} minutes."),
    "time.paused": _("{who} paused the timer of {round}."),
    "time.went_on": _("{who} resumed the timer of {round}."),
    "time.changed": _("{who} changed the timer of {round} to {minutes} minutes in total."),
    "time.given": _("{who} added {given} minutes{at}, because: “{why}”"),
    "time.taken_back": _("{who} removed the {given} added minutes{at}."),
    "time.clocks_paused": _("{who} paused the clocks{at}{because_why}."),
    "time.clocks_went_on": _("{who} resumed the clocks{at}."),
    "time.clocks_set": _("{who} set the clocks{at}{because_why}."),
    "result.entered": _("{who} entered the result{at}: {after}{because}."),
    "result.corrected": _("{who} corrected{at_bare}: {after} (was {before}){because}."),
    "result.taken_back": _("{who} undid the result{at}: it was {before}{because}."),
    "result.decided": _("{who} decided a game{at}; the score is now {after}{because}."),
    "report.made": _("{who} reported game {game}{at}: {reported}."),
    "report.withdrawn": _("{who} withdrew the report on game {game}{at}."),
    "game.choice": _("{who} chose{at}: {first} goes first in game {game}."),
    "game.chooser": _("{chooser} chooses who goes first in game {game}{at}."),
    "game.won": _("Game {game}{at} was won by {winner} ({reason})."),
    "game.drawn": _("Game {game}{at} was drawn and will be replayed."),
    "bids.opened": _("The bids on game {game}{at} were opened."),
    "bids.on_paper": _("{who} entered the paper bids on game {game}{at}."),
    "bids.voided": _("{who} voided the bids on game {game}{at}, because: “{void}”"),
    "call.made": _("{who} called a judge{at}{wanted}."),
    "call.taken": _("{who} took the call{at}."),
    "call.put_back": _("{who} released the call{at}."),
    "call.reopened": _("{who} reopened the call{at}."),
    "call.finished": _("{who} resolved the call{at}."),
    "call.withdrawn": _("{who} cancelled the call{at}."),
    "dispute.filed": _("{who} disputed game {game}{at}: “{claim}”"),
    "dispute.opened": _("{who} opened the records of game {game}{at} to both players."),
    "dispute.withdrawn": _("{who} withdrew the dispute on game {game}{at}."),
    "record.handed_in": _("{who} submitted a record of game {game}{at}."),
    "finding.made": _("The engine judged the record of {whom} on game {game}{at}: {finding}."),
    "ruling.made": _("{who} ruled on game {game}{at}: {decision}{because}."),
    "appeal.made": _("{who} appealed the ruling on game {game}{at}, because: “{why}”"),
    "appeal.upheld": _("{who} answered the appeal on game {game}{at}: ruling upheld{because}."),
    "appeal.changed": _("{who} answered the appeal on game {game}{at}: ruling changed{because}."),
    "check.picked": _("{who} picked a deck check{at}."),
    "check.begun": _("{who} started the deck check{at}."),
    "check.as_listed": _("{who} found the deck of {whom} to match its list{at}."),
    "check.differs": _("{who} found differences in the deck of {whom}{at}."),
    "check.finished": _("{who} finished the deck check{at}."),
    "check.called_off": _("{who} cancelled the deck check{at}{note}."),
    "penalty.given": _("{who} gave {whom} a penalty: {level} for {infraction}{rule}. What happened: “{text}”"),
    "penalty.carried_out": _("{who} carried out the {level} of {whom}."),
    "penalty.taken_back": _("{who} undid the {level} of {whom}, because: “{taken_back_why}”"),
    "penalty.changed": _("{who} changed the penalty of {whom}{settings}."),
}
# Where it was done before, for the same person.
AGAIN = {"list.handed_in": _("{whom} submitted another deck list.")}
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
    """What the field is called on pages."""
    before: str
    """Its old value, in words."""
    after: str
    """Its new value, in words."""


@dataclass(frozen=True)
class LogLine:
    """A line of the trail. `who` is a handle, or empty for the site; `part` is a key of PARTS."""

    at: datetime
    """When the last of its rows changed."""
    part: str
    verb: str
    """A key of SENTENCES."""
    who: str
    round: int | None
    """The number of the round; None outside of rounds."""
    sentence: str
    """In the reader's language."""
    details: tuple[Detail, ...]
    """The fields that changed; empty where the sentence says it all."""


@dataclass(frozen=True)
class Asked:
    """What a reader wants to see; nothing asked is everything."""

    part: str = ""
    """A key of PARTS; empty for all parts."""
    round: int | None = None
    """The number of a round; None for the whole tournament."""
    person: str = ""
    """A part of a handle; empty for everybody."""


def lines(
    tournament: Tournament, query: Asked = Asked(), *, page: int = 1, size: int = PAGE
) -> tuple[list[LogLine], bool]:
    """A page of the trail, newest first, and whether older lines follow. Asks the same few queries for any page."""
    people = _people(tournament, query.person) if query.person else None
    kinds = list(PARTS[query.part][1]) if query.part else None
    deeds = event_rows.deeds(
        tournament, kinds=kinds, round=query.round, people=people, limit=size + 1, offset=size * (page - 1)
    )
    names, rounds = _names(deeds), round_names.all_called(tournament)
    return [_line(deed, names, rounds) for deed in deeds[:size]], len(deeds) > size


def _people(tournament: Tournament, words: str) -> list[UUID]:
    """Everybody with these letters in their handle who has to do with the tournament, by an entry or a role."""
    named = User.objects.filter(handle__icontains=words)
    entered = named.filter(entries__tournament=tournament)
    return list(entered.union(named.filter(staff_roles__tournament=tournament)).values_list("pk", flat=True)[:500])


def _names(deeds: Iterable[LoggedDeed]) -> dict[str, str]:
    """Handles of everybody the deeds speak of, by id; those of seats as well, by the seat's id."""
    rows = list(chain.from_iterable(deed.rows for deed in deeds))
    people = {deed.who for deed in deeds} | set(chain.from_iterable(row.persons for row in rows))
    people |= {row.now.get(actor) for row in rows for actor in ACTORS} | {row.was.get("user_id") for row in rows}
    named = User.objects.filter(pk__in=[pk for pk in people if pk]).values_list("pk", "handle")
    matches = {row.now["match_id"] for row in rows if row.now.get("match_id")}
    games = {row.now["game_id"] for row in rows if row.now.get("game_id")}
    matches |= set(Game.objects.filter(pk__in=games).values_list("match", flat=True))
    seats = Match.objects.filter(pk__in=matches).values_list("seats__pk", "seats__user__handle")
    return {str(pk): bidi_isolated(handle) for pk, handle in chain(named, seats)}


def _line(deed: LoggedDeed, names: Mapping[str, str], rounds: Mapping[int, str]) -> LogLine:
    row, round_ = deed.rows[0], round_names.among(rounds, deed.round)
    actor = deed.who or next((row.now[column] for column in ACTORS if row.now.get(column)), None)
    handle = names.get(str(actor), "")
    details = _details(deed)
    facts = {
        **_facts(row, names),
        "who": handle or NOBODY,
        "whom": _whom(deed, names),
        "through": gettext(", through an action of {who}").format(who=handle)
        if handle and str(actor) not in row.persons
        else "",
        "settings": _settings(details),
        "ranked": _ranked(deed, names),
        "at": _at(deed, round_),
        "at_bare": _at(deed, round_, bare=True),
        "round": round_,
    }
    sentence = str(_sentence(deed, str(actor)))
    part = next(key for key, (_, kinds) in PARTS.items() if deed.kind in kinds)
    return LogLine(
        deed.at, part, deed.verb, handle, deed.round, _finished(sentence.format_map(facts), names), tuple(details)
    )


def _sentence(deed: LoggedDeed, actor: str) -> Promise:
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
    sentence = text if text.startswith(tuple(names.values())) else f"{text[:1].upper()}{text[1:]}"
    return sentence.replace("”.", "”").replace("“.", "“").replace("».", "»")


def _whom(deed: LoggedDeed, names: Mapping[str, str]) -> str:
    """The people it is about; of many the first few."""
    people = list(dict.fromkeys(chain.from_iterable(row.persons for row in deed.rows)))
    named = [names.get(pk, gettext("someone")) for pk in people]
    if len(deed.rows) > 1 or deed.kind == "apart":
        named.sort()
    more = deed.count - len(deed.rows) + max(len(named) - MOST_NAMED, 0)
    return _listed([*named[:MOST_NAMED], *([gettext("{more} others").format(more=more)] if more else [])]) or gettext(
        "nobody"
    )


def _ranked(deed: LoggedDeed, names: Mapping[str, str]) -> str:
    """What closed standings said, each time that they were closed; of many ranks the first few."""
    rankings = [_first_ranks(row.now["ranked"], names) for row in deed.rows if row.now.get("ranked")]
    return gettext("; they said: {ranks}").format(ranks="; ".join(rankings)) if rankings else ""


def _first_ranks(ranked: list[dict[str, Any]], names: Mapping[str, str]) -> str:
    places = []
    for row in ranked[:MOST_NAMED]:
        player = names.get(str(row["user"]), gettext("someone"))
        points = "" if row["points"] is None else f" ({row['points']})"
        places.append(f"{row['rank']}. {player}{points}" if row["rank"] else f"{player}{points}")
    more = len(ranked) - MOST_NAMED
    return _listed([*places, *([gettext("{more} others").format(more=more)] if more > 0 else [])])


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _at(deed: LoggedDeed, round_: str, *, bare: bool = False) -> str:
    """“ at table 4 in round 2”; bare, behind a verb that goes with the table itself, “ table 4 in round 2”."""
    tables = sorted({row.table for row in deed.rows if row.table})
    if not tables:
        return gettext(" in {round}").format(round=round_) if round_ else ""
    many = len(tables)
    if bare and round_:
        template = ngettext(" table {tables} in {round}", " tables {tables} in {round}", many)
    elif bare:
        template = ngettext(" table {tables}", " tables {tables}", many)
    elif round_:
        template = ngettext(" at table {tables} in {round}", " at tables {tables} in {round}", many)
    else:
        template = ngettext(" at table {tables}", " at tables {tables}", many)
    return template.format(tables=_listed([str(table) for table in tables]), round=round_)


def _because(now: Mapping[str, Any], column: str) -> str:
    why = _said(now, column)
    return gettext(", because: “{why}”").format(why=why) if why else ""


def _said(now: Mapping[str, Any], column: str) -> str:
    """What was given as a reason: words of the site in the reader's language, words of a person as they are."""
    return words_in(now, column)


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


def _facts(row: EventRow, names: Mapping[str, str]) -> dict[str, Any]:
    """Everything a sentence may say of a row."""
    now, was = row.now, row.was
    seat = {name: names.get(str(now.get(f"{name}_id")), "") for name in ("winner", "first", "chooser")}
    return {
        **seat,
        **{name: now.get(column) for name, column in AS_KEPT.items()},
        "announced": was.get("announcement"),
        "role": _label(Staff.Role, now.get("role")),
        "former": names.get(str(was.get("user_id")), gettext("someone")),
        "note": _because(now, "note"),
        "text": _said(now, "note"),
        "purpose": _said(now, "purpose"),
        "format": _label(Stage.Format, now.get("format")),
        "by_hand": _because(now, "by_hand"),
        "unplayed": _unplayed(now.get("unplayed")),
        "because": _because(now, "reason"),
        "reason": _label(Reason, now.get("reason")),
        "before": _score(now.get("before"), row, names),
        "after": _score(now.get("after"), row, names),
        "game": row.game,
        "reported": _reported(seat["winner"], _label(Reason, now.get("reason"))),
        "void": _said(now, "void_reason"),
        "wanted": gettext(": “{why}”").format(why=now["reason"]) if now.get("reason") else "",
        "claim": _said(now, "claim"),
        "finding": _finding(now),
        "decision": _label(Ruling.Decision, now.get("decision")),
        "why": _said(now, "why"),
        "because_why": _because(now, "why"),
        "minutes": (now.get("seconds") or 0) // 60,
        "level": _label(Penalty.Level, now.get("level")),
        "infraction": name_of(now["infraction"]) if now.get("infraction") else "",
        "rule": gettext(", rule {rule}").format(rule=now["rule"]) if now.get("rule") else "",
        "taken_back_why": _said(now, "taken_back_why"),
        "off_why": _label(Webhook.Off, now.get("off_why")),
    }


def _reported(winner: str, reason: str) -> str:
    if not winner:
        return gettext("drawn")
    return gettext("won by {winner} ({reason})").format(winner=winner, reason=reason)


def _label(choices: Any, value: object) -> str:
    return str(choices(value).label) if value in choices.values else str(value or "")


def _unplayed(value: object) -> str:
    return str(dict(UNPLAYED).get(str(value), value or ""))


def _finding(now: Mapping[str, Any]) -> str:
    """What the engine says to everybody; what the lists say of a record is not for the readers of the trail."""
    verdicts = now.get("told")
    verdict = verdicts.get(NEITHER) if isinstance(verdicts, Mapping) else None
    if not verdict:
        return ""
    finding = gettext(str(verdict["finding"]))
    if verdict["line"] is None:
        return finding
    return gettext("{finding} at line {line}").format(finding=finding, line=verdict["line"])


def _score(result: Mapping[str, Any] | None, row: EventRow, names: Mapping[str, str]) -> str:
    """“Anna 2–1 Ben”, with how it ended where that says more."""
    if not result:
        return ""
    first, second = (names.get(pk, gettext("someone")) for pk in (*row.persons, "", "")[:2])
    wins = result["wins"]
    score = f"{first} {wins.get('1', 0)}–{wins.get('2', 0)} {second}"
    if result["step"] != Match.Step.FINISHED:
        return gettext("{score}, still being played").format(score=score)
    return score if result["reason"] in ("", Reason.PLAYED) else f"{score}, {_label(Reason, result['reason'])}"


def _settings(details: list[Detail]) -> str:
    return f": {_listed([detail.name for detail in details])}" if details else ""


def _details(deed: LoggedDeed) -> list[Detail]:
    """Old and new values where the sentence does not tell them: of changed settings, and what a correction did."""
    row = deed.rows[0]
    if deed.kind == "result":
        changes = localize_each(row.now["after"].get("changes", []))
        return [Detail(gettext("changed"), "", sentence) for sentence in changes]
    if not deed.verb.endswith(".changed"):
        return []
    return list(_differences(deed.kind, row.now, row.was))


def _differences(kind: str, now: Mapping[str, Any], was: Mapping[str, Any]) -> Iterator[Detail]:
    for column, value in now.items():
        if not column.startswith("pgh_") and column not in UNTOLD and value != was.get(column):
            before, after = (field_names.value(kind, column, row.get(column)) for row in (was, now))
            yield Detail(field_names.name(kind, column), before, after)
