"""What the engine says about swaps and bids."""

from typing import Any

from django.utils.translation import gettext_noop as _

from bos_tournament.decks import sentences as of_lists
from bos_tournament.history import sentences
from bos_tournament.history.sentences import ANYTHING, Patterns
from engine.bos.decks import Problem

SWAPS = (
    _("At most %(number)s cards can be named on a side; name fewer."),
    _("%(card)s is to leave the deck %(times)s, but is there %(having)s; name only cards that are there."),
    _("%(card)s is to leave the reserves %(times)s, but is there %(having)s; name only cards that are there."),
    _("not once"),
    _("once"),
    _("twice"),
    _("%(number)s times"),
    _("%(card)s is %(kind)s; only summons and spells can be swapped. Leave it where it is."),
    _("%(less)s summon would leave the deck and %(more)s would enter it; name as many summons on both sides."),
    _("%(less)s summons would leave the deck and %(more)s would enter it; name as many summons on both sides."),
    _("%(less)s spell would leave the deck and %(more)s would enter it; name as many spells on both sides."),
    _("%(less)s spells would leave the deck and %(more)s would enter it; name as many spells on both sides."),
    _("No card is called %(name)s. Check the spelling or choose another card."),
    _("No card is called %(name)s. Did you mean %(near)s?"),
    _("%(name)s or %(next)s"),
    _("a wizard"),
    _("a boss"),
)

BIDS = (
    _("A bid is a whole number; write it in digits."),
    _("A bid cannot be below 0; bid 0 if you want neither the choice nor ether."),
    _("A bid can be at most %(most)s; choose a lower one."),
)
PATTERNS = Patterns(
    *(*SWAPS, *BIDS),
    gaps={
        **dict.fromkeys(("card", "name", "next"), ANYTHING),
        "kind": "a (?:wizard|boss)",
        "most": "[0-9,]+",
    },
    words={"times", "having", "kind", "near"},
)


def problem_in_words(problem: Problem) -> dict[str, Any]:
    """What is wrong with a swap, as the language of this moment says it."""
    told = of_lists.spoken_problem(problem) if problem.code else problem
    return told._replace(message=sentences.in_words(told.message, PATTERNS))._asdict()


def bid_in_words(refusal: str) -> str:
    """Why a bid is refused, in the language of this moment."""
    return sentences.in_words(refusal, PATTERNS)
