"""Before and after: for every card of the bundled catalogue a few written lines in which it is used, and what changes.

The scenes are kept in `before_and_after/`, one file a colour. What people write there is the card, the cards that it
needs, the lines before it is used, the lines that use it, and lines that are refused; everything else is worked out and
written by `python -m tests.engine.bos.before_after`: what is printed on the card, what the lines changed, what would be
otherwise if one of its abilities did nothing, and why the refused lines are refused.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from engine import log
from engine.bos import game as bos
from engine.bos.abilities import card_abilities
from engine.bos.display.state_diff import differences
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from engine.bos.records.record_setup import open_game
from engine.contract import Given
from engine.replay import replay
from tests.engine.bos.duel import BLUE, RED, Duel, spell, wizard

FOLDER = Path(__file__).with_name("before_and_after")
FILES = ("red", "yellow", "blue")
WRITTEN = ("with", "before", "play")
"""What people write down, beside the lines that are refused."""

STAND_INS = {
    card.name: card
    for card in (
        wizard("Enraged Mage"),
        spell("Purge", 0, "Put each spell in an opponent's spellbook into its owner's graveyard.", color=BLUE),
        spell("Oblivion", 0, "Put each spell in your spellbook into your graveyard.", color=BLUE),
        spell("Waste", 0, "Put each summon in your castle into your graveyard.", color=BLUE),
        spell("Bleed", 0, "You lose 16 life.", color=BLUE),
        spell("Debt", 0, "You lose 29 life.", color=RED),
    )
}
"""Cards of no catalogue that bring about what a scene needs; nobody knows what the real Enraged Mage says."""

NOTHING = syntax.Step(syntax.Gain(terms.Who("you"), terms.Number(0), "life"))
NOTHING_ALWAYS = syntax.Step(syntax.Bonus(terms.This(), terms.Number(0)))
NEVER_CALLED = syntax.SummoningCondition(names=("Nobody",))
NEVER_RISES = syntax.BossCondition(only=terms.Attacked("you", 1_000_000))


class Shown(NamedTuple):
    """One scene: a card, the cards it needs, lines before, lines that use it, and lines that are refused instead."""

    name: str
    company: tuple[str, ...]
    before: str
    play: str
    refused: tuple[str, ...]

    def __str__(self):
        return f"{self.name}: {self.play or self.refused[0]}"

    @property
    def face(self):
        return card_named(self.name)


def card_named(name):
    return STAND_INS.get(name) or sample_pool().find(name)


# The files


def scenes(color):
    """The scenes of a file, in order."""
    return [_scene(part) for part in _path(color).read_text(encoding="utf-8").split("\n== ")[1:]]


def everything():
    """All scenes."""
    return [scene for color in FILES for scene in scenes(color)]


def _path(color):
    return FOLDER / f"{color}.txt"


def _scene(part):
    name, *lines = part.strip().splitlines()
    said = [line.split(": ", 1) for line in lines if not line.startswith(" ")]
    one = {key: value for key, value in said if key in WRITTEN}
    company = tuple(one["with"].split(", ")) if "with" in one else ()
    refused = tuple(value.split(" [")[0] for key, value in said if key == "refused")
    return Shown(name, company, one["before"], one.get("play", ""), refused)


def page(color):
    """The file as it should be."""
    head = _path(color).read_text(encoding="utf-8").split("\n== ")[0]
    return "\n".join([head, *("\n".join([f"== {scene.name}", *_told(scene), ""]) for scene in scenes(color))])


def _told(scene):
    yield f"card: {_described(scene.face)}"
    for line in _printed(scene.face):
        yield f"says: {line}"
    if scene.company:
        yield f"with: {', '.join(scene.company)}"
    yield f"before: {scene.before}"
    if scene.play:
        yield f"play: {scene.play}"
        yield from (f"  {difference}" for difference in changes(scene))
        for number in range(len(scene.face.abilities)):
            for difference in without(scene, number):
                yield f"without {number + 1}: {difference}"
    for lines in scene.refused:
        _, rule, message = refusal(scene, lines)
        yield f"refused: {lines} [{rule}] {message}"


def _described(face):
    more = f", strength {face.strength}" if face.strength is not None else ""
    more += f", cost {face.cost}" if face.cost is not None else ""
    return f"{face.color} {face.type}{more}{', official' if face.official else ''}"


def _printed(face):
    if face.condition:
        yield face.condition
    for ability in face.abilities:
        yield f"{'→' if ability.mandatory else '•'} {ability.text}"


# Playing


def _run(scene, lines):
    duel = Duel(scene.face, *map(card_named, scene.company))
    record = log.read(duel.log("; ".join(line for line in lines if line)))
    return replay(bos, record, open_game(record, Given(duel.lists, duel.pool, duel.edition)).setup)


def _split(lines):
    return [line.strip() for line in lines.split(";") if line.strip()]


def _end(scene, lines):
    run = _run(scene, lines)
    assert run.stop is None, (str(scene), run.stop.line, run.stop.rule, run.stop.message)
    return run.state


def changes(scene):
    """What the lines that use the card change, a sentence each."""
    before, after = _end(scene, [scene.before]), _end(scene, [scene.before, scene.play])
    return [f"{what}: {one or 'nothing'} → {other or 'nothing'}" for what, one, other in differences(before, after)]


def without(scene, number):
    """What would be otherwise if one ability, counted from 0, did nothing; a sentence each."""
    after = _end(scene, [scene.before, scene.play])
    learn_nothing(scene.face, number)
    quiet = as_far_as_lawful(scene)
    card_abilities.forget()
    return [f"{what}: {other or 'nothing'}" for what, _, other in differences(after, quiet)]


def refusal(scene, lines):
    """The finding, rule and message on the last of these lines; None where it stands or an earlier one does not."""
    run = _run(scene, [scene.before, lines])
    whole = len(_split(scene.before)) + len(_split(lines))
    return (run.stop.finding, run.stop.rule, run.stop.message) if run.stop and run.stop.line == whole else None


def learn_nothing(face, number):
    """From now on one ability of the card does nothing, though it is used and paid for as before."""
    said = list(card_abilities.texts_of(face))
    said[number] = _quiet(said[number])
    card_abilities.learn(face, tuple(said))


def _quiet(text):
    if text.enchant and text.steps:
        return replace(text, steps=())
    if text.enchant:
        return syntax.Text((NOTHING,))
    return replace(text, steps=(NOTHING_ALWAYS if text.continuous else NOTHING,), modes=0)


def as_far_as_lawful(scene):
    """The position after all lines of which as much as is lawful is done: with fewer targets, or not at all."""
    lines = [*_split(scene.before), *_split(scene.play)]
    while (run := _run(scene, lines)).stop is not None:
        lines[run.played] = _less(lines[run.played])
        lines = [line for line in lines if line]
    return run.state


def _less(line):
    """A line without its number, without its last target, or nothing."""
    if re.search(r" = \d+$", line):
        return line.rpartition(" = ")[0]
    before, arrow, targets = line.partition(" -> ")
    rest = targets.rpartition(", ")[0]
    return (f"{before}{arrow}{rest}" if rest else before) if arrow else ""


def matters(scene, number):
    """Whether the scene ends otherwise, or forbids less, when one ability of the card does nothing."""
    if scene.play and without(scene, number):
        return True
    learn_nothing(scene.face, number)
    allowed = [lines for lines in scene.refused if refusal(scene, lines) is None]
    card_abilities.forget()
    return bool(allowed)


def is_asked(scene):
    """Whether the card does not come to the table when nobody can meet its condition."""
    summons = scene.face.type is CardType.SUMMON
    card_abilities.learn(
        scene.face,
        summoning_condition=NEVER_CALLED if summons else None,
        boss_condition=None if summons else NEVER_RISES,
    )
    run = _run(scene, [scene.before, scene.play])
    card_abilities.forget()
    return run.stop is not None


def asks_more(scene):
    """Whether a line is refused that would stand if the card had a condition that is easily met."""
    summons = scene.face.type is CardType.SUMMON
    card_abilities.learn(
        scene.face,
        summoning_condition=syntax.SummoningCondition() if summons else None,
        boss_condition=None if summons else syntax.BossCondition(),
    )
    allowed = [lines for lines in scene.refused if refusal(scene, lines) is None]
    card_abilities.forget()
    return bool(allowed)


if __name__ == "__main__":
    for each in FILES:
        _path(each).write_text(page(each), encoding="utf-8")
