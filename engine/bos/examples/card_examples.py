"""One small played example of a sentence on a card: a table on which it can happen, what is done, before and after.

Nothing is made up: the engine tries small tables one after another and plays every short line on them until the text
acts. What the text does is told apart from all the rest by playing the same line with a card that lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.bos.abilities.conditions import holds
from engine.bos.cardtext.serialization import compiled
from engine.bos.cardtext.tree_walk import parts
from engine.bos.display.state_facts import Facts, deed, deeds, fact_sentences, facts, moment_of
from engine.bos.examples.example_positions import OTHER, YOU, Moment, situations, table
from engine.bos.model import moves, syntax, terms
from engine.bos.model.cards import Ability, Card, CardType, Color, Pool, Spoken
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY, seat_of
from engine.bos.model.state import UNDER, PendingAbility, State
from engine.bos.rules import game_loop
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.choice import Answer, Event
from engine.messages import Message, in_a_row

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
KINDS: tuple[type[Move], ...] = (
    moves.Take, moves.Use, moves.Cast, moves.TurnUpBoss, moves.Summon, moves.Attack, moves.Block, moves.First,
    moves.Begin, moves.NextPhase, moves.EndTurn, moves.NoBlock, moves.Pass,
)  # fmt: skip
"""In this order answers are tried, where nothing else makes one likelier."""
OF_TEXTS = (
    moves.Use, moves.Take, moves.First, moves.Pick, moves.Yes, moves.Pass, moves.Mode, moves.Number, moves.Done,
)  # fmt: skip
"""Answers that are given only where there is a text."""


class Example(NamedTuple):
    """What is told, in sentences: how it was, what was done, how it is then, and how it would be without the text.

    `refused` is a deed that the text forbids, with the reason. Everything is empty where no small table was found on
    which the text can be seen.
    """

    before: tuple[Message, ...] = ()
    """How it was."""
    deeds: tuple[Message, ...] = ()
    """What was done."""
    refused: Message | None = None
    """What cannot be done, and why; None where it is not about that."""
    after: tuple[Message, ...] = ()
    """How it is then."""
    without: tuple[Message, ...] = ()
    """How it would be without the text."""

    @property
    def found(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.after or self.refused)

    def lines(self) -> list[Message]:
        """The example, a line for each part of it."""
        if not self.found:
            return [NOT_FOUND]
        refused = () if self.refused is None else (self.refused,)
        sections = {"before": self.before, "deeds": self.deeds, "refused": refused}
        sections |= {"after": self.after, "without": self.without}
        return [Message(f"bos.example.{name}", said=in_a_row(said)) for name, said in sections.items() if said]


NONE = Example()
NOT_FOUND = Message("bos.example.not_found")


def example_of(card: Card, number: int | None, names: Pool | None = None, *, most: int = MOST_POSITIONS) -> Example:
    """An example for an ability of a card, counted from 0, or for its condition (None).

    The card says what is kept with it, else what the language makes of it today. At most `most` positions are looked
    at for an ability. `NONE` where nothing was found.
    """
    if card.type is None or not (card.abilities or card.condition):
        return NONE
    return _example_of(replace(card, kept=compiled(card, names)), number, most)


def example_of_text(text: syntax.Text, printed: str = "This text") -> Example:
    """An example for a text whose card nobody named: a spell where the text is one of a spell, else a summon."""
    of_host = any(isinstance(part, terms.Host) for part in parts(text)) and text.enchant is None
    at_will = not (text.moments or text.continuous or text.instead)
    kind = CardType.SPELL if text.enchant or of_host or at_will else CardType.SUMMON
    texts = (syntax.Text((), enchant=terms.Filter(("summon",)), continuous=True), text) if of_host else (text,)
    card = Card(
        "Tested Card",
        kind,
        Color.RED,
        strength=5 if kind is CardType.SUMMON else None,
        cost=1 if kind is CardType.SPELL else None,
        abilities=tuple(Ability(printed, meaning.must) for meaning in texts),
        kept=Spoken(texts, syntax.SummoningCondition() if kind is CardType.SUMMON else None, None),
    )
    return example_of(card, len(texts) - 1)


@lru_cache(maxsize=512)
def _example_of(card: Card, number: int | None, most: int) -> Example:
    assert card.kept is not None
    if number is None:
        return _of_condition(card)
    text = card.kept.texts[number]
    return NONE if text is None else Search(card, number, text, most).example()


class Path(NamedTuple):
    """A position, the answers that led to it, each with the position before it, and what happened last."""

    state: State
    """The position reached."""
    answers: tuple[tuple[State, Answer[Move]], ...] = ()
    """The answers that led there, each with the position before it."""
    events: tuple[Event, ...] = ()
    """What happened last."""

    def then(self, answer: Answer[Move]) -> Path:
        """One answer further."""
        step = game_loop.apply(self.state, answer)
        return Path(step.state, (*self.answers, (self.state, answer)), step.events)

    @property
    def opening(self) -> State:
        """The position before the last deed that was not asked for inside another one."""
        kinds = (*INNER, "offer", "block")
        outer = [state for state, _ in self.answers if state.question and state.question.kind not in kinds]
        return outer[-1] if outer else self.state


# A condition: the card is summoned, or the boss turned up


def _of_condition(card: Card) -> Example:
    boss = card.type is CardType.BOSS
    moment: Moment = "main" if boss else "summoning"
    for situation in situations(card, [(moment, YOU)], [], (False,)):
        start = table(card, situation, card)
        for answer in legal(start):
            move = answer.move
            if isinstance(move, moves.TurnUpBoss) if boss else isinstance(move, moves.Summon) and move.card == card.key:
                ended = _endings(Path(start).then(answer))[0]
                before, after = facts(start), facts(ended.state)
                return _told(ended, before, after, before)
    return NONE


# An ability


class Search:
    """Looks for an example of one ability, and counts its work."""

    def __init__(self, card: Card, number: int, text: syntax.Text, most: int) -> None:
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
            shown = play(start, table(self.without, situation, self.card))
            if shown.found:
                return shown
        return NONE

    def _hopeless(self, start: State) -> bool:
        """Whether the text asks for something that does not hold as the table is set, and no event is waited for."""
        if any(isinstance(moment, syntax.When | syntax.At) for moment in self.text.moments):
            return False
        source = next(copy for copy in start.copies if copy.face.key == self.card.key)
        conditions = [moment.predicate for moment in self.text.moments if isinstance(moment, syntax.While)]
        return not all(holds(start, PendingAbility(source.id, self.number, YOU), predicate) for predicate in conditions)

    def _places(self) -> tuple[bool, ...]:
        """Whether the card is in play as the table is set; of both the likelier first."""
        if self.card.type is CardType.SPELL:
            assert self.card.kept is not None
            lies = any(text is not None and text.enchant for text in self.card.kept.texts)
            return (lies and self.text.enchant is None,)
        if self.card.type is CardType.WIZARD:
            return (True,)
        comes = any(isinstance(m, syntax.When) and m.verb in ("summoned", "turned face-up") for m in self.text.moments)
        return (False, True) if comes or self.text.continuous else (True, False)

    # One that is carried out

    def _acting(self, start: State, without: State) -> Example:
        """The shortest line on which it is carried out and makes a difference; of several a short one, kind to you."""
        layer, looked = [Path(start)], self.looked
        for _ in range(DEEPEST):
            following: list[Path] = []
            examples: list[tuple[int, int, Example]] = []
            for path in layer:
                for child in self._children(path, looked):
                    if self._begins(child):
                        examples += [_valued(ended, _followed(ended, without)) for ended in _endings(child)]
                    elif child.state.question is not None:
                        following.append(child)
            visible = [example for example in examples if example[2].found]
            if visible:
                return max(visible, key=lambda each: each[:2])[2]
            layer = following
        return NONE

    def _children(self, path: Path, looked: int) -> Iterator[Path]:
        for answer in sorted(legal(path.state), key=lambda answer: self._order(path.state, answer)):
            if self.looked - looked >= self.each:
                return
            self.looked += 1
            yield path.then(answer)

    def _order(self, state: State, answer: Answer[Move]) -> tuple[bool, bool, bool, int]:
        """Attacks on the own side come last; first what the text waits for, then what is about the card itself."""
        move, kind = answer.move, type(answer.move)
        foolish = isinstance(move, moves.Attack) and _attacked_seat(move) == answer.seat
        places = {copy.place for copy in state.copies if copy.place >= 0 and copy.face.key == self.card.key}
        own = not places.isdisjoint(moves.named_places(move)) or moves.named_card(move) == self.card.key
        return foolish, kind not in self.wanted, not own, KINDS.index(kind) if kind in KINDS else len(KINDS)

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
                if example := self._difference(path, other):
                    return example
                for child in self._children(path, looked):
                    answer = child.answers[-1][1]
                    if check(other, answer) is None:
                        following.append((child, game_loop.apply(other, answer).state))
            layer = following
        return NONE

    def _difference(self, path: Path, other: State) -> Example | None:
        questions = [state.question.kind for state in (path.state, other) if state.question]
        if any(question in INNER for question in questions):
            return None
        so, without = facts(path.state), facts(other)
        if so.changed(without):
            return _told(path, facts(path.opening) if path.answers else so, so, without)
        return self._forbidden(path, other)

    def _forbidden(self, path: Path, other: State) -> Example | None:
        """A deed that is lawful without the text only; where the same card can be played otherwise, how."""
        if path.state.question is None or other.question is None or path.state.question.kind != other.question.kind:
            return None
        self.looked += 2
        here, there = list(legal(path.state)), list(legal(other))
        before = (moment_of(path.answers[0][0] if path.answers else path.state),)
        for answer in there:
            violation = None if answer in here else check(path.state, answer)
            if violation is None:
                continue
            name = moves.named_card(answer.move)
            instead = [each for each in here if name and moves.named_card(each.move) == name and each not in there]
            if instead:
                lawful = (deed(path.state, instead[0]),)
                return Example(before, deeds(path.answers), None, lawful, (deed(other, answer),))
            reason, rule = violation.message, violation.rule
            refused = Message("bos.example.refused_deed", deed=deed(other, answer), reason=reason, rule=rule)
            return Example(before, deeds(path.answers), refused)
        return None


def _attacked_seat(move: moves.Attack) -> int:
    return move.player if move.target == NOBODY else seat_of(move.target)


def _stands(text: syntax.Text) -> bool:
    """Whether a text applies by itself rather than being carried out."""
    if text.enchant:
        return bool(text.steps)
    return text.continuous or text.instead is not None


def _silenced(text: syntax.Text, card: Card) -> syntax.Text:
    """The text with nothing in it: a spell can still be cast, anything else is never used."""
    if card.type is not CardType.SPELL:
        return syntax.Text((), continuous=True)
    return replace(text, steps=(), cost=(), limit="", modes=0, enchant=text.enchant if text.steps else None)


def _endings(path: Path) -> list[Path]:
    """The positions when what has begun asks no more, in different ways; other texts that wait are let pass."""
    begun = [path]
    ended: list[Path] = []
    while begun and len(ended) < MOST_ENDINGS:
        now = begun.pop(0)
        question = now.state.question
        if question is not None and question.kind in INNER and len(now.answers) < 3 * DEEPEST:
            begun += [now.then(answer) for answer in list(legal(now.state))[:MOST_CHOICES]]
        else:
            ended.append(now._replace(state=_let_pass(now.state)))
    return ended


def _let_pass(state: State) -> State:
    while state.question is not None and state.question.kind == "offer":
        state = game_loop.apply(state, Answer(state.question.seat, moves.Pass())).state
    return state


def _followed(path: Path, start: State) -> State | None:
    """Where the same deeds lead without the text; what belongs to the text itself is left out. None: nowhere."""
    state = start
    for _, answer in path.answers:
        if state.question is None:
            return None
        if check(state, answer) is None:
            state = game_loop.apply(state, answer).state
        elif not isinstance(answer.move, OF_TEXTS):
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
        before=(moment_of(begun), *(fact_sentences(changed, before) if path.answers else ())),
        deeds=deeds(path.answers),
        after=fact_sentences(changed, after),
        without=fact_sentences(other, without),
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


_DEEDS: dict[str, tuple[type[Move], ...]] = {
    "summoned": (moves.Summon,),
    "summons": (moves.Summon,),
    "casts": (moves.Cast,),
    "spends": (moves.Cast,),
    "enchanted": (moves.Cast,),
    "enchants": (moves.Cast,),
    "readied": (moves.Begin, moves.EndTurn),
    "turned face-up": (moves.TurnUpBoss, moves.Begin),
    "turned face-down": (moves.Summon,),
}


def _wanted(text: syntax.Text) -> tuple[type[Move], ...]:
    """What somebody has to do for the text to be set off; its own use comes before all."""
    whens = [moment for moment in (*text.moments, text.instead) if isinstance(moment, syntax.When)]
    kinds = [kind for when in whens for kind in _DEEDS.get(when.verb, (moves.Attack, moves.Block))]
    return (moves.Take, moves.Use, *kinds)


_SEATS: dict[terms.Whose, tuple[int, ...]] = {"your": (YOU,), "an opponent's": (OTHER,)}


def _moments(text: syntax.Text) -> tuple[list[tuple[Moment, int]], list[tuple[Moment, int]]]:
    """At which moments of whose turn a text is likely to be seen, and the others."""
    fitting: list[tuple[Moment, int]] = []
    for moment in (*text.moments, text.instead):
        if isinstance(moment, syntax.During | syntax.At):
            seats = _SEATS.get(moment.whose, (YOU, OTHER))
            fitting += [(_asked(moment), seat) for seat in seats]
        elif isinstance(moment, syntax.When):
            when, seats = _AT_VERB.get(moment.verb, ("main", (YOU, OTHER)))
            fitting += [(when, seat) for seat in seats]
    likely = list(dict.fromkeys(fitting or _ANY[:2]))
    return likely, [moment for moment in _ANY if moment not in likely]


def _asked(moment: syntax.During | syntax.At) -> Moment:
    """The last moment before it at which a table can begin."""
    if isinstance(moment, syntax.At) and moment.point != "end":
        return _ASKED_EARLIER.get(moment.phase, "main")
    return _ASKED_BEFORE.get(moment.phase, "main")
