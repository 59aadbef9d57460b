"""In which order the rules of each kind of action are asked; the first one that is broken is the one that is named."""

from __future__ import annotations

from typing import Any

from engine.bos.rules import activation, attack_legality, bosses, spells, summoning
from engine.rule_table import Row


def rule_orders() -> dict[str, tuple[str, ...]]:
    """The numbers of the rules by kind of action (`summon`, `spell`, …), each in the order in which it is asked."""
    tables: dict[str, tuple[Row[Any], ...]] = {
        "summon": summoning.SUMMON,
        "spell": (*spells.AT_ALL, *spells.PAID, *spells.NOW),
        "attack": attack_legality.ATTACK,
        "player_attack": attack_legality.PLAYER_ATTACK,
        "block": attack_legality.BLOCK,
        "boss": bosses.BOSS,
        "use": activation.USE,
    }
    return {kind: tuple(dict.fromkeys(row.rule for row in table)) for kind, table in tables.items()}
