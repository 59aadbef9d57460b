"""Editions of the rules: each a bundle of switches, fixed before a tournament opens its registration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules of BOS. Every field is a switch; the ruling or rule it decides stands behind it."""

    name: str
    """What records and settings call it."""
    title: str
    """What people call it."""

    # The deck
    bosses: int = 1  #: 1.1.1
    wizards: int = 3  #: 1.1.1, G-01
    summons: int = 10  #: 1.1.1, G-01
    spells: int = 10  #: 1.1.1, G-01
    reserves: int = 10  #: at most, 1.2.1, G-03, G-11
    copies: int = 3  #: of one summon or spell, 1.1.3, 1.2.3, G-11

    # The match
    ties_before_naming: int = 3  #: equal bids before a luckless method names the chooser, G-12
    games_to_win: int = 2  #: 12.3.1, G-26
    second_player_arranges: bool = True  #: who goes second chooses columns when their first turn begins, 3.2.3, G-28

    # The duel
    life: int = 30  #: 3.2.1
    vim: int = 1  #: 3.2.1
    decay_after: int = 10  #: own turns without decay, 4.3.1
    decay: Literal["every turn", "once a turn", "never"] = "every turn"  #: 4.3.2, G-48 (turn - 10 halvings), G-53
    acted_wizard_summons: bool = True  #: a face-up wizard conducts even when acted, G-56
    graveyard: Literal["owner", "controller"] = "owner"  #: where a defeated summon goes, 7.4.3
    both_at_zero: Literal["draw", "active player loses"] = "draw"  #: G-103, G-222
    mandatory_loop: Literal["draw"] = "draw"  #: G-128
    raised_meanwhile: Literal["queue", "nested"] = "queue"  #: abilities raised during a resolution, G-133
    enchantment_of_face_down: bool = True  #: keeps working while its card is face-down, G-77
    cannot_wins: bool = True  #: a prohibition outranks a permission or a duty, J-11
    life_may_be_paid_to_zero: bool = False  #: J-16

    def switches(self) -> dict[str, int | bool | str]:
        """Every switch with its value, for the `versions` of a verdict."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name not in ("name", "title")}


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        "bos-1": Edition("bos-1", "BOS, current rules"),
        "bos-legacy": Edition("bos-legacy", "BOS, rules of 2021", reserves=8, copies=4, graveyard="controller"),
    }
)

DEFAULT_EDITION = EDITIONS["bos-1"]
