"""The desk and the public pages, as people use them: an organizer runs a tournament by its buttons alone."""

import json

import pytest
from django.urls import reverse

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Pairing, Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle, tournament_start
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play, publish, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def organizer_of(tournament):
    return StaffFactory(tournament=tournament)


def enter_by_page(desk, cup, pairing, score):
    said = {"score": score, "winner": "games", "reason": "played", "why": "Reported at the desk."}
    return desk.post(url("result", cup, pairing.pk), said)


def test_an_organizer_runs_a_whole_tournament_by_its_buttons(at_the_desk, client):
    cup = opened(NAMES[:4], format=Tournament.Format.SWISS_CUT, cut=2)
    desk = at_the_desk(organizer_of(cup))

    page = desk.get(url("start", cup))
    assert "Start with 4 players" in tight(page)
    token = tournament_start.preview_start(cup).token
    assert desk.post(url("start", cup), {"token": token, "rounds": 2}).status_code == 302

    for number in (1, 2):
        assert f"Draw round {number}" in tight(desk.get(url("desk", cup)))
        assert desk.post(url("draw", cup, number)).status_code == 302
        assert "Draft: only staff" in tight(desk.get(url("desk_round", cup, number)))
        assert desk.post(url("publish", cup, number)).status_code == 302
        for pairing in Pairing.objects.filter(round__number=number):
            assert enter_by_page(desk, cup, pairing, "2-1").status_code == 302
        assert desk.post(url("close", cup, number)).status_code == 302
    assert "OMW" in tight(client.get(url("standings", cup)))
    assert "Manage players" in tight(desk.get(url("desk", cup)))

    assert desk.post(url("cut", cup)).status_code == 302
    desk.post(url("draw", cup, 3))
    desk.post(url("publish", cup, 3))
    enter_by_page(desk, cup, Pairing.objects.get(round__number=3), "2-0")
    desk.post(url("close", cup, 3))
    assert desk.post(url("finish", cup)).status_code == 302
    assert "Manage players" not in tight(desk.get(url("desk", cup)))

    assert "Champion" in tight(client.get(url("standings", cup)))
    assert "<svg" in tight(client.get(url("bracket", cup)))
    assert client.get(url("pairings", cup)).status_code == 200
    assert len(json.loads(client.get(url("standings_event_file", cup)).content)["rounds"]) == 2


def test_closing_is_barred_on_the_page_of_the_round_as_at_the_desk(at_the_desk):
    cup = running(NAMES[:4])
    round_ = publish(cup)
    organizer = at_the_desk(StaffFactory(tournament=cup))
    barred = '<button class="button wide" disabled>Close round 1</button>'

    before = tight(organizer.get(url("desk_round", cup, 1)))
    play(round_)
    after = tight(organizer.get(url("desk_round", cup, 1)))

    assert barred in before
    assert "2 tables have no result." in before
    assert '<button class="button wide">Close round 1</button>' in after


PUBLIC = ("pairings", "standings", "standings_event_file")


@pytest.mark.parametrize("door", PUBLIC)
def test_everybody_follows_without_an_account(door, client):
    cup = running(NAMES[:4])
    publish(cup)

    assert client.get(url(door, cup)).status_code == 200


@pytest.mark.parametrize("door", ["pairings", "standings", "bracket"])
def test_an_open_page_that_asks_again_hears_that_nothing_changed(door, client):
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE)
    round_ = publish(cup)
    first = client.get(url(door, cup))

    again = client.get(url(door, cup), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304

    play(round_)
    cup.refresh_from_db()
    round_cycle.close(round_)
    assert client.get(url(door, cup), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_cleo_the_onlooker_sees_no_draft(client, signed_in):
    cup = running(NAMES[:4])
    round_cycle.create_draft_round(cup, number=1)
    cleo = signed_in(UserFactory(handle="Onlooker"))

    assert "No round yet" in tight(cleo.get(url("pairings", cup)))
    assert client.get(url("round_pairings", cup, 1)).status_code == 404
    assert cleo.get(url("desk_round", cup, 1)).status_code == 403


def test_anna_sees_her_table_first(signed_in):
    cup = running(NAMES[:4])
    publish(cup)
    anna = entrant(cup, "Anna")

    page = tight(signed_in(anna.user).get(url("pairings", cup)))

    assert "Go to your match" in page
    assert page.count('class="me"') == 1


def test_pairings_by_name_hold_everybody_once(client):
    cup = running(NAMES[:7])
    publish(cup)

    page = tight(client.get(url("pairings", cup) + "?by=name"))

    assert [page.count(f'class="lead">{name}') for name in NAMES[:7]] == [1] * 7


def people(cup):
    """Who knocks: nobody, an onlooker, a player, each role."""
    player = entrant(cup, "Anna").user
    roles = {role: StaffFactory(tournament=cup, role=role).user for role in Staff.Role}
    return {"nobody": None, "onlooker": UserFactory(), "player": player, **roles}


ORGANIZERS_ONLY = frozenset({"organizer"})
ANY_STAFF = frozenset(Staff.Role)
DOORS = [
    ("desk", "get", ANY_STAFF),
    ("desk_round", "get", ANY_STAFF),
    ("start", "get", ORGANIZERS_ONLY),
    ("draw", "post", ORGANIZERS_ONLY),
    ("redraw", "post", ORGANIZERS_ONLY),
    ("swap_entrants", "post", ORGANIZERS_ONLY),
    ("discard", "post", ORGANIZERS_ONLY),
    ("publish", "post", ORGANIZERS_ONLY),
    ("unpublish", "post", ORGANIZERS_ONLY),
    ("close", "post", ORGANIZERS_ONLY),
    ("cut", "post", ORGANIZERS_ONLY),
    ("finish", "post", ORGANIZERS_ONLY),
    ("table", "get", ANY_STAFF),
    ("result", "post", ANY_STAFF),
    ("undo_result", "post", ANY_STAFF),
    ("no_show", "post", ANY_STAFF),
    ("void_bids", "post", ANY_STAFF),
    ("enter_bids", "post", ANY_STAFF),
    ("expected_list", "post", frozenset({"head_judge", "judge"})),
    ("desk_entrant", "get", ANY_STAFF),
    ("drop_entrant", "post", ANY_STAFF),
    ("reinstate", "post", ANY_STAFF),
    ("remove_entrant", "post", ANY_STAFF),
    ("disqualify", "post", frozenset({"head_judge"})),
    ("fix_table", "post", ORGANIZERS_ONLY),
]
NUMBERED = {"desk_round", "draw", "redraw", "swap_entrants", "discard", "publish", "unpublish", "close"}
AT_TABLES = {"table", "result", "undo_result", "no_show", "void_bids", "enter_bids", "expected_list"}
OF_ENTRANTS = {"desk_entrant", "drop_entrant", "reinstate", "remove_entrant", "disqualify", "fix_table"}


@pytest.mark.parametrize(("door", "method", "may"), DOORS, ids=[door for door, *_ in DOORS])
@pytest.mark.parametrize("who", ["nobody", "onlooker", "player", *Staff.Role.values])
def test_each_door_of_the_desk_opens_for_its_roles_alone(door, method, may, who, signed_in, client):
    cup = running(NAMES[:4])
    round_ = publish(cup)
    user = people(cup)[who]
    at = [1] if door in NUMBERED else []
    at += [round_.pairings.first().pk] if door in AT_TABLES else []
    at += [entrant(cup, "Ben").pk] if door in OF_ENTRANTS else []
    browser = signed_in(user, second_factor=True) if user else client

    answer = getattr(browser, method)(url(door, cup, *at))

    if user is None:
        assert answer.status_code == 302
        assert "/accounts/login/" in answer["Location"]
    elif who in may:
        assert answer.status_code in (200, 302, 422)
    else:
        assert answer.status_code == 403


@pytest.mark.parametrize("door", ["desk", "start"])
def test_staff_without_a_second_factor_are_asked_for_it(door, signed_in):
    cup = opened(NAMES[:2])
    anna = organizer_of(cup)

    answer = signed_in(anna.user).get(url(door, cup))

    assert answer.status_code == 302
    assert "mfa" in answer["Location"] or "2fa" in answer["Location"] or "totp" in answer["Location"]


def test_a_scorekeeper_who_plays_may_not_settle_their_own_table(signed_in):
    cup = running(NAMES[:2])
    pairing = publish(cup).pairings.get()
    anna = entrant(cup, "Anna").user
    StaffFactory(tournament=cup, user=anna, role=Staff.Role.SCOREKEEPER)
    desk = signed_in(anna, second_factor=True)

    assert enter_by_page(desk, cup, pairing, "2-0").status_code == 403
    assert "another staff member" in tight(desk.get(url("table", cup, pairing.pk)))
    assert not Match.objects.get(pk=pairing.match_id).finished_at


def test_a_judge_who_plays_reads_no_list(signed_in):
    cup = running(NAMES[:4])
    round_ = publish(cup)
    anna = entrant(cup, "Anna").user
    StaffFactory(tournament=cup, user=anna, role=Staff.Role.HEAD_JUDGE)
    desk = signed_in(anna, second_factor=True)
    other = round_.pairings.exclude(sittings__entrant__user=anna).first()

    answer = desk.post(url("expected_list", cup, other.pk), {"look-seat": "1", "look-purpose": "check"})

    assert answer.status_code == 403


def test_the_exact_list_is_shown_to_a_judge_on_record(at_the_desk):
    cup = running(NAMES[:2])
    pairing = publish(cup).pairings.get()
    judge = StaffFactory(tournament=cup, role=Staff.Role.JUDGE)
    seat = pairing.match.seats.get(number=1)

    answer = at_the_desk(judge).post(
        url("expected_list", cup, pairing.pk), {"look-seat": "1", "look-purpose": "Deck check"}
    )

    assert seat.deck_version.text.splitlines()[0] in tight(answer)
    assert [(look.viewer, look.purpose) for look in seat.deck_version.looks.all()] == [(judge.user, "Deck check")]


def test_a_correction_first_shows_what_it_changes(at_the_desk):
    cup = running(NAMES[:4], planned=1)
    round_ = publish(cup)
    play(round_)
    round_cycle.close(round_)
    desk = at_the_desk(organizer_of(cup))
    pairing = round_.pairings.first()
    was = pairing.match.seats.get(number=1).games_won
    other = "0-2" if was == 2 else "2-0"

    shown = tight(enter_by_page(desk, cup, pairing, other))
    assert "This changes" in shown
    assert "3 points instead of 0" in shown
    assert pairing.match.seats.get(number=1).games_won == was

    said = {"score": other, "winner": "games", "reason": "played", "why": "Swapped by mistake.", "sure": "yes"}
    said["seen"] = Match.objects.get(pairing=pairing).version
    assert desk.post(url("result", cup, pairing.pk), said).status_code == 302
    assert pairing.match.seats.get(number=1).games_won == 2 - was


# The desk is for few; every page here counts two queries for who is signed in. Pairings: the rows are for all readers,
# and asked for once; the own table beside them takes three for each.
MOST = {"pairings": 17, "standings": 13, "bracket": 12, "desk": 12, "desk_round": 12}


@pytest.mark.parametrize("page", MOST)
def test_every_list_takes_the_same_few_queries_for_4_and_30_players(
    page, at_the_desk, signed_in, django_assert_max_num_queries
):
    def queries(players, name):
        format_ = Tournament.Format.SINGLE if page == "bracket" else Tournament.Format.SWISS
        cup = running([f"{name} {number}" for number in range(players)], planned=2, format=format_)
        round_ = publish(cup)
        play(round_)
        round_cycle.close(round_)
        publish(cup)
        player = signed_in(entrant(cup, f"{name} 0").user)
        browser = at_the_desk(organizer_of(cup)) if page.startswith("desk") else player
        at = [1] if page == "desk_round" else []
        with django_assert_max_num_queries(MOST[page]) as captured:
            assert browser.get(url(page, cup, *at)).status_code == 200
        return len(captured)

    assert queries(4, "Few") == queries(30, "Many")


def test_a_round_is_offered_to_be_called_off_only_while_no_game_is_decided(at_the_desk):
    cup = running(NAMES[:4])
    round_, desk = publish(cup), at_the_desk(organizer_of(cup))
    before = tight(desk.get(url("desk_round", cup, 1)))

    play(round_)
    page = tight(desk.get(url("desk_round", cup, 1)))

    assert ("Cancel all matches" in before, "Cancel all matches" in page) == (True, False)
    assert "A game has been decided" in page
