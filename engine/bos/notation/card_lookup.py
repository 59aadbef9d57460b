"""Names of cards in a record: the beginning of a name is enough where only one card of the player's list has it.

A line says what kind of card it is about, a summon, a spell or a wizard; of cards with one beginning it means those.
"""

from __future__ import annotations

from typing import Final

from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.setup import Setup
from engine.choice import Violation
from engine.contract import Problem
from engine.messages import Message, any_of
from engine.seats import seat_name

MAX_WRITTEN: Final = 100

Kinds = tuple[CardType, ...]
"""The types of card that a line can be about; none where it can be about any."""
SUMMONS: Final[Kinds] = (CardType.SUMMON,)
SPELLS: Final[Kinds] = (CardType.SPELL,)
WIZARDS: Final[Kinds] = (CardType.WIZARD,)
OF_PILES: Final[Kinds] = (CardType.SUMMON, CardType.SPELL)


def find_card(setup: Setup, seat: int, name: str, kinds: Kinds = ()) -> Card | Problem:
    """The card that a player means. The catalogue is asked before the list, a guess is never made; `kinds` tells cards
    with one beginning apart.

    A name nobody has is unreadable, somebody else's is illegal (1.1.4), one that fits several is unproven. Of a list
    that the reader may not know, no card is named that the record does not name.
    """
    wanted = key(name)
    registered = setup.registered[seat].get(wanted)
    if registered:
        return _in_play(setup, seat, registered)
    if setup.hidden[seat]:
        return _of_hidden(setup, seat, name, kinds)
    stranger = setup.pool.find(name)
    if stranger:
        return Problem("illegal", "1.1.4", Message("bos.card.not_registered", card=stranger.name, seat=seat_name(seat)))
    fitting = [card for card in setup.registered[seat].values() if wanted and card.key.startswith(wanted)]
    fitting = _of_kinds(fitting, kinds)
    if len(fitting) == 1:
        return _in_play(setup, seat, fitting[0])
    if fitting:
        return _several(name, seat_name(seat), fitting)
    return _stranger(setup, seat, name, wanted)


def _several(name: str, player: str, fitting: list[Card]) -> Problem:
    names = sorted(card.name for card in fitting)
    message = Message("bos.card.several", text=name, seat=player, names=tuple(names))
    return Problem("unproven", "1.1.4", message, None, "", (name, *names))


def _of_kinds(cards: list[Card], kinds: Kinds) -> list[Card]:
    """The cards that a line can be about, or all where it can be about none of them, so that it is told why."""
    meant = [card for card in cards if not kinds or card.type in kinds]
    return meant or cards


def _of_hidden(setup: Setup, seat: int, name: str, kinds: Kinds) -> Card | Problem:
    """A card of a list that is not known, by the beginning of its name among the cards that the record shows."""
    wanted, player, short = key(name), seat_name(seat), name[:MAX_WRITTEN]
    stranger = setup.pool.find(name)
    if stranger:
        return _foreign(stranger, setup.bosses[seat], player)
    begin = [card for card in setup.registered[seat].values() if wanted and card.key.startswith(wanted)]
    fitting = [card for card in begin if not kinds or card.type in kinds]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        return _several(short, player, fitting)
    color = setup.bosses[seat].color
    could = [card for card in setup.pool.cards if wanted and card.key.startswith(wanted) and card.color is color]
    if any(not kinds or card.type in kinds for card in could):
        return Problem("unproven", "1.1.4", Message("bos.card.too_short", text=short))
    near = [card.name for card in setup.registered[seat].values() if wanted and wanted in card.key][:3]
    if not near:
        return Problem("unreadable", None, Message("bos.card.none_here", seat=player, text=short))
    return Problem("unreadable", None, Message("bos.card.none_here_near", seat=player, text=short, near=any_of(near)))


def _foreign(card: Card, boss: Card, player: str) -> Problem:
    """Why a card that is named in full cannot be one of that seat, as far as anybody can tell from its boss."""
    if card.type is CardType.BOSS:
        return Problem("illegal", "1.1.4", Message("bos.card.not_the_boss", card=card.name, seat=player))
    if not card.playable:
        message = Message("bos.card.not_known", card=card.name)
        return Problem("illegal", "1.1.4", message)
    if card.color is not boss.color:
        return Problem("illegal", "1.1.2", Message("bos.card.other_color", card=card.name, seat=player))
    return Problem("unproven", "1.1.4", Message("bos.card.not_shown", card=card.name, seat=player))


def _in_play(setup: Setup, seat: int, card: Card) -> Card | Problem:
    if card.key in setup.playing[seat]:
        return card
    return Problem("illegal", "1.1.4", Message("bos.card.in_reserve", card=card.name, seat=seat_name(seat)))


def _stranger(setup: Setup, seat: int, name: str, wanted: str) -> Problem:
    fitting = [card.name for card in setup.pool.cards if wanted and card.key.startswith(wanted)]
    if fitting:
        message = Message("bos.card.begins_otherwise", seat=seat_name(seat), near=any_of(fitting[:3]))
        return Problem("illegal", "1.1.4", message)
    inside = [card.name for card in setup.registered[seat].values() if wanted and wanted in card.key]
    near, short = inside[:3] or setup.pool.nearest(name[:MAX_WRITTEN]), name[:MAX_WRITTEN]
    if not near:
        return Problem("unreadable", None, Message("bos.card.none", text=short))
    return Problem("unreadable", None, Message("bos.card.none_near", text=short, near=any_of(near)))


def not_registered(name: str, player: str) -> Violation:
    """1.1.4: a card outside the list of the player who names it."""
    return Violation("1.1.4", Message("bos.card.not_registered", card=name, seat=player))
