"""Queries that pages ask so often that writing their SQL anew would cost more than asking: it is written once."""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Value = str | UUID | int


class Written(NamedTuple):
    """A query as the database is asked it, and what makes values of its answer."""

    query: "QuerySet[Any, Any]"
    """It itself."""
    compiler: SQLCompiler
    """What wrote it, which knows its columns."""
    sql: str
    """What it wrote."""
    params: tuple[object, ...]
    """What goes with it, with stand-ins for its parameters."""
    converters: Any
    """What Django makes of each column."""


class Prepared(Generic[Row]):
    """A query with parameters, as `build` makes it: `Prepared(build, slug=str, reader=UUID)(slug="cup", reader=pk)`.

    None for a parameter is NULL, which equals nothing. What `build` asks for may not depend on the values otherwise.
    """

    def __init__(self, build: "Callable[..., QuerySet[Any, Row]]", **kinds: type[Value]) -> None:
        self.build = build
        self.stand_ins = {name: _stand_in(name, kind) for name, kind in kinds.items()}
        self.named = {stand_in: name for name, stand_in in self.stand_ins.items()}
        assert len(self.named) == len(kinds), "two parameters look alike: rename one"

    def __call__(self, **values: Value | None) -> list[Row]:
        """The rows for these values."""
        written, mine = self._written, [self._value(param, values) for param in self._written.params]
        compiler: Any = copy(written.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        compiler.as_sql = lambda *_args, **_options: (written.sql, tuple(mine))
        compiler.get_converters = lambda _columns: written.converters
        rows = written.query.all()
        query: Any = rows.query
        query.get_compiler = lambda *_args, **_options: compiler
        return list(rows)

    def _value(self, param: object, values: dict[str, Value | None]) -> object:
        name = self.named.get(param) if isinstance(param, Value) else None
        return param if name is None else values[name]

    @cached_property
    def _written(self) -> "Written":
        query = self.build(**self.stand_ins)
        compiler: Any = query.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_others in compiler.select])
        return Written(query, compiler, sql, tuple(params), converters)


def _stand_in(name: str, kind: type[Value]) -> Value:
    """What no other value of a query is."""
    unique = uuid5(NAMESPACE_OID, f"prepared:{name}")
    if kind is int:
        return unique.int >> 113  # fits any integer of the database
    return str(unique) if kind is str else unique
