"""What is told of records to a reader who knows one list or none, and lists that share nothing but what was shown."""

import json
from dataclasses import replace

from engine.bos import game as bos
from engine.bos.decks.deck_lists import main_cards, read_deck
from engine.bos.model.cards import CardType
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.records.hidden_lists import as_known
from engine.compare import compare_text
from engine.contract import Given
from engine.record_viewer import track
from engine.repair import repair_text
from engine.verdict import judge_text
from tests.engine.bos import random_players

READERS = ("P1", "P2", "public")
ASKED_EVERY = 9
"""Every so many lines it is asked what could lawfully follow."""


def tables():
    """Pairs of starter decks, whose pool holds more than any list."""
    return [table for table in random_players.tables() if len(table.pool.cards) > 80]


def another_list(text, pool, numbers):
    """A legal list with the boss of that one, of any cards of its color. `numbers` gives as many as are asked of it."""
    boss = next(card for card in main_cards(read_deck(text), pool) if card.type is CardType.BOSS)
    drawn = [boss.name]
    for kind, size, copies in (
        (CardType.WIZARD, DEFAULT_EDITION.wizards, 1),
        (CardType.SUMMON, DEFAULT_EDITION.summons, DEFAULT_EDITION.copies),
        (CardType.SPELL, DEFAULT_EDITION.spells, DEFAULT_EDITION.copies),
    ):
        could = [card.name for card in pool.cards if card.type is kind and card.color is boss.color and card.playable]
        could *= copies
        drawn += [could.pop(next(numbers) % len(could)) for _ in range(size)]
    return "\n".join(drawn) + "\n"


def told(text, lists, reader, pool, *, repairs=True):
    """Every answer about a record, and about it beside a shorter one, as one text. Repairs take most of the time."""
    known = as_known(lists, (reader,), pool), pool, DEFAULT_EDITION
    walk = track(bos, text, Given(*known))
    lines = text.splitlines()
    return json.dumps(
        {
            "finding": judge_text(bos, text, Given(*known)),
            "lines": [str(line) for line in walk.lines],
            "tables": [walk.table(line.key) for line in walk.lines],
            "lawful": [walk.next_lines(line.key) for line in walk.lines[::ASKED_EVERY]],
            "tried": [str(walk.attempt(walk.lines[-1].key, line)) for line in ("S a S", "E", lines[-1][:300])],
            "repairs": repair_text(bos, text, Given(*known)) if repairs else [],
            "compared": compare_text(bos, text, "\n".join(lines[:-3]), Given(*known)),
        },
        default=str,
    )


def gives_away(text, lists, pool, numbers, *, repairs=True):
    """The readers who are told otherwise when the lists that they do not know are others."""
    for reader in READERS:
        others = {seat: one if seat == reader else another_list(one, pool, numbers) for seat, one in lists.items()}
        if told(text, lists, reader, pool, repairs=repairs) != told(text, others, reader, pool, repairs=repairs):
            yield reader


# Positions that differ in what one seat never saw


def unseen_by(state, seat):
    """The cards of other seats that this one never saw."""
    others = (copy for copy in state.copies if copy.owner != seat)
    return [copy for copy in others if not copy.public and copy.face.type is not CardType.BOSS]


def other_hidden_cards(state, seat, numbers):
    """The cards of other seats' lists, by id: what this seat never saw is another card of the same kind
    and color each time. `numbers` gives as many as are asked of it."""
    unseen = {copy.id for copy in unseen_by(state, seat)}
    return {
        copy.id: _another(copy.face, state.setup.pool, numbers) if copy.id in unseen else copy.face
        for copy in state.copies
        if copy.owner != seat
    }


def _another(face, pool, numbers):
    could = [card for card in pool.cards if (card.type, card.color) == (face.type, face.color) and card.playable]
    return could[next(numbers) % len(could)]


def with_other_hidden_cards(state, seat, numbers):
    """The position with those cards in place of the unseen ones."""
    faces = other_hidden_cards(state, seat, numbers)
    copies = tuple(_turned_into(copy, faces[copy.id]) if copy.id in faces else copy for copy in state.copies)
    setup = state.setup
    for other in range(setup.seating.seats):
        if other != seat:
            setup = with_cards(setup, other, [faces[copy.id] for copy in state.copies if copy.owner == other])
    return state._replace(setup=setup, copies=copies)


def with_cards(setup, seat, cards):
    """The set-up in which that seat plays with these cards."""
    by_key = {card.key: card for card in cards}
    changed = {
        "wizards": tuple(card for card in cards if card.type is CardType.WIZARD),
        "piles": tuple(card for card in cards if card.type in (CardType.SUMMON, CardType.SPELL)),
        "registered": by_key,
        "playing": by_key,
    }
    sides = {name: [*getattr(setup, name)] for name in changed}
    for name, value in changed.items():
        sides[name][seat] = value
    return replace(setup, **{name: tuple(pair) for name, pair in sides.items()})


def _turned_into(copy, face):
    if copy.face is face:
        return copy
    return replace(copy, face=face, strength=face.strength or 0)
