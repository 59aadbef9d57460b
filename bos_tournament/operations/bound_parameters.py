"""Values travel to PostgreSQL beside their statement, never inside it.

The server writes a statement that fails into its log: as `$1, $2` then, without amounts, digests and addresses.
"""

import re
from collections.abc import Iterator
from typing import Any

from psycopg import Cursor
from psycopg.pq import TransactionStatus

from bos_tournament.audit import tracking

Asked = tuple[str, Any]  # a statement and its values

# The trail and its exceptions put these in front of a statement; bound values allow one statement at a time.
SETTINGS_FIRST = re.compile(r"(?:SELECT set_config\([^;]*\); )+")
OF_THE_TRAIL = "SELECT set_config('pghistory.context_id'"
# A trail is kept of what is written to tracked tables. Elsewhere its settings would double the statements of a deed.
LEAVES_NO_TRAIL = re.compile(r"\s*(?:SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT)\b")
WRITES_TO = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)"?')


class BoundCursor(Cursor[Any]):
    """Runs the settings of a statement before it, in its transaction; those of the trail only where it leaves one."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        first = SETTINGS_FIRST.match(query) if isinstance(query, str) and params else None
        if first is None:
            return super().execute(query, params, **options)
        *settings, (statement, own) = _one_by_one(first, params)
        if (
            settings
            and self.connection.autocommit
            and self.connection.info.transaction_status == TransactionStatus.IDLE
        ):
            with self.connection.transaction():
                return self._execute_all(settings, statement, own, options)
        return self._execute_all(settings, statement, own, options)

    def _execute_all(self, settings: list[Asked], statement: str, params: Any, options: dict[str, Any]) -> Any:
        for setting, values in settings:
            super().execute(setting, values)
        return super().execute(statement, params or None, **options)


def _one_by_one(first: re.Match[str], params: Any) -> Iterator[Asked]:
    """The settings that matter to the statement, and last the statement itself."""
    statement = first.string[first.end() :]
    leaves_trail = _leaves_trail(statement)
    for setting in first[0].removesuffix("; ").split("; "):
        mine, params = _divided(params, setting.count("%s"))
        if leaves_trail or not setting.startswith(OF_THE_TRAIL):
            yield setting, mine
    yield statement, params


def _leaves_trail(statement: str) -> bool:
    """May it change tracked rows? So it is, unless its beginning says what else it does."""
    if LEAVES_NO_TRAIL.match(statement):
        return False
    written = WRITES_TO.match(statement)
    return written is None or written[1] in tracking.TABLES


def _divided(params: Any, count: int) -> tuple[Any, Any]:
    """The values of the first so many places and the others; by name, everyone finds their own."""
    return (params, params) if isinstance(params, dict) else (params[:count], params[count:])
