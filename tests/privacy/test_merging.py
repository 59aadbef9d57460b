"""Two users who turn out to be one person: what moves, what is refused, and the way back."""

import json

import pytest
from django.db.models import UniqueConstraint
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.models import Merger, User
from bos_tournament.accounts.sign_in import tokens
from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.privacy import erasure, export, merging
from bos_tournament.privacy.user_relations import pointing_at_users
from bos_tournament.tournaments.models import Entrant, Tournament
from tests.factories import (
    DeckFactory,
    DeckVersionFactory,
    EntrantFactory,
    GuestFactory,
    MatchFactory,
    SeatFactory,
    StaffFactory,
    UserFactory,
)
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.privacy.test_own_data import everywhere
from tests.tournaments import played_series

pytestmark = pytest.mark.django_db
ADD = "/admin/accounts/merger/add/"


@pytest.fixture
def rita():
    return UserFactory(handle="Rita", is_staff=True, is_superuser=True)


@pytest.fixture
def anna():
    return UserFactory(handle="Anna")


@pytest.fixture
def walk_in():
    """Anna as she once walked in without an account, with all that belongs to her from then."""
    guest = GuestFactory(handle="Anna walk-in", hides_history=True)
    version = DeckVersionFactory(owner=guest)
    EntrantFactory(user=guest, tournament__state="finished", tournament__name="Autumn Cup", deck_version=version)
    SeatFactory(user=guest, match=MatchFactory(step="finished", finished_at=timezone.now()))
    return guest


def merge(gone, kept, by):
    return merging.merge(gone, kept, by=by, token=merging.preview_merge(gone, kept).token)


def owned(user):
    """How many rows of each kind belong to somebody."""
    kinds = (user.entries, user.seats, user.deck_versions, user.decks, user.staff_roles)
    return [kind.count() for kind in kinds]


def test_everything_that_is_theirs_moves_and_the_page_foretold_it(walk_in, anna, rita):
    DeckFactory(owner=anna)
    foreseen = merging.preview_merge(walk_in, anna)

    merge(walk_in, anna, rita)

    assert foreseen.obstacles == ()
    assert {("entrant", 1), ("seat", 1), ("deck versions", 2)} == set(foreseen.moves)
    assert owned(anna) == [1, 1, 2, 1, 0]
    assert owned(walk_in) == [0, 0, 0, 0, 0]
    walk_in.refresh_from_db()
    assert not walk_in.is_active


def test_a_wish_to_hide_the_history_holds_for_both(walk_in, anna, rita):
    merger = merge(walk_in, anna, rita)

    anna.refresh_from_db()
    assert anna.hides_history
    merging.split(merger)
    anna.refresh_from_db()
    assert not anna.hides_history


def test_no_door_of_the_one_opens_the_other(client, anna, rita):
    twin = UserFactory(handle="Anna two")
    token = tokens.make_token(twin, "program", second_factor=True)
    client.force_login(twin)

    foreseen = merging.preview_merge(twin, anna)
    merge(twin, anna, rita)

    assert "1 API token." in foreseen.ends
    assert tokens.user_of(token) is None
    assert not anna.api_tokens.exists()
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("state", ["open", "running", "finished"])
def test_whoever_entered_the_same_tournament_is_two_people(anna, rita, state):
    twin = UserFactory(handle="Anna two")
    cup = EntrantFactory(user=anna, tournament__state=state, tournament__name="Autumn Cup").tournament
    EntrantFactory(user=twin, tournament=cup)

    (obstacle,) = merging.preview_merge(twin, anna).obstacles

    assert obstacle == "Anna two and Anna are both playing in Autumn Cup, so they are two people."
    with pytest.raises(Refused) as refusal:
        merge(twin, anna, rita)
    assert refusal.value.code == "cannot_merge"
    assert Entrant.objects.filter(user=twin).exists()


def obstacle_same(anna):
    return anna, anna


def obstacle_played(anna):
    match = MatchFactory(step="finished", finished_at=timezone.now())
    twin = SeatFactory(match=match, number=1).user
    SeatFactory(match=match, number=2, user=anna)
    return twin, anna


def obstacle_playing(anna):
    return SeatFactory().user, anna


def obstacle_rights(anna):
    return UserFactory(is_staff=True), anna


def obstacle_guest(anna):
    return anna, GuestFactory()


def obstacle_erased(anna):
    return erasure.erase(UserFactory()), anna


def obstacle_closed(anna):
    return anna, UserFactory(is_active=False)


def obstacle_merged(anna):
    other, twin = UserFactory(), UserFactory()
    merge(twin, other, None)
    return User.objects.get(pk=twin.pk), anna


def obstacle_role(anna):
    role = StaffFactory(user=anna, role="judge")
    return StaffFactory(tournament=role.tournament, role="judge").user, anna


def obstacle_template(anna):
    twin = UserFactory()
    for user in (anna, twin):
        user.templates.create(name="Evening", settings={})
    return twin, anna


def obstacle_series(anna):
    season, twin = played_series.season(), UserFactory()
    for user in (anna, twin):
        season.organizers.create(user=user)
    return twin, anna


OBSTACLES = {
    obstacle_same: "already one account",
    obstacle_played: "have played each other",
    obstacle_playing: "has an unfinished match",
    obstacle_rights: "has admin rights",
    obstacle_guest: "is a guest and Anna has an account",
    obstacle_erased: "is erased",
    obstacle_closed: "is closed",
    obstacle_merged: "was already merged into another account",
    obstacle_role: "Remove the role from one of them first",
    obstacle_template: "a template named “Evening”",
    obstacle_series: "Both organize Moon Season. Remove one of them first.",
}


def test_whatever_only_one_of_two_can_have_is_foreseen_as_an_obstacle():
    """A new rule of this kind needs a sentence in the preview, and a scene above."""
    once = {
        f"{relation.related_model._meta.label_lower}: {rule.name}"
        for relation in pointing_at_users()
        if not relation.hidden and relation.related_model not in merging.STAYS
        for rule in relation.related_model._meta.constraints
        if isinstance(rule, UniqueConstraint) and relation.field.name in rule.fields
    }

    assert once == {
        "matches.seat: one_seat_per_person",
        "tournaments.entrant: one_entry_per_person",
        "tournaments.seriesorganizer: an_organizer_of_a_series_once",
        "tournaments.staff: a_role_once",
        "tournaments.template: one_template_per_name",
    }


def test_the_preview_says_that_both_organize_a_series_before_anybody_presses(signed_in, rita, anna):
    gone, kept = obstacle_series(anna)
    page = signed_in(rita, second_factor=True).get(ADD, {"gone": gone.handle, "kept": kept.handle})

    assert page.status_code == 422
    assert "Both organize Moon Season. Remove one of them first." in tight(page)
    assert 'name="token"' not in tight(page)


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda one: one.__name__)
def test_what_stands_against_a_merger_is_said_and_nothing_moves(obstacle, anna, rita):
    gone, kept = obstacle(anna)
    before = owned(gone)

    said = merging.preview_merge(gone, kept).obstacles
    with pytest.raises(Refused) as refusal:
        merge(gone, kept, rita)

    assert len(said) == 1
    assert OBSTACLES[obstacle] in said[0]
    assert (refusal.value.code, str(refusal.value)) == ("cannot_merge", said[0])
    assert owned(gone) == before


def test_what_changed_since_it_was_looked_at_is_looked_at_again(walk_in, anna, rita):
    token = merging.preview_merge(walk_in, anna).token
    EntrantFactory(user=walk_in)

    with pytest.raises(Refused) as refusal:
        merging.merge(walk_in, anna, by=rita, token=token)

    assert refusal.value.code == "changed"
    assert not Merger.objects.exists()


def test_every_kind_of_row_that_is_somebodys_moves_or_is_named_as_staying():
    """A model of tomorrow that belongs to a user moves by itself, or somebody decides that it stays."""
    moving = {way for way, _found in merging._theirs(User())}

    assert {"tournaments.entrant.user", "matches.seat.user", "decks.deck.owner"} <= moving
    staying = {model._meta.label_lower for model in merging.STAYS}
    assert not any(way.rpartition(".")[0] in staying for way in moving)
    visible = {relation.related_model._meta.label_lower for relation in pointing_at_users() if not relation.hidden}
    assert visible == {way.rpartition(".")[0] for way in moving} | (visible & staying)


def test_the_old_page_leads_to_the_new_one(client, anna, rita):
    twin, third = UserFactory(handle="Anna two"), UserFactory(handle="Anna three")
    merge(third, twin, rita)
    merge(User.objects.get(pk=twin.pk), anna, rita)

    for former in (twin, third):
        page = client.get(reverse("tournaments:player", args=[former.pk]))
        assert (page.status_code, page["Location"]) == (302, reverse("tournaments:player", args=[anna.pk]))
        assert client.get(f"/api/v1/players/{former.pk}/").json()["id"] == str(anna.pk)


def test_a_hidden_history_is_not_told_by_the_old_page(client, anna, rita):
    twin = UserFactory(handle="Anna two", hides_history=True)
    merge(twin, anna, rita)

    assert client.get(reverse("tournaments:player", args=[twin.pk])).status_code == 404


def test_published_pages_name_the_one_who_stays(client, rita):
    case = at_a_table()
    case.match.finished_at, case.match.step = timezone.now(), "finished"
    case.match.save()
    guest, address = case.anna.user, reverse("tournaments:pairings", args=[case.tournament.slug])
    assert guest.handle in tight(client.get(address))
    kept = UserFactory(handle="Zora of the account")

    merge(guest, kept, rita)

    after = tight(client.get(address))
    assert "Zora of the account" in after
    assert guest.handle not in after


def test_the_trail_tells_whose_entry_it_was(walk_in, anna, rita):
    cup = Tournament.objects.get(name="Autumn Cup")
    role = StaffFactory(user=walk_in, tournament=cup, role="judge")
    merge(walk_in, anna, rita)

    told = [line.sentence for line in entries.lines(cup)[0]]

    assert "The site moved the entry of Anna walk-in to the account of Anna, after merging them." in told
    assert any(
        line.startswith("The site moved the role of Anna walk-in as judge to the account of Anna") for line in told
    )
    assert role.tournament == cup


def test_a_merger_is_taken_back_and_what_came_since_stays(walk_in, anna, rita):
    merger = merge(walk_in, anna, rita)
    EntrantFactory(user=anna, tournament__name="Winter Cup")

    back = merging.split(merger)

    assert back.is_active
    assert [entry.tournament.name for entry in back.entries.all()] == ["Autumn Cup"]
    assert [entry.tournament.name for entry in anna.entries.all()] == ["Winter Cup"]
    assert owned(back) == [1, 1, 2, 0, 0]
    assert not Merger.objects.exists()


def test_nobody_is_split_from_an_account_that_was_merged_itself(anna, rita):
    twin, third = UserFactory(handle="Anna two"), UserFactory(handle="Anna three")
    first = merge(third, twin, rita)
    merge(User.objects.get(pk=twin.pk), anna, rita)

    with pytest.raises(Refused) as refusal:
        merging.split(first)

    assert refusal.value.code == "cannot_split"
    assert "Split those two first" in str(refusal.value)


def test_nobody_is_split_while_what_moved_is_being_played(anna, rita):
    twin = UserFactory(handle="Anna two")
    EntrantFactory(user=twin, tournament__state="running", tournament__name="Autumn Cup")
    merger = merge(twin, anna, rita)

    with pytest.raises(Refused) as refusal:
        merging.split(merger)

    assert "Split when it has ended" in str(refusal.value)


def test_an_export_holds_both(walk_in, anna, rita):
    merge(walk_in, anna, rita)

    told = export.own_data(User.objects.get(pk=anna.pk))

    assert [one["handle"] for one in told["merged_accounts"]] == ["Anna walk-in"]
    assert len(told["yours"]["tournaments.entrant"]) == 1
    assert "password" not in json.dumps(told, default=str)


def test_erasing_the_one_erases_both_and_leaves_no_name_anywhere(rita):
    """The canary: two accounts of one person, and things said of each."""
    canary = "quarzelling"
    gone = UserFactory(handle=f"{canary} one", real_name=f"Gone {canary}", email=f"gone@{canary}.example.org")
    kept = UserFactory(handle=f"{canary} two", real_name=f"Kept {canary}", email=f"kept@{canary}.example.org")
    EntrantFactory(user=gone, tournament__state="finished", note=f"{canary} one left early.")
    merge(gone, kept, rita)

    erased = erasure.erase(kept)

    assert erased.handle.startswith("Former player ")
    assert User.objects.get(pk=gone.pk).handle.startswith("Former player ")
    assert not [row for row in everywhere() if canary in row]


def test_what_was_merged_is_erased_with_the_account_it_went_into(walk_in, anna, rita):
    merge(walk_in, anna, rita)

    with pytest.raises(Refused) as refusal:
        erasure.erase(walk_in)

    assert refusal.value.code == "merged"


def test_an_operator_sees_what_would_move_merges_and_splits(signed_in, walk_in, anna, rita):
    admin = signed_in(rita, second_factor=True)
    asked = {"gone": "anna WALK-IN", "kept": anna.email}
    seen = admin.get(ADD, asked)
    assert "Merge Anna walk-in into Anna" in tight(seen)
    assert not Merger.objects.exists()

    done = admin.post(ADD, {**asked, "token": seen.context["foreseen"].token}, follow=True)
    merger = Merger.objects.get()
    page = tight(admin.get(f"/admin/accounts/merger/{merger.pk}/change/"))
    split = admin.post(f"/admin/accounts/merger/{merger.pk}/split/", follow=True)

    assert "Anna walk-in was merged into Anna." in tight(done)
    assert "Split Anna walk-in from Anna" in page
    assert "What moved" in page
    assert "tournaments.entrant.user" not in page
    assert "are separate accounts again" in tight(split)
    assert owned(walk_in) == [1, 1, 2, 0, 0]


def test_wrong_input_is_told_at_its_field_and_keeps_what_was_typed(signed_in, anna, rita):
    page = signed_in(rita, second_factor=True).get(ADD, {"gone": "nobody of this name", "kept": "Anna"})

    assert page.status_code == 422
    assert "No user has this handle or email." in tight(page)
    assert 'value="nobody of this name"' in tight(page)


def test_the_list_of_users_leads_to_the_page_with_two_chosen(signed_in, walk_in, anna, rita):
    admin = signed_in(rita, second_factor=True)

    def choose(*people):
        chosen = {"action": "merge_two", "_selected_action": [str(one.pk) for one in people]}
        return admin.post("/admin/accounts/user/", chosen)

    assert choose(walk_in, anna)["Location"] == f"{ADD}?gone=Anna+walk-in&kept=Anna"
    assert "Location" not in choose(anna) or "gone" not in choose(anna)["Location"]


@pytest.mark.parametrize("address", [ADD, "/admin/accounts/merger/", f"/admin/accounts/merger/{10**6}/split/"])
def test_nobody_but_a_superuser_with_a_second_factor_comes_in(signed_in, address, rita):
    cleo, clerk = UserFactory(handle="Cleo"), UserFactory(is_staff=True)

    assert signed_in(cleo, second_factor=True).get(address, follow=True).status_code == 403
    assert signed_in(clerk, second_factor=True).get(address, follow=True).status_code == 403
    assert signed_in(rita).get(address)["Location"].startswith("/accounts/2fa/")


def test_what_was_split_before_is_not_found(signed_in, rita):
    assert signed_in(rita, second_factor=True).post("/admin/accounts/merger/4711/split/").status_code == 404
