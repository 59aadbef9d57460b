"""Which pages and answers are looked at, and who reads them."""

from itertools import islice

from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse

from bos_tournament.accounts.models import User
from bos_tournament.cards.models import Card
from bos_tournament.decks.models import DeckLook
from bos_tournament.judging.models import DeckCheck, Dispute, Record
from bos_tournament.matches.models import BidAttempt, Match
from bos_tournament.tournaments.models import Pairing, Round, Snapshot, Staff, Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.models.webhooks import Webhook
from tests.api.conftest import Program
from tests.factories import UserFactory

CUPS = (
    *("dawn-cup", "star-cup", "hill-cup", "lake-cup", "rill-cup", "pond-cup", "dune-cup"),
    *("oak-cup", "ash-cup", "elm-cup", "fir-cup", "yew-cup", "reed-cup", "rush-cup", "sand-cup", "silt-cup"),
    *("short-cup", "beet-cup", "harbour-open", "spring-cup", "lantern-night", "sealed-cup"),
    *("glen-cup", "word-cup", "note-cup", "noted-cup"),
)
HALLS = ("hall-of-written-games", "hall-of-damaged-records")
CLOSED = ("dawn-cup", "star-cup", "sand-cup")


def answers():
    """By name: what a head judge's program asks for."""
    for slug in CUPS:
        cup, here = Tournament.objects.get(slug=slug), f"tournaments/{slug}"
        yield from (f"{here}/{what}" for what in ("", "standings/", "entrants/", "penalties/", "undo/"))
        for round_ in Round.objects.filter(stage__tournament=cup, state="published").order_by(
            "stage__number", "number"
        ):
            yield f"{here}/rounds/{round_.number}/pairings/"
        if cup.has_bracket and cup.stages.filter(format__in=("single_elimination", "double_elimination")).exists():
            yield f"{here}/bracket/"
        for kept in Snapshot.objects.filter(stage__tournament=cup).order_by("stage__number", "number"):
            yield f"{here}/standings/kept/{kept.stage.number}/{kept.number}/"
    for slug in CLOSED:
        cup = Tournament.objects.get(slug=slug)
        for entrant in cup.entrants.filter(place__lte=4).order_by("place"):
            yield f"tournaments/{slug}/standings/{entrant.pk}/why/"
        for pairing in Pairing.objects.filter(round__stage__tournament=cup, round__number=2).order_by("table", "pk")[
            :3
        ]:
            yield f"tournaments/{slug}/pairings/{pairing.pk}/why/"
    for slug in ("elm-cup", "yew-cup"):
        yield f"tournaments/{slug}/cross-table/"
    for slug in HALLS:
        for dispute in disputes(slug):
            yield f"disputes/{dispute.pk}/"
    for match in some_matches():
        yield f"matches/{match.pk}/"
    for attempt in some_attempts():
        yield f"verify/{attempt.match_id}/{attempt.number}/"
    for slug in Tournament.objects.filter(entrants__penalties__isnull=False).distinct().values_list("slug", flat=True):
        yield f"tournaments/{slug}/penalties/"


def disputes(slug):
    return Dispute.objects.filter(game__match__pairing__round__stage__tournament__slug=slug).order_by(
        "game__match__pairing__table"
    )


def some_matches():
    """Of each step some, and some that were corrected."""
    for step in Match.Step.values:
        yield from Match.objects.filter(step=step, pairing__isnull=False).order_by("made_at", "pk")[:3]
    corrected = Match.objects.filter(corrections__isnull=False, pairing__isnull=False).distinct()
    yield from corrected.order_by("made_at", "pk")[:12]
    yield from corrected.filter(pairing__round__stage__tournament__slug="word-cup").order_by("made_at", "pk")


def some_attempts():
    for state in BidAttempt.State.values:
        most = 40 if state == BidAttempt.State.VOID else 2
        yield from BidAttempt.objects.filter(state=state).order_by("match__made_at", "number", "pk")[:most]


def pages():
    """By reader and address. "staff" is a head judge and organizer, "nobody" has not signed in; others go by handle."""
    yield from (("staff", path) for path in pages_of_staff())
    for slug in CUPS:
        yield from (("nobody", at(kind, slug)) for kind in ("detail", "standings", "pairings"))
    for match in some_matches():
        path = reverse("matches:detail", args=[match.pk])
        yield "nobody", path
        yield from ((seat.user.handle, path) for seat in match.seats.select_related("user").order_by("number"))
    for dispute in islice(disputes(HALLS[1]), 0, None, 12):
        path = reverse("judging:dispute", args=[dispute.pk])
        yield from ((seat.user.handle, path) for seat in dispute.game.match.seats.order_by("number"))
    yield from (("Petra", path) for path in pages_of_petra())
    for look in DeckLook.objects.select_related("version__owner").order_by("at", "pk"):
        for entrant in look.version.owner.entries.select_related("tournament").filter(deck_version=look.version):
            yield look.version.owner.handle, at("deck", entrant.tournament.slug)
    yield from (("nobody", path) for path in pages_of_everybody())


def pages_of_staff():
    for slug in CUPS:
        yield from (at(kind, slug) for kind in ("standings", "desk", "entrants"))
        yield reverse("judging:activity_log", args=[slug])
        yield reverse("judging:penalties", args=[slug])
    for slug in CLOSED:
        for entrant in Tournament.objects.get(slug=slug).entrants.filter(place__lte=2).order_by("place"):
            yield at("why_rank", slug, entrant.pk)
        yield from (at("round_pairings", slug, number) for number in (1, 2, 3))
        yield at("final_standings", slug, 1, 1)
    for slug in HALLS:
        for dispute in islice(disputes(slug), 0, None, 12):
            yield reverse("judging:dispute", args=[dispute.pk])
            for record in Record.objects.filter(game__disputes=dispute).order_by("made_at")[:1]:
                yield reverse("judging:record", args=[record.pk])
    for match in some_matches():
        yield at("table", match.pairing.round.stage.tournament.slug, match.pairing.pk)
    for check in DeckCheck.objects.order_by("picked_at", "pk"):
        yield reverse("judging:check", args=[check.pairing.round.stage.tournament.slug, check.pk])
    yield reverse("judging:precedents")
    yield at("webhooks", "hook-cup")
    yield from (at("webhook", "hook-cup", hook.pk) for hook in Webhook.objects.filter(tournament__slug="hook-cup"))


def pages_of_petra():
    yield from (reverse(f"accounts:{kind}") for kind in ("profile", "tokens"))
    yield reverse("decks:list")
    yield reverse("decks:submitted_lists")
    yield at("deck", "list-cup")
    yield reverse("tournaments:templates")


def pages_of_everybody():
    yield from (at("bracket", slug) for slug in ("oak-cup", "ash-cup", "rush-cup"))
    yield from (at("cross_table", slug) for slug in ("elm-cup", "yew-cup"))
    yield from (at("statistics", slug) for slug in ("dawn-cup", "spring-cup"))
    yield at("published_lists", "spring-cup")
    yield from (one.get_absolute_url() for one in Series.objects.exclude(name="Moon Season").order_by("made_at", "pk"))
    yield from (reverse("cards:detail", args=[one.slug]) for one in Card.objects.filter(name__startswith="Harbour L"))
    for attempt in some_attempts():
        yield reverse("matches:verify", args=[attempt.match_id, attempt.number])


def at(kind, *args):
    return reverse(f"tournaments:{kind}", args=args)


def head_judge():
    """Somebody new, who may read everything that is looked at here."""
    user = UserFactory(handle="Reader of everything", password=None)
    Staff.objects.bulk_create(
        Staff(tournament=cup, user=user, role=role)
        for cup in Tournament.objects.all()
        for role in (Staff.Role.HEAD_JUDGE, Staff.Role.ORGANIZER)
    )
    return user


def browser_of(who, staff):
    """Signed in a moment ago; staff with a second factor."""
    client = Client(raise_request_exception=True)
    if who == "nobody":
        return client
    user = staff if who == "staff" else User.objects.get(handle=who)
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    request = RequestFactory().get("/")
    request.session = client.session
    if not user.guest:
        record_authentication(request, user, "password")
    if who in ("staff", "Petra"):
        record_authentication(request, user, "mfa")
    request.session.save()
    return client


def program_of(user):
    return Program(user, second_factor=True)


def every_name():
    """Handles, names of tournaments and of cards: what no language changes."""
    yield from User.objects.values_list("handle", flat=True)
    yield from Tournament.objects.values_list("name", flat=True)
    yield from Series.objects.values_list("name", flat=True)
    yield from Card.objects.values_list("name", flat=True)
