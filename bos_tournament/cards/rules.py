"""The rulebook as its page shows it: chapters, what is searched, and the rules that a card touches."""

from itertools import groupby
from typing import NamedTuple

from engine.bos import touched
from engine.bos.cards import Card as EngineCard
from engine.bos.cards import Pool, key
from engine.bos.editions import EDITIONS
from engine.bos.rulebook import Rule, rulebook


class Decided(NamedTuple):
    """A switch of the editions, and what each of them says, in words."""

    switch: str
    settings: tuple[tuple[str, str], ...]


class ShownRule(NamedTuple):
    """A rule with what the editions decide about it."""

    rule: Rule
    decided: tuple[Decided, ...]


class Chapter(NamedTuple):
    number: str
    title: str
    rules: list[ShownRule]


def chapters(asked: str = "") -> list[Chapter]:
    """The rulebook by chapter; with something asked, only the rules that answer it."""
    rules = [rule for rule in rulebook().values() if _answers(rule, key(asked))]
    by_chapter = groupby(rules, key=lambda rule: (rule.number.split(".")[0], rule.chapter))
    return [Chapter(*chapter, [_shown(rule) for rule in found]) for chapter, found in by_chapter]


def _answers(rule: Rule, asked: str) -> bool:
    """By number (`8.2` is also 8.2.5), by ruling (`g-98`, `g98`), or by all the words."""
    number, ruling = asked.strip("§ ").rstrip("."), (rule.ruling or "").casefold()
    if f"{rule.number}.".startswith(f"{number}.") or (ruling and asked in (ruling, ruling.replace("-", ""))):
        return True
    words = key(f"{rule.text} {rule.chapter} {rule.source} {' '.join(rule.switches)}")
    return all(word in words for word in asked.split())


def _shown(rule: Rule) -> ShownRule:
    return ShownRule(rule, tuple(_decided(switch) for switch in rule.switches))


def _decided(switch: str) -> Decided:
    return Decided(switch, tuple((edition.title, _said(edition.switches()[switch])) for edition in EDITIONS.values()))


def _said(value: int | bool | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def touched_by(face: EngineCard, names: Pool) -> list[Rule]:
    """The rules somebody with this card in hand wants to read first."""
    return [rulebook()[number] for number in touched.touched_by(face, names)]
