"""The rows of a table of ranks, drawn at once: a template for each of them would take most of the page's time."""

from collections.abc import Iterable, Sequence
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
from bos_tournament.tournaments.standings.standings_rows import Person
from bos_tournament.tournaments.structure.shares import sharer

ROW = (
    '<tr%s><td class="number" data-label="#">%s</td><td class="lead">%s</td>'
    '<td class="number" data-label="%s">%s</td><td class="number" data-label="%s">%s</td>%s'
    '<td class="whole soft small">%s <a class="no-print" href="%s">%s</a></td></tr>\n'
)
FIGURE = '<td class="number" data-label="%s"><span title="%s">%s</span></td>'

OUTLOOK = '<li><span>{} <span class="soft number">{}</span></span> {}</li>\n'
CHANCES = {Chance.IN: ("check", "good"), Chance.OUT: ("cross", ""), Chance.OPEN: ("circle", "now")}


def draw_rows(tournament: Tournament, rows: Sequence[dict[str, Any]], snapshot: Snapshot | None) -> SafeString:
    """These ranks as rows of `tournaments/_ranks.html`, with links to the working of each."""
    home, of = address_of("tournaments:standings", tournament.slug), f"?of={snapshot.number}" if snapshot else ""
    points, record = escape(_("Points")), escape(pgettext("won, lost, drawn", "Record"))
    working = _('Show working<span class="visually-hidden"> of %(name)s</span>')
    names = [escape(name) for name, *_ in rows[0]["figures"]] if rows else []
    chips, shares = Chips(), sharer()
    drawn = [
        ROW
        % (
            ' class="me"' if row["me"] else "",
            "–" if row["line"].rank is None else row["line"].rank,
            _lead(row, chips),
            *(points, row["line"].points),
            *(record, row["record"]),
            shares(_figures(row["figures"], names)),
            escape(shares(row["reason"])),
            f"{home}{row['entrant'].pk}/why/{of}",
            working % {"name": escape(row["entrant"].user.handle)},
        )
        for row in rows
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


def _lead(row: dict[str, Any], chips: Chips) -> str:
    """The name, and what else is to know of the player."""
    entrant = row["entrant"]
    lead: list[str] = [escape(entrant.user.handle)]
    if row["me"]:
        lead.append(f'<span class="soft">{escape(_("(you)"))}</span>')
    if entrant.state != Entrant.State.PLAYING:
        lead.append(chips.draw(entrant.state, "tournaments/_entrant_state.html", {"entrant": entrant}))
    if row["goes_on"]:
        lead.append(chips.word(_("advances"), "check", "good"))
    return " ".join(lead)


def _figures(figures: Sequence[tuple[str, str, str]], names: Sequence[str]) -> str:
    cells = zip(names, figures, strict=True)
    return "".join([FIGURE % (name, escape(fraction), escape(shown)) for name, (_, shown, fraction) in cells])
