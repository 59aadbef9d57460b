"""A tournament run by programs alone, from the plan to the champion, and what it refuses on the way."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.cards import catalogue
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, TournamentFactory, UserFactory
from tests.tournaments import running_tournaments

pytestmark = pytest.mark.django_db
GROVE = next(iter(starter_decks().values()))


@pytest.fixture
def cards():
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def organizer(program):
    """The program of somebody who runs this tournament: `organizer(tournament)`."""

    def of(tournament, role=Staff.Role.ORGANIZER):
        return program(StaffFactory(tournament=tournament, role=role).user, second_factor=True)

    return of


def refused(answer):
    return answer.status_code, answer.json()["code"]


def plan(**changes):
    return {"name": "Winter Cup", "place": "Town hall", "starts_at": "2030-01-05T10:00:00+01:00", **changes}


def test_programs_run_a_tournament_from_its_plan_to_its_champion(program, cards):
    desk = program(UserFactory(), second_factor=True)
    slug = desk.post("tournaments/", plan(swiss_rounds=1)).json()["slug"]
    desk.post(f"tournaments/{slug}/open/")
    players = [program(UserFactory(handle=name)) for name in ("Anna", "Ben")]
    for player in players:
        assert player.post(f"tournaments/{slug}/join/").status_code == 201
        assert player.post(f"tournaments/{slug}/list/", {"text": GROVE}).status_code == 201

    preview = desk.get(f"tournaments/{slug}/start/").json()
    started = desk.post(f"tournaments/{slug}/start/", {"token": preview["token"], "rounds": preview["rounds"]})
    drawn = desk.post(f"tournaments/{slug}/rounds/", {"number": 1})
    published = desk.post(f"tournaments/{slug}/rounds/1/publish/")
    table = program().get(f"tournaments/{slug}/pairings/").json()["results"][0]
    told = desk.post(
        f"matches/{table['match']}/desk/result/",
        {"wins": {"1": 2, "2": 0}, "winner": 1, "why": "Reported at the desk."},
    )
    closed = desk.post(f"tournaments/{slug}/rounds/1/close/")
    finished = desk.post(f"tournaments/{slug}/finish/").json()

    champion = table["players"][0]["name"]
    assert [answer.status_code for answer in (started, drawn, published, told, closed)] == [200, 201, 200, 200, 200]
    assert f"{champion} wins." in told.json()["changes"]
    assert (finished["state"], finished["champions"]) == ("finished", [champion])
    ranks = program().get(f"tournaments/{slug}/standings/").json()["results"]
    assert [(rank["rank"], rank["points"], rank["record"]) for rank in ranks] == [(1, 3, [1, 0, 0]), (2, 0, [0, 1, 0])]
    assert program().get(f"tournaments/{slug}/event.json").json()["rounds"] == [
        [{"players": [f"P{table_place(slug, champion)}", f"P{3 - table_place(slug, champion)}"], "games": [2, 0, 0]}]
    ]


def table_place(slug, handle):
    return Entrant.objects.get(tournament__slug=slug, user__handle=handle).place


def test_setting_up_takes_an_account_with_a_second_factor(program):
    assert program().post("tournaments/", plan()).status_code == 401
    assert refused(program(UserFactory()).post("tournaments/", plan())) == (403, "second_factor_needed")
    assert refused(program(GuestFactory(), second_factor=True).post("tournaments/", plan())) == (
        403,
        "permission_denied",
    )


def test_a_plan_that_does_not_fit_says_so_at_each_field(program):
    answer = program(UserFactory(), second_factor=True).post(
        "tournaments/", plan(place="", list_deadline="2031-01-01T00:00:00Z")
    )

    assert refused(answer) == (409, "faulty_plan")
    assert set(answer.json()["fields"]) == {"place", "list_deadline"}


@pytest.mark.parametrize("zone", ["Nowhere/Else", "UTC\u0000", "../etc"])
def test_a_time_zone_is_one_that_exists(program, zone):
    answer = program(UserFactory(), second_factor=True).post("tournaments/", plan(time_zone=zone))

    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["time_zone"])


def test_a_change_leaves_the_other_settings_as_they_are(organizer):
    tournament = TournamentFactory(place="Town hall", capacity=32)

    changed = organizer(tournament).patch(f"tournaments/{tournament.slug}/", {"capacity": 16}).json()

    assert (changed["capacity"], changed["place"], changed["name"]) == (16, "Town hall", tournament.name)


def test_programs_get_the_ranking_that_suits_the_format_unless_they_choose_one(program):
    ask = program(UserFactory(), second_factor=True)

    swiss = ask.post("tournaments/", plan()).json()
    everyone = ask.post("tournaments/", plan(format="round_robin")).json()
    chosen = ask.post("tournaments/", plan(format="round_robin", ranking="strength", capacity=6)).json()
    changed = ask.patch(f"tournaments/{swiss['slug']}/", {"format": "groups"}).json()

    found = [(one["ranking"], one["capacity"]) for one in (swiss, everyone, chosen, changed)]
    assert found == [("match_points", 64), ("everyone", 32), ("strength", 6), ("everyone", 64)]


def test_programs_say_how_long_a_call_waits_and_when_a_table_is_late(organizer):
    tournament = TournamentFactory(place="Town hall")
    ask = organizer(tournament).patch

    changed = ask(f"tournaments/{tournament.slug}/", {"call_minutes": 8}).json()
    refused = ask(f"tournaments/{tournament.slug}/", {"late_minutes": 0})

    assert (changed["call_minutes"], changed["late_minutes"]) == (8, 15)
    assert refused.status_code == 400
    assert "late_minutes" in str(refused.json())


def test_what_is_fixed_stays_and_the_refusal_names_it(organizer):
    tournament = TournamentFactory(place="Town hall")

    answer = organizer(tournament).patch(f"tournaments/{tournament.slug}/", {"edition": "bos-legacy"})

    assert (refused(answer), list(answer.json()["fields"])) == ((409, "faulty_plan"), ["edition"])


def test_a_draft_is_known_to_its_staff_alone(program, organizer):
    draft = TournamentFactory(state="draft")
    desk, cleo = organizer(draft), program(UserFactory(), second_factor=True)

    assert desk.get(f"tournaments/{draft.slug}/").json()["you"]["roles"] == ["organizer"]
    assert [one["slug"] for one in desk.get("tournaments/?state=draft").json()["results"]] == [draft.slug]
    for other in (cleo, program()):
        assert other.get(f"tournaments/{draft.slug}/").status_code == 404
        assert other.get("tournaments/?state=draft").json()["results"] == []
        assert other.get("tournaments/").json()["results"] == []


def test_the_join_code_is_told_to_staff_alone(program, organizer):
    tournament = TournamentFactory()

    assert organizer(tournament).get(f"tournaments/{tournament.slug}/").json()["you"]["join_code"]
    assert program(UserFactory()).get(f"tournaments/{tournament.slug}/").json()["you"]["join_code"] is None


def test_page_and_program_refuse_to_join_alike(program, signed_in):
    over = TournamentFactory(registration_closes_at=timezone.now() - timedelta(hours=1))
    anna = UserFactory()

    page = signed_in(anna).post(f"/tournaments/{over.slug}/join/")
    answer = program(anna).post(f"tournaments/{over.slug}/join/")

    assert (page.status_code, refused(answer)) == (422, (409, "registration_over"))
    assert answer.json()["detail"] in page.content.decode()


def test_anna_joins_by_code_checks_in_and_withdraws(program):
    opens = timezone.now() - timedelta(hours=1)
    tournament = TournamentFactory(check_in_opens_at=opens)
    anna = program(UserFactory())

    joined = anna.post("join/", {"code": tournament.join_code.lower()})
    checked = anna.post(f"tournaments/{tournament.slug}/check-in/")
    again = anna.post("join/", {"code": tournament.join_code})
    left = anna.post(f"tournaments/{tournament.slug}/withdraw/")

    assert (joined.status_code, joined.json()["state"]) == (201, "registered")
    assert (checked.status_code, left.json()["state"]) == (200, "withdrawn")
    assert refused(again) == (409, "already_in")
    assert refused(anna.post("join/", {"code": "NOBODYS"})) == (404, "not_found")


def test_an_illegal_list_comes_back_with_every_problem(program, cards):
    entrant = EntrantFactory()
    answer = program(entrant.user).post(f"tournaments/{entrant.tournament.slug}/list/", {"text": "3 Nobody"})

    assert refused(answer) == (409, "illegal_list")
    problems = answer.json()["fields"]["problems"]
    assert {"rule", "message", "code", "args", "line", "cards"} == set(problems[0])
    assert "1.1.4" in [problem["rule"] for problem in problems]


def test_a_list_is_handed_in_as_text_or_as_a_deck_of_ones_own(program, cards):
    entrant = EntrantFactory()
    anna, path = program(entrant.user), f"tournaments/{entrant.tournament.slug}/list/"
    deck = anna.post("decks/", {"name": "Grove", "text": GROVE}).json()["id"]
    foreign = program(UserFactory()).post("decks/", {"text": GROVE}).json()["id"]

    assert anna.post(path, {"deck": deck}).json()["number"] == 1
    assert anna.post(path, {"text": GROVE}).json()["number"] == 2
    assert anna.post(path, {"deck": foreign}).status_code == 404
    assert anna.post(path, {"deck": deck, "text": GROVE}).status_code == 400
    assert [version["number"] for version in anna.get(path).json()["versions"]] == [2, 1]


def test_only_judges_read_a_list_and_the_owner_learns_who_did(program, organizer, cards):
    entrant = EntrantFactory()
    tournament = entrant.tournament
    anna = program(entrant.user)
    anna.post(f"tournaments/{tournament.slug}/list/", {"text": GROVE})
    path = f"tournaments/{tournament.slug}/entrants/{entrant.pk}/list/"

    read = organizer(tournament, Staff.Role.JUDGE).post(path, {"purpose": "deck check"})
    turned = [
        organizer(tournament).post(path, {"purpose": "curious"}).status_code,
        program(UserFactory()).post(path, {"purpose": "curious"}).status_code,
        anna.post(path, {"purpose": "curious"}).status_code,
        program().post(path, {"purpose": "curious"}).status_code,
    ]
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")

    assert (read.status_code, read.json()["boss"]) == (200, "Abyss Regent")
    assert turned == [403, 403, 403, 401]
    assert [look["purpose"] for look in anna.get(f"tournaments/{tournament.slug}/list/").json()["looks"]] == [
        "deck check"
    ]


def test_what_staff_know_of_people_is_told_to_staff_alone(program, organizer):
    entrant = EntrantFactory(user=UserFactory(handle="Anna", real_name="Anna Example", email="anna@example.org"))
    slug = entrant.tournament.slug

    public = program(UserFactory()).get(f"tournaments/{slug}/entrants/")
    desk = organizer(entrant.tournament).get(f"tournaments/{slug}/desk/entrants/")
    closed = program(entrant.user).get(f"tournaments/{slug}/desk/entrants/")

    assert set(public.json()["results"][0]) == {"id", "name", "state", "place"}
    assert desk.json()["results"][0]["real_name"] == "Anna Example"
    assert "example.org" not in desk.content.decode()
    assert refused(closed) == (403, "permission_denied")


def test_a_guest_gets_a_link_that_is_told_once_and_ends(program, organizer):
    tournament = TournamentFactory()
    desk = organizer(tournament)

    made = desk.post(f"tournaments/{tournament.slug}/guests/", {"handle": "Walk In"}).json()
    entrant = f"tournaments/{tournament.slug}/entrants/{made['entrant']['id']}"
    renewed = desk.post(f"{entrant}/link/").json()
    ended = desk.delete(f"{entrant}/link/")

    assert "/p/" in made["link"]
    assert renewed["link"] != made["link"]
    assert ended.status_code == 204
    assert "/p/" not in desk.get(f"tournaments/{tournament.slug}/desk/entrants/").content.decode()


def test_staff_mark_drop_bring_back_and_take_out(organizer):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    desk, head = organizer(tournament), organizer(tournament, Staff.Role.HEAD_JUDGE)
    anna, ben = running_tournaments.entrant(tournament, "Anna"), running_tournaments.entrant(tournament, "Ben")
    path = f"tournaments/{tournament.slug}/entrants"

    dropped = desk.post(f"{path}/{anna.pk}/drop/", {"why": "Went home."}).json()
    back = desk.post(f"{path}/{anna.pk}/return/").json()
    fixed = desk.post(f"{path}/{anna.pk}/fixed-table/", {"table": 7}).json()
    turned = desk.post(f"{path}/{ben.pk}/disqualify/", {"why": "Marked cards."})
    out = head.post(f"{path}/{ben.pk}/disqualify/", {"why": "Marked cards."}).json()

    assert (dropped["state"], dropped["note"], back["state"], fixed["fixed_table"]) == (
        "dropped",
        "Went home.",
        "playing",
        7,
    )
    assert (refused(turned), out["state"]) == ((403, "permission_denied"), "disqualified")


def test_staff_are_invited_accept_once_and_the_last_organizer_stays(program):
    role = StaffFactory()
    slug, desk = role.tournament.slug, program(role.user, second_factor=True)
    dora = program(UserFactory(handle="Dora"), second_factor=True)

    link = desk.post(f"tournaments/{slug}/staff/invitations/", {"role": "judge"}).json()["link"]
    token = link.rstrip("/").rpartition("/")[2]
    accepted = dora.post("staff/accept/", {"token": token})
    again = dora.post("staff/accept/", {"token": token})
    stays = desk.delete(f"tournaments/{slug}/staff/{role.pk}/")
    leaves = dora.delete(f"tournaments/{slug}/staff/{accepted.json()['id']}/")

    assert (accepted.status_code, accepted.json()["role"]) == (201, "judge")
    assert again.status_code == 404
    assert refused(stays) == (409, "last_organizer")
    assert leaves.status_code == 204
    assert token not in desk.get(f"tournaments/{slug}/staff/invitations/").content.decode()


def test_a_draft_round_is_seen_by_staff_alone_until_it_is_published(program, organizer):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    desk, rounds = organizer(tournament), f"tournaments/{tournament.slug}/rounds"
    desk.post(f"{rounds}/", {"number": 1})

    hidden = program().get(f"{rounds}/").json()["results"], program().get(f"{rounds}/1/pairings/").status_code
    draft = desk.get(f"{rounds}/1/draft/").json()["results"]
    one, other = draft[0]["players"][0]["entrant"], draft[1]["players"][0]["entrant"]
    desk.post(f"{rounds}/1/exchange/", {"one": one, "other": other, "why": "Brothers."})
    desk.post(f"{rounds}/1/publish/")
    shown = program().get(f"{rounds}/1/pairings/").json()["results"]

    assert hidden == ([], 404)
    assert [pairing["by_hand"] for pairing in shown] == ["Brothers.", "Brothers."]
    assert all(pairing["match"] and pairing["score"]["step"] == "bosses" for pairing in shown)


def test_rounds_that_cannot_be_done_now_are_refused(organizer):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    desk, rounds = organizer(tournament), f"tournaments/{tournament.slug}/rounds"

    assert refused(desk.post(f"{rounds}/", {"number": 2})) == (409, "not_next")
    assert refused(desk.post(f"{rounds}/1/publish/")) == (404, "not_found")
    running_tournaments.publish(tournament)
    assert refused(desk.post(f"{rounds}/1/close/")) == (409, "results_missing")
    assert refused(desk.delete(f"{rounds}/1/")) == (409, "round_published")
    assert desk.post(f"{rounds}/1/unpublish/").json()["state"] == "draft"
    assert desk.delete(f"{rounds}/1/").status_code == 204


def test_a_bracket_is_told_match_by_match(program):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4], format="single_elimination")
    running_tournaments.play_and_close(tournament)

    matches = program().get(f"tournaments/{tournament.slug}/bracket/").json()["results"]

    assert [match["title"] for match in matches] == ["Semi-finals", "Semi-finals", "Final"]
    assert [match["status"] for match in matches] == ["played", "played", "ready"]
    assert {slot["seed"] for slot in matches[-1]["slots"]} == {match["winner"] for match in matches[:2]}


def test_the_trail_knows_who_acted_through_a_token(organizer, program):
    tournament = TournamentFactory()
    head = StaffFactory(tournament=tournament, role=Staff.Role.ORGANIZER)

    program(head.user, second_factor=True).post(f"tournaments/{tournament.slug}/announce/", {"text": "Lunch."})

    lines = program(head.user, second_factor=True).get(f"tournaments/{tournament.slug}/trail/").json()["results"]
    assert [line["sentence"] for line in lines if line["who"]] == [f"{head.user} announced: “Lunch.”"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "rounds/",
        "rounds/1/pairings/",
        "rounds/1/draft/",
        "pairings/",
        "standings/",
        "standings/kept/",
        "standings/anew/",
        "entrants/",
        "desk/entrants/",
        "staff/",
        "staff/invitations/",
        "event.json",
    ],
)
def test_a_filter_that_does_not_exist_is_never_ignored(organizer, path):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    running_tournaments.publish(tournament)
    desk, path = organizer(tournament), f"tournaments/{tournament.slug}/{path}"

    asked, misspelled = desk.get(path), desk.get(f"{path}?nmae=Anna")

    assert asked.status_code == 200
    assert (refused(misspelled), list(misspelled.json()["fields"])) == ((400, "invalid"), ["nmae"])


@pytest.mark.parametrize("deed", ["open/", "finish/", "cut/", "join/", "rounds/1/publish/", "rounds/1/close/"])
def test_a_deed_that_needs_no_words_takes_none(organizer, deed):
    tournament = running_tournaments.running(running_tournaments.NAMES[:4])
    running_tournaments.publish(tournament)

    answer = organizer(tournament).post(f"tournaments/{tournament.slug}/{deed}", {"force": True})

    assert (refused(answer), list(answer.json()["fields"])) == ((400, "invalid"), ["force"])


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({"state": "finished", "publish_lists": True}, 200),
        ({"state": "finished", "publish_lists": False}, 404),
        ({"state": "running", "publish_lists": True}, 404),
    ],
)
def test_lists_are_public_after_the_end_if_the_organizer_chose_so(program, facts, status):
    tournament = running_tournaments.opened(running_tournaments.NAMES[:2])
    Tournament.objects.filter(pk=tournament.pk).update(**facts)

    answer = program().get(f"tournaments/{tournament.slug}/lists/")

    assert answer.status_code == status
    if status == 200:
        assert [one["name"] for one in answer.json()["results"]] == ["Anna", "Ben"]
        assert all("Boss" in one["text"] for one in answer.json()["results"])


def test_programs_renew_limit_and_join_with_the_code(program):
    cup = TournamentFactory(code_only=True)
    olga = StaffFactory(tournament=cup, role="organizer").user
    desk, anna = program(olga, second_factor=True), program(UserFactory(handle="Anna"))
    base = f"tournaments/{cup.slug}/"

    assert anna.get(f"{base}code/").status_code == 403
    assert anna.post(f"{base}join/").json()["code"] == "code_needed"
    code = desk.post(f"{base}code/renew/").json()["join_code"]
    assert desk.post(f"{base}code/limit/", {"most": 1}).json()["code_limit"] == 1
    assert anna.post(f"{base}join/", {"code": code}).status_code == 201
    assert program(UserFactory()).post("join/", {"code": code}).json()["code"] == "code_used_up"
    assert desk.get(f"{base}code/").json()["code_uses"] == 1


def test_a_token_for_reading_reads_what_its_owner_may_and_does_no_deed(program):
    cup = TournamentFactory()
    olga = StaffFactory(tournament=cup, role="organizer").user
    reader = program(olga, second_factor=True, read_only=True)
    path = f"tournaments/{cup.slug}"

    assert reader.get(f"{path}/desk/").status_code == 200
    assert reader.get("me/tokens/").json()["results"][0]["read_only"] is True
    refusals = [
        reader.post(f"{path}/announce/", {"text": "Lunch."}),
        reader.patch(f"{path}/", {"name": "Other"}),
        reader.delete(f"{path}/staff/1/"),
        reader.post(f"{path}/join/", Idempotency_Key="once"),
    ]

    assert {(one.status_code, one.json()["code"]) for one in refusals} == {(403, "read_only_token")}
    assert "read-only" in refusals[0].json()["detail"]
    cup.refresh_from_db()
    assert cup.announcement == ""
    assert not cup.entrants.exists()


def test_a_program_features_a_table_and_takes_it_back(program):
    cup = running_tournaments.running(running_tournaments.NAMES[:4])
    first = running_tournaments.publish(cup).pairings.get(table=1)
    desk = program(StaffFactory(tournament=cup, role="judge").user, second_factor=True)
    door = f"matches/{first.match_id}/desk/feature/"

    def featured():
        shown = program().get(f"tournaments/{cup.slug}/pairings/").json()["results"]
        return [one["table"] for one in shown if one["featured"]]

    assert desk.post(door).json() == {"featured": True}
    assert featured() == [1]
    assert desk.delete(door).json() == {"featured": False}
    assert featured() == []
    assert program(UserFactory()).post(door).status_code == 403


def test_a_program_reads_by_when_the_last_table_is_out_of_time(program):
    cup = running_tournaments.running(running_tournaments.NAMES[:4], round_minutes=50)
    round_ = running_tournaments.publish(cup)
    desk = program(StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    assert desk.get(f"tournaments/{cup.slug}/desk/").json()["over_by"] is None
    desk.post(f"tournaments/{cup.slug}/rounds/{round_.number}/time/start/")

    assert desk.get(f"tournaments/{cup.slug}/desk/").json()["over_by"]["extra"] == 0


def test_programs_delete_a_draft_and_nothing_else(organizer):
    draft, opened = TournamentFactory(state="draft"), TournamentFactory()

    gone = organizer(draft).delete(f"tournaments/{draft.slug}/")
    stays = organizer(opened).delete(f"tournaments/{opened.slug}/")

    assert gone.status_code == 204
    assert refused(stays) == (409, "not_a_draft")
