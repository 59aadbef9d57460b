"""What rounds are called: in a bracket as players call them, elsewhere by their number."""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.tournaments.models import Round, Stage
from bos_tournament.tournaments.stages import Position


def title(round_: Round) -> str:
    """`Semi-finals`, `Round 3`. Asks one query for a round of a bracket, none with the stage of any other."""
    return _title(round_.stage, _at(round_), round_.number)


def called(round_: Round) -> str:
    """The same within a sentence: `the semi-finals`, `round 3`."""
    return _called(round_.stage, _at(round_), round_.number)


def titles(rounds: Iterable[Round]) -> list[tuple[int, str]]:
    """Number and title of rounds of one tournament, all up to the last of them. Asks nothing with the stages."""
    found, at = [], Counter[UUID]()
    for round_ in rounds:
        at[round_.stage_id] += 1
        found.append((round_.number, _title(round_.stage, at[round_.stage_id], round_.number)))
    return found


def next_called(at: Position) -> str:
    """The round that is drawn next, within a sentence. Asks nothing."""
    if at.stage is None:
        return _("round %(round)s") % {"round": at.next_number}
    return _called(at.stage, at.in_stage + 1, at.next_number)


def _at(round_: Round) -> int:
    """Which round of its stage it is; only a bracket needs to know."""
    if not round_.stage.is_bracket:
        return 0
    return Round.objects.filter(stage=round_.stage_id, number__lte=round_.number).count()


def _left(stage: Stage, at: int) -> int | None:
    """How many rounds follow up to the final; -1 is a second final. None where a round has no name of its own."""
    if stage.format == Stage.Format.SINGLE:
        return stage.rounds_planned - at
    left = stage.rounds_planned - at - 1
    return left if stage.format == Stage.Format.DOUBLE and left < 1 else None


def _title(stage: Stage, at: int, number: int) -> str:
    left = _left(stage, at)
    if left is None:
        return _("Round %(round)s") % {"round": number}
    if left > 2:
        return _("Round of %(number)s") % {"number": 2 ** (left + 1)}
    return (_("Final"), _("Semi-finals"), _("Quarter-finals"), _("Second final"))[left]


def _called(stage: Stage, at: int, number: int) -> str:
    left = _left(stage, at)
    if left is None:
        return _("round %(round)s") % {"round": number}
    if left > 2:
        return _("the round of %(number)s") % {"number": 2 ** (left + 1)}
    return (_("the final"), _("the semi-finals"), _("the quarter-finals"), _("the second final"))[left]
