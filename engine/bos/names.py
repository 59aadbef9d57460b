"""Names of cards in a record: the beginning of a name is enough where only one card of the player's list has it.

A line says what kind of card it is about, a summon, a spell or a wizard; of cards with one beginning it means those.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos.cards import Card, CardType, key
from engine.bos.state import Setup, seat_name

MAX_WRITTEN: Final = 100

Kinds = tuple[CardType, ...]
"""The types of card that a line can be about; none where it can be about any."""
SUMMONS: Final[Kinds] = (CardType.SUMMON,)
SPELLS: Final[Kinds] = (CardType.SPELL,)
WIZARDS: Final[Kinds] = (CardType.WIZARD,)
OF_PILES: Final[Kinds] = (CardType.SUMMON, CardType.SPELL)


class Problem(NamedTuple):
    """Why a line cannot stand, or cannot be told: the finding it leads to, its rule and a sentence. Of a name that fits
    several cards, `fits` holds the name as it is written and then those of the cards."""

    finding: str
    rule: str | None
    message: str
    column: int | None = None
    ruling: str = ""
    fits: tuple[str, ...] = ()


def find_card(setup: Setup, seat: int, name: str, kinds: Kinds = ()) -> Card | Problem:
    """The card that a player means. The catalogue is asked before the list, a guess is never made; `kinds` tells cards
    with one beginning apart.

    A name nobody has is unreadable, somebody else's is illegal (1.1.4), one that fits several is unproven. Of a list
    that the reader may not know, no card is named that the record does not name.
    """
    wanted = key(name)
    known = setup.registered[seat].get(wanted)
    if known:
        return _in_play(setup, seat, known)
    if setup.hidden[seat]:
        return _of_hidden(setup, seat, name, kinds)
    stranger = setup.pool.find(name)
    if stranger:
        return Problem("illegal", "1.1.4", f"{stranger.name} is not in the registered list of {seat_name(seat)}.")
    fitting = [card for card in setup.registered[seat].values() if wanted and card.key.startswith(wanted)]
    fitting = _of_kinds(fitting, kinds)
    if len(fitting) == 1:
        return _in_play(setup, seat, fitting[0])
    if fitting:
        return _several(name, seat_name(seat), fitting)
    return _stranger(setup, seat, name, wanted)


def _several(name: str, who: str, fitting: list[Card]) -> Problem:
    names = sorted(card.name for card in fitting)
    said = f"“{name}” fits several cards of {who}: {', '.join(names)}. Write more of it."
    return Problem("unproven", "1.1.4", said, None, "", (name, *names))


def _of_kinds(cards: list[Card], kinds: Kinds) -> list[Card]:
    """The cards that a line can be about, or all where it can be about none of them, so that it is told why."""
    meant = [card for card in cards if not kinds or card.type in kinds]
    return meant or cards


def _of_hidden(setup: Setup, seat: int, name: str, kinds: Kinds) -> Card | Problem:
    """A card of a list that is not known, by the beginning of its name among the cards that the record shows."""
    wanted, who, short = key(name), seat_name(seat), name[:MAX_WRITTEN]
    stranger = setup.pool.find(name)
    if stranger:
        return _foreign(stranger, setup.bosses[seat], who)
    begin = [card for card in setup.registered[seat].values() if wanted and card.key.startswith(wanted)]
    fitting = [card for card in begin if not kinds or card.type in kinds]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        return _several(short, who, fitting)
    color = setup.bosses[seat].color
    could = [card for card in setup.pool.cards if wanted and card.key.startswith(wanted) and card.color is color]
    if any(not kinds or card.type in kinds for card in could):
        return Problem("unproven", "1.1.4", f"“{short}” is not enough of a name; write more of it.")
    near = [card.name for card in setup.registered[seat].values() if wanted and wanted in card.key][:3]
    advice = f" Did you mean {' or '.join(near)}?" if near else ""
    return Problem("unreadable", None, f"No card that {who} could have here is called “{short}”.{advice}")


def _foreign(card: Card, boss: Card, who: str) -> Problem:
    """Why a card that is named in full cannot be one of that seat, as far as anybody can tell from its boss."""
    if card.type is CardType.BOSS:
        return Problem("illegal", "1.1.4", f"{card.name} is not the boss of {who}.")
    if not card.playable:
        said = f"{card.name} is a real card, but not all of it is known yet, so it cannot be played."
        return Problem("illegal", "1.1.4", said)
    if card.color is not boss.color:
        return Problem("illegal", "1.1.2", f"{card.name} has another color than the boss of {who}.")
    return Problem("unproven", "1.1.4", f"Nobody has shown {card.name} in the list of {who}.")


def _in_play(setup: Setup, seat: int, card: Card) -> Card | Problem:
    if card.key in setup.playing[seat]:
        return card
    return Problem(
        "illegal", "1.1.4", f"{card.name} is among the reserves of {seat_name(seat)} and was not swapped in."
    )


def _stranger(setup: Setup, seat: int, name: str, wanted: str) -> Problem:
    fitting = [card.name for card in setup.pool.cards if wanted and card.key.startswith(wanted)]
    if fitting:
        names = " or ".join(fitting[:3])
        return Problem(
            "illegal", "1.1.4", f"No card in the registered list of {seat_name(seat)} begins so; {names} does."
        )
    inside = [card.name for card in setup.registered[seat].values() if wanted and wanted in card.key]
    near = inside[:3] or setup.pool.nearest(name[:MAX_WRITTEN])
    advice = f" Did you mean {' or '.join(near)}?" if near else ""
    return Problem("unreadable", None, f"No card is called “{name[:MAX_WRITTEN]}”.{advice}")
