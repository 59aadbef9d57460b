"""Entering many people from a table somebody kept elsewhere: every row is read, every fault named, nothing lost.

A row is a handle and, if wanted, a real name; with a heading that says so, also earned byes. People of the file become
guests. Reading the same file again finds them entered already and changes nothing.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import TextChoices
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts import handles
from bos_tournament.accounts.confusable_names import skeleton
from bos_tournament.accounts.guests import make_guest
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import guests, participation, registration
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Staff, Tournament
from bos_tournament.tournaments.structure.locking import lock_tournament

MOST_ROWS = 500
MOST_LETTERS = 200_000
MOST_OF_A_NAME = 80
SEPARATORS = ",;\t"
COLUMNS = {
    "handle": ("handle", "name", "player", "nickname"),
    "real_name": ("real name", "real_name", "realname", "full name"),
    "byes": ("byes", "earned byes", "earned_byes"),
}


@dataclass(frozen=True)
class ImportFault:
    """What is wrong in one cell, and what to do. Lines and columns count from 1."""

    line: int
    """The line of the file."""
    column: int
    """Which cell of it."""
    message: str
    """In the reader's language."""


class Fate(TextChoices):
    """What importing does with a line, or why it does nothing."""

    NEW_GUEST = "new_guest", gettext_lazy("a new guest")
    KNOWN_GUEST = "known_guest", gettext_lazy("a guest of an earlier event")
    ALREADY_IN = "already_in", gettext_lazy("already in")
    LEFT_OUT = "left_out", gettext_lazy("left out")
    OWN_ACCOUNT = "own_account", gettext_lazy("a player's own account")


Standing = Fate | Entrant.State


@dataclass(frozen=True)
class ImportRow:
    """A line of the file, and where it stands; a row with faults is left out."""

    line: int
    """The line of the file, from 1."""
    text: str
    """The line as it was written."""
    handle: str
    """As read; empty where it is missing."""
    real_name: str
    """Empty where none is given."""
    standing: Standing
    """What importing does with it, or what this player already is here."""
    user: User | None = None
    """Whose handle it is; None for a new guest."""
    byes: int = 0
    """Earned byes to promise."""
    faults: tuple[ImportFault, ...] = ()
    """Everything wrong with it, from left to right."""

    @property
    def fate(self) -> str:
        """What importing does with it, in words."""
        return str(self.standing.label)

    @property
    def is_new(self) -> bool:
        """Would importing enter somebody?"""
        return not self.faults and self.standing is not Fate.ALREADY_IN


@dataclass(frozen=True)
class ImportLine:
    """A line of the file with its cells, and which column holds what."""

    number: int
    """Counted from 1, empty lines too."""
    text: str
    """The line as it was written."""
    cells: tuple[str, ...]
    """Without space around them."""
    order: tuple[str, ...] = ("handle", "real_name")
    """What each column holds: a key of COLUMNS, or the heading's own word."""
    heading: str = ""
    """The line that named the columns; empty without one."""

    def column(self, name: str) -> int:
        """Which column holds this, from 1; the next free one when none does."""
        return 1 + (self.order.index(name) if name in self.order else len(self.order))

    def value(self, name: str) -> str:
        at = self.column(name) - 1
        return handles.normalize_handle(self.cells[at]) if name in self.order and at < len(self.cells) else ""

    def unread(self) -> int | None:
        """The first column that says something nobody asked for."""
        columns = {self.column(name) for name in COLUMNS if name in self.order}
        return next((at for at, cell in enumerate(self.cells, start=1) if cell and at not in columns), None)


EARNED = ("", *map(str, range(MOST_EARNED_BYES + 1)))
IN = (*Entrant.TAKING_PART, Entrant.State.DROPPED)


@dataclass(frozen=True)
class Reading:
    """A file as it was understood."""

    rows: tuple[ImportRow, ...]
    """In the order of the file, without empty lines."""
    free: int
    """Free places; who comes after them waits."""
    running: bool
    """Whether the tournament runs; then more people than places are refused as a whole."""
    heading: str = ""
    """The line that named the columns; empty without one."""

    @property
    def faults(self) -> tuple[ImportFault, ...]:
        return tuple(fault for row in self.rows for fault in row.faults)

    @property
    def entering(self) -> tuple[ImportRow, ...]:
        return tuple(row for row in self.rows if row.is_new)

    @property
    def waiting(self) -> int:
        """How many of those who are entered would have to wait."""
        return max(len(self.entering) - self.free, 0)

    @property
    def has_byes(self) -> bool:
        return any(row.byes for row in self.rows)

    @property
    def already_in(self) -> int:
        return sum(row.standing is Fate.ALREADY_IN for row in self.rows)

    @property
    def left_over(self) -> str:
        """The lines with faults, as they were written, to be mended and read again: under their heading, without which
        a real name would be read as a handle."""
        faulty = [row.text for row in self.rows if row.faults]
        return "\n".join([self.heading, *faulty] if self.heading and faulty else faulty)


def preview(tournament: Tournament, text: str, *, by: User) -> Reading:
    """What importing this text would do. Changes nothing.

    Raises Refused when it is no table at all: `no_rows`, `too_many_rows`, `too_long`, `unclosed_quote`.
    """
    lines = _lines(text)
    people = _people(tournament, [line.value("handle") for line in lines], by)
    shapes = _shapes(line.value("handle") for line in lines)
    seen: dict[str, int] = {}
    rows = tuple(_row(line, people, shapes, seen, tournament) for line in lines)
    running = tournament.state == Tournament.State.RUNNING
    return Reading(rows, len(registration.free_places(tournament)), running, lines[0].heading)


@transaction.atomic
def import_entrants(tournament: Tournament, text: str, *, by: User) -> Reading:
    """Enters every row without a fault, in the order of the file, and gives what was done with each.

    Raises Refused like `preview`, when walk-ins may not be added now, and as a whole when the tournament runs and
    there are fewer places than people.
    """
    tournament = lock_tournament(tournament)
    guests.refuse_unless_open(tournament)
    reading = preview(tournament, text, by=by)
    if reading.running and reading.waiting:
        sentence = _("There are only %(free)s free places for %(people)s players, so no one was added. Remove some.")
        raise Refused(sentence % {"free": reading.free, "people": len(reading.entering)}, code="full")
    for row in reading.entering:
        user = row.user or make_guest(handle=row.handle, real_name=row.real_name)
        entrant = registration.enter_by_staff(tournament, user, by=by)
        if row.byes:
            participation.set_earned_byes(entrant, byes=row.byes)
    return reading


def _lines(text: str) -> list[ImportLine]:
    """The rows with somebody in them; a heading, if there is one, sets the order of the columns."""
    if len(text) > MOST_LETTERS:
        raise Refused(
            _("This is more than %(most)s characters; import it in parts.") % {"most": f"{MOST_LETTERS:,}"},
            code="too_long",
        )
    written = text.lstrip("\ufeff").splitlines()
    lines = list(_cut(written, _separator(written)))
    order = _heading(lines[0]) if lines else None
    if order:
        lines = [replace(line, order=order, heading=lines[0].text) for line in lines[1:]]
    if not lines:
        raise Refused(_("No row has a name. Write one player per line: handle, real name."), code="no_rows")
    if len(lines) > MOST_ROWS:
        raise Refused(
            _("There are %(number)s rows; import at most %(most)s at a time.")
            % {"number": len(lines), "most": MOST_ROWS},
            code="too_many_rows",
        )
    return lines


def _cut(written: Sequence[str], separator: str) -> Iterator[ImportLine]:
    """A row a line, so that a forgotten quotation mark spoils its own line alone."""
    for number, text in enumerate(written, start=1):
        if not text.strip(f" {SEPARATORS}"):
            continue
        cells = [text] if _is_unclosed(text) else next(csv.reader([text], delimiter=separator))
        yield ImportLine(number, text, tuple(cell.strip() for cell in cells))


def _is_unclosed(text: str) -> bool:
    return text.count('"') % 2 == 1


def _separator(written: Sequence[str]) -> str:
    """The sign that most lines hold; a comma when none does."""
    return max(SEPARATORS, key=lambda sign: sum(sign in text for text in written))


def _heading(first: ImportLine) -> tuple[str, ...] | None:
    """What each column holds when the first line says so."""
    columns = {word: column for column, words in COLUMNS.items() for word in words}
    words = [cell.casefold() for cell in first.cells]
    if "handle" in words:
        columns["name"] = "real_name"
    return tuple(columns.get(word, word) for word in words) if words[0] in columns else None


def _people(tournament: Tournament, names: Sequence[str], by: User) -> dict[str, tuple[User, Standing]]:
    """By handle in small letters: who has it already, and what that means here. Three queries for any number."""
    lower_names = {name.lower() for name in names}
    users = list(User.objects.alias(low=Lower("handle")).filter(low__in=lower_names))
    entered = dict(tournament.entrants.filter(user__in=users).values_list("user", "state"))
    staffed = Staff.objects.filter(user=by).values("tournament")
    guests_here = Entrant.objects.filter(user__in=users, user__guest=True, tournament__in=staffed)
    own_guests = set(guests_here.values_list("user", flat=True))
    return {user.handle.lower(): (user, _standing(entered.get(user.pk), user.pk in own_guests)) for user in users}


def _standing(state: str | None, is_known: bool) -> Standing:
    if state in IN:
        return Fate.ALREADY_IN
    if state:
        return Entrant.State(state)
    return Fate.KNOWN_GUEST if is_known else Fate.OWN_ACCOUNT


def _shapes(names: Iterable[str]) -> dict[str, str]:
    """Who already has a handle of the same shape as one of these. One query."""
    skeletons = {skeleton(name) for name in names}
    return {str(user.skeleton): user.handle for user in User.objects.filter(skeleton__in=skeletons)}


def _row(
    line: ImportLine,
    people: dict[str, tuple[User, Standing]],
    shapes: dict[str, str],
    seen: dict[str, int],
    tournament: Tournament,
) -> ImportRow:
    handle, real_name = line.value("handle"), line.value("real_name")
    key = handle.lower()
    user, standing = people.get(key, (None, Fate.NEW_GUEST))
    byes = line.value("byes")
    faults = [*_faults(line, handle, real_name, is_new=user is None), *_faulty_byes(line, byes, tournament)]
    if not faults and key in seen:
        sentence = _("%(handle)s is in line %(line)s too; keep one of the two.") % {"handle": handle, "line": seen[key]}
        faults.append(ImportFault(line.number, line.column("handle"), sentence))
    if not faults and user and standing not in (Fate.ALREADY_IN, Fate.KNOWN_GUEST):
        faults.append(ImportFault(line.number, line.column("handle"), _taken(handle, standing, tournament)))
    alike = shapes.setdefault(skeleton(handle), handle)
    if not faults and user is None and alike.lower() != key:
        faults.append(ImportFault(line.number, line.column("handle"), str(handles.ALIKE)))
    seen.setdefault(key, line.number)
    earned = int(byes) if byes and not faults else 0
    return ImportRow(
        line.number, line.text, handle, real_name, Fate.LEFT_OUT if faults else standing, user, earned, tuple(faults)
    )


def _faults(line: ImportLine, handle: str, real_name: str, *, is_new: bool) -> Iterator[ImportFault]:
    if _is_unclosed(line.text):
        yield ImportFault(line.number, 1, _("A quotation mark is not closed; close it or remove it."))
        return
    if is_new and (fault := _faulty_handle(handle)):
        yield ImportFault(line.number, line.column("handle"), fault)
    if len(real_name) > MOST_OF_A_NAME:
        sentence = _("A real name can have at most %(most)s characters; shorten it.") % {"most": MOST_OF_A_NAME}
        yield ImportFault(line.number, line.column("real_name"), sentence)
    if column := line.unread():
        yield ImportFault(
            line.number, column, _("Only a handle, a real name and earned byes are read; remove this column.")
        )


def _faulty_byes(line: ImportLine, byes: str, tournament: Tournament) -> Iterator[ImportFault]:
    if byes not in EARNED:
        sentence = _("Earned byes are a number from 0 to %(most)s; fix it or leave the cell empty.")
        yield ImportFault(line.number, line.column("byes"), sentence % {"most": MOST_EARNED_BYES})
    elif byes.strip("0") and (tournament.started_at or not tournament.has_swiss_rounds):
        sentence = _("Earned byes are for Swiss rounds and are given before the start; leave the cell empty.")
        yield ImportFault(line.number, line.column("byes"), sentence)


def _faulty_handle(handle: str) -> str:
    if not handle:
        return _("The handle is missing; add the name everyone sees.")
    try:
        handles.well_formed(handle)
    except Refused as fault:
        return str(fault)
    return ""


def _taken(handle: str, standing: Standing, tournament: Tournament) -> str:
    if standing is Fate.OWN_ACCOUNT:
        code = tournament.join_code
        return _(
            "%(handle)s has an account of their own. They can join with the code %(code)s, or choose another handle."
        ) % {"handle": handle, "code": code}
    return _("%(handle)s was already here and is %(standing)s; see this player's page.") % {
        "handle": handle,
        "standing": standing.label,
    }
