"""Games and counts that are kept beside the tests: `python -m tests.engine.bos.golden` writes them anew.

That is right after a card of the bundled lists was changed on purpose; the difference in the kept files then tells what
else it changed.
"""

import sys
from pathlib import Path

from engine import log
from engine.bos import game as bos
from engine.bos import game as duel
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.display import views
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.records.record_setup import open_game
from engine.bos.rules.options import legal
from engine.bos.rules.record_writer import RecordWriter
from engine.contract import Given
from engine.replay import replay
from tests.engine.bos.answer_keys import key_of, verb_of
from tests.engine.bos.random_players import answers_of, game, luck, tables, up_to_a_line

HERE = Path(__file__).parent
PERFT, PLAYTHROUGHS = HERE / "perft", HERE / "playthroughs"
GAMES = {"fire-against-grove": 19, "ice-against-meadow": 3, "night-against-night": 33}
DEPTH = 3
LEAST_SEQUENCES, MOST_SEQUENCES = 150, 2_500
MOST_OF_A_KIND = 3


# Counted continuations


def counts(state, depth=DEPTH):
    """How many sequences of one, two, … answers there are."""
    if depth == 0 or state.outcome:
        return [0] * depth
    offered = list(legal(state))
    found = [len(offered)] + [0] * (depth - 1)
    if depth > 1:
        for answer in offered:
            for level, more in enumerate(counts(duel.apply(state, answer).state, depth - 1), 1):
                found[level] += more
    return found


def given_of(text):
    """What a kept record is played with; its first line names the lists."""
    one, two = text.splitlines()[0].removeprefix("# ").split(" against ")
    return Given({"P1": starter_decks()[one], "P2": starter_decks()[two]}, sample_pool(), DEFAULT_EDITION)


def position_of(text):
    """The position in which a kept record ends."""
    written = log.read(text)
    run = replay(bos, written, open_game(written, given_of(text)).setup)
    assert run.stop is None, run.stop
    return run.state


def _names(table):
    return " against ".join(
        next(name for name, text in starter_decks().items() if text == table.decks[seat]) for seat in ("P1", "P2")
    )


def _worth_keeping():
    """Records that end in positions of every kind of question, with not too many continuations: name, text, counts."""
    found = {}
    for number, table in enumerate(tables()[:-1]):
        steps = list(game(table.start(), luck(f"perft/{number}", 90)))
        here = set()
        for length in range(20, len(steps)):
            kept = steps[:length]
            if len(up_to_a_line(kept)) < length or verb_of(kept[-1][1]) in ("next", "pass"):
                continue
            state = steps[length][0]
            kind = state.phase if state.question.kind == "menu" else state.question.kind
            if kind in here or len(found.setdefault(kind, [])) == MOST_OF_A_KIND:
                continue
            if LEAST_SEQUENCES <= sum(told := counts(state)) <= MOST_SEQUENCES:
                text = f"# {_names(table)}\n" + table.record(answers_of(kept))
                if position_of(text).phase != state.phase:
                    continue  # a spell can be cast in several phases, and only the next line tells in which it was
                assert told == counts(position_of(text)), text
                found[kind].append((f"{kind}-{number}", text, told))
                here.add(kind)
    return [one for of_kind in found.values() for one in of_kind]


def write_perft():
    PERFT.mkdir(exist_ok=True)
    for old in PERFT.glob("*.bln"):
        old.unlink()
    for name, text, told in _worth_keeping():
        said = f"{text}# Continuations: {' '.join(map(str, told))}\n"
        (PERFT / f"{name}.bln").write_text(said, encoding="utf-8")


# Whole games


def playthrough(name):
    """A whole game as text: what was asked, what was answered, what happened, and the table after every turn."""
    table = tables()[GAMES[name]]
    steps = list(game(table.start(), luck(name)))
    lines = [f"# {_names(table)}", *table.headers(answers_of(steps)).splitlines(), ""]
    writer = RecordWriter()
    for state, answer, step in steps:
        writer.note(state, answer)
        offered = [key_of(one) for one in legal(state)]
        where = state.phase if state.question.kind == "menu" else state.question.kind
        lines.append(
            f"P{answer.seat + 1} {where}, {len(offered)} answers: {' '.join(offered) if len(offered) < 7 else '…'}"
        )
        lines.append(f"  > {key_of(answer)}")
        lines += [f"    {_event(event, step.state)}" for event in step.events]
        if verb_of(answer) == "end" or step.state.outcome:
            lines += ["", *views.draw(views.view(step.state, "judge")).splitlines(), ""]
    return "\n".join([*lines, "As it is written:", "", *writer.close(), ""])


def _event(event, state):
    card = state.copies[event.card].face.name if event.card >= 0 else ""
    other = state.copies[event.other].face.name if event.other >= 0 and event.kind != "pay" else ""
    seat = f"P{event.seat + 1}" if event.seat >= 0 else ""
    told = [event.kind, card, seat, other and f"({other})", str(event.amount or "")]
    return " ".join(word for word in told if word)


def write_playthroughs():
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in GAMES:
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    write_perft()
    write_playthroughs()
    print(f"{len(list(PERFT.glob('*.bln')))} positions, {len(GAMES)} games", file=sys.stderr)
