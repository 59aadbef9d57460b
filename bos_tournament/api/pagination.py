"""Pages of long lists."""

from collections.abc import Sequence

from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer


class Pages(PageNumberPagination):
    page_size_query_param = "page_size"
    max_page_size = 200


def listed(request: Request, rows: QuerySet | Sequence[object], shape: type[Serializer], **told: object) -> Response:
    """One page of the rows, which have a fixed order, each in its shape; `told` is what the shape needs to know."""
    pages = Pages()
    page = pages.paginate_queryset(rows, request)
    return pages.get_paginated_response(shape(page, many=True, context=told).data)
