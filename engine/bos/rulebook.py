"""The rulebook: every rule as a numbered sentence, and the rulings that answer what the printed rules leave open."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from engine.bos.editions import Edition


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `ruling` is the reference of the ruling it states, `switches` the fields of an edition that decide."""

    number: str
    chapter: str
    text: str
    source: str
    ruling: str | None = None
    switches: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """How a verdict names it: `8.2.5 (ruling G-98)`."""
        return f"{self.number} (ruling {self.ruling})" if self.ruling else self.number

    def settings(self, edition: Edition) -> dict[str, int | bool | str]:
        """What the edition decides about this rule, by switch; nothing when it leaves no choice."""
        said = edition.switches()
        return {switch: said[switch] for switch in self.switches}


@cache
def rulebook() -> Mapping[str, Rule]:
    """Every rule by its number, in the order of the numbers."""
    book = tomllib.loads(resources.files("engine.bos").joinpath("rulebook.toml").read_text(encoding="utf-8"))
    rules = [
        Rule(
            number=row["number"],
            chapter=book["chapters"][row["number"].split(".")[0]],
            text=row["text"],
            source=row["source"],
            ruling=row.get("ruling"),
            switches=tuple(row.get("switches", ())),
        )
        for row in book["rules"]
    ]
    return MappingProxyType({rule.number: rule for rule in sorted(rules, key=_order)})


def rule(number: str) -> Rule:
    """The rule of this number (`8.2.5`, `§8.2.5`) or ruling (`G-98`, `g98`). Raises KeyError if there is none."""
    wanted = number.strip().strip("§ .").upper()
    found = rulebook().get(wanted) or _rulings().get(wanted) or _rulings().get(wanted.replace("-", ""))
    if found is None:
        raise KeyError(f"There is no rule {number.strip()[:20]}.")
    return found


@cache
def _rulings() -> Mapping[str, Rule]:
    by_reference: dict[str, Rule] = {}
    for found in rulebook().values():
        if found.ruling:
            letter, digits = found.ruling.split("-")
            by_reference[found.ruling] = by_reference[letter + digits] = by_reference[letter + str(int(digits))] = found
    return MappingProxyType(by_reference)


def _order(rule: Rule) -> list[int]:
    return [int(part) for part in rule.number.split(".")]
