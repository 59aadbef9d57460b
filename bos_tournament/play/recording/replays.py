"""A recorded game for everybody to walk through, line by line, as both players saw it: whole once it is over; while it
is on, at a featured table alone and as far as spectators see it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.matches import access
from bos_tournament.matches.models import Game, Match
from bos_tournament.messages import localize_told
from bos_tournament.play.models import RecordedLine, Recording
from bos_tournament.play.recording import watching
from bos_tournament.play.recording.positions import public_track, standing_rows
from bos_tournament.play.recording.record_writer import is_beginning
from engine.hosting import Track, TrackLine

Shown = dict[str, Any]


@dataclass(frozen=True)
class Replay:
    """A game as everybody may see it at this moment."""

    match: Match
    """With its event."""
    game: Game
    """With its match."""
    recording: Recording | None
    """None while spectators see nothing of it yet."""
    rows: tuple[RecordedLine, ...]
    """The lines to be seen."""
    delay: int | None
    """How many minutes spectators are behind; None once the game is over."""
    until: datetime | None
    """What is later is not shown; None once the game is over."""

    @property
    def is_live(self) -> bool:
        """Whether the game is on."""
        return self.delay is not None

    def track(self) -> Track | None:
        """The record so far; None before there is anything to see."""
        return public_track(self.recording, self.rows) if self.recording else None

    def bids(self) -> list[watching.OpenedBid]:
        """Both bids, once everybody may know them here. One query."""
        return watching.opened_bids(self.game, self.until)


def game_to_replay(match_pk: UUID, number: int) -> Replay:
    """A recorded game that is over, or one that is on at a featured table. Raises Http404 for any other."""
    match = access.match_to_see(match_pk)
    games = Game.objects.select_related("match", "first").prefetch_related("match__seats__user")
    game = games.filter(match=match, number=number).first()
    if game is None:
        raise Http404(_("There is no recorded game to watch here."))
    if game.outcome != Game.Outcome.OPEN:
        return _whole(match, game)
    delay = watching.spectator_delay(match, game)
    if delay is None:
        raise Http404(_("There is no recorded game to watch here."))
    until = watching.shown_until(delay)
    recording, rows = watching.recording_until(game, until)
    return Replay(match, game, recording, rows, delay, until)


def replay_page(replay: Replay, line_key: str | None) -> Shown:
    """The game with the board after a line; without one, at its end."""
    track = replay.track()
    rows = [_row(line) for line in track.lines] if track else []
    at = next((at for at, row in enumerate(rows) if row["key"] == line_key), max(len(rows) - 1, 0))
    keys = [row["key"] for row in rows]
    is_last = at + 1 >= len(rows)
    return {
        "match": replay.match,
        "game": replay.game,
        "live": replay.is_live,
        "delay": replay.delay,
        "bids": replay.bids(),
        "lines": rows[1:],
        "here": rows[at] if rows else None,
        "at": at,
        "count": max(len(rows) - 1, 0),
        "table": track.table(keys[at]) if track else None,
        "first": keys[0] if at else None,
        "back": keys[at - 1] if at else None,
        "next": None if is_last else keys[at + 1],
        "last": None if is_last else keys[-1],
        "latest": keys[-1] if keys else "",
    }


def _whole(match: Match, game: Game) -> Replay:
    recording = Recording.objects.filter(game=game).first()
    if recording is None:
        raise Http404(_("There is no recorded game to watch here."))
    recording.game = game
    return Replay(match, game, recording, standing_rows(recording), None, None)


def _row(line: TrackLine) -> Shown:
    return {
        "key": line.key,
        "number": line.number,
        "text": line.written,
        "turn": is_beginning(line.written),
        "told": localize_told(line.told),
        "problem": "",
    }
