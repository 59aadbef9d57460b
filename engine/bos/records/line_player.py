"""Playing one line of a written duel: what it answers, what silence before it means, and what stops it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from engine.bos.abilities.choices import is_open, slots
from engine.bos.abilities.targets import players
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import moves
from engine.bos.model.moves import Move, Payment, ThingRef
from engine.bos.model.places import position
from engine.bos.model.quick_values import make_answer, make_pending
from engine.bos.model.state import PendingAbility, State, at
from engine.bos.model.terms import Who
from engine.bos.notation import line_parser
from engine.bos.notation.line_parser import Leave, Unreadable
from engine.bos.notation.reference_resolution import place_of, says, writer
from engine.bos.notation.table_references import ability_ref
from engine.bos.records import implied_answers
from engine.bos.records.line_interpreter import CONCEDED, PASSED, Reading, read
from engine.bos.records.refused_line import refused
from engine.bos.records.unstated_answers import goes_on
from engine.bos.records.whose_line import addressed
from engine.bos.records.written_totals import compare, obey, readings
from engine.bos.rules import (
    ability_choices,
    game_loop,
    record_writer,
    trigger_queue,
    unparsed_text,
)
from engine.bos.rules.attack_legality import check_block_of
from engine.bos.rules.instead import postponed_events
from engine.choice import Answer, Event, RuleViolation
from engine.contract import Problem, Stop
from engine.log import Line
from engine.messages import Message, Note
from engine.replay_state import Replay, ReplayStep, stop_at


def play_rest(run: Replay) -> None:
    """At the end of a record happens what leaves nothing to choose, as it would have at the table."""
    play = Play(run.own_state)
    while (forced := record_writer.only_pick(play.state)) is not None:
        play.state, happened, _ = game_loop.apply(play.state, forced, asks_all=True)
        play.events += happened
    if play.state is not run.state:
        run.steps.append(ReplayStep(run.upto, play.state, play.events))


def in_hindsight(stop: Stop, later: tuple[Line, ...]) -> Stop:
    """10.4.2: an optional ability stands before the mandatory one that the very next answers tell of."""
    for line in later if stop.written.startswith("+") else ():
        if stop.rule not in ("10.3.2", "10.4.1") or line.body[:1] not in ("+", "!", ""):
            return stop
        if line.body.startswith("!"):
            message = Message("bos.line.mandatory_late", line=line.number)
            return stop._replace(finding="illegal", rule="10.4.2", message=message)
    return stop


def play_line(run: Replay, line: Line, later: Line | None = None) -> Stop | None:
    """One line. What it changes is appended to the steps; what stops the replay is returned. The line after it,
    where it is known, may go on with what this one leaves open."""
    if not line.body:
        return None
    play = Play(run.own_state)
    reading = _understand(run, line, play)
    if isinstance(reading, Stop):
        return reading
    unsure = _several_meanings(run, line, reading)
    if unsure:
        return unsure
    play.before = len(play.events)
    if reading.totals or (reading.judge and play.state is not run.state):
        run.steps.append(ReplayStep(line.number, play.state, play.events))
    if reading.totals:
        compare(run, line, reading.totals)
    if reading.totals or reading.judge:
        return obey(run, line, reading.judge) if reading.judge else None
    offered = Play(play.state, play.events, play.before)
    stop = _told(run, line, reading, play, later)
    if stop and stop.finding == "illegal" and (other := _when_offered_again(run, line, reading, offered, later)):
        play, stop = other, None
    if not stop:
        run.steps.append(ReplayStep(line.number, play.state, play.events))
        if line.body.startswith("!"):
            run.duties.append((len(run.steps), _place_of_duty(run.own_state, line)))
    return stop


def _told(run: Replay, line: Line, reading: Reading, play: Play, later: Line | None) -> Stop | None:
    """Answer what the line answers, and what its ability asks then."""
    return (
        _repeats(run, line, reading, play) or _answer(run, line, reading, play) or _follow(line, reading, play, later)
    )


def _when_offered_again(run: Replay, line: Line, reading: Reading, play: Play, later: Line | None) -> Play | None:
    """A line that cannot be about an ability as it is offered first is about the next time that it is offered, or about
    what it left and what asks now, before anything else is written: the first time it was not used (G-167)."""
    told = len(run.notes)
    while _takes(reading):
        _tell_what_was_left(run, line, play.state)
        stop = _give(line, play, Answer(reading.answers[0].seat, moves.Pass()))
        again = stop or _understand(run, line, play)
        if isinstance(again, Stop):
            break
        reading, play.before = again, len(play.events)
        tried = Play(play.state, play.events, play.before)
        goes_on = not reading.answers and implied_answers.ability_asks(play.state)
        if (goes_on or _takes(reading)) and not _told(run, line, reading, tried, later):
            return tried
    del run.notes[told:]
    return None


def _takes(reading: Reading) -> bool:
    """Whether the line uses an ability that is offered."""
    return bool(reading.answers) and isinstance(reading.answers[0].move, moves.Take)


def _several_meanings(run: Replay, line: Line, reading: Reading) -> Stop | None:
    """After an attack `pass` may say that nobody blocks, and a bare `concede` may be of whoever was attacked."""
    first = reading.answers[0].move if reading.answers else None
    if isinstance(first, moves.EndTurn) and line.body[:1] in ("P", "p") and _last_attack(run):
        return stop_at(line, "unproven", "8.2.1", PASSED)
    concedes = isinstance(first, moves.Concede) and says(run.own_state, line.body) == Leave("concede")
    if concedes and _attacked_in_turn(run):
        return stop_at(line, "unproven", "11.1.7", CONCEDED)
    return None


def _attacked_in_turn(run: Replay) -> bool:
    """Whether anything was attacked in the turn that is on."""
    turn = run.own_state.turn
    steps = takewhile(lambda step: step.own_state.turn == turn, reversed(run.steps))
    return any(event.kind == "attack" for step in steps for event in step.events)


def _place_of_duty(state: State, line: Line) -> int:
    spoken = addressed(state, says(state, line.body))
    move = says(state, line.body) if isinstance(spoken, Problem) else spoken[1]
    assert isinstance(move, line_parser.Use)
    return place_of(move.place, writer(state))


def _understand(run: Replay, line: Line, play: Play) -> Reading | Stop:
    """What the line says, after what the silence before it means has been played."""
    for _ in range(MOST_SILENCES):
        reading = read(play.state, line.body)
        if isinstance(reading, Problem):
            stopped = stop_at(line, reading.finding, reading.rule, reading.message, reading.column or 0, reading.ruling)
            return stopped._replace(readings=readings(play.state, line.body, reading.fits)) if reading.fits else stopped
        if not reading.again:
            reading = _before_a_duty(run, reading, play) or reading
        if not reading.again:
            return reading
        if isinstance(reading.answers[0].move, moves.Pass):
            _tell_what_was_left(run, line, play.state)
        stop = _answer(run, line, reading, play)
        if stop:
            return stop
    return stop_at(line, "unproven", "10.2.4", Message("bos.line.endless"))


def _before_a_duty(run: Replay, reading: Reading, play: Play) -> Reading | None:
    """A duty that has not come yet, while optional abilities wait: they were not used (G-167)."""
    question = play.state.question
    if question is None or question.kind != "offer" or _was_done(run, reading, play):
        return None
    return Reading((Answer(question.seat, moves.Pass()),), again=True)


def _tell_what_was_left(run: Replay, line: Line, state: State) -> None:
    """Silence means that an optional ability was not used, even one that would have ended the game (G-167)."""
    name = implied_answers.would_end(state)
    if name:
        run.notes.append(Note(Message("bos.line.unused", card=name), line.number))


MOST_SILENCES: Final = 2_000
LOOKS_BACK: Final = 8


@dataclass(slots=True)
class Play:
    """How far one line has come: the `state`, and the `events` of the line, of which `before` came in the silence."""

    state: State
    events: tuple[Event, ...] = ()
    before: int = 0

    @property
    def own(self) -> tuple[Event, ...]:
        """What has happened since the line itself began to be answered."""
        return self.events[self.before :]


def _answer(run: Replay, line: Line, reading: Reading, play: Play) -> Stop | None:
    """Give the answers of a line, or of the silence before it."""
    for index, answer in enumerate(reading.answers):
        if isinstance(answer.move, moves.NoBlock) and _nobody_could_block(run, play.state):
            run.notes.append(Note(Message("bos.block.needless"), line.number))
            continue
        if index and isinstance(answer.move, moves.Ready):
            stop = _silence_between(line, play)
            if stop:
                return stop
            if _is_the_last(reading, answer.move, play.state):
                continue
        stop = _forbidden_block(run, line, play, answer) or _give(line, play, answer)
        if stop:
            return stop
    return None


def _forbidden_block(run: Replay, line: Line, play: Play, answer: Answer[Move]) -> Stop | None:
    """10.7: a block that was not asked, since a text forbids it to the only ones who could."""
    move = answer.move
    if not isinstance(move, moves.Block) or (play.state.question and play.state.question.kind == "block"):
        return None
    attack = _last_attack(run)
    if attack is None:
        return None
    violation = check_block_of(play.state, Answer(answer.seat, move), play.state.copies[attack.card])
    return refused(line, play.state, answer, violation) if violation and violation.rule == "10.7" else None


def _last_attack(run: Replay) -> Event | None:
    """The attack on a player that the line before declared."""
    return next((event for event in run.steps[-1].events if event.kind == "attack" and event.seat >= 0), None)


def _silence_between(line: Line, play: Play) -> Stop | None:
    """What cards set off that become ready in one line happens between them (4.1.1, G-39)."""
    while play.state.question and play.state.question.kind in implied_answers.BETWEEN:
        silent = implied_answers.answer(play.state)
        if isinstance(silent, Problem):
            return stop_at(line, silent.finding, silent.rule, silent.message, 0, silent.ruling)
        stop = _give(line, play, silent) if silent else None
        if stop or silent is None:
            return stop
    return None


def _is_the_last(reading: Reading, move: moves.Ready, state: State) -> bool:
    """Whether a line of readying ends with the one card that was left, which became ready by itself."""
    card = at(state, move.place)
    named_before = any(answer.move == move for answer in reading.answers[:-1])
    asks_to_ready = state.question is not None and state.question.kind == "ready"
    return not asks_to_ready and not named_before and card is not None and card.id in state.readied


def _give(line: Line, play: Play, answer: Answer[Move]) -> Stop | None:
    before = play.state
    try:
        state, happened, _ = game_loop.apply(before, answer, asks_all=True)
    except RuleViolation as refusal:
        return refused(line, before, answer, refusal.violation)
    unknown = unparsed_text.unknown_effect(before, happened, state)
    if unknown:
        return stop_at(line, "unproven", unknown.rule, unknown.message)
    play.state = state
    play.events += happened
    return None


def _follow(line: Line, reading: Reading, play: Play, later: Line | None) -> Stop | None:
    """What the line aims at answers what its own ability asks, in the order in which it is asked."""
    says = reading.aims or reading.amount is not None or reading.payment
    if not says and not implied_answers.ability_asks(play.state):
        return None
    called = _called(reading, play)
    stop = _give(line, play, called) if called else None
    if stop:
        return stop
    source = _own_source(reading, play)
    aims, amount, payment = _to_choose(reading, play), reading.amount, reading.payment
    agreed = _agreed_by_use(reading, play)
    while play.state.question:
        stop = _pass_amid(line, play, source) if aims or amount is not None else None
        question = play.state.question
        if stop or question is None or question.kind not in implied_answers.INNER or _asker(play.state) != source:
            break
        pays = question.kind == "pay"
        silent = not aims and amount is None and payment is None and (not pays or _turns_up(reading))
        if later and silent and _goes_on(play.state, later.body):
            break
        if pays:
            stop, payment = _give(line, play, Answer(question.seat, moves.Pay(payment))), None
            if stop:
                return stop
            continue
        answer = _next_answer(play.state, aims, amount)
        if isinstance(answer, Problem):
            return stop_at(line, answer.finding, answer.rule, answer.message, 0, answer.ruling)
        if answer is None:
            break
        if isinstance(answer.move, SAID_BY_NUMBER) or (answer.move == moves.Yes() and not aims):
            amount = None
        agreed = agreed or answer.move == moves.Yes()
        stop = _give(line, play, answer)
        if stop:
            return stop
    return stop or _left_over(line, aims, None if agreed and amount == 1 else amount, payment)


def _goes_on(state: State, body: str) -> bool:
    """Whether a line can be read, and would say more to what an ability asks here."""
    try:
        spoken = addressed(state, says(state, body))
        return not isinstance(spoken, Problem) and goes_on(*spoken)
    except Unreadable:
        return False


def _left_over(line: Line, aims: list[ThingRef], amount: int | None, payment: Payment | None) -> Stop | None:
    """What a line says that nothing has asked for."""
    if payment:
        return stop_at(line, "illegal", "10.2.1", Message("bos.line.nothing_to_pay"))
    if aims:
        return stop_at(line, "illegal", "10.1.1", Message("bos.line.too_many_targets", text=str(aims[0])))
    if amount is not None:
        return stop_at(line, "illegal", "10.1.1", Message("bos.line.too_many_numbers", number=amount))
    return None


SAID_BY_NUMBER: Final = (moves.Mode, moves.Number, moves.Pass, moves.Done)
"""Moves that the number of a line says."""


def _turns_up(reading: Reading) -> bool:
    """Whether the line turns up a boss, whose price may be told in a line of its own."""
    return bool(reading.answers) and isinstance(reading.answers[-1].move, moves.TurnUpBoss)


def _called(reading: Reading, play: Play) -> Answer[Move] | None:
    """Aims behind a summon are those of its own ability, which is used by them if it waits among others."""
    question = play.state.question
    if not reading.aims or question is None or question.kind not in ("order", "offer"):
        return None
    own, ordered = _summoned(reading, play), question.kind == "order"
    waiting = (
        trigger_queue.mandatory(play.state) if ordered else list(trigger_queue.optional(play.state, question.seat))
    )
    ability = next((ability_ref(play.state, pending) for pending in waiting if pending.source == own), None)
    if ability is None:
        return None
    return make_answer(question.seat, moves.First(ability) if ordered else moves.Take(ability))


def _summoned(reading: Reading, play: Play) -> int | None:
    """The card that a line summons."""
    if not reading.answers or not isinstance(reading.answers[-1].move, moves.Summon):
        return None
    return next((event.card for event in play.own if event.kind == "summon"), None)


def _agreed_by_use(reading: Reading, play: Play) -> bool:
    """Whether the line uses an ability whose text begins with "you may", so that a yes behind it says nothing new."""
    if not reading.answers or not isinstance(reading.answers[-1].move, moves.Take | moves.Use):
        return False
    used = next((event for event in play.own if event.kind == "ability"), None)
    text = ability_choices.spoken(play.state, make_pending(used.card, used.amount - 1, used.seat)) if used else None
    return text is not None and bool(text.steps) and text.steps[0].may


def _to_choose(reading: Reading, play: Play) -> list[ThingRef]:
    """What the line aims at, without a player whom the text means anyway: in a duel nobody chooses "an opponent".

    Where the text also lets a player be chosen, the first mentions of one say who that is.
    """
    aims, pending = list(reading.aims), _carried_out(reading, play)
    if pending is None or not any(0 <= aim.seat < len(play.state.life) for aim in aims):
        return aims
    named = [slot for step in ability_choices.spoken(play.state, pending).steps for slot in slots(step.deed)]
    then = _with_the_fallen(play)
    open_slots = [slot for slot in named if is_open(then, pending, slot)]
    chosen = sum(any(isinstance(part, Who) for part in parts(slot)) for slot in open_slots)
    meant = [slot for slot in named if isinstance(slot, Who) and slot not in open_slots]
    seats = {seat for slot in meant for seat in players(then, pending, slot.player)}
    named_players = [number for number, aim in enumerate(aims) if aim.seat in seats]
    return [aim for number, aim in enumerate(aims) if number not in named_players[chosen:]]


def _with_the_fallen(play: Play) -> State:
    """The position as if those were in whom the line beat, since the ability may have meant one of them."""
    fell = {event.seat for event in play.own if event.kind in ("out", "down")}
    if not fell:
        return play.state
    gone = tuple([tuple([seat for seat in batch if seat not in fell]) for batch in play.state.gone])
    return play.state._replace(gone=gone, down=tuple([seat for seat in play.state.down if seat not in fell]))


def _carried_out(reading: Reading, play: Play) -> PendingAbility | None:
    """The ability whose choices the line makes: the one it set going, or the one that asks already."""
    if not reading.answers:
        return play.state.frames[-1].pending if play.state.frames else None
    used = next((event for event in play.own if event.kind == "ability"), None)
    return make_pending(used.card, used.amount - 1, used.seat) if used else None


def _own_source(reading: Reading, play: Play) -> int | None:
    """The card whose ability this line uses: the one that was carried out first, or the one that asks already. A line
    that only sets abilities off leaves what they ask to a line of their own, unless it aims at something."""
    if not reading.answers:
        return _asker(play.state)
    if isinstance(reading.answers[-1].move, moves.TurnUpBoss) and _asker(play.state) is not None:
        return _asker(play.state)
    uses = isinstance(reading.answers[-1].move, record_writer.OWN)
    if not uses and not reading.aims and reading.amount is None:
        return None
    begun = [event.card for event in play.own if event.kind == "ability"]
    own = _summoned(reading, play)
    return own if own in begun else next(iter(begun), None)


def _asker(state: State) -> int | None:
    pending = state.frames[-1].pending if state.frames else None
    return pending.source if pending else None


def _pass_amid(line: Line, play: Play, source: int | None) -> Stop | None:
    """Nobody lets anything else happen instead of what an ability of that card does, since the line goes on with what
    the ability asks next."""
    stop = None
    while not stop and play.state.question and _asks_amid(play.state, source):
        stop = _give(line, play, Answer(play.state.question.seat, moves.Pass()))
    return stop


def _asks_amid(state: State, source: int | None) -> bool:
    """Whether somebody is asked for something to happen instead of what an ability of that card does."""
    if source is None or not state.frames or state.frames[-1].routine != postponed_events.POSTPONED:
        return False
    at = postponed_events.below(state.frames, len(state.frames) - 1)
    pending = state.frames[at].pending if at >= 0 else None
    asks = state.question is not None and state.question.kind == "offer"
    return asks and pending is not None and pending.source == source


def _next_answer(state: State, aims: list[ThingRef], amount: int | None) -> Answer[Move] | Problem | None:
    """What the line says to the question; None where the question is a duty and a later line may answer it."""
    assert state.question
    question = state.question
    if question.kind == "pick" and aims and ability_choices.is_of_each(state):
        return _next_of_each(state, aims)
    if question.kind == "pick" and aims:
        return make_answer(question.seat, moves.Pick(aims.pop(0)))
    if question.kind == "mode" and amount is not None and ability_choices.is_way_chosen(state, amount):
        return None if amount else make_answer(question.seat, moves.Done())
    if question.kind in ("mode", "number") and amount is not None:
        return make_answer(question.seat, moves.Mode(amount) if question.kind == "mode" else moves.Number(amount))
    if question.kind in ("may", "conduct") and amount == 0:
        return make_answer(question.seat, moves.Pass())
    if question.kind == "may" and (aims or amount == 1):
        return make_answer(question.seat, moves.Yes())
    if question.kind == "pick" and amount == 0:
        return make_answer(question.seat, moves.Done())
    silent = implied_answers.answer(state)
    return None if isinstance(silent, Problem) and implied_answers.is_duty(state) else silent


def _next_of_each(state: State, aims: list[ThingRef]) -> Answer[Move]:
    """What one of the players chooses; who has nothing to decide, or need not choose, may be left out."""
    assert state.question
    question, forced = ability_choices.asked(state), record_writer.only_pick(state)
    assert question.pick is not None
    if aims[0] in question.named:
        return make_answer(state.question.seat, moves.Pick(aims.pop(0)))
    if forced is None and question.pick.enough:
        return make_answer(state.question.seat, moves.Done())
    return forced or make_answer(state.question.seat, moves.Pick(aims.pop(0)))


def _repeats(run: Replay, line: Line, reading: Reading, play: Play) -> Stop | None:
    """A duty that was done by itself may be written down all the same, once; whatever else waits nowhere is illegal."""
    if _was_done(run, reading, play):
        return None
    return stop_at(line, "illegal", "10.1.1", Message("bos.ability.none_waits", place=position(reading.done)))


def _was_done(run: Replay, reading: Reading, play: Play) -> bool:
    """Whether a line repeats no duty, or one that was done more often than it is written."""
    if reading.done < 0:
        return True
    card = at(run.own_state, reading.done)
    recent = [*(event for step in run.steps[-LOOKS_BACK:] for event in step.events), *play.events]
    done = sum(event.kind == "ability" and (card is None or event.card == card.id) for event in recent)
    return done > sum(place == reading.done and when > len(run.steps) - LOOKS_BACK for when, place in run.duties)


def _nobody_could_block(run: Replay, state: State) -> bool:
    """Whether the line before was an attack on a player that nobody could block."""
    return _last_attack(run) is not None and (state.question is None or state.question.kind != "block")
