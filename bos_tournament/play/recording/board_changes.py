"""The table says something else: a number on the board is changed where the other player agrees, or a judge decides."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps, surroundings
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import BoardChange, Recording
from bos_tournament.play.online import endings
from bos_tournament.play.recording import recordings
from bos_tournament.play.recording.positions import position_of, standing_rows, with_line

What, State = BoardChange.What, BoardChange.State
LETTERS = {What.LIFE: "L", What.VIM: "V", What.ETHER: "E"}
"""What stands before both players' numbers in a line of the record."""
LEAST = {What.LIFE: 1, What.VIM: 0, What.ETHER: 0, What.STRENGTH: 1}
MOST = 1_000_000
AS_IT_IS = ("acted", "ready", "up", "down")
CARD_IS = {
    "graveyard": gettext_lazy("%(card)s (%(place)s) is in the graveyard."),
    "castle": gettext_lazy("%(card)s (%(place)s) is back in the castle."),
    "acted": gettext_lazy("%(card)s (%(place)s) has acted."),
    "ready": gettext_lazy("%(card)s (%(place)s) is ready."),
    "up": gettext_lazy("%(card)s (%(place)s) is face-up."),
    "down": gettext_lazy("%(card)s (%(place)s) is face-down."),
}
"""How a card may be otherwise than on the board, and what that is in words; it may also stand at another place."""
FACE_DOWN = gettext_lazy("Face-down card")
"""What a card is called whose name is not shown."""
PLACE = re.compile("[12]w?[abc]")
Table = Mapping[str, Any]


@transaction.atomic
def ask_for_change(seat: Seat, game: Game, *, what: str, of: str, now: str, after: int) -> None:
    """Asks the other player to agree that a number on the board is another one; in a tournament it calls a judge.

    `of` is a seat, `P1` or `P2`, or for a strength, or a card that is elsewhere, the place of that card; `now` is the
    number, or where and how the card is, see `CARD_IS`; `after` is how many lines stand.

    Raises Refused: `no_recording`, `online`, `board_changed`, `change_waits`, `change_wrong`, and what a judge call
    refuses.
    """
    recording = recordings.held_recording(seat, game)
    if game.match.plays_online:
        raise Refused(_("An online game has no table that could differ from its board."), code="online")
    rows = standing_rows(recording)
    recordings.refuse_elsewhere(recording, rows, after)
    recordings.refuse_while_a_change_waits(recording)
    change = _change(_table(recording), what, of, now)
    change.recording, change.asked_by = recording, seat
    recording.keep_asked = recording.keep_asked_by = None
    if with_line(recording, rows, change.written, None).problem:
        raise _wrong()
    change.needs_judge = surroundings.event.is_at_a_table(seat.match)
    change.save()
    if change.needs_judge:
        reason = _("Change of the board in game %(number)s: %(line)s")
        surroundings.judging.call_judge(seat, reason=reason % {"number": game.number, "line": change.written})
    endings.tell_players(recording)


@transaction.atomic
def answer_change(seat: Seat, game: Game, *, agrees: bool, shared: bool = False, about: int | None = None) -> None:
    """The other player agrees, which changes the board unless a judge has to decide, or declines; who asked withdraws
    by `agrees` being False. On a phone that both use, the other one agrees on the phone of who asked. Answered
    already, nothing changes. `about` is the change as the page has it.

    Raises Refused: `no_recording`, `not_yours`, `judge_decides` for declining what a judge was called for, and
    `board_changed` where another change is asked for.
    """
    recording = recordings.held_recording(seat, game)
    change = waiting_change(recording)
    if change is None:
        return
    if agrees and about not in (None, change.pk):
        raise _another()
    own = change.asked_by_id == seat.pk
    if agrees and own and (not shared or change.needs_judge):
        raise Refused(_("The other player has to agree."), code="not_yours")
    if not agrees and not own and change.needs_judge:
        raise Refused(_("A judge decides about this change. Tell them what you think."), code="judge_decides")
    if agrees:
        _agree(recording, change, seat.match.seats.exclude(pk=change.asked_by_id).get(), shared=shared)
    else:
        _settle(change, State.WITHDRAWN if own else State.DECLINED)
    endings.tell_players(recording)


@transaction.atomic
def decide_change(match: Match, *, allows: bool, about: int | None = None) -> None:
    """A judge lets the change be made for which they were called, or refuses it; `about` is the one that they read.
    Raises Refused: `no_change` where none waits, or its game is over; `board_changed` where it is another one."""
    match = match_steps.lock(match)
    change = changes_before_judges([match.pk]).get(match.pk)
    if change is None:
        raise Refused(_("No change of the board is waiting at this table."), code="no_change")
    if allows and about not in (None, change.pk):
        raise _another()
    if allows:
        _make(change.recording, change)
    else:
        _settle(change, State.DECLINED)
    endings.tell_players(change.recording)


def waiting_change(recording: Recording) -> BoardChange | None:
    """The change that somebody asks for; None where nobody does."""
    waiting = recording.changes.filter(state=State.WAITING)
    return waiting.select_related("asked_by__user", "agreed_by__user").first()


def changes_before_judges(matches: Collection[UUID]) -> dict[UUID, BoardChange]:
    """The changes about which a judge has to decide in games of these matches that are on, by match. One query."""
    waiting = BoardChange.objects.filter(
        state=State.WAITING,
        needs_judge=True,
        recording__game__match__in=matches,
        recording__game__match__step=Match.Step.PLAYING,
        recording__game__outcome=Game.Outcome.OPEN,
    )
    around = waiting.select_related(
        "asked_by__user", "agreed_by__user", "recording__game__match", "recording__game__first"
    )
    return {change.recording.game.match_id: change for change in around}


def sentence(change: BoardChange, names: Mapping[int, str]) -> str:
    """What a change is, in words; `names` are the players by seat."""
    said = {"was": change.was, "now": change.now, "card": change.card, "place": change.of}
    if change.what == What.CARD:
        return card_is(change.card, change.of, change.now)
    if change.what == What.STRENGTH:
        return _("%(card)s (%(place)s) has strength %(now)s, not %(was)s.") % said
    told = {
        What.LIFE: _("%(player)s has %(now)s life, not %(was)s."),
        What.VIM: _("%(player)s has %(now)s vim, not %(was)s."),
        What.ETHER: _("%(player)s has %(now)s ether, not %(was)s."),
    }
    return told[What(change.what)] % {**said, "player": names[int(change.of[1:])]}


def card_is(name: str | None, place: str, now: str) -> str:
    """Where or how a card is that the board has at that place, in words; without a name it is face-down."""
    sentence = CARD_IS.get(now, _("%(card)s is at %(now)s, not at %(place)s."))
    return str(sentence) % {"card": name or FACE_DOWN, "place": place, "now": now}


def cards_with_strength(table: Table) -> Iterator[Mapping[str, Any]]:
    """The face-up cards on the board that have a strength."""
    for seat in table["seats"]:
        yield from (card for card in (seat["boss"], *seat["summons"]) if card and card["up"] and card["strength"])


def cards_on_places(table: Table) -> Iterator[Mapping[str, Any]]:
    """Every card that stands on a place of the board."""
    for seat in table["seats"]:
        yield from (card for card in (*seat["wizards"], *seat["summons"], seat["boss"]) if card)


def _table(recording: Recording) -> Table:
    """The board as both players see it. Raises Refused (`change_wrong`) before there is one."""
    here = position_of(recording, standing_rows(recording), None)
    table = here.track.table(here.last_key)
    if table is None or here.outcome:
        raise _wrong()
    return table


def _change(table: Table, what: str, of: str, now: str) -> BoardChange:
    """The change as a row with its line. Raises Refused (`change_wrong`)."""
    if what == What.CARD:
        return _card_elsewhere(table, of, now)
    if what not in What.values or not now.isdecimal() or not LEAST[What(what)] <= int(now) <= MOST:
        raise _wrong()
    now = str(int(now))
    if what == What.STRENGTH:
        card = next((card for card in cards_with_strength(table) if card["at"] == of), None)
        if card is None or now == str(card["strength"]):
            raise _wrong()
        facts = {"card": card["name"], "was": str(card["strength"]), "written": f"J set {of}={now}"}
        return BoardChange(what=what, of=of, now=now, **facts)
    if of not in ("P1", "P2"):
        raise _wrong()
    both, at = [str(seat[what]) for seat in table["seats"]], int(of[1:]) - 1
    was, both[at] = both[at], now
    if was == now:
        raise _wrong()
    return BoardChange(what=what, of=of, was=was, now=now, written=f"J set {LETTERS[What(what)]}{'/'.join(both)}")


def _card_elsewhere(table: Table, of: str, now: str) -> BoardChange:
    card = next((card for card in cards_on_places(table) if card["at"] == of), None)
    if card is None or not (now in CARD_IS or PLACE.fullmatch(now)):
        raise _wrong()
    there = now if now in AS_IT_IS else f"to {now}"
    return BoardChange(what=What.CARD, of=of, card=card["name"] or "", was=of, now=now, written=f"J set {of} {there}")


def _another() -> Refused:
    return Refused(_("The request has changed. Read it again, then answer."), code="board_changed")


def _wrong() -> Refused:
    return Refused(_("This change is not possible. Choose what is different on your table."), code="change_wrong")


def _agree(recording: Recording, change: BoardChange, other: Seat, *, shared: bool) -> None:
    change.agreed_by = other
    if change.needs_judge:
        change.save()
    else:
        _make(recording, change, shared=shared)


def _make(recording: Recording, change: BoardChange, *, shared: bool = False) -> None:
    """The line is written behind those that stand. A request to take lines back is gone with it."""
    rows = standing_rows(recording)
    if with_line(recording, rows, change.written, None).problem:
        raise _wrong()
    recordings.write_row(recording, change.asked_by, rows, change.written, shared=shared, change=change)
    recording.keep_asked = recording.keep_asked_by = None
    _settle(change, State.MADE)


def _settle(change: BoardChange, state: BoardChange.State) -> None:
    change.state, change.settled_at = state, db_now()
    change.save()
