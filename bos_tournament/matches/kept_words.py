"""What a match keeps in English: why bids are void, and what a correction of a result changed."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from bos_tournament.history import sentences
from bos_tournament.history.sentences import ANYTHING, Patterns

# Why bids are void; staff may give another reason.
MATCH_ENDED = _("The match ended before the bids were opened.")
WITHDRAWN = _("The pairing was withdrawn.")
CANCELLED = _("The tournament was cancelled.")
BY_THE_DESK = _("The desk decided without these bids.")
NOW_ON_PAPER = _("The bids of this game are on paper.")
NO_KEY = _("The key that opens the bids is gone. Nothing was opened; both players bid again.")
OTHER_KEY = _(
    "The key that opens the bids is another one than when they were sealed. Nothing was opened; both players bid again."
)
DAMAGED = _("A sealed bid was damaged and cannot be opened.")
NOT_AS_BOUND = _("A sealed bid holds something else than its commitment says.")
NOT_OF_BOTH = _("The sealed bids are not those of the two players. Nothing was opened; both players bid again.")
REASONS = Patterns(
    *(
        MATCH_ENDED,
        WITHDRAWN,
        CANCELLED,
        BY_THE_DESK,
        NOW_ON_PAPER,
        NO_KEY,
        OTHER_KEY,
        DAMAGED,
        NOT_AS_BOUND,
        NOT_OF_BOTH,
    )
)

# Why a list counts as read by whoever confirmed a guest's new phone: they opened it to that phone.
NEW_PHONE = _("A new phone was confirmed in person.")
# What a result is.
STILL_ON = _("%(games)s, still being played")
NOBODY_WINS = _("%(games)s, nobody wins (%(reason)s)")
ONE_WINS = _("%(games)s, %(player)s wins (%(reason)s)")
# What a result or its correction changed.
FIRST_GAMES = _("Games won by %(player)s: %(now)s.")
GAMES = _("%(player)s has won %(now)s instead of %(before)s games.")
ENDS = _("The match ends.")
WINS_IT = _("%(player)s wins it.")
NOBODY_WINS_IT = _("Nobody wins it.")
NOBODY_NOW = _("The winner is nobody instead of %(player)s.")
NOBODY_BEFORE = _("The winner is %(player)s instead of nobody.")
OTHER_WINNER = _("The winner is %(player)s instead of %(former)s.")
REASON_IS = _("The reason is: %(reason)s.")
NO_LONGER = _("The result is no longer: %(result)s.")
NOW_IT_IS = _("Now it is: %(result)s.")
THE_MATCH = _("The match: %(result)s.")
GAME_DRAWN = _("Game %(number)s is drawn and replayed.")
GAME_WON = _("Game %(number)s is won by %(player)s.")
GAME_AGAIN = _("Game %(number)s counts no more and is played again.")
CHANGES = Patterns(
    *(STILL_ON, NOBODY_WINS, ONE_WINS),
    *(FIRST_GAMES, GAMES, ENDS, WINS_IT, NOBODY_WINS_IT, NOBODY_NOW, NOBODY_BEFORE, OTHER_WINNER, REASON_IS),
    *(NO_LONGER, NOW_IT_IS, THE_MATCH, GAME_DRAWN, GAME_WON, GAME_AGAIN),
    gaps={"games": ANYTHING, "player": ANYTHING, "former": ANYTHING},
    words={"reason", "result"},
)


def reason_in_words(said: str) -> str:
    """Why bids are void, in the language of this moment."""
    return sentences.in_words(said, REASONS)


def is_of_the_match(said: str) -> bool:
    """Whether a kept sentence says how the match stood after a correction."""
    found = sentences.told_as(said, CHANGES)
    return found is not None and found[0][0] == THE_MATCH


def changes_in_words(changes: Iterable[str]) -> list[str]:
    """What a correction of this match changed, in the language of this moment."""
    return [sentences.in_words(said, CHANGES) for said in changes]
