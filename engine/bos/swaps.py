"""Swaps: reserves that enter the deck between two games, and the cards that leave it for them (12.3.2, 1.2.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.bos.cards import Card, CardType, Pool, key
from engine.bos.decks import DeckList, Entry, Problem, check_deck
from engine.bos.editions import Edition

MAX_SWAP = 99
"""Names that one side of a swap may have; no deck needs more."""


def check_swap(
    deck: DeckList, out: Iterable[str], into: Iterable[str], pool: Pool, edition: Edition
) -> tuple[Problem, ...]:
    """Every reason why these cards cannot change places. A name stands once for each copy that moves.

    As many summons go in as come out, and as many spells (12.3.2, G-23); never a wizard or a boss (1.2.2, G-22).
    """
    leaving, entering = list(out), list(into)
    if len(leaving) > MAX_SWAP or len(entering) > MAX_SWAP:
        return (Problem("12.3.2", f"At most {MAX_SWAP} cards can be named on a side; name fewer.", None, ()),)
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


def _missing(names: list[str], pile: tuple[Entry, ...], pool: Pool, where: str) -> Iterator[Problem]:
    have = {key(entry.name): entry.copies for entry in pile}
    for wanted, copies in Counter(map(key, names)).items():
        name = next(name for name in names if key(name) == wanted)
        card = pool.find(name)
        if card is None:
            said, offered = pool.unknown(name)
            yield Problem("1.1.4", said, None, offered)
        elif copies > have.get(wanted, 0):
            said = f"{card.name} is to leave the {where} {_times(copies)}, but is there {_times(have.get(wanted, 0))}"
            yield Problem("12.3.2", f"{said}; name only cards that are there.", None, (card.name,))


def _times(copies: int) -> str:
    return {0: "not once", 1: "once", 2: "twice"}.get(copies, f"{copies} times")


def _fixed(names: list[str], pool: Pool) -> Iterator[Problem]:
    for card in dict.fromkeys(filter(None, map(pool.find, names))):
        if card.type is CardType.WIZARD or card.type is CardType.BOSS:
            said = f"{card.name} is a {card.type}; only summons and spells can be swapped. Leave it where it is."
            yield Problem("1.2.2", said, None, (card.name,))


def _uneven(leaving: list[str], entering: list[str], pool: Pool) -> Iterator[Problem]:
    for kind in (CardType.SUMMON, CardType.SPELL):
        less, more = (sum(_is(kind, pool.find(name)) for name in names) for names in (leaving, entering))
        if less != more:
            said = f"{less} {kind}{'s' * (less != 1)} would leave the deck and {more} would enter it"
            yield Problem("12.3.2", f"{said}; name as many {kind}s on both sides.", None, ())


def _is(kind: CardType, card: Card | None) -> bool:
    return card is not None and card.type is kind


def _spoiled(
    deck: DeckList, leaving: list[str], entering: list[str], pool: Pool, edition: Edition
) -> Iterator[Problem]:
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
        known = piles.get(name) or Entry(spelled[name], 0, section, 0)
        piles[name] = known._replace(copies=known.copies + copies)
    return tuple(piles.values())
