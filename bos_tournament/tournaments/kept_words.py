"""What a tournament keeps in English and what comes out of the pure pairing in it, told in the reader's language."""

import re
from collections.abc import Iterable

from django.utils.formats import get_format
from django.utils.translation import gettext_noop

from bos_tournament.accounts.erasing import ERASED
from bos_tournament.history import sentences
from bos_tournament.history.sentences import ANYTHING, Patterns
from bos_tournament.matches import kept_words as matches
from bos_tournament.tournaments.models import DRAWN_BEFORE_CORRECTION

# What rounds are called within these sentences.
ROUNDS = (
    *(gettext_noop("round %(round)s"), gettext_noop("the round of %(number)s"), gettext_noop("the quarter-finals")),
    *(gettext_noop("the semi-finals"), gettext_noop("the final"), gettext_noop("the second final")),
)
ROUND_CALLED = r"round [0-9]+|the round of [0-9]+|the quarter-finals|the semi-finals|the final|the second final"
# Why somebody is not in, or was answered so; whom a start leaves out has it in their note.
NOT_ANSWERED = gettext_noop("The tournament began before your request was answered.")
DID_NOT_COME = gettext_noop("Did not come to %(round_called)s.")
NO_LIST = gettext_noop("No deck list was handed in.")
NOT_LEGAL = gettext_noop("The deck list is not legal.")
NOT_THERE = gettext_noop("Did not check in.")
NO_LIST_NOT_THERE = gettext_noop("No deck list was handed in. Did not check in.")
NOT_LEGAL_NOT_THERE = gettext_noop("The deck list is not legal. Did not check in.")
LEFT_OUT = {
    NO_LIST: gettext_noop("Not seated at the start. No deck list was handed in."),
    NOT_LEGAL: gettext_noop("Not seated at the start. The deck list is not legal."),
    NOT_THERE: gettext_noop("Not seated at the start. Did not check in."),
    NO_LIST_NOT_THERE: gettext_noop("Not seated at the start. No deck list was handed in. Did not check in."),
    NOT_LEGAL_NOT_THERE: gettext_noop("Not seated at the start. The deck list is not legal. Did not check in."),
}
NOTES = (NOT_ANSWERED, DID_NOT_COME, *LEFT_OUT, *LEFT_OUT.values())
# Why the desk or a judge did something.
FROM_PAPER = gettext_noop("From the paper slip.")
FROM_PAPER_WITH_NOTE = gettext_noop("From the paper slip. %(note)s")
DECK_CHECK = gettext_noop("Deck check.")
DECK_CHECK_AT = gettext_noop("Deck check in %(round_called)s, table %(table)s")
GAME_LOSS = gettext_noop("A judge gave a game loss.")
MATCH_LOSS = gettext_noop("A judge gave a match loss.")
DISQUALIFIED = gettext_noop("The head judge disqualified a player.")
TAKEN_BACK = gettext_noop("A penalty was taken back.")
# Forms propose these; whoever leaves them as they are has them kept like any reason of the site.
FOUND_AT = gettext_noop("Deck check in %(round_called)s, table %(table)s. %(differences)s")
IN_DECK = gettext_noop("%(card)s: %(found)s instead of %(expected)s in the deck.")
NOT_IN_DECK = gettext_noop("%(card)s: %(found)s in the deck, where the list has none.")
IN_RESERVES = gettext_noop("%(card)s: %(found)s instead of %(expected)s in the reserves.")
NOT_IN_RESERVES = gettext_noop("%(card)s: %(found)s in the reserves, where the list has none.")
TOLD_AT_THE_DESK = gettext_noop("Told at the desk.")
TIME_RAN_OUT = gettext_noop("The time on the clock ran out.")
NOT_IN_TIME = gettext_noop("Not at the table in time.")
PROPOSED = Patterns(
    *(FOUND_AT, IN_DECK, NOT_IN_DECK, IN_RESERVES, NOT_IN_RESERVES, TOLD_AT_THE_DESK, TIME_RAN_OUT, NOT_IN_TIME),
    *ROUNDS,
    gaps={"card": r"(?:(?!\. |:).)+", "round_called": "[^,.:]+"},  # in the language in which it is proposed
    words={"round_called"},
    several={"differences"},
)
DEEDS = (
    *(FROM_PAPER, FROM_PAPER_WITH_NOTE, DECK_CHECK, DECK_CHECK_AT),
    *(GAME_LOSS, MATCH_LOSS, DISQUALIFIED, TAKEN_BACK, ERASED, matches.NEW_PHONE),
)
# Why two of a drawn round meet, or why somebody has a bye in it.
BY_HAND = gettext_noop("set by hand")
PAIRED_AGAIN = gettext_noop("paired again after an earlier result was corrected")
IN_GROUP = gettext_noop("group %(group)s: round %(round)s of %(rounds)s")
LEFT_GROUP = gettext_noop("group %(group)s: the other has left")
EVERYONE_MEETS = gettext_noop("everyone meets everyone: round %(round)s of %(rounds)s")
LEFT_EVERYONE = gettext_noop("everyone meets everyone: the other has left")
SEEDS_MEET = gettext_noop("bracket: seed %(one)s and seed %(other)s")
LEFT_BRACKET = gettext_noop("bracket: the other has left")
NOBODY_LEFT = gettext_noop("bracket: nobody is left on the other side")
BRACKET_BYE = gettext_noop("bracket: seed %(seed)s has a bye into the second round")
DRAWN = (
    *(BY_HAND, PAIRED_AGAIN, DRAWN_BEFORE_CORRECTION, IN_GROUP, LEFT_GROUP, EVERYONE_MEETS, LEFT_EVERYONE),
    *(SEEDS_MEET, LEFT_BRACKET, NOBODY_LEFT, BRACKET_BYE),
)
# Why two meet in a Swiss round, or why somebody has a bye in it.
PAIRS = (
    gettext_noop("bye earned before the tournament"),
    gettext_noop("odd number: with a bye for anyone lower, the others could not all be paired without a rematch"),
    gettext_noop("odd number: everyone has had a bye; fewest byes, then fewest points"),
    gettext_noop("odd number: drawn by lot"),
    gettext_noop("odd number: last in the seeding"),
    gettext_noop("odd number: fewest points of those without a bye"),
    gettext_noop("meant to be kept apart, but no other seating of the round is possible"),
    gettext_noop("better kept apart, but no round without this is possible except with rematches or forbidden pairs"),
    gettext_noop("same points, never met"),
    gettext_noop("first round: drawn by lot"),
    gettext_noop("first round: neighbours in the seeding"),
    gettext_noop("first round: number %(number)s of each half of the seeding"),
    gettext_noop("first round: as near to the seeding as pairs to be kept apart allow"),
    gettext_noop("met before: no round without this rematch was found"),
    gettext_noop("met before: no round is possible with fewer than one rematch"),
    gettext_noop("met before: no round is possible with fewer than %(number)s rematches"),
    gettext_noop("moved down: alone on these points; never met"),
    gettext_noop("moved down: had met everyone on the same points; never met"),
    gettext_noop("moved down: had met or is kept apart from everyone on the same points; never met"),
    gettext_noop("moved down: odd group; never met"),
    gettext_noop("moved down: so that everyone can be seated without a rematch; never met"),
    gettext_noop("moved down again: alone on these points; never met"),
    gettext_noop("moved down again: had met everyone on the same points; never met"),
    gettext_noop("moved down again: had met or is kept apart from everyone on the same points; never met"),
    gettext_noop("moved down again: odd group; never met"),
    gettext_noop("moved down again: so that everyone can be seated without a rematch; never met"),
)
# Why somebody has a rank, and what their figures come from.
RANKS = (
    gettext_noop("%(number)s point"),
    gettext_noop("%(number)s points"),
    gettext_noop("same points as %(above)s; %(tie_break)s %(told)s against %(than)s"),
    gettext_noop("same points and the same figures as %(above)s; they share the rank"),
    gettext_noop("disqualified: no rank"),
    gettext_noop("%(part)s of %(whole)s match points"),
    gettext_noop("%(part)s of %(whole)s match points, lifted to %(floor)s"),
    gettext_noop("%(part)s of %(whole)s match points, held at %(cap)s since they left"),
    gettext_noop("%(part)s of %(whole)s game points"),
    gettext_noop("%(part)s of %(whole)s game points, lifted to %(floor)s"),
    gettext_noop("%(points)s points in %(rounds)s rounds"),
    gettext_noop("not played; counts as %(score)s points"),
    gettext_noop("won; %(score)s points"),
    gettext_noop("lost; %(score)s points"),
    gettext_noop("drawn; %(score)s points"),
    gettext_noop("games %(games)s"),
    gettext_noop("games %(games)s, %(drawn)s drawn"),
    gettext_noop("came late"),
    gettext_noop("there from the first round on"),
    gettext_noop("OMW"),
    gettext_noop("SoS"),
    gettext_noop("never met"),
    gettext_noop("won"),
    gettext_noop("lost"),
    gettext_noop("drew"),
    gettext_noop("bye"),
    gettext_noop("won %(games)s"),
    gettext_noop("lost %(games)s"),
    gettext_noop("drawn %(games)s"),
    gettext_noop("won %(games)s, %(unplayed)s"),
    gettext_noop("lost %(games)s, %(unplayed)s"),
    gettext_noop("drawn %(games)s, %(unplayed)s"),
)
# How ranks are found.
RULE = (
    gettext_noop("A match won gives %(win)s point, a drawn one %(draw)s, a lost one %(loss)s."),
    gettext_noop("A match won gives %(win)s points, a drawn one %(draw)s, a lost one %(loss)s."),
    gettext_noop("Among equal points decides %(short)s: %(meaning)s."),
    gettext_noop("Then %(short)s: %(meaning)s."),
    gettext_noop("A bye is a match won 2–0; a match an opponent gave up or did not come to is won 2–0 as well."),
    gettext_noop("Whoever was met twice counts twice; a bye is no opponent."),
    gettext_noop(
        "In sums of opponents' scores a match won or lost without playing counts as one against that opponent; a bye "
        "or a round missed alone adds nothing."
    ),
    gettext_noop(
        "In sums of opponents' scores a round nobody played counts as one against somebody with the score one had "
        "before it, who draws all rounds after it; for one's opponents such a round counts as drawn."
    ),
    gettext_noop(
        "In sums of opponents' scores a round nobody played counts as one against somebody with one's own final "
        "score; the rounds an opponent missed at the end by their own doing count as drawn. A round missed by one's "
        "own doing is the first to be left out."
    ),
    gettext_noop("Whoever left keeps their rank by what they played, and counts for their opponents."),
    gettext_noop("A disqualified player has no rank and comes last; what they played counts for their opponents."),
    gettext_noop("All figures are compared as exact fractions; decimals are only shown."),
    gettext_noop("Who is equal in everything shares a rank."),
    gettext_noop("A bye counts in one's own shares."),
    gettext_noop("A bye gives its points but stays out of one's own shares."),
    gettext_noop("A round missed alone is a lost one."),
    gettext_noop("A round missed alone stays out of the share of match points."),
    gettext_noop("An opponent's share never counts less than %(floor)s."),
    gettext_noop("The share of an opponent who left before the last round never counts more than %(cap)s."),
)
TIE_BREAKS = (
    gettext_noop("opponents' match wins"),
    gettext_noop("the mean over all opponents of the share of match points each of them made"),
    gettext_noop("game wins"),
    gettext_noop("the share of game points one made oneself"),
    gettext_noop("opponents' game wins"),
    gettext_noop("the mean over all opponents of the share of game points each of them made"),
    gettext_noop("opponents' opponents' match wins"),
    gettext_noop("the mean over all opponents of their own OMW"),
    gettext_noop("strength of schedule"),
    gettext_noop("the mean over all opponents of their match points a round"),
    gettext_noop("extended strength of schedule"),
    gettext_noop("the mean over all opponents of their own SoS"),
    gettext_noop("Buchholz"),
    gettext_noop("the sum of the opponents' match points"),
    gettext_noop("Buchholz cut 1"),
    gettext_noop("the sum of the opponents' match points without the lowest"),
    gettext_noop("median Buchholz"),
    gettext_noop("the sum of the opponents' match points without the lowest and the highest"),
    gettext_noop("Sonneborn-Berger"),
    gettext_noop("the match points of everyone beaten, and half of those of everyone drawn with"),
    gettext_noop("direct encounter"),
    gettext_noop(
        "how many of those who are equal so far one stands before by the matches among them; where some never met, "
        "only what no result between them could change"
    ),
    gettext_noop("head to head"),
    gettext_noop("if exactly two are equal so far and have met, who won that"),
    gettext_noop("Wins"),
    gettext_noop("matches won"),
    gettext_noop("the number of matches won, byes and awarded ones too"),
    gettext_noop("On time"),
    gettext_noop("on time"),
    gettext_noop("whoever was there before the first round stands before late entrants"),
)
FAMILIES = (
    gettext_noop("Opponents' match wins, then game wins"),
    gettext_noop("Opponents' match wins, then those of their opponents"),
    gettext_noop("Strength of schedule"),
    gettext_noop("Buchholz, as in chess"),
    gettext_noop("Direct encounter, for everyone against everyone"),
)
# Who can still go on.
OUTLOOKS = (
    gettext_noop("in, whatever happens"),
    gettext_noop("cannot make it any more"),
    gettext_noop("can still make it"),
    gettext_noop("in with a draw"),
    gettext_noop("in with a win"),
    gettext_noop("in with a win; after a draw others decide"),
    gettext_noop("others decide, even after a defeat"),
    gettext_noop("needs a draw and others' results"),
    gettext_noop("needs a win and others' results"),
)
# What cannot be paired or dealt.
PROBLEMS = (
    gettext_noop("Nobody is left to pair in round %(round)s; bring players back or end the Swiss rounds."),
    gettext_noop("Only %(player)s is left to pair in round %(round)s; a round needs two players."),
    gettext_noop("Groups need at least four players."),
    gettext_noop("Choose between 1 and %(most)s groups."),
    gettext_noop("%(groups)s groups need at least %(number)s players, two in each; choose fewer groups."),
    gettext_noop("Of each group 1 to %(most)s can go on, since the smallest has %(number)s players."),
    gettext_noop("2 to %(most)s players can go on to the bracket, not %(number)s."),
)
# What a change of a result brings with it.
DROPPED = gettext_noop("%(player)s is dropped.")
CLOSED = gettext_noop("The standings shown are closed and stay, until the organizer closes them anew with a reason.")
RANK = gettext_noop("%(player)s: rank %(rank)s instead of %(old_rank)s, %(points)s points instead of %(old_points)s.")
MORE_RANKS = gettext_noop("And %(number)s more ranks change.")
COMES = gettext_noop("%(player)s comes into the top %(cut)s.")
FALLS = gettext_noop("%(player)s falls out of the top %(cut)s.")
COMES_ON = gettext_noop("%(player)s comes into those who go on.")
FALLS_OUT = gettext_noop("%(player)s falls out of those who go on.")
SEED = gettext_noop("%(player)s is seed %(seed)s instead of %(old_seed)s.")
BRACKET_STAYS = gettext_noop("The bracket was drawn from the old result; it stays as it is.")
ROUND_STAYS = gettext_noop("Round %(round)s was paired from the old result; its tables stay.")
PAIRINGS_STAY = gettext_noop("The pairings of %(round_called)s come from the old result; they stay.")
CAN_BE_MENDED = gettext_noop(
    "Round %(round)s was paired from the old result; its tables stay. The organizer can mend it afterwards."
)
CAN_BE_PAIRED_ANEW = gettext_noop(
    "Round %(round)s was paired from the old result; its tables stay. The organizer can mend it afterwards, with a new "
    "opponent for %(numbers)s players."
)
OR = gettext_noop("%(some)s or %(last)s")

SHARE = re.compile(r"\b([01])\.(\d{4})\b")  # a tie-break with its four places
# What stands in a gap where it is not a number.
GAPS = {
    "note": ".+",
    "player": ANYTHING,
    **dict.fromkeys(("above", "told", "than"), r"\S+"),
    "group": "[A-Z]+",
    "round_called": ROUND_CALLED,
}
PATTERNS = Patterns(
    *(*NOTES, *DEEDS, *DRAWN, *PAIRS, *RANKS, *RULE, *TIE_BREAKS, *FAMILIES, *OUTLOOKS, *PROBLEMS),
    gaps=GAPS,
    words={"short", "meaning", "tie_break", "unplayed", "round_called"},
    listed={"won", "lost", "drew"},
).and_(matches.REASONS, PROPOSED)


CHANGES = matches.CHANGES.and_(
    Patterns(
        *(DROPPED, CLOSED, RANK, MORE_RANKS, COMES, FALLS, COMES_ON, FALLS_OUT, SEED, BRACKET_STAYS),
        *(ROUND_STAYS, PAIRINGS_STAY, CAN_BE_MENDED, CAN_BE_PAIRED_ANEW, OR),
        *ROUNDS,
        gaps={"round_called": ROUND_CALLED},
        words={"numbers", "some", "round_called"},
    )
)


def in_words(said: str) -> str:
    """The sentence in the language of now; as it is when it is none of those above."""
    return sentences.in_words(said, PATTERNS)


def with_shares(said: str) -> str:
    """0.4167 in it with the comma of the reader's language."""
    return SHARE.sub(rf"\1{get_format('DECIMAL_SEPARATOR')}\2", said)


def kept(reason: str) -> str:
    """A reason as it is kept: what a form proposed and nobody changed is a sentence of the site, not of a person."""
    return sentences.as_kept(reason, PROPOSED)


def changes_in_words(changes: Iterable[str]) -> list[str]:
    """What a change of a result brought with it, in the language of this moment."""
    return [sentences.in_words(said, CHANGES) for said in changes]
