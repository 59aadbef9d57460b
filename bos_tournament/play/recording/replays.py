"""A recorded game that is over, for everybody to walk through: what both players saw, line by line."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.matches import access
from bos_tournament.matches.models import Game, Match
from bos_tournament.messages import localize_told
from bos_tournament.play.models import Recording
from bos_tournament.play.recording.positions import position_of, standing_rows
from bos_tournament.play.recording.record_writer import is_beginning
from engine.hosting import TrackLine

Shown = dict[str, Any]


def recorded_game(match_pk: UUID, number: int) -> tuple[Match, Recording]:
    """A recorded game that is over. Raises Http404 for any other."""
    match = access.match_to_see(match_pk)
    over = Recording.objects.exclude(game__outcome=Game.Outcome.OPEN)
    recordings = over.select_related("game__match__pool", "game__first").prefetch_related("game__match__seats__user")
    recording = recordings.filter(game__match=match, game__number=number).first()
    if recording is None:
        raise Http404(_("There is no recorded game to watch here."))
    return match, recording


def replay_page(match: Match, recording: Recording, line_key: str | None) -> Shown:
    """The game with the board after a line; without one, at its end."""
    track = position_of(recording, standing_rows(recording), None).track
    rows = [_row(line) for line in track.lines]
    at = next((at for at, row in enumerate(rows) if row["key"] == line_key), len(rows) - 1)
    keys = [row["key"] for row in rows]
    is_last = at + 1 == len(rows)
    return {
        "match": match,
        "game": recording.game,
        "lines": rows[1:],
        "here": rows[at],
        "at": at,
        "count": len(rows) - 1,
        "table": track.table(keys[at]),
        "first": keys[0] if at else None,
        "back": keys[at - 1] if at else None,
        "next": None if is_last else keys[at + 1],
        "last": None if is_last else keys[-1],
    }


def _row(line: TrackLine) -> Shown:
    return {
        "key": line.key,
        "number": line.number,
        "text": line.written,
        "turn": is_beginning(line.written),
        "told": localize_told(line.told),
        "problem": "",
    }
