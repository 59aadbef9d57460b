"""Who is still in a running tournament: dropping, returning, removal, disqualification, no-shows, fixed tables."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Match, Reason
from bos_tournament.messages import Given, Words, set_words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.event import AWAY, Unplayed
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Pairing, Round, Sitting, Stage, Tournament
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.stages import Position, position
from engine.hosting import Message

State = Entrant.State
GONE = (State.DROPPED, State.REMOVED, State.DISQUALIFIED)
GONE_BEFORE_START = (State.WITHDRAWN, State.REMOVED)
MOST_TABLES = 4096
MOST_SEEDS = 4096


@transaction.atomic
def drop(entrant: Entrant, *, why: str = "") -> Entrant:
    """Stops playing after the round that is on; its match is still played. Raises Refused unless they play."""
    tournament, entrant = _held(entrant)
    _refuse_unless_running(tournament)
    if entrant.state != State.PLAYING:
        raise Refused(
            _("%(player)s is no longer playing and cannot drop.") % {"player": entrant.user},
            code="not_playing",
        )
    _leave(entrant, State.DROPPED, position(tournament), why)
    bump_version(tournament)
    return entrant


@transaction.atomic
def undo_drop(entrant: Entrant) -> Entrant:
    """Somebody comes back by themselves, until the next round is paired."""
    tournament, entrant = _held(entrant)
    _refuse_unless_running(tournament)
    if not may_undo_drop(entrant, position(tournament).played_until):
        raise Refused(_("The next round is already paired; ask the staff to reinstate you."), code="too_late_to_undo")
    submissions.refuse_reader(entrant.user, tournament)
    return _come_back(tournament, entrant)


def may_undo_drop(entrant: Entrant, played_until: int) -> bool:
    """Until the round after the drop is published."""
    return entrant.state == State.DROPPED and entrant.dropped_after == played_until


@transaction.atomic
def reinstate(entrant: Entrant, *, by: User) -> Entrant:
    """Staff let somebody play on from the next round; rounds missed meanwhile count as lost.

    Who was left out at the start comes in as a late entrant, if a place is free. Before the start whoever withdrew or
    was removed gets a place again, or the end of the waitlist. Raises Refused once a bracket has gone on without
    them, or while their list is not legal.
    """
    tournament, entrant = _held(entrant)
    submissions.refuse_reader(entrant.user, tournament)
    if tournament.state == Tournament.State.OPEN and entrant.state in GONE_BEFORE_START:
        set_words(entrant, "note", "")
        return registration.let_in(tournament, entrant, since=db_now())
    _refuse_unless_running(tournament)
    if entrant.state not in GONE:
        raise Refused(
            _("%(player)s cannot be reinstated: still in, or never entered.") % {"player": entrant.user},
            code="not_gone",
        )
    at = position(tournament)
    _refuse_bracket_gone_on(entrant, at)
    if submissions.illegal([entrant], tournament):
        raise Refused(
            _("%(player)s's deck list is not legal; a judge has to amend it first.") % {"player": entrant.user},
            code="illegal_list",
        )
    if entrant.place is None:
        _enter_late(tournament, entrant, by)
    return _come_back(tournament, entrant)


@transaction.atomic
def remove_entrant(entrant: Entrant, *, by: User, why: str) -> Entrant:
    """Staff take somebody out at once; a match that is on is lost by forfeit. Before the start their place is free."""
    tournament, entrant = _held(entrant)
    why = _reason(why)
    if tournament.state == Tournament.State.OPEN and entrant.state in (State.REGISTERED, State.WAITLISTED):
        return _remove_before_start(tournament, entrant, why)
    _refuse_unless_running(tournament)
    if entrant.state not in (State.PLAYING, State.DROPPED):
        raise Refused(
            _("%(player)s is no longer playing and cannot be removed.") % {"player": entrant.user},
            code="not_playing",
        )
    _lose_open_match(entrant, by=by, reason=Reason.FORFEIT, why=why)
    _leave(entrant, State.REMOVED, position(tournament), why)
    bump_version(tournament)
    return entrant


@transaction.atomic
def disqualify(entrant: Entrant, *, by: User, why: Words) -> Entrant:
    """The head judge takes somebody out for what they did; a match that is on is lost."""
    tournament, entrant = _held(entrant)
    why = _reason(why)
    _refuse_unless_running(tournament)
    if entrant.place is None or entrant.state not in (State.PLAYING, State.DROPPED, State.REMOVED):
        raise Refused(
            _("%(player)s is not taking part and cannot be disqualified.") % {"player": entrant.user},
            code="not_playing",
        )
    _lose_open_match(entrant, by=by, reason=Reason.DISQUALIFIED, why=why)
    _leave(entrant, State.DISQUALIFIED, position(tournament), why)
    bump_version(tournament)
    return entrant


@transaction.atomic
def no_show(pairing: Pairing, *, absent: Collection[int], by: User, why: Words, and_drop: bool) -> list[Message]:
    """One seat did not come and loses 2-0, or neither came and both lose. Returns what it changed.

    Raises Refused (`result_stands`) where a result stands: that is corrected, with what the correction changes.
    """
    tournament = lock_tournament(pairing.round.stage.tournament)
    _refuse_unless_running(tournament)
    match = pairing.match
    if match is None or not set(absent) <= {1, 2} or not absent:
        raise Refused(_("Choose who is missing from this table."), code="absent_missing")
    if Match.objects.select_for_update().get(pk=match.pk).finished_at:
        raise Refused(_("This table has a result by now; correct it if it is wrong."), code="result_stands")
    there = match.seats.exclude(number__in=absent).first()
    wins = {number: match.wins_needed if there and number == there.number else 0 for number in (1, 2)}
    reason = Reason.NO_SHOW if there else Reason.DOUBLE_NO_SHOW
    changes = staff_results.enter_result(match, by=by, wins=wins, winner=there, reason=reason, why=why)
    if and_drop:
        at = position(tournament)
        for sitting in pairing.sittings.filter(number__in=absent, entrant__state=State.PLAYING):
            note = Message("entrant.did_not_come", round_called=round_names.message(pairing.round))
            _leave(sitting.entrant, State.DROPPED, at, note)
            changes.append(Message("consequence.dropped", player=str(sitting.entrant.user)))
    bump_version(tournament)
    return changes


@transaction.atomic
def fix_table(entrant: Entrant, *, table: int | None) -> Entrant:
    """Keeps somebody at one table in every round, or lets them move again."""
    tournament, entrant = _held(entrant)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise Refused(_("Choose a table from 1 to %(most)s.") % {"most": MOST_TABLES}, code="no_such_table")
    if table is not None and tournament.entrants.filter(fixed_table=table).exclude(pk=entrant.pk).exists():
        raise Refused(_("Table %(table)s is already fixed for another player.") % {"table": table}, code="table_taken")
    entrant.fixed_table = table
    entrant.save(update_fields=["fixed_table"])
    bump_version(tournament)
    return entrant


@transaction.atomic
def seed(entrant: Entrant, *, seeding: int | None) -> Entrant:
    """Gives somebody a place in the seeding, 1 for the best, or takes it away; refused once the tournament has begun.

    First rounds by seeding, brackets and groups follow it; whoever has no place comes after those who have one, by lot.
    """
    tournament, entrant = _held(entrant)
    if tournament.state not in (Tournament.State.DRAFT, Tournament.State.OPEN):
        raise Refused(_("The tournament has started, so the seeding is fixed."), code="already_started")
    if entrant.state not in Entrant.TAKING_PART:
        raise Refused(_("%(player)s is no longer taking part.") % {"player": entrant.user}, code="not_entered")
    if seeding is not None and not 1 <= seeding <= MOST_SEEDS:
        raise Refused(_("Choose a place from 1 to %(most)s.") % {"most": MOST_SEEDS}, code="no_such_place")
    if seeding is not None and (holder := tournament.entrants.filter(seeding=seeding).exclude(pk=entrant.pk).first()):
        raise Refused(
            _("%(player)s already has place %(seeding)s in the seeding.") % {"player": holder.user, "seeding": seeding},
            code="place_taken",
        )
    entrant.seeding = seeding
    entrant.save(update_fields=["seeding"])
    bump_version(tournament)
    return entrant


@transaction.atomic
def set_earned_byes(entrant: Entrant, *, byes: int) -> Entrant:
    """Somebody earned byes before the tournament and has them in so many first Swiss rounds; 0 takes them away.

    Raises Refused once the tournament has begun: whoever meets whom follows from it. Also where no Swiss round is.
    """
    tournament, entrant = _held(entrant)
    if tournament.state not in (Tournament.State.DRAFT, Tournament.State.OPEN):
        sentence = _("The tournament has started, so earned byes can no longer change.")
        raise Refused(sentence, code="already_started")
    if byes and not tournament.has_swiss_rounds:
        sentence = _("Earned byes are for Swiss rounds, and this tournament has none.")
        raise Refused(sentence, code="no_swiss_rounds")
    if entrant.state not in Entrant.TAKING_PART:
        raise Refused(_("%(player)s is no longer taking part.") % {"player": entrant.user}, code="not_entered")
    if not 0 <= byes <= MOST_EARNED_BYES:
        sentence = _("Choose a number of byes from 0 to %(most)s.") % {"most": MOST_EARNED_BYES}
        raise Refused(sentence, code="no_such_number")
    entrant.earned_byes = byes
    entrant.save(update_fields=["earned_byes"])
    bump_version(tournament)
    return entrant


def record_missed(stage: Stage) -> None:
    """Writes down for everybody who plays now which closed Swiss rounds they missed, as late or absent.

    The caller holds the tournament. Called when a round closes and before one is drawn.
    """
    if not stage.is_swiss:
        return
    closed = list(stage.rounds.filter(closed_at__isnull=False).order_by("number"))
    rows = Count("sittings", filter=Q(sittings__round__in=closed))
    fewer = list(stage.tournament.entrants.filter(state=State.PLAYING).annotate(rows=rows).filter(rows__lt=len(closed)))
    for round_ in closed if fewer else ():
        seated = set(round_.sittings.filter(entrant__in=fewer).values_list("entrant_id", flat=True))
        _write_missed(round_, [entrant for entrant in fewer if entrant.pk not in seated])


def _write_missed(round_: Round, missing: list[Entrant]) -> None:
    earlier = Sitting.objects.filter(entrant__in=missing, round__number__lt=round_.number)
    played = set(earlier.exclude(pairing__unplayed__in=AWAY).values_list("entrant_id", flat=True))
    kinds = [Unplayed.ABSENT if entrant.pk in played else Unplayed.LATE for entrant in missing]
    pairings = Pairing.objects.bulk_create(Pairing(round=round_, unplayed=kind) for kind in kinds)
    Sitting.objects.bulk_create(
        Sitting(pairing=pairing, round=round_, entrant=entrant, number=1)
        for pairing, entrant in zip(pairings, missing, strict=True)
    )


def _held(entrant: Entrant) -> tuple[Tournament, Entrant]:
    tournament = lock_tournament(entrant.tournament)
    return tournament, tournament.entrants.select_related("user", "deck_version").get(pk=entrant.pk)


def _refuse_unless_running(tournament: Tournament) -> None:
    if tournament.state != Tournament.State.RUNNING:
        raise Refused(_("This is possible only while the tournament is running."), code="not_running")


def _reason(why: Given) -> Given:
    if isinstance(why, Message):
        return why
    if not (why := " ".join(why.split())):
        raise Refused(_("Give a reason. It is shown to the player."), code="reason_missing")
    return why[:300]


def _leave(entrant: Entrant, state: State, at: Position, why: Words) -> None:
    """Whoever had left before keeps the round they left after."""
    if entrant.state == State.PLAYING:
        entrant.dropped_after = at.played_until
    entrant.state = state
    if why:
        set_words(entrant, "note", why)
    entrant.save(update_fields=["state", "dropped_after", "note", "note_message"])


def _come_back(tournament: Tournament, entrant: Entrant) -> Entrant:
    entrant.state, entrant.dropped_after = State.PLAYING, None
    set_words(entrant, "note", "")
    entrant.save()
    bump_version(tournament)
    return entrant


def _enter_late(tournament: Tournament, entrant: Entrant, by: User) -> None:
    """Gives a place; a list may be handed in like a walk-in's."""
    entrant.place = next(iter(registration.free_places(tournament)), None)
    if entrant.place is None:
        raise Refused(_("All places are taken, so no one else can join."), code="full")
    entrant.added_by, entrant.made_at = by, db_now()


def _refuse_bracket_gone_on(entrant: Entrant, at: Position) -> None:
    if at.stage is None or at.stage.is_swiss:
        return
    in_it = str(entrant.pk) in at.stage.seeds
    if in_it and not at.stage.is_bracket:
        return
    if not in_it and not at.stage.is_bracket:
        raise Refused(_("The pairings were fixed at the start, without this player."), code="not_among_them")
    if not in_it or entrant.dropped_after != at.played_until:
        raise Refused(
            _("The bracket has continued without this player, who can no longer return."), code="bracket_gone_on"
        )


def _remove_before_start(tournament: Tournament, entrant: Entrant, why: str) -> Entrant:
    entrant.state, entrant.place = State.REMOVED, None
    set_words(entrant, "note", why)
    entrant.fixed_table, entrant.seeding, entrant.earned_byes = None, None, 0
    entrant.save()
    registration.promote(tournament)
    bump_version(tournament)
    return entrant


def _lose_open_match(entrant: Entrant, *, by: User, reason: Reason, why: Words) -> None:
    open_match = Match.objects.filter(finished_at=None, called_off_at=None, pairing__sittings__entrant=entrant)
    published = open_match.filter(pairing__round__state=Round.State.PUBLISHED)
    match = published.select_for_update(of=("self",)).first()  # unless it ends at this moment
    if match is None:
        return
    seats = list(match.seats.all())
    other = next(seat for seat in seats if seat.user_id != entrant.user_id)
    wins = {seat.number: match.wins_needed if seat == other else seat.games_won for seat in seats}
    staff_results.enter_result(match, by=by, wins=wins, winner=other, reason=reason, why=why)
