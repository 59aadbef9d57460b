"""Entering many people from a table somebody kept elsewhere: every row is read, every fault named, nothing lost.

A row is a handle and, if wanted, a real name; with a heading that says so, also earned byes. People of the file become
guests. Reading the same file again finds them entered already and changes nothing.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts import handles
from bos_tournament.accounts.guests import make_guest
from bos_tournament.accounts.lookalikes import skeleton
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.tournaments import fielding, guests, joining
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Staff, Tournament
from bos_tournament.tournaments.versions import locked

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
class Fault:
    """What is wrong in one cell, and what to do. Lines and columns count from 1."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Row:
    """A line of the file. `fate` says what importing does with it, in words; a row with faults is left out."""

    line: int
    text: str
    handle: str
    real_name: str
    fate: str
    user: User | None = None
    byes: int = 0
    faults: tuple[Fault, ...] = ()

    @property
    def is_new(self) -> bool:
        """Would importing enter somebody?"""
        return not self.faults and self.fate != ALREADY_IN


@dataclass(frozen=True)
class Line:
    """A line of the file with its cells, and which column holds what."""

    number: int
    text: str
    cells: tuple[str, ...]
    order: tuple[str, ...] = ("handle", "real_name")
    heading: str = ""  # the line that said so, if one did

    def column(self, name: str) -> int:
        """Which column holds this, from 1; the next free one when none does."""
        return 1 + (self.order.index(name) if name in self.order else len(self.order))

    def value(self, name: str) -> str:
        at = self.column(name) - 1
        return handles.tidied(self.cells[at]) if name in self.order and at < len(self.cells) else ""

    def unread(self) -> int | None:
        """The first column that says something nobody asked for."""
        known = {self.column(name) for name in COLUMNS if name in self.order}
        return next((at for at, cell in enumerate(self.cells, start=1) if cell and at not in known), None)


NEW_GUEST, KNOWN_GUEST = gettext_lazy("a new guest"), gettext_lazy("a guest of an earlier evening")
ALREADY_IN, LEFT_OUT = gettext_lazy("in already"), gettext_lazy("left out")
OWN_ACCOUNT = gettext_lazy("somebody's own account")
EARNED = ("", *map(str, range(MOST_EARNED_BYES + 1)))
IN = (*Entrant.TAKING_PART, Entrant.State.DROPPED)


@dataclass(frozen=True)
class Reading:
    """A file as it was understood."""

    rows: tuple[Row, ...]
    free: int  # places; who comes after them waits
    running: bool  # then nobody waits: more than fit are refused as a whole
    heading: str = ""  # the line that named the columns

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for row in self.rows for fault in row.faults)

    @property
    def entering(self) -> tuple[Row, ...]:
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
        return sum(row.fate == ALREADY_IN for row in self.rows)

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
    return Reading(rows, len(joining.free_places(tournament)), running, lines[0].heading)


@transaction.atomic
def import_entrants(tournament: Tournament, text: str, *, by: User) -> Reading:
    """Enters every row without a fault, in the order of the file, and gives what was done with each.

    Raises Refused like `preview`, when walk-ins may not be added now, and as a whole when the tournament runs and
    there are fewer places than people.
    """
    tournament = locked(tournament)
    guests.refuse_unless_open(tournament)
    reading = preview(tournament, text, by=by)
    if reading.running and reading.waiting:
        said = _("There are %(free)s free places for %(people)s people, so nobody was entered. Leave some out.")
        raise Refused(said % {"free": reading.free, "people": len(reading.entering)}, code="full")
    for row in reading.entering:
        user = row.user or make_guest(handle=row.handle, real_name=row.real_name)
        entrant = joining.enter_by_staff(tournament, user, by=by)
        if row.byes:
            fielding.promise_byes(entrant, byes=row.byes)
    return reading


def _lines(text: str) -> list[Line]:
    """The rows with somebody in them; a heading, if there is one, sets the order of the columns."""
    if len(text) > MOST_LETTERS:
        raise Refused(
            _("This is more than %(most)s letters; import it in parts.") % {"most": f"{MOST_LETTERS:,}"},
            code="too_long",
        )
    written = text.lstrip("\ufeff").splitlines()
    lines = list(_cut(written, _separator(written)))
    order = _heading(lines[0]) if lines else None
    if order:
        lines = [replace(line, order=order, heading=lines[0].text) for line in lines[1:]]
    if not lines:
        raise Refused(_("There is no row with a name. Write one person a line: handle, real name."), code="no_rows")
    if len(lines) > MOST_ROWS:
        raise Refused(
            _("These are %(number)s rows; import at most %(most)s at a time.")
            % {"number": len(lines), "most": MOST_ROWS},
            code="too_many_rows",
        )
    return lines


def _cut(written: Sequence[str], separator: str) -> Iterator[Line]:
    """A row a line, so that a forgotten quotation mark spoils its own line alone."""
    for number, text in enumerate(written, start=1):
        if not text.strip(f" {SEPARATORS}"):
            continue
        cells = [text] if _is_unclosed(text) else next(csv.reader([text], delimiter=separator))
        yield Line(number, text, tuple(cell.strip() for cell in cells))


def _is_unclosed(text: str) -> bool:
    return text.count('"') % 2 == 1


def _separator(written: Sequence[str]) -> str:
    """The sign that most lines hold; a comma when none does."""
    return max(SEPARATORS, key=lambda sign: sum(sign in text for text in written))


def _heading(first: Line) -> tuple[str, ...] | None:
    """What each column holds when the first line says so."""
    known = {word: column for column, words in COLUMNS.items() for word in words}
    words = [cell.casefold() for cell in first.cells]
    if "handle" in words:
        known["name"] = "real_name"
    return tuple(known.get(word, word) for word in words) if words[0] in known else None


def _people(tournament: Tournament, names: Sequence[str], by: User) -> dict[str, tuple[User, str]]:
    """By handle in small letters: who has it already, and what that means here. Three queries for any number."""
    wanted = {name.lower() for name in names}
    users = list(User.objects.alias(low=Lower("handle")).filter(low__in=wanted))
    entered = dict(tournament.entrants.filter(user__in=users).values_list("user", "state"))
    staffed = Staff.objects.filter(user=by).values("tournament")
    guests_here = Entrant.objects.filter(user__in=users, user__guest=True, tournament__in=staffed)
    known = set(guests_here.values_list("user", flat=True))
    return {user.handle.lower(): (user, _standing(entered.get(user.pk), user.pk in known)) for user in users}


def _standing(state: str | None, is_known: bool) -> str:
    if state in IN:
        return str(ALREADY_IN)
    if state:
        return str(Entrant.State(state).label)
    return str(KNOWN_GUEST) if is_known else str(OWN_ACCOUNT)


def _shapes(names: Iterable[str]) -> dict[str, str]:
    """Who already has a handle of the same shape as one of these. One query."""
    wanted = {skeleton(name) for name in names}
    return {str(user.skeleton): user.handle for user in User.objects.filter(skeleton__in=wanted)}


def _row(
    line: Line,
    people: dict[str, tuple[User, str]],
    shapes: dict[str, str],
    seen: dict[str, int],
    tournament: Tournament,
) -> Row:
    handle, real_name = line.value("handle"), line.value("real_name")
    key = handle.lower()
    user, standing = people.get(key, (None, str(NEW_GUEST)))
    byes = line.value("byes")
    faults = [*_faults(line, handle, real_name, is_new=user is None), *_faulty_byes(line, byes, tournament)]
    if not faults and key in seen:
        said = _("%(handle)s stands in line %(line)s too; keep one of the two.") % {"handle": handle, "line": seen[key]}
        faults.append(Fault(line.number, line.column("handle"), said))
    if not faults and user and standing not in (ALREADY_IN, KNOWN_GUEST):
        faults.append(Fault(line.number, line.column("handle"), _taken(handle, standing, tournament)))
    alike = shapes.setdefault(skeleton(handle), handle)
    if not faults and user is None and alike.lower() != key:
        faults.append(Fault(line.number, line.column("handle"), str(handles.ALIKE)))
    seen.setdefault(key, line.number)
    fate = str(LEFT_OUT) if faults else standing
    earned = int(byes) if byes and not faults else 0
    return Row(line.number, line.text, handle, real_name, fate, user, earned, tuple(faults))


def _faults(line: Line, handle: str, real_name: str, *, is_new: bool) -> Iterator[Fault]:
    if _is_unclosed(line.text):
        yield Fault(line.number, 1, _("A quotation mark is open; close it or take it out."))
        return
    if is_new and (fault := _faulty_handle(handle)):
        yield Fault(line.number, line.column("handle"), fault)
    if len(real_name) > MOST_OF_A_NAME:
        said = _("A real name has at most %(most)s letters; shorten it.") % {"most": MOST_OF_A_NAME}
        yield Fault(line.number, line.column("real_name"), said)
    if column := line.unread():
        yield Fault(
            line.number, column, _("Only a handle, a real name and earned byes are read; take this column out.")
        )


def _faulty_byes(line: Line, byes: str, tournament: Tournament) -> Iterator[Fault]:
    if byes not in EARNED:
        said = _("Earned byes are a number from 0 to %(most)s; put it right or leave the cell empty.")
        yield Fault(line.number, line.column("byes"), said % {"most": MOST_EARNED_BYES})
    elif byes.strip("0") and (tournament.started_at or not tournament.has_swiss_rounds):
        said = _("Earned byes are for Swiss rounds and are given before the start; leave the cell empty.")
        yield Fault(line.number, line.column("byes"), said)


def _faulty_handle(handle: str) -> str:
    if not handle:
        return _("The handle is missing; write the name everybody sees.")
    try:
        handles.well_formed(handle)
    except Refused as fault:
        return str(fault)
    return ""


def _taken(handle: str, standing: str, tournament: Tournament) -> str:
    if standing == OWN_ACCOUNT:
        code = tournament.join_code
        return _(
            "%(handle)s is somebody's own account. They join with the code %(code)s, or you choose another handle."
        ) % {"handle": handle, "code": code}
    return _("%(handle)s was here already and is %(standing)s; see the page of this player.") % {
        "handle": handle,
        "standing": standing,
    }
