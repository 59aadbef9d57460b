"""The rulebook as its page shows it, in the reader's language: chapters, what is searched, what a card touches."""

from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.bos import touched
from engine.bos.cards import Card as EngineCard
from engine.bos.cards import Pool, key
from engine.bos.editions import EDITIONS
from engine.bos.rulebook import Rule, rulebook

# The notes that keep apart, in the catalogues, what the rulebook and its editions say in single words.
CHAPTER, DECISION = "chapter of the rules", "decision of an edition"


def in_words(rule: Rule) -> Rule:
    """The rule as the language of this moment says it."""
    return replace(rule, chapter=pgettext(CHAPTER, rule.chapter), text=_(rule.text), source=_(rule.source))


def rule_of(number: str) -> Rule | None:
    """The rule of that number, in the language of this moment."""
    found = rulebook().get(number)
    return in_words(found) if found else None


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
    wanted = key(asked)
    rules = [spoken for rule in rulebook().values() if _answers(rule, spoken := in_words(rule), wanted)]
    by_chapter = groupby(rules, key=lambda rule: (rule.number.split(".")[0], rule.chapter))
    return [Chapter(*chapter, [_shown(rule) for rule in found]) for chapter, found in by_chapter]


def _answers(rule: Rule, spoken: Rule, asked: str) -> bool:
    """By number (`8.2` is also 8.2.5), by ruling (`g-98`, `g98`), or by all the words, those of English too."""
    number, ruling = asked.strip("§ ").rstrip("."), (rule.ruling or "").casefold()
    if f"{rule.number}.".startswith(f"{number}.") or (ruling and asked in (ruling, ruling.replace("-", ""))):
        return True
    said = " ".join((one.text + " " + one.chapter + " " + one.source) for one in (rule, spoken))
    words = key(f"{said} {' '.join(rule.switches)}")
    return all(word in words for word in asked.split())


def _shown(rule: Rule) -> ShownRule:
    return ShownRule(rule, tuple(_decided(switch) for switch in rule.switches))


def _decided(switch: str) -> Decided:
    said = tuple((_(edition.title), _said(edition.switches()[switch])) for edition in EDITIONS.values())
    return Decided(switch, said)


def _said(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return pgettext(DECISION, value) if isinstance(value, str) else str(value)


def touched_by(face: EngineCard, names: Pool) -> list[Rule]:
    """The rules somebody with this card in hand wants to read first."""
    return [in_words(rulebook()[number]) for number in touched.touched_by(face, names)]
