"""Results entered and corrected at the desk, with what they change in ranks and rounds."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

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
    return _change(game.match.pairing, lambda _: results.decide_game(game, by=by, winner=winner, why=why))


@transaction.atomic
def decide_by_time(pairing: Pairing, *, by: User, why: str) -> list[str]:
    """Staff take a time that ran out for lost: the game where each game has its own time, else the match (G-149).

    Raises Refused: `no_match`, `no_flag`, and what `settle` refuses.
    """
    match = Match.objects.get(pk=_match(pairing).pk)
    if match.finished_at or match.flag_seat is None or match.flag_at is None or match.flag_at > db_now():
        raise Refused("No time has run out at this table.", code="no_flag")
    winner = match.seats.exclude(number=match.flag_seat).get()
    if match.clock_per_game:
        game = match.games.get(outcome=Game.Outcome.OPEN)
        return _change(pairing, lambda _: results.decide_game(game, by=by, winner=winner, why=why, reason=Reason.TIME))
    wins = {seat.number: seat.games_won for seat in match.seats.all()}
    return settle(pairing, by=by, wins=wins, winner=winner, reason=Reason.TIME, why=why)


@transaction.atomic
def replay(game: Game, *, by: User, why: str) -> list[str]:
    """A judge has one game played again, with all that `settle` looks after; returns what it changed."""
    return _change(game.match.pairing, lambda _: results.replay_game(game, by=by, why=why))


def _change(pairing: Pairing, deed: Callable[[Match], list[str]]) -> list[str]:
    """Every change of a result passes here: the tournament is locked first and has a new version at the end."""
    tournament = locked(pairing.round.stage.tournament)
    if tournament.state == Tournament.State.CANCELLED:
        raise Refused("This tournament was cancelled; its results stay as they are.", code="already_over")
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
    return ["The standings shown are closed and stay, until the organizer closes them anew with a reason."]


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
        raise Refused("This round is closed; correct the result instead.", code="round_closed")
    told = results.take_back(_match(pairing), by=by, why=why)
    touch(tournament)
    return told


def _match(pairing: Pairing) -> Match:
    if pairing.match is None:
        raise Refused("Nothing is played at this pairing.", code="no_match")
    return pairing.match


def _refuse_bracket_gone_on(pairing: Pairing, *, was: Match) -> None:
    """Whoever had won plays on already, so another winner comes too late until that round is taken back."""
    if not pairing.round.stage.is_bracket or not was.finished_at:
        return
    later = pairing.round.stage.rounds.filter(number__gt=pairing.round.number, state=Round.State.PUBLISHED)
    now = Match.objects.get(pk=was.pk)
    if (now.winner_id, now.step) != (was.winner_id, was.step) and (found := later.first()):
        raise Refused(f"Round {found.number} is paired from this result; take it back first.", code="bracket_gone_on")


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
    told = [
        f"{names[one.player]}: rank {one.rank_after} instead of {one.rank_before}, "
        f"{one.points_after} points instead of {one.points_before}."
        for one in moved
    ]
    more = len(told) - MOST_TOLD
    return [*told[:MOST_TOLD], *([f"And {more} more ranks change."] if more > 0 else [])]


def _cut(tournament: Tournament, change: CutChange, names: Mapping[str, str]) -> list[str]:
    where = "those who go on" if tournament.has_groups else f"the top {tournament.cut}"
    told = [f"{names[name]} comes into {where}." for name in change.entering]
    told += [f"{names[name]} falls out of {where}." for name in change.leaving]
    told += [f"{names[name]} is seed {after} instead of {before}." for name, before, after in change.reseeded]
    if told and tournament.stages.filter(format__in=Stage.BRACKETS).exists():
        told.append("The bracket was drawn from the old result; it stays as it is.")
    return told[:MOST_TOLD]


def _gone_on(round_: Round) -> list[str]:
    """What it means for rounds that were paired from the old result; the one being played can be mended."""
    later = Round.objects.filter(stage__tournament=round_.stage.tournament, number__gt=round_.number)
    published = later.filter(state=Round.State.PUBLISHED).select_related("stage__tournament").order_by("number")
    told = []
    for one in published:
        repair = repairing.repair_of(one)
        told.append(f"Round {one.number} was paired from the old result; its tables stay.")
        if repair:
            moved = [len(offer.changes) for offer in repair.offers if offer.changes]
            ways = f", with a new opponent for {' or '.join(map(str, sorted(set(moved))))} players" if moved else ""
            told[-1] += f" The organizer can mend it afterwards{ways}."
    return told
