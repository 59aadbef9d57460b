"""The language of turns that are added and of turns and phases that are skipped (G-359, G-378)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.effects.phrases import SUBJECT, Phrase, verb
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import syntax, terms
from engine.messages import Message

THAT_TURN: Any = "that turn"
"""The turn that a sentence before adds, in place of whose turn it is."""
_WHOSE: Final[dict[terms.Player, terms.Whose]] = {"you": "your", "an opponent": "an opponent's"}
_PHASES = ("startup", "summoning", "main")


def _parts(whose: str) -> dict[str, Any]:
    """The turn or a phase of a player, and whether only a turn that is still to come counts."""
    said: dict[str, Any] = {f"{whose} next turn": ("turn", False)}
    for phase in _PHASES:
        said[f"{whose} next {phase} phase | the next {phase} phase"] = (phase, False)
        said[f"the {phase} phase of {whose} next turn"] = (phase, True)
    return said


def _skips(third: bool, named: tuple[syntax.Skippable, bool]) -> Phrase:
    return Phrase(third, (syntax.Skip(SUBJECT, *named),))


def _you_skip(named: tuple[syntax.Skippable, bool]) -> Phrase:
    return Phrase(False, (syntax.Skip("you", *named),))


turns = any_of(
    seq(
        lambda third: Phrase(third, (syntax.TakeTurn(SUBJECT),)),
        verb("take", "takes"),
        saying("an extra turn", "another turn", "an additional turn", "one more turn", "1 more turn"),
        maybe("after this one", "after this turn", "after this", "after the current turn"),
    ),
    seq(_you_skip, "skip", meaning(_parts("your"))),
    seq(_skips, verb("skip", "skips"), any_of(meaning(_parts("their")), meaning(_parts("his or her")))),
)
"""Who takes one more turn, and who skips what."""


def of_player(deed: syntax.TakeTurn | syntax.Skip, who: terms.Thing) -> syntax.Deed:
    """The deed of the player who is its subject. "Your" is said of what you skip, "their" of what others do."""
    if not isinstance(who, terms.Who):
        raise Refusal(Message("bos.card_text.player_turns"))
    if isinstance(deed, syntax.Skip) and (deed.player == "you") != (who.player == "you"):
        raise Refusal(Message("bos.card_text.player_turns"))
    return replace(deed, player=who.player)


def with_turns(steps: tuple[syntax.Step, ...], faults: list[Fault]) -> tuple[syntax.Step, ...]:
    """The steps, with "that turn" as the next one of whoever takes it."""
    taken: terms.Player | None = None
    told = []
    for step in steps:
        if isinstance(step.deed, syntax.TakeTurn):
            taken = step.deed.player
        if isinstance(step.deed, syntax.Delay) and getattr(step.deed.when, "whose", None) == THAT_TURN:
            step = _of_turn(step, taken, faults)
        told.append(step)
    return tuple(told)


def _of_turn(step: syntax.Step, taken: terms.Player | None, faults: list[Fault]) -> syntax.Step:
    whose = _WHOSE.get(taken) if taken else None
    if whose is None:
        faults.append(Fault("E-READ", Message("bos.card_text.which_turn"), ("that turn",)))
    own = whose or "your"
    bound: syntax.Step = change(step, lambda part: replace(part, whose=own) if _is_of_that_turn(part) else part)
    return bound


def _is_of_that_turn(part: Any) -> bool:
    return isinstance(part, syntax.At) and part.whose == THAT_TURN
