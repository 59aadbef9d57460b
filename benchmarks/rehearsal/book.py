"""What happened, as the programs that played it wrote it down themselves: the standings are computed from this."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Table = dict[str, Any]  # a pairing as EVENT.json holds it


@dataclass
class Book:
    """Tables by Swiss round, and who left after which round. People are called by their handles."""

    rounds: dict[int, dict[frozenset[str], Table]] = field(default_factory=dict)
    """By number, and in each by the handles at the table."""
    came: dict[str, int] = field(default_factory=dict)
    """By handle, the first round they could play."""
    left: dict[str, int] = field(default_factory=dict)
    """By handle, the last round they played; without who stayed."""

    def write(self, number: int, table: Table) -> None:
        """The result of a table; a correction takes the place of what was there."""
        self.rounds.setdefault(number, {})[frozenset(table["players"])] = table

    def event(self, convention: dict[str, Any]) -> dict[str, Any]:
        """As EVENT.json, with points, tie-breaks and options as the site publishes them. Rounds missed are added."""
        kept = {name: convention[name] for name in ("points", "tie_breaks", "options")}
        players = [{"id": name, "dropped_after": self.left.get(name), "absent": []} for name in sorted(self.came)]
        return {**kept, "players": players, "rounds": [self._round(number) for number in sorted(self.rounds)]}

    def _round(self, number: int) -> list[Table]:
        tables = self.rounds[number]
        seated = set().union(*tables)
        missing = (self._missed(name, number) for name in sorted(self.came.keys() - seated))
        return [*tables.values(), *filter(None, missing)]

    def _missed(self, name: str, number: int) -> Table | None:
        """Rounds before somebody came, and those between leaving and coming back; nothing after the end."""
        if self.left.get(name, number) < number:
            return None
        return {"players": [name], "unplayed": "late" if number < self.came[name] else "absent"}


def recomputed(event: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """The standings of an event, by the program that anybody can run."""
    file = folder / "event.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    command = [sys.executable, "-m", "bos_tournament.pairing", "standings", str(file), "--json"]
    ranks: list[dict[str, Any]] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return ranks


def differences(shown: list[dict[str, Any]], computed: list[dict[str, Any]]) -> list[str]:
    """Where the site's standings are not those computed, one sentence each."""
    ours = {line["id"]: line for line in computed}
    found = [f"{name} stands on one side only." for name in ours.keys() ^ {line["name"] for line in shown}]
    for line in shown:
        exact = {figure["name"]: figure["exact"] for figure in line["figures"]}
        site = (line["rank"], line["points"], line["record"], exact)
        if (own := ours.get(line["name"])) and site != (own["rank"], own["points"], own["record"], own["exact"]):
            found.append(f"{line['name']}: the site says {site}, computed is {own}.")
    return found
