"""The rows of a table of ranks, drawn at once: a template for each of them would take most of the page's time."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bos_tournament.messages import localize
from bos_tournament.operations.templatetags.links import address_of
from bos_tournament.pairing.forecast import Chance, Outlook
from bos_tournament.tournaments.models import Entrant, Snapshot, Tournament
from bos_tournament.tournaments.standings.chips import Chips
from bos_tournament.tournaments.standings.escaped_texts import escape_each
from bos_tournament.tournaments.standings.standings_rows import Person
from bos_tournament.tournaments.structure.shares import sharer

ROW = (
    '<tr%s><td class="number" data-label="#">%s</td><td class="lead">%s</td>'
    '<td class="number" data-label="%s">%s</td><td class="number" data-label="%s">%s</td>%s'
    '<td class="whole soft small">%s <a class="no-print" href="%s">%s</a></td></tr>\n'
)
FIGURE = '<td class="number" data-label="%s" title="%s">%s</td>'

OUTLOOK = '<li><span>{} <span class="soft number">{}</span></span> {}</li>\n'
CHANCES = {Chance.IN: ("check", "good"), Chance.OUT: ("cross", ""), Chance.OPEN: ("circle", "now")}


def draw_rows(tournament: Tournament, rows: Sequence[dict[str, Any]], snapshot: Snapshot | None) -> SafeString:
    """These ranks as rows of `tournaments/_ranks.html`, with links to the working of each: on the page of standings
    from there, since whole addresses would be a tenth of it."""
    home = address_of("tournaments:standings", tournament.slug) if snapshot else ""
    of = f"?of={snapshot.number}" if snapshot else ""
    points, record = escape(_("Points")), escape(pgettext("won, lost, drawn", "Record"))
    working = _('Show working<span class="visually-hidden"> of %(name)s</span>')
    chips, shares = Chips(), sharer()
    names = escape_each(row["entrant"].user.handle for row in rows)
    figures = map(shares, _figures([row["figures"] for row in rows]))
    reasons = escape_each(shares(row["reason"]) for row in rows)
    drawn = [
        ROW
        % (
            ' class="me"' if row["me"] else "",
            "–" if row["line"].rank is None else row["line"].rank,
            _lead(row, name, chips),
            *(points, row["line"].points),
            *(record, row["record"]),
            cells,
            reason,
            f"{home}{row['entrant'].pk}/why/{of}",
            working % {"name": name},
        )
        for row, name, cells, reason in zip(rows, names, figures, reasons, strict=True)
    ]
    return mark_safe("".join(drawn))  # noqa: S308, every text in it is escaped


def draw_outlooks(hopes: Iterable[tuple[Person, Outlook]]) -> SafeString:
    """Who can still go on as items of a list, each with what it takes."""
    chips, said = Chips(), dict[object, str]()
    drawn = []
    for entrant, hope in hopes:
        key = (hope.chance, hope.by_result)
        if key not in said:
            said[key] = chips.word(localize(hope.needs), *CHANCES[hope.chance])
        drawn.append(OUTLOOK.format(escape(entrant.user.handle), hope.points, said[key]))
    return mark_safe("".join(drawn))  # noqa: S308, every text in it is escaped


def _lead(row: dict[str, Any], name: str, chips: Chips) -> str:
    """The name, and what else is to know of the player."""
    entrant, lead = row["entrant"], [name]
    if row["me"]:
        lead.append(f'<span class="soft">{escape(_("(you)"))}</span>')
    if entrant.state != Entrant.State.PLAYING:
        lead.append(chips.draw(entrant.state, "tournaments/_entrant_state.html", {"entrant": entrant}))
    if row["goes_on"]:
        lead.append(chips.word(_("advances"), "check", "good"))
    return " ".join(lead)


def _figures(rows: Sequence[Sequence[tuple[str, str, str]]]) -> Iterator[str]:
    """The cells of each row."""
    texts = iter(escape_each(text for row in rows for figure in row for text in figure))
    for row in rows:
        yield "".join([FIGURE % (next(texts), next(texts), next(texts)) for _ in row])
