"""The rulebook: every rule as a numbered sentence, and the rulings that answer what the printed rules leave open."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from engine.bos.model.editions import Edition
from engine.messages import Arg, Message


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `ruling` is the reference of the ruling it states, `switches` the fields of an edition that decide."""

    number: str
    """Its number in the rules, such as 8.2.5."""
    chapter: str
    """The title of its chapter."""
    text: str
    """The rule as a sentence."""
    source: str
    """Where it is from."""
    ruling: str | None = None
    switches: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """How a verdict names it: `8.2.5 (ruling G-98)`."""
        return f"{self.number} (ruling {self.ruling})" if self.ruling else self.number

    def settings(self, edition: Edition) -> dict[str, int | bool | str]:
        """What the edition decides about this rule, by switch; nothing when it leaves no choice."""
        switches = edition.switches()
        return {switch: switches[switch] for switch in self.switches}


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


def cited(rule: Rule) -> Arg:
    """How a sentence names a rule: by its number, with the ruling it states."""
    return Message("rule.ruling", number=rule.number, ruling=rule.ruling) if rule.ruling else rule.number


def rule(number: str) -> Rule:
    """The rule of this number (`8.2.5`, `§8.2.5`) or ruling (`G-98`, `g98`). Raises KeyError if there is none."""
    wanted = number.strip().strip("§ .").upper()
    entry = rulebook().get(wanted) or _rulings().get(wanted) or _rulings().get(wanted.replace("-", ""))
    if entry is None:
        raise KeyError(f"There is no rule {number.strip()[:20]}.")
    return entry


@cache
def _rulings() -> Mapping[str, Rule]:
    by_reference: dict[str, Rule] = {}
    for entry in rulebook().values():
        if entry.ruling:
            letter, digits = entry.ruling.split("-")
            by_reference[entry.ruling] = by_reference[letter + digits] = by_reference[letter + str(int(digits))] = entry
    return MappingProxyType(by_reference)


def _order(rule: Rule) -> list[int]:
    return [int(part) for part in rule.number.split(".")]
