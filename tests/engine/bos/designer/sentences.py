"""The designers' sentences and scenes as values, with the corrections in place."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.bos.cardtext import Read, read_text
from engine.bos.model.cards import Ability, Card, CardType, Color
from tests.engine.bos.designer.corrections import CORRECTIONS

FILES = ("red", "yellow", "blue", "later", "third", "fourth", "fifth")
NAME = "Zeal"
"""What THIS is called."""


class Scene(NamedTuple):
    """The position in the words of the format, what is done in order, and what is then to be seen."""

    table: dict
    do: tuple[str, ...]
    see: dict


class Sentence(NamedTuple):
    """One ability of a designer and the scenes that show what is meant."""

    id: str
    on: CardType
    mandatory: bool
    text: str
    means: str
    scenes: tuple[Scene, ...]

    def card(self, strength=1):
        """THIS as a card; as a summon or boss with the strength that the scene gives it."""
        fights = self.on in (CardType.SUMMON, CardType.BOSS)
        return Card(
            NAME,
            self.on,
            Color.RED,
            condition={CardType.SUMMON: "Conduct a summon with any wizard.", CardType.BOSS: ""}.get(self.on),
            strength=strength if fights else None,
            cost=0 if self.on is CardType.SPELL else None,
            abilities=tuple(Ability(line, self.mandatory) for line in self.text.split("\n")),
        )

    def read(self) -> Read:
        """How the first ability that is not read is taken; else the first."""
        card = self.card()
        reads = [read_text(ability.text, mandatory=ability.mandatory, card=card) for ability in card.abilities]
        return next((read for read in reads if read.text is None), reads[0])


@cache
def sentences() -> tuple[Sentence, ...]:
    """All of them in the order of the files."""
    folder = Path(__file__).parent
    paths = [folder / f"{name}.jsonl" for name in FILES]
    return tuple(
        _sentence(json.loads(line)) for path in paths if path.exists() for line in path.read_text().splitlines()
    )


def _sentence(entry):
    scenes = [_scene(entry["id"], number, each) for number, each in enumerate((entry, *entry.get("more", ())))]
    return Sentence(
        entry["id"], CardType(entry["on"]), entry["mandatory"], entry["text"], entry["means"], tuple(scenes)
    )


def _scene(known_as, number, entry):
    """A scene as it is written, or with the parts that a correction gives."""
    fixed = next((each for each in CORRECTIONS if (each.id, each.scene) == (known_as, number)), None)
    parts = {name: entry[name] for name in ("table", "do", "see")} | (fixed.parts if fixed else {})
    return Scene(parts["table"], tuple(parts["do"]), parts["see"])
