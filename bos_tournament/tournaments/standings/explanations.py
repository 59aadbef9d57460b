"""Why this rank and why this opponent, with names, for everybody to read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.messages import localize, localize_kept, with_args
from bos_tournament.pairing.event import BYES, Event, Unplayed
from bos_tournament.pairing.groups import group_name, of_group
from bos_tournament.pairing.messages import Message as Said
from bos_tournament.pairing.messages import message_json
from bos_tournament.pairing.player_totals import Games, Tallies
from bos_tournament.pairing.rank_explanation import WhyHere, Working, why_here
from bos_tournament.pairing.tie_breaks import TIE_BREAKS, format_figure
from bos_tournament.tournaments.access.desk_access import snapshot_of
from bos_tournament.tournaments.models import Entrant, Pairing, Snapshot, Tournament
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure import stage_standings
from engine.hosting import Message, code_json, from_json

MOST_PEERS = 60
OUTCOMES = ("lost", "drawn", "won")


@dataclass(frozen=True)
class RankShown:
    """A rank with everything behind it; `why` is what `worked` gives, with names."""

    entrant: Entrant
    """Whose rank it is."""
    group: str
    """Its name; empty where all are ranked together."""
    why: dict[str, Any]


@dataclass(frozen=True)
class Peer:
    """Somebody whom a player could have met: their points, and why they did not."""

    name: str
    """The player's handle."""
    points: int
    """Match points before the round."""
    said: str
    """Such as that they met already."""


@dataclass(frozen=True)
class Side:
    """One player of a pairing before the round, and the others on the same points."""

    entrant: Entrant
    """Who it is."""
    points: int
    """Match points before the round."""
    met_before: int
    """The round in which these two last met; 0 for never."""
    peers: tuple[Peer, ...]
    """At most MOST_PEERS."""
    more: int
    """How many peers are left out; 0 or less for none."""


def rank_of(tournament: Tournament, entrant: Entrant, snapshot: Snapshot | None = None) -> RankShown:
    """The working of one rank after the last closed round, or as a snapshot keeps it. Http404 without a rank."""
    entrants = stage_standings.entrants_by_place(tournament)
    names = {stage_standings.player_id(member): str(member.user) for member in entrants}
    me = stage_standings.player_id(entrant)
    if entrant.place is None or me not in names:
        raise Http404(_("There is no rank to explain yet."))
    if snapshot:
        why = Snapshot.objects.filter(pk=snapshot.pk).values_list(f"workings__{me}", flat=True).first()
        groups = snapshot.event.get("groups", [])
    else:
        event = stage_standings.build_event(tournament, entrants)
        why, groups = _worked_now(tournament, event, me), event.groups
    if why is None:
        raise Http404(_("There is no rank to explain yet."))
    at = next((at for at, group in enumerate(groups) if me in group), None) if tournament.has_groups else None
    return RankShown(entrant, "" if at is None else group_name(at), _named(why, names))


def closing_of(tournament: Tournament, number: int | None) -> Snapshot | None:
    """The closing whose ranks are explained: the last one, or the one of this number (404 without it). None while the
    first stage, of which ranks are, is still open."""
    if number is not None:
        return snapshot_of(tournament, 1, number)
    return next(
        (snapshot for snapshot in leaderboard.latest_snapshots(tournament) if not snapshot.stage.is_bracket), None
    )


def _worked_now(tournament: Tournament, event: Event, me: str) -> dict[str, Any] | None:
    if not event.rounds:
        return None
    groups = event.groups if tournament.has_groups else ()
    own = next((group for group in groups if me in group), None)
    return json.loads(worked(why_here(of_group(event, own) if own else event, me)))


def worked(why: WhyHere) -> str:
    """A rank with its working as a JSON text: sentences as messages are kept, people by player id.

    Put together from parts that are written once: those of thousands have hundreds of thousands of terms, which end
    in few different words.
    """
    rounds = ", ".join(
        [
            f'{{"round": {played.round}, "opponent": {_text(played.opponent)}, "points": {played.points}, '
            f'"said": {_outcome(played.sign, played.games, played.unplayed)}}}'
            for played in why.rounds
        ]
    )
    return (
        f'{{"rank": {_text(why.rank)}, "points": {why.points}, "reason": {_note(why.reason)}, '
        f'"rounds": [{rounds}], "figures": [{", ".join(map(_figure, why.workings))}]}}'
    )


def _named(why: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """In the reader's language, and with names in place of player ids."""

    def named(row: dict[str, Any], words: str) -> dict[str, Any]:
        return row | {"name": names.get(row["opponent"] or "", ""), words: localize_kept(row[words])}

    def described(figure: dict[str, Any]) -> dict[str, Any]:
        return figure | _tie_break(figure["key"]) | {"terms": [named(term, "note") for term in figure["terms"]]}

    return why | {
        "reason": _named_reason(why["reason"], names),
        "rounds": [named(row, "said") for row in why["rounds"]],
        "figures": [described(figure) for figure in why["figures"]],
    }


def sides_of(tournament: Tournament, pairing: Pairing) -> tuple[Side, ...]:
    """The players of a Swiss pairing as they stood before the round, by the results that count now."""
    entrants = stage_standings.entrants_by_place(tournament)
    by_id = {stage_standings.player_id(entrant): entrant for entrant in entrants}
    event = stage_standings.build_event(tournament, entrants, before=pairing.round.number)
    seated = Tables(pairing, by_id)
    tallies = Tallies(event)
    return tuple(
        _side(event, tallies, stage_standings.player_id(sitting.entrant), by_id, seated)
        for sitting in pairing.sittings.all()
    )


class Tables:
    """Where everybody sits in the round of a pairing. One query."""

    def __init__(self, pairing: Pairing, by_id: Mapping[str, Entrant]) -> None:
        rows = Pairing.objects.filter(round=pairing.round_id).values_list("pk", "table", "sittings__entrant")
        places = {entrant.pk: name for name, entrant in by_id.items()}
        self.at = {places[entrant]: (pk, table) for pk, table, entrant in rows if entrant in places}

    def said(self, name: str) -> str:
        """Where somebody sits instead."""
        table = self.at[name][1]
        return _("sits at table %(table)s") % {"table": table} if table else _("has no opponent in this round")


def _side(event: Event, tallies: Tallies, name: str, by_id: Mapping[str, Entrant], seated: Tables) -> Side:
    place = tallies.places[name]
    met = {meeting.opponent: meeting.round for meeting in tallies.meetings[place] if meeting.opponent is not None}
    own_table, apart = seated.at.get(name), [set(pair) for pair in (*event.forbidden, *event.avoided)]
    peers, met_before = [], 0
    for other, points in enumerate(tallies.points):
        here = tallies.names[other]
        if here == name or here not in seated.at:
            continue
        if seated.at[here] == own_table:
            met_before = met.get(other, 0)
        elif points == tallies.points[place]:
            sentence = _("never met; %(where)s") % {"where": seated.said(here)}
            if {name, here} in apart:
                sentence = _("kept apart by the organizer; %(where)s") % {"where": seated.said(here)}
            elif other in met:
                sentence = _("met in round %(round)s") % {"round": met[other]}
            peers.append(Peer(str(by_id[here].user), points, sentence))
    return Side(by_id[name], tallies.points[place], met_before, tuple(peers[:MOST_PEERS]), len(peers) - MOST_PEERS)


def _named_reason(stored: dict[str, Any], names: Mapping[str, str]) -> str:
    message = from_json(stored)
    return localize(with_args(message, above=names.get(str(message.args.get("above")), "")))


def _tie_break(key: str) -> dict[str, str]:
    """What a tie-break is called and is, in the language of this moment."""
    tie_break = TIE_BREAKS[key]
    return {
        "label": localize(tie_break.label),
        "short": localize(tie_break.short),
        "meaning": localize(tie_break.meaning),
    }


@lru_cache(maxsize=512)
def _outcome(sign: int, games: Games, unplayed: Unplayed | None) -> str:
    """How a round ended, as a message is kept."""
    if unplayed in BYES:
        return json.dumps(code_json(Message("played.bye")))
    won, lost, drawn = games
    score = f"{won}–{lost}" + (f"–{drawn}" if drawn else "")
    if unplayed is None:
        return json.dumps(code_json(Message(f"played.{OUTCOMES[sign + 1]}", games=score)))
    why = Message(f"reason.{unplayed.value}")
    return json.dumps(code_json(Message(f"played.{OUTCOMES[sign + 1]}_unplayed", games=score, unplayed=why)))


def _figure(working: Working) -> str:
    terms = ", ".join(
        [
            f'{{"round": {_text(number)}, "opponent": {_text(opponent)}, "note": {_note(note)}, '
            f'"value": "{value}", "left_out": {"true" if left_out else "false"}}}'
            for value, note, opponent, number, left_out in working.terms
        ]
    )
    figure = {
        "key": working.key,
        "is_share": TIE_BREAKS[working.key].is_share,
        "shown": format_figure(working.key, working.result.numerator, working.result.denominator),
        "total": str(working.result * working.divided_by),
        "divided_by": working.divided_by,
        "result": str(working.result),
    }
    return f'{json.dumps(figure)[:-1]}, "terms": [{terms}]}}'


@lru_cache(maxsize=8_192)
def _text(value: str | int | None) -> str:
    return json.dumps(value)


@lru_cache(maxsize=8_192)
def _note(note: Said) -> str:
    return json.dumps(message_json(note))
