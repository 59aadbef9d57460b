"""Pages of recorded games: the start, the board on each phone, every deed on it, and who is kept out."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.matches.models import Match
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.play.recorded import being_played, lines, place, recorded, recording, write

pytestmark = pytest.mark.django_db


def url(case, deed=""):
    return f"/matches/{case.match.pk}/games/1/board/{deed}"


def sent(client, case, deed, **fields):
    """A deed from the page as htmx sends it."""
    return client.post(url(case, deed), {"after": len(lines(case)), **fields}, headers={"HX-Request": "true"})


def test_anna_finds_the_board_on_the_page_of_her_match_and_starts_recording(signed_in):
    case = being_played()
    annas = signed_in(case.anna.user)

    assert url(case) in annas.get(f"/matches/{case.match.pk}/").text
    assert "Only me" in tight(annas.get(url(case)))
    answer = annas.post(url(case, "start/"), {"shared": ""})

    assert answer.url == url(case)
    assert f"Where are {case.ben.user}'s wizards?" in tight(annas.get(url(case)))


def test_a_shared_phone_goes_on_being_shared_after_every_deed(signed_in):
    case = being_played()
    annas = signed_in(case.anna.user)

    answer = annas.post(url(case, "start/"), {"shared": "1"})

    assert answer.url == url(case) + "?shared=1"
    assert 'name="shared" value="1"' in tight(annas.get(answer.url))


def test_ben_sees_his_hand_and_anna_does_not(signed_in):
    case = recorded()

    bens, annas = tight(signed_in(case.ben.user).get(url(case))), tight(signed_in(case.anna.user).get(url(case)))

    assert 'data-at="=Field Sentinel"' in bens
    assert 'data-at="=Field Sentinel"' not in annas
    assert "Orchard Hermit" in annas  # face-up since his turn began


def test_each_player_sits_below_on_their_own_phone(signed_in):
    case = recorded()

    for seat in (case.anna, case.ben):
        page = tight(signed_in(seat.user).get(url(case)))
        sides = [page.rindex(f'data-at="P{number}"') for number in (1, 2)]
        assert (sides[0] > sides[1]) is (seat.number == 1)


def test_what_annas_page_shows_does_not_depend_on_what_she_may_not_know(signed_in):
    case = recorded()
    annas = signed_in(case.anna.user)
    before = comparable(annas.get(url(case)))

    case.ben.deck_version.text = case.ben.deck_version.text.replace("Field Sentinel", "Granite Ox", 1)
    case.ben.deck_version.save()

    assert comparable(annas.get(url(case))) == before


def comparable(answer):
    """The page without what changes with every answer."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|nonce-?[^"]*"|seen=\d+\.\d+', "", tight(answer))


def test_wizards_that_anna_placed_early_are_not_on_bens_page(signed_in):
    case = recorded()
    annas, bens = signed_in(case.anna.user), signed_in(case.ben.user)
    before = comparable(bens.get(url(case)))

    place(case, case.anna)

    assert recording(case).placed["1"]
    assert comparable(bens.get(url(case))) == before
    assert "Where are your wizards?" not in tight(annas.get(url(case)))


def test_a_line_is_recorded_and_the_board_comes_back(signed_in):
    case = recorded()

    answer = sent(signed_in(case.ben.user), case, "lines/", line="S a Field Sentinel")

    assert answer.status_code == 200
    assert lines(case)[-1] == "S a Field Sentinel"


def test_a_line_against_the_rules_comes_back_with_the_reason(signed_in):
    case = recorded()

    answer = sent(signed_in(case.ben.user), case, "lines/", line="A a P1")

    assert answer.status_code == 409
    assert 'role="alert"' in tight(answer)


def test_without_a_script_ben_is_led_to_the_board_and_reads_what_was_refused(signed_in):
    case = recorded()
    bens = signed_in(case.ben.user)

    answer = bens.post(url(case, "lines/"), {"line": "A a P1", "after": "1"}, follow=True)

    assert answer.redirect_chain == [(url(case), 302)]
    assert "message" in answer.text


@pytest.mark.parametrize(
    ("deed", "fields"),
    [("lines/", {}), ("take-back/", {"keep": "x"}), ("wizards/", {"of": "3"}), ("lines/", {"line": "E" * 400})],
)
def test_what_is_missing_is_asked_for_and_nothing_is_lost(signed_in, deed, fields):
    case = recorded()

    answer = sent(signed_in(case.ben.user), case, deed, **fields)

    assert answer.status_code == 409
    assert lines(case) == ["T1 P2"]


def test_a_card_that_is_looked_up_can_be_played_from_the_page(signed_in):
    case = recorded()
    annas = signed_in(case.anna.user)

    page = tight(annas.get(url(case) + "?card=2:Field Sentinel"))

    assert 'value="S a Field Sentinel"' in page
    assert sent(annas, case, "lines/", line="S a Field Sentinel").status_code == 200


def test_a_card_that_was_played_is_offered_again_where_its_list_is_hidden(signed_in):
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")

    again = "card=2:Field%20Sentinel"

    assert again in signed_in(case.anna.user).get(url(case)).text
    assert again not in signed_in(case.ben.user).get(url(case)).text


@pytest.mark.parametrize("card", ["2:No Such Card", "9:Field Sentinel", "Field Sentinel", "2:", "2:" + "x" * 500])
def test_a_card_that_there_is_not_changes_nothing(signed_in, card):
    case = recorded()

    assert signed_in(case.anna.user).get(url(case), {"card": card}).status_code == 200


def test_the_page_asks_again_and_gets_nothing_until_there_is_something_new(signed_in):
    case = recorded()
    annas = signed_in(case.anna.user)
    tag = f"{recording(case).version}.{Match.objects.get(pk=case.match.pk).version}"

    def asked():
        return annas.get(url(case), {"seen": tag}, headers={"HX-Request": "true"}).status_code

    assert asked() == 204
    write(case.ben, case, "S a Field Sentinel")
    assert asked() == 200


def test_anna_takes_back_from_the_page_and_ben_agrees(signed_in):
    case = recorded()
    write(case.ben, case, "S a Field Sentinel")
    annas, bens = signed_in(case.anna.user), signed_in(case.ben.user)

    sent(annas, case, "take-back/", keep="1")
    assert "asks to take back everything after line 1" in tight(bens.get(url(case)))
    sent(bens, case, "take-back/answer/", agrees="1")

    assert lines(case) == ["T1 P2"]


def test_at_the_end_both_confirm_and_download_the_record(signed_in):
    case = recorded()
    write(case.ben, case, "X P2 concedes")
    annas, bens = signed_in(case.anna.user), signed_in(case.ben.user)
    assert annas.get(url(case, "record.bln")).status_code == 302

    for client in (annas, bens):
        assert "Confirm record and result" in tight(client.get(url(case)))
        sent(client, case, "confirm/")

    assert case.match.games.get(number=1).winner == case.anna
    assert "1. T1 P2" in annas.get(url(case, "record.bln")).text
    assert "confirmed the record" in tight(annas.get(url(case)))


def test_cleo_the_onlooker_is_kept_out_and_a_visitor_is_asked_to_sign_in(signed_in, client):
    case = recorded()
    cleos = signed_in(UserFactory(handle="Cleo"))

    for deed in ("", "record.bln"):
        assert cleos.get(url(case, deed)).status_code == 403
        assert client.get(url(case, deed)).status_code == 302
    for deed in ("start/", "lines/", "take-back/", "take-back/answer/", "wizards/", "confirm/"):
        assert cleos.post(url(case, deed), {}).status_code == 403
        assert client.post(url(case, deed), {}).status_code == 302


def test_there_is_no_board_for_a_game_that_is_not(signed_in):
    case = recorded()

    assert signed_in(case.anna.user).get(f"/matches/{case.match.pk}/games/7/board/").status_code == 404


def test_a_long_game_asks_the_database_no_more_often_than_a_short_one(signed_in):
    case = recorded()
    bens = signed_in(case.ben.user)

    def counted():
        with CaptureQueriesContext(connection) as queries:
            assert bens.get(url(case)).status_code == 200
        return len(queries)

    bens.get(url(case))
    before = counted()
    for line in ("S a Field Sentinel", "E"):
        write(case.ben, case, line)
    place(case, case.anna)
    for line in ("S a Cinder Imp", "E"):
        write(case.anna, case, line)

    assert counted() == before
