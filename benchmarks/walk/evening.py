"""One evening: every state of a tournament, and in each state every role, with all that is looked at."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from django.db import transaction

from benchmarks.walk import doors, luck
from benchmarks.walk.cast import ROLES, Secrets, World
from benchmarks.walk.story import FORMATS, states
from benchmarks.walk.visit import Finding, Look, Visit, walk
from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool


@dataclass
class Seen:
    """What one role saw of one state."""

    state: str
    """The name of the state."""
    role: str
    """One of ROLES."""
    pages: int = 0
    """How many were opened."""
    pressed: Counter[str] = field(default_factory=Counter)
    """Buttons by kind, and how often each was tried."""
    findings: list[Finding] = field(default_factory=list)
    """What was found wrong."""


def evening(
    name: str,
    kept: Secrets,
    looks: list[Look],
    *,
    at: Callable[[str], bool] = lambda state: True,
    roles: Collection[str] = ROLES,
    by_doors: bool = False,
    alike: int = 2,
) -> Iterator[Seen]:
    """Walks through a format, state by state, where `at` says so; `by_doors` asks for every address there is, whether
    or not a link leads there. So many pages and buttons of one kind are tried in each. Nothing of it stays."""
    with transaction.atomic(), luck.by_seed():
        luck.follow(name)
        catalogue.load(sample_pool().write(), publish=True)
        world = World(FORMATS[name], kept, alike=alike)
        for number, state in enumerate(states(world)):
            for role in roles if at(state) else ():
                luck.follow(str(number), state, role)
                yield _seen(world, state, role, looks, by_doors)
            luck.follow(str(number), state)
        transaction.set_rollback(True)


def _seen(world: World, state: str, role: str, looks: list[Look], by_doors: bool) -> Seen:
    seen = Seen(state, role)
    with transaction.atomic():
        for one in (doors.asked if by_doors else walk)(world, state, role, looks):
            if isinstance(one, Visit):
                seen.pages, seen.pressed = seen.pages + 1, one.pressed
            else:
                seen.findings.append(one)
        transaction.set_rollback(True)
    return seen
