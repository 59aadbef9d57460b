"""How PostgreSQL's own programs, and connections beside Django's, reach the database of the site."""

from django.db import connection
from psycopg.conninfo import make_conninfo

NOT_FOR_LIBPQ = {"context", "cursor_factory", "prepare_threshold", "options", "password"}
NO_TIME_LIMITS = "-c statement_timeout=0 -c lock_timeout=5s -c idle_in_transaction_session_timeout=0"


def conninfo() -> str:
    params = {name: value for name, value in connection.get_connection_params().items() if name not in NOT_FOR_LIBPQ}
    return make_conninfo(**params)


def password() -> str:
    return str(connection.get_connection_params().get("password") or "")
