"""Drawings of cards from their names: the same one for the same card everywhere, without files or chance.

The stone says how lines are cut (red sharp, yellow in sixes, blue flowing), the type says what is drawn (wizard a hood,
summon a head, boss a crowned head before a halo, spell a figure turned about its middle), the name says all the rest.
"""

from collections.abc import Iterator

from bos_tournament.cards.art.grounds import ground
from bos_tournament.cards.art.heads import boss, summon
from bos_tournament.cards.art.lines import Numbers
from bos_tournament.cards.art.spells import spell
from bos_tournament.cards.art.wizards import wizard


def draw(name: str, card_type: str, color: str, mark: str = "") -> str:
    """The inside of an SVG whose sides are `lines.FIELD`, in nine paints (`lines`).

    `mark` of a spell: `spells.STAYS` or `ANSWERS`.
    """
    n = Numbers(name)
    return "".join((*ground(n, color, card_type), *_figure(n, name, card_type, color, mark)))


def _figure(n: Numbers, name: str, card_type: str, color: str, mark: str) -> Iterator[str]:
    match card_type:
        case "wizard":
            return wizard(n, color)
        case "summon":
            return summon(n, color, name)
        case "boss":
            return boss(n, color, name)
        case _:
            return spell(n, color, mark)
