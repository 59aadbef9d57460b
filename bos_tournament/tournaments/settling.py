"""Results entered and corrected at the desk, with what they change in ranks and rounds, told in kept sentences."""

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
from bos_tournament.tournaments import cut, kept_words, repairing, round_names, snapshots, standings
from bos_tournament.tournaments.models import Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.versions import locked, touch

MOST_TOLD = 12


@transaction.atomic
def settle(
    pairing: Pairing,
    *,
    by: User,
    wins: Mapping[int, int],
    winner: Seat | None,
    reason: Reason,
    why: str,
    seen: int | None = None,
) -> list[str]:
    """Enters or corrects the result of a table, at any step; returns what it changed, ranks included.

    `seen` is the version of the match whose result was looked at, None where there was none: a result that came in
    meanwhile is not overwritten unseen. Raises Refused when nothing changes, without a reason, for another winner of a
    bracket that has gone on, `pairing_gone` and `result_meanwhile`.
    """

    def enter(match: Match) -> list[str]:
        told = results.enter_result(match, by=by, wins=wins, winner=winner, reason=reason, why=why)
        if match.finished_at and match.version != seen:  # as it stood before
            said = _("This table changed while you looked. This is what your result would change now.")
            raise Refused(said, code="result_meanwhile")
        return told

    return _change(pairing, enter)


@transaction.atomic
def decide(game: Game, *, by: User, winner: Seat | None, why: str) -> list[str]:
    """A judge decides one game, with all that `settle` looks after; returns what it changed."""
    return _change(_table_of(game), lambda match: results.decide_game(game, by=by, winner=winner, why=why))


@transaction.atomic
def decide_by_time(pairing: Pairing, *, by: User, why: str) -> list[str]:
    """Staff take a time that ran out for lost: the game where each game has its own time, else the match (G-149).

    Raises Refused: `no_match`, `no_flag`, and what `settle` refuses.
    """
    pairing = _held(pairing)[1]
    match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
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
    return _change(_table_of(game), lambda match: results.replay_game(game, by=by, why=why))


def _change(pairing: Pairing, deed: Callable[[Match], list[str]]) -> list[str]:
    """Every change of a result passes here: the tournament is locked first and has a new version at the end."""
    tournament, pairing = _held(pairing)
    match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
    counts = pairing.round.closed_at is not None and not pairing.round.stage.is_bracket
    before = standings.event_of(tournament) if counts else None
    told = deed(match)
    _refuse_bracket_gone_on(pairing, was=match)
    if before:
        told += _consequences(tournament, before, standings.event_of(tournament))
        told += _gone_on(pairing.round)
        repairing.keep_corrections(tournament, after=pairing.round.number)
    told += _closed(tournament, pairing.round.stage)
    touch(tournament)
    return told


def _closed(tournament: Tournament, stage: Stage) -> list[str]:
    """Closed standings do not follow a correction by themselves."""
    if not stage.snapshots.exists() or not any(one.stage == stage for one in snapshots.differences(tournament)):
        return []
    return [kept_words.CLOSED]


def foresee(
    pairing: Pairing, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: str
) -> list[str]:
    """What `settle` would change; does it and takes it back."""
    with transaction.atomic():
        pairing = _held(pairing)[1]
        match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
        told = settle(pairing, by=by, wins=wins, winner=winner, reason=reason, why=why, seen=match.version)
        transaction.set_rollback(True)
    return told


@transaction.atomic
def take_back(pairing: Pairing, *, by: User, why: str) -> list[str]:
    """Withdraws a result the desk entered by mistake, while its round is open: the match goes on."""
    tournament, pairing = _held(pairing)
    if pairing.round.closed_at:
        raise Refused(_("This round is closed; correct the result instead."), code="round_closed")
    told = results.take_back(_match(pairing), by=by, why=why)
    touch(tournament)
    return told


def _held(pairing: Pairing) -> tuple[Tournament, Pairing]:
    """The tournament, locked, and the table as it is now. Raises Refused once it is another one, or all is over."""
    tournament = locked(pairing.round.stage.tournament)
    if tournament.state == Tournament.State.CANCELLED:
        raise Refused(_("This tournament was cancelled; its results stay as they are."), code="already_over")
    found = Pairing.objects.filter(pk=pairing.pk).select_related("match", "round__stage__tournament").first()
    if found is None or found.match_id != pairing.match_id:
        raise _gone()
    return tournament, found


def _table_of(game: Game) -> Pairing:
    found = Pairing.objects.filter(match=game.match_id).select_related("round__stage__tournament").first()
    if found is None:
        raise _gone()
    return found


def _gone() -> Refused:
    return Refused(_("This table was paired anew meanwhile; look at its round."), code="pairing_gone")


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
            _("The pairings of %(round)s come from this result; take the round back first.")
            % {"round": round_names.called(found)},
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
    told = [
        kept_words.RANK
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
    return [*told[:MOST_TOLD], *([kept_words.MORE_RANKS % {"number": more}] if more > 0 else [])]


def _cut(tournament: Tournament, change: CutChange, names: Mapping[str, str]) -> list[str]:
    comes, falls = kept_words.COMES, kept_words.FALLS
    if tournament.has_groups:
        comes, falls = kept_words.COMES_ON, kept_words.FALLS_OUT
    told = [comes % {"player": names[name], "cut": tournament.cut} for name in change.entering]
    told += [falls % {"player": names[name], "cut": tournament.cut} for name in change.leaving]
    told += [
        kept_words.SEED % {"player": names[name], "seed": after, "old_seed": before}
        for name, before, after in change.reseeded
    ]
    if told and tournament.stages.filter(format__in=Stage.BRACKETS).exists():
        told.append(kept_words.BRACKET_STAYS)
    return told[:MOST_TOLD]


def _gone_on(round_: Round) -> list[str]:
    """What it means for rounds that were paired from the old result; the one being played can be mended."""
    later = Round.objects.filter(stage__tournament=round_.stage.tournament, number__gt=round_.number)
    published = later.filter(state=Round.State.PUBLISHED).select_related("stage__tournament").order_by("number")
    return [_stays(one, repairing.repair_of(one)) for one in published]


def _stays(round_: Round, repair: repairing.Repair | None) -> str:
    if round_.stage.is_bracket:
        return kept_words.PAIRINGS_STAY % {"round_called": round_names.kept(round_)}
    number = {"round": round_.number}
    if repair is None:
        return kept_words.ROUND_STAYS % number
    moved = sorted({len(offer.changes) for offer in repair.offers if offer.changes})
    if not moved:
        return kept_words.CAN_BE_MENDED % number
    numbers = reduce(lambda some, last: kept_words.OR % {"some": some, "last": last}, map(str, moved))
    return kept_words.CAN_BE_PAIRED_ANEW % {**number, "numbers": numbers}
