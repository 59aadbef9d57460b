"""The language of turns that are added and of turns and phases that are skipped (G-359, G-378)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeGuard

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


def with_turns(
    steps: tuple[syntax.Step, ...], moments: tuple[syntax.Moment, ...], faults: list[Fault]
) -> tuple[syntax.Step, ...]:
    """The steps, with "that turn" as the next one of whoever takes it, else as the turn of the event."""
    happens = any(isinstance(moment, syntax.When) for moment in moments)
    taken: dict[int | None, terms.Player] = {}
    told = []
    for step in steps:
        if isinstance(step.deed, syntax.TakeTurn):
            taken[step.mode] = step.deed.player
        told.append(_with_turn(step, taken.get(step.mode), happens, faults))
    return tuple(told)


def _with_turn(step: syntax.Step, taken: terms.Player | None, happens: bool, faults: list[Fault]) -> syntax.Step:
    whose = _WHOSE.get(taken) if taken else None

    def bound(part: Any) -> Any:
        if not isinstance(part, syntax.Delay) or not _is_of_that_turn(part.when):
            return part
        if whose is not None:
            return replace(part, when=replace(part.when, whose=whose))
        if taken is not None or not happens or part.when.point != "end":
            faults.append(Fault("E-READ", Message("bos.card_text.which_turn"), ("that turn",)))
        return replace(part, when=replace(part.when, whose="each player's"), later=False)

    told: syntax.Step = change(step, bound)
    return told


def _is_of_that_turn(when: Any) -> TypeGuard[syntax.At]:
    return isinstance(when, syntax.At) and when.whose == THAT_TURN
