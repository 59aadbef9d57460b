"""What became of a deck in a game: cards that stayed in their pile and why, vim that was left, the turn of the boss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.bos.abilities.continuous_effects import cost
from engine.bos.board.next_lines import moments
from engine.bos.model import moves
from engine.bos.model.cards import Card, CardType
from engine.bos.model.moves import Payment, Take
from engine.bos.model.places import COLUMNS, wizard_place
from engine.bos.model.state import CASTLE, MAIN, SPELLBOOK, SUMMONING, State, at
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.bos.rules.summoning import imaginable
from engine.choice import Answer
from engine.replay_state import Replay

PILES: Final = (CASTLE, SPELLBOOK)
WIZARDS_NEEDED: Final = "5.1.2"
PLACE_NEEDED: Final = "5.1.3"


class DeckUse(NamedTuple):
    """What became of the deck of one seat."""

    vim_left: tuple[int, ...]
    """The vim at hand as each own turn ended, without one in which the game was over."""
    boss_turn: int
    """The number of the turn in which the boss was turned face-up; 0 for never."""
    idle: tuple[tuple[str, str], ...]
    """The cards of which no copy left its pile, by name, each with the number of the rule that was most often against
    playing it as an own phase began; an empty one where it could have been played at some time."""


def deck_use(run: Replay, seat: int) -> DeckUse:
    """What became of the deck of a seat, from 0, in a game that was played."""
    states: list[State] = [step.own_state for step in run.steps]
    left = _left_in_piles(states, seat)
    could, against = _chances(states, seat, left) if left else (set[str](), {})
    idle = tuple((card.name, _reason(card, could, against)) for card in left)
    return DeckUse(tuple(_vim_left(states, seat)), _boss_turn(run, seat), idle)


def _reason(card: Card, could: set[str], against: dict[str, Counter[str]]) -> str:
    counted = against.get(card.key)
    if card.key in could or not counted:
        return ""
    return max(sorted(counted), key=lambda rule: counted[rule])


def _left_in_piles(states: Sequence[State], seat: int) -> list[Card]:
    """The cards of castle and spellbook, each once, of which no copy was ever anywhere else."""
    own = [copy.id for copy in states[0].copies if copy.owner == seat and copy.zone in PILES]
    moved = {number for state in states for number in own if state.copies[number].zone not in PILES}
    used = {states[0].copies[number].face.key for number in moved}
    cards = {copy.face.key: copy.face for copy in (states[0].copies[number] for number in own)}
    return [card for key, card in sorted(cards.items()) if key not in used]


def _vim_left(states: Sequence[State], seat: int) -> Iterator[int]:
    """What was left each time that a turn of the seat gave way to the next one."""
    last: State | None = None
    for state in states:
        if last is not None and state.turn != last.turn and last.active == seat:
            yield last.vim[seat]
        if state.active != seat or state.phase == MAIN or last is None or last.turn != state.turn:
            last = state


def _boss_turn(run: Replay, seat: int) -> int:
    for step in run.steps:
        if any(event.kind == "boss" and event.seat == seat for event in step.events):
            state: State = step.own_state
            return state.turn
    return 0


# Why cards stayed where they were


def _chances(states: Sequence[State], seat: int, left: Sequence[Card]) -> tuple[set[str], dict[str, Counter[str]]]:
    """Which cards could have been played at some time, and how often each rule was against each as the seat's own
    summoning phase, for spells its main phase, began."""
    could = set[str]()
    against: dict[str, Counter[str]] = {card.key: Counter() for card in left}
    begun = set[tuple[int, str]]()
    for moment in (moment for state in states for moment in moments(state)):
        could.update(_named(answer) for answer in legal(moment) if answer.seat == seat)
        question, turn = moment.question, (moment.turn, moment.phase)
        if question is None or (question.kind, question.seat, moment.active) != ("menu", seat, seat) or turn in begun:
            continue
        begun.add(turn)
        for card in left:
            rule = _against(moment, seat, card)
            if rule:
                against[card.key][rule] += 1
    return could, against


def _named(answer: Answer[moves.Move]) -> str:
    """The card of a pile that an answer plays; empty for none."""
    move = answer.move
    return move.ability.card if isinstance(move, Take) else moves.named_card(move) or ""


def _against(state: State, seat: int, card: Card) -> str:
    """The rule that is against playing the card now; empty where none is, or this is not the phase for it."""
    if card.type is CardType.SPELL and state.phase == MAIN:
        return _rule_against(state, [Answer(seat, moves.Cast(_payment(state, seat, card), card.key))])
    if card.type is CardType.SUMMON and state.phase == SUMMONING:
        tried = [Answer(seat, move) for move in imaginable(state, seat) if move.card == card.key]
        return _rule_against(state, tried) if tried else _without_a_column(state, seat)
    return ""


def _rule_against(state: State, answers: Iterable[Answer[moves.Move]]) -> str:
    """What is against the one that comes closest, which has its wizards."""
    violations = [check(state, answer) for answer in answers]
    rules = [violation.rule for violation in violations if violation]
    if len(rules) < len(violations):
        return ""
    return next((rule for rule in rules if rule != WIZARDS_NEEDED), rules[0])


def _without_a_column(state: State, seat: int) -> str:
    """Why no face-up wizard has a free place before it."""
    wizards = [at(state, wizard_place(seat, column)) for column in range(COLUMNS)]
    return PLACE_NEEDED if any(wizard is not None and wizard.up for wizard in wizards) else WIZARDS_NEEDED


def _payment(state: State, seat: int, card: Card) -> Payment:
    """What would be paid for a spell: vim first, then ether."""
    price = cost(state, seat, card)
    vim = min(price, state.vim[seat])
    return Payment(vim, min(price - vim, state.ether[seat]))
