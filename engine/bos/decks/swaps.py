"""Swaps: reserves that enter the deck between two games, and the cards that leave it for them (12.3.2, 1.2.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.bos.decks.deck_lists import DeckList, DeckProblem, Entry, check_deck
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.editions import Edition
from engine.bos.model.state import type_phrase
from engine.messages import Message

MAX_SWAP = 99
"""Names that one side of a swap may have; no deck needs more."""


def check_swap(
    deck: DeckList, out: Iterable[str], into: Iterable[str], pool: Pool, edition: Edition
) -> tuple[DeckProblem, ...]:
    """Every reason why these cards cannot change places. A name stands once for each copy that moves.

    As many summons go in as come out, and as many spells (12.3.2, G-23); never a wizard or a boss (1.2.2, G-22).
    """
    leaving, entering = list(out), list(into)
    if len(leaving) > MAX_SWAP or len(entering) > MAX_SWAP:
        return (DeckProblem("12.3.2", Message("bos.swap.too_many", number=MAX_SWAP), None, ()),)
    problems = [
        *_missing(leaving, deck.main, pool, "deck"),
        *_missing(entering, deck.reserves, pool, "reserves"),
        *_fixed(leaving, pool),
        *_fixed(entering, pool),
    ]
    return tuple(problems or [*_uneven(leaving, entering, pool), *_spoiled(deck, leaving, entering, pool, edition)])


def swap(deck: DeckList, out: Iterable[str], into: Iterable[str]) -> DeckList:
    """The list after the swap; what left the deck is in the reserves. Raises ValueError when a card is not there."""
    leaving, entering = list(out), list(into)
    main = _put(_take(deck.main, leaving, "deck"), entering, deck.reserves, section="")
    reserves = _put(_take(deck.reserves, entering, "reserves"), leaving, deck.main, section="reserves")
    return replace(deck, main=main, reserves=reserves)


def _missing(names: list[str], pile: tuple[Entry, ...], pool: Pool, where: str) -> Iterator[DeckProblem]:
    have = {key(entry.name): entry.copies for entry in pile}
    for wanted, copies in Counter(map(key, names)).items():
        name = next(name for name in names if key(name) == wanted)
        card = pool.find(name)
        if card is None:
            message, offered = pool.unknown(name)
            yield DeckProblem("1.1.4", message, None, offered)
        elif copies > have.get(wanted, 0):
            times, having = how_often(copies), how_often(have.get(wanted, 0))
            message = Message(f"bos.swap.not_in_{where}", card=card.name, times=times, having=having)
            yield DeckProblem("12.3.2", message, None, (card.name,))


def how_often(number: int) -> Message:
    """A number of times for a sentence."""
    word = {0: "not_once", 1: "once", 2: "twice"}.get(number)
    return Message(f"bos.word.{word}") if word else Message("bos.word.times", number=number)


def _fixed(names: list[str], pool: Pool) -> Iterator[DeckProblem]:
    for card in dict.fromkeys(filter(None, map(pool.find, names))):
        if card.type is CardType.WIZARD or card.type is CardType.BOSS:
            yield DeckProblem(
                "1.2.2", Message("bos.swap.kind", card=card.name, kind=type_phrase(card)), None, (card.name,)
            )


def _uneven(leaving: list[str], entering: list[str], pool: Pool) -> Iterator[DeckProblem]:
    for kind in (CardType.SUMMON, CardType.SPELL):
        less, more = (sum(_is(kind, pool.find(name)) for name in names) for names in (leaving, entering))
        if less != more:
            message = Message(f"bos.swap.{kind}" if less == 1 else f"bos.swap.{kind}s", less=less, more=more)
            yield DeckProblem("12.3.2", message, None, ())


def _is(kind: CardType, card: Card | None) -> bool:
    return card is not None and card.type is kind


def _spoiled(
    deck: DeckList, leaving: list[str], entering: list[str], pool: Pool, edition: Edition
) -> Iterator[DeckProblem]:
    """The deck must stay legal; a registered list was, so this speaks only about lists that never were checked."""
    before = {(problem.rule, problem.cards) for problem in check_deck(deck, pool, edition).problems}
    after = check_deck(swap(deck, leaving, entering), pool, edition).problems
    yield from (problem for problem in after if (problem.rule, problem.cards) not in before and problem.rule != "1.1.1")


def _take(pile: tuple[Entry, ...], names: list[str], where: str) -> tuple[Entry, ...]:
    wanted = Counter(map(key, names))
    left = []
    for entry in pile:
        copies = entry.copies - wanted.pop(key(entry.name), 0)
        if copies < 0:
            raise ValueError(f"There are not so many {entry.name} in the {where}.")
        left += [entry._replace(copies=copies)] if copies else []
    if wanted:
        raise ValueError(f"There is no {next(iter(wanted))} in the {where}.")
    return tuple(left)


def _put(pile: tuple[Entry, ...], names: list[str], source: tuple[Entry, ...], *, section: str) -> tuple[Entry, ...]:
    """`names` come from `source`; what was not in the pile before goes under the heading `section`."""
    piles = {key(entry.name): entry for entry in pile}
    spelled = {key(entry.name): entry.name for entry in source}
    for name, copies in Counter(map(key, names)).items():
        earlier = piles.get(name) or Entry(spelled[name], 0, section, 0)
        piles[name] = earlier._replace(copies=earlier.copies + copies)
    return tuple(piles.values())
