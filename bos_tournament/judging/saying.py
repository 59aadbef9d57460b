"""What the engine says about records, in the language of whoever reads it; the engine itself speaks English.

Findings and comparisons are kept as the engine said them. A card's name and text, lines of a record and seats stay as
they are; a sentence that has no pattern stays English.
"""

from bos_tournament.decks.sentences import FAULTS
from bos_tournament.history import sentences
from bos_tournament.history.sentences import ANYTHING, Patterns
from bos_tournament.judging.words_broken import BROKEN
from bos_tournament.judging.words_compared import COMPARED
from bos_tournament.judging.words_records import CLOCKS, RECORDS
from bos_tournament.judging.words_told import ASKED, TOLD
from bos_tournament.matches import words_of_rules

PLACE = r"[12](?:w?[abc]|\*)"
SEAT = r"P\d"
TIME = r"[0-9:,]+"
LINES = r"“.*?” \(lines? [0-9]+(?: to [0-9]+)?\)"
CHANGE = (
    r"(?:“.*?” was forgotten before line [0-9]+"
    r"|line [0-9]+ (?:should read “.*?”|and the one after it stand the wrong way round|was written twice))"
)
WHAT = (
    rf"(?:Moment|(?:Life|Vim|Ether|Castle|Spellbook|Graveyard) of {SEAT}|Attacks declared by {SEAT}|Lasting effects"
    rf"|Waiting for|End|The rules|Who goes first|Ether of P1/P2|Wizards of {SEAT} in a, b, c|{PLACE})"
)
GAPS = {
    **dict.fromkeys(("card", "source", "target", "player", "text", "names", "name", "next", "again"), ANYTHING),
    **dict.fromkeys(("seat", "other"), SEAT),
    **dict.fromkeys(("face", "most", "before", "lines"), TIME),
    **dict.fromkeys(("moment", "earlier", "edition", "word"), r"\S+"),
    **dict.fromkeys(("column", "wrong"), "[a-z]"),
    **dict.fromkeys(("quoted", "against"), LINES),
    **dict.fromkeys(("change", "second"), CHANGE),
    **dict.fromkeys(("was", "now"), "-?[0-9]+"),
    "amount": r"[0-9]+ (?:life|vim|ether|strength)",
    "kind": r"a (?:wizard|summon|spell|boss)",
    "one": rf".+\({PLACE}\)",
    "phase": r"(?:startup|summoning|main|ending) phase",
    "place": PLACE,
    "rule": r"[0-9.]+(?: \(ruling [A-Z]-[0-9]+\))?",
    "ruling": r"[A-Z]-[0-9]+",
    "what": WHAT,
}
WORDS = frozenset(
    (
        *("also", "amount", "cards", "form", "having", "kind", "last", "one", "phase", "rule", "said", "times"),
        *("against", "change", "left", "quoted", "reader", "right", "second", "what", "writer"),
    )
)
PATTERNS = Patterns(*(*BROKEN, *RECORDS, *CLOCKS, *COMPARED, *TOLD, *ASKED), gaps=GAPS, words=WORDS).and_(
    words_of_rules.PATTERNS, FAULTS
)


def in_words(said: str) -> str:
    """A sentence of the engine in the language of this moment; as it is when the engine has no such sentence.

    What is a part of a sentence in one place may stand alone in another, and then begins with a capital letter.
    """
    if sentences.told_as(said, PATTERNS) is None and said[:1].isupper():
        inner = said[:1].lower() + said[1:]
        if sentences.told_as(inner, PATTERNS) is not None:
            told = sentences.in_words(inner, PATTERNS)
            return told[:1].upper() + told[1:]
    return sentences.in_words(said, PATTERNS)
