"""Matches begin when a round is published, and are called off with their pairing or their tournament."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.cards.models import PinnedPool
from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps
from bos_tournament.matches.clock_state import Setting
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations.bulk_rows import insert_rows
from bos_tournament.operations.db_clock import db_now
from engine.bos.game import EDITIONS
from engine.hosting import Message


@transaction.atomic
def start_matches(
    tables: Sequence[Sequence[tuple[UUID, UUID | None]]],
    *,
    edition: str,
    pool: PinnedPool | None,
    draws_allowed: bool,
    bids_on_paper: bool,
    clocks: Setting | None = None,
    online: bool = False,
    take_backs: bool = False,
) -> list[UUID]:
    """The ids of the matches of a whole round, each of two people in seat order, waiting for its bosses to be shown.

    They are written together since there may be thousands; users and lists are given by id. ValueError unless two sit
    at each table.
    """
    if any(len(seats) != 2 for seats in tables):
        raise ValueError("A best of three is played by two.")
    settings = {
        "edition": edition,
        "pool_id": pool and pool.pk,
        "wins_needed": EDITIONS[edition].games_to_win,
        "draws_allowed": draws_allowed,
        "bids_on_paper": bids_on_paper,
        "online": online,
        "take_backs": take_backs,
        **_clocks(clocks),
    }
    matches = [uuid4() for _ in tables]
    insert_rows(Match, ({"id": match, **settings} for match in matches))
    insert_rows(
        Seat,
        (
            {"id": uuid4(), "match_id": match, "number": number, "user_id": user, "deck_version_id": version}
            for match, seats in zip(matches, tables, strict=True)
            for number, (user, version) in enumerate(seats, start=1)
        ),
    )
    insert_rows(Game, ({"id": uuid4(), "match_id": match, "number": 1} for match in matches))
    return matches


def _clocks(setting: Setting | None) -> dict[str, Any]:
    if setting is None:
        return {}
    return {
        "clock_minutes": setting.minutes,
        "clock_delay": setting.delay,
        "clock_per_game": setting.per_game,
    }


@transaction.atomic
def withdraw_match(match: Match) -> None:
    """The pairing is withdrawn. Refused once a game is decided; calling off twice is calling off once."""
    held = Match.objects.select_for_update().get(pk=match.pk)
    if held.called_off_at:
        return
    if held.step == Match.Step.FINISHED or held.games.exclude(outcome=Game.Outcome.OPEN).exists():
        raise Refused(
            _("This match already has a result, so its pairing stays. Correct the result instead."),
            code="match_has_result",
        )
    _end(held, why=Message("bids.withdrawn"))


@transaction.atomic
def cancel_match(match: Match) -> None:
    """Its tournament was cancelled: it ends without a result, and games that were decided stay. Twice is once."""
    held = Match.objects.select_for_update().get(pk=match.pk)
    if held.called_off_at is None and held.step != Match.Step.FINISHED:
        _end(held, why=Message("bids.cancelled"))


def _end(match: Match, *, why: Message) -> None:
    match_steps.end_attempt(match, why=why)
    match.called_off_at = db_now()
    match_steps.save(match)


@transaction.atomic
def reinstate_match(match: Match) -> None:
    """A match that was called off by mistake is played on; bids that were sealed are void and asked for anew."""
    held = Match.objects.select_for_update().get(pk=match.pk)
    if held.called_off_at is None:
        return
    held.called_off_at = None
    if held.step == Match.Step.BIDDING:
        match_steps.new_attempt(held, match_steps.open_game(held))
    match_steps.save(held)
