"""The list of infractions: what a penalty is given for, what it starts with, and how it grows with repeats."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from bos_tournament.judging.models import Penalty

Level = Penalty.Level
# The words of `infractions.toml`, for those who translate them.
TEXTS = (
    gettext_noop("Broke a rule of the game"),
    gettext_noop("An action that the rules forbid, noticed too late to be simply put right."),
    gettext_noop("Left out a mandatory ability"),
    gettext_noop("An ability that says must was due, and its owner went on without it."),
    gettext_noop("Kept the record badly"),
    gettext_noop("Lines or totals that are missing or wrong, so that the game can hardly be told again."),
    gettext_noop("Looked at what is hidden"),
    gettext_noop("Saw face-down cards, reserves or notes of the other side without the right to."),
    gettext_noop("Deck differs from its list"),
    gettext_noop("The cards on the table are not those of the list with the swaps so far."),
    gettext_noop("List is not legal"),
    gettext_noop("The list itself breaks the rules for decks; a judge amends it as well."),
    gettext_noop("Swapped wrongly"),
    gettext_noop("Cards of another kind or number went in than came out, or a wizard or boss was swapped."),
    gettext_noop("Cards can be told apart"),
    gettext_noop("Backs or sleeves that give face-down cards away, without a plan behind it."),
    gettext_noop("Not at the table when the round began"),
    gettext_noop("Who does not come at all is a no-show; enter that at the table."),
    gettext_noop("Plays too slowly"),
    gettext_noop("Uses much more time than a decision takes, without meaning to run the clock down."),
    gettext_noop("Said something untrue about the game"),
    gettext_noop("A wrong answer about what everybody may know: life, vim, ether, cards on the table."),
    gettext_noop("Asked for or took advice"),
    gettext_noop("Help from somebody else, from notes or from a device while a match is on."),
    gettext_noop("Tried to learn a sealed bid"),
    gettext_noop("Watched the other phone, or had it watched, while bids were sealed."),
    gettext_noop("Behaved badly"),
    gettext_noop("Shouting, insults in passing, leaving the place dirty, not doing what staff ask."),
    gettext_noop("Behaved very badly"),
    gettext_noop("Insults meant to hurt, or anger at people or things that frightens others."),
    gettext_noop("Played for time on purpose"),
    gettext_noop("Slow in order to win or draw by the clock."),
    gettext_noop("Offered or took something for a result"),
    gettext_noop("A result that was bought, agreed on, or left to chance."),
    gettext_noop("Broke rules on purpose"),
    gettext_noop("Knew that it was wrong, wanted to gain by it, or lied to a judge."),
    gettext_noop("Threatened or attacked somebody"),
    gettext_noop("Violence or the threat of it, and theft."),
)


@dataclass(frozen=True)
class Infraction:
    """A row of `infractions.toml`. The rulebook leaves penalties to the tournament (G-155), so the ladder is ours."""

    code: str
    name: Promise
    about: Promise
    rule: str
    steps: tuple[Level, ...]
    needs_rule: bool

    def level_after(self, earlier: int) -> Level:
        """What the ladder proposes for somebody who was penalized for this so many times before."""
        return self.steps[min(earlier, len(self.steps) - 1)]


@cache
def infractions() -> Mapping[str, Infraction]:
    """Every infraction by its code, in the order of the file."""
    text = resources.files(__package__).joinpath("infractions.toml").read_text(encoding="utf-8")
    rows = [
        Infraction(
            code=row["code"],
            name=_(row["name"]),
            about=_(row["about"]),
            rule=row.get("rule", ""),
            steps=tuple(Level(step) for step in row["steps"]),
            needs_rule=not row.get("no_rule", False),
        )
        for row in tomllib.loads(text)["infractions"]
    ]
    return MappingProxyType({row.code: row for row in rows})


def name_of(code: str) -> str:
    """The infraction's name; a code that has left the list names itself."""
    found = infractions().get(code)
    return str(found.name) if found else code
