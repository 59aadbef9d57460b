"""The list of infractions: what a penalty is given for, what it starts with, and how it grows with repeats."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from bos_tournament.judging.models import Penalty

Level = Penalty.Level


@dataclass(frozen=True)
class Infraction:
    """A row of `infractions.toml`. The rulebook leaves penalties to the tournament (G-155), so the ladder is ours."""

    code: str
    name: str
    about: str
    rule: str
    steps: tuple[Level, ...]
    needs_rule: bool

    def level_after(self, earlier: int) -> Level:
        """What the ladder proposes for somebody who was penalized for this so many times before."""
        return self.steps[min(earlier, len(self.steps) - 1)]


@cache
def infractions() -> Mapping[str, Infraction]:
    """Every infraction by its code, in the order of the file."""
    text = resources.files(__package__).joinpath("infractions.toml").read_text(encoding="utf-8")
    rows = [
        Infraction(
            code=row["code"],
            name=row["name"],
            about=row["about"],
            rule=row.get("rule", ""),
            steps=tuple(Level(step) for step in row["steps"]),
            needs_rule=not row.get("no_rule", False),
        )
        for row in tomllib.loads(text)["infractions"]
    ]
    return MappingProxyType({row.code: row for row in rows})


def name_of(code: str) -> str:
    """The infraction's name; a code that has left the list names itself."""
    found = infractions().get(code)
    return found.name if found else code
