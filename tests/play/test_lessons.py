"""Lessons on the board: Anna learns without an account, is answered when she does something else, keeps her place."""

import pytest
from django.conf import settings
from django.core import signing
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from bos_tournament.errors import Refused
from bos_tournament.play.lessons import lesson_list, lesson_page, progress, walking
from bos_tournament.play.lessons.walking import Walk
from bos_tournament.play.models import LessonProgress, PracticeGame
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.play.lessons import FIRST, step, steps, walked

SLUGS = list(lesson_list.courses("bos"))
COURSE = lesson_list.course("bos", "first-game")


def test_a_newcomer_finds_the_lessons_from_home_and_practice(client):
    for where in ("/", "/play/"):
        assert "Learn it in 11 steps" in tight(client.get(where))
    assert client.get("/learn/").url == "/learn/bos/"

    page = tight(client.get("/learn/bos/"))

    assert [title for title in ("Your first game", "Bids and first turn", "Blocks", "Bosses", "Decay") if title in page]
    assert "11 steps" in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_is_walked_to_its_end_through_the_page(client, slug):
    page = walked(client, slug)

    assert "taught" not in tight(page)
    assert page.context["say"] == lesson_list.course("bos", slug).lesson.end["en"]
    assert "done" in tight(client.get("/learn/bos/"))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_step_speaks_the_readers_language_and_offers_what_it_asks_for(slug, language):
    course = lesson_list.course("bos", slug)
    for done, one in enumerate(course.lesson.steps):
        with override(language):
            shown = lesson_page.page(course, Walk(done))

        assert shown["say"] == one.say.get(language, "")
        assert shown["is_own"] == (shown["right"] is not None) == (one.auto is None)
        assert shown["right"] is None or shown["right"]["written"] == one.line


def test_the_page_says_what_to_do_lights_it_and_says_why(client):
    step(client, "T1 P1", 0)

    page = tight(client.get(FIRST))

    assert "Summons fight for you." in page
    assert "Step 2 of 11" in page
    assert 'data-path="=Lava Hound|1wa"' in page
    assert 'href="/rules/#5.1.2"' in page
    assert "pointed" in page


def test_another_legal_line_is_answered_by_the_lesson_and_changes_nothing(client):
    step(client, "T1 P1", 0)

    answer = step(client, "S b Cinder Imp", 1)

    assert answer.status_code == 409
    assert "This time, summon Lava Hound with Ember Adept." in tight(answer)
    assert "Summons fight for you." in tight(client.get(FIRST))


def test_a_card_that_is_not_meant_says_so_where_it_is_tapped(client):
    step(client, "T1 P1", 0)

    notes = {note["at"]: note["why"] for note in client.get(FIRST).context["notes"]}

    assert "This time, summon Lava Hound" in notes["=Cinder Imp"]["text"]
    assert notes["=Lava Hound"] is None
    assert notes["1*"]["rule"]


@pytest.mark.parametrize(
    ("line", "after", "code"),
    [
        ("S b Cinder Imp", 1, "other_line"),
        ("A a P2", 1, "illegal_line"),
        ("", 1, "illegal_line"),
        ("E", 5, "board_changed"),
    ],
)
def test_what_the_lesson_does_not_want_is_refused(line, after, code):
    with pytest.raises(Refused) as refused:
        walking.take_step(COURSE, Walk(1), line, after=after)

    assert refused.value.code == code
    assert str(refused.value)


def test_after_the_end_there_is_no_further_step():
    with pytest.raises(Refused) as refused:
        walking.take_step(COURSE, Walk(len(steps())), "E", after=len(steps()))

    assert refused.value.code == "board_changed"


def test_a_step_that_is_sent_twice_counts_once(client):
    step(client, "T1 P1", 0)

    assert step(client, "T1 P1", 0).context["done"] == 1


def test_where_a_step_is_free_another_line_will_do_and_the_lesson_goes_on_from_it():
    place = next(place for place, one in enumerate(steps()) if one.is_free)

    walk = walking.take_step(COURSE, Walk(place), "S a Lava Hound", after=place)

    assert (walk.done, walk.own) == (place + 1, {place: "S a Lava Hound"})
    summons = lesson_page.page(COURSE, walk)["table"]["seats"][0]["summons"]
    assert summons[0]["name"] == "Lava Hound"
    assert walking.step_back(COURSE, walk, after=place + 1).own == {}


def test_a_free_step_refuses_a_line_after_which_the_lesson_could_not_go_on():
    place = next(place for place, one in enumerate(steps()) if one.is_free)

    with pytest.raises(Refused) as refused:
        walking.take_step(COURSE, Walk(place), "S b Smoke Runner", after=place)

    assert refused.value.code == "other_line"


def test_a_line_of_ones_own_that_stands_no_more_is_forgotten():
    place = next(place for place, one in enumerate(steps()) if one.is_free)

    shown = lesson_page.page(COURSE, Walk(place + 1, {place: "S a Root Giant"}))

    assert shown["table"]["seats"][0]["summons"][0]["name"] == "Cinder Imp"


def test_what_the_opponent_does_happens_by_itself_or_by_a_button(client):
    page = tight(walked(client, upto=3))
    assert 'hx-trigger="submit, load delay:900ms"' in page
    assert "Continue" in page
    assert "Watch the board" in page

    page = tight(walked(client, upto=4))
    assert "Ben summons, too" in page
    assert "load delay" not in page


def test_back_goes_to_the_sentence_before_and_start_again_to_the_beginning(client):
    walked(client, upto=6)

    back = step(client, "", 6, deed="back/")
    assert back.context["done"] == 4
    assert step(client, "", 6, deed="back/").context["done"] == 4

    assert step(client, "", 4, deed="again/").context["done"] == 0


def test_without_script_the_lesson_comes_back_by_a_redirect_and_says_what_was_refused(client):
    played = step(client, "T1 P1", 0, htmx=False)
    refused = client.post(f"{FIRST}lines/", {"line": "S b Cinder Imp", "after": 1}, follow=True)

    assert played.url == FIRST
    assert "This time, summon Lava Hound" in tight(refused)


@pytest.mark.parametrize("wrong", [{"line": "x" * 301}, {"after": ""}, {"after": "-1"}, {"after": "soon"}])
def test_what_is_no_move_is_answered_by_a_sentence(client, wrong):
    answer = client.post(f"{FIRST}lines/", {"line": "T1 P1", "after": 0, **wrong}, headers={"HX-Request": "true"})

    assert answer.status_code == 409
    assert "This is no move of this board" in tight(answer)


@pytest.mark.parametrize("where", ["/learn/chess/", "/learn/chess/first-game/", "/learn/bos/chess/"])
def test_what_cannot_be_learnt_is_not_found(client, where):
    assert client.get(where).status_code == 404


def test_at_the_end_of_the_first_game_a_game_against_newt_starts_with_the_same_decks(client):
    page = tight(walked(client))
    assert "Play against Newt" in page
    assert "Next lesson: Bids and first turn" in page

    client.post(
        "/play/", {"deck": "starter:first-sparks", "bot_deck": "starter:open-meadow", "bot": "newt", "first": "1"}
    )

    assert PracticeGame.objects.get().deck_name == COURSE.lesson.lists[0]


def test_without_an_account_the_place_is_kept_in_the_browser(client):
    walked(client, upto=2)

    assert client.get(FIRST).context["done"] == 2
    assert not LessonProgress.objects.exists()
    assert "Step 3 of 11" in tight(client.get("/learn/bos/"))


def test_a_cookie_that_was_tampered_with_is_ignored(client):
    for wrong in ("x", signing.dumps({"bos/first-game": [3, {}, False]}, salt="another")):
        client.cookies[settings.LESSON_COOKIE_NAME] = wrong
        assert client.get(FIRST).context["done"] == 0


def test_with_an_account_the_place_is_kept_on_every_device(signed_in, anna):
    walked(signed_in(anna))

    row = LessonProgress.objects.get()
    assert (row.owner, row.lesson, row.done) == (anna, "bos/first-game", len(steps()))
    assert row.finished_at is not None
    assert "done" in tight(signed_in(anna).get("/learn/bos/"))


def test_what_anna_learnt_before_she_signed_in_is_hers_afterwards(client, anna):
    walked(client, "blocks", upto=2)
    walked(client, upto=2)
    client.force_login(anna)
    assert client.get(FIRST).context["done"] == 2

    step(client, steps()[2].line, 2)

    assert progress.walks_of(anna)["bos/first-game"].done == 3
    assert progress.walks_of(anna)["bos/blocks"].done == 2
    assert client.cookies[settings.LESSON_COOKIE_NAME].value == ""


def test_a_lesson_that_is_started_again_stays_finished(signed_in, anna):
    annas = signed_in(anna)
    walked(annas)

    step(annas, "", len(steps()), deed="again/")

    assert progress.walks_of(anna)["bos/first-game"] == Walk(0, {}, finished=True)


def test_two_accounts_that_became_one_go_on_where_either_was_last(anna):
    progress.keep_for(anna, "bos/blocks", Walk(3, {}, finished=True))
    LessonProgress.objects.create(owner=anna, lesson="bos/blocks", done=5)

    assert progress.walks_of(anna) == {"bos/blocks": Walk(5, {}, finished=True)}


def test_ben_sees_nothing_of_what_anna_learnt(signed_in, anna):
    walked(signed_in(anna), upto=2)

    assert signed_in(UserFactory(handle="Ben")).get(FIRST).context["done"] == 0


def test_the_list_of_lessons_takes_as_many_queries_with_many_walks_as_with_one(signed_in, anna):
    annas = signed_in(anna)
    progress.keep_for(anna, f"bos/{SLUGS[0]}", Walk(1))
    annas.get("/learn/bos/")
    with CaptureQueriesContext(connection) as one:
        annas.get("/learn/bos/")
    for slug in SLUGS * 5:
        LessonProgress.objects.create(owner=anna, lesson=f"bos/{slug}", done=1)
    with CaptureQueriesContext(connection) as many:
        annas.get("/learn/bos/")

    assert len(many) == len(one)


def test_a_program_reads_the_lessons_and_a_whole_one(client):
    rows = client.get("/api/v1/learn/bos/").json()["results"]
    assert [row["slug"] for row in rows] == SLUGS
    assert rows[0]["title"] == "Your first game"

    whole = client.get("/api/v1/learn/bos/blocks/", headers={"Accept-Language": "de"}).json()
    assert whole["title"] == "Blocken"
    assert whole["lines"][0]["points"] == ["=Lava Hound", "1wa", "2a"]
    assert [line["auto"] for line in whole["lines"][:3]] == [None, None, 900]
    assert whole["record"].startswith("[Game BOS]")
