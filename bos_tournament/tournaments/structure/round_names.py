"""What rounds are called: in a bracket as players call them, elsewhere by their number."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.messages import localize
from bos_tournament.tournaments.models import Round, Stage, Tournament
from bos_tournament.tournaments.structure.stages import Position, rounds_of
from engine.hosting import Message


def title(round_: Round) -> str:
    """`Semi-finals`, `Round 3`. Asks `Round.in_stage` of a bracket, nothing with the stage of any other."""
    return _title(round_.stage, _at(round_), round_.number)


def called(round_: Round) -> str:
    """The same within a sentence: `the semi-finals`, `round 3`."""
    return localize(message(round_))


def message(round_: Round) -> Message:
    """The same as a message within others."""
    return _called(round_.stage, _at(round_), round_.number)


def has_name(round_: Round) -> bool:
    """Is it called by more than its number?"""
    return _left(round_.stage, _at(round_)) is not None


def in_a_header(round_: Round) -> str:
    """As the header of a written game has it: `Semi-finals`, `3`."""
    return title(round_) if has_name(round_) else str(round_.number)


def look_up(rounds: Iterable[Round]) -> None:
    """Asks once what `title` and `called` need of all of these, which may be of many tournaments."""
    bracket_rounds = [round_ for round_ in rounds if round_.stage.is_bracket]
    if not bracket_rounds:
        return
    numbers = defaultdict[UUID, list[int]](list)
    stage_rounds = Round.objects.filter(stage__in={round_.stage_id for round_ in bracket_rounds}).order_by("number")
    for stage, number in stage_rounds.values_list("stage", "number"):
        numbers[stage].append(number)
    for round_ in bracket_rounds:
        round_.in_stage = numbers[round_.stage_id].index(round_.number) + 1


def titles(rounds: Iterable[Round]) -> list[tuple[int, str]]:
    """Number and title of each. Asks nothing of those that `rounds_of` found."""
    return [(round_.number, title(round_)) for round_ in rounds]


def all_called(tournament: Tournament) -> dict[int, str]:
    """What every round there is is called within a sentence, by number. One query."""
    return {round_.number: called(round_) for round_ in rounds_of(tournament)}


def among(called_: Mapping[int, str], number: int | None) -> str:
    """What the round of that number is called among `all_called`; one that is gone by its number, none by nothing."""
    return (called_.get(number) or numbered(number)) if number else ""


def number_called(tournament: Tournament, number: int | None, *, last: Stage | None = None) -> str:
    """The same for a single round. Asks only where there is a bracket, and not if it is known that the `last` stage
    is none."""
    has_names = tournament.has_bracket and (last is None or last.is_bracket)
    return among(all_called(tournament) if number and has_names else {}, number)


def next_called(at: Position) -> str:
    """The round that is drawn next, within a sentence. Asks nothing."""
    return (
        numbered(at.next_number) if at.stage is None else localize(_called(at.stage, at.in_stage + 1, at.next_number))
    )


def numbered(number: int) -> str:
    """A round without a name of its own, within a sentence."""
    return localize(_numbered(number))


def knock_out(left: int) -> str:
    """The round of a bracket that so many rounds follow up to the final; -1 is a second final."""
    if left > 2:
        return _("Round of %(number)s") % {"number": 2 ** (left + 1)}
    return (_("Final"), _("Semi-finals"), _("Quarter-finals"), _("Second final"))[left]


def _at(round_: Round) -> int:
    """Which round of its stage it is; only a bracket needs to know."""
    return round_.in_stage if round_.stage.is_bracket else 0


def _left(stage: Stage, at: int) -> int | None:
    """How many rounds follow up to the final; -1 is a second final. None where a round has no name of its own."""
    if stage.format == Stage.Format.SINGLE:
        return stage.rounds_planned - at
    left = stage.rounds_planned - at - 1
    return left if stage.format == Stage.Format.DOUBLE and left < 1 else None


def _title(stage: Stage, at: int, number: int) -> str:
    left = _left(stage, at)
    return _("Round %(round)s") % {"round": number} if left is None else knock_out(left)


def _called(stage: Stage, at: int, number: int) -> Message:
    left = _left(stage, at)
    if left is None:
        return _numbered(number)
    if left > 2:
        return Message("round_called.of", number=2 ** (left + 1))
    return Message(f"round_called.{('final', 'semi_finals', 'quarter_finals', 'second_final')[left]}")


def _numbered(number: int) -> Message:
    return Message("round_called.number", round=number)
