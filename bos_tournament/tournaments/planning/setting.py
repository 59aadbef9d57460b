"""What is known of one setting of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bos_tournament.tournaments.models import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

State = Tournament.State


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What is known of a setting besides its name, its type and its usual value, which its field in `Plan` has."""

    section: "StrOrPromise"
    """The heading under which it stands on the page of the settings."""
    label: "StrOrPromise"
    """What it is called there."""
    help: "StrOrPromise" = ""
    """What is said of it there."""
    meaning: str = ""
    """What is said of it to programs, in English like all of their documentation."""
    least: int | None = None
    """The smallest number that may be chosen."""
    most: int | None = None
    """The largest number that may be chosen."""
    choices: tuple[tuple[Any, "StrOrPromise"], ...] = ()
    """What may be chosen, with its label; empty where anything may."""
    fault: "StrOrPromise" = ""
    """What to do about anything else, with gaps for `least`, `most` and the `known` choices."""
    left_out: str = ""
    """`stays`: where a form leaves it out, it stays as it is; `usual`: it is as usual."""
    until: str = State.OPEN
    """The last state of the tournament in which it may change."""

    def allows(self, value: Any) -> bool:
        """Whether this may be chosen."""
        if value is None:
            return True
        if self.choices and value not in dict(self.choices):
            return False
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)

    def what_to_do(self) -> str:
        """The sentence for a value that may not be chosen."""
        values = ", ".join(str(value) for value, _label in self.choices)
        return str(self.fault) % {"least": self.least, "most": self.most, "known": values}


def about(section: "StrOrPromise", label: "StrOrPromise", **facts: Any) -> Mapping[str, Setting]:
    """The metadata of a field of `Plan`."""
    return {"setting": Setting(section=section, label=label, **facts)}
