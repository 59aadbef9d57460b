"""The demo as a visitor finds it."""

import re
import stat
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings

from bos_tournament.accounts import demo as people
from bos_tournament.accounts.models import User
from bos_tournament.judging.models import Dispute
from bos_tournament.matches.models import Bid, Match
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from tests.html_whitespace import tight

LINK = re.compile(r'href="(/[^"#?]*)')
NOT_CRAWLED = ("/static/", "/accounts/", "/api/", "/health/")

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("demo")]


@pytest.fixture(scope="module")
def filled_home(django_db_setup, django_db_blocker, tmp_path_factory):
    """The demo, made once for everybody who looks at it: what a test does to it is gone with the test."""
    folder = tmp_path_factory.mktemp("home")
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(BOS_HOME=folder):
        call_command("demo", stdout=StringIO())
        yield folder
        transaction.set_rollback(True)


@pytest.fixture
def home(filled_home, settings):
    """The folder where the sign-ins are kept."""
    settings.BOS_HOME = filled_home
    return filled_home


@pytest.fixture
def demo(home):
    """Who can sign in to the demo, by role."""
    return {sign_in.role: sign_in for sign_in in people.read_sign_ins()}


def code(email):
    out = StringIO()
    call_command("code", email, stdout=out)
    return out.getvalue().split()[0]


def sign_in(client, one):
    client.post("/accounts/login/", {"login": one.email, "password": one.password})
    if one.secret:
        client.post("/accounts/2fa/authenticate/", {"code": code(one.email)})


def test_round_three_shows_every_step_of_a_match_and_a_dispute_that_waits(demo):
    tournament = Tournament.objects.get(slug="harbour-open")
    tables = Pairing.objects.filter(round__stage__tournament=tournament, round__number=3)
    dispute = Dispute.objects.get()
    findings = {record.finding.finding: record.finding for record in dispute.records.all()}

    assert set(tables.exclude(match=None).values_list("match__step", flat=True)) == set(Match.Step)
    assert list(tables.filter(match=None).values_list("unplayed", flat=True)) == ["bye"]
    assert tournament.entrants.filter(state=Entrant.State.DROPPED).count() == 1
    assert dispute.state == Dispute.State.WAITING
    assert (findings["illegal"].line, findings["illegal"].rule) == (31, "7.1.2")
    assert findings["legal"].data["reason"] == "concession"
    assert not Job.objects.exclude(task__startswith="tournaments.").exclude(state=Job.State.DONE).exists()
    assert Bid.objects.filter(attempt__state="one_in").values_list("amount", "nonce").get() == (None, None)


def test_the_finished_tournament_ends_with_right_standings_a_champion_and_public_lists(demo, client):
    tournament = Tournament.objects.get(slug="spring-cup")
    swiss = Match.objects.filter(pairing__round__stage__tournament=tournament, pairing__round__number__lte=3)
    final = Match.objects.get(pairing__round__stage__tournament=tournament, pairing__round__number=5)
    points = {
        handle: 3 * swiss.filter(winner__user__handle=handle).count()
        for handle in tournament.entrants.values_list("user__handle", flat=True)
    }

    table = tight(client.get(f"{tournament.get_absolute_url()}standings/"))
    ranked = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)[1:]
    shown = [re.sub(r"<[^>]+>", " ", row).replace("&#x27;", "'") for row in ranked]

    assert len(shown) == 8
    totals = [points[next(handle for handle in points if f" {handle} " in f"{row} ")] for row in shown]
    assert totals == sorted(totals, reverse=True)
    assert re.search(r"Champion.*?" + re.escape(final.winner.user.handle), table, re.DOTALL)
    assert client.get(f"{tournament.get_absolute_url()}lists/").status_code == 200


def test_the_open_tournament_is_full_with_a_guest_among_its_players_and_two_who_wait(demo):
    entrants = Tournament.objects.get(slug="lantern-night").entrants

    assert entrants.filter(state=Entrant.State.REGISTERED).count() == 10
    assert entrants.filter(user__guest=True).count() == 1
    assert entrants.filter(state=Entrant.State.WAITLISTED).count() == 2


def test_every_page_an_onlooker_can_reach_answers(demo, client):
    seen, waiting = set(), ["/"]
    while waiting:
        page = waiting.pop()
        seen.add(page)
        response = client.get(page)
        assert response.status_code in (200, 302), page
        if response["Content-Type"].startswith("text/html"):
            found = set(LINK.findall(tight(response)))
            waiting += [link for link in found - seen - set(waiting) if not link.startswith(NOT_CRAWLED)]

    reached = {re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|(?<=/cards/)[^/]+", "…", page) for page in seen}
    assert {"/matches/…/", "/verify/…/…/", "/cards/…/", "/tournaments/spring-cup/bracket/"} <= reached


def test_staff_sign_in_with_password_and_code_and_find_their_pages(demo, client, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]

    sign_in(client, demo["organizer"])
    assert client.get("/tournaments/harbour-open/desk/").status_code == 200

    client.post("/accounts/logout/")
    sign_in(client, demo["head judge"])
    page = tight(client.get(Dispute.objects.get().get_absolute_url()))
    assert "Your ruling" in page
    assert "7.1.2" in page


def test_the_two_players_sign_in_without_a_code_and_are_asked_for_their_bids(demo, client, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    one, two = (User.objects.get(email=demo[f"player {number}"].email) for number in (1, 2))
    match = Match.objects.get(seats__user=one, step=Match.Step.BIDDING)

    for player in ("player 1", "player 2"):
        client.post("/accounts/logout/")
        sign_in(client, demo[player])
        assert "Your bid in ether" in tight(client.get(match.get_absolute_url()))

    assert set(match.seats.values_list("user", flat=True)) == {one.pk, two.pk}
    assert [deck.name for user in (one, two) for deck in user.decks.all()] == ["First Sparks", "Open Meadow"]


def test_the_sign_ins_are_kept_for_whoever_runs_the_site_and_nobody_else_can_sign_in(demo, home):
    able = {user.email for user in User.objects.all() if user.has_usable_password()}

    assert able == {one.email for one in demo.values()}
    assert stat.S_IMODE((home / "demo-sign-ins.txt").stat().st_mode) == 0o600
    assert re.fullmatch(r"\d{6}", code("organizer"))
    for other in ("player1@demo.example", "anna@example.org"):
        with pytest.raises(CommandError, match="No demo account"):
            code(other)
