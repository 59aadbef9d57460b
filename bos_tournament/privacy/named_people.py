"""Words that name people, and by which ways the people are found: as the models say, and through tournaments."""

from typing import Any

from django.db import models

from bos_tournament.decks.models import DeckVersion
from bos_tournament.matches.models import BidAttempt, ClockMark, Correction
from bos_tournament.operations.models import Answered
from bos_tournament.tournaments.models.round import names_around

# Models that know of no tournament, and the words of theirs that may name anybody in it.
NAMES_IN: dict[type[models.Model], dict[str, tuple[str, ...]]] = {
    BidAttempt: names_around("match", "void_reason", "void_reason_message"),
    ClockMark: names_around("match", "why"),
    Correction: names_around("match", "reason", "reason_message", "before", "after"),
    DeckVersion: {"owner__entries__tournament__entrants__user": ("reason",)},
}
# What the others of a tournament were answered can name whoever is erased, and is sealed: it goes as a whole.
ERASED_WITH: dict[type[models.Model], dict[str, dict[str, Any]]] = {
    Answered: {
        "user__entries__tournament__entrants__user": {"answer": {}},
        "user__staff_roles__tournament__entrants__user": {"answer": {}},
    },
}


def names_in(model: type[models.Model]) -> dict[str, tuple[str, ...]]:
    """By each way from a row to people: the fields in which they are named, in words that others need."""
    return {**getattr(model, "NAMES_IN", {}), **NAMES_IN.get(model, {})}


def erased_with(model: type[models.Model]) -> dict[str, dict[str, Any]]:
    """By each way from a row to a person: the fields that are erased with them, and what stands there from then on, or
    what makes that of what stood there."""
    return {**getattr(model, "ERASED_WITH", {}), **ERASED_WITH.get(model, {})}
