"""Penalties: what the list proposes, giving one with its effect, carrying out one that waits, taking one back.

A result changes through the deeds of the desk alone. What the public reads there says that a judge decided, not why.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.penalties.infractions import infractions
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Match, Reason, Seat
from bos_tournament.messages import Words, localize_all, words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Tournament
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from engine.bos.game import rulebook
from engine.hosting import Message, code_json

Level, State = Penalty.Level, Penalty.State
PUBLIC = {level: Message(f"penalty.{level.value}") for level in (Level.GAME_LOSS, Level.MATCH_LOSS)}
MOST_PENALTIES = 40
"""So many penalties may one entrant be given in a tournament, those that were taken back included."""


@dataclass(frozen=True)
class Proposal:
    """What the list says for this entrant and infraction now, and the penalties that it follows from."""

    level: Penalty.Level
    """What the ladder proposes."""
    earlier: tuple[Penalty, ...]
    """Penalties for the same infraction in this tournament, oldest first."""

    @property
    def why(self) -> str:
        times = len(self.earlier)
        if not times:
            sentence = _("First offence in this tournament: %(level)s.")
        elif times == 1:
            sentence = _("Second offence in this tournament: %(level)s.")
        elif times == 2:
            sentence = _("Third offence in this tournament: %(level)s.")
        else:
            sentence = _("Penalized for this %(times)s times before in this tournament: %(level)s.")
        return sentence % {"level": self.level.label, "times": times}


def proposal(entrant: Entrant, infraction: str) -> Proposal:
    """What the ladder of the infraction proposes. Raises Refused: `no_such_infraction`."""
    entry = infractions().get(infraction)
    if entry is None:
        raise Refused(_("Choose an infraction from the list."), code="no_such_infraction")
    earlier = entrant.penalties.filter(infraction=infraction).exclude(state=State.TAKEN_BACK)
    rows = tuple(earlier.order_by("made_at"))
    return Proposal(entry.level_after(len(rows)), rows)


@transaction.atomic
def penalize(entrant: Entrant, *, by: User, infraction: str, level: str, rule: str = "", note: Words) -> Penalty:
    """Gives a penalty, with its effect on the match that is on. Without one a game or match loss waits, and staff
    see it at the desk until it is carried out.

    Raises Refused: `no_such_infraction`, `note_missing`, `no_such_rule`, `rule_missing`, `not_taking_part`,
    `already_over`, `too_many_penalties`, and what the change of the result or the disqualification refuses.
    """
    tournament = lock_tournament(entrant.tournament)
    entrant = tournament.entrants.select_related("user", "tournament").get(pk=entrant.pk)
    _refuse(tournament, entrant)
    penalty = Penalty(
        entrant=entrant,
        infraction=infraction,
        level=Level(level),
        proposed=proposal(entrant, infraction).level,
        rule=_rule(infraction, rule),
        **words("note", _note(note)),
        by=by,
        made_at=db_now(),
    )
    _take_effect(penalty, by=by)
    penalty.save()
    _tell_the_match(penalty)
    bump_version(tournament)
    return penalty


@transaction.atomic
def apply_penalty(penalty: Penalty, *, by: User) -> Penalty:
    """Lets a game or match loss that waited take effect on the match that is on now.

    Raises Refused: `not_due`, `no_open_match`, and what the change of the result refuses.
    """
    tournament, penalty = _held(penalty)
    if penalty.state != State.DUE:
        raise Refused(_("This penalty is not waiting to be carried out."), code="not_due")
    _take_effect(penalty, by=by)
    if penalty.state == State.DUE:
        raise Refused(
            _("%(player)s is not playing a match now. Carry it out in their next one.")
            % {"player": penalty.entrant.user},
            code="no_open_match",
        )
    penalty.save()
    bump_version(tournament)
    return penalty


@transaction.atomic
def undo_penalty(penalty: Penalty, *, by: User, why: str) -> list[str]:
    """Takes a penalty back, with what it did to the result as far as that can still be undone; returns what it
    changed, and what it did not, in sentences. Raises Refused: `taken_back_already`, `reason_missing`."""
    tournament, penalty = _held(penalty)
    if penalty.state == State.TAKEN_BACK:
        raise Refused(_("This penalty was already undone."), code="taken_back_already")
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give a reason. It is shown to the player."), code="reason_missing")
    changes = _undo(penalty, by=by)
    penalty.state, penalty.taken_back_by, penalty.taken_back_at = State.TAKEN_BACK, by, db_now()
    penalty.taken_back_why = why
    penalty.save()
    _tell_the_match(penalty)
    bump_version(tournament)
    return [_("The penalty was undone and no longer counts."), *changes]


def open_match(entrant: Entrant) -> Match | None:
    """The published match of this entrant that is on."""
    matches = Match.objects.filter(pairing__sittings__entrant=entrant, pairing__round__state=Round.State.PUBLISHED)
    return (
        matches.filter(finished_at=None, called_off_at=None).select_related("pairing__round__stage__tournament").first()
    )


def _tell_the_match(penalty: Penalty) -> None:
    """The player reads it where they sit; an open page asks again."""
    if penalty.match and penalty.match.called_off_at is None:
        match_steps.save(match_steps.lock(penalty.match))


def _refuse(tournament: Tournament, entrant: Entrant) -> None:
    if tournament.is_over:
        raise Refused(_("This tournament is over, so no more penalties can be given."), code="already_over")
    if entrant.state not in (Entrant.State.REGISTERED, Entrant.State.PLAYING, Entrant.State.DROPPED):
        raise Refused(
            _("%(player)s is not playing, so no penalty can be given.") % {"player": entrant.user},
            code="not_taking_part",
        )
    if entrant.penalties.count() >= MOST_PENALTIES:
        raise Refused(
            _("%(player)s already has %(most)s penalties, the maximum.")
            % {"player": entrant.user, "most": MOST_PENALTIES},
            code="too_many_penalties",
        )


def _rule(infraction: str, text: str) -> str:
    """The rule that is cited: an existing one, and one there must be unless the list says the rulebook is silent."""
    number = text.strip().strip("§ .") or infractions()[infraction].rule
    if number and number not in rulebook():
        raise Refused(
            _("There is no rule %(number)s. Look it up in the rules.") % {"number": number[:12]}, code="no_such_rule"
        )
    if not number and infractions()[infraction].needs_rule:
        raise Refused(_("Enter the number of the rule that was broken, as in the rules."), code="rule_missing")
    return number


def _note(note: Words) -> Words:
    if isinstance(note, Message):
        return note
    if not (note := " ".join(note.split())):
        raise Refused(_("Explain in a sentence what happened. It is shown to the player."), code="note_missing")
    return note[:500]


def _take_effect(penalty: Penalty, *, by: User) -> None:
    """Changes the result, if the penalty does and something is being played; otherwise it is due."""
    level, entrant = Level(penalty.level), penalty.entrant
    match = open_match(entrant)
    if level == Level.WARNING:
        penalty.match = match
        return
    if level == Level.DISQUALIFICATION:
        participation.disqualify(entrant, by=by, why=Message("penalty.disqualification"))
        penalty.state, penalty.match = State.GIVEN, match
        changes = [Message("penalty.disqualified", player=str(entrant.user))]
        penalty.told = _kept([*changes, Message("penalty.match_lost")] if match else changes)
        return
    if match is None:
        penalty.state = State.DUE
        return
    penalty.state, penalty.match = State.GIVEN, match
    other = match.seats.exclude(user=entrant.user_id).select_related("user").get()
    if level == Level.GAME_LOSS:
        penalty.game = match_steps.open_game(match)
        penalty.told = _kept(result_entry.decide(penalty.game, by=by, winner=other, why=PUBLIC[level]))
    else:
        penalty.told = _kept(_lose(match, to=other, by=by))


def _kept(changes: Iterable[Message]) -> list[dict[str, Any]]:
    return list(map(code_json, changes))


def _lose(match: Match, *, to: Seat, by: User) -> list[Message]:
    wins = {seat.number: match.wins_needed if seat == to else seat.games_won for seat in match.seats.all()}
    why = PUBLIC[Level.MATCH_LOSS]
    return result_entry.enter_result(match.pairing, by=by, wins=wins, winner=to, reason=Reason.JUDGED, why=why)


def _undo(penalty: Penalty, *, by: User) -> list[str]:
    """What can be undone while the round is open is; about the rest the desk is told."""
    if penalty.level == Level.WARNING:
        return []
    why = Message("penalty.taken_back")
    try:
        with transaction.atomic():
            if penalty.level == Level.DISQUALIFICATION:
                _refuse_back(penalty.entrant)
                participation.reinstate(penalty.entrant, by=by)
                changes = [_("%(player)s is back in.") % {"player": penalty.entrant.user}]
                return [*changes, _("The match stays lost.")] if penalty.match else changes
            if penalty.match is None:
                return []
            _refuse_closed(penalty.match)
            _refuse_changed(penalty, penalty.match)
            if penalty.game is not None:
                return localize_all(result_entry.replay(penalty.game, by=by, why=why))
            return localize_all(result_entry.undo_result(penalty.match.pairing, by=by, why=why))
    except Refused as refusal:
        return [
            _("The result stays as it is: %(refusal)s The desk can correct it at the table.") % {"refusal": refusal}
        ]


def _refuse_closed(match: Match) -> None:
    pairing = Pairing.objects.filter(match=match).select_related("round").first()
    if pairing is None:
        raise Refused(_("The match was cancelled."), code="match_called_off")
    if pairing.round.closed_at:
        raise Refused(_("The round is closed."), code="round_closed")


def _refuse_back(entrant: Entrant) -> None:
    """Who was brought back already, and perhaps dropped since, is left where they are."""
    if entrant.state != Entrant.State.DISQUALIFIED:
        raise Refused(_("They are no longer disqualified."), code="not_disqualified")


def _refuse_changed(penalty: Penalty, match: Match) -> None:
    """What somebody decided after the penalty is theirs, and does not go with it."""
    held = penalty.game or match
    winner = held.winner and held.winner.user_id
    if (held.reason, winner) != (Reason.JUDGED, _opponent(penalty, match)):
        raise Refused(_("It was changed since."), code="result_changed_since")


def _opponent(penalty: Penalty, match: Match) -> UUID:
    return match.seats.exclude(user=penalty.entrant.user_id).get().user_id


def _held(penalty: Penalty) -> tuple[Tournament, Penalty]:
    tournament = lock_tournament(penalty.entrant.tournament)
    penalties = Penalty.objects.select_related(
        "entrant__user", "entrant__tournament", "match__pairing__round", "match__winner", "game__match", "game__winner"
    )
    return tournament, penalties.get(pk=penalty.pk)
