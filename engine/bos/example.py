"""One small played example of a sentence on a card: a table on which it can happen, what is done, before and after.

Nothing is made up: the engine tries small tables one after another and plays every short line on them until the text
acts. What the text does is told apart from all the rest by playing the same line with a card that lacks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.bos import flow, keys, showing_change
from engine.bos.cards import Card, CardType, Pool
from engine.bos.cardtext.keeping import compiled
from engine.bos.cardtext.reading import Spoken
from engine.bos.checks import check
from engine.bos.options import legal
from engine.bos.scenery import OTHER, YOU, Moment, Situation, situations, table
from engine.bos.showing_change import Facts
from engine.bos.state import UNDER, State
from engine.bos.tree import At, During, Rising, Text, When
from engine.choice import Answer, Event

MOST_POSITIONS = 4_000
"""So many positions are looked at for one sentence at most, which takes about a second."""
MOST_EACH = 220
"""So many on one table, before the next one is tried."""
DEEPEST = 4
"""How many answers lead to the text at most, apart from those it asks for itself."""
MOST_ENDINGS = 40
"""In how many ways the questions of the text are answered."""

INNER = ("pick", "may", "mode", "number", "conduct", "ready", "order")
"""Questions inside something that has begun."""


class Example(NamedTuple):
    """What is told, in sentences: how it was, what was done, how it is then, and how it would be without the text.

    `refused`: a deed that the text forbids, with the reason. `found` is False where no small table shows the text.
    """

    before: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    refused: str = ""
    after: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    found: bool = True


NONE = Example(found=False)


def example_of(card: Card, number: int | None, pool: Pool | None = None) -> Example:
    """An example for an ability of a card, counted from 0, or for its condition (None).

    The texts are those of the language today, or what is kept with the card. `NONE` where nothing was found.
    """
    said = compiled(card, pool)
    if number is None:
        return Search(card, said, None).condition() if said.calling or said.rising else NONE
    text = said.texts[number]
    return Search(card, said, number).ability(text) if text is not None else NONE


def lines(example: Example) -> list[str]:
    """The example as lines of text."""
    if not example.found:
        return ["No small example was found for this sentence."]
    told = [("Before", example.before), ("Then", example.deeds), ("After", example.after)]
    found = [f"{head}: {' '.join(said)}" for head, said in told if said]
    if example.refused:
        found.append(f"Refused: {example.refused}")
    if example.without:
        found.append(f"Without this text: {' '.join(example.without)}")
    return found


class Path(NamedTuple):
    """A position, the answers that led to it, each with the position before it, and what happened last."""

    state: State
    answers: tuple[tuple[State, Answer], ...] = ()
    events: tuple[Event, ...] = ()


class Search:
    """Looks for an example of one sentence; counts its work."""

    def __init__(self, card: Card, said: Spoken, number: int | None) -> None:
        self.said, self.number, self.looked = said, number, 0
        self.card = replace(card, kept=said)
        self.twin = card

    # Abilities

    def ability(self, text: Text) -> Example:
        texts = list(self.said.texts)
        assert self.number is not None
        texts[self.number] = _silenced(text, self.card)
        self.twin = replace(self.card, kept=replace(self.said, texts=tuple(texts)))
        standing = text.continuous or text.instead is not None or text.enchant is not None
        best = NONE
        for situation in self._situations(text):
            if self.looked >= MOST_POSITIONS:
                break
            real, twin = self._table(self.card, situation), self._table(self.twin, situation)
            found = self._compared(real, twin) if standing else self._acting(real, twin)
            if found.found and (found.after or found.refused):
                return found
            best = best if best.found or not found.found else found
        return best

    def _table(self, card: Card, situation: Situation) -> State:
        return table(card, self.said, situation)

    def _situations(self, text: Text) -> Iterator[Situation]:
        moments = _moments(text)
        if self.card.type is CardType.SPELL:
            hosted = _of_host(self.card, self.said) and not text.enchant
            yield from situations(self.card, moments, placed=hosted)
            return
        places = (False, True) if _comes(text) else (True, False)
        for placed in places[: 1 if self.card.type is CardType.WIZARD else 2]:
            yield from situations(self.card, moments, placed=placed or self.card.type is CardType.WIZARD)

    def _acting(self, real: State, twin: State) -> Example:
        """The shortest line on which the ability begins and makes a difference; the kindest to you of those."""
        layer, start, weak = [Path(real)], self.looked, NONE
        for _ in range(DEEPEST):
            following: list[Path] = []
            found: list[tuple[int, Example]] = []
            for path in layer:
                for child in self._children(path, start):
                    if self._begins(child):
                        found += [self._told(ended, twin) for ended in self._endings(child)]
                    elif child.state.ask is not None:
                        following.append(child)
                if len(found) >= MOST_ENDINGS:
                    break
            shown = [each for each in found if each[1].after]
            if shown:
                return max(shown, key=lambda each: each[0])[1]
            weak = found[0][1] if found else weak
            layer = following
        return weak

    def _children(self, path: Path, start: int) -> Iterator[Path]:
        for answer in sorted(legal(path.state), key=lambda answer: _order(path.state, answer, self.card)):
            if self.looked - start >= MOST_EACH:
                return
            yield self._answered(path, answer)

    def _answered(self, path: Path, answer: Answer) -> Path:
        self.looked += 1
        step = flow.apply(path.state, answer)
        return Path(step.state, (*path.answers, (path.state, answer)), step.events)

    def _begins(self, path: Path) -> bool:
        assert self.number is not None
        return any(
            event.kind == "ability"
            and event.amount == self.number + 1
            and path.state.copies[event.card].face == self.card
            for event in path.events
        )

    def _endings(self, path: Path) -> list[Path]:
        """The position when the ability has asked all it asks, in different ways."""
        open_, ended = [path], []
        while open_ and len(ended) < MOST_ENDINGS:
            now = open_.pop(0)
            ask = now.state.ask
            if ask is None or ask.kind not in INNER or len(now.answers) > 12:
                ended.append(now)
                continue
            open_ += [self._answered(now, answer) for answer in _few(now.state)]
        return ended

    def _told(self, path: Path, twin: State) -> tuple[int, Example]:
        """What a line shows: everything that is not so without the text, or that was not so before it."""
        opened = _opening(path)
        before = showing_change.facts(opened)
        after = showing_change.facts(path.state)
        without_state = _followed(path, twin)
        without = showing_change.facts(without_state) if without_state else before
        return _advantage(path.state), _example(path, before, after, without)

    # Texts that apply by themselves

    def _compared(self, real: State, twin: State) -> Example:
        """The shortest line after which the table differs from that without the text, or a deed is forbidden by it."""
        layer, start = [(Path(real), twin)], self.looked
        for _ in range(DEEPEST):
            following: list[tuple[Path, State]] = []
            for path, other in layer:
                if found := self._difference(path, other):
                    return found
                for child in self._children(path, start):
                    answer = child.answers[-1][1]
                    if check(other, answer) is None:
                        following.append((child, flow.apply(other, answer).state))
            layer = following
        return NONE

    def _difference(self, path: Path, other: State) -> Example | None:
        with_, without = showing_change.facts(path.state), showing_change.facts(other)
        changed = {fact for fact in with_.keys() | without.keys() if with_.get(fact) != without.get(fact)}
        if changed and path.state.ask is not None and path.state.ask.kind not in INNER:
            before = showing_change.facts(_opening(path)) if path.answers else without
            return _example(path, before, with_, without)
        return self._forbidden(path, other)

    def _forbidden(self, path: Path, other: State) -> Example | None:
        """A deed that is lawful without the text only, or with it only."""
        state = path.state
        if state.ask is None or other.ask is None or state.ask.kind != other.ask.kind:
            return None
        self.looked += 2
        here, there = list(legal(state)), list(legal(other))
        new = [answer for answer in here if answer not in there]
        for answer in there:
            violation = check(state, answer) if answer not in here else None
            if violation is None:
                continue
            deeds = showing_change.deeds(path.answers)
            offered = next((each for each in new if keys.card(each.key) == keys.card(answer.key)), None)
            refused = f"{showing_change.deed(other, answer)} {violation.message} ({violation.rule})"
            if offered is not None and keys.card(answer.key):
                said = (f"Lawful now: {showing_change.deed(state, offered)}",)
                return Example(deeds=deeds, after=said, without=(showing_change.deed(other, answer),))
            return Example(deeds=deeds, refused=refused)
        return None

    # Conditions

    def condition(self) -> Example:
        """The card is summoned, or the boss turned up."""
        verb = "boss" if isinstance(self.said.rising, Rising) else "summon"
        moment: Moment = "main" if verb == "boss" else "summoning"
        for situation in situations(self.card, [(moment, YOU)], placed=False):
            if self.looked >= MOST_POSITIONS:
                break
            real = self._table(self.card, situation)
            for answer in legal(real):
                self.looked += 1
                if keys.verb(answer.key) == verb and (verb == "boss" or keys.card(answer.key) == self.card.key):
                    ended = self._endings(self._answered(Path(real), answer))[0]
                    before = showing_change.facts(real)
                    return _example(ended, before, showing_change.facts(ended.state), before)
        return NONE


def _silenced(text: Text, card: Card) -> Text:
    """The text with nothing in it: a spell can still be cast, anything else is never used."""
    if card.type is CardType.SPELL:
        return replace(text, steps=(), cost=(), limit="", modes=0)
    return Text((), continuous=True)


def _of_host(card: Card, said: Spoken) -> bool:
    return any(text is not None and text.enchant for text in said.texts)


def _opening(path: Path) -> State:
    """The position before the last deed that was not asked for inside another one."""
    outer = [
        state for state, answer in path.answers if state.ask and state.ask.kind not in (*INNER, "offer", "block")
    ]
    return outer[-1]


def _followed(path: Path, twin: State) -> State | None:
    """Where the same deeds lead without the text; what belongs to the text itself is left out. None: nowhere."""
    state = twin
    for _, answer in path.answers:
        if state.ask is None:
            return None
        if check(state, answer) is None:
            state = flow.apply(state, answer).state
        elif keys.verb(answer.key) not in ("use", "take", "first", "pick", "yes", "pass", "mode", "number", "done"):
            return None
    return state


def _example(path: Path, before: Facts, after: Facts, without: Facts) -> Example:
    """Told are the facts that the text changes; how they are without it only where that is not how they were before."""
    changed = [fact for fact in {**after, **before} if after.get(fact) != without.get(fact)]
    if before is without or not path.answers:
        changed = [fact for fact in {**after, **before} if after.get(fact) != before.get(fact)]
    told = showing_change.sentences
    other = [fact for fact in changed if without.get(fact) != before.get(fact)]
    state = path.state
    start = path.answers[0][0] if path.answers else state
    return Example(
        before=(showing_change.moment(start), *told(start, changed, before)) if path.answers else (),
        deeds=showing_change.deeds(path.answers),
        after=told(state, changed, after),
        without=told(state, other, without) if path.answers else told(state, changed, without),
    )


def _advantage(state: State) -> int:
    """How well you stand, roughly: the example shows the text used with some sense."""
    if state.outcome is not None:
        return 1_000 if YOU in state.outcome.winners else -1_000
    good = state.life[YOU] - state.life[OTHER] + state.vim[YOU] - state.vim[OTHER]
    for copy in state.copies:
        if copy.zone == "table" and copy.up:
            worth = 2 * copy.strength + (0 if copy.acted else 1)
            good += worth if copy.control == YOU else -worth
        good -= (copy.zone == UNDER) * (1 if copy.owner == OTHER else 0)
    return good


def _few(state: State) -> list[Answer]:
    return list(legal(state))[:8]


_VERBS = ("take", "use", "cast", "boss", "summon", "attack", "block", "first", "begin", "next", "end", "no", "pass")


def _order(state: State, answer: Answer, card: Card) -> tuple[bool, bool, int]:
    """Answers about the card itself come first, those that hurt one's own side last."""
    key, verb = answer.key, keys.verb(answer.key)
    own = keys.card(key) == card.key or any(
        f":{place}" in f"{key}" or f">{place}" in key
        for place in (keys.position(copy.place) for copy in state.copies if copy.face == card and copy.place >= 0)
    )
    foolish = verb == "attack" and f">{'P' * (key[-2] == 'P')}{answer.seat + 1}" in key
    return foolish, not own, _VERBS.index(verb) if verb in _VERBS else len(_VERBS)


# Moments


_BEFORE: dict[str, Moment] = {"startup": "begin", "summoning": "summoning", "main": "main", "ending": "main"}


def _moments(text: Text) -> list[tuple[Moment, int]]:
    """At which moments of whose turn a text is tried, the likeliest first."""
    found: list[tuple[Moment, int]] = []
    for moment in text.moments:
        if isinstance(moment, During | At):
            seats = {"your": (YOU,), "an opponent's": (OTHER,), "each player's": (YOU, OTHER)}[moment.whose]
            found += [(_before(moment), seat) for seat in seats]
    whens = [moment for moment in (*text.moments, text.instead) if isinstance(moment, When)]
    for when in whens:
        found += _AT_VERB.get(when.verb, [("main", YOU), ("main", OTHER)])
    rest: list[tuple[Moment, int]] = [("main", YOU), ("main", OTHER), ("summoning", YOU), ("begin", YOU)]
    rest += [("summoning", OTHER), ("begin", OTHER)]
    return list(dict.fromkeys((*found, *rest)))


_AT_VERB: dict[str, list[tuple[Moment, int]]] = {
    "summoned": [("summoning", YOU), ("summoning", OTHER)],
    "summons": [("summoning", YOU), ("summoning", OTHER)],
    "readied": [("begin", YOU), ("begin", OTHER)],
    "blocks": [("main", OTHER), ("main", YOU)],
    "attacked": [("main", OTHER), ("main", YOU)],
}


def _before(moment: During | At) -> Moment:
    """The moment before it in which somebody can be asked."""
    if isinstance(moment, At) and moment.point != "end":
        earlier: dict[str, Moment] = {"summoning": "begin", "main": "summoning", "startup": "begin", "turn": "begin"}
        return earlier.get(moment.phase, "main")
    if moment.phase == "turn":
        return "main"
    return _BEFORE[moment.phase]


def _comes(text: Text) -> bool:
    """Whether the text is about coming into play, or is seen best when its card does."""
    if text.continuous:
        return True
    return any(isinstance(moment, When) and moment.verb in ("summoned", "turned face-up") for moment in text.moments)
