"""One small played example of a sentence on a card: a table on which it can happen, what is done, before and after.

Nothing is made up: the engine tries small tables one after another and plays every short line on them until the text
acts. What the text does is told apart from all the rest by playing the same line with a card that lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.bos import flow, keys, tree
from engine.bos.cards import Ability, Card, CardType, Color, Pool
from engine.bos.cardtext.keeping import compiled
from engine.bos.cardtext.reading import Spoken
from engine.bos.cardtext.shapes import parts
from engine.bos.checks import check
from engine.bos.facts import Facts, deed, deeds, facts, moment_of, sentences
from engine.bos.options import legal
from engine.bos.quantities import holds
from engine.bos.scenery import OTHER, YOU, Moment, situations, table
from engine.bos.state import UNDER, Doing, State, position
from engine.choice import Answer, Event

MOST_POSITIONS = 3_000
"""So many positions are looked at for one sentence at most, which takes about a second."""
MOST_EACH, MOST_LATER, FIRST = 200, 60, 6
"""So many on each of the first tables, and so many on each later one."""
DEEPEST = 4
"""How many answers lead to the text at most, apart from those it asks for itself."""
MOST_ENDINGS = 40
"""In so many ways at most the questions of the text are answered."""
MOST_CHOICES = 8
SHORTER = 2
"""One sentence less is worth so much of standing better."""

INNER = ("pick", "may", "mode", "number", "conduct", "ready", "order")
"""Questions inside something that has begun."""
VERBS = ("take", "use", "cast", "boss", "summon", "attack", "block", "first", "begin", "next", "end", "no", "pass")
"""In this order answers are tried, where nothing else makes one likelier."""
OF_TEXTS = ("use", "take", "first", "pick", "yes", "pass", "mode", "number", "done")
"""Answers that are given only where there is a text."""


class Example(NamedTuple):
    """What is told, in sentences: how it was, what was done, how it is then, and how it would be without the text.

    `refused` is a deed that the text forbids, with the reason. Everything is empty where no small table was found on
    which the text can be seen.
    """

    before: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    refused: str = ""
    after: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.after or self.refused)

    def lines(self) -> list[str]:
        """The example as lines of text."""
        if not self.found:
            return [NOT_FOUND]
        told = [("Before", self.before), ("Then", self.deeds), ("Not possible now", (self.refused,))]
        told += [("After", self.after), ("Without this text", self.without)]
        return [f"{head}: {' '.join(said)}" for head, said in told if any(said)]


NONE = Example()
NOT_FOUND = "No small table was found on which this sentence shows what it does."


def example_of(card: Card, number: int | None, names: Pool | None = None, *, most: int = MOST_POSITIONS) -> Example:
    """An example for an ability of a card, counted from 0, or for its condition (None).

    The card says what is kept with it, else what the language makes of it today. At most `most` positions are looked
    at for an ability. `NONE` where nothing was found.
    """
    if card.type is None or not (card.abilities or card.condition):
        return NONE
    return _example_of(replace(card, kept=compiled(card, names)), number, most)


def example_of_text(text: tree.Text, printed: str = "This text") -> Example:
    """An example for a text whose card nobody named: a spell where the text is one of a spell, else a summon."""
    of_host = any(isinstance(part, tree.Host) for part in parts(text)) and text.enchant is None
    at_will = not (text.moments or text.continuous or text.instead)
    kind = CardType.SPELL if text.enchant or of_host or at_will else CardType.SUMMON
    said = (tree.Text((), enchant=tree.Filter(("summon",)), continuous=True), text) if of_host else (text,)
    card = Card(
        "Tested Card",
        kind,
        Color.RED,
        strength=5 if kind is CardType.SUMMON else None,
        cost=1 if kind is CardType.SPELL else None,
        abilities=tuple(Ability(printed, each.must) for each in said),
        kept=Spoken(said, tree.Calling() if kind is CardType.SUMMON else None, None),
    )
    return example_of(card, len(said) - 1)


@lru_cache(maxsize=512)
def _example_of(card: Card, number: int | None, most: int) -> Example:
    assert card.kept is not None
    if number is None:
        return _of_condition(card, "boss" if card.type is CardType.BOSS else "summon")
    text = card.kept.texts[number]
    return NONE if text is None else Search(card, number, text, most).example()


class Path(NamedTuple):
    """A position, the answers that led to it, each with the position before it, and what happened last."""

    state: State
    answers: tuple[tuple[State, Answer], ...] = ()
    events: tuple[Event, ...] = ()

    def then(self, answer: Answer) -> Path:
        """One answer further."""
        step = flow.apply(self.state, answer)
        return Path(step.state, (*self.answers, (self.state, answer)), step.events)

    @property
    def opening(self) -> State:
        """The position before the last deed that was not asked for inside another one."""
        asked = (*INNER, "offer", "block")
        outer = [state for state, _ in self.answers if state.ask and state.ask.kind not in asked]
        return outer[-1] if outer else self.state


# A condition: the card is summoned, or the boss turned up


def _of_condition(card: Card, verb: str) -> Example:
    moment: Moment = "main" if verb == "boss" else "summoning"
    for situation in situations(card, [(moment, YOU)], [], (False,)):
        start = table(card, situation, card)
        for answer in legal(start):
            if keys.verb(answer.key) == verb and (verb == "boss" or keys.card(answer.key) == card.key):
                ended = _endings(Path(start).then(answer))[0]
                before, after = facts(start), facts(ended.state)
                return _told(ended, before, after, before)
    return NONE


# An ability


class Search:
    """Looks for an example of one ability, and counts its work."""

    def __init__(self, card: Card, number: int, text: tree.Text, most: int) -> None:
        assert card.kept is not None
        self.card, self.number, self.text = card, number, text
        texts = list(card.kept.texts)
        texts[number] = _silenced(text, card)
        self.without = replace(card, kept=replace(card.kept, texts=tuple(texts)))
        self.looked, self.most, self.each = 0, most, 0
        self.wanted = _wanted(text)

    def example(self) -> Example:
        """The first table on which the text makes a difference."""
        play: Callable[[State, State], Example] = self._standing if _stands(self.text) else self._acting
        likely, others = _moments(self.text)
        for number, situation in enumerate(situations(self.card, likely, others, self._places())):
            if self.looked >= self.most:
                break
            self.each = MOST_EACH if number < FIRST else MOST_LATER
            start = table(self.card, situation, self.card)
            if self._hopeless(start):
                continue
            found = play(start, table(self.without, situation, self.card))
            if found.found:
                return found
        return NONE

    def _hopeless(self, start: State) -> bool:
        """Whether the text asks for something that does not hold as the table is set, and no event is waited for."""
        if any(isinstance(moment, tree.When | tree.At) for moment in self.text.moments):
            return False
        source = next(copy for copy in start.copies if copy.face.key == self.card.key)
        asked = [moment.predicate for moment in self.text.moments if isinstance(moment, tree.While)]
        return not all(holds(start, Doing(source.id, self.number, YOU), predicate) for predicate in asked)

    def _places(self) -> tuple[bool, ...]:
        """Whether the card is in play as the table is set; of both the likelier first."""
        if self.card.type is CardType.SPELL:
            assert self.card.kept is not None
            lies = any(text is not None and text.enchant for text in self.card.kept.texts)
            return (lies and self.text.enchant is None,)
        if self.card.type is CardType.WIZARD:
            return (True,)
        comes = any(isinstance(m, tree.When) and m.verb in ("summoned", "turned face-up") for m in self.text.moments)
        return (False, True) if comes or self.text.continuous else (True, False)

    # One that is carried out

    def _acting(self, start: State, without: State) -> Example:
        """The shortest line on which it is carried out and makes a difference; of several a short one, kind to you."""
        layer, looked = [Path(start)], self.looked
        for _ in range(DEEPEST):
            following: list[Path] = []
            found: list[tuple[int, int, Example]] = []
            for path in layer:
                for child in self._children(path, looked):
                    if self._begins(child):
                        found += [_valued(ended, _followed(ended, without)) for ended in _endings(child)]
                    elif child.state.ask is not None:
                        following.append(child)
            shown = [each for each in found if each[2].found]
            if shown:
                return max(shown, key=lambda each: each[:2])[2]
            layer = following
        return NONE

    def _children(self, path: Path, looked: int) -> Iterator[Path]:
        for answer in sorted(legal(path.state), key=lambda answer: self._order(path.state, answer)):
            if self.looked - looked >= self.each:
                return
            self.looked += 1
            yield path.then(answer)

    def _order(self, state: State, answer: Answer) -> tuple[bool, bool, bool, int]:
        """Attacks on the own side come last; first what the text waits for, then what is about the card itself."""
        verb, target = keys.verb(answer.key), answer.key.rpartition(">")[2]
        foolish = verb == "attack" and target[target[0] == "P"] == str(answer.seat + 1)
        places = [position(copy.place) for copy in state.copies if copy.place >= 0 and copy.face.key == self.card.key]
        about = any(f"{mark}{place}" in answer.key for place in places for mark in ":>")
        own = about or keys.card(answer.key) == self.card.key
        return foolish, verb not in self.wanted, not own, VERBS.index(verb) if verb in VERBS else len(VERBS)

    def _begins(self, path: Path) -> bool:
        begun = [event.card for event in path.events if event.kind == "ability" and event.amount == self.number + 1]
        return any(path.state.copies[number].face.key == self.card.key for number in begun)

    # One that applies by itself

    def _standing(self, start: State, without: State) -> Example:
        """The shortest line after which the table is not as it is without the text, or a deed is forbidden by it."""
        layer, looked = [(Path(start), without)], self.looked
        for _ in range(DEEPEST):
            following: list[tuple[Path, State]] = []
            for path, other in layer:
                if found := self._difference(path, other):
                    return found
                for child in self._children(path, looked):
                    answer = child.answers[-1][1]
                    if check(other, answer) is None:
                        following.append((child, flow.apply(other, answer).state))
            layer = following
        return NONE

    def _difference(self, path: Path, other: State) -> Example | None:
        asked = path.state.ask.kind if path.state.ask else ""
        if asked in INNER:
            return None
        so, without = facts(path.state), facts(other)
        if so.changed(without):
            return _told(path, facts(path.opening) if path.answers else so, so, without)
        return self._forbidden(path, other)

    def _forbidden(self, path: Path, other: State) -> Example | None:
        """A deed that is lawful without the text only; where the same card can be played otherwise, how."""
        if path.state.ask is None or other.ask is None or path.state.ask.kind != other.ask.kind:
            return None
        self.looked += 2
        here, there = list(legal(path.state)), list(legal(other))
        before = (moment_of(path.answers[0][0] if path.answers else path.state),)
        for answer in there:
            violation = None if answer in here else check(path.state, answer)
            if violation is None:
                continue
            name = keys.card(answer.key)
            instead = [each for each in here if name and keys.card(each.key) == name and each not in there]
            if instead:
                lawful = (deed(path.state, instead[0]),)
                return Example(before, deeds(path.answers), "", lawful, (deed(other, answer),))
            refused = f"{deed(other, answer)} {violation.message} ({violation.rule})"
            return Example(before, deeds(path.answers), refused)
        return None


def _stands(text: tree.Text) -> bool:
    """Whether a text applies by itself rather than being carried out."""
    if text.enchant:
        return bool(text.steps)
    return text.continuous or text.instead is not None


def _silenced(text: tree.Text, card: Card) -> tree.Text:
    """The text with nothing in it: a spell can still be cast, anything else is never used."""
    if card.type is not CardType.SPELL:
        return tree.Text((), continuous=True)
    return replace(text, steps=(), cost=(), limit="", modes=0, enchant=text.enchant if text.steps else None)


def _endings(path: Path) -> list[Path]:
    """The positions when what has begun asks no more, in different ways; other texts that wait are let pass."""
    begun = [path]
    ended: list[Path] = []
    while begun and len(ended) < MOST_ENDINGS:
        now = begun.pop(0)
        ask = now.state.ask
        if ask is not None and ask.kind in INNER and len(now.answers) < 3 * DEEPEST:
            begun += [now.then(answer) for answer in list(legal(now.state))[:MOST_CHOICES]]
        else:
            ended.append(now._replace(state=_let_pass(now.state)))
    return ended


def _let_pass(state: State) -> State:
    while state.ask is not None and state.ask.kind == "offer":
        state = flow.apply(state, Answer(state.ask.seat, "pass")).state
    return state


def _followed(path: Path, start: State) -> State | None:
    """Where the same deeds lead without the text; what belongs to the text itself is left out. None: nowhere."""
    state = start
    for _, answer in path.answers:
        if state.ask is None:
            return None
        if check(state, answer) is None:
            state = flow.apply(state, answer).state
        elif keys.verb(answer.key) not in OF_TEXTS:
            return None
    return _let_pass(state)


# Telling


def _valued(path: Path, without: State | None) -> tuple[int, int, Example]:
    """An example with how well you stand after it and how short it is, and how much it shows."""
    before, after = facts(path.opening), facts(path.state)
    other = facts(without) if without else before
    example = _told(path, before, after, other)
    length = sum(map(len, (example.before, example.deeds, example.after, example.without)))
    return _advantage(path.state) - SHORTER * length, len(after.changed(other)), example


def _told(path: Path, before: Facts, after: Facts, without: Facts) -> Example:
    """Told is what the text changes; how that is without it only where it is not as it was before."""
    changed = after.changed(without)
    other = [fact for fact in changed if without.so.get(fact) != before.so.get(fact)]
    begun = path.answers[0][0] if path.answers else path.state
    return Example(
        before=(moment_of(begun), *(sentences(changed, before) if path.answers else ())),
        deeds=deeds(path.answers),
        after=sentences(changed, after),
        without=sentences(other, without),
    )


def _advantage(state: State) -> int:
    """How well you stand, roughly, so that the example uses the text with some sense."""
    if state.outcome is not None:
        return 1_000 if YOU in state.outcome.winners else -1_000
    good = state.life[YOU] - state.life[OTHER] + state.vim[YOU] - state.vim[OTHER]
    for copy in state.copies:
        if copy.zone == "table" and copy.up and not copy.leaving:
            worth = 2 * copy.strength + (0 if copy.acted else 1)
            good += worth if copy.control == YOU else -worth
        good -= copy.zone == UNDER and copy.owner == OTHER
    return good


# Moments

_ASKED_BEFORE: dict[str, Moment] = {"startup": "begin", "summoning": "summoning", "main": "main", "ending": "main"}
_ASKED_EARLIER: dict[str, Moment] = {"startup": "begin", "turn": "begin", "summoning": "begin", "main": "summoning"}
_AT_VERB: dict[str, tuple[Moment, tuple[int, ...]]] = {
    "summoned": ("summoning", (YOU, OTHER)),
    "summons": ("summoning", (YOU, OTHER)),
    "readied": ("begin", (YOU, OTHER)),
    "blocks": ("main", (OTHER, YOU)),
    "attacked": ("main", (OTHER, YOU)),
    "damaged": ("main", (OTHER, YOU)),
}
_ANY: tuple[tuple[Moment, int], ...] = (
    ("main", YOU), ("main", OTHER), ("summoning", YOU), ("begin", YOU), ("summoning", OTHER), ("begin", OTHER),
)  # fmt: skip


_DEEDS: dict[str, tuple[str, ...]] = {
    "summoned": ("summon",),
    "summons": ("summon",),
    "casts": ("cast",),
    "spends": ("cast",),
    "enchanted": ("cast",),
    "readied": ("begin", "end"),
    "turned face-up": ("boss", "begin"),
    "turned face-down": ("summon",),
}


def _wanted(text: tree.Text) -> tuple[str, ...]:
    """What somebody has to do for the text to be set off; its own use comes before all."""
    whens = [moment for moment in (*text.moments, text.instead) if isinstance(moment, tree.When)]
    found = [verb for when in whens for verb in _DEEDS.get(when.verb, ("attack", "block"))]
    return ("take", "use", *found)


def _moments(text: tree.Text) -> tuple[list[tuple[Moment, int]], list[tuple[Moment, int]]]:
    """At which moments of whose turn a text is likely to be seen, and the others."""
    found: list[tuple[Moment, int]] = []
    for moment in (*text.moments, text.instead):
        if isinstance(moment, tree.During | tree.At):
            seats = {"your": (YOU,), "an opponent's": (OTHER,), "each player's": (YOU, OTHER)}[moment.whose]
            found += [(_asked(moment), seat) for seat in seats]
        elif isinstance(moment, tree.When):
            when, seats = _AT_VERB.get(moment.verb, ("main", (YOU, OTHER)))
            found += [(when, seat) for seat in seats]
    likely = list(dict.fromkeys(found or _ANY[:2]))
    return likely, [moment for moment in _ANY if moment not in likely]


def _asked(moment: tree.During | tree.At) -> Moment:
    """The last moment before it at which a table can begin."""
    if isinstance(moment, tree.At) and moment.point != "end":
        return _ASKED_EARLIER.get(moment.phase, "main")
    return _ASKED_BEFORE.get(moment.phase, "main")
