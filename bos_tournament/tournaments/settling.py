"""Results entered and corrected at the desk, with what they change in ranks and rounds."""

from collections.abc import Callable, Mapping

from django.db import transaction

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import results
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.pairing.standings import Rank
from bos_tournament.tournaments import standings
from bos_tournament.tournaments.models import Pairing, Round, Tournament
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
    before = standings.ranks(tournament) if counts else ()
    told = deed(match)
    _refuse_bracket_gone_on(pairing, was=match)
    if counts:
        told += _moved(tournament, before, standings.ranks(tournament))
        told += _gone_on(pairing.round)
    touch(tournament)
    return told


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


def _moved(tournament: Tournament, before: tuple[Rank, ...], after: tuple[Rank, ...]) -> list[str]:
    names = {standings.player_id(entrant): str(entrant.user) for entrant in standings.field(tournament)}
    was = {rank.id: rank for rank in before}
    moved = [
        f"{names[rank.id]}: rank {rank.rank} instead of {was[rank.id].rank}, "
        f"{rank.points} points instead of {was[rank.id].points}."
        for rank in after
        if (rank.rank, rank.points) != (was[rank.id].rank, was[rank.id].points)
    ]
    more = len(moved) - MOST_TOLD
    return [*moved[:MOST_TOLD], *([f"And {more} more ranks change."] if more > 0 else [])]


def _gone_on(round_: Round) -> list[str]:
    later = Round.objects.filter(stage__tournament=round_.stage.tournament, number__gt=round_.number)
    published = later.filter(state=Round.State.PUBLISHED).order_by("number")
    return [f"Round {one.number} was paired from the old result; its tables stay." for one in published]
