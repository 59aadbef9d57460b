"""The language of what holds only at times: "has 2 more strength while attacking", "can attack only if …"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.effects.bans import forbidden
from engine.bos.cardtext.effects.phrases import OPEN, more_or_less, verb
from engine.bos.cardtext.effects.sentences import Clause
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_words import ItAsSubject
from engine.bos.cardtext.targets.amounts import amount_of
from engine.bos.model import syntax, terms


def _narrowed(deed: Any, **asked: Any) -> Clause:
    """The deed done by those of its subjects that are so; of a single one, as long as it is so."""
    who: Any = deed.who
    if isinstance(who, terms.Each):
        if any(getattr(who.filter, name) for name in asked):
            raise Refusal()
        return Clause((syntax.Step(replace(deed, who=terms.Each(replace(who.filter, **asked)))),))
    if isinstance(who, terms.It):
        who = ItAsSubject()
    if isinstance(who, terms.Who | terms.Both | terms.OneOf | terms.Choose | terms.Them):
        raise Refusal()
    held = terms.IsSo(who, terms.Filter(**asked))
    return Clause((syntax.Step(replace(deed, who=who), only=held),))


def _stronger(who: terms.Thing, much: tuple[terms.Quantity, bool], look: terms.Look) -> Clause:
    return _narrowed(syntax.Bonus(who, much[0], much[1]), looks=(look,))


def _late(who: terms.Thing) -> Clause:
    """ "Cannot attack on the turn it is summoned"; that turn is over before anybody could choose "a summon"."""
    if isinstance(who, terms.Choose) and (who.low, who.high, who.by) == (1, 1, "you"):
        who = terms.Each(who.filter)
    return _narrowed(syntax.Cannot(who, "attack", OPEN), past="was summoned")


def _only_if(who: terms.Thing, ban: tuple[Any, Any, bool], held: terms.Predicate) -> Clause:
    """ "Can attack only if you control a boss"."""
    whom: Any = ItAsSubject() if isinstance(who, terms.It) else who
    return Clause((syntax.Step(syntax.Cannot(whom, ban[0], OPEN, ban[1], ban[2]), unless=held),))


_while: Any = meaning(
    {
        "while attacking | while it attacks | while it is attacking | when attacking | while they attack": "attacking",
        "while they are attacking | while it's attacking | as long as it is attacking": "attacking",
        "while blocking | while it blocks | while it is blocking | when blocking | while they block": "blocking",
        "while they are blocking | while it's blocking | as long as it is blocking": "blocking",
    }
)
_cant = saying("cannot", "can't", "can not")
_arrival = saying(
    *(f"{during} the turn {that}" for during in ("during", "in") for that in ("it was summoned", "it is conducted",
      "it arrives", "it enters the battlefield", "they were summoned", "they are summoned", "you summon it",
      "it comes into play", "in which it was summoned", "it was conducted")),
    "on the turn it is summoned", "the turn it is summoned", "on the turn it was summoned", "the turn it was summoned",
    "on the turn it arrives", "during the turn it is summoned", "on the turn they are summoned",
    "the turn they are summoned", "in the turn it is summoned", "in the turn in which it is summoned",
    "the turn it comes into play", "on the turn it enters the battlefield", "the turn it enters the battlefield",
    "on the turn you summon it", "the turn you summon it", "on the turn it is conducted",
)  # fmt: skip
_only = saying("only if", "only while", "only as long as", "only when")


def narrowed_clauses(who: Any) -> Any:
    """Such clauses, from the rule of subjects."""
    return any_of(
        seq(lambda subject, third, much, look: _stronger(subject, much, look), who, maybe("each"),
            verb("have", "has"), amount_of(more_or_less), _while),
        seq(lambda look, subject, third, much: _stronger(subject, much, look), _while, maybe(","), who,
            verb("have", "has"), amount_of(more_or_less)),
        seq(_late, who, _cant, "attack", _arrival),
        seq(_only_if, who, saying("can", "may"), forbidden, _only, predicates),
    )  # fmt: skip
