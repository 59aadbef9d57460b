"""How a list is drawn: its cards by type with counts and figures, and the cards that can be tapped into it."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from bos_tournament.cards.catalogue import Published
from bos_tournament.decks import editing
from engine.bos.cards import Card, CardType, Pool, key
from engine.bos.decks import DeckReport, Entry, read_deck
from engine.bos.editions import EDITIONS, Edition

OFFERED = 40
TITLES: list[tuple[CardType | None, str]] = [*editing.HEADINGS.items(), (None, gettext_noop("Not found"))]


class Line(NamedTuple):
    """One card of a list: its strength or cost as `figure`, and what is wrong with it."""

    copies: int
    name: str
    slug: str
    color: str
    figure: str
    wrong: str
    condition: str


class Section(NamedTuple):
    title: str
    copies: int
    lines: list[Line]


class Count(NamedTuple):
    """How many cards of a kind a list has, and how many it needs (or may have)."""

    title: str
    have: int
    want: int
    off: bool


class Offer(NamedTuple):
    """A card to tap, and how often the list holds it already."""

    card: Card
    slug: str
    figure: str
    main: int
    reserves: int


def counts(report: DeckReport, edition: str = "bos-1") -> list[Count]:
    rules = EDITIONS[edition]
    wanted = ((_("Boss"), "boss", rules.bosses), *_sizes(rules))
    shown = [Count(title, report.counts[name], want, report.counts[name] != want) for title, name, want in wanted]
    reserves = report.counts["reserves"]
    return [*shown, Count(_("Reserves"), reserves, rules.reserves, reserves > rules.reserves)]


def _sizes(rules: Edition) -> tuple[tuple[str, str, int], ...]:
    return (
        (_("Wizards"), "wizards", rules.wizards),
        (_("Summons"), "summons", rules.summons),
        (_("Spells"), "spells", rules.spells),
    )


def sections(text: str, pool: Pool, slugs: dict[str, str], report: DeckReport) -> list[Section]:
    """The list by type, then what was not found, then the reserves; empty ones are left out."""
    deck = read_deck(text)
    wrong = {key(name): problem.rule for problem in reversed(report.problems) for name in problem.cards[:1]}
    by_type: dict[CardType | None, list[Line]] = {kind: [] for kind, title in TITLES}
    for entry in deck.main:
        card = pool.find(entry.name)
        by_type[card.type if card else None].append(_line(entry, card, slugs, wrong))
    reserves = [_line(entry, pool.find(entry.name), slugs, wrong) for entry in deck.reserves]
    shown = [(title, by_type[kind]) for kind, title in TITLES] + [(editing.RESERVES, reserves)]
    return [Section(_(title), sum(line.copies for line in lines), lines) for title, lines in shown if lines]


def _line(entry: Entry, card: Card | None, slugs: dict[str, str], wrong: dict[str, str]) -> Line:
    fault = wrong.get(key(entry.name), "")
    if card is None:
        return Line(entry.copies, entry.name, "", "", "", fault, "")
    color = card.color.value if card.color else ""
    return Line(entry.copies, card.name, slugs.get(card.key, ""), color, figure(card), fault, card.condition or "")


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
    main, reserves = editing.copies_of(text)
    shown = [
        Offer(card, published.slugs[card.key], figure(card), main.get(card.key, 0), reserves.get(card.key, 0))
        for card in offered
    ]
    return shown, sum(card is not just for card in left_out)


def _has(card: Card, asked: str, *, begun: bool) -> bool:
    """Whether each word asked for begins a word of the card's name, type or colour; or stands anywhere in them."""
    words = f"{card.key} {card.type} {card.color}"
    if not begun:
        return all(word in words for word in asked.split())
    return all(any(part.startswith(word) for part in words.split()) for word in asked.split())


def _fitting(pool: Pool, asked: str, color: str | None) -> list[Card]:
    playable = [card for card in pool.cards if card.playable]
    if asked:
        near = [card for name in pool.nearest(asked, 6) if (card := pool.find(name)) and card.playable]
        begun = [card for card in playable if _has(card, asked, begun=True)]
        return begun or [card for card in playable if _has(card, asked, begun=False)] or near
    order = list(editing.HEADINGS)
    fitting = [card for card in playable if (card.color == color if color else card.type is CardType.BOSS)]
    return sorted(fitting, key=lambda card: (order.index(card.type), card.key))  # type: ignore[arg-type]
