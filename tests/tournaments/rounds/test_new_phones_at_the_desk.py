"""What the desk does about a guest's new phone: decides in person, confirms on record, makes no links while playing.

The evening of Gus, Ben and the staff is in `new_phones`.
"""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.decks import drafts
from bos_tournament.decks.models import DeckLook
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, new_phones, presenter
from bos_tournament.matches.models import Bid, BidAttempt, Match, NewPhone
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.models import Entrant, Staff
from tests.factories import StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.tournaments.guest_phone_match import GROVE, at, bid, open_bids
from tests.tournaments.running_tournaments import ready

pytestmark = pytest.mark.django_db
Step, State = Match.Step, BidAttempt.State


def decide(browser, evening, is_them="yes"):
    pairing = evening.match.pairing
    path = reverse("tournaments:decide_phone", args=[evening.cup.slug, pairing.pk])
    return browser.post(path, {"phone": evening.phone, "is_them": is_them})


def test_for_two_minutes_the_opponent_alone_has_the_word(playing, browser_of):
    playing.renew()

    answer = decide(browser_of(playing.hana), playing)

    assert answer.status_code == 422
    assert "For two minutes only the opponent" in answer.text
    assert not NewPhone.objects.exists()


def test_after_two_minutes_the_head_judge_decides_in_public_and_the_game_is_bid_on_paper(playing, browser_of, client):
    browser = playing.renew()
    bid_entry.seal_bid(playing.seat(playing.ben), amount=7351)
    playing.two_minutes_pass()

    assert decide(browser_of(playing.hana), playing).status_code == 302

    page = client.get(at("detail", playing)).text
    assert "Hana decided at the table that the new phone is Gus" in page
    assert "bids on paper" in page
    assert bid(browser, playing).status_code == 422  # no bid of this game is sealed
    assert [one.state for one in BidAttempt.objects.order_by("number")] == [State.VOID, State.OPEN]
    assert Bid.objects.get().amount is None
    answer = browser.post(at("paper_bids", playing), {"seat_1": 3, "seat_2": 4})
    assert answer.status_code == 302
    assert playing.match.step == Step.CHOICE


def test_only_that_game_is_bid_on_paper(playing):
    playing.renew()
    playing.two_minutes_pass()
    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)

    shown = presenter.present_match(playing.match, None)

    assert (shown["bids_on_paper"], playing.match.bids_on_paper) == (True, False)


def test_the_desk_reads_which_table_waits_for_a_decision_and_who_decides(playing, browser_of):
    hana, here = browser_of(playing.hana), reverse("tournaments:desk", args=[playing.cup.slug])
    table = reverse("tournaments:table", args=[playing.cup.slug, playing.match.pairing.pk])
    playing.renew()

    before = hana.get(here).context["waiting"]
    playing.two_minutes_pass()
    [waits] = hana.get(here).context["waiting"]
    told = hana.get(f"/api/v1/tournaments/{playing.cup.slug}/desk/").json()["waiting"]
    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)

    assert before == []
    assert (waits.title, waits.url) == ("Table 1: Gus has a new phone", table)
    assert "decided at the table by Hana" in waits.text
    assert [one["title"] for one in told] == [waits.title]
    assert hana.get(here).context["waiting"] == []


def test_the_desk_asks_the_same_for_one_new_phone_and_for_three(evening, browser_of):
    others = [guests.add_guest(evening.cup, handle=name, real_name="", by=evening.dora) for name in ("Ada", "Bo")]
    for entry, token in others:
        open_link(token)
        submissions.submit_list(entry, text=GROVE)
        Entrant.objects.filter(pk=entry.pk).update(checked_in_at=timezone.now())
    evening.begin()
    hana, here = browser_of(evening.hana), reverse("tournaments:desk", args=[evening.cup.slug])

    evening.renew()
    evening.two_minutes_pass()
    one = asked(hana, here)
    for entry, _ in others:
        open_link(guests.renew_link(Entrant.objects.get(pk=entry.pk), by=evening.dora))
    PersonalLink.objects.exclude(opened_at=None).update(opened_at=timezone.now() - timedelta(minutes=3))
    Match.objects.update(made_at=timezone.now() - timedelta(minutes=3))
    three = asked(hana, here)

    assert (len(one[0]), len(three[0])) == (1, 3)
    assert one[1] == three[1]


def asked(browser, path):
    """What waits at the desk, and how many questions its page asks."""
    browser.get(path)
    with CaptureQueriesContext(connection) as queries:
        page = browser.get(path)
    return page.context["waiting"], len(queries)


def test_a_decision_for_the_guest_is_kept_as_a_look_at_the_list_it_opens(playing):
    playing.renew()
    playing.two_minutes_pass()

    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)

    assert list(DeckLook.objects.values_list("viewer__handle", "version__owner__handle")) == [("Hana", "Gus")]


def test_a_no_of_the_opponent_brings_the_head_judge_at_once_and_theirs_ends_the_link(playing, browser_of):
    browser = playing.renew()
    new_phones.confirm_phone(playing.seat(playing.ben), phone=playing.phone, is_them=False)

    assert decide(browser_of(playing.hana), playing, "no").status_code == 302

    assert not PersonalLink.objects.filter(user=playing.gus, revoked_at=None).exists()
    assert bid(browser, playing).url.startswith("/accounts/login")
    assert [one.word for one in NewPhone.objects.all()] == ["no", "decided_no"]


def test_other_staff_onlookers_and_players_decide_nothing(playing, browser_of, client):
    playing.renew()
    playing.two_minutes_pass()

    answers = [decide(browser_of(user), playing) for user in (playing.otto, playing.dora, playing.ben, UserFactory())]

    assert [answer.status_code for answer in answers] == [403] * 4
    assert "Hana" in answers[0].text
    assert decide(client, playing).url.startswith("/accounts/login")
    assert not NewPhone.objects.exists()


def test_where_the_head_judge_plays_an_organizer_decides(evening, browser_of):
    Staff.objects.filter(user=evening.hana).delete()
    ida = ready(evening.cup, "Ida", place=3).user
    StaffFactory(tournament=evening.cup, user=ida, role=Staff.Role.HEAD_JUDGE)
    evening.begin()
    evening.renew()
    evening.two_minutes_pass()

    assert decide(browser_of(ida), evening).status_code == 403
    assert decide(browser_of(evening.otto), evening).status_code == 302


def test_where_nobody_can_decide_the_opponent_bids_on_paper(playing, browser_of):
    Staff.objects.exclude(user=playing.dora).delete()
    playing.renew()
    ben = browser_of(playing.ben)
    early = ben.post(at("phone_paper", playing), {"phone": playing.phone})
    playing.two_minutes_pass()

    assert early.status_code == 422
    assert "Bid on paper" in ben.get(at("detail", playing)).text
    assert ben.post(at("phone_paper", playing), {"phone": playing.phone}).status_code == 302
    assert ben.post(at("paper_bids", playing), {"seat_1": 3, "seat_2": 4}).status_code == 302
    assert {one.level for one in Bid.objects.all()} == {Bid.Level.PAPER}


def test_nobody_takes_back_their_own_sealed_bid_by_going_to_paper(playing):
    playing.renew()
    ben = playing.seat(playing.ben)
    bid_entry.seal_bid(ben, amount=9)
    playing.two_minutes_pass()

    with pytest.raises(Refused) as refusal:
        new_phones.bid_on_paper(ben, phone=playing.phone)

    assert refusal.value.code == "bid_already_sealed"


def test_bids_that_are_both_in_are_opened_whatever_the_desk_decides(playing):
    bid_entry.seal_bid(playing.seat(playing.gus), amount=5)
    bid_entry.seal_bid(playing.seat(playing.ben), amount=5)
    playing.renew()
    playing.two_minutes_pass()

    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)
    with pytest.raises(Refused):
        bid_entry.enter_paper_bids(playing.match, by=playing.ben, amounts={1: 1, 2: 2})
    open_bids()

    assert [one.state for one in BidAttempt.objects.order_by("number")] == [State.TIED, State.OPEN]
    assert bid_entry.enter_paper_bids(playing.match, by=playing.ben, amounts={1: 1, 2: 2}) is None


# --- away from a table ---


def confirm(browser, evening):
    return browser.post(reverse("tournaments:confirm_phone", args=[evening.cup.slug, evening.entry.pk]))


def test_before_the_first_round_the_head_judge_confirms_a_new_phone_on_record(evening, browser_of):
    browser = evening.renew()
    people = reverse("tournaments:entrants", args=[evening.cup.slug])
    assert "Confirm the new phone" in browser_of(evening.hana).get(people).text
    assert "Confirm the new phone" not in browser_of(evening.dora).get(people).text

    answers = [confirm(browser_of(user), evening).status_code for user in (evening.dora, evening.otto, evening.hana)]

    assert answers == [403, 403, 302]
    assert browser.get(reverse("tournaments:deck", args=[evening.cup.slug])).status_code == 200
    assert DeckLook.objects.get().viewer == evening.hana


def test_at_a_table_the_opponent_comes_first_and_nothing_is_confirmed_twice(playing):
    playing.renew()

    with pytest.raises(Refused) as at_a_table:
        guests.confirm(playing.entry, by=playing.hana)
    new_phones.confirm_phone(playing.seat(playing.ben), phone=playing.phone, is_them=True)
    with pytest.raises(Refused) as again:
        guests.confirm(playing.entry, by=playing.hana)

    assert (at_a_table.value.code, again.value.code) == ("at_a_table", "nothing_to_confirm")


def test_a_guest_of_an_earlier_evening_plays_at_once_and_finds_old_drafts_closed(evening, browser_of):
    old = drafts.save_draft(evening.gus, None, name="Night", text="3 Root Giant")
    evening.cup.entrants.filter(user=evening.gus).delete()
    next_week = TournamentFactory(pool=pinned_pool())
    StaffFactory(tournament=next_week, user=evening.hana, role=Staff.Role.HEAD_JUDGE)
    evening.cup, evening.entry = next_week, next_week.entrants.create(user=evening.gus, place=1)
    browser = evening.renew()

    handed_in = browser.post(reverse("tournaments:deck", args=[next_week.slug]), {"text": GROVE})
    before = browser.get(reverse("decks:edit", args=[old.pk])).status_code
    confirm(browser_of(evening.hana), evening)

    assert (handed_in.status_code, before) == (302, 404)
    assert PersonalLink.objects.get(user=evening.gus, revoked_at=None).midway is False
    assert browser.get(reverse("decks:edit", args=[old.pk])).status_code == 200


# --- staff who play ---


def make_link(browser, evening):
    return browser.post(reverse("tournaments:renew_link", args=[evening.cup.slug, evening.entry.pk]))


def test_staff_who_play_make_no_links_and_read_who_can(playing, browser_of):
    StaffFactory(tournament=playing.cup, user=playing.ben)
    ben = browser_of(playing.ben)
    sat = ready(playing.cup, "Ida", place=3, state=Entrant.State.PLAYING)
    ida = StaffFactory(tournament=playing.cup, user=sat.user)

    guest = {"handle": "Kim", "real_name": ""}
    with pytest.raises(Refused) as refusal:
        guests.renew_link(playing.entry, by=ida.user)
    with pytest.raises(Refused) as walk_in:
        guests.add_guest(playing.cup, **guest, by=ida.user)

    assert (refusal.value.code, walk_in.value.code) == ("staff_play", "staff_play")
    assert "Dora, Hana, Otto can." in str(refusal.value)
    assert make_link(ben, playing).status_code in (302, 403)
    assert PersonalLink.objects.count() == 1


def test_where_all_staff_play_the_refusal_says_what_to_do(playing):
    Staff.objects.filter(tournament=playing.cup).delete()
    StaffFactory(tournament=playing.cup, user=playing.ben)

    with pytest.raises(Refused) as refusal:
        guests.renew_link(playing.entry, by=playing.ben)

    assert "invite a scorekeeper who is not playing" in str(refusal.value)


def test_before_the_start_an_organizer_who_plays_prints_first_links_alone(evening):
    StaffFactory(tournament=evening.cup, user=evening.ben)
    kim, _ = guests.add_guest(evening.cup, handle="Kim", real_name="", by=evening.ben)

    assert guests.renew_link(kim, by=evening.ben)
    with pytest.raises(Refused) as refusal:
        guests.renew_link(evening.entry, by=evening.ben)

    assert refusal.value.code == "staff_play"
