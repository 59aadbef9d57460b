"""The rulebook as its page shows it, in the reader's language: chapters, what is searched, what a card touches."""

from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.bos.game import EDITIONS, Pool, Rule, key, related_rules, rulebook
from engine.bos.game import Card as EngineCard

# The notes that keep apart, in the catalogues, what the rulebook and its editions say in single words.
CHAPTER, DECISION = "chapter of the rules", "decision of an edition"


def localized_rule(rule: Rule) -> Rule:
    """The rule as the language of this moment says it."""
    return replace(rule, chapter=pgettext(CHAPTER, rule.chapter), text=_(rule.text), source=_(rule.source))


def rule_of(number: str) -> Rule | None:
    """The rule of that number, in the language of this moment."""
    rule = rulebook().get(number)
    return localized_rule(rule) if rule else None


class Decided(NamedTuple):
    """A switch of the editions, and what each of them says, in words."""

    switch: str
    """The name of the switch."""
    settings: tuple[tuple[str, str], ...]
    """Pairs of an edition's title and what it says."""


class ShownRule(NamedTuple):
    """A rule with what the editions decide about it."""

    rule: Rule
    """In the reader's language."""
    decided: tuple[Decided, ...]
    """One for each switch the rule names; may be empty."""


class Chapter(NamedTuple):
    number: str
    """What its rules' numbers begin with, such as `8`."""
    title: str
    """In the reader's language."""
    rules: list[ShownRule]
    """Those that answer what was asked, in their order; never empty."""


def chapters(query: str = "") -> list[Chapter]:
    """The rulebook by chapter; with something asked, only the rules that answer it."""
    folded = key(query)
    rules = [spoken for rule in rulebook().values() if _answers(rule, spoken := localized_rule(rule), folded)]
    by_chapter = groupby(rules, key=lambda rule: (rule.number.split(".")[0], rule.chapter))
    return [Chapter(*chapter, [_shown(rule) for rule in chapter_rules]) for chapter, chapter_rules in by_chapter]


def _answers(rule: Rule, spoken: Rule, query: str) -> bool:
    """By number (`8.2` is also 8.2.5), by ruling (`g-98`, `g98`), or by all the words, those of English too."""
    number, ruling = query.strip("§ ").rstrip("."), (rule.ruling or "").casefold()
    if f"{rule.number}.".startswith(f"{number}.") or (ruling and query in (ruling, ruling.replace("-", ""))):
        return True
    text = " ".join((version.text + " " + version.chapter + " " + version.source) for version in (rule, spoken))
    words = key(f"{text} {' '.join(rule.switches)}")
    return all(word in words for word in query.split())


def _shown(rule: Rule) -> ShownRule:
    return ShownRule(rule, tuple(_decided(switch) for switch in rule.switches))


def _decided(switch: str) -> Decided:
    settings = tuple((_(edition.title), _said(edition.switches()[switch])) for edition in EDITIONS.values())
    return Decided(switch, settings)


def _said(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return pgettext(DECISION, value) if isinstance(value, str) else str(value)


def touched_by(face: EngineCard, names: Pool) -> list[Rule]:
    """The rules somebody with this card in hand wants to read first."""
    return [localized_rule(rulebook()[number]) for number in related_rules.touched_by(face, names)]
