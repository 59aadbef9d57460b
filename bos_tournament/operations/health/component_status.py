"""How a part of the running site is: a state, a sentence, what to do about it, and the figures behind it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class State(StrEnum):
    """From best to worst."""

    GOOD = "good"  # nothing to do
    LOOK = "look"  # works, and somebody should look
    BAD = "bad"  # does not work


WORDS = {
    State.GOOD: gettext_lazy("OK"),
    State.LOOK: gettext_lazy("check this"),
    State.BAD: gettext_lazy("not working"),
}
ICONS = {State.GOOD: "✓", State.LOOK: "⚠", State.BAD: "✗"}


@dataclass(frozen=True)
class ComponentStatus:
    """`key` is for programs; `todo` is empty where there is nothing to do; `facts` are names with their values."""

    key: str
    title: str
    """Its name on the page, in the reader's language."""
    state: State
    """How it is."""
    said: str
    """A sentence about it, in the reader's language."""
    todo: str = ""
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def word(self) -> str:
        return str(WORDS[self.state])

    @property
    def icon(self) -> str:
        return ICONS[self.state]


def worst(parts: Iterable[ComponentStatus]) -> State:
    order = list(State)
    return max((part.state for part in parts), key=order.index, default=State.GOOD)


def ago(moment: datetime) -> str:
    """“3 minutes ago”; below a minute in seconds, since sweeps run every few."""
    seconds = max(int((timezone.now() - moment).total_seconds()), 0)
    if seconds < 60:
        return _("%(seconds)s s ago") % {"seconds": seconds}
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}


def within(span: timedelta) -> str:
    """“in 4 s”, “in 2 minutes”, or that it is due."""
    seconds = int(span.total_seconds())
    if seconds <= 0:
        return _("due now")
    if seconds < 60:
        return _("in %(seconds)s s") % {"seconds": seconds}
    return _("in %(minutes)s min") % {"minutes": seconds // 60}
