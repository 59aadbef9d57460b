"""What does not hold only because somebody has not begun their first turn (10.5.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.bos.model.state import State, Table
from engine.messages import Message
from engine.rule_table import Row

Case = TypeVar("Case")


def row_of(
    holds: Callable[[Case], bool],
    table: Callable[[Case], Table],
    moved: Callable[[Case, State], Case],
    name: Callable[[Case], str],
) -> Row[Case]:
    """The row in front of the one that asks whether a condition holds: it is broken where nothing but the missing
    opponent stands in the way (G-112). `moved` is the case in another position, `name` the card with the condition."""

    def lawful(case: Case) -> bool:
        state = table(case)
        if all(state.turns) or not isinstance(state, State) or holds(case):
            return True
        return not holds(moved(case, state._replace(turns=tuple([max(turns, 1) for turns in state.turns]))))

    return Row("10.5.1", lawful, lambda case: Message("bos.target.no_opponent", card=name(case)), "G-112")
