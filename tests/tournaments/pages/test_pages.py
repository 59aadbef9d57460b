"""Pages around a tournament: what they say to whom, forms that lose nothing, and how many queries they take."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bos_tournament.tournaments.entrants import guests, join_codes, registration
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.rounds import tournament_end
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import (
    DeckVersionFactory,
    EntrantFactory,
    GuestFactory,
    StaffFactory,
    TournamentFactory,
    UserFactory,
    pinned_pool,
)
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import entrant, play_and_close, running

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FILLED = {
    "name": "Spring Cup",
    "place": "Town hall",
    "time_zone": "Europe/Berlin",
    "starts_at": "2027-03-06T10:00",
    "list_deadline": "2027-03-06T09:30",
    "capacity": "32",
    "format": "swiss_cut",
    "ranking": "match_points",
    "cut": "8",
    "edition": "bos-1",
    "description": "# Prizes\n\n**Glory**",
}


@pytest.fixture
def anna(signed_in):
    person = UserFactory(handle="Anna")
    browser = signed_in(person, second_factor=True)
    browser.user = person
    return browser


def test_english_pages_write_british_dates_and_the_24_hour_clock(anna, client):
    evening = datetime(2027, 3, 6, 18, tzinfo=UTC)
    cup = TournamentFactory(starts_at=evening, time_zone="Europe/Vienna")

    pages = [tight(client.get(url)) for url in ("/", "/tournaments/", cup.get_absolute_url())]

    assert all("6 Mar 2027" in page for page in pages)
    assert "6 Mar 2027, 19:00 CET" in pages[-1]
    assert not any(re.search(r"[0-9] ?[ap]\.?m\.?\b|\bMar\w* 6\b", page, re.IGNORECASE) for page in pages)


def test_the_home_page_of_whoever_is_signed_in_leads_to_a_new_tournament(anna, client):
    without_steps = tight(anna.get("/"))
    StaffFactory(user=anna.user, tournament=TournamentFactory(state="draft"))
    with_steps = tight(anna.get("/"))

    assert "Your next step" not in without_steps
    assert "Your next step" in with_steps
    for page in (without_steps, with_steps):
        assert re.search(r'<a class="button[^"]*" href="/tournaments/new/">.*?Create a tournament</a>', page)


def test_anna_sets_up_a_tournament_in_her_zone_and_opens_it(anna, client):
    page = anna.post("/tournaments/new/", FILLED, follow=True)
    opened = anna.post("/tournaments/spring-cup/open/", follow=True)

    tournament = Tournament.objects.get()
    assert page.redirect_chain == [("/tournaments/spring-cup/", 302)]
    assert (tournament.starts_at, tournament.cut) == (datetime(2027, 3, 6, 9, tzinfo=UTC), 8)
    assert "Registration is open" in tight(opened)
    public = tight(client.get("/tournaments/spring-cup/"))
    assert '<time datetime="2027-03-06T10:00:00+01:00" data-local="full">6 Mar 2027, 10:00 CET</time>' in public
    assert "<h3>Prizes</h3>" in public


def test_a_faulty_form_says_so_at_the_field_and_loses_nothing(anna):
    page = anna.post("/tournaments/new/", FILLED | {"list_deadline": "2027-03-06T11:00", "capacity": "1"})

    html = tight(page)
    assert page.status_code == 422
    assert 'value="2027-03-06T11:00"' in html
    assert "**Glory**" in html
    assert page.context["form"].errors.keys() == {"capacity"}
    page = anna.post("/tournaments/new/", FILLED | {"list_deadline": "2027-03-06T11:00"})
    assert page.context["form"].errors == {"list_deadline": ["Deck lists must be in by the start."]}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"starts_at": "soon"}, "starts_at"),
        ({"starts_at": ""}, "starts_at"),
        ({"starts_at": "2027-03-28T02:30"}, "starts_at"),
        ({"name": "x" * 81}, "name"),
        ({"description": "x" * 8001}, "description"),
        ({"cut": "5"}, "cut"),
        ({"capacity": "99999999999999"}, "capacity"),
        ({"name": "a\x00b"}, "name"),
    ],
)
def test_no_input_makes_a_traceback(anna, change, field):
    page = anna.post("/tournaments/new/", FILLED | change)

    assert page.status_code == 422
    assert field in page.context["form"].errors


def test_everyone_against_everyone_is_saved_with_what_the_form_proposes(anna):
    shown = anna.get("/tournaments/new/").context["form"]
    proposed = {field.name: field.value() for field in shown if field.value() is not None}

    page = anna.post(
        "/tournaments/new/",
        {name: value for name, value in proposed.items() if value is not False}
        | {"name": "Club", "place": "Hall", "starts_at": "2027-03-06T10:00", "format": "round_robin"},
    )

    assert page.status_code == 302, page.context["form"].errors
    assert Tournament.objects.values_list("capacity", "ranking").get() == (32, "everyone")


def test_settings_are_shown_in_the_zone_and_saved_without_shifting(anna):
    anna.post("/tournaments/new/", FILLED)
    form = anna.get("/tournaments/spring-cup/edit/").context["form"]

    shown = {field.name: field.value() for field in form if field.value() not in (None, "", False)}
    written = {
        name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value for name, value in shown.items()
    }
    anna.post("/tournaments/spring-cup/edit/", written | {"name": "Summer Cup"})

    tournament = Tournament.objects.get()
    assert written["starts_at"] == "2027-03-06T10:00"
    assert (tournament.name, tournament.starts_at) == ("Summer Cup", datetime(2027, 3, 6, 9, tzinfo=UTC))


def test_lines_of_a_description_that_nobody_changed_stay_as_they_are(anna):
    anna.post("/tournaments/new/", FILLED | {"description": "Soup at one.\r\nBring a pen."})

    assert Tournament.objects.get().description == "Soup at one.\nBring a pen."


def test_a_running_tournament_with_odd_seconds_keeps_them_when_its_text_changes(at_the_desk):
    organizer = StaffFactory(tournament__state="running", tournament__place="Hall")
    before = organizer.tournament.starts_at

    page = at_the_desk(organizer).post(
        f"/tournaments/{organizer.tournament.slug}/edit/",
        {"name": "New name", "place": "Hall", "time_zone": "UTC", "capacity": "64", "format": "swiss"},
    )

    organizer.tournament.refresh_from_db()
    assert page.status_code == 302
    assert (organizer.tournament.name, organizer.tournament.starts_at) == ("New name", before)


def test_cancelling_needs_the_name(at_the_desk):
    organizer = StaffFactory(tournament__name="Autumn Cup")
    desk, address = at_the_desk(organizer), f"/tournaments/{organizer.tournament.slug}/cancel/"

    answers = [desk.post(address, {"confirmation": text}).status_code for text in ("", "Winter Cup", "Autumn Cup")]

    organizer.tournament.refresh_from_db()
    assert answers == [422, 422, 302]
    assert organizer.tournament.state == "cancelled"


def test_cleo_follows_the_join_link_makes_an_account_and_joins(client, signed_in):
    tournament = TournamentFactory(join_code="ABCD2345")

    page = client.get("/join/abcd2345/", follow=True)
    typed = client.get("/join/", {"code": " abcd2345"}, follow=True)
    wrong = client.get("/join/", {"code": "ABCD2346"})

    assert page.redirect_chain[-1][0] == typed.redirect_chain[-1][0] == f"/tournaments/{tournament.slug}/join/"
    assert f"/accounts/signup/?next=/tournaments/{tournament.slug}/join/" in tight(page)
    assert (wrong.status_code, "No tournament has this code." in tight(wrong)) == (422, True)
    joined = signed_in(UserFactory()).post(f"/tournaments/{tournament.slug}/join/", follow=True)
    assert "You are registered. Next, submit your deck list." in tight(joined)


def test_a_refused_join_is_a_sentence_on_the_page(signed_in):
    tournament = TournamentFactory(registration_closes_at=timezone.now() - HOUR)

    page = signed_in(UserFactory()).post(f"/tournaments/{tournament.slug}/join/")

    assert page.status_code == 422
    assert "Registration is closed." in tight(page)


def test_who_waits_reads_their_position_and_withdraws(signed_in):
    tournament = TournamentFactory(capacity=2)
    for _ in range(2):
        registration.join(UserFactory(), tournament)
    registration.join(UserFactory(), tournament)
    dan = signed_in(UserFactory())

    joined = tight(dan.post(f"/tournaments/{tournament.slug}/join/", follow=True))
    dan.post(f"/tournaments/{tournament.slug}/withdraw/")
    again = dan.post(f"/tournaments/{tournament.slug}/withdraw/")

    assert "You are number <b>2</b>" in joined
    assert again.status_code == 422
    assert tournament.entrants.filter(state=Entrant.State.WITHDRAWN).count() == 1


def test_a_full_tournament_says_so_wherever_it_is_listed(client):
    tournament = TournamentFactory(capacity=2, name="Harbour Cup")
    for _ in range(2):
        registration.join(UserFactory(), tournament)

    for page in ("/", "/tournaments/", f"/tournaments/{tournament.slug}/"):
        assert "Full, waitlist open" in tight(client.get(page))


def test_ben_checks_in_by_one_button(signed_in):
    ben = EntrantFactory(tournament__check_in_opens_at=timezone.now() - HOUR)
    browser, home = signed_in(ben.user), f"/tournaments/{ben.tournament.slug}/"

    before = tight(browser.get(home))
    after = tight(browser.post(f"{home}check-in/", follow=True))

    assert f'action="{home}check-in/"' in before
    assert "You are checked in." in after
    assert f'action="{home}check-in/"' not in after


def test_who_plays_drops_and_comes_back_from_the_tournaments_page(signed_in):
    anna = EntrantFactory(state="playing", tournament__state="running")
    stage = anna.tournament.stages.create(number=1, format="swiss", rounds_planned=3)
    stage.rounds.create(number=1, state="published", published_at=timezone.now())
    browser, home = signed_in(anna.user), anna.tournament.get_absolute_url()

    playing = tight(browser.get(home))
    dropped = tight(browser.post(f"{home}drop/", follow=True))
    back = tight(browser.post(f"{home}drop/undo/", follow=True))

    assert "Drop from the tournament" in playing
    assert "Undo drop" in dropped
    assert "Drop from the tournament" in back


def test_the_desk_finds_a_guest_and_checks_them_in(at_the_desk):
    desk = StaffFactory(role="scorekeeper", tournament__check_in_opens_at=timezone.now() + HOUR)
    gus, _ = guests.add_guest(desk.tournament, handle="Gus", real_name="Gustav Stein", by=desk.user)
    EntrantFactory(tournament=desk.tournament, user__handle="Anna", place=7)
    browser, home = at_the_desk(desk), f"/tournaments/{desk.tournament.slug}/"

    found = browser.get(f"{home}entrants/", {"q": "stein", "only": "guests"})
    page = browser.post(f"{home}entrants/{gus.pk}/check-in/?q=stein", {"present": "yes"}, follow=True)

    assert [entrant.user.handle for entrant in found.context["page"]] == ["Gus"]
    assert page.redirect_chain == [(f"{home}entrants/?q=stein", 302)]
    assert "Gus is checked in." in tight(page)


def test_real_names_are_for_staff(client, at_the_desk):
    desk = StaffFactory(role="scorekeeper")
    EntrantFactory(tournament=desk.tournament, user__handle="Anna", user__real_name="Anna Berger")
    home = f"/tournaments/{desk.tournament.slug}/"

    assert "Anna Berger" in tight(at_the_desk(desk).get(f"{home}entrants/"))
    for page in (home, f"{home}players/"):
        assert "Anna Berger" not in tight(client.get(page))


def test_an_invitation_is_shown_once_and_only_its_button_uses_it(at_the_desk, signed_in):
    organizer = StaffFactory()
    desk, home = at_the_desk(organizer), f"/tournaments/{organizer.tournament.slug}/"
    page = desk.post(f"{home}staff/invite/", {"role": "judge"})
    address = "/" + page.context["link"].split("/", 3)[3]
    ben = UserFactory()
    browser = signed_in(ben, second_factor=True)

    looked = [browser.get(address).status_code, browser.get(address).status_code]
    accepted = browser.post(address)

    assert page.context["link"] in tight(page)
    assert page.context["link"] not in tight(desk.get(f"{home}staff/"))
    assert looked == [200, 200]
    assert (accepted.status_code, accepted.url) == (302, home)
    assert signed_in(UserFactory(), second_factor=True).get(address).status_code == 404


def test_the_poster_leads_to_the_join_page(at_the_desk, settings):
    settings.PUBLIC_URL = "https://bos.example"
    staff_member = StaffFactory(role="scorekeeper", tournament__join_code="ABCD2345")

    html = tight(at_the_desk(staff_member).get(f"/tournaments/{staff_member.tournament.slug}/poster/"))

    assert "https://bos.example/join/ABCD2345/" in html
    assert "<svg" in html


@pytest.mark.parametrize(
    ("address", "warned"),
    [("http://127.0.0.1:8000", True), ("http://[::1]:8000", True), ("http://192.168.1.7:8000", False)],
)
def test_a_link_that_no_phone_can_open_is_not_handed_out_unwarned(at_the_desk, settings, address, warned):
    settings.PUBLIC_URL = address
    organizer = StaffFactory()
    home = f"/tournaments/{organizer.tournament.slug}"
    EntrantFactory(tournament=organizer.tournament, user=GuestFactory())
    desk = at_the_desk(organizer)

    pages = [desk.get(f"{home}/poster/"), desk.get(f"{home}/guests/links/")]

    assert [b"INSECURE_LAN=1" in page.content for page in pages] == [warned, warned]


def test_whoever_hands_in_for_the_first_time_is_led_to_the_starter_decks(signed_in):
    anna = EntrantFactory()
    hand_in = f"/tournaments/{anna.tournament.slug}/deck/"

    before = tight(signed_in(anna.user).get(hand_in))
    anna.deck_version = DeckVersionFactory(owner=anna.user)
    anna.save()
    after = tight(signed_in(anna.user).get(hand_in))

    hint = "No deck yet?"
    assert (hint in before, hint in after) == (True, False)


def test_home_tells_everybody_their_next_step(signed_in, at_the_desk):
    anna = EntrantFactory(tournament__name="Autumn Cup")
    organizer = StaffFactory(tournament=anna.tournament)

    steps = signed_in(anna.user).get("/").context["mine"]
    anna.deck_version = DeckVersionFactory(owner=anna.user)
    anna.save()
    later = signed_in(anna.user).get("/").context["mine"]

    assert [(step.title, step.button, step.state) for step in steps] == [("Autumn Cup", "Submit deck list", "now")]
    assert [(step.button, step.state) for step in later] == [("Open the tournament", "later")]
    assert [step.button for step in at_the_desk(organizer).get("/").context["mine"]] == ["View players"]


def test_the_list_of_tournaments_is_searched_by_name_place_and_state(client):
    TournamentFactory(name="Autumn Cup", place="Leipzig")
    TournamentFactory(name="Winter Cup", place="Graz", state="finished")

    def names(**asked):
        return [tournament.name for tournament in client.get("/tournaments/", asked).context["page"]]

    assert names(q="autumn") == names(q="leipzig") == names(state="open") == ["Autumn Cup"]
    assert names(q="cup", state="finished") == ["Winter Cup"]
    assert names(q="nothing", page="99") == []


@pytest.mark.parametrize("odd", ["\x00", "x" * 5000, "%", "'; --", "猫", "-1", "²", "9" * 400, "{{ 1 }}"])
def test_odd_searches_pages_and_codes_are_answered(at_the_desk, odd):
    desk = StaffFactory()
    browser, home = at_the_desk(desk), desk.tournament.get_absolute_url()

    for address in ("/tournaments/", f"{home}entrants/", f"{home}players/", f"{home}activity-log/", f"{home}deck/"):
        answer = browser.get(address, {"q": odd, "page": odd, "only": odd, "state": odd, "deck": odd})
        assert answer.status_code == (404 if address.endswith("deck/") else 200), address
    assert browser.get("/join/", {"code": odd}).status_code == 422
    assert browser.get(f"/join/{quote(odd, safe='')}/").status_code == 404
    assert browser.get(f"/staff/{quote(odd, safe='')}/").status_code == 404


def test_the_trail_tells_who_did_what_and_holds_no_secret(at_the_desk):
    organizer = StaffFactory(user__handle="Olga", tournament__place="Hall")
    desk, home = at_the_desk(organizer), f"/tournaments/{organizer.tournament.slug}/"
    desk.post(f"{home}announce/", {"text": "Lunch at noon"})
    desk.post(f"{home}guests/", {"handle": "Gus", "real_name": ""})

    lines = desk.get(f"{home}activity-log/").context["lines"]

    assert {line.sentence for line in lines if line.who == "Olga"} == {
        "Olga added Gus on site.",
        "Olga created a personal link for Gus.",
        "Olga announced: “Lunch at noon”",
    }
    assert organizer.tournament.join_code not in tight(desk.get(f"{home}activity-log/"))
    assert desk.get(f"{home}activity-log/", {"page": "9999999999"}).status_code == 200


def test_cleo_reads_which_rules_are_played_by_name(client):
    page = tight(client.get(TournamentFactory().get_absolute_url()))

    assert '<a href="/rules/">BOS, current rules</a>' in page


def test_an_open_page_is_answered_in_full_only_when_something_changed(client, signed_in):
    tournament = TournamentFactory()
    first = client.get(tournament.get_absolute_url(), headers={"HX-Request": "true"})
    asked = {"HX-Request": "true", "If-None-Match": first["ETag"]}

    unchanged = client.get(tournament.get_absolute_url(), headers=asked)
    registration.join(UserFactory(), tournament)
    changed = client.get(tournament.get_absolute_url(), headers=asked)
    Tournament.objects.update(registration_closes_at=timezone.now())
    closed = client.get(tournament.get_absolute_url(), headers={"HX-Request": "true", "If-None-Match": changed["ETag"]})

    assert [answer.status_code for answer in (first, unchanged, changed, closed)] == [200, 304, 200, 200]
    assert "<html" not in tight(first)
    assert "1 of 64" in tight(changed)
    assert "Registration is closed" in tight(closed)
    assert signed_in(UserFactory()).get(tournament.get_absolute_url(), headers=asked).status_code == 200


# --- queries ---


def queries(client, address):
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def populate(tournament, number):
    """More of everything a list page shows."""
    for _ in range(number):
        entrant = EntrantFactory(tournament=tournament, user=GuestFactory(), checked_in_at=timezone.now())
        entrant.deck_version = DeckVersionFactory(owner=entrant.user)
        entrant.save()
        EntrantFactory(tournament=tournament, state="waitlisted", place=None)
        StaffFactory(tournament=tournament, role="judge")
        tournament.invitations.create(role="judge", token_digest=join_codes.free_code() * 4, made_by=entrant.user)
        TournamentFactory(place="Hall")
        StaffFactory(tournament__state="draft", user=tournament.staff.get(role="head_judge").user)


@pytest.mark.parametrize(
    "page", ["", "players/", "entrants/", "staff/", "activity-log/", "lists/", "/", "/tournaments/"]
)
def test_every_page_takes_the_same_few_queries_for_1_and_30_rows(at_the_desk, page):
    state = "finished" if page == "lists/" else "open"
    boss = StaffFactory(
        role="head_judge", tournament__state=state, tournament__publish_lists=True, tournament__pool=pinned_pool()
    )
    browser = at_the_desk(boss)
    address = page if page.startswith("/") else f"/tournaments/{boss.tournament.slug}/{page}"
    populate(boss.tournament, 1)
    browser.get(address)  # A pinned pool is read once and kept.
    few = queries(browser, address)
    populate(boss.tournament, 29)

    many = queries(browser, address)

    assert few == many <= 12, (few, many)


def test_a_long_chain_of_versions_is_one_query(signed_in):
    anna = EntrantFactory(tournament__pool=pinned_pool())
    version = None
    counts = []
    for number in range(1, 13):
        version = DeckVersionFactory(owner=anna.user, previous=version, number=number)
        if number in (1, 12):
            Entrant.objects.filter(pk=anna.pk).update(deck_version=version)
            counts.append(queries(signed_in(anna.user), f"/tournaments/{anna.tournament.slug}/deck/"))

    assert counts[0] == counts[1] <= 12


def test_who_may_still_use_an_invitation_is_listed(at_the_desk):
    organizer = StaffFactory()
    staff_roles.invite(organizer.tournament, role="judge", by=organizer.user)

    page = at_the_desk(organizer).get(f"/tournaments/{organizer.tournament.slug}/staff/")

    assert [invitation.role for invitation in page.context["invitations"]] == ["judge"]


def text(answer):
    return " ".join(re.sub("<[^>]+>", " ", tight(answer)).split())


def test_the_page_of_a_finished_tournament_names_the_champion_and_tells_players_their_rank(client, signed_in):
    cup = running(planned=2)
    play_and_close(cup)
    address, anna, hana = cup.get_absolute_url(), entrant(cup, "Anna"), entrant(cup, "Hana")
    assert "Champion" not in text(client.get(address))
    assert "Your results so far" in text(signed_in(anna.user).get(address))

    play_and_close(cup)
    tournament_end.finish_tournament(cup)
    Entrant.objects.filter(pk=hana.pk).update(state=Entrant.State.DISQUALIFIED)

    assert "Champion Anna" in text(client.get(address))
    assert "Champion Anna Your rank: 1 ." in text(signed_in(anna.user).get(address))
    assert "Your results Round 1" in text(signed_in(anna.user).get(address))
    assert "You are registered" not in text(signed_in(anna.user).get(address))
    assert "Your rank" not in text(signed_in(hana.user).get(address))
