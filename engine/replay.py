"""Playing a written game again, line by line, up to the first line that cannot stand or cannot be told."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from engine.bos import carrying, flow, keys, notation, scribe, silence, unread, waiting
from engine.bos.attacks import check_block_of
from engine.bos.names import Problem
from engine.bos.notation import Judge, Leave, Unreadable
from engine.bos.opening import Opening
from engine.bos.reading import CONCEDED, PASSED, Reading, read
from engine.bos.setup import start
from engine.bos.state import Doing, Setup, State, at, position, seat_name
from engine.bos.things import is_open, players, slots
from engine.bos.tree import Who
from engine.bos.unsaid import goes_on
from engine.bos.whose import place_of, writer
from engine.choice import Answer, Event, RuleViolation, Violation
from engine.log import Line, Log
from engine.sheet import Mark, Replay, Stop, compare, obey, readings, stop_at


def replay(log: Log, setup: Setup) -> Replay:
    """Play the record from this setup as far as it goes."""
    return go_on(Replay([Mark(0, start(setup), ())]), log)


def furthest(log: Log, opening: Opening) -> Replay:
    """The replay that comes furthest among those that fit what was written about columns."""
    return max((replay(log, setup) for setup in opening.placements()), key=lambda run: run.played)


def go_on(run: Replay, log: Log) -> Replay:
    """Play the record on from where `run` is."""
    while run.played < len(log.lines):
        later = log.lines[run.played + 1] if run.played + 1 < len(log.lines) else None
        run.stop = play_line(run, log.lines[run.played], later)
        if run.stop and run.stop.written.startswith("+"):
            run.stop = _too_early(run.stop, log.lines[run.played + 1 :])
        if run.stop and not _stands(run, log):
            return run
        run.played += 1
    run.stop = None
    _do_what_is_left(run)
    return run


def _do_what_is_left(run: Replay) -> None:
    """At the end of a record happens what leaves nothing to choose, as it would have at the table."""
    play = Play(run.state)
    while (forced := scribe.only_pick(play.state)) is not None:
        play.state, happened, _ = flow.apply(play.state, forced, asks_all=True)
        play.events += happened
    if play.state is not run.state:
        run.marks.append(Mark(run.upto, play.state, play.events))


def _too_early(stop: Stop, later: tuple[Line, ...]) -> Stop:
    """10.4.2: an optional ability stands before the mandatory one that the very next answers tell of."""
    for line in later:
        if stop.rule not in ("10.3.2", "10.4.1") or line.body[:1] not in ("+", "!", ""):
            return stop
        if line.body.startswith("!"):
            said = f"Mandatory abilities come before optional ones, but one is answered only in line {line.number}."
            return stop._replace(finding="illegal", rule="10.4.2", message=said)
    return stop


# What was played although it broke a rule


def _stands(run: Replay, log: Log) -> bool:
    """Whether a judge let the illegal line stand that `run` stopped at; then it was done as it is written."""
    stop = run.stop
    assert stop is not None
    if stop.finding != "illegal" or not _let_stand(log.lines[run.played + 1 :]):
        return False
    mark = _as_written(run.state, log.lines[run.played])
    if mark is None:
        return False
    run.marks.append(mark)
    run.notes.append(f"Line {stop.line} breaks {stop.rule} and stands by a judge's decision: {stop.message}")
    return True


def _let_stand(later: tuple[Line, ...]) -> bool:
    """Whether the next judge's line that decides anything lets the play before it stand."""
    for line in later:
        if line.body[:1] in ("J", "j"):
            try:
                move = notation.parse(line.body)
            except Unreadable:
                return False
            if isinstance(move, Judge) and move.deed in ("stands", "undo", "set"):
                return move.deed == "stands"
    return False


def as_played(log: Log, run: Replay) -> list[Mark]:
    """The positions that people played on from after an illegal line, as far as they can be followed.

    Every one of them is tainted: the illegal line was done as it is written, and so was every later one. A line that
    cannot be done on the table is passed over.
    """
    if run.stop is None or run.stop.finding != "illegal":
        return []
    marks: list[Mark] = []
    state = run.state
    for line in log.lines[run.played :]:
        mark = _as_written(state, line)
        if mark is not None:
            marks.append(mark)
            state = mark.state
    return marks


def _as_written(state: State, line: Line) -> Mark | None:
    """A line done on the table whether it is lawful or not."""
    step = Replay([Mark(0, state, ())])
    if not line.body:
        return None
    stop = play_line(step, line)
    if stop is None:
        return step.marks[-1]._replace(line=line.number) if len(step.marks) > 1 else None
    found = read(step.state, line.body)
    if isinstance(found, Problem):
        return None
    events: tuple[Event, ...] = ()
    for answer in found.answers:
        forced = flow.force(state, answer)
        if forced is None:
            return None
        state, events = forced.state, (*events, *forced.events)
    return Mark(line.number, state, events) if found.answers else None


def play_line(run: Replay, line: Line, later: Line | None = None) -> Stop | None:
    """One line. What it changes is appended to the marks; what stops the replay is returned. The line after it,
    where it is known, may go on with what this one leaves open."""
    if not line.body:
        return None
    play = Play(run.state)
    found = _understand(run, line, play)
    if isinstance(found, Stop):
        return found
    unsure = _several_meanings(run, line, found)
    if unsure:
        return unsure
    play.before = len(play.events)
    if found.notes:
        run.notes += [f"Line {line.number}: {note}" for note in found.notes]
    if found.totals or (found.judge and play.state is not run.state):
        run.marks.append(Mark(line.number, play.state, play.events))
    if found.totals:
        compare(run, line, found.totals)
    if found.totals or found.judge:
        return obey(run, line, found.judge) if found.judge else None
    stop = _repeats(run, line, found, play) or _answer(run, line, found, play) or _follow(line, found, play, later)
    if not stop:
        run.marks.append(Mark(line.number, play.state, play.events))
        if line.body.startswith("!"):
            run.duties.append((len(run.marks), _place_of_duty(run.state, line)))
    return stop


def _several_meanings(run: Replay, line: Line, found: Reading) -> Stop | None:
    """After an attack `pass` may say that nobody blocks, and a bare `concede` may be of whoever was attacked."""
    key = found.answers[0].key if found.answers else ""
    if key == "end" and line.body[:1] in ("P", "p") and _last_attack(run):
        return stop_at(line, "unproven", "8.2.1", PASSED)
    if key.startswith("concede") and notation.parse(line.body) == Leave("concede") and _attacked_in_turn(run):
        return stop_at(line, "unproven", "11.1.7", CONCEDED)
    return None


def _attacked_in_turn(run: Replay) -> bool:
    """Whether anything was attacked in the turn that is on."""
    turn = run.state.turn
    marks = takewhile(lambda mark: mark.state.turn == turn, reversed(run.marks))
    return any(event.kind == "attack" for mark in marks for event in mark.events)


def _place_of_duty(state: State, line: Line) -> int:
    move = notation.parse(line.body)
    assert isinstance(move, notation.Use)
    return place_of(move.place, writer(state))


def _understand(run: Replay, line: Line, play: Play) -> Reading | Stop:
    """What the line says, after what the silence before it means has been played."""
    for _ in range(MOST_SILENCES):
        found = read(play.state, line.body)
        if isinstance(found, Problem):
            said = stop_at(line, found.finding, found.rule, found.message, found.column or 0, found.ruling)
            return said._replace(readings=readings(line.body, found.fits)) if found.fits else said
        if not found.again:
            found = _before_a_duty(run, found, play) or found
        if not found.again:
            return found
        if found.answers[0].key == "pass":
            _tell_what_was_left(run, line, play.state)
        stop = _answer(run, line, found, play)
        if stop:
            return stop
    return stop_at(line, "unproven", "10.2.4", "Abilities follow one another here without an end.")


def _before_a_duty(run: Replay, found: Reading, play: Play) -> Reading | None:
    """A duty that has not come yet, while optional abilities wait: they were not used (G-167)."""
    ask = play.state.ask
    if ask is None or ask.kind != "offer" or _was_done(run, found, play):
        return None
    return Reading((Answer(ask.seat, "pass"),), again=True)


def _tell_what_was_left(run: Replay, line: Line, state: State) -> None:
    """Silence means that an optional ability was not used, even one that would have ended the game (G-167)."""
    name = silence.would_end(state)
    if name:
        said = f"Line {line.number}: {name} would have ended the game before this line; it is not written, so it was"
        run.notes.append(f"{said} not used.")


MOST_SILENCES: Final = 2_000


@dataclass(slots=True)
class Play:
    """How far one line has come: the position, and what has happened in the line, `before` of it in the silence."""

    state: State
    events: tuple[Event, ...] = ()
    before: int = 0

    @property
    def own(self) -> tuple[Event, ...]:
        """What has happened since the line itself began to be answered."""
        return self.events[self.before :]


def _answer(run: Replay, line: Line, found: Reading, play: Play) -> Stop | None:
    """Give the answers of a line, or of the silence before it."""
    for index, answer in enumerate(found.answers):
        if answer.key == "no" and _nobody_could_block(run, play.state):
            run.notes.append(f"Line {line.number}: nobody could block here, so this line was not needed.")
            continue
        if index and keys.verb(answer.key) == "ready":
            stop = _silence_between(line, play)
            if stop:
                return stop
            if _is_the_last(found, answer, play.state):
                continue
        stop = _forbidden_block(run, line, play, answer) or _give(line, play, answer)
        if stop:
            return stop
    return None


def _forbidden_block(run: Replay, line: Line, play: Play, answer: Answer) -> Stop | None:
    """10.7: a block that was not asked, since a text forbids it to the only ones who could."""
    if keys.verb(answer.key) != "block" or (play.state.ask and play.state.ask.kind == "block"):
        return None
    attack = _last_attack(run)
    if attack is None:
        return None
    violation = check_block_of(play.state, answer, play.state.copies[attack.card])
    return _refused(line, play.state, answer, violation) if violation and violation.rule == "10.7" else None


def _last_attack(run: Replay) -> Event | None:
    """The attack on a player that the line before declared."""
    return next((event for event in run.marks[-1].events if event.kind == "attack" and event.seat >= 0), None)


def _silence_between(line: Line, play: Play) -> Stop | None:
    """What cards set off that become ready in one line happens between them (4.1.1, G-39)."""
    while play.state.ask and play.state.ask.kind in silence.BETWEEN:
        silent = silence.answer(play.state)
        if isinstance(silent, Problem):
            return stop_at(line, silent.finding, silent.rule, silent.message, 0, silent.ruling)
        stop = _give(line, play, silent) if silent else None
        if stop or silent is None:
            return stop
    return None


def _is_the_last(found: Reading, answer: Answer, state: State) -> bool:
    """Whether a line of readying ends with the one card that was left, which became ready by itself."""
    card = at(state, keys.POSITIONS[answer.key.partition(":")[2]])
    named_before = answer in found.answers[:-1]
    asked = state.ask is not None and state.ask.kind == "ready"
    return not asked and not named_before and card is not None and card.id in state.readied


def _give(line: Line, play: Play, answer: Answer) -> Stop | None:
    before = play.state
    try:
        state, happened, _ = flow.apply(before, answer, asks_all=True)
    except RuleViolation as refusal:
        return _refused(line, before, answer, refusal.violation)
    unknown = unread.reason(before, happened, state)
    if unknown:
        return stop_at(line, "unproven", unknown.rule, unknown.message)
    play.state = state
    play.events += happened
    return None


def _follow(line: Line, found: Reading, play: Play, later: Line | None) -> Stop | None:
    """What the line aims at answers what its own ability asks, in the order in which it is asked."""
    says = found.aims or found.amount is not None or found.payment
    if not says and (play.state.ask is None or play.state.ask.kind not in silence.INNER):
        return None
    called = _called(found, play)
    stop = _give(line, play, called) if called else None
    if stop:
        return stop
    source = _own_source(found, play)
    aims, amount, payment = _to_choose(found, play), found.amount, found.payment
    agreed = _agreed_by_use(found, play)
    while play.state.ask and play.state.ask.kind in silence.INNER and _asker(play.state) == source:
        pays = play.state.ask.kind == "pay"
        silent = not aims and amount is None and payment is None and (not pays or _turns_up(found))
        if later and silent and goes_on(play.state, later.body):
            break
        if pays:
            stop, payment = _give(line, play, Answer(play.state.ask.seat, keys.write_pay(payment))), None
            if stop:
                return stop
            continue
        answer = _next_answer(play.state, aims, amount)
        if isinstance(answer, Problem):
            return stop_at(line, answer.finding, answer.rule, answer.message, 0, answer.ruling)
        if answer is None:
            break
        if keys.verb(answer.key) in ("mode", "number", "pass", "done") or (answer.key == "yes" and not aims):
            amount = None
        agreed = agreed or answer.key == "yes"
        stop = _give(line, play, answer)
        if stop:
            return stop
    if payment:
        return stop_at(line, "illegal", "10.2.1", "Nothing here costs vim, so nothing is paid for it.")
    if aims:
        return stop_at(line, "illegal", "10.1.1", f"Nothing here is aimed at anything more; {aims[0]} is one too many.")
    if amount is not None and not (agreed and amount == 1):
        return stop_at(line, "illegal", "10.1.1", f"Nothing here asks for a number; {amount} is one too many.")
    return None


def _turns_up(found: Reading) -> bool:
    """Whether the line turns up a boss, whose price may be told in a line of its own."""
    return bool(found.answers) and found.answers[-1].key == "boss"


def _called(found: Reading, play: Play) -> Answer | None:
    """Aims behind a summon are those of its own ability, which is used by them if it waits among others."""
    ask = play.state.ask
    if not found.aims or ask is None or ask.kind not in ("order", "offer"):
        return None
    verb = "first" if ask.kind == "order" else "take"
    there = waiting.mandatory(play.state) if verb == "first" else list(waiting.optional(play.state, ask.seat))
    own = _summoned(found, play)
    names = (keys.ability(play.state, doing) for doing in there if doing.source == own)
    return next((Answer(ask.seat, f"{verb}:{name}") for name in names), None)


def _summoned(found: Reading, play: Play) -> int | None:
    """The card that a line summons."""
    if not found.answers or keys.verb(found.answers[-1].key) != "summon":
        return None
    return next((event.card for event in play.own if event.kind == "summon"), None)


def _agreed_by_use(found: Reading, play: Play) -> bool:
    """Whether the line uses an ability whose text begins with "you may", so that a yes behind it says nothing new."""
    if not found.answers or keys.verb(found.answers[-1].key) not in ("take", "use"):
        return False
    used = next((event for event in play.own if event.kind == "ability"), None)
    text = carrying.spoken(play.state, Doing(used.card, used.amount - 1, used.seat)) if used else None
    return text is not None and bool(text.steps) and text.steps[0].may


def _to_choose(found: Reading, play: Play) -> list[str]:
    """What the line aims at, without a player whom the text means anyway: in a duel nobody chooses "an opponent"."""
    aims, doing = list(found.aims), _carried_out(found, play)
    if doing is None or not any(aim in ("P1", "P2") for aim in aims):
        return aims
    for step in carrying.spoken(play.state, doing).steps:
        for thing in slots(step.deed):
            if isinstance(thing, Who) and not is_open(play.state, doing, thing):
                meant = {seat_name(seat) for seat in players(play.state, doing, thing.player)}
                aims = [aim for aim in aims if aim not in meant]
    return aims


def _carried_out(found: Reading, play: Play) -> Doing | None:
    """The ability whose choices the line makes: the one it set going, or the one that asks already."""
    if not found.answers:
        return play.state.frames[-1].doing if play.state.frames else None
    used = next((event for event in play.own if event.kind == "ability"), None)
    return Doing(used.card, used.amount - 1, used.seat) if used else None


def _own_source(found: Reading, play: Play) -> int | None:
    """The card whose ability this line uses: the one that was carried out first, or the one that asks already. A line
    that only sets abilities off leaves what they ask to a line of their own, unless it aims at something."""
    if not found.answers:
        return _asker(play.state)
    if found.answers[-1].key == "boss" and _asker(play.state) is not None:
        return _asker(play.state)
    if keys.verb(found.answers[-1].key) not in scribe.OWN and not found.aims and found.amount is None:
        return None
    begun = [event.card for event in play.own if event.kind == "ability"]
    own = _summoned(found, play)
    return own if own in begun else next(iter(begun), None)


def _asker(state: State) -> int | None:
    doing = state.frames[-1].doing if state.frames else None
    return doing.source if doing else None


def _next_answer(state: State, aims: list[str], amount: int | None) -> Answer | Problem | None:
    """What the line says to the question; None where the question is a duty and a later line may answer it."""
    assert state.ask
    ask = state.ask
    if ask.kind == "pick" and aims and carrying.is_of_each(state):
        return _next_of_each(state, aims)
    if ask.kind == "pick" and aims:
        return Answer(ask.seat, f"pick:{aims.pop(0)}")
    if ask.kind in ("mode", "number") and amount is not None:
        return Answer(ask.seat, f"{ask.kind}:{amount}")
    if ask.kind in ("may", "conduct") and amount == 0:
        return Answer(ask.seat, "pass")
    if ask.kind == "may" and (aims or amount == 1):
        return Answer(ask.seat, "yes")
    if ask.kind == "pick" and amount == 0:
        return Answer(ask.seat, "done")
    silent = silence.answer(state)
    return None if isinstance(silent, Problem) and silence.is_duty(state) else silent


def _next_of_each(state: State, aims: list[str]) -> Answer:
    """What one of the players chooses; who has nothing to decide, or need not choose, may be left out."""
    assert state.ask
    asked, forced = carrying.asked(state), scribe.only_pick(state)
    assert asked.pick is not None
    if aims[0] in asked.named:
        return Answer(state.ask.seat, f"pick:{aims.pop(0)}")
    if forced is None and asked.pick.enough:
        return Answer(state.ask.seat, "done")
    return forced or Answer(state.ask.seat, f"pick:{aims.pop(0)}")


def _repeats(run: Replay, line: Line, found: Reading, play: Play) -> Stop | None:
    """A duty that was done by itself may be written down all the same, once; whatever else waits nowhere is illegal."""
    if _was_done(run, found, play):
        return None
    place = position(found.done)
    return stop_at(line, "illegal", "10.1.1", f"No ability of {place} waits here to be used.")


def _was_done(run: Replay, found: Reading, play: Play) -> bool:
    """Whether a line repeats no duty, or one that was done more often than it is written."""
    if found.done < 0:
        return True
    card = at(run.state, found.done)
    recent = [*(event for mark in run.marks[-LOOKS_BACK:] for event in mark.events), *play.events]
    done = sum(event.kind == "ability" and (card is None or event.card == card.id) for event in recent)
    return done > sum(place == found.done and when > len(run.marks) - LOOKS_BACK for when, place in run.duties)


LOOKS_BACK: Final = 8


def _refused(line: Line, state: State, answer: Answer, violation: Violation) -> Stop:
    """Illegal, unless the card's own unread text could say otherwise."""
    name = keys.card(answer.key)
    card = state.setup.playing[answer.seat].get(name) if name else None
    excuse = unread.excuse(card, violation) if card else None
    if excuse:
        return stop_at(line, "unproven", excuse.rule, excuse.message)
    return stop_at(line, "illegal", violation.rule, violation.message, 0, violation.ruling)


def _nobody_could_block(run: Replay, state: State) -> bool:
    """Whether the line before was an attack on a player that nobody could block."""
    return _last_attack(run) is not None and (state.ask is None or state.ask.kind != "block")
