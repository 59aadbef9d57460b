"""Values travel to PostgreSQL beside their statement, never inside it.

The server writes a statement that fails into its log: as `$1, $2` then, without amounts, digests and addresses.
"""

import re
from typing import Any

from psycopg import Cursor
from psycopg.pq import TransactionStatus

# The trail and its exceptions put these in front of a statement; bound values allow one statement at a time.
SETTINGS_FIRST = re.compile(r"(?:SELECT set_config\([^;]*\); )+")


class BoundCursor(Cursor[Any]):
    """Runs the settings of a statement before it, in its transaction."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        first = SETTINGS_FIRST.match(query) if isinstance(query, str) and params else None
        if first is None:
            return super().execute(query, params, **options)
        if self.connection.autocommit and self.connection.info.transaction_status == TransactionStatus.IDLE:
            with self.connection.transaction():
                return self._execute_all(first, params, options)
        return self._execute_all(first, params, options)

    def _execute_all(self, first: re.Match[str], params: Any, options: dict[str, Any]) -> Any:
        for setting in first[0].removesuffix("; ").split("; "):
            mine, params = _divided(params, setting.count("%s"))
            super().execute(setting, mine)
        return super().execute(first.string[first.end() :], params or None, **options)


def _divided(params: Any, count: int) -> tuple[Any, Any]:
    """The values of the first so many places and the others; by name, everyone finds their own."""
    return (params, params) if isinstance(params, dict) else (params[:count], params[count:])
