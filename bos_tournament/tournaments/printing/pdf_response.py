"""PDFs as the answer to whoever asks for them, a person or a program."""

from collections.abc import Iterable

from django.http import HttpResponse

from bos_tournament.tournaments.models import Printout, Tournament
from bos_tournament.tournaments.printing import kept_printouts, printables, printouts
from bos_tournament.tournaments.printing.printables import Printable
from bos_tournament.tournaments.printing.sheets import Sheet

A4, LETTER = "a4", "letter"


def print_or_queue(asked: Printable, *, size: str) -> HttpResponse | Printout:
    """A short PDF drawn now, a long one that is kept; or the long one that a worker has to draw first.

    Raises Http404 where there is nothing to print, and Refused.
    """
    if kept_printouts.is_long(asked):
        printout = kept_printouts.ask_for(asked, size=size)
        return kept(printout) if printout.done_at else printout
    name = printables.file_name(asked.kind, asked.round.number if asked.round else 0)
    return printed(asked.tournament, name, printables.sheets(asked), size=size)


def printed(tournament: Tournament, name: str, sheets: Iterable[Sheet], *, size: str = A4) -> HttpResponse:
    """The sheets as a PDF that nobody keeps; `name` is the end of the file's name, without a type."""
    from bos_tournament.tournaments.printing.pdf import pdf  # half a second of loading that only paper pays

    return _file(pdf(printouts.wrapped(tournament, sheets), size=size), tournament, name)


def kept(printout: Printout) -> HttpResponse:
    """A PDF that a worker has drawn."""
    name = printables.file_name(printout.kind, printout.round)
    assert printout.content is not None
    return _file(printout.content, printout.tournament, name)


def _file(content: bytes, tournament: Tournament, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{tournament.slug}-{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
