"""What a penalty keeps in English: what it changed."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from bos_tournament.history import sentences
from bos_tournament.history.sentences import Patterns
from bos_tournament.tournaments import kept_words as tournaments

DISQUALIFIED = _("%(player)s is disqualified.")
MATCH_LOST = _("The match that was on is lost.")
CHANGES = tournaments.CHANGES.and_(Patterns(DISQUALIFIED, MATCH_LOST))


def changes_in_words(changes: Iterable[str]) -> list[str]:
    """What a penalty changed, in the language of this moment."""
    return [sentences.in_words(said, CHANGES) for said in changes]
