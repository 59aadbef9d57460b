"""How a list is drawn: its cards by type with counts and figures, and the cards that can be tapped into it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from bos_tournament.cards.art_sheets import drawings
from bos_tournament.cards.catalogue import Published
from bos_tournament.decks import list_editing
from bos_tournament.decks.reports import ListReport
from engine.bos.game import EDITIONS, Card, CardType, Edition, Entry, Pool, key, read_deck

OFFERED = 40
TITLES: list[tuple[CardType | None, str]] = [*list_editing.HEADINGS.items(), (None, gettext_noop("Not found"))]


class DeckLine(NamedTuple):
    """One card of a list: its strength or cost as `figure`, and what is wrong with it."""

    copies: int
    """How many of it the list has."""
    name: str
    """As in the catalogue; as written where no card was found."""
    slug: str
    """The card's part of its address; empty where there is no page."""
    color: str
    """Empty for a card without one, or not found."""
    figure: str
    wrong: str
    """The number of the rule it breaks; empty where it breaks none."""
    condition: str
    """The card's condition as printed; empty without one."""


class Section(NamedTuple):
    title: str
    """The type of its cards, “Not found” or “Reserves”."""
    copies: int
    """How many cards it has, copies counted."""
    lines: list[DeckLine]
    """In the order of the list; never empty."""


class Count(NamedTuple):
    """How many cards of a kind a list has, and how many it needs (or may have)."""

    title: str
    """What is counted, in the reader's language."""
    have: int
    """Copies in the list."""
    want: int
    """Copies the edition asks for; of reserves, the most it allows."""
    off: bool
    """Whether the number breaks the rules."""


class Offer(NamedTuple):
    """A card to tap, and how often the list holds it already."""

    card: Card
    """As the engine reads it."""
    slug: str
    """The card's part of its address."""
    figure: str
    """`strength 4`, `cost 2` or empty."""
    main: int
    """Copies in the deck."""
    reserves: int
    """Copies in the reserves."""
    drawing: str
    """Where its drawing is; empty for a card without one."""


def counts(report: ListReport, edition: str = "bos-1") -> list[Count]:
    rules = EDITIONS[edition]
    wanted = ((_("Boss"), "boss", rules.bosses), *_sizes(rules))
    sizes = [Count(title, report.counts[name], want, report.counts[name] != want) for title, name, want in wanted]
    reserves = report.counts["reserves"]
    return [*sizes, Count(_("Reserves"), reserves, rules.reserves, reserves > rules.reserves)]


def _sizes(rules: Edition) -> tuple[tuple[str, str, int], ...]:
    return (
        (_("Wizards"), "wizards", rules.wizards),
        (_("Summons"), "summons", rules.summons),
        (_("Spells"), "spells", rules.spells),
    )


def sections(text: str, pool: Pool, slugs: Mapping[str, str], report: ListReport) -> list[Section]:
    """The list by type, then what was not found, then the reserves; empty ones are left out."""
    deck = read_deck(text)
    wrong = {key(name): problem.rule for problem in reversed(report.problems) for name in problem.cards[:1]}
    by_type: dict[CardType | None, list[DeckLine]] = {kind: [] for kind, title in TITLES}
    for entry in deck.main:
        card = pool.find(entry.name)
        by_type[card.type if card else None].append(_line(entry, card, slugs, wrong))
    reserves = [_line(entry, pool.find(entry.name), slugs, wrong) for entry in deck.reserves]
    titled = [(title, by_type[kind]) for kind, title in TITLES] + [(list_editing.RESERVES, reserves)]
    return [Section(_(title), sum(line.copies for line in lines), lines) for title, lines in titled if lines]


def _line(entry: Entry, card: Card | None, slugs: Mapping[str, str], wrong: dict[str, str]) -> DeckLine:
    fault = wrong.get(key(entry.name), "")
    if card is None:
        return DeckLine(entry.copies, entry.name, "", "", "", fault, "")
    color = card.color.value if card.color else ""
    return DeckLine(entry.copies, card.name, slugs.get(card.key, ""), color, figure(card), fault, card.condition or "")


def figure(card: Card) -> str:
    """`strength 4`, `cost 2` or nothing."""
    if card.strength is not None:
        return _("strength %(strength)s") % {"strength": card.strength}
    return _("cost %(cost)s") % {"cost": card.cost} if card.cost is not None else ""


def offers(
    published: Published, text: str, *, asked: str, color: str | None, tapped: str = ""
) -> tuple[list[Offer], int]:
    """Cards to tap: those whose name, type or colour has all the words, else the nearest; and how many are left out.

    With nothing asked, the playable cards of the deck's colour; before it has one, the bosses, since they decide it.
    The card that was just tapped is among them in any case, so that it can be taken back.
    """
    fitting = _fitting(published.pool, key(asked), color)
    offered, left_out = fitting[:OFFERED], fitting[OFFERED:]
    just = published.pool.find(tapped) if tapped else None
    if just and just.playable and just not in offered:
        offered = [just, *offered]
    (main, reserves), hrefs = list_editing.copies_of(text), drawings().hrefs
    found = []
    for card in offered:
        slug = published.slugs[card.key]
        copies = main.get(card.key, 0), reserves.get(card.key, 0)
        found.append(Offer(card, slug, figure(card), *copies, hrefs.get(slug, "")))
    return found, sum(card is not just for card in left_out)


def _has(card: Card, search: str, *, begun: bool) -> bool:
    """Whether each word asked for begins a word of the card's name, type or colour; or stands anywhere in them."""
    words = f"{card.key} {card.type} {card.color}"
    if not begun:
        return all(word in words for word in search.split())
    return all(any(part.startswith(word) for part in words.split()) for word in search.split())


def _fitting(pool: Pool, search: str, color: str | None) -> list[Card]:
    playable = [card for card in pool.cards if card.playable]
    if search:
        near = [card for name in pool.nearest(search, 6) if (card := pool.find(name)) and card.playable]
        begun = [card for card in playable if _has(card, search, begun=True)]
        return begun or [card for card in playable if _has(card, search, begun=False)] or near
    order = list(list_editing.HEADINGS)
    fitting = [card for card in playable if (card.color == color if color else card.type is CardType.BOSS)]
    return sorted(fitting, key=lambda card: (order.index(card.type), card.key))
