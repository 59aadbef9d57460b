"""Pages of long lists."""

from collections.abc import Sequence
from typing import Protocol, cast

from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer


class Pages(PageNumberPagination):
    page_size_query_param = "page_size"
    max_page_size = 200


class Rows(Protocol):
    """A long list of which only a page is fetched."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice, /) -> Sequence[object]: ...


def listed(request: Request, rows: QuerySet | Rows, serializer: type[Serializer], **context: object) -> Response:
    """One page of the rows, which have a fixed order, each through its serializer, which gets the `context`."""
    pages = Pages()
    page = pages.paginate_queryset(cast("Sequence[object]", rows), request)  # of which it asks length and slices alone
    return pages.get_paginated_response(serializer(page, many=True, context=context).data)
