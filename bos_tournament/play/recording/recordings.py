"""Recording a game on the board while it is played: every deed of its players."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import clock_marks, clocks, match_steps
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.messages import localize
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import LONGEST_LINE, BoardChange, RecordedLine, Recording
from bos_tournament.play.online import endings, turns
from bos_tournament.play.recording import positions
from bos_tournament.play.recording.positions import RecordedPosition, position_of, standing_rows
from bos_tournament.play.recording.record_writer import (
    begun_seats,
    first_turns,
    is_beginning,
    seat_on_turn,
    wizards_of,
    wizards_of_color,
)
from engine.bos import game as bos
from engine.bos.game import Hidden
from engine.hosting import code_json

LONGEST_RECORD = 1_500
"""So many lines stand in one recording at most; decay ends every game long before."""
MOST_BY_ITSELF = 5
Step = Match.Step


@transaction.atomic
def start_recording(seat: Seat) -> Recording:
    """Opens the board for the game that is on; where it is open, that one. Raises Refused outside a game, and for a
    match without a card pool (`no_pool`)."""
    game = _game_on(seat)
    recording, is_new = Recording.objects.get_or_create(game=game, defaults={"begun_by": seat})
    if is_new:
        position_of(recording, (), None)
        if game.match.plays_online:
            endings.go_on_after(recording, by=seat)
        endings.tell_players(recording)
    return recording


@transaction.atomic
def place_wizards(seat: Seat, game: Game, *, of: int, names: Sequence[str], shared: bool = False) -> None:
    """Puts the wizards of seat `of`, from column a to column c. Its own player knows them; on any other phone they are
    three of its colour, and nothing of its list is told. Sent twice by its own player, it counts once.

    Raises Refused: `no_recording`, `wizards_placed`, `wizards_wrong`, online `one_seat_each`.
    """
    recording = held_recording(seat, game)
    if game.match.plays_online:
        _refuse_shared(shared=shared or of != seat.number)
    viewer = None if shared else seat.number
    if of == viewer and recording.placed.get(str(of)) == list(names):
        return
    refuse_while_a_change_waits(recording)
    here = position_of(recording, standing_rows(recording), viewer)
    if str(of) in recording.placed or of in begun_seats(here.rows):
        raise Refused(_("These wizards have their columns already."), code="wizards_placed")
    _refuse_wizards(here, of, names)
    recording.wizards = {**recording.placed, str(of): list(names)}
    _go_on(recording, seat, shared=shared)
    if game.match.plays_online:
        endings.go_on_after(recording, by=seat)
    endings.tell_players(recording)


@transaction.atomic
def record_line(seat: Seat, game: Game, written: str, *, after: int, shared: bool = False) -> None:
    """Writes the next line, of either player. Sent twice, or from both phones, it counts once.

    `after` is how many lines stood before. Raises Refused: `no_recording`; `board_changed` where lines were written or
    taken back since; `change_waits`; `judges_line`; `illegal_line` for one that cannot stand as far as this phone may
    know; online `not_asked`, `not_your_line`, `one_seat_each` and `time_over`.
    """
    recording = held_recording(seat, game)
    rows = standing_rows(recording)
    line = " ".join(written.split())
    if after < len(rows) and rows[after].written == line:
        return
    refuse_elsewhere(recording, rows, after)
    refuse_while_a_change_waits(recording)
    if bos.judges_word(line) or line.endswith("disqualified"):
        raise Refused(_("Only a judge can write this line. Call one from the match page."), code="judges_line")
    if game.match.plays_online:
        _play_online(recording, seat, rows, line, shared=shared)
        return
    canonical = _checked(recording, rows, line, seat, shared=shared)
    write_row(recording, seat, rows, canonical, shared=shared)
    recording.keep_asked = recording.keep_asked_by = None
    _go_on(recording, seat, shared=shared)
    if canonical == bos.ENDS:
        _end_turn_on_the_clock(seat, rows)
    endings.tell_players(recording)


@transaction.atomic
def take_back_lines(seat: Seat, game: Game, *, keep: int, after: int) -> None:
    """Takes back every line but the first `keep`. At once where this phone chose them all; otherwise the other player
    is asked. Before the first turn of a seat, its wizards are placed again.

    Raises Refused: `no_recording`, `board_changed`, `change_waits`, `judges_line`, `nothing`, online `no_take_back`.
    """
    recording = held_recording(seat, game)
    rows = standing_rows(recording)
    refuse_elsewhere(recording, rows, after)
    refuse_while_a_change_waits(recording)
    gone = rows[keep:]
    online = game.match.plays_online
    if online and not game.match.take_backs:
        raise Refused(_("Take-backs are off in this tournament."), code="no_take_back")
    if any(row.change and row.change.needs_judge for row in gone):
        raise Refused(_("A judge changed the board after that. Call a judge to go back."), code="judges_line")
    first = first_turns(rows)
    if not any(not row.by_itself or row.number in first for row in gone) or keep < 0:
        raise Refused(_("There is nothing to take back."), code="nothing")
    if not online and all(row.seat_id == seat.pk and row.change is None for row in gone if not row.by_itself):
        _drop(recording, keep)
    else:
        recording.keep_asked, recording.keep_asked_by = keep, seat
    endings.tell_players(recording)


@transaction.atomic
def answer_take_back(seat: Seat, game: Game, *, agrees: bool, keep: int | None = None) -> None:
    """The other player agrees that lines are taken back, or does not; who asked withdraws the question by `agrees`
    being False. Answered already, nothing changes. `keep` is how many lines stay as the page has it.

    Raises Refused: `no_recording`, `not_yours`, `change_waits`, and `board_changed` where another `keep` is asked for.
    """
    recording = held_recording(seat, game)
    if recording.keep_asked is None:
        return
    if agrees and recording.keep_asked_by == seat:
        raise Refused(_("The other player has to agree."), code="not_yours")
    if agrees:
        _refuse_another_request(recording, keep)
        refuse_while_a_change_waits(recording)
        recording.draw_offered_by = None
        _drop(recording, recording.keep_asked)
    recording.keep_asked = recording.keep_asked_by = None
    if agrees and game.match.plays_online:
        endings.go_on_after(recording, by=seat)
    endings.tell_players(recording)


def _refuse_another_request(recording: Recording, keep: int | None) -> None:
    """Raises Refused (`board_changed`) where somebody agrees to what is asked for no more."""
    if keep not in (None, recording.keep_asked):
        raise Refused(_("The request has changed. Read it again, then answer."), code="board_changed")


def _play_online(recording: Recording, seat: Seat, rows: Sequence[RecordedLine], line: str, *, shared: bool) -> None:
    """Writes a line of an online game, or the half of one that is this seat's; then the game goes on by itself."""
    _refuse_shared(shared=shared)
    if recording.half == line:
        return
    turn = turns.turn_of(recording, rows, seat.number)
    turns.refuse_waiting(turn)
    if turn.is_half(line):
        recording.half, recording.passes = line, 0
    else:
        canonical = _checked(recording, rows, line, seat, shared=False)
        turns.refuse_foreign(turn, canonical)
        write_row(recording, seat, rows, canonical, shared=False)
        recording.half, recording.passes = "", 0
        _go_on(recording, seat, shared=False)
    recording.keep_asked = recording.keep_asked_by = recording.draw_offered_by = None
    endings.go_on_after(recording, by=seat, is_new_turn=not recording.half and _begins_turn(recording))
    endings.tell_players(recording)


@transaction.atomic
def pass_turn(seat: Seat, game: Game, *, after: int) -> None:
    """Leaves it to the next one in an online game, where nothing has to be done; the other's draw offer is gone then.

    Raises Refused: what `record_line` does, `must_act`.
    """
    recording = held_recording(seat, game)
    endings.refuse_at_a_table(game.match)
    rows = standing_rows(recording)
    refuse_elsewhere(recording, rows, after)
    turn = turns.turn_of(recording, rows, seat.number)
    turns.refuse_waiting(turn)
    if not turn.may_pass:
        raise Refused(_("You have to choose something here."), code="must_act")
    recording.passes += 1
    recording.keep_asked = recording.keep_asked_by = recording.draw_offered_by = None
    _go_on(recording, seat, shared=False)
    begins = len(standing_rows(recording)) > len(rows) and _begins_turn(recording)
    endings.go_on_after(recording, by=seat, is_new_turn=begins)
    endings.tell_players(recording)


def _refuse_shared(*, shared: bool) -> None:
    """Raises Refused (`one_seat_each`) for what only two at one table do."""
    if shared:
        raise Refused(_("In an online game, you play only your own side."), code="one_seat_each")


def _begins_turn(recording: Recording) -> bool:
    """Has a turn begun with the last line, or does it begin once the wizards have their columns?"""
    rows = standing_rows(recording)
    if rows and is_beginning(rows[-1].written):
        return True
    return bool(rows) and rows[-1].written == bos.ENDS and position_of(recording, rows, None).unplaced is not None


def _game_on(seat: Seat) -> Game:
    """The game that is on, its match held."""
    match = match_steps.lock_for(seat, Step.PLAYING, refusal=_("You cannot record a game now: %(instead)s"))
    return match_steps.open_game(match)


def held_recording(seat: Seat, game: Game) -> Recording:
    """The recording, for one who changes it alone."""
    on = _game_on(seat)
    if on.pk != game.pk:
        raise Refused(_("This game is over, so its recording stays as it is."), code="no_recording")
    endings.refuse_time_over(on.match)
    recording = Recording.objects.select_related("game__match", "game__first").filter(game=game).first()
    if recording is None:
        raise Refused(_("This game is not being recorded. Start the recording first."), code="no_recording")
    return recording


def refuse_elsewhere(recording: Recording, rows: Sequence[RecordedLine], after: int) -> None:
    """Raises Refused (`board_changed`), with who was first and what they did, for a phone that has another board."""
    if after == len(rows) < LONGEST_RECORD:
        return
    if after < len(rows):
        first = rows[after]
        (did,) = position_of(recording, rows[:after], None).track.headlines([first.written]) or ("",)
        sentence = _("%(player)s was first: %(move)s. Look at the board again, then choose.")
        move = localize(did) if did else first.written
        raise Refused(sentence % {"player": first.seat.user, "move": move}, code="board_changed")
    raise Refused(_("The board has changed. Look at it again, then choose."), code="board_changed")


def refuse_while_a_change_waits(recording: Recording) -> None:
    """Raises Refused (`change_waits`) while a player, or a judge, is asked to agree to a change of the board."""
    if recording.changes.filter(state=BoardChange.State.WAITING).exists():
        sentence = _("A change of the board is waiting for an answer. Answer it first, or withdraw it.")
        raise Refused(sentence, code="change_waits")


def _checked(recording: Recording, rows: Sequence[RecordedLine], line: str, seat: Seat, *, shared: bool) -> str:
    """The line as the notation has it, if it can stand for everybody and for this phone. Raises Refused
    (`illegal_line`)."""
    canonical = line
    for viewer in (None,) if shared else (None, seat.number):
        here = positions.with_line(recording, rows, line[:LONGEST_LINE], viewer)
        last = here.track.lines[-1]
        if here.problem:
            sentence = localize(here.problem)
            rule = last.problem.rule if last.problem else ""
            problem = {"rule": rule or "", "message": sentence, **code_json(here.problem)}
            raise Refused(sentence, code="illegal_line", problems=[problem])
        if len(here.track.lines) != len(rows) + 2 or last.how != "played" or not last.canonical:
            raise Refused(_("You cannot do that now."), code="illegal_line")
        canonical = last.canonical
    return canonical


def possible_wizards(here: RecordedPosition, of: int) -> list[str]:
    """The wizards among which those of that seat are, as far as this phone may know."""
    known = here.lists[f"P{of}"]
    return wizards_of_color(known, here.pool) if isinstance(known, Hidden) else wizards_of(known, here.pool)


def _refuse_wizards(here: RecordedPosition, of: int, names: Sequence[str]) -> None:
    if len(set(names)) != len(names) or len(names) != 3 or not set(names) <= set(possible_wizards(here, of)):
        raise Refused(_("Choose another wizard for each column."), code="wizards_wrong")


def write_row(
    recording: Recording,
    seat: Seat,
    rows: Sequence[RecordedLine],
    written: str,
    *,
    shared: bool,
    by_itself: bool = False,
    change: BoardChange | None = None,
) -> None:
    """One more line that stands."""
    facts = {"written": written, "by_itself": by_itself, "change": change, "made_at": db_now()}
    recording.lines.create(number=len(rows) + 1, seat=seat, shared=shared, **facts)


def _go_on(recording: Recording, seat: Seat, *, shared: bool) -> None:
    """A turn that can begin in one way alone begins by itself."""
    for _again in range(MOST_BY_ITSELF):
        rows = standing_rows(recording)
        here = position_of(recording, rows, None)
        lines = [line.written for ask in here.asks[recording.passes :] for line in ask.lines.lines]
        if here.unplaced or len(lines) != 1 or not is_beginning(lines[0]):
            return
        write_row(recording, seat, rows, lines[0], shared=shared, by_itself=True)
        recording.passes = 0


def _end_turn_on_the_clock(seat: Seat, rows: Sequence[RecordedLine]) -> None:
    """The clock of whose turn has ended stands still, if it runs; nobody taps it for that."""
    mark = clock_marks.last(seat.match)
    if mark and mark.runs and mark.turn == seat_on_turn(rows):
        clocks.end_turn(seat, of=mark.turn, after=mark.number)


def _drop(recording: Recording, keep: int) -> None:
    """The first `keep` lines stay. A seat that has not begun any more places its wizards again."""
    rows = standing_rows(recording)
    begun = begun_seats(rows) - begun_seats(rows[:keep])
    recording.wizards = {number: names for number, names in recording.placed.items() if int(number) not in begun}
    recording.lines.filter(taken_back_at=None, number__gt=keep).update(taken_back_at=db_now())
    recording.signed_by.clear()
    recording.half, recording.passes = "", 0
