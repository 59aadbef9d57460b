"""The language of what befell a card this turn, and what did not: "that attacked this turn", "did not block"."""

from __future__ import annotations

from engine.bos.cardtext.combinators import Named, Refusal, any_of, meaning, seq
from engine.bos.cardtext.conditions.strength_bounds import Parts
from engine.bos.cardtext.grammar_words import TURN
from engine.bos.model import terms

past = Named("something of this turn")
_PAST: dict[str, terms.Past] = {
    "attacked this turn | has attacked this turn | have attacked this turn": "attacked",
    "attacked a player this turn | attacked players this turn": "attacked a player",
    "attacked you this turn | attacked an opponent this turn": "attacked a player",
    "was summoned this turn | were summoned this turn | has been summoned this turn": "was summoned",
    "entered the battlefield this turn | arrived this turn | came into play this turn": "was summoned",
    "was defeated this turn | were defeated this turn | has been defeated this turn": "was defeated",
    "have been defeated this turn | died this turn | fell this turn": "was defeated",
    "was cast this turn | were cast this turn | has been cast this turn": "was cast",
    "blocked this turn | has blocked this turn | have blocked this turn": "blocked",
    "was attacked this turn | were attacked this turn | has been attacked this turn": "was attacked",
    "was blocked this turn | were blocked this turn | has been blocked this turn": "was blocked",
    "dealt damage this turn | has dealt damage this turn | have dealt damage this turn": "dealt damage",
    "was dealt damage this turn | were dealt damage this turn | took damage this turn": "was dealt damage",
    "has taken damage this turn | has been dealt damage this turn": "was dealt damage",
}
past.means(
    *(meaning({words.replace(TURN[0], turn): what for words, what in _PAST.items()}) for turn in TURN),
    meaning({"is defeated this way | was defeated this way": "was defeated"}),
)
"""What befell a card this turn, behind "that"."""
DID_NOT = ("did not", "didn't", "has not", "have not", "hasn't", "haven't")
past_not = meaning(
    {
        "isn't defeated | is not defeated | isn't defeated this way | is not defeated this way": "was defeated",
        **{f"{word} {verb} {turn}": past for turn in TURN for word in DID_NOT for verb, past in (
            ("attack", "attacked"), ("attacked", "attacked"),
            ("attack you", "attacked a player"), ("attack a player", "attacked a player"),
            ("attack an opponent", "attacked a player"), ("block", "blocked"), ("blocked", "blocked"),
            ("deal damage", "dealt damage"), ("dealt damage", "dealt damage"), ("take damage", "was dealt damage"),
            ("taken damage", "was dealt damage"), ("been attacked", "was attacked"), ("been defeated", "was defeated"),
        )},
        **{f"{word} {participle} this turn": f"was {participle}" for word in ("was not", "wasn't", "were not") for
           participle in ("summoned", "defeated", "cast", "attacked", "blocked", "dealt damage")},
    }
)  # fmt: skip
"""That something did not befell a card this turn; the value is what."""


def _spared(what: terms.Past) -> Parts:
    """Of cards that are there: none of them was defeated or cast."""
    if what in ("was defeated", "was cast"):
        raise Refusal()
    return (("past", what), ("past_no", True))


befell = any_of(seq(lambda what: (("past", what),), "that", past), seq(_spared, "that", past_not))
"""Of which cards something must be so this turn, as parts of a filter."""
