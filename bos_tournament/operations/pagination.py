"""Long tables in pages: as many rows as a phone loads quickly, and a search that finds the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest

AT_ONCE = 64
MOST_WORDS = 80
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Ordered(Generic[Row]):
    """Rows in an order the database does not know; only those of a page are fetched, with one query."""

    rows: "QuerySet[Row]"
    """A query that finds at least these rows."""
    ids: Sequence[Any]
    """The primary keys of all rows, in their order."""

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, part: slice) -> list[Row]:
        by_pk = self.rows.in_bulk(self.ids[part])
        return [by_pk[pk] for pk in self.ids[part]]


def page(request: HttpRequest, rows: Any, *, at_once: int | None = None, count: int | None = None) -> "Page[Any]":
    """The page that ?page= asks for, the nearest one there is; `count` is how many rows there are, if known."""
    paginator = Paginator(rows, at_once or AT_ONCE)
    if count is not None:
        paginator.__dict__["count"] = count  # a cached property, which would ask
    return paginator.get_page(request.GET.get("page"))


def search_words(request: HttpRequest) -> str:
    """What ?q= looks for. No text of the database has a zero byte, so it is passed over."""
    return request.GET.get("q", "").replace("\0", "")[:MOST_WORDS].strip()
