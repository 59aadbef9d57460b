"""Lines that everybody reads, such as names of tournaments: they hold nothing unseen, and are not blank to the eye."""

import unicodedata

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused

# Letters, to Unicode, that draw nothing.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Between letters of some scripts, and within a picture of several, these two say how they join.
JOINERS = frozenset("\u200c\u200d")


def fault(text: str) -> str:
    """What is wrong with a line, as a sentence; empty when nothing is. An empty line is no fault of this kind."""
    if any(_is_unseen(letter) for letter in text):
        return _("Remove the invisible characters: they can reverse or hide the letters around them.")
    if text.strip() and not any(_draws(letter) for letter in text):
        return _("This looks empty. Enter something readable.")
    return ""


def checked(text: str, *, field: str) -> str:
    """The line in one piece, with single spaces. Raises Refused: `line_unseen`."""
    line = " ".join(text.split())
    if problem := fault(line):
        raise Refused(problem, code="line_unseen", fields={field: problem})
    return line


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") and letter not in JOINERS


def _draws(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in FILLERS
