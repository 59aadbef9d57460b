"""Matches begin when a round is published, and are called off when a pairing is withdrawn."""

from collections.abc import Sequence

from django.db import transaction

from bos_tournament.accounts.models import User
from bos_tournament.cards.models import PinnedPool
from bos_tournament.decks.models import DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import steps
from bos_tournament.matches.models import Game, Match, Seat
from engine.bos.editions import EDITIONS


@transaction.atomic
def start_match(
    seats: Sequence[tuple[User, DeckVersion | None]],
    *,
    edition: str,
    pool: PinnedPool | None,
    draws_allowed: bool,
    bids_on_paper: bool,
) -> Match:
    """A match of two people in seat order, waiting for its bosses to be shown. ValueError unless they are two."""
    if len(seats) != 2:
        raise ValueError("A best of three is played by two.")
    match = Match.objects.create(
        edition=edition,
        pool=pool,
        wins_needed=EDITIONS[edition].games_to_win,
        draws_allowed=draws_allowed,
        bids_on_paper=bids_on_paper,
    )
    for number, (user, version) in enumerate(seats, start=1):
        Seat.objects.create(match=match, number=number, user=user, deck_version=version)
    Game.objects.create(match=match, number=1)
    return match


@transaction.atomic
def call_off(match: Match) -> None:
    """The pairing is withdrawn. Refused once a game is decided; calling off twice is calling off once."""
    held = Match.objects.select_for_update().get(pk=match.pk)
    if held.called_off_at:
        return
    if held.step == Match.Step.FINISHED or held.games.exclude(outcome=Game.Outcome.OPEN).exists():
        raise Refused(
            "This match already has a result, so its pairing stays; correct the result instead.",
            code="match_has_result",
        )
    steps.end_attempt(held, why="The pairing was withdrawn.")
    held.called_off_at = db_now()
    steps.save(held)
