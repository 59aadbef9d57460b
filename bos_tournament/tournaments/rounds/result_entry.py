"""Results entered and corrected at the desk, with what they change in ranks and rounds, told as messages."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.messages import Words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.groups import of_group
from bos_tournament.pairing.repair import CutChange, Moved, consequences, cut_change
from bos_tournament.tournaments.models import Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.rounds import round_repair, top_cut
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure import round_names, stage_standings
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from engine.hosting import Arg, Message

MOST_TOLD = 12


@transaction.atomic
def enter_result(
    pairing: Pairing,
    *,
    by: User,
    wins: Mapping[int, int],
    winner: Seat | None,
    reason: Reason,
    why: Words,
    seen: int | None = None,
) -> list[Message]:
    """Enters or corrects the result of a table, at any step; returns what it changed, ranks included.

    `seen` is the version of the match whose result was looked at, None where there was none: a result that came in
    meanwhile is not overwritten unseen. Raises Refused when nothing changes, without a reason, for another winner of a
    bracket that has gone on, `pairing_gone` and `result_meanwhile`.
    """

    def enter(match: Match) -> list[Message]:
        changes = staff_results.enter_result(match, by=by, wins=wins, winner=winner, reason=reason, why=why)
        if match.finished_at and match.version != seen:  # as it stood before
            sentence = _("This table changed while you were looking. This is what your result would change now.")
            raise Refused(sentence, code="result_meanwhile")
        return changes

    return _change(pairing, enter)


@transaction.atomic
def decide(game: Game, *, by: User, winner: Seat | None, why: Words) -> list[Message]:
    """A judge decides one game, with all that `settle` looks after; returns what it changed."""
    return _change(_table_of(game), lambda match: staff_results.decide_game(game, by=by, winner=winner, why=why))


@transaction.atomic
def decide_by_time(pairing: Pairing, *, by: User, why: Words) -> list[Message]:
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
            pairing, lambda match: staff_results.decide_game(game, by=by, winner=winner, why=why, reason=Reason.TIME)
        )
    wins = {seat.number: seat.games_won for seat in match.seats.all()}
    return enter_result(pairing, by=by, wins=wins, winner=winner, reason=Reason.TIME, why=why)


@transaction.atomic
def replay(game: Game, *, by: User, why: Words) -> list[Message]:
    """A judge has one game played again, with all that `settle` looks after; returns what it changed."""
    return _change(_table_of(game), lambda match: staff_results.replay_game(game, by=by, why=why))


def _change(pairing: Pairing, deed: Callable[[Match], list[Message]]) -> list[Message]:
    """Every change of a result passes here: the tournament is locked first and has a new version at the end."""
    tournament, pairing = _held(pairing)
    match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
    counts = pairing.round.closed_at is not None and not pairing.round.stage.is_bracket
    before = stage_standings.build_event(tournament) if counts else None
    changes = deed(match)
    _refuse_bracket_gone_on(pairing, was=match)
    if before:
        changes += _consequences(tournament, before, stage_standings.build_event(tournament))
        changes += _gone_on(pairing.round)
        round_repair.keep_corrections(tournament, after=pairing.round.number)
    changes += _closed(tournament, pairing.round.stage)
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return changes


def _closed(tournament: Tournament, stage: Stage) -> list[Message]:
    """Closed standings do not follow a correction by themselves."""
    if not stage.snapshots.exists() or not any(
        difference.stage == stage for difference in final_standings.differences(tournament)
    ):
        return []
    return [Message("consequence.closed")]


def preview_result(
    pairing: Pairing, *, by: User, wins: Mapping[int, int], winner: Seat | None, reason: Reason, why: Words
) -> list[Message]:
    """What `settle` would change; does it and takes it back."""
    with transaction.atomic():
        pairing = _held(pairing)[1]
        match = Match.objects.select_for_update().get(pk=_match(pairing).pk)
        changes = enter_result(pairing, by=by, wins=wins, winner=winner, reason=reason, why=why, seen=match.version)
        transaction.set_rollback(True)
    return changes


@transaction.atomic
def undo_result(pairing: Pairing, *, by: User, why: Words) -> list[Message]:
    """Withdraws a result the desk entered by mistake, while its round is open: the match goes on."""
    tournament, pairing = _held(pairing)
    if pairing.round.closed_at:
        raise Refused(_("This round is closed; correct the result instead."), code="round_closed")
    changes = staff_results.withdraw_result(_match(pairing), by=by, why=why)
    bump_version(tournament)
    return changes


def _held(pairing: Pairing) -> tuple[Tournament, Pairing]:
    """The tournament, locked, and the table as it is now. Raises Refused once it is another one, or all is over."""
    tournament = lock_tournament(pairing.round.stage.tournament)
    if tournament.state == Tournament.State.CANCELLED:
        raise Refused(_("This tournament was cancelled; its results stay as they are."), code="already_over")
    current = Pairing.objects.filter(pk=pairing.pk).select_related("match", "round__stage__tournament").first()
    if current is None or current.match_id != pairing.match_id:
        raise _gone()
    return tournament, current


def _table_of(game: Game) -> Pairing:
    pairing = Pairing.objects.filter(match=game.match_id).select_related("round__stage__tournament").first()
    if pairing is None:
        raise _gone()
    return pairing


def _gone() -> Refused:
    return Refused(_("This table was paired again in the meantime; check its round."), code="pairing_gone")


def _match(pairing: Pairing) -> Match:
    if pairing.match is None:
        raise Refused(_("This pairing is not played."), code="no_match")
    return pairing.match


def _refuse_bracket_gone_on(pairing: Pairing, *, was: Match) -> None:
    """Whoever had won plays on already, so another winner comes too late until that round is taken back."""
    if not pairing.round.stage.is_bracket or not was.finished_at:
        return
    later = pairing.round.stage.rounds.filter(number__gt=pairing.round.number, state=Round.State.PUBLISHED)
    now = Match.objects.get(pk=was.pk)
    if (now.winner_id, now.step) != (was.winner_id, was.step) and (later_round := later.first()):
        raise Refused(
            _("The pairings of %(round)s come from this result; unpublish that round first.")
            % {"round": round_names.called(later_round)},
            code="bracket_gone_on",
        )


def _consequences(tournament: Tournament, before: Event, after: Event) -> list[Message]:
    """Ranks that change, and seats of the cut once all rounds before it are closed."""
    names = {
        stage_standings.player_id(entrant): str(entrant.user)
        for entrant in stage_standings.entrants_by_place(tournament)
    }
    if tournament.has_groups:
        parts = [(of_group(before, group), of_group(after, group)) for group in after.groups]
    else:
        parts = [(before, after)]
    moved = [change for was, now in parts for change in consequences(was, now).moved]
    return [*_moved(moved, names), *_cut(tournament, _cut_change(tournament, before, after), names)]


def _cut_change(tournament: Tournament, before: Event, after: Event) -> CutChange:
    stage = tournament.stages.exclude(format__in=Stage.BRACKETS).first()
    if stage is None or not tournament.has_cut or len(after.rounds) < stage.rounds_planned:
        return CutChange()
    try:
        return cut_change(top_cut.seeds_of(tournament, before), top_cut.seeds_of(tournament, after))
    except ValueError:  # nobody is left to go on
        return CutChange()


def _moved(moved: Sequence[Moved], names: Mapping[str, str]) -> list[Message]:
    messages = [
        Message(
            "consequence.rank",
            player=names[change.player],
            rank=change.rank_after,
            old_rank=change.rank_before,
            points=change.points_after,
            old_points=change.points_before,
        )
        for change in moved
    ]
    more = len(messages) - MOST_TOLD
    return [*messages[:MOST_TOLD], *([Message("consequence.more_ranks", number=more)] if more > 0 else [])]


def _cut(tournament: Tournament, change: CutChange, names: Mapping[str, str]) -> list[Message]:
    messages = [_comes(tournament, names[name]) for name in change.entering]
    messages += [_falls(tournament, names[name]) for name in change.leaving]
    messages += [
        Message("consequence.seed", player=names[name], seed=after, old_seed=before)
        for name, before, after in change.reseeded
    ]
    if messages and tournament.stages.filter(format__in=Stage.BRACKETS).exists():
        messages.append(Message("consequence.bracket_stays"))
    return messages[:MOST_TOLD]


def _comes(tournament: Tournament, player: str) -> Message:
    if tournament.has_groups:
        return Message("consequence.comes_on", player=player)
    return Message("consequence.comes", player=player, cut=tournament.cut)


def _falls(tournament: Tournament, player: str) -> Message:
    if tournament.has_groups:
        return Message("consequence.falls_out", player=player)
    return Message("consequence.falls", player=player, cut=tournament.cut)


def _gone_on(round_: Round) -> list[Message]:
    """What it means for rounds that were paired from the old result; the one being played can be mended."""
    later = Round.objects.filter(stage__tournament=round_.stage.tournament, number__gt=round_.number)
    published = later.filter(state=Round.State.PUBLISHED).select_related("stage__tournament").order_by("number")
    return [_stays(later_round, round_repair.repair_of(later_round)) for later_round in published]


def _stays(round_: Round, repair: round_repair.Repair | None) -> Message:
    if round_.stage.is_bracket:
        return Message("consequence.pairings_stay", round_called=round_names.message(round_))
    if repair is None:
        return Message("consequence.round_stays", round=round_.number)
    moved = sorted({len(offer.changes) for offer in repair.offers if offer.changes})
    if not moved:
        return Message("consequence.can_be_mended", round=round_.number)
    first, *more = map(str, moved)
    numbers: Arg = first
    for last in more:
        numbers = Message("consequence.or", some=numbers, last=last)
    return Message("consequence.can_be_paired_again", round=round_.number, numbers=numbers)
