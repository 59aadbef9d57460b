"""Places on pages that lead to pages of other apps. An app does not know those to its right; they say here where the
way from such a place leads, when the site starts."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True)
class PageLink:
    """Where a place leads, and what stands on the link or button if its page does not say it."""

    url_name: str
    """The name of the page's address, such as `decks:list`."""
    label: str | Promise = ""
    """In the reader's language; empty where the page with the link has words of its own."""
    icon: str = ""
    """The name of an icon; empty for none."""
    while_closed: bool = False
    """At `account.data`: also shown to a guest whose link others may hold."""


_LINKS: dict[str, list[PageLink]] = {}


def add(place: str, link: PageLink) -> None:
    """From now on this place leads there, too."""
    _LINKS.setdefault(place, []).append(link)


def at(place: str) -> list[PageLink]:
    """Where this place leads, in the order of the apps."""
    return list(_LINKS.get(place, ()))


def address(place: str, *args: object) -> str:
    """The address to which a place leads that has one link."""
    (link,) = _LINKS[place]
    return reverse(link.url_name, args=args)
