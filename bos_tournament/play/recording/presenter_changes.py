"""What a phone shows where the table and the board say different things: turns to go back to, numbers to change."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.matches.models import Seat
from bos_tournament.play.models import Recording
from bos_tournament.play.recording import board_changes
from bos_tournament.play.recording.positions import RecordedPosition
from bos_tournament.play.recording.record_writer import is_beginning

Shown = dict[str, Any]
Names = Mapping[int, str]


def turns(here: RecordedPosition, names: Names) -> list[Shown]:
    """Each turn, the last one first, as it began: whose it is, the life of both, and how many lines stand there."""
    begun = [row for row in here.rows if is_beginning(row.written)]
    shown = []
    for row in reversed(begun):
        table = here.track.table(here.track.lines[row.number].key)
        if table is None:
            continue
        life = [{"name": names[at + 1], "life": seat["life"]} for at, seat in enumerate(table["seats"])]
        turn = {"turn": table["turn"], "name": names[int(row.written[-1])], "life": life, "keep": row.number}
        shown.append({**turn, "may_go": row.number < here.count})
    return shown


def numbers(table: Mapping[str, Any] | None, names: Names) -> list[Shown]:
    """Every number on the board that can be changed, with what it is now, a group for each player."""
    if table is None:
        return []
    cards = list(board_changes.cards_with_strength(table))
    return [
        {"name": names[at], "choices": [*_totals(seat, at), *_strengths(cards, at)]}
        for at, seat in enumerate(table["seats"], 1)
    ]


def _totals(seat: Mapping[str, Any], at: int) -> Iterator[Shown]:
    told = {"life": _("Life %(number)s"), "vim": _("Vim %(number)s"), "ether": _("Ether %(number)s")}
    for what, label in told.items():
        yield {"about": f"{what}:P{at}", "label": label % {"number": seat[what]}}


def _strengths(cards: list[Mapping[str, Any]], at: int) -> Iterator[Shown]:
    for card in cards:
        if card["at"].startswith(str(at)):
            label = _("Strength of %(card)s (%(place)s): %(number)s")
            told = {"card": card["name"], "place": card["at"], "number": card["strength"]}
            yield {"about": f"strength:{card['at']}", "label": label % told}


def elsewhere(table: Mapping[str, Any] | None) -> list[Shown]:
    """Every card on a place of the board, with how else it may be on the table."""
    if table is None:
        return []
    cards = board_changes.cards_on_places(table)
    return [
        {"name": card["name"] or board_changes.FACE_DOWN, "at": card["at"], "choices": list(_otherwise(card))}
        for card in cards
    ]


def _otherwise(card: Mapping[str, Any]) -> Iterator[Shown]:
    """Where and how a card may be instead: a pile and a place for summons, a face for wizards and bosses."""
    at = card["at"]
    places = [] if at.endswith("*") else [f"{at[:-1]}{letter}" for letter in "abc" if letter != at[-1]]
    for now in (*_states(card), *places):
        yield {"about": f"card:{at}:{now}", "label": board_changes.card_is(card["name"], at, now)}


def _states(card: Mapping[str, Any]) -> Iterator[str]:
    is_summon = "w" not in card["at"] and not card["at"].endswith("*")
    if is_summon:
        yield from ("graveyard", "castle")
    else:
        yield "down" if card["up"] else "up"
    if card["up"]:
        yield "ready" if card["acted"] else "acted"


def asked_change(recording: Recording, seat: Seat, names: Names, *, shared: bool) -> Shown | None:
    """The change that somebody asks for, as this player sees it, or both do; None where nobody does."""
    change = board_changes.waiting_change(recording)
    if change is None:
        return None
    own = change.asked_by_id == seat.pk
    return {
        "pk": change.pk,
        "said": board_changes.sentence(change, names),
        "line": change.written,
        "by": str(change.asked_by.user),
        "own": own,
        "agreed": str(change.agreed_by.user) if change.agreed_by else "",
        "needs_judge": change.needs_judge,
        "may_agree": change.agreed_by is None and (not own or (shared and not change.needs_judge)),
        "may_end": own or not change.needs_judge,
    }
