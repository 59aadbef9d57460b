"""The pages of records: handing one in, walking through one, trying lines on the way; and who may not."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.text import slugify

from bos_tournament.cards import catalogue
from bos_tournament.judging.models import Record
from bos_tournament.judging.records import record_entry
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table, record, wizards
from tests.judging.games import work
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db

ILLEGAL = ("1. T1 P2", "2. E", "3. T2 P1", "4. A a x 1b", "5. E")
WON = ("1. T1 P2", "2. E", "3. T2 P1", "4. X P2 concedes")


def handed(case, *lines, seat=None, game=None):
    seat = seat or case.anna
    made = record_entry.hand_in(game or case.game, by=seat.user, seat=seat, text=record(case, *lines))
    work()
    return made


def url(name, shown):
    return reverse(f"judging:{name}", args=[shown.pk])


def text_of(answer):
    return " ".join(tight(answer).split())


def judge_of(case, signed_in):
    return signed_in(case.judge, second_factor=True)


# Walking


def test_a_record_opens_at_the_line_that_decides_with_the_table_before_it(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(signed_in(case.anna.user).get(url("record", shown)))

    assert 'Line 4 <span class="soft">of 5</span>' in page
    assert "Stops here: illegal." in page
    assert "The table before this line." in page
    assert page.count("as played</span>") >= 1


def test_a_record_with_bad_names_says_under_its_finding_what_they_may_mean_and_at_each_line_that_it_cannot_be_read(
    signed_in,
):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2", "2. S a S", "3. quite so", "4. E", "5. and so on", seat=case.ben)

    page = text_of(signed_in(case.ben.user).get(url("record", shown)))
    dispute = text_of(signed_in(case.ben.user).get(case.dispute().get_absolute_url()))

    assert shown.finding.told["P2"]["line"] == 3
    above, _, lines = page.partition("All lines")
    assert "quite so” cannot be read" in above
    assert [said in lines for said in ("“quite so” cannot be read", "“and so on” cannot be read")] == [True, True]
    assert "“S” fits several cards of P2" in lines
    assert "and so on” cannot be read" in dispute


def test_what_a_name_may_mean_is_told_once_under_the_finding(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2", "2. S a S", "3. E", seat=case.ben)

    page = text_of(signed_in(case.ben.user).get(url("record", shown)))

    assert page.count("With “S a Still Water” there") == 1


def test_a_line_is_opened_by_its_number_and_says_what_it_did_and_why(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(signed_in(case.anna.user).get(url("record", shown), {"line": "3"}))

    assert f"Turn 2 begins; it is turn 1 of {case.anna.user}." in page
    assert 'href="/rules/#3.1.1"' in page
    assert 'aria-current="step"' in page
    assert '<a class="button quiet" id="walk-next" href="?line=4">' in page
    assert '<a class="button quiet" id="walk-back" href="?line=2">' in page


def test_at_either_end_there_is_no_way_on(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2")
    anna = signed_in(case.anna.user)

    first, last = (text_of(anna.get(url("record", shown), {"line": line})) for line in ("0", "1"))

    assert "Before the first line" in first
    assert 'id="walk-back" role="link" aria-disabled="true"' in first
    assert 'id="walk-next" role="link" aria-disabled="true"' in last


@pytest.mark.parametrize("asked", ["99", "-1", "x", "1;2", "١"])
def test_a_line_that_is_not_there_opens_the_last_one_that_was_played(signed_in, asked):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2", "2. E")

    assert "Line 2 " in text_of(signed_in(case.anna.user).get(url("record", shown), {"line": asked}))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "has only headers and no lines"),
        (("1. T1 P2", "2. what is this"), "Stops here: unreadable."),
        (("[Game Chess]", "1. e4"), "only BOS can be judged"),
        (("[broken", "1. T1 P2"), "a header is written [Word text]"),
    ],
)
def test_every_record_has_a_page_whatever_is_written_in_it(signed_in, lines, sentence):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *lines)

    answer = signed_in(case.anna.user).get(url("record", shown))

    assert answer.status_code == 200
    assert sentence in text_of(answer)


def test_markup_in_a_record_stays_text(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2", "2. <b>E</b> # <script>alert(1)</script>")

    page = tight(signed_in(case.anna.user).get(url("record", shown)))

    assert "&lt;b&gt;E&lt;/b&gt;" in page
    assert "<script>alert" not in page


def test_a_record_that_waits_for_the_engine_can_be_walked_through_already(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case, "1. T1 P2"))

    page = text_of(signed_in(case.anna.user).get(url("record", shown)))

    assert "being judged" in page
    assert "Line 1 " in page


def test_a_match_without_a_pool_says_why_its_records_cannot_be_played(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case, "1. T1 P2"))
    case.match.pool = None
    case.match.save()

    page = text_of(signed_in(case.anna.user).get(url("record", shown)))

    assert "has no pinned card pool" in page
    assert "T1 P2" in page


def test_a_page_that_is_open_gets_the_position_alone_and_says_it_aloud(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2", "2. E")
    anna = signed_in(case.anna.user)

    part = anna.get(url("record", shown), {"line": "2"}, headers={"HX-Request": "true"})
    back = anna.get(url("record", shown), headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})

    assert tight(part).strip().startswith('<section id="position"')
    assert 'id="position-said" hx-swap-oob="innerHTML">Line 2 of 2: E.' in text_of(part)
    assert "HX-Request" in part["Vary"]
    assert "<!DOCTYPE html>" in tight(back)


def test_a_page_asks_as_often_for_a_long_record_as_for_a_short_one(signed_in):
    case = at_a_table(Step.DIFFERING)
    short = handed(case, "1. T1 P2")
    long = handed(case, *(f"{n}. T{(n + 1) // 2} P{2 - (n // 2) % 2}" if n % 2 else f"{n}. E" for n in range(1, 31)))
    anna = signed_in(case.anna.user)
    anna.get(url("record", short))
    counts = []
    for shown in (short, long):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            anna.get(url("record", shown))
        counts.append(len(asked))

    assert counts[0] == counts[1]
    assert counts[0] <= 25


def test_cards_on_the_board_show_their_drawings_and_face_down_ones_their_backs(signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)

    page = text_of(signed_in(case.anna.user).get(url("record", shown), {"line": "3"}))

    assert page.count('<svg class="drawing"') == 6
    assert f"#{slugify(wizards(case.anna)[0])}" in page
    assert "#abyss-regent" not in page


def test_cleo_the_onlooker_finds_no_door(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, *ILLEGAL)
    cleo = signed_in(UserFactory(handle="Cleo"))
    doors = [url(name, shown) for name in ("record", "record_text", "try_line", "continuations")]
    doors += [reverse("judging:records", args=[case.match.pk])]

    assert {cleo.get(door).status_code for door in doors} == {404}
    assert cleo.post(doors[-1], {"game": case.game.pk, "text": "1. T1 P2"}).status_code == 404
    assert {cleo.get(door.replace(str(shown.pk), str(uuid4()))).status_code for door in doors[:4]} == {404}


def test_a_record_is_downloaded_as_it_was_written(signed_in):
    case = at_a_table(Step.DIFFERING)
    shown = handed(case, "1. T1 P2")

    text = signed_in(case.anna.user).get(url("record_text", shown))

    assert tight(text) == shown.text
    assert "attachment" in text["Content-Disposition"]


# The records of a match


def records_url(case):
    return reverse("judging:records", args=[case.match.pk])


def test_ben_hands_in_a_record_on_the_page_of_the_match(signed_in):
    case = at_a_table(Step.DIFFERING)
    asked = {"game": case.game.pk, "text": record(case, "1. T1 P2")}

    answer = signed_in(case.ben.user).post(records_url(case), asked, follow=True)

    assert (Record.objects.get().by, Record.objects.get().seat) == (case.ben.user, case.ben)
    assert "Record submitted." in tight(answer)
    assert "being judged" in tight(answer)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [({"text": " "}, "Paste the written game"), ({"game": uuid4()}, "not one of the available choices")],
)
def test_a_record_that_cannot_be_taken_is_answered_and_nothing_is_lost(signed_in, told, sentence):
    case = at_a_table(Step.DIFFERING)
    asked = {"game": case.game.pk, "text": "1. T1 P2", **told}

    answer = signed_in(case.ben.user).post(records_url(case), asked)

    assert answer.status_code == 422
    assert sentence in tight(answer)
    assert asked["text"] in tight(answer)


def test_anna_corrects_her_record_from_the_text_she_handed_in_and_reads_which_one_counts(signed_in):
    case = at_a_table()
    first = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text="1. T1 P1 # frist")
    last = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text="1. T1 P2 # first")
    anna, url = signed_in(case.anna.user), reverse("judging:records", args=[case.match.pk])

    page = tight(anna.get(url))
    ben = tight(signed_in(case.ben.user).get(url))

    assert page.index(str(last.get_absolute_url())) < page.index(str(first.get_absolute_url()))
    assert (page.count("counts</span>"), page.count("replaced</span>")) == (1, 1)
    assert "1. T1 P2 # first</textarea>" in page
    assert "Correct your record of game 1" in page
    assert f"?game={case.game.number}#hand-in" in page
    assert "T1 P2" not in ben
    assert "Correct" not in ben
    assert "T1 P2 # first" in tight(anna.get(f"{url}?game=1"))
    assert anna.get(f"{url}?game=99999999999999999999").status_code == 200


def test_a_dispute_offers_annas_own_text_to_be_corrected_and_never_bens(signed_in):
    case = at_a_table()
    dispute = case.dispute(text="1. T1 P2 # hers")

    anna = tight(signed_in(case.anna.user).get(dispute.get_absolute_url()))
    ben = tight(signed_in(case.ben.user).get(dispute.get_absolute_url()))

    assert "1. T1 P2 # hers</textarea>" in anna
    assert "Correct your record" in anna
    assert "# hers</textarea>" not in ben


def test_before_the_first_game_the_page_says_when_records_are_taken(signed_in):
    case = at_a_table(Step.BIDDING)

    page = tight(signed_in(case.ben.user).get(records_url(case)))

    assert "No game has started" in page
    assert "Submit record" not in page


def test_a_verified_game_says_so_on_its_records_and_on_the_match_for_everybody(signed_in, client):
    case = at_a_table(Step.FINISHED)
    game = case.match.games.order_by("number").first()
    for seat in (case.anna, case.ben):
        handed(case, *WON, seat=seat, game=game)

    records = text_of(signed_in(case.anna.user).get(records_url(case)))
    match = text_of(client.get(case.match.get_absolute_url()))

    assert "verified</span>" in records
    assert match.count("verified</span>") == 1
    assert "both players wrote down the same game" in match


def test_the_page_of_records_asks_as_often_for_four_records_as_for_two(signed_in, django_assert_num_queries):
    case = at_a_table(Step.DIFFERING)
    for seat in (case.anna, case.ben):
        handed(case, "1. T1 P2", seat=seat)
    client = signed_in(case.anna.user)
    client.get(records_url(case))
    with CaptureQueriesContext(connection) as few:
        client.get(records_url(case))
    for seat in (case.anna, case.ben):
        handed(case, "1. T1 P2", seat=seat)

    with django_assert_num_queries(len(few)):
        client.get(records_url(case))


def test_the_form_says_that_a_record_can_be_corrected_and_not_withdrawn(signed_in):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute()
    anna = signed_in(case.anna.user)

    pages = [text_of(anna.get(page)) for page in (records_url(case), dispute.get_absolute_url())]

    assert all("You can correct a record but not withdraw it" in page for page in pages)


@pytest.mark.parametrize("step", [Step.PLAYING, Step.DIFFERING])
def test_the_page_of_one_record_asks_at_most_twenty_times(signed_in, step):
    case = at_a_table(step)
    shown = [handed(case, "1. T1 P2", "2. E", seat=seat) for seat in (case.anna, case.ben)]
    dispute = case.dispute()
    anna, judge = signed_in(case.anna.user), judge_of(case, signed_in)
    doors = [(anna, url("record", shown[0])), (judge, url("record", shown[0])), (judge, url("record", shown[1]))]
    asked = []

    for browser, door in doors:
        browser.get(door)
        with CaptureQueriesContext(connection) as queries:
            browser.get(door)
        asked.append(len(queries))

    assert max(asked) <= 20, (asked, dispute)


# The page of a dispute


def test_a_dispute_shows_where_the_records_part_and_suggestions_to_judges_alone(signed_in):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. E", "3. E", "4. E", "5. X P1 concedes"))
    handed(case, "1. T1 P2", "2. X P2 concedes", seat=case.ben)

    player = text_of(signed_in(case.anna.user).get(dispute.get_absolute_url()))
    judge = text_of(judge_of(case, signed_in).get(dispute.get_absolute_url()))

    assert "First difference" in player
    assert "they differ" in player
    assert "Possible gaps or errors" not in player
    assert "Possible gaps or errors" in judge


def test_an_open_dispute_page_is_left_alone_while_nothing_is_new(signed_in):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, "1. T1 P2"))
    work()
    anna = signed_in(case.anna.user)
    page = anna.get(dispute.get_absolute_url())
    tag = page.context["tag"]

    same = anna.get(dispute.get_absolute_url(), headers={"HX-Request": "true", "If-None-Match": tag})
    handed(case, "1. T1 P2", seat=case.ben)
    news = anna.get(dispute.get_absolute_url(), headers={"HX-Request": "true", "If-None-Match": tag})

    assert (same.status_code, news.status_code) == (304, 200)
