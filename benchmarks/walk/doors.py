"""Side doors: every address of the site and of its API, asked by everybody, whether or not a link leads there."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from django.db import transaction
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import get_resolver

from benchmarks.walk.cast import World, is_trusted
from benchmarks.walk.visit import Finding, Look, Visit
from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.decks.models import Deck
from bos_tournament.judging.models import Appeal, Call, DeckCheck, Dispute, Penalty, Record
from bos_tournament.tournaments.models.webhooks import Delivery, Webhook

NOT_OURS = re.compile(r"^(admin|accounts|api/(schema|docs)|static)")
CATCHES_ALL = re.compile(r"[\[\]\\(]")


def asked(world: World, state: str, role: str, looks: list[Look]) -> Iterator[Visit | Finding]:
    """Whatever the answer is, it is looked at; nothing that is sent does anything."""
    browser, known, user = world.browser(role), names(world), world.who(role)
    token = user and make_token(user, "walk", second_factor=is_trusted(user))
    program = {"headers": {"Authorization": f"Bearer {token}"}} if token else {}
    for route in sorted(routes(get_resolver().url_patterns)):
        url = f"/{address(route, known)}"
        for method in ("get", "post"):
            with transaction.atomic():
                sent = program if url.startswith("/api/") else {}
                given = {"content_type": "application/json", "data": "{}"} if method == "post" and sent else {}
                answer = getattr(browser, method)(url, **sent, **given)
                visit = Visit(world, state, role, url, "", answer, browser, how=method)
                found = [one for look in looks for one in look(visit)]
                transaction.set_rollback(True)
            yield visit
            yield from found
            if answer.status_code >= 500:
                yield visit.found("broken", f"{method} answers {answer.status_code}")


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for one in patterns:
        route = f"{before}{one.pattern}"
        if NOT_OURS.match(route) or CATCHES_ALL.search(route):
            continue
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        else:
            yield route


def names(world: World) -> dict[str, object]:
    """What stands for the words in an address, by the part of the address before it."""
    anna, cup = world.entrant("Anna"), world.cup
    pairing = getattr(anna.sittings.order_by("round__number").last(), "pairing", None)
    match = pairing.match if pairing else None
    models = {
        "records": Record, "disputes": Dispute, "calls": Call, "penalties": Penalty, "checks": DeckCheck,
        "webhooks": Webhook, "deliveries": Delivery, "decks": Deck, "appeals": Appeal,
    }  # fmt: skip
    found: dict[str, object] = {name: getattr(model.objects.last(), "pk", cup.pk) for name, model in models.items()}
    found |= {"matches": match.pk if match else cup.pk, "match_pk": match.pk if match else cup.pk}
    found |= {"tables": pairing.pk if pairing else cup.pk, "pairings": pairing.pk if pairing else cup.pk}
    found |= {"entrants": anna.pk, "standings": anna.pk, "players": anna.user_id, "slug": cup.slug, "number": 1}
    return found | {"guests": world.entrant("Gus").pk, "stage": 1, "pk": cup.pk, "staff": 1, "organizers": 1}


def address(route: str, known: dict[str, object]) -> str:
    """The route with names in place of its words; what is not known is a word that nobody has."""
    parts: list[str] = []
    for part in route.split("/"):
        word = re.fullmatch(r"(.*)<(?:\w+:)?(\w+)>(.*)", part)
        if word is None:
            parts.append(part)
            continue
        name = parts[-1] if word[2] == "pk" and parts and parts[-1] in known else word[2]
        fits = "tournaments" in parts or word[2] != "slug"
        parts.append(f"{word[1]}{quote(str(known.get(name, 'nothing') if fits else 'nothing'))}{word[3]}")
    return "/".join(parts)
