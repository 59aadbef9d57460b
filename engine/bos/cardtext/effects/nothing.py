"""The language of what takes the place of an event and is nothing: "it does not", "that spell has no effect"."""

from __future__ import annotations

from engine.bos.cardtext.combinators import any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.effects.sentences import Clause, Sentence
from engine.bos.model import syntax, terms
from engine.bos.model.syntax import Step

NOTHING = Sentence((Step(syntax.Nothing()),))
"""Nothing happens, as a sentence."""
nothing = any_of(
    meaning(
        {
            "nothing happens instead | nothing happens | it does not | it doesn't | it does not happen": NOTHING,
            "that does not happen | that doesn't happen | they do not | they don't": NOTHING,
        }
    ),
    seq(
        lambda: NOTHING,
        saying(
            *(f"{spell} {none}" for spell in ("that spell", "it", "the spell", "this spell")
              for none in ("has no effect", "has no effects", "does nothing", "is countered", "is cancelled",
                           "is canceled", "is negated", "has no effect instead")),
            *(f"{verb} {spell}" for verb in ("counter", "cancel", "negate") for spell in ("that spell", "it",
                                                                                          "the spell")),
        ),
        maybe(
            *(f"{joint} {put} {whose} graveyard" for joint in ("and", "and then", ", then")
              for put in ("is put into", "goes to", "it is put into", "it goes to", "put it into")
              for whose in ("its owner's", "the", "their", "an opponent's", "your opponent's", "that player's")),
        ),
    ),
)  # fmt: skip
"""Nothing happens: "that spell has no effect" goes on "and is put into its owner's graveyard", as every spell is."""

no_doubling = saying(*(
    f"{word} double {whose} vim {when} {whose} next {phase}"
    for word, whose in (("does not", "their"), ("doesn't", "their"), ("do not", "your"), ("don't", "your"))
    for when in ("in", "during", "at the start of") for phase in ("startup phase", "startup", "turn")))  # fmt: skip
"""What a player does not do whose vim is not doubled the next time."""


def undoubled(who: terms.Player) -> Clause:
    """ "An opponent does not double their vim in their next startup phase": the next time nothing happens."""
    event = syntax.When(terms.Who(who), "doubles", resource="vim")
    return Clause((Step(syntax.Delay(event, NOTHING.steps, would=True)),))
