"""The room in real browsers: clocks on two phones, the desk with its time, the screen of the hall, light and dark."""

import os
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Timer
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_clock
from bos_tournament.tournaments.structure.locking import bump_version
from tests.conftest import DESK, PHONE
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.matches.playing import fresh
from tests.matches.test_clocks import begun_before
from tests.polling import wait_until
from tests.tournaments.running_tournaments import NAMES, publish, running

SHOTS = os.environ.get("SHOTS")
FINGER = 44  # pixels of a button that a thumb finds
HALL = {"width": 1920, "height": 1080}


@pytest.fixture
def look(axe):
    """Each page seen is readable at its size, without serious findings; with SHOTS=folder it leaves a picture."""

    def at(page, name):
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)

    return at


def test_the_first_thing_to_do_at_a_table_is_on_the_first_screen_of_a_phone(new_page, opened_by, transactional_db):
    cup = running(NAMES[:2])
    round_ = publish(cup)
    round_clock.start_round_clock(round_, minutes=50)
    match = round_.pairings.get().match
    anna = opened_by(new_page(PHONE), match.seats.first().user)

    anna.goto(reverse("matches:detail", args=[match.pk]))

    expect(anna.get_by_text("Time to be seated")).to_be_visible()
    expect(anna.get_by_text("Round timer")).to_be_visible()
    greeting = anna.get_by_role("button", name="We've shown our bosses").bounding_box()
    tabs = anna.locator(".tabs").bounding_box()
    assert greeting["y"] + FINGER <= tabs["y"]


def test_two_phones_agree_on_the_clocks_and_a_judge_sees_the_flag(new_page, opened_by, look, transactional_db):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    anna, ben, judge = new_page(PHONE), new_page(PHONE), new_page(DESK)
    opened_by(anna, case.anna.user)
    opened_by(ben, case.ben.user)
    opened_by(judge, case.judge, second_factor=True)
    for page in (anna, ben):
        page.goto(reverse("matches:detail", args=[case.match.pk]))
    look(anna, "clocks-to-begin")

    anna.get_by_role("button", name="Start the first turn").click()
    expect(ben.get_by_role("button", name="End my turn")).to_be_visible()
    look(ben, "clocks-my-turn")
    look(anna, "clocks-their-turn")
    ben.get_by_role("button", name="End my turn").click()
    expect(anna.get_by_role("button", name="End my turn")).to_be_visible()
    anna.get_by_role("button", name="Pause clocks").click()
    expect(ben.get_by_role("button", name="Resume clocks")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("button", name="Resume clocks")).to_be_visible()
    look(ben, "clocks-paused")

    case.match.marks.all().delete()
    begun_before(fresh(case.match), seconds=5_000)
    ben.reload()
    expect(ben.get_by_text("Staff decide what happens")).to_be_visible()
    look(ben, "clocks-out")
    judge.goto(reverse("tournaments:table", args=[case.tournament.slug, case.match.pairing.pk]))
    look(judge, "clocks-table")
    judge.get_by_label("Reason").first.fill("Seen at the table.")
    judge.get_by_role("button", name="Rule the match lost on time").click()
    expect(judge.get_by_text("The match ends.").first).to_be_visible()


def test_a_tap_in_a_dead_spot_is_sent_again_by_itself(live_server, new_page, opened_by, transactional_db):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(fresh(case.match), seconds=5)
    ben = new_page(PHONE)
    opened_by(ben, case.ben.user)
    ben.goto(reverse("matches:detail", args=[case.match.pk]))

    ben.context.set_offline(True)
    expect(ben.get_by_text("You are offline").first).to_be_visible()
    tries = []
    ben.on("requestfailed", lambda request: tries.append(request) if request.method == "POST" else None)
    ben.get_by_role("button", name="End my turn").click()
    expect(ben.get_by_text("Your tap has not arrived yet")).to_be_visible()
    while len(tries) < 3:
        ben.wait_for_event("requestfailed")
    ben.context.set_offline(False)

    expect(ben.get_by_role("button", name=f"{case.anna.user} ended their turn")).to_be_visible()
    assert [mark.deed for mark in case.match.marks.all()] == ["start", "turn"]


def keep_first(kept):
    """Keeps the first request on its way; a route that ends with it would let it go."""

    def keep(request):
        if kept:
            request.fallback()
        else:
            kept.append(request)

    return keep


def test_a_tap_on_its_way_is_not_lost_to_clocks_that_are_drawn_anew(new_page, opened_by, transactional_db):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(fresh(case.match), seconds=5)
    ben = opened_by(new_page(PHONE), case.ben.user)
    ben.goto(reverse("matches:detail", args=[case.match.pk]))
    taps = []
    ben.route("**/clocks/end-turn/", keep_first(taps))

    ben.get_by_role("button", name="End my turn").click(no_wait_after=True)
    wait_until(lambda: ben.evaluate("0") or taps)
    with ben.expect_response(
        lambda answer: answer.request.method == "GET" and answer.url.endswith("/clocks/") and answer.status == 200
    ):
        Match.objects.filter(pk=case.match.pk).update(clock_minutes=20)
    taps[0].abort()

    expect(ben.get_by_role("button", name=f"{case.anna.user} ended their turn")).to_be_visible()
    assert [mark.deed for mark in case.match.marks.all()] == ["start", "turn"]


def test_a_tap_that_waits_to_be_sent_again_is_not_lost_to_clocks_that_are_drawn_anew(
    new_page, opened_by, transactional_db
):
    case = at_a_table()
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=15)
    begun_before(fresh(case.match), seconds=5)
    ben = opened_by(new_page(PHONE), case.ben.user)
    ben.goto(reverse("matches:detail", args=[case.match.pk]))
    taps, news = [], []
    ben.route("**/clocks/end-turn/", keep_first(taps))

    ben.get_by_role("button", name="End my turn").click(no_wait_after=True)
    wait_until(lambda: ben.evaluate("0") or taps)
    ben.route("**/clocks/", keep_first(news))
    Match.objects.filter(pk=case.match.pk).update(clock_minutes=20)
    wait_until(lambda: ben.evaluate("0") or news)
    taps[0].abort()
    expect(ben.get_by_text("Your tap has not arrived yet")).to_be_visible()
    news[0].continue_()

    expect(ben.get_by_role("button", name=f"{case.anna.user} ended their turn")).to_be_visible()
    assert [mark.deed for mark in case.match.marks.all()] == ["start", "turn"]


# Rows of the list that are seen in part at its lower edge.
CUT_ROWS = """(list) => {
  const [, hidden] = list.style.clipPath.match(/inset\\(0px 0px ([0-9.]+)px/) ?? [0, 0];
  const edge = list.getBoundingClientRect().bottom - Number(hidden);
  const boxes = [...list.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length;
}"""


def test_the_hall_reads_its_screen_and_the_desk_runs_the_time(live_server, new_page, opened_by, look, transactional_db):
    cup = running([*NAMES, *(f"Player with a long name {n}" for n in range(12))], round_minutes=50)
    organizer = StaffFactory(tournament=cup, user=UserFactory(second_factor=True)).user
    hall, dark, desk, small = new_page(HALL), new_page(HALL), new_page(DESK), new_page(PHONE)
    dark.emulate_media(color_scheme="dark", reduced_motion="reduce")
    soon = TournamentFactory(capacity=16)
    hall.goto(reverse("tournaments:screen", args=[soon.slug]))
    look(hall, "screen-join")
    for page in (hall, dark):
        page.goto(reverse("tournaments:screen", args=[cup.slug]))
    expect(hall.get_by_text("is being prepared")).to_be_visible()
    for page in (desk, small):
        opened_by(page, organizer, second_factor=True)
        page.goto(reverse("tournaments:desk", args=[cup.slug]))

    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_role("button", name="Start timer")).to_be_visible()
    desk.get_by_role("button", name="Start timer").click()
    expect(hall.locator(".countdown")).to_contain_text(":")
    lifecycle.announce(cup, text="Food is at six, in the small room.")
    expect(dark.get_by_text("Food is at six")).to_be_visible()
    wait_until(lambda: dark.locator("[data-roll]").evaluate(CUT_ROWS) == 0)
    look(hall, "screen-round")
    look(dark, "screen-round-dark")
    look(desk, "desk-time")
    small.reload()
    look(small, "desk-time-phone")

    roll, hold = hall.locator("[data-roll]"), hall.locator("[data-hold]")
    expect(roll).not_to_have_js_property("scrollTop", 0)  # it moves by itself after a rest
    hall.get_by_role("button", name="Pause scrolling").click()
    expect(hold).to_have_attribute("aria-pressed", "true")
    roll.evaluate("(list) => { list.scrollTop = 40 }")  # wherever it was held, its reader moves it
    round_clock.pause_round_clock(cup.stages.get().rounds.get())
    expect(hall.get_by_text("paused")).to_be_visible()
    assert roll.evaluate("(list) => list.scrollTop") == 40

    roll.evaluate("(list) => { list.scrollTop = 0 }")
    round_clock.resume_round_clock(cup.stages.get().rounds.get())
    expect(hall.get_by_text("paused")).to_be_hidden()
    assert roll.evaluate("(list) => list.scrollTop") == 0


def test_the_hall_hears_when_the_time_is_up_if_somebody_asked_for_it(live_server, new_page, transactional_db):
    tournament = running(NAMES[:2], planned=1, round_minutes=50)
    round_clock.start_round_clock(publish(tournament), minutes=50)
    asked, silent = new_page(HALL), new_page(HALL)
    for screen in (asked, silent):
        screen.goto(reverse("tournaments:screen", args=[tournament.slug]))
    chime = asked.get_by_role("button", name="Turn sound on: five minutes before the end, and at the end")
    chime.click()
    expect(asked.locator("[data-chime]")).to_have_text("Turn sound off")
    expect(asked.locator("[data-rang]")).to_have_count(0)

    Timer.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    bump_version(tournament)

    expect(asked.locator("[data-chime]")).to_have_attribute("data-rang", "3")
    expect(silent.get_by_text("Time is up")).to_be_visible()
    expect(silent.locator("[data-rang]")).to_have_count(0)
