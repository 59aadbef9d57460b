"""What the board of an online game shows to one player beside the table: their own moves, and the other player."""

from collections.abc import Container
from typing import Any

from bos_tournament.matches.models import Seat
from bos_tournament.messages import localize
from bos_tournament.play.models import BoardPhrase, Recording
from bos_tournament.play.online.phrases import said_last
from bos_tournament.play.online.turns import Turn, turn_of
from bos_tournament.play.online.visits import absence_of_other
from bos_tournament.play.presenter import by_kind
from bos_tournament.play.recording.choices import choice, outlooks_of
from bos_tournament.play.recording.positions import RecordedPosition

Shown = dict[str, Any]


def online_parts(
    recording: Recording,
    here: RecordedPosition,
    seat: Seat,
    names: dict[int, str],
    foreseen: Container[int],
    *,
    is_open: bool,
) -> Shown:
    """For the page of this player, instead of what two players at one table see; `is_open` while the game is on. Of the
    seats in `foreseen` the moves say what would come of them."""
    on = is_open and not here.unplaced
    turn = turn_of(recording, here.rows, seat.number) if on else None
    choices = _choices(here, turn, seat.number, foreseen) if turn else []
    prompt = localize(turn.prompt) if turn and turn.prompt else ""
    own = {"seat": seat.number, "name": names[seat.number], "choices": choices, "prompt": prompt}
    return {
        "groups": [own] if choices else [],
        **by_kind(choices),
        "whole": turn is None or turn.whole,
        "search": [],
        "concede": {},
        "may_pass": turn is not None and turn.may_pass,
        "online": {
            "asked": turn.asked if turn else None,
            "own_turn": turn is not None and bool(turn.options or turn.may_pass or turn.asked == seat.number),
            "opponent": names[3 - seat.number],
            "half": recording.half,
            "away": absence_of_other(recording, seat) if is_open else None,
            "draw_offered": recording.draw_offered_by is not None,
            "draw_is_yours": recording.draw_offered_by == seat,
            "phrases": BoardPhrase.Phrase.choices,
            "said": [
                {"name": str(one.seat.user), "phrase": one.phrase, "text": one.get_phrase_display()}
                for one in said_last(recording)
            ],
        },
    }


def online_tag(recording: Recording, seat: Seat) -> str:
    """What changes on an open page without a deed: how long the other player is away."""
    away = absence_of_other(recording, seat)
    return f".{away.seconds}.{away.times}"


def _choices(here: RecordedPosition, turn: Turn, seat: int, foreseen: Container[int]) -> list[Shown]:
    said = here.track.headlines(option.written for option in turn.options)
    is_foreseen = seat in foreseen
    outlooks = outlooks_of(here, turn.options, seat - 1) if is_foreseen else [None] * len(turn.options)
    return [
        choice(option, localize(label), outlook)
        for option, label, outlook in zip(turn.options, said, outlooks, strict=True)
    ]
