"""Doors that answer with a file: a program may ask for its kind by `Accept`, and refusals stay JSON all the same."""

from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import BaseRenderer, JSONRenderer


class Pdf(JSONRenderer):
    """Lets a request name the kind. The file itself needs no renderer; what is rendered are refusals."""

    media_type = "application/pdf"
    format = "pdf"


class Text(JSONRenderer):
    """As for PDFs."""

    media_type = "text/plain"
    format = "txt"


AS_PDF = {(200, "application/pdf"): OpenApiTypes.BINARY}
AS_TEXT = {(200, "text/plain"): OpenApiTypes.STR}
PDF: list[type[BaseRenderer]] = [Pdf, JSONRenderer]
TEXT: list[type[BaseRenderer]] = [Text, JSONRenderer]
