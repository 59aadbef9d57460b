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
    gettext_noop("Game rule violation"),
    gettext_noop("An illegal action noticed too late to be simply undone."),
    gettext_noop("Missed mandatory ability"),
    gettext_noop("A mandatory ability had to be used, and play went on without it."),
    gettext_noop("Record error"),
    gettext_noop("Missing or wrong lines or totals, so that the game is hard to reconstruct."),
    gettext_noop("Looking at hidden cards"),
    gettext_noop("Seeing face-down cards, reserves or the opponent's notes without permission."),
    gettext_noop("Deck does not match its list"),
    gettext_noop("The cards on the table are not those of the list with the swaps so far."),
    gettext_noop("Illegal deck list"),
    gettext_noop("The deck list itself breaks the deck rules; a judge also amends it."),
    gettext_noop("Illegal swap"),
    gettext_noop("Different kinds or numbers of cards swapped in than out, or a wizard or boss swapped."),
    gettext_noop("Marked cards"),
    gettext_noop("Backs or sleeves that give face-down cards away, without intent."),
    gettext_noop("Tardiness"),
    gettext_noop("Late for the start of the round. If the player never comes, enter a no-show at the table."),
    gettext_noop("Slow play"),
    gettext_noop("Taking much longer than a decision needs, without intent to run down the clock."),
    gettext_noop("Misrepresentation"),
    gettext_noop("A false statement about public information: life, vim, ether, cards on the table."),
    gettext_noop("Outside assistance"),
    gettext_noop("Help from other people, notes or a device during a match."),
    gettext_noop("Trying to learn a sealed bid"),
    gettext_noop("Watching the opponent's phone, or having it watched, while bids are sealed."),
    gettext_noop("Unsporting conduct: minor"),
    gettext_noop("Shouting, casual insults, leaving a mess, ignoring staff instructions."),
    gettext_noop("Unsporting conduct: major"),
    gettext_noop("Insults meant to hurt, or anger that frightens others."),
    gettext_noop("Stalling"),
    gettext_noop("Playing slowly on purpose to win or draw by the clock."),
    gettext_noop("Bribery"),
    gettext_noop("Buying a result, agreeing on one, or leaving it to chance."),
    gettext_noop("Cheating"),
    gettext_noop("Breaking a rule knowingly to gain an advantage, or lying to a judge."),
    gettext_noop("Aggression"),
    gettext_noop("Violence, threats of violence, or theft."),
)


@dataclass(frozen=True)
class Infraction:
    """A row of `infractions.toml`. The rulebook leaves penalties to the tournament (G-155), so the ladder is ours."""

    code: str
    """What penalties keep of it."""
    name: Promise
    """Its heading, in the reader's language."""
    about: Promise
    """A sentence that explains it, in the reader's language."""
    rule: str
    """The number that is cited where the judge names none; empty for no such rule."""
    steps: tuple[Level, ...]
    """The level for the first offence, the second and so on; the last is for all further ones."""
    needs_rule: bool
    """Whether a penalty for it must cite a rule."""

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
    infraction = infractions().get(code)
    return str(infraction.name) if infraction else code
