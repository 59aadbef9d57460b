"""What the board of a recorded game shows to one phone: the table as it may know it, and what may be written next."""

from collections.abc import Iterator
from typing import Any

from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.messages import localize
from bos_tournament.play.models import Recording
from bos_tournament.play.presenter import hand, notes
from bos_tournament.play.recording.positions import RecordedPosition, position_of, standing_rows
from bos_tournament.play.recording.recordings import may_be_taken_back, possible_wizards
from engine.bos.game import CardType, Hidden

Shown = dict[str, Any]
LAST_LINES = 4
"""So many lines are told under the board."""


def recording_board(recording: Recording, seat: Seat, *, shared: bool, card: tuple[int, str] | None = None) -> Shown:
    """The recorded game as it is now, on the phone of this player; `shared` if both players use it."""
    viewer = None if shared else seat.number
    here = position_of(recording, standing_rows(recording), viewer, card=card)
    table = here.track.table(here.last_key, "public" if viewer is None else viewer - 1)
    names = {one.number: str(one.user) for one in recording.game.match.seats.all()}
    open_ = is_open(recording.game)
    return {
        **_frame(recording, seat, shared=shared),
        "count": here.count,
        "open": open_,
        "table": {**table, "below": f"P{seat.number}"} if table else None,
        "problem": localize(here.problem) if here.problem else "",
        "hand": hand(table, viewer - 1, here.pool) if table and viewer else [],
        "groups": list(_groups(here, names)) if open_ and not here.unplaced else [],
        "whole": all(ask.lines.whole for ask in here.asks),
        "notes": list(notes(here.track.why_not(here.last_key), table, here.pool)) if table else [],
        "search": list(_search(here, names)) if open_ and not here.unplaced and here.asks else [],
        "card": card[1] if card else "",
        "wizards": _wizards(here, seat, names, viewer) if open_ else None,
        "told": _told(here),
        "history": [_told_line(here, number) for number in range(len(here.rows), 0, -1)],
        "may_take_back": open_ and any(may_be_taken_back(here.rows, row) for row in here.rows),
        "concede": names if open_ and here.asks else {},
        "ending": _ending(recording, here, names),
    }


def is_open(game: Game) -> bool:
    """Whether lines may still be written."""
    return game.outcome == Game.Outcome.OPEN and game.match.step == Match.Step.PLAYING


def seen_tag(recording: Recording) -> str:
    """Names what a phone has on its board; another one says that there is something new."""
    return f"{recording.version}.{recording.game.match.version}"


def _frame(recording: Recording, seat: Seat, *, shared: bool) -> Shown:
    """What stands around the board."""
    asked_by = recording.keep_asked_by
    return {
        "recording": recording,
        "game": recording.game,
        "match": recording.game.match,
        "seat": seat,
        "shared": shared,
        "tag": seen_tag(recording),
        "asked_by": asked_by,
        "asks_you": asked_by is not None and asked_by != seat,
        "keep_asked": recording.keep_asked,
    }


def _groups(here: RecordedPosition, names: dict[int, str]) -> Iterator[Shown]:
    """What each player may do, in the order in which they are asked."""
    known: set[str] = set()
    for ask in here.asks:
        lines = [line for line in ask.lines.lines if line.written not in known]
        known.update(line.written for line in lines)
        said = here.track.headlines(line.written for line in lines)
        choices = [
            {"written": line.written, "path": line.path, "odd": line.odd, "label": localize(label)}
            for line, label in zip(lines, said, strict=True)
        ]
        yield {
            "seat": ask.seat + 1,
            "name": names[ask.seat + 1],
            "choices": choices,
            "prompt": localize(ask.prompt),
            "taps": [choice for choice in choices if choice["path"] and not choice["odd"]],
            "odd": [choice for choice in choices if choice["path"] and choice["odd"]],
            "buttons": [choice for choice in choices if not choice["path"]],
        }


def _search(here: RecordedPosition, names: dict[int, str]) -> Iterator[Shown]:
    """Every card that a player whose list is hidden here may have in a pile: of the catalogue, never of the list."""
    for number, name in names.items():
        known = here.lists[f"P{number}"]
        boss = here.pool.find(known.boss) if isinstance(known, Hidden) else None
        if boss is None:
            continue
        cards = [card for card in here.pool.cards if card.color is boss.color and card.playable]
        kinds = [card for card in cards if card.type in (CardType.SUMMON, CardType.SPELL)]
        yield {"seat": number, "name": name, "cards": sorted(card.name for card in kinds)}


def _wizards(here: RecordedPosition, seat: Seat, names: dict[int, str], viewer: int | None) -> Shown | None:
    """Whose wizards are to be put in their columns on this phone, and which ones they may be."""
    of = here.unplaced
    if of is None and viewer and not here.is_placed(viewer):
        of = viewer
    if of is None:
        return None
    return {
        "of": of,
        "own": of == viewer,
        "name": names[of],
        "choices": possible_wizards(here, of),
        "columns": list("abc"),
        "first": here.unplaced is not None,
    }


def _told(here: RecordedPosition) -> list[Shown]:
    """The last lines, each with what it did."""
    return [_told_line(here, number) for number in range(max(len(here.rows) - LAST_LINES, 0) + 1, len(here.rows) + 1)]


def _told_line(here: RecordedPosition, number: int) -> Shown:
    line, row = here.track.lines[number], here.rows[number - 1]
    told = [{"text": localize(told.text), "rule": told.rule} for told in line.told]
    may_go = may_be_taken_back(here.rows, row)
    return {"number": number, "line": row.written, "may_go": may_go, "told": told}


def _ending(recording: Recording, here: RecordedPosition, names: dict[int, str]) -> Shown | None:
    """How the recorded game ended, and who has said that the record is right; None while it is on."""
    if here.outcome is None:
        return None
    signed = [names[number] for number in recording.signed_by.values_list("number", flat=True)]
    winners = here.outcome.winners
    return {"winner": names[winners[0] + 1] if winners else "", "signed": signed}
