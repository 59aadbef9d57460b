"""Results entered and corrected at the desk, with what they change in ranks and rounds."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import results
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.groups import of_group
from bos_tournament.pairing.repair import CutChange, Moved, consequences, cut_change
from bos_tournament.tournaments import cut, repairing, snapshots, standings
from bos_tournament.tournaments.models import Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.versions import locked, touch

MOST_TOLD = 12


@transaction.atomic
def settle(
    pairing: Pairing, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: str
) -> list[str]:
    """Enters or corrects the result of a table, at any step; returns what it changed, ranks included.

    Raises Refused when nothing changes, without a reason, and for another winner of a bracket that has gone on.
    """

    def enter(match: Match) -> list[str]:
        return results.enter_result(match, by=by, wins=wins, winner=winner, reason=reason, why=why)

    return _change(pairing, enter)


@transaction.atomic
def decide(game: Game, *, by: User, winner: Seat | None, why: str) -> list[str]:
    """A judge decides one game, with all that `settle` looks after; returns what it changed."""
    return _change(game.match.pairing, lambda match: results.decide_game(game, by=by, winner=winner, why=why))


@transaction.atomic
def decide_by_time(pairing: Pairing, *, by: User, why: str) -> list[str]:
    """Staff take a time that ran out for lost: the game where each game has its own time, else the match (G-149).

    Raises Refused: `no_match`, `no_flag`, and what `settle` refuses.
    """
    match = Match.objects.get(pk=_match(pairing).pk)
    if match.finished_at or match.flag_seat is None or match.flag_at is None or match.flag_at > db_now():
        raise Refused(_("No time has run out at this table."), code="no_flag")
    winner = match.seats.exclude(number=match.flag_seat).get()
    if match.clock_per_game:
        game = match.games.get(outcome=Game.Outcome.OPEN)
        return _change(
            pairing, lambda match: results.decide_game(game, by=by, winner=winner, why=why, reason=Reason.TIME)
        )
    wins = {seat.number: seat.games_won for seat in match.seats.all()}
    return settle(pairing, by=by, wins=wins, winner=winner, reason=Reason.TIME, why=why)


@transaction.atomic
def replay(game: Game, *, by: User, why: str) -> list[str]:
    """A judge has one game played again, with all that `settle` looks after; returns what it changed."""
    return _change(game.match.pairing, lambda match: results.replay_game(game, by=by, why=why))


def _change(pairing: Pairing, deed: Callable[[Match], list[str]]) -> list[str]:
    """Every change of a result passes here: the tournament is locked first and has a new version at the end."""
    tournament = locked(pairing.round.stage.tournament)
    if tournament.state == Tournament.State.CANCELLED:
        raise Refused(_("This tournament was cancelled; its results stay as they are."), code="already_over")
    match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
    counts = pairing.round.closed_at is not None and not pairing.round.stage.is_bracket
    before = standings.event_of(tournament) if counts else None
    told = deed(match)
    _refuse_bracket_gone_on(pairing, was=match)
    if before:
        told += _consequences(tournament, before, standings.event_of(tournament))
        told += _gone_on(pairing.round)
    told += _closed(tournament, pairing.round.stage)
    touch(tournament)
    return told


def _closed(tournament: Tournament, stage: Stage) -> list[str]:
    """Closed standings do not follow a correction by themselves."""
    if not stage.snapshots.exists() or not any(one.stage == stage for one in snapshots.differences(tournament)):
        return []
    return [_("The standings shown are closed and stay, until the organizer closes them anew with a reason.")]


def foresee(
    pairing: Pairing, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: str
) -> list[str]:
    """What `settle` would change; does it and takes it back."""
    with transaction.atomic():
        told = settle(pairing, by=by, wins=wins, winner=winner, reason=reason, why=why)
        transaction.set_rollback(True)
    return told


@transaction.atomic
def take_back(pairing: Pairing, *, by: User, why: str) -> list[str]:
    """Withdraws a result the desk entered by mistake, while its round is open: the match goes on."""
    tournament = locked(pairing.round.stage.tournament)
    if Round.objects.get(pk=pairing.round_id).closed_at:
        raise Refused(_("This round is closed; correct the result instead."), code="round_closed")
    told = results.take_back(_match(pairing), by=by, why=why)
    touch(tournament)
    return told


def _match(pairing: Pairing) -> Match:
    if pairing.match is None:
        raise Refused(_("Nothing is played at this pairing."), code="no_match")
    return pairing.match


def _refuse_bracket_gone_on(pairing: Pairing, *, was: Match) -> None:
    """Whoever had won plays on already, so another winner comes too late until that round is taken back."""
    if not pairing.round.stage.is_bracket or not was.finished_at:
        return
    later = pairing.round.stage.rounds.filter(number__gt=pairing.round.number, state=Round.State.PUBLISHED)
    now = Match.objects.get(pk=was.pk)
    if (now.winner_id, now.step) != (was.winner_id, was.step) and (found := later.first()):
        raise Refused(
            _("Round %(round)s is paired from this result; take it back first.") % {"round": found.number},
            code="bracket_gone_on",
        )


def _consequences(tournament: Tournament, before: Event, after: Event) -> list[str]:
    """Ranks that change, and seats of the cut once all rounds before it are closed."""
    names = {standings.player_id(entrant): str(entrant.user) for entrant in standings.field(tournament)}
    if tournament.has_groups:
        parts = [(of_group(before, group), of_group(after, group)) for group in after.groups]
    else:
        parts = [(before, after)]
    moved = [one for was, now in parts for one in consequences(was, now).moved]
    return [*_moved(moved, names), *_cut(tournament, _cut_change(tournament, before, after), names)]


def _cut_change(tournament: Tournament, before: Event, after: Event) -> CutChange:
    stage = tournament.stages.exclude(format__in=Stage.BRACKETS).first()
    if stage is None or not tournament.has_cut or len(after.rounds) < stage.rounds_planned:
        return CutChange()
    try:
        return cut_change(cut.seeds_of(tournament, before), cut.seeds_of(tournament, after))
    except ValueError:  # nobody is left to go on
        return CutChange()


def _moved(moved: Sequence[Moved], names: Mapping[str, str]) -> list[str]:
    said = _("%(player)s: rank %(rank)s instead of %(old_rank)s, %(points)s points instead of %(old_points)s.")
    told = [
        said
        % {
            "player": names[one.player],
            "rank": one.rank_after,
            "old_rank": one.rank_before,
            "points": one.points_after,
            "old_points": one.points_before,
        }
        for one in moved
    ]
    more = len(told) - MOST_TOLD
    last = _("And %(number)s more ranks change.") % {"number": more}
    return [*told[:MOST_TOLD], *([last] if more > 0 else [])]


def _cut(tournament: Tournament, change: CutChange, names: Mapping[str, str]) -> list[str]:
    comes, falls = _("%(player)s comes into the top %(cut)s."), _("%(player)s falls out of the top %(cut)s.")
    if tournament.has_groups:
        comes, falls = _("%(player)s comes into those who go on."), _("%(player)s falls out of those who go on.")
    told = [comes % {"player": names[name], "cut": tournament.cut} for name in change.entering]
    told += [falls % {"player": names[name], "cut": tournament.cut} for name in change.leaving]
    seeded = _("%(player)s is seed %(seed)s instead of %(old_seed)s.")
    told += [
        seeded % {"player": names[name], "seed": after, "old_seed": before} for name, before, after in change.reseeded
    ]
    if told and tournament.stages.filter(format__in=Stage.BRACKETS).exists():
        told.append(_("The bracket was drawn from the old result; it stays as it is."))
    return told[:MOST_TOLD]


def _gone_on(round_: Round) -> list[str]:
    """What it means for rounds that were paired from the old result; the one being played can be mended."""
    later = Round.objects.filter(stage__tournament=round_.stage.tournament, number__gt=round_.number)
    published = later.filter(state=Round.State.PUBLISHED).select_related("stage__tournament").order_by("number")
    told = []
    for one in published:
        repair = repairing.repair_of(one)
        said = _("Round %(round)s was paired from the old result; its tables stay.") % {"round": one.number}
        told.append(f"{said} {_mending(repair)}" if repair else said)
    return told


def _mending(repair: repairing.Repair) -> str:
    moved = sorted({len(offer.changes) for offer in repair.offers if offer.changes})
    if not moved:
        return _("The organizer can mend it afterwards.")
    said = reduce(lambda one, other: _("%(one)s or %(other)s") % {"one": one, "other": other}, map(str, moved))
    return _("The organizer can mend it afterwards, with a new opponent for %(number)s players.") % {"number": said}
