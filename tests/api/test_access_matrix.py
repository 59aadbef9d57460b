"""Who may open which door for programs: every address of the API by every method, against everybody who may knock.

A door or a method that is not in the table fails the test, so none is ever added without saying whom it lets in.
"""

import re

import pytest
from django.db import transaction
from django.test import Client

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.api import urls
from tests import tournament_relations
from tests.api.test_pages_have_doors import DOORS
from tests.test_access_matrix import CAST, place  # noqa: F401, a fixture
from tests.test_access_matrix import TABLE as PAGES

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete")
WITH_SECOND_FACTOR = ("organizer", "head_judge", "judge", "scorekeeper", "stranger")
# o let in · 1 not signed in · 3 forbidden · 4 not found; the letters stand for CAST, one each
TABLE = {
    "get statistics/": "oooooooooo",
    "get tournaments/<slug:slug>/statistics/": "oooooooooo",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/list/unlock/": "1333ooo333",
    "get cards/": "oooooooooo",
    "get cards/<slug:slug>/": "oooooooooo",
    "get rules/": "oooooooooo",
    "get decks/": "1ooooooooo",
    "post decks/": "1ooooooooo",
    "post decks/check/": "oooooooooo",
    "get decks/starters/": "oooooooooo",
    "get decks/handed-in/": "1ooooooooo",
    "get decks/<uuid:pk>/": "14o4444444",
    "patch decks/<uuid:pk>/": "14o4444444",
    "delete decks/<uuid:pk>/": "14o4444444",
    "post decks/<uuid:pk>/copy/": "14o4444444",
    "get decks/<uuid:pk>/text/": "14o4444444",
    "get practice/": "1ooooooooo",
    "post practice/": "oooooooooo",
    "get practice/<uuid:pk>/": "44o4444444",
    "post practice/<uuid:pk>/lines/": "44o4444444",
    "post practice/challenges/": "oooooooooo",
    "get practice/challenges/<uuid:pk>/": "44o4444444",
    "post practice/accept/<uuid:link>/": "oooooooooo",
    "post practice/<uuid:pk>/pass/": "44o4444444",
    "post practice/<uuid:pk>/take-back/": "44o4444444",
    "post practice/<uuid:pk>/give-up/": "44o4444444",
    "post practice/<uuid:pk>/bid/": "44o4444444",
    "post practice/<uuid:pk>/choose/": "44o4444444",
    "post practice/<uuid:pk>/leave-choice/": "44o4444444",
    "post practice/<uuid:pk>/swap/": "44o4444444",
    "post practice/<uuid:pk>/wizards/": "44o4444444",
    "post practice/<uuid:pk>/next/": "44o4444444",
    "get practice/<uuid:pk>/record.bln": "44o4444444",
    "get learn/<slug:game>/": "oooooooooo",
    "get learn/<slug:game>/<slug:slug>/": "oooooooooo",
    "post practice/<uuid:pk>/analysis/": "44o4444444",
    "get deck-tests/": "1ooooooooo",
    "post deck-tests/": "1ooooooooo",
    "get deck-tests/shared/<uuid:link>/": "oooooooooo",
    "get deck-tests/<uuid:pk>/": "14o4444444",
    "patch deck-tests/<uuid:pk>/": "14o4444444",
    "delete deck-tests/<uuid:pk>/": "14o4444444",
    "post deck-tests/<uuid:pk>/cancel/": "14o4444444",
    "get deck-tests/<uuid:pk>/compare/<uuid:other>/": "14o4444444",
    "get analyses/": "1ooooooooo",
    "post analyses/": "oooooooooo",
    "get analyses/<uuid:pk>/": "44o4444444",
    "patch analyses/<uuid:pk>/": "44o4444444",
    "delete analyses/<uuid:pk>/": "44o4444444",
    "post analyses/<uuid:pk>/lines/": "44o4444444",
    "get analyses/<uuid:pk>/lines/<uuid:line>/": "44o4444444",
    "patch analyses/<uuid:pk>/lines/<uuid:line>/": "44o4444444",
    "delete analyses/<uuid:pk>/lines/<uuid:line>/": "44o4444444",
    "post analyses/<uuid:pk>/lines/<uuid:line>/main/": "44o4444444",
    "post analyses/<uuid:pk>/lines/<uuid:line>/best/": "44o4444444",
    "post analyses/<uuid:pk>/copy/": "14o4444444",
    "get analyses/<uuid:pk>/record.bln": "44o4444444",
    "get me/": "1ooooooooo",
    "patch me/": "1ooooooooo",
    "get me/next/": "1ooooooooo",
    "get me/export/": "1ooooooooo",
    "get me/tokens/": "1ooooooooo",
    "delete me/tokens/<uuid:pk>/": "1444444444",
    "post join/": "1ooooooooo",
    "post staff/accept/": "1ooooooooo",
    "get tournaments/": "oooooooooo",
    "post tournaments/": "1333oooo3o",
    "get templates/": "1333oooo3o",
    "post templates/": "1ooooooooo",
    "delete templates/<uuid:pk>/": "1333444434",
    "post templates/<uuid:pk>/use/": "1333444434",
    "get players/<uuid:pk>/": "oooooooooo",
    "get series/": "oooooooooo",
    "post series/": "1333oooo3o",
    "get series/<slug:slug>/": "oooooooooo",
    "patch series/<slug:slug>/": "1333o33333",
    "delete series/<slug:slug>/": "1333o33333",
    "get series/<slug:slug>/table/": "oooooooooo",
    "get series/<slug:slug>/players/<uuid:pk>/": "4444444444",
    "get series/<slug:slug>/tournaments/": "oooooooooo",
    "post series/<slug:slug>/tournaments/": "1333o33333",
    "delete series/<slug:slug>/tournaments/<slug:tournament>/": "1333o33333",
    "get series/<slug:slug>/organizers/": "1333o33333",
    "post series/<slug:slug>/organizers/": "1333o33333",
    "delete series/<slug:slug>/organizers/<int:pk>/": "1333o33333",
    "get tournaments/<slug:slug>/": "oooooooooo",
    "patch tournaments/<slug:slug>/": "1333o33333",
    "delete tournaments/<slug:slug>/": "1333o33333",
    "post tournaments/<slug:slug>/duplicate/": "1333o33333",
    "post tournaments/<slug:slug>/open/": "1333o33333",
    "post tournaments/<slug:slug>/announce/": "1333o33333",
    "post tournaments/<slug:slug>/cancel/": "1333o33333",
    "get tournaments/<slug:slug>/start/": "1333o33333",
    "post tournaments/<slug:slug>/start/": "1333o33333",
    "post tournaments/<slug:slug>/cut/": "1333o33333",
    "post tournaments/<slug:slug>/finish/": "1333o33333",
    "get tournaments/<slug:slug>/event.json": "4444444444",
    "post tournaments/<slug:slug>/join/": "1ooooooooo",
    "get tournaments/<slug:slug>/code/": "1333oooo33",
    "post tournaments/<slug:slug>/code/renew/": "1333o33333",
    "post tournaments/<slug:slug>/code/limit/": "1333o33333",
    "post tournaments/<slug:slug>/withdraw/": "14oo444444",
    "post tournaments/<slug:slug>/check-in/": "14oo444444",
    "post tournaments/<slug:slug>/drop/": "14oo444444",
    "post tournaments/<slug:slug>/drop/undo/": "14oo444444",
    "get tournaments/<slug:slug>/list/": "14oo444444",
    "post tournaments/<slug:slug>/list/": "14oo444444",
    "get tournaments/<slug:slug>/staff/": "1333oooo33",
    "delete tournaments/<slug:slug>/staff/<int:pk>/": "1333o3o333",
    "get tournaments/<slug:slug>/staff/invitations/": "1333o33333",
    "post tournaments/<slug:slug>/staff/invitations/": "1333o33333",
    "delete tournaments/<slug:slug>/staff/invitations/<uuid:pk>/": "1333433333",
    "get tournaments/<slug:slug>/rounds/": "oooooooooo",
    "post tournaments/<slug:slug>/rounds/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/go-on/": "1333o33333",
    "delete tournaments/<slug:slug>/rounds/<int:number>/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/redraw/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/exchange/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/publish/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/unpublish/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/close/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/time/start/": "1333oooo33",
    "post tournaments/<slug:slug>/rounds/<int:number>/time/pause/": "1333oooo33",
    "post tournaments/<slug:slug>/rounds/<int:number>/time/go-on/": "1333oooo33",
    "post tournaments/<slug:slug>/rounds/<int:number>/time/lengthen/": "1333oooo33",
    "post tournaments/<slug:slug>/rounds/<int:number>/slips/": "1333oooo33",
    "get tournaments/<slug:slug>/rounds/<int:number>/repair/": "1333o33333",
    "post tournaments/<slug:slug>/rounds/<int:number>/repair/": "1333o33333",
    "get tournaments/<slug:slug>/apart/": "1333o33333",
    "post tournaments/<slug:slug>/apart/": "1333o33333",
    "delete tournaments/<slug:slug>/apart/<uuid:pk>/": "1333o33333",
    "get tournaments/<slug:slug>/rounds/<int:number>/pairings/": "oooooooooo",
    "get tournaments/<slug:slug>/rounds/<int:number>/draft/": "1333oooo33",
    "get tournaments/<slug:slug>/pairings/": "oooooooooo",
    "get tournaments/<slug:slug>/standings/": "oooooooooo",
    "get tournaments/<slug:slug>/standings/kept/": "oooooooooo",
    "get tournaments/<slug:slug>/standings/kept/<int:stage>/<int:number>/": "4444444444",
    "get tournaments/<slug:slug>/standings/kept/<int:stage>/<int:number>/ranks/": "4444444444",
    "get tournaments/<slug:slug>/standings/anew/": "1333o33333",
    "post tournaments/<slug:slug>/standings/anew/": "1333o33333",
    "get tournaments/<slug:slug>/bracket/": "4444444444",
    "get tournaments/<slug:slug>/lists/": "4444444444",
    "get tournaments/<slug:slug>/disputes/": "1333oooo33",
    "get tournaments/<slug:slug>/calls/": "1333oooo33",
    "get tournaments/<slug:slug>/penalties/": "14oooooo34",
    "get tournaments/<slug:slug>/checks/": "13333oo333",
    "post tournaments/<slug:slug>/checks/": "13333oo333",
    "get tournaments/<slug:slug>/checks/lots/": "oooooooooo",
    "get tournaments/<slug:slug>/checks/<uuid:pk>/": "13333oo333",
    "post tournaments/<slug:slug>/checks/<uuid:pk>/begin/": "13333oo333",
    "post tournaments/<slug:slug>/checks/<uuid:pk>/seats/<int:number>/": "13333oo333",
    "post tournaments/<slug:slug>/checks/<uuid:pk>/finish/": "13333oo333",
    "post tournaments/<slug:slug>/checks/<uuid:pk>/call-off/": "13333oo333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/penalties/": "13333oo333",
    "get tournaments/<slug:slug>/entrants/<uuid:pk>/penalties/proposal/": "13333oo333",
    "get tournaments/<slug:slug>/trail/": "1333oo3333",
    "get tournaments/<slug:slug>/webhooks/": "1333o33333",
    "post tournaments/<slug:slug>/webhooks/": "1333o33333",
    "get tournaments/<slug:slug>/webhooks/<uuid:pk>/": "1333o33333",
    "patch tournaments/<slug:slug>/webhooks/<uuid:pk>/": "1333o33333",
    "delete tournaments/<slug:slug>/webhooks/<uuid:pk>/": "1333o33333",
    "post tournaments/<slug:slug>/webhooks/<uuid:pk>/secret/": "1333o33333",
    "post tournaments/<slug:slug>/webhooks/<uuid:pk>/test/": "1333o33333",
    "get tournaments/<slug:slug>/webhooks/<uuid:pk>/deliveries/": "1333o33333",
    "post tournaments/<slug:slug>/webhooks/deliveries/<uuid:pk>/again/": "1333o33333",
    "get tournaments/<slug:slug>/undo/": "1333o33333",
    "post tournaments/<slug:slug>/undo/<slug:key>/": "1333o33333",
    "post tournaments/<slug:slug>/guests/": "1333oooo33",
    "post tournaments/<slug:slug>/guests/links/": "1333o33333",
    "get tournaments/<slug:slug>/desk/entrants/": "1333oooo33",
    "get tournaments/<slug:slug>/entrants/": "oooooooooo",
    "post tournaments/<slug:slug>/import/": "1333oooo33",
    "get tournaments/<slug:slug>/meeting/": "4444444444",
    "post tournaments/<slug:slug>/meeting/seat/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/accept/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/refuse/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/check-in/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/check-in/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/link/": "1333oooo33",
    "delete tournaments/<slug:slug>/entrants/<uuid:pk>/link/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/phone/": "13333o3333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/drop/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/return/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/remove/": "1333oooo33",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/disqualify/": "13333o3333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/fixed-table/": "1333o33333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/seeding/": "1333o33333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/list/": "13333oo333",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/list/amend/": "13333oo333",
    "get tournaments/<slug:slug>/rounds/<int:number>/pairings.pdf": "oooooooooo",
    "get tournaments/<slug:slug>/rounds/<int:number>/slips.pdf": "1333oooo33",
    "get tournaments/<slug:slug>/rounds/<int:number>/log-sheets.pdf": "1333oooo33",
    "post tournaments/<slug:slug>/rounds/<int:number>/deck-checks.pdf": "13333oo333",
    "get tournaments/<slug:slug>/standings.pdf": "4444444444",
    "get tournaments/<slug:slug>/bracket.pdf": "4444444444",
    "get tournaments/<slug:slug>/meeting.pdf": "4444444444",
    "get tournaments/<slug:slug>/badges.pdf": "1333oooo33",
    "get tournaments/<slug:slug>/flyer.pdf": "1333oooo33",
    "get tournaments/<slug:slug>/pack.pdf": "1333oooo33",
    "get tournaments/<slug:slug>/printouts/<uuid:pk>/": "3333oooo33",
    "get tournaments/<slug:slug>/list.pdf": "14o4444444",
    "post tournaments/<slug:slug>/lists.pdf": "13333oo333",
    "get tournaments/<slug:slug>/standings/<uuid:pk>/why/": "4444444444",
    "get tournaments/<slug:slug>/standings/outlooks/": "oooooooooo",
    "get tournaments/<slug:slug>/pairings/<uuid:pk>/why/": "oooooooooo",
    "get tournaments/<slug:slug>/cross-table/": "4444444444",
    "get tournaments/<slug:slug>/rounds/<int:number>/event.json": "oooooooooo",
    "get tournaments/<slug:slug>/desk/": "1333oooo33",
    "get tournaments/<slug:slug>/nudge/": "14oo444444",
    "post tournaments/<slug:slug>/entrants/<uuid:pk>/byes/": "1333o33333",
    "get matches/<uuid:pk>/": "oooooooooo",
    "post matches/<uuid:pk>/greet/": "13oo333333",
    "post matches/<uuid:pk>/bids/": "13oo333333",
    "post matches/<uuid:pk>/paper-bids/": "13oo333333",
    "post matches/<uuid:pk>/phone/": "13oo333333",
    "post matches/<uuid:pk>/phone/paper/": "13oo333333",
    "post matches/<uuid:pk>/name-chooser/": "13oo333333",
    "post matches/<uuid:pk>/choose/": "13oo333333",
    "post matches/<uuid:pk>/swap/": "13oo333333",
    "post matches/<uuid:pk>/reports/": "13oo333333",
    "post matches/<uuid:pk>/agree/": "13oo333333",
    "post matches/<uuid:pk>/withdraw/": "13oo333333",
    "post matches/<uuid:pk>/disputes/": "14oooooo34",
    "get matches/<uuid:pk>/records/": "14oooooo34",
    "post matches/<uuid:pk>/records/": "14oooooo34",
    "post matches/<uuid:pk>/calls/": "13oo333333",
    "post matches/<uuid:pk>/desk/result/": "1333oooo33",
    "post matches/<uuid:pk>/desk/result/foresee/": "1333oooo33",
    "get matches/<uuid:pk>/games/<int:number>/recording/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/lines/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/take-back/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/take-back/answer/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/changes/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/changes/answer/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/wizards/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/pass/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/concede/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/draw/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/say/": "13oo333333",
    "post matches/<uuid:pk>/games/<int:number>/recording/confirm/": "13oo333333",
    "get matches/<uuid:pk>/games/<int:number>/replay/": "4444444444",
    "get matches/<uuid:pk>/games/<int:number>/recording/record.bln": "13oo333333",
    "get matches/<uuid:pk>/clocks/": "4444444444",
    "post matches/<uuid:pk>/clocks/": "13oo333333",
    "post matches/<uuid:pk>/desk/clocks/": "1333oooo33",
    "post matches/<uuid:pk>/desk/clocks/set/": "1333oooo33",
    "post matches/<uuid:pk>/desk/clocks/decide/": "1333oooo33",
    "post matches/<uuid:pk>/desk/feature/": "1333oooo33",
    "delete matches/<uuid:pk>/desk/feature/": "1333oooo33",
    "post matches/<uuid:pk>/desk/extensions/": "1333oooo33",
    "delete matches/<uuid:pk>/desk/extensions/<int:number>/": "1333444433",
    "post matches/<uuid:pk>/desk/take-back/": "1333oooo33",
    "post matches/<uuid:pk>/desk/no-show/": "1333oooo33",
    "post matches/<uuid:pk>/desk/void-bids/": "1333oooo33",
    "post matches/<uuid:pk>/desk/bids/": "1333oooo33",
    "post matches/<uuid:pk>/desk/phone/": "13333o3333",
    "post matches/<uuid:pk>/desk/games/<int:number>/": "13333oo333",
    "post matches/<uuid:pk>/desk/list/": "13333oo333",
    "get verify/<uuid:match_pk>/<int:number>/": "oooooooooo",
    "get disputes/<uuid:pk>/": "14oooooo34",
    "post disputes/<uuid:pk>/records/": "14oooooo34",
    "post disputes/<uuid:pk>/open-records/": "14333oo334",
    "post disputes/<uuid:pk>/ruling/": "14333oo334",
    "post disputes/<uuid:pk>/appeal/": "14oo333334",
    "post disputes/<uuid:pk>/appeal/uphold/": "14333o3334",
    "post calls/<uuid:pk>/withdraw/": "14oo444444",
    "post calls/<uuid:pk>/take/": "1433oooo34",
    "post calls/<uuid:pk>/put-back/": "1433oooo34",
    "post calls/<uuid:pk>/board-change/": "1433oooo34",
    "post calls/<uuid:pk>/finish/": "1433oooo34",
    "get infractions/": "oooooooooo",
    "post penalties/<uuid:pk>/carry-out/": "1434oooo34",
    "post penalties/<uuid:pk>/take-back/": "14343oo334",
    "get rulings/": "13333oo333",
    "post disputes/<uuid:pk>/withdraw/": "14oooooo34",
    "get records/<uuid:pk>/": "14o3oooo34",
    "get records/<uuid:pk>/text/": "14o3oooo34",
    "post records/<uuid:pk>/analysis/": "14333oo334",
    "get records/<uuid:pk>/try/": "14333oo334",
    "get records/<uuid:pk>/continuations/": "14333oo334",
}
# Where an id stands for something, by how the address begins: the name under which `place` knows it.
IDS = {
    "decks/": "decks",
    "me/tokens/": "decks",
    "practice/": "play",
    "practice/challenges/": "play:challenge",
    "analyses/": "analysis",
    "deck-tests/": "deck_tests",
    "templates/": "templates",
    "players/": "tournaments:player",
    "series/<slug:slug>/organizers/": "organizers",
    "series/<slug:slug>/players/": "tournaments:series_player",
    "tournaments/<slug:slug>/standings/": "standings",
    "tournaments/<slug:slug>/pairings/": "pairings",
    "tournaments/<slug:slug>/printouts/": "printouts",
    "tournaments/<slug:slug>/staff/invitations/": "invitations",
    "tournaments/<slug:slug>/staff/": "staff",
    "tournaments/<slug:slug>/apart/": "separated-pairs",
    "tournaments/<slug:slug>/checks/": "judging:check",
    "tournaments/<slug:slug>/webhooks/deliveries/": "deliveries",
    "tournaments/<slug:slug>/webhooks/": "webhooks",
    "tournaments/<slug:slug>/entrants/<uuid:pk>/link/": "guests",
    "tournaments/<slug:slug>/entrants/<uuid:pk>/phone/": "guests",
    "tournaments/<slug:slug>/entrants/": "entrants",
    "matches/": "matches",
    "disputes/<uuid:pk>/appeal/uphold/": "judging:uphold",
    "disputes/": "judging",
    "calls/": "judging:take_call",
    "penalties/": "judging:apply_penalty",
    "records/": "judging:record",
}


def doors(patterns, before=""):
    """Every address of the API and the methods it knows; the last of all answers whatever is nowhere."""
    for pattern in patterns if before else patterns[:-1]:
        here = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from doors(pattern.url_patterns, here)
        else:
            yield here, [method for method in METHODS if hasattr(pattern.callback.cls, method)]


def address(route, known):
    first = route.split("/")[0]
    slug = {"series": known["series"], "cards": "cinder-imp", "learn": "first-game"}.get(first, known["slug"])
    filled = {
        "<slug:slug>": slug, "<slug:game>": "bos", "<slug:tournament>": known["slug"], "<slug:key>": known["key"],
        "<int:number>": known["number"], "<int:stage>": known["stage"], "<uuid:match_pk>": known["match_pk"],
        "<uuid:link>": known["shared" if first == "deck-tests" else "link"], "<uuid:other>": known["other"],
        "<uuid:line>": known["line"],
    }  # fmt: skip
    if ":pk>" in route:
        key = IDS[max((start for start in IDS if route.startswith(start)), key=len)]
        filled |= {"<uuid:pk>": known["pk"][key], "<int:pk>": known["pk"][key]}
    for name, value in filled.items():
        route = route.replace(name, str(value))
    return f"/api/v1/{route}"


def letter(headers, method, where):
    sent = {} if method == "get" else {"data": "{}", "content_type": "application/json"}
    with transaction.atomic():
        answer = getattr(Client(), method)(where, **sent, headers=headers)
        transaction.set_rollback(True)
    return {401: "1", 403: "3", 404: "4", 405: "m"}.get(answer.status_code, "o" if answer.status_code < 500 else "!")


@pytest.fixture
def programs(place):  # noqa: F811
    """What a program of each of the cast sends along, and what stands for the names in addresses."""
    browsers, known = place
    headers = {}
    for who, browser in browsers.items():
        user = User.objects.filter(pk=browser.session.get("_auth_user_id")).first()
        token = user and make_token(user, "a program", second_factor=who in WITH_SECOND_FACTOR)
        headers[who] = {"Authorization": f"Bearer {token}"} if token else {}
    return headers, known


def test_every_door_for_programs_lets_in_whom_the_table_says_and_nobody_else(programs):
    headers, known = programs

    found = {
        f"{method} {route}": "".join(letter(headers[who], method, address(route, known)) for who in CAST)
        for route, methods in doors(urls.v1)
        for method in methods
    }

    assert found == TABLE


def test_every_door_for_programs_answers_every_relation_as_the_rules_say(place):  # noqa: F811
    """Doors open to everybody apart. A token of an account that is gone opens not even those."""
    _browsers, known = place
    asked = {
        f"{method} {route}": (method, address(route, known), TABLE[f"{method} {route}"])
        for route, methods in doors(urls.v1)
        for method in methods
        if set(TABLE[f"{method} {route}"]) != {"o"}
    }

    def sign_in(user, second_factor):
        headers = {"Authorization": f"Bearer {make_token(user, 'a program', second_factor=second_factor)}"}
        return lambda doors_: {door: letter(headers, *asked[door][:2]) for door in doors_}

    rows = {door: {**dict(zip(CAST, letters, strict=True)), "nobody": "1"} for door, (_, _, letters) in asked.items()}
    assert tournament_relations.wrongly_answered(tournament_relations.Scene.of(known), rows, sign_in, half="3") == []


def test_no_door_for_programs_opens_by_a_method_it_does_not_name(programs):
    headers, known = programs

    found = {
        f"{method} {route}": letter(headers["organizer"], method, address(route, known))
        for route, methods in doors(urls.v1)
        for method in METHODS
        if method not in methods
    }

    assert {door: said for door, said in found.items() if said != "m"} == {}


# These doors are told in the body whom or what they are about, and say first that the body is empty.
TOLD_IN_THE_BODY = {"tournaments:staff_invitation", "tournaments:keep_template", "tournaments:join"}


def test_a_page_and_its_door_for_programs_let_in_the_same_people():
    doors_ = {_plain(door): letters for door, letters in TABLE.items()}
    differing = {
        page
        for page, door in DOORS.items()
        if PAGES[page][1].replace("s", "1").replace("f", "3") != doors_[_plain(door)]
    }

    assert differing == TOLD_IN_THE_BODY


def _plain(door):
    return re.sub(r"<[^>]*>|{[^}]*}", "{}", door)
