"""Links from places on a page to pages of other apps."""

from django import template

from bos_tournament.accounts import page_links

register = template.Library()


@register.simple_tag
def links_at(place: str) -> list[page_links.PageLink]:
    """`{% links_at "cards.card" as links %}`: every link of a place that may have several."""
    return page_links.at(place)


@register.simple_tag
def link_to(place: str, *args: object) -> str:
    """`{% link_to "match.call" match.pk %}`: the address to which a place leads that has one link."""
    return page_links.address(place, *args)
