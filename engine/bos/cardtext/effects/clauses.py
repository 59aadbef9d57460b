"""A printed clause before its verb is bent: who does what, and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.printer_words import UNTIL, WHOLE_GAME, Scene, Unsayable, join_words, verb
from engine.bos.model import syntax, terms


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause before its verb is bent. No subject is an order to the controller; `fixed` takes no "may" or "must"."""

    subject: str
    """The subject; empty for an order."""
    verb: str
    """The verb before it is bent."""
    rest: str
    """What stands behind the verb."""
    many: bool = True
    """Whether the subject is a plural."""
    fixed: bool = False
    due: bool = False
    """Whether its verb says "must" by itself."""
    opening: str = ""
    """What stands in front of the clause, with its comma."""
    closing: str = ""
    """What follows in the same sentence."""
    may: bool = False
    """Whether "may" belongs into it."""

    def said(self, modal: str = "") -> str:
        """ "ready this", "you must ready this", "this gains 2 strength", "this may gain 2 strength"."""
        if modal == "must" and self.due:
            modal = ""
        if modal and (self.fixed or self.may):
            raise Unsayable(f"“{modal}” has no place in a prohibition or in what applies all the time")
        return f"{self.opening}{self._core(modal or ('may' if self.may else ''))}{self.closing}"

    def _core(self, modal: str) -> str:
        if modal:
            return join_words(self.subject or "you", modal, self.verb, self.rest)
        return join_words(self.subject, verb(self.verb, many=self.many), self.rest)


def subject(scene: Scene, who: terms.Thing) -> str:
    """Who does it."""
    return things.thing(scene, who, subject=True)


def lasting(scene: Scene, until: syntax.Until) -> str:
    """How long a prohibition lasts; one of a continuous text lasts as long as the text applies."""
    if scene.continuous and until:
        raise Unsayable("what applies all the time has no end of its own")
    return "" if scene.continuous else UNTIL[until] or WHOLE_GAME
