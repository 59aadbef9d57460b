"""Rounds: drawn as a draft that staff look at, published to everybody, played, closed."""

from collections.abc import Iterable

from django.db import transaction

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import starting
from bos_tournament.matches.models import Match
from bos_tournament.tournaments import drawing, fielding
from bos_tournament.tournaments.agenda import Next, next_deed
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Stage, Timer, Tournament
from bos_tournament.tournaments.stages import position, pulse, tables_of
from bos_tournament.tournaments.versions import locked, touch

ONE_SIDED = (Pairing.Unplayed.LATE, Pairing.Unplayed.ABSENT)


@transaction.atomic
def draft(tournament: Tournament, *, number: int) -> Round:
    """Draws round `number` for staff to look at. Asked twice, by two people at once too, it is the same round.

    Raises Refused while the round before is not closed, after the last one, and when nobody is left to pair.
    """
    tournament = locked(tournament)
    there = Round.objects.filter(stage__tournament=tournament, number=number).select_related("stage").first()
    if there:
        return there
    at = position(tournament)
    if at.stage is None or next_deed(at) != Next.DRAW or number != at.next_number:
        raise Refused(f"Round {number} cannot be drawn now. Look at the desk for what comes next.", code="not_next")
    refuse_unsettled(tournament)
    fielding.record_missed(at.stage)
    drawn = drawing.draw(at.stage, number)
    round_ = at.stage.rounds.create(number=number)
    drawing.fill(round_, drawn)
    touch(tournament)
    return round_


@transaction.atomic
def redraw(round_: Round) -> Round:
    """Draws a draft anew from what is true now; pairs set by hand are lost. The same facts give the same draft."""
    tournament, round_ = held(round_)
    refuse_published(round_)
    round_.pairings.all().delete()
    fielding.record_missed(round_.stage)
    drawing.fill(round_, drawing.draw(round_.stage, round_.number))
    touch(tournament)
    return round_


@transaction.atomic
def discard(round_: Round) -> None:
    """Throws a draft away."""
    tournament, round_ = held(round_)
    refuse_published(round_)
    round_.delete()
    touch(tournament)


@transaction.atomic
def publish(round_: Round) -> Round:
    """Shows a draft to everybody and starts its matches with the pinned lists. Twice is once.

    Raises Refused when somebody left or came, or a result changed, after it was drawn.
    """
    tournament, round_ = held(round_)
    if round_.state == Round.State.PUBLISHED:
        return round_
    refuse_unsettled(tournament)
    if changed := outdated(round_):
        raise Refused(f"{' '.join(changed)} Draw the round again.", code="draft_outdated")
    for pairing in round_.pairings.prefetch_related("sittings__entrant__user", "sittings__entrant__deck_version"):
        start_match_at(pairing, tournament, round_.stage)
    round_.state, round_.published_at = Round.State.PUBLISHED, db_now()
    round_.save(update_fields=["state", "published_at"])
    touch(tournament)
    return round_


@transaction.atomic
def unpublish(round_: Round) -> Round:
    """Takes a round back into the draft and calls its matches off. Refused once a game is decided."""
    tournament, round_ = held(round_)
    if round_.state == Round.State.DRAFT:
        return round_
    if round_.closed_at:
        raise Refused("This round is closed; its results count.", code="round_closed")
    for match in Match.objects.filter(pairing__round=round_).order_by("pk"):
        starting.call_off(match)
    round_.pairings.update(match=None)
    Timer.objects.filter(round=round_).delete()
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.save(update_fields=["state", "published_at"])
    touch(tournament)
    return round_


@transaction.atomic
def close(round_: Round) -> Round:
    """Makes the results of a round count; the standings stand from now on. Twice is once.

    Raises Refused while a table has no result or a dispute waits.
    """
    tournament, round_ = held(round_)
    if round_.closed_at:
        return round_
    if round_.state == Round.State.DRAFT:
        raise Refused("This round is not published yet.", code="not_published")
    list(Match.objects.select_for_update().filter(pk__in=round_.pairings.values("match")).order_by("pk"))
    refuse_unsettled(tournament)
    round_.closed_at = db_now()
    round_.save(update_fields=["closed_at"])
    fielding.record_missed(round_.stage)
    touch(tournament)
    return round_


def outdated(round_: Round) -> list[str]:
    """Why a draft does not fit any more, as sentences. Empty while it does."""
    try:
        due = drawing.draw(round_.stage, round_.number)
    except Refused as refusal:
        return [str(refusal)]
    pairings = list(tables_of(round_))
    seated = {sitting.entrant_id: sitting.entrant for pairing in pairings for sitting in pairing.sittings.all()}
    expected = {entrant.pk: entrant for one in due for entrant in one.entrants}
    gone = [entrant for pk, entrant in seated.items() if pk not in expected]
    new = [entrant for pk, entrant in expected.items() if pk not in seated]
    if gone or new:
        return [*_named(gone, "is no longer to be paired."), *_named(new, "is to be paired too.")]
    by_hand = any(pairing.by_hand for pairing in pairings)
    if not by_hand and _as_drawn(pairings) != {_key(one.entrants, table) for one, table in _with_tables(due)}:
        return ["A result or a fixed table changed after this was drawn."]
    return []


def held(round_: Round) -> tuple[Tournament, Round]:
    """The tournament, locked, and the round as it is now. Raises Refused when it was thrown away meanwhile."""
    tournament = locked(round_.stage.tournament)
    fresh = Round.objects.filter(pk=round_.pk).select_related("stage__tournament").first()
    if fresh is None:
        raise Refused("This draft was thrown away meanwhile. Look at the desk.", code="draft_gone")
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("The tournament does not run.", code="not_running")
    return tournament, fresh


def refuse_published(round_: Round) -> None:
    if round_.state != Round.State.DRAFT:
        raise Refused("This round is published. Take it back first, while no game is decided.", code="round_published")


def refuse_unsettled(tournament: Tournament) -> None:
    """Nothing goes on while a table has no result or a dispute waits."""
    if missing := pulse(tournament).missing:
        raise Refused(f"Not yet. {' '.join(missing)}", code="results_missing")


def start_match_at(pairing: Pairing, tournament: Tournament, stage: Stage) -> None:
    """The match of a pairing, with the pinned lists. A bye has none."""
    people = [sitting.entrant for sitting in pairing.sittings.all()]
    if len(people) < 2:
        return
    pairing.match = starting.start_match(
        [(entrant.user, entrant.deck_version) for entrant in people],
        edition=tournament.edition,
        pool=tournament.pool,
        draws_allowed=not stage.is_bracket,
        bids_on_paper=tournament.bids_on_paper,
    )
    pairing.save(update_fields=["match"])


def _named(entrants: list[Entrant], said: str) -> list[str]:
    return [f"{entrant.user} {said}" for entrant in entrants[:5]]


def _as_drawn(pairings: list[Pairing]) -> set[tuple]:
    return {_key([sitting.entrant for sitting in one.sittings.all()], one.table) for one in pairings}


def _key(entrants: Iterable[Entrant], table: int | None) -> tuple:
    return table, frozenset(entrant.pk for entrant in entrants)


def _with_tables(due: list[drawing.Drawn]) -> zip:
    return zip(due, drawing.seat(due), strict=True)
