"""The page of a match: what each reader sees at each step, and what its doors answer."""

from uuid import uuid4

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.matches import match_start, reserve_swaps
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Pairing, Round, Stage
from tests.factories import TournamentFactory, UserFactory
from tests.html_whitespace import tight
from tests.matches.playing import enter, fresh, match_at, open_waiting_bids, person, play_game, seats

Step = Match.Step
pytestmark = pytest.mark.django_db
DOORS = ("confirm_bosses", "bid", "paper_bids", "name_chooser", "choose", "swap", "report", "agree", "withdraw")


def url(match, door="detail"):
    return reverse(f"matches:{door}", args=[match.pk])


@pytest.mark.parametrize("step", Step.values)
def test_everybody_can_read_the_page_at_every_step(client, step):
    match = match_at(step)
    anna, ben = seats(match)

    for reader in (None, anna.user, ben.user, person()):
        client.logout()
        if reader:
            client.force_login(reader)
        response = client.get(url(match))
        assert response.status_code == 200, response
        assert str(ben.user) in response.text
        assert client.get(url(match, "live")).status_code == 200


def post(client, seat, door, **said):
    client.force_login(seat.user)
    return client.post(url(seat.match, door), said)


def test_after_a_deed_the_page_goes_on_at_what_happens_now(client):
    match = match_at(Step.BOSSES)
    anna, _ = seats(match)

    answer = post(client, anna, "confirm_bosses")

    assert answer.url == f"{url(match)}#now"
    assert '<section id="now" tabindex="-1"' in tight(client.get(answer.url))


def test_a_whole_match_is_played_on_plain_pages(client):
    match = match_at(Step.BOSSES)
    anna, ben = seats(match)

    def went(seat, door, **said):
        response = post(client, seat, door, **said)
        assert response.status_code == 302, response.text
        assert client.get(response.url).status_code == 200

    went(anna, "confirm_bosses")
    went(ben, "confirm_bosses")
    for game in (1, 2):
        went(anna, "bid", amount=4, attempt=game, key=uuid4())
        went(ben, "bid", amount=7)
        open_waiting_bids()
        went(ben, "choose", goes_first="yes")
        if game == 2:
            went(anna, "swap", nothing="1")
            went(ben, "swap", nothing="1")
        went(anna, "report", winner="1", reason="played", game=game, key=uuid4())
        went(ben, "agree")

    assert fresh(match).winner == anna


# Doors


@pytest.mark.parametrize("door", DOORS)
def test_cleo_looks_on_but_no_door_opens_for_her(client, door):
    match = match_at(Step.PLAYING)
    cleo = person("Cleo")
    client.force_login(cleo)

    assert client.get(url(match)).status_code == 200
    assert client.post(url(match, door), {"amount": 1, "winner": "1", "reason": "played"}).status_code == 403
    client.logout()
    answer = client.post(url(match, door))
    assert (answer.status_code, answer.url) == (302, f"/accounts/login/?next={url(match)}")
    assert fresh(match).version == match.version


@pytest.mark.parametrize("door", DOORS)
def test_a_door_opened_as_a_link_leads_to_the_match(client, door):
    match = match_at(Step.BIDDING)
    client.force_login(seats(match)[0].user)

    answer = client.get(url(match, door))

    assert (answer.status_code, answer.url) == (302, url(match))


@pytest.mark.parametrize("door", ["detail", "live", *DOORS])
def test_a_match_that_never_was_is_not_found(client, door):
    client.force_login(person())
    address = reverse(f"matches:{door}", args=[uuid4()])

    if door in ("detail", "live"):
        assert client.get(address).status_code == 404
    else:
        assert client.post(address).status_code == 404


def test_the_public_sees_no_report_no_receipt_and_no_button(client):
    for step in Step.values:
        match = match_at(step)
        text = client.get(url(match)).text
        assert "<form" not in text.split('id="match"')[1].split('id="match-news"')[0]
        assert "receipt" not in text
        if step == Step.REPORTED:
            assert f"{seats(match)[0].user} won" not in text


def test_a_refused_bid_is_answered_at_the_field_and_keeps_what_was_typed(client):
    match = match_at(Step.BIDDING)
    anna = seats(match)[0]

    for amount, said in (("", "0 counts too"), ("-3", "greater than or equal to 0"), ("9" * 400, "Enter a whole")):
        answer = post(client, anna, "bid", amount=amount)
        assert answer.status_code == 422
        assert f'value="{amount}"' in answer.text or not amount
        assert "errors" in answer.text
        assert said in answer.text or "less than or equal" in answer.text


def test_a_deed_at_the_wrong_step_is_answered_on_the_page_with_what_to_do(client):
    match = match_at(Step.PLAYING)

    answer = post(client, seats(match)[0], "bid", amount=4)

    assert answer.status_code == 422
    assert "Report its result when it is over" in answer.text


def test_a_refused_swap_keeps_its_ticks_and_lists_every_problem_with_its_rule(client):
    match = match_at(Step.SWAPPING)
    anna = seats(match)[0]
    summon = reserve_swaps.movable(match.games.last(), anna)["summon"]["into"][0].name

    answer = post(client, anna, "swap", into=[summon])

    assert answer.status_code == 422
    assert f'value="{summon}" checked' in tight(answer)
    assert 'href="/rules/#12.3.2"' in answer.text
    assert post(client, anna, "swap").status_code == 422
    assert post(client, anna, "swap", out=["x" * 101], into=["y"] * 100).status_code == 422


def test_a_match_called_off_says_so_to_everybody(client):
    match = match_at(Step.BIDDING)
    match_start.withdraw_match(match)

    assert "This pairing was withdrawn" in client.get(url(match)).text
    client.force_login(seats(match)[0].user)
    page = client.get(url(match)).text
    assert "This pairing was withdrawn" in page
    assert "Seal" not in page


def test_a_correction_is_shown_with_its_reason(client):
    match = match_at(Step.FINISHED)
    enter(match, person("Judge Dora"), wins=(0, 2), winner=2, why="The slip was read wrongly.")

    page = client.get(url(match)).text

    assert "The slip was read wrongly." in page
    assert "The desk entered this result." in page


# Live


def test_the_live_part_is_sent_only_when_something_changed(client):
    match = match_at(Step.SWAPPING)
    anna, ben = seats(match)
    client.force_login(anna.user)
    tag = client.get(url(match, "live")).headers["ETag"]

    def ask(known):
        return client.get(url(match, "live"), headers={"If-None-Match": known, "HX-Request": "true"})

    assert ask(tag).status_code == 304
    reserve_swaps.swap_reserves(ben, out=[], into=[])
    assert ask(tag).status_code == 304  # Anna may be ticking cards; that Ben is done would wipe them
    reserve_swaps.swap_reserves(anna, out=[], into=[])
    changed = ask(tag)
    assert changed.status_code == 200
    assert 'hx-swap-oob="innerHTML"' in changed.text
    assert ask(changed.headers["ETag"]).status_code == 304
    client.logout()
    assert ask(changed.headers["ETag"]).status_code == 200


def test_an_unchanged_match_costs_few_queries(client, django_assert_max_num_queries):
    match = match_at(Step.SWAPPING)
    tag = client.get(url(match, "live")).headers["ETag"]

    with django_assert_max_num_queries(3):
        client.get(url(match, "live"), headers={"If-None-Match": tag})
    with django_assert_max_num_queries(12):
        client.get(url(match))


def test_a_long_match_costs_as_many_queries_as_a_short_one(client):
    def cost(match):
        client.get(url(match))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(match)).status_code == 200
        return len(queries)

    short, long = match_at(Step.BIDDING), match_at(Step.BIDDING)
    for _ in range(8):
        play_game(long, winner=None)

    assert cost(short) == cost(long)


def test_the_list_of_matches_in_the_admin_costs_the_same_for_1_and_30(rf):
    request = rf.get("/admin/matches/match/")
    request.user = UserFactory(is_staff=True, is_superuser=True, second_factor=True)

    def cost():
        with CaptureQueriesContext(connection) as queries:
            admin.site._registry[Match].changelist_view(request).render()
        return len(queries)

    match_at(Step.BOSSES)
    cost()
    one = cost()
    for _ in range(29):
        match_at(Step.BOSSES)
    assert cost() == one


def test_a_match_of_a_tournament_says_its_round_and_table_and_leads_back(client):
    match = match_at(Step.BIDDING)
    cup = TournamentFactory(name="Autumn Cup", state="running")
    stage = Stage.objects.create(tournament=cup, number=1, format="swiss", rounds_planned=5)
    third = Round.objects.create(stage=stage, number=3, state="published")
    Pairing.objects.create(round=third, match=match, table=7)

    page = client.get(url(match)).text

    assert "Autumn Cup" in page
    assert "Round 3" in page
    assert "Table 7" in page
    assert f'href="/tournaments/{cup.slug}/standings/"' in page


def test_a_form_that_comes_back_with_something_else_is_refused_and_can_then_be_sent(client):
    match = match_at(Step.PLAYING)
    anna = seats(match)[0]
    said = {"reason": "played", "game": 1, "key": uuid4()}
    assert post(client, anna, "report", winner="1", **said).status_code == 302
    assert post(client, anna, "report", winner="1", **said).status_code == 302
    assert post(client, anna, "withdraw").status_code == 302

    answer = post(client, anna, "report", winner="2", **said)

    assert answer.status_code == 422
    assert "already sent" in answer.text
    again = answer.context["report_form"]
    assert again["winner"].value() == "2"
    assert post(client, anna, "report", winner="2", reason="played", key=again["key"].value()).status_code == 302
