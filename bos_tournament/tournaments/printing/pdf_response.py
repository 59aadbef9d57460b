"""Sheets as the answer to whoever asks for them, a person or a program: a PDF that nobody keeps."""

from collections.abc import Iterable

from django.http import HttpResponse

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.printing.sheets import Sheet

A4, LETTER = "a4", "letter"


def printed(tournament: Tournament, name: str, sheets: Iterable[Sheet], *, size: str = A4) -> HttpResponse:
    """The sheets as a PDF; `name` is the end of the file's name, without a type."""
    from bos_tournament.tournaments.printing.pdf import pdf  # half a second of loading that only paper pays

    response = HttpResponse(pdf(printouts.wrapped(tournament, sheets), size=size), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{tournament.slug}-{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
