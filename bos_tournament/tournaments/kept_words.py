"""Sentences that are kept, or come out of the pure pairing, in English: told in the language of whoever reads.

What is kept does not depend on who did the deed. A sentence is recognized by its pattern; the names and numbers in it
are put into the pattern in the other language. What nobody recognizes was typed by somebody and stays as it is.
"""

import re
from functools import cache, lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# Why somebody is not in, or was answered so.
NOTES = (
    gettext_noop("The tournament began before your request was answered."),
    gettext_noop("Not seated at the start. No deck list was handed in."),
    gettext_noop("Not seated at the start. The deck list is not legal."),
    gettext_noop("Not seated at the start. Did not check in."),
    gettext_noop("No deck list was handed in."),
    gettext_noop("The deck list is not legal."),
    gettext_noop("Did not check in."),
    gettext_noop("Did not come to round %(round)s."),
)
# Why the desk or a judge did something.
DEEDS = (
    gettext_noop("From the paper slip."),
    gettext_noop("From the paper slip. %(note)s"),
    gettext_noop("Deck check."),
    gettext_noop("Deck check in round %(round)s, table %(table)s"),
    gettext_noop("A judge gave a game loss."),
    gettext_noop("A judge gave a match loss."),
    gettext_noop("The head judge disqualified a player."),
    gettext_noop("A penalty was taken back."),
)
# Why two meet, or why somebody has a bye.
PAIRS = (
    gettext_noop("set by hand"),
    gettext_noop("paired again after an earlier result was corrected"),
    gettext_noop("group %(group)s: round %(round)s of %(rounds)s"),
    gettext_noop("everyone meets everyone: round %(round)s of %(rounds)s"),
    gettext_noop("group %(group)s: the other has left"),
    gettext_noop("everyone meets everyone: the other has left"),
    gettext_noop("bracket: seed %(one)s and seed %(other)s"),
    gettext_noop("bracket: the other has left"),
    gettext_noop("bracket: nobody is left on the other side"),
    gettext_noop("bracket: seed %(seed)s has a bye into the second round"),
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
PATTERNS = (*NOTES, *DEEDS, *PAIRS, *RANKS, *RULE, *TIE_BREAKS, *FAMILIES, *OUTLOOKS, *PROBLEMS)
WORDS = frozenset({"short", "meaning", "tie_break", "unplayed"})  # gaps with words that are translated themselves
MEETINGS = frozenset({"won", "lost", "drew"})
# What stands in a gap; where nothing is said, a number, so that nothing typed is taken for one of these sentences.
NUMBER = r"[0-9][0-9./–]*"
GAPS = dict.fromkeys((*WORDS, "note", "player"), ".+?") | {
    "above": r"\S+",
    "told": r"\S+",
    "than": r"\S+",
    "group": "[A-Z]+",
}
PART = re.compile(r"%\((\w+)\)s")


def in_words(said: str) -> str:
    """The sentence in the language of now; as it is when it is none of those above."""
    found = told_as(said)
    if found is None:
        return said
    return ", ".join(_(pattern) % _facts(facts) if facts else _(pattern) for pattern, facts in found)


@lru_cache(maxsize=4096)
def told_as(said: str) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...] | None:
    """The pattern of a sentence with what stands in its gaps, or of each meeting of a list; None for other words."""
    if said in PATTERNS:
        return ((said, ()),)
    for pattern, shape in _shapes():
        if fits := shape.fullmatch(said):
            return ((pattern, tuple(fits.groupdict().items())),)
    met = said.split(", ")
    return tuple((one, ()) for one in met) if MEETINGS.issuperset(met) else None


def _facts(facts: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {name: _(part) if name in WORDS else part for name, part in facts}


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The patterns with gaps; those that say more come first, so that a gap does not swallow it."""
    with_gaps = sorted((one for one in PATTERNS if "%(" in one), key=lambda one: -len(PART.sub("", one)))
    return tuple((one, re.compile(_shape(one), re.DOTALL)) for one in with_gaps)


def _shape(pattern: str) -> str:
    """A regular expression with a group for each gap."""
    pieces = PART.split(pattern)  # text and names in turn
    return "".join(
        f"(?P<{piece}>{GAPS.get(piece, NUMBER)})" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)
    )
