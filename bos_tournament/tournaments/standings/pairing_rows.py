"""The pairings of a round as everybody reads them: plain rows of one query, drawn at once.

Models and a template for each of a page's rows would take most of its time.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from itertools import starmap
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bos_tournament.matches.models import Match, Reason
from bos_tournament.messages import localize_kept, localizer
from bos_tournament.operations.templatetags.icons import icon
from bos_tournament.operations.templatetags.links import address_of
from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.models.round import BEFORE_CORRECTION, UNPLAYED
from bos_tournament.tournaments.standings.chips import Chips
from bos_tournament.tournaments.standings.escaped_texts import escape_each
from bos_tournament.tournaments.structure.stages import tables_found
from engine.hosting import Message, from_json

LOOK = """
    SELECT
        pairing.id::text, pairing.table, pairing.unplayed, pairing.by_hand, pairing.featured,
        CASE WHEN EXISTS (
            SELECT FROM tournaments_sitting WHERE pairing_id = pairing.id AND corrected_points IS NOT NULL
        ) THEN %(corrected)s ELSE pairing.why_message::text END,
        match.id::text, match.step, match.reason, match.called_off_at IS NOT NULL,
        ARRAY (
            SELECT person.handle FROM tournaments_sitting sitting
            JOIN tournaments_entrant entrant ON entrant.id = sitting.entrant_id
            JOIN accounts_user person ON person.id = entrant.user_id
            WHERE sitting.pairing_id = pairing.id ORDER BY sitting.number
        ),
        ARRAY (SELECT games_won FROM matches_seat WHERE match_id = match.id ORDER BY number)
    FROM tournaments_pairing pairing LEFT JOIN matches_match match ON match.id = pairing.match_id
    WHERE pairing.round_id = %(round)s AND (%(found)s::uuid[] IS NULL OR pairing.id = ANY(%(found)s::uuid[]))
    ORDER BY pairing.table, pairing.id LIMIT %(many)s OFFSET %(before)s
"""
ANY = UUID(int=0)
ROW = (
    '<tr id="table-%s"%s><td class="number" data-label="%s">%s</td><td class="lead"><a href="%s">%s</a>%s</td>'
    '<td class="number">%s</td>'
    '<td class="whole soft small">%s <a class="no-print" href="%s">%s</a></td></tr>\n'
)


class PairingRow(NamedTuple):
    """A pairing, byes too, with its match."""

    pairing: str
    """Its id."""
    table: int | None
    """None for a bye."""
    unplayed: str
    """A value of `Unplayed`; empty for a match."""
    by_hand: str
    """Why it was set by hand; empty otherwise."""
    featured: bool
    """Whether it is shown first on the public display."""
    reason: str | None
    """Why these meet, as far as it is still true: a kept message as JSON."""
    match: str | None
    """Its id; None for a bye."""
    step: str | None
    """Of the match."""
    ended: str | None
    """A value of `Reason`: why the match ended as it did."""
    called_off: bool
    """Whether the match was."""
    people: list[str]
    """Handles in seat order."""
    won: list[int]
    """Games won by each seat."""

    @property
    def why(self) -> str:
        return localize_kept(json.loads(self.reason)) if self.reason else ""

    @property
    def unplayed_said(self) -> str:
        return str(dict(UNPLAYED).get(self.unplayed, ""))


@dataclass(frozen=True)
class PairingRows:
    """By table, then who has none; with words only tables of this number or with this in a name."""

    round: Round | None
    """None before the first is published."""
    found: Sequence[UUID] | None
    """The ids of those with the words, in order; None for all."""
    count: int
    """How many there are."""

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, part: slice) -> list[PairingRow]:
        """One query."""
        if self.round is None:
            return []
        found, before = (None, part.start) if self.found is None else (list(self.found[part]), 0)
        asked = {
            "round": self.round.pk,
            "found": found,
            "before": before,
            "many": part.stop - part.start,
            "corrected": json.dumps(BEFORE_CORRECTION),
        }
        with connection.cursor() as cursor:
            cursor.execute(LOOK, asked)
            return list(starmap(PairingRow, cursor.fetchall()))


def pairing_rows(round_: Round | None, words: str, *, count: int) -> PairingRows:
    """All of a round, of which `count` are known; or those with the words, which are looked for."""
    if round_ is None or not words:
        return PairingRows(round_, None, count)
    found = list(tables_found(round_, words).values_list("pk", flat=True))
    return PairingRows(round_, found, len(found))


def draw_rows(tournament: Tournament, rows: Iterable[PairingRow], *, own: UUID | None, is_on: bool) -> SafeString:
    """Those with a match as rows of `tournaments/_pairings_rows.html`; `own` is the reader's pairing."""
    words, seated = _Words(tournament, own=own, is_on=is_on), [row for row in rows if row.match]
    names = iter(escape_each(name for row in seated for name in row.people))
    drawn = [words.row(row, [f"<bdi>{next(names)}</bdi>" for _ in row.people]) for row in seated]
    return mark_safe("".join(drawn))  # noqa: S308, every text in it is escaped


class _Words:
    """The words and links of a table's rows, each looked up once."""

    def __init__(self, tournament: Tournament, *, own: UUID | None, is_on: bool) -> None:
        self.chips = Chips()
        self.own, self.home = str(own), address_of("tournaments:pairings", tournament.slug)
        self.before, self.after = address_of("matches:detail", ANY).split(str(ANY))
        self.label = escape(_("Table"))
        self.ask = _('Why<span class="visually-hidden"> table %(table)s</span>')
        self.featured = f" {self.chips.word(_('featured'), 'eye', 'now')}" if is_on else ""
        self.playing = self._state("now", pgettext("a match", "playing"))
        self.say = cache(partial(_said, localizer()))
        self.ended = cache(_ended)

    def row(self, row: PairingRow, people: list[str]) -> str:
        return ROW % (
            row.pairing,
            ' class="me"' if row.pairing == self.own else "",
            self.label,
            row.table,
            f"{self.before}{row.match}{self.after}",
            " – ".join(people),
            self.featured if row.featured else "",
            self.result(row),
            self.why(row),
            f"{self.home}{row.pairing}/why/",
            self.ask % {"table": row.table},
        )

    def result(self, row: PairingRow) -> str:
        if row.step == Match.Step.FINISHED and row.ended:
            return "–".join(map(str, row.won)) + self.ended(row.ended)
        return self._state("cross", _("cancelled")) if row.called_off else self.playing

    def why(self, row: PairingRow) -> str:
        if row.by_hand:
            return f"{self.chips.word(_('set by hand'), 'edit', 'warn')} {escape(row.by_hand)}"
        return self.say(row.reason)

    def _state(self, name: str, word: str) -> str:
        return f'<span class="soft small state">{icon(name)} {escape(word)}</span>'


def _said(say: Callable[[Message], str], reason: str | None) -> str:
    return escape(say(from_json(json.loads(reason)))) if reason else ""


def _ended(reason: str) -> str:
    return "" if reason == Reason.PLAYED else f' <span class="soft small">{escape(str(Reason(reason).label))}</span>'
