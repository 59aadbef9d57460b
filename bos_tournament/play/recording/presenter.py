"""What the board of a recorded game shows to one phone: the table as it may know it, and what may be written next."""

from collections.abc import Iterator
from typing import Any

from bos_tournament.matches import surroundings
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.messages import localize, localize_told
from bos_tournament.play.models import RecordedLine, Recording
from bos_tournament.play.online.presenter import online_parts, online_tag
from bos_tournament.play.presenter import by_kind, hand, notes
from bos_tournament.play.recording import board_changes, presenter_changes
from bos_tournament.play.recording.choices import choice, outlooks_of
from bos_tournament.play.recording.positions import RecordedPosition, position_of, standing_rows
from bos_tournament.play.recording.record_writer import cards_played, first_turns
from bos_tournament.play.recording.recordings import possible_wizards
from engine.bos.game import CardType, Hidden

Shown = dict[str, Any]
LAST_LINES = 4
"""So many lines are told under the board."""


def recording_board(recording: Recording, seat: Seat, *, shared: bool, card: tuple[int, str] | None = None) -> Shown:
    """The recorded game as it is now, on the phone of this player; `shared` if both players use it."""
    is_online = recording.game.match.plays_online
    shared = shared and not is_online
    viewer = None if shared else seat.number
    here = position_of(recording, standing_rows(recording), viewer, card=card)
    table = here.track.table(here.last_key, "public" if viewer is None else viewer - 1)
    names = {one.number: str(one.user) for one in recording.game.match.seats.all()}
    open_, history = is_open(recording.game), _history(here)
    foreseen = _foreseen(recording, viewer)
    groups = list(_groups(here, names, foreseen)) if open_ and not here.unplaced else []
    search = list(_search(here, names)) if open_ and not here.unplaced and here.asks else []
    why = here.track.why_not(here.last_key) if open_ else {}
    online = online_parts(recording, here, seat, names, foreseen, is_open=open_) if is_online else {}
    wizards = _wizards(here, seat, names, viewer) if open_ else None
    return {
        **_frame(recording, seat, shared=shared),
        "count": here.count,
        "open": open_,
        "table": {**table, "below": f"P{seat.number}"} if table else None,
        "problem": localize(here.problem) if here.problem else "",
        "hand": hand(table, viewer - 1, here.pool) if table and viewer else [],
        "groups": groups,
        **by_kind([choice for group in groups for choice in group["choices"]]),
        "whole": all(ask.lines.whole for ask in here.asks),
        "notes": list(notes(why, table, here.pool)) if table else [],
        "search": search,
        "has_shown": any(pile["shown"] for pile in search),
        "card": card[1] if card else "",
        "wizards": None if wizards and is_online and not wizards["own"] else wizards,
        "told": _told(here),
        "history": history,
        "may_take_back": open_ and _takes_back(recording.game.match) and any(row["may_go"] for row in history),
        **_changes(recording, here, seat, table, names, shared=shared, is_open=open_),
        "concede": names if open_ and here.asks else {},
        "ending": _ending(recording, here, names, seat),
        **online,
    }


def _takes_back(match: Match) -> bool:
    return not match.plays_online or match.take_backs


def _changes(
    recording: Recording,
    here: RecordedPosition,
    seat: Seat,
    table: Shown | None,
    names: dict[int, str],
    *,
    shared: bool,
    is_open: bool,
) -> Shown:
    """What may be changed where the table differs from the board, and the change that is asked for."""
    match, may_change = recording.game.match, is_open and bool(here.asks)
    return {
        "turns": presenter_changes.turns(here, names) if is_open else [],
        "calls_judge": surroundings.event.is_at_a_table(match),
        "may_call": _may_call(match),
        "numbers": presenter_changes.numbers(table, names) if may_change else [],
        "elsewhere": presenter_changes.elsewhere(table) if may_change else [],
        "told_lines": _told_lines(recording, names),
        "change": presenter_changes.asked_change(recording, seat, names, shared=shared) if is_open else None,
    }


def is_open(game: Game) -> bool:
    """Whether lines may still be written."""
    return game.outcome == Game.Outcome.OPEN and game.match.step == Match.Step.PLAYING


def seen_tag(recording: Recording, seat: Seat) -> str:
    """Names what a phone has on its board; another one says that there is something new."""
    online = online_tag(recording, seat) if recording.game.match.plays_online else ""
    return f"{recording.version}.{recording.game.match.version}{online}"


def _frame(recording: Recording, seat: Seat, *, shared: bool) -> Shown:
    """What stands around the board."""
    asked_by = recording.keep_asked_by
    return {
        "recording": recording,
        "game": recording.game,
        "match": recording.game.match,
        "seat": seat,
        "shared": shared,
        "tag": seen_tag(recording, seat),
        "asked_by": asked_by,
        "asks_you": asked_by is not None and asked_by != seat,
        "keep_asked": recording.keep_asked,
    }


def _may_call(match: Match) -> bool:
    """Whether a judge can be called, and none is."""
    return surroundings.event.is_at_a_table(match) and surroundings.judging.open_call(match) is None


def _foreseen(recording: Recording, viewer: int | None) -> frozenset[int]:
    """The seats whose moves say on this phone what comes of them: one's own, on a phone that both use those of both,
    and none where the event has it switched off."""
    if not surroundings.event.shows_outcomes(recording.game.match):
        return frozenset()
    return frozenset({viewer} if viewer else {1, 2})


def _groups(here: RecordedPosition, names: dict[int, str], foreseen: frozenset[int]) -> Iterator[Shown]:
    """What each player may do, in the order in which they are asked; the first one's moves need no name."""
    known: set[str] = set()
    for number, ask in enumerate(here.asks):
        who = f"{names[ask.seat + 1]}: " if number else ""
        lines = [line for line in ask.lines.lines if line.written not in known]
        known.update(line.written for line in lines)
        said = here.track.headlines(line.written for line in lines)
        outlooks = outlooks_of(here, lines, ask.seat) if ask.seat + 1 in foreseen else [None] * len(lines)
        choices = [
            choice(line, who + localize(label), outlook)
            for line, label, outlook in zip(lines, said, outlooks, strict=True)
        ]
        yield {
            "seat": ask.seat + 1,
            "name": names[ask.seat + 1],
            "choices": choices,
            "prompt": localize(ask.prompt),
        }


def _search(here: RecordedPosition, names: dict[int, str]) -> Iterator[Shown]:
    """Every card that a player whose list is hidden here may have in a pile: of the catalogue, never of the list; and
    those of them that were played in this game, which may come again."""
    named = cards_played(here.rows)
    for number, name in names.items():
        known = here.lists[f"P{number}"]
        boss = here.pool.find(known.boss) if isinstance(known, Hidden) else None
        if boss is None:
            continue
        cards = [card for card in here.pool.cards if card.color is boss.color and card.playable]
        found = sorted(card.name for card in cards if card.type in (CardType.SUMMON, CardType.SPELL))
        yield {"seat": number, "name": name, "cards": found, "shown": [card for card in found if card in named]}


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
    """What the last lines did."""
    return [{"number": line.number, "told": localize_told(line.told)} for line in here.track.lines[1:][-LAST_LINES:]]


def _history(here: RecordedPosition) -> list[Shown]:
    """Every line, the last one first, and whether one may go back to before it."""
    first = first_turns(here.rows)
    return [
        {"number": row.number, "line": row.written, "may_go": not row.by_itself or row.number in first}
        for row in reversed(here.rows)
    ]


def _ending(recording: Recording, here: RecordedPosition, names: dict[int, str], seat: Seat) -> Shown | None:
    """How the recorded game ended, and who has said that the record is right; None while it is on."""
    if here.outcome is None:
        return None
    winners, signed = here.outcome.winners, list(recording.signed_by.values_list("number", flat=True))
    return {
        "winner": names[winners[0] + 1] if winners else "",
        "signed": [names[number] for number in signed],
        "you_signed": seat.number in signed,
    }


def _told_lines(recording: Recording, names: dict[int, str]) -> list[Shown]:
    """Every line that was ever recorded, in the order of the record: what was taken back comes before what came
    instead."""
    rows = recording.lines.select_related("seat__user", "change__agreed_by").order_by("number", "pk")
    return [_told_line(row, names) for row in rows]


def _told_line(row: RecordedLine, names: dict[int, str]) -> Shown:
    said = board_changes.sentence(row.change, names) if row.change else ""
    taken_back = row.taken_back_at is not None
    return {"number": row.number, "line": row.written, "name": str(row.seat.user), "said": said, "gone": taken_back}
