"""The search for a small table on which a text makes a difference.

Small tables are tried one after another, and every short line is played on them twice: with the card, and with one that
lacks the text. What is not the same then is what the text does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, TypeVar

from engine.bos.abilities.conditions import holds
from engine.bos.cardtext.tree_walk import parts
from engine.bos.display.state_facts import Facts, facts
from engine.bos.examples.example_cards import YOU, stirring
from engine.bos.examples.example_comparison import NONE, Example, allowed, refused, sight, told
from engine.bos.examples.example_positions import table
from engine.bos.examples.example_situations import situations
from engine.bos.model import moves, syntax
from engine.bos.model.ability_numbers import is_lent
from engine.bos.model.cards import Card, CardType
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY, seat_of
from engine.bos.model.state import UNDER, PendingAbility, State
from engine.bos.model.terms import Filter
from engine.bos.notation.table_references import abilities_at
from engine.bos.rules import game_loop
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.choice import Answer, Event

MOST_POSITIONS: Final = 1_800
"""So many positions are looked at for one sentence at most, which takes about a second."""
MOST_EACH, MOST_LATER, FIRST = 120, 40, 8
"""So many on each of the first tables, and so many on each later one."""
DEEPEST: Final = 6
"""How many answers lead to the text at most, apart from those it asks for itself."""
AFTER_THE_FIRST: Final = 12
"""So many positions more are looked at where one shows something already, for a better one."""
AHEAD: Final = 9
"""So many answers that do nothing are given at most, so that what comes later can be seen: more than a round."""
MOST_ENDINGS: Final = 40
"""In so many ways at most the questions of the text are answered."""
MOST_CHOICES: Final = 8
SHORTER: Final = 2
"""One sentence less is worth so much of standing better."""

_IN_BATTLE: Final = frozenset({"attacking", "blocking", "attacked"})
"""Looks that come only as an attack is declared."""
INNER = ("pick", "may", "mode", "number", "conduct", "ready", "order", "pay")
"""Questions inside something that has begun."""
COMPARED = ("menu", "block", "pick")
"""Questions whose lawful answers are compared with those without the text."""
KINDS: Final[tuple[type[Move], ...]] = (
    moves.Take, moves.Use, moves.Cast, moves.TurnUpBoss, moves.Summon, moves.Attack, moves.Block, moves.First,
    moves.Begin, moves.NextPhase, moves.EndTurn, moves.NoBlock, moves.Pass,
)  # fmt: skip
"""In this order answers are tried, where nothing else makes one likelier."""
OF_TEXTS = (
    moves.Use, moves.Take, moves.First, moves.Pick, moves.Yes, moves.Pass, moves.Mode, moves.Number, moves.Done,
)  # fmt: skip
"""Answers that are given only where there is a text."""


Node = TypeVar("Node")


class Path(NamedTuple):
    """A position, the answers that led to it, each with the position before it, and what happened last."""

    state: State
    """The position reached."""
    answers: tuple[tuple[State, Answer[Move]], ...] = ()
    """The answers that led there, each with the position before it."""
    events: tuple[Event, ...] = ()
    """What happened last."""

    def then(self, answer: Answer[Move]) -> Path:
        """One lawful answer further."""
        step = game_loop.carry_out(self.state, answer)
        return Path(step.state, (*self.answers, (self.state, answer)), step.events)

    @property
    def opening(self) -> State:
        """The position before the last deed that was not asked for inside another one."""
        kinds = (*INNER, "offer", "block")
        outer = [state for state, _ in self.answers if state.question and state.question.kind not in kinds]
        return outer[-1] if outer else self.state


class Pair(NamedTuple):
    """The same line with the text and without it."""

    path: Path
    """With the text."""
    other: State
    """The position without it."""


class Frontier(Generic[Node]):
    """Answers that wait to be tried, the cheapest first; of equals the one that came first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Node, Answer[Move]]] = []
        self._added = 0

    @property
    def waits(self) -> bool:
        """Whether any is left."""
        return bool(self._heap)

    def add(self, cost: float, node: Node, answer: Answer[Move]) -> None:
        """Let an answer to what is asked at a node wait."""
        self._added += 1
        heappush(self._heap, (cost, self._added, node, answer))

    def next(self) -> tuple[float, Node, Answer[Move]]:
        """The cheapest, which waits no more."""
        cost, _, node, answer = heappop(self._heap)
        return cost, node, answer


class Search:
    """Looks for an example of one ability, and counts its work."""

    def __init__(self, card: Card, number: int, text: syntax.Text, most: int) -> None:
        assert card.kept is not None
        self.card, self.number, self.text = card, number, text
        texts = list(card.kept.texts)
        texts[number] = _silenced(text, card)
        self.without = replace(card, kept=replace(card.kept, texts=tuple(texts)))
        self.looked, self.most, self.until = 0, most, 0
        self.wanted = _wanted(card, text)

    def example(self) -> Example:
        """The first table on which the text makes a difference."""
        play: Callable[[State, State], Example] = self._standing if _stands(self.text) else self._acting
        for number, situation in enumerate(situations(self.card, self.text, self._places())):
            if self.looked >= self.most:
                break
            self.until = min(self.most, self.looked + (MOST_EACH if number < FIRST else MOST_LATER))
            start = table(self.card, situation, self.card)
            self.looked += 1
            if self._hopeless(start):
                continue
            shown = play(start, table(self.without, situation, self.card))
            if shown.found:
                return shown
        return NONE

    def _hopeless(self, start: State) -> bool:
        """Whether the text asks for something that does not hold as the table is set, and nothing is waited for."""
        fights = any(isinstance(part, Filter) and not _IN_BATTLE.isdisjoint(part.looks) for part in parts(self.text))
        if fights or any(isinstance(moment, syntax.When | syntax.At) for moment in self.text.moments):
            return False
        source = next(copy for copy in start.copies if copy.face.key == self.card.key)
        conditions = [moment.predicate for moment in self.text.moments if isinstance(moment, syntax.While)]
        return not all(holds(start, PendingAbility(source.id, self.number, YOU), predicate) for predicate in conditions)

    def _places(self) -> tuple[bool, ...]:
        """Whether the card is in play as the table is set; of both the likelier first."""
        if self.card.type is CardType.SPELL:
            assert self.card.kept is not None
            lies = any(text is not None and text.enchant for text in self.card.kept.texts)
            if self.text.enchant is None:
                return (lies,)
            return (False, True) if self.text.steps else (False,)
        if self.card.type is CardType.WIZARD:
            return (True,)
        comes = any(isinstance(m, syntax.When) and m.verb in ("summoned", "turned face-up") for m in self.text.moments)
        return (False, True) if comes or self.text.continuous else (True, False)

    def _branches(self, path: Path, cost: float, here: list[Answer[Move]]) -> Iterator[tuple[float, Answer[Move]]]:
        """The answers, each with what the line costs with it: long lines, and unlikely deeds, come late."""
        inner = path.state.question is not None and path.state.question.kind in (*INNER, "offer")
        cast: set[str] = set()
        for number, answer in enumerate(here):
            move = answer.move
            if isinstance(move, moves.Use | moves.Take) and self._is_own(path.state, move):
                yield cost, answer
            elif not (isinstance(move, moves.Cast) and move.card in cast):
                unlikely = 0 if inner or isinstance(move, self.wanted) else 1
                yield cost + (0.2 if inner else 1) + number / 10 + unlikely + _folly(answer), answer
            cast |= {move.card} if isinstance(move, moves.Cast) else set()

    def _is_own(self, state: State, move: moves.Use | moves.Take) -> bool:
        """Whether it is the use of an ability of the card."""
        place = move.place if isinstance(move, moves.Use) else move.ability.place
        if place == NOBODY:
            return moves.named_card(move) == self.card.key
        here = state.table[place]
        return any(copy.face.key == self.card.key for copy in state.copies if here in (copy.id, copy.host))

    def _ordered(self, state: State) -> list[Answer[Move]]:
        """The lawful answers, the likeliest first; how wizards are placed as a turn begins is left as it is."""
        if state.question is not None and state.question.kind == "begin":
            return [Answer(state.question.seat, moves.Begin())]
        return sorted(legal(state), key=lambda answer: self._order(state, answer))

    def _order(self, state: State, answer: Answer[Move]) -> tuple[bool, bool, int]:
        """First what the text waits for, then what is about the card itself."""
        move, kind = answer.move, type(answer.move)
        places = {copy.place for copy in state.copies if copy.place >= 0 and copy.face.key == self.card.key}
        own = not places.isdisjoint(moves.named_places(move)) or moves.named_card(move) == self.card.key
        return kind not in self.wanted, not own, KINDS.index(kind) if kind in KINDS else len(KINDS)

    # One that is carried out

    def _acting(self, start: State, without: State) -> Example:
        """A short line on which it is carried out and makes a difference; of several a short one, kind to you."""
        frontier, longest = Frontier[Path](), DEEPEST
        visible: list[tuple[int, int, Example]] = []
        self._push(frontier, 0, Path(start))
        while frontier.waits and self.looked < self.until:
            cost, path, answer = frontier.next()
            self.looked += 1
            child = path.then(answer)
            if self._begins(child):
                if shown := self._shown(child, without):
                    self.until = min(self.until, self.looked + AFTER_THE_FIRST)
                    longest = min(longest, len(child.answers))
                    visible += shown
            elif child.state.question is not None and len(child.answers) < longest:
                self._push(frontier, cost, child)
        return max(visible, key=lambda each: each[:2])[2] if visible else NONE

    def _push(self, frontier: Frontier[Path], cost: float, path: Path) -> None:
        for whole, answer in self._branches(path, cost, self._ordered(path.state)):
            frontier.add(whole, path, answer)

    def _begins(self, path: Path) -> bool:
        begun = [event.card for event in path.events if event.kind == "ability" and event.amount == self.number + 1]
        return any(path.state.copies[number].face.key == self.card.key for number in begun)

    def _shown(self, begun: Path, without: State) -> list[tuple[int, int, Example]]:
        """Every way of carrying it out that can be told apart; else what follows of the first one later."""
        ended = [(path, _followed(path, without)) for path in endings(begun)]
        self.looked += len(ended)
        valued = [_valued(path, other) for path, other in ended if other is None or sight(path.state) != sight(other)]
        visible = [each for each in valued if each[2].found]
        path, other = ended[0]
        if not visible and other is not None and (later := self._later(path, other)).found:
            return [(0, 0, later)]
        return visible

    # One that applies by itself

    def _standing(self, start: State, without: State) -> Example:
        """A short line after which the table is not as it is without the text, or a deed is forbidden by it."""
        frontier = Frontier[Pair]()
        if (shown := self._compared(frontier, 0, Pair(Path(start), without))).found:
            return shown
        waited = False
        while frontier.waits and self.looked < self.until:
            cost, pair, answer = frontier.next()
            if not waited and cost >= 2:
                waited = True
                if (later := self._later(*pair)).found:
                    return later
            if check(pair.other, answer) is None:
                self.looked += 1
                both = Pair(pair.path.then(answer), game_loop.carry_out(pair.other, answer).state)
                if (shown := self._compared(frontier, cost, both)).found:
                    return shown
        return NONE

    def _compared(self, frontier: Frontier[Pair], cost: float, pair: Pair) -> Example:
        """What is to be told of a pair of tables; where that is nothing, its answers wait in the frontier."""
        if (shown := _difference(pair.path, pair.other)).found:
            return shown
        if pair.path.state.question is None or len(pair.path.answers) >= DEEPEST:
            return NONE
        here = self._ordered(pair.path.state)
        if (shown := self._lawful_otherwise(pair.path, pair.other, here)).found:
            return shown
        for whole, answer in self._branches(pair.path, cost, here):
            frontier.add(whole, pair, answer)
        return NONE

    def _lawful_otherwise(self, path: Path, other: State, here: list[Answer[Move]]) -> Example:
        """A deed that is lawful on one of the two tables only."""
        question = path.state.question
        if question is None or other.question is None or question.kind not in COMPARED:
            return NONE
        if other.question != question:
            return self._not_offered(path, other)
        there = list(legal(other))
        self.looked += 1
        if (shown := refused(path.answers, path.state, other, here, there)).found:
            return shown
        lawful = set(there)
        for answer in here:
            if answer not in lawful and not self._is_of_the_text(path.state, answer.move):
                ended = endings(path.then(answer))[0]
                return allowed(ended.answers, ended.state, other, answer)
        return NONE

    def _is_of_the_text(self, state: State, move: Move) -> bool:
        """Whether there is such an answer only because of the text itself; an ability may be lent by it, to the card
        too."""
        if isinstance(move, moves.Use):
            _, number = abilities_at(state, move.place)[move.number - 1]
            return self._is_own(state, move) and not is_lent(number)
        return isinstance(move, OF_TEXTS)

    def _not_offered(self, path: Path, other: State) -> Example:
        """What somebody could do without the text who is not asked with it."""
        assert other.question is not None
        take = next((each for each in legal(other) if isinstance(each.move, moves.Take)), None)
        if other.question.kind != "offer" or take is None:
            return NONE
        taken = endings(Path(other).then(take))[0].state
        so = facts(path.state)
        return told(path.answers, so if not path.answers else facts(path.opening), so, facts(taken))

    # What comes later

    def _later(self, path: Path, other: State) -> Example:
        """What can be told apart, or is lawful on one table only, when both players do nothing for a while."""
        before = path.state if not path.answers else path.opening
        for _ in range(AHEAD):
            answer = _idle(path.state)
            if answer is None or other.question is None:
                return NONE
            same = answer if check(other, answer) is None else _idle(other)
            assert same is not None
            path, other = path.then(answer), game_loop.carry_out(other, same).state
            self.looked += 1
            if (shown := _difference(path, other, before)).found:
                return shown
            if _is_turn(path.state) and (shown := self._lawful_otherwise(path, other, list(legal(path.state)))).found:
                return shown
        return NONE


def _is_turn(state: State) -> bool:
    return state.question is not None and state.question.kind == "menu"


def _difference(path: Path, other: State, before: State | None = None) -> Example:
    """What is to be seen on one of two tables only, where nothing is asked inside something that has begun."""
    questions = [state.question.kind for state in (path.state, other) if state.question]
    if any(question in INNER for question in questions) or sight(path.state) == sight(other):
        return NONE
    so = facts(path.state)
    return told(path.answers, _before(path, so, before), so, facts(other))


def _before(path: Path, so: Facts, before: State | None) -> Facts:
    if before is not None:
        return facts(before)
    return facts(path.opening) if path.answers else so


def _idle(state: State) -> Answer[Move] | None:
    """An answer that does as little as possible; None where nothing is asked."""
    if state.question is None:
        return None
    for move in (moves.EndTurn(), moves.NextPhase(), moves.Begin(), moves.NoBlock(), moves.Pass()):
        answer: Answer[Move] = Answer(state.question.seat, move)
        if check(state, answer) is None:
            return answer
    return next(legal(state), None)


def _folly(answer: Answer[Move]) -> int:
    """Attacks on the own side come last."""
    return 3 if isinstance(answer.move, moves.Attack) and _attacked_seat(answer.move) == answer.seat else 0


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


def endings(path: Path) -> list[Path]:
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
            state = game_loop.carry_out(state, answer).state
        elif not isinstance(answer.move, OF_TEXTS):
            return None
    return _let_pass(state)


def _valued(path: Path, without: State | None) -> tuple[int, int, Example]:
    """An example with how well you stand after it and how short it is, and how much it shows."""
    before, after = facts(path.opening), facts(path.state)
    other = facts(without) if without else before
    example = told(path.answers, before, after, other)
    length = sum(map(len, (example.before, example.deeds, example.after, example.without)))
    return _advantage(path.state) - SHORTER * length, len(after.changed(other)), example


def _advantage(state: State) -> int:
    """How well you stand, roughly, so that the example uses the text with some sense."""
    if state.outcome is not None:
        return 1_000 if YOU in state.outcome.winners else -1_000
    good = state.life[YOU] - state.life[1 - YOU] + state.vim[YOU] - state.vim[1 - YOU]
    for copy in state.copies:
        if copy.zone == "table" and copy.up and not copy.leaving:
            worth = 2 * copy.strength + (0 if copy.acted else 1)
            good += worth if copy.control == YOU else -worth
        good -= copy.zone == UNDER and copy.owner != YOU
    return good


# What has to be done

_DEEDS: Final[dict[str, tuple[type[Move], ...]]] = {
    "summoned": (moves.Summon,),
    "summons": (moves.Summon,),
    "conducts": (moves.Summon,),
    "casts": (moves.Cast,),
    "spends": (moves.Cast,),
    "enchanted": (moves.Cast,),
    "enchants": (moves.Cast,),
    "readied": (moves.Begin, moves.EndTurn),
    "turned face-up": (moves.TurnUpBoss, moves.Begin),
    "turned face-down": (moves.Summon,),
}


_FIGHT: Final = (moves.Attack, moves.Block, moves.NoBlock)


def _wanted(card: Card, text: syntax.Text) -> tuple[type[Move], ...]:
    """What somebody has to do for the text to be set off; its own use comes before all."""
    whens = [event for when in (*text.moments, text.instead) if isinstance(when, syntax.When) for event in when.events]
    kinds = [kind for when in whens for kind in _DEEDS.get(when.verb, _FIGHT)]
    return (moves.Take, moves.Use, *(kinds or _FIGHT), *((moves.Cast,) if stirring(card) else ()))
