"""Every door of a tournament against everybody who may knock: who gets in, who is refused, and how."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Entrant, Staff
from tests.factories import (
    EntrantFactory,
    GuestFactory,
    StaffFactory,
    TournamentFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
ORGANIZER, HEAD_JUDGE, JUDGE, SCOREKEEPER = (role.value for role in Staff.Role)
ALL = {ORGANIZER, HEAD_JUDGE, JUDGE, SCOREKEEPER}

# The door, how it is opened, and the roles it lets in. What comes after the door may still be refused (422).
STAFF_DOORS = [
    ("edit", "get", {ORGANIZER}),
    ("edit", "post", {ORGANIZER}),
    ("open", "post", {ORGANIZER}),
    ("announce", "post", {ORGANIZER}),
    ("cancel", "post", {ORGANIZER}),
    ("delete", "get", {ORGANIZER}),
    ("invite", "post", {ORGANIZER}),
    ("activity_log", "get", {ORGANIZER, HEAD_JUDGE}),
    ("poster", "get", ALL),
    ("staff", "get", ALL),
    ("entrants", "get", ALL),
    ("guests", "get", ALL),
    ("guests", "post", ALL),
]
ENTRANT_DOORS = [
    ("check_in_entrant", "post", ALL),
    ("renew_link", "post", ALL),
    ("revoke_link", "post", ALL),
    ("read_decklist", "get", {HEAD_JUDGE, JUDGE}),
    ("read_decklist", "post", {HEAD_JUDGE, JUDGE}),
    ("amend_decklist", "post", {HEAD_JUDGE, JUDGE}),
]


def address_of(name, args):
    """The activity log tells of judges too, so it stands with them."""
    return reverse(f"{'judging' if name == 'activity_log' else 'tournaments'}:{name}", args=args)


def knock(client, name, method, *args):
    return getattr(client, method)(address_of(name, args)).status_code


@pytest.mark.parametrize("role", sorted(ALL))
def test_each_role_opens_its_doors_and_no_other(at_the_desk, role):
    staff = StaffFactory(role=role)
    StaffFactory(tournament=staff.tournament)
    slug, entrant = staff.tournament.slug, EntrantFactory(tournament=staff.tournament)
    desk = at_the_desk(staff)

    answers = {(name, method): knock(desk, name, method, slug) for name, method, _ in STAFF_DOORS}
    answers |= {(name, method): knock(desk, name, method, slug, entrant.pk) for name, method, _ in ENTRANT_DOORS}

    for name, method, roles in STAFF_DOORS + ENTRANT_DOORS:
        inside = answers[name, method] in (200, 302, 422)
        assert (inside, answers[name, method]) == (role in roles, answers[name, method]), (name, method)
        assert inside or answers[name, method] == 403


def test_a_staff_door_asks_for_the_second_factor(signed_in):
    staff = StaffFactory()
    entrant = EntrantFactory(tournament=staff.tournament)
    client = signed_in(staff.user)

    for name, method, _ in STAFF_DOORS:
        address = address_of(name, [staff.tournament.slug])
        assert getattr(client, method)(address).url.startswith("/accounts/2fa/"), name
    for name, method, roles in ENTRANT_DOORS:
        expected = 302 if ORGANIZER in roles else 403
        assert knock(client, name, method, staff.tournament.slug, entrant.pk) == expected, name


@pytest.mark.parametrize("state", ["open", "draft"])
def test_onlookers_and_players_are_turned_away_and_do_not_learn_of_a_draft(signed_in, client, state):
    tournament = TournamentFactory(state=state)
    entrant = EntrantFactory(tournament=tournament)
    expected = 404 if state == "draft" else 403

    for person in (UserFactory(), entrant.user, GuestFactory()):
        browser = signed_in(person, second_factor=True)
        for name, method, _ in STAFF_DOORS:
            assert knock(browser, name, method, tournament.slug) == expected, name
        for name, method, _ in ENTRANT_DOORS:
            assert knock(browser, name, method, tournament.slug, entrant.pk) == expected, name
    for name, method, _ in STAFF_DOORS:
        answer = getattr(client, method)(address_of(name, [tournament.slug]))
        assert answer.url.startswith("/accounts/login/")


def test_a_draft_is_seen_by_its_staff_only(signed_in, client):
    staff = StaffFactory(tournament__state="draft", role=SCOREKEEPER)
    slug = staff.tournament.slug

    for name in ("detail", "players", "join"):
        address = address_of(name, [slug])
        assert client.get(address).status_code == 404
        assert signed_in(UserFactory()).get(address).status_code == 404
        assert signed_in(staff.user).get(address).status_code == 200
    listing = reverse("tournaments:list")
    assert staff.tournament.name not in client.get(listing).content.decode()
    assert staff.tournament.name in signed_in(staff.user).get(listing).content.decode()


def test_deeds_are_not_done_by_following_a_link(at_the_desk):
    staff = StaffFactory()
    desk = at_the_desk(staff)

    for name in ("withdraw", "check_in", "open", "announce", "cancel", "invite"):
        assert knock(desk, name, "get", staff.tournament.slug) == 405, name


def test_setting_up_a_tournament_takes_an_account_with_a_second_factor(signed_in, client):
    address = reverse("tournaments:new")

    assert client.get(address).url.startswith("/accounts/login/")
    assert signed_in(UserFactory()).get(address).url.startswith("/accounts/2fa/")
    assert signed_in(GuestFactory(), second_factor=True).get(address).status_code == 403
    assert signed_in(UserFactory(), second_factor=True).get(address).status_code == 200


def test_a_scorekeeper_leaves_but_does_not_remove_the_organizer(at_the_desk):
    organizer = StaffFactory()
    scorekeeper = StaffFactory(tournament=organizer.tournament, role=SCOREKEEPER)
    desk = at_the_desk(scorekeeper)

    assert knock(desk, "remove_staff", "post", organizer.tournament.slug, organizer.pk) == 403
    assert knock(desk, "remove_staff", "post", organizer.tournament.slug, scorekeeper.pk) == 302
    assert list(organizer.tournament.staff.all()) == [organizer]


def test_a_role_or_invitation_of_another_tournament_is_not_found(at_the_desk):
    organizer, elsewhere = StaffFactory(), StaffFactory()
    foreign = elsewhere.tournament.invitations.create(role=JUDGE, token_digest="0" * 64, made_by=elsewhere.user)
    desk, slug = at_the_desk(organizer), organizer.tournament.slug

    assert knock(desk, "remove_staff", "post", slug, elsewhere.pk) == 404
    assert knock(desk, "withdraw_invitation", "post", slug, foreign.pk) == 404


def test_staff_who_take_part_do_not_read_the_activity_log(at_the_desk):
    organizer = StaffFactory()
    entry = EntrantFactory(tournament=organizer.tournament, user=organizer.user)
    desk, slug = at_the_desk(organizer), organizer.tournament.slug

    while_entered = knock(desk, "activity_log", "get", slug)
    Entrant.objects.filter(pk=entry.pk).update(state="withdrawn", place=None)

    assert (while_entered, knock(desk, "activity_log", "get", slug)) == (403, 200)


# --- access itself ---


def test_staff_of_gives_the_tournament_or_refuses():
    organizer = StaffFactory()
    slug = organizer.tournament.slug

    assert tournament_access.staff_of(organizer.user, slug, ORGANIZER) == organizer.tournament
    with pytest.raises(PermissionDenied):
        tournament_access.staff_of(organizer.user, slug, JUDGE)
    with pytest.raises(PermissionDenied):
        tournament_access.staff_of(UserFactory(second_factor=True), slug)
    with pytest.raises(Http404):
        tournament_access.staff_of(organizer.user, "no-such-cup")
    organizer.user.second_factor = False
    with pytest.raises(SecondFactorNeeded):
        tournament_access.staff_of(organizer.user, slug)
