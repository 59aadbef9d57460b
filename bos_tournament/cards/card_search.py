"""Searching the catalogue: by name, also misspelled, by the words on a card and by its numbers."""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from bos_tournament.cards import catalogue
from bos_tournament.cards.models import Card
from engine.bos.game import key

NEAREST = 12
Span = tuple[int | None, int | None]


class Found(NamedTuple):
    """Cards in the order to show them; `near` when no name fits and these are only near to it."""

    cards: QuerySet[Card] | list[Card]
    """A query, or a list that is sorted by nearness."""
    near: bool = False


def find(
    cards: QuerySet[Card],
    *,
    name: str = "",
    text: str = "",
    color: str = "",
    type: str = "",
    strength: Span = (None, None),
    cost: Span = (None, None),
) -> Found:
    """The cards that fit everything asked. A name that no card has finds the nearest names among the others' fits."""
    wanted = Q(**{field: value for field, value in (("color", color), ("type", type)) if value})
    for word in key(text).split():
        wanted &= Q(words__contains=word)
    fitting = cards.filter(wanted & _within("strength", strength) & _within("cost", cost))
    named = fitting.filter(key__contains=key(name))
    if not key(name) or named.exists():
        return Found(named)
    nearest = [key(near) for near in catalogue.pool().nearest(name, NEAREST)]
    return Found(sorted(fitting.filter(key__in=nearest), key=lambda card: nearest.index(card.key)), near=True)


def _within(field: str, span: Span) -> Q:
    least, most = span
    wanted = Q() if least is None else Q(**{f"{field}__gte": least})
    return wanted if most is None else wanted & Q(**{f"{field}__lte": most})
