"""Why this rank and why this opponent, with names, for everybody to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _

from bos_tournament.pairing.event import Event, Unplayed
from bos_tournament.pairing.groups import group_name, of_group
from bos_tournament.pairing.tally import Tallies
from bos_tournament.pairing.tie_breaks import TIE_BREAKS, shown
from bos_tournament.pairing.working import PlayedRound, WhyHere, Working, why_here
from bos_tournament.tournaments import board, standings
from bos_tournament.tournaments.access_desk import snapshot_of
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Entrant, Pairing, Snapshot, Tournament

MOST_PEERS = 60
OUTCOMES = ("lost", "drawn", "won")


@dataclass(frozen=True)
class RankShown:
    """A rank with everything behind it; `why` is what `worked` gives, with names."""

    entrant: Entrant
    group: str
    why: dict[str, Any]


@dataclass(frozen=True)
class Peer:
    """Somebody whom a player could have met: their points, and why they did not."""

    name: str
    points: int
    said: str


@dataclass(frozen=True)
class Side:
    """One player of a pairing before the round, and the others on the same points."""

    entrant: Entrant
    points: int
    met_before: int
    peers: tuple[Peer, ...]
    more: int


def rank_of(tournament: Tournament, entrant: Entrant, snapshot: Snapshot | None = None) -> RankShown:
    """The working of one rank after the last closed round, or as a snapshot keeps it. Http404 without a rank."""
    entrants = standings.field(tournament)
    names = {standings.player_id(one): str(one.user) for one in entrants}
    me = standings.player_id(entrant)
    if entrant.place is None or me not in names:
        raise Http404(_("There is no rank to explain yet."))
    if snapshot:
        why = Snapshot.objects.filter(pk=snapshot.pk).values_list(f"workings__{me}", flat=True).first()
        groups = snapshot.event.get("groups", [])
    else:
        event = standings.event_of(tournament, entrants)
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
    return next((one for one in board.kept(tournament) if not one.stage.is_bracket), None)


def _worked_now(tournament: Tournament, event: Event, me: str) -> dict[str, Any] | None:
    if not event.rounds:
        return None
    groups = event.groups if tournament.has_groups else ()
    own = next((group for group in groups if me in group), None)
    return worked(why_here(of_group(event, own) if own else event, me))


def worked(why: WhyHere) -> dict[str, Any]:
    """A rank with its working as JSON holds it, in English; people by player id."""
    with translation.override("en"):
        return _worked(why)


def _worked(why: WhyHere) -> dict[str, Any]:
    rounds = [
        {"round": one.round, "opponent": one.opponent, "said": _outcome(one), "points": one.points}
        for one in why.rounds
    ]
    figures = [_figure(one) for one in why.workings]
    return {"rank": why.rank, "points": why.points, "reason": why.reason, "rounds": rounds, "figures": figures}


def _named(why: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """In the reader's language, and with names in place of player ids."""

    def named(one: dict[str, Any], words: str) -> dict[str, Any]:
        return one | {"name": names.get(one["opponent"] or "", ""), words: in_words(one[words])}

    def told(figure: dict[str, Any]) -> dict[str, Any]:
        words = {name: in_words(figure[name]) for name in ("label", "short", "meaning")}
        return figure | words | {"terms": [named(one, "note") for one in figure["terms"]]}

    return why | {
        "reason": _named_reason(in_words(why["reason"]), names),
        "rounds": [named(one, "said") for one in why["rounds"]],
        "figures": [told(figure) for figure in why["figures"]],
    }


def sides_of(tournament: Tournament, pairing: Pairing) -> tuple[Side, ...]:
    """The players of a Swiss pairing as they stood before the round, by the results that count now."""
    entrants = standings.field(tournament)
    by_id = {standings.player_id(one): one for one in entrants}
    event = standings.event_of(tournament, entrants, before=pairing.round.number)
    seated = Tables(pairing, by_id)
    tallies = Tallies(event)
    return tuple(
        _side(event, tallies, standings.player_id(sitting.entrant), by_id, seated) for sitting in pairing.sittings.all()
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
            said = _("never met; %(where)s") % {"where": seated.said(here)}
            if {name, here} in apart:
                said = _("kept apart by the organizer; %(where)s") % {"where": seated.said(here)}
            elif other in met:
                said = _("met in round %(round)s") % {"round": met[other]}
            peers.append(Peer(str(by_id[here].user), points, said))
    return Side(by_id[name], tallies.points[place], met_before, tuple(peers[:MOST_PEERS]), len(peers) - MOST_PEERS)


def _named_reason(reason: str, names: Mapping[str, str]) -> str:
    words = reason.replace(";", " ;").split(" ")
    return " ".join(names.get(word, word) for word in words).replace(" ;", ";")


def _outcome(one: PlayedRound) -> str:
    if one.unplayed in (Unplayed.BYE, Unplayed.EARNED_BYE):
        return "bye"
    won, lost, drawn = one.games
    said = f"{OUTCOMES[one.sign + 1]} {won}–{lost}" + (f"–{drawn}" if drawn else "")
    return f"{said}, {Pairing.Unplayed(one.unplayed).label}" if one.unplayed else said


def _figure(working: Working) -> dict[str, Any]:
    about = TIE_BREAKS[working.key]
    terms = [
        {
            "round": one.round,
            "opponent": one.opponent,
            "note": one.note,
            "value": str(one.value),
            "left_out": one.left_out,
        }
        for one in working.terms
    ]
    return {
        "label": about.label,
        "short": about.short,
        "meaning": about.meaning,
        "is_share": about.is_share,
        "shown": shown(working.key, working.result.numerator, working.result.denominator),
        "terms": terms,
        "total": str(working.result * working.divided_by),
        "divided_by": working.divided_by,
        "result": str(working.result),
    }
