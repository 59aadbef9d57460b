"""A guest whose link is renewed during a match: nobody at the desk sits down in that seat unseen.

Gus plays as a guest against Ben. Dora keeps scores, Hana is head judge, Otto organizes; none of them plays.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.links import open_link
from bos_tournament.accounts.models import PersonalLink
from bos_tournament.decks import lists as drafts
from bos_tournament.decks.models import DeckLook
from bos_tournament.errors import Refused
from bos_tournament.history import jobs
from bos_tournament.history.models import Job
from bos_tournament.matches import bidding, greeting, new_phones, opening, showing
from bos_tournament.matches.models import Bid, BidAttempt, Match, NewPhone
from bos_tournament.tournaments import guests, lists
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from engine.bos.decks import starter_decks
from tests.factories import StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.tournaments.running import publish, ready, start

pytestmark = pytest.mark.django_db
Step, State = Match.Step, BidAttempt.State
GROVE = next(iter(starter_decks().values()))


class Evening:
    """A cup of Gus and Ben, from the desk to round 1."""

    def __init__(self):
        self.cup = TournamentFactory(pool=pinned_pool())
        self.otto = StaffFactory(tournament=self.cup, user__handle="Otto").user
        self.hana = self.staff("Hana", Staff.Role.HEAD_JUDGE)
        self.dora = self.staff("Dora", Staff.Role.SCOREKEEPER)
        self.entry, token = guests.add_guest(self.cup, handle="Gus", real_name="", by=self.dora)
        self.gus = open_link(token)
        lists.submit_list(self.entry, text=GROVE)
        self.ben = ready(self.cup, "Ben", place=2).user

    def staff(self, name, role):
        return StaffFactory(tournament=self.cup, user__handle=name, role=role).user

    def begin(self):
        """Round 1 is published and the bosses are shown."""
        self.cup = start(Tournament.objects.get(pk=self.cup.pk))
        publish(self.cup)
        for seat in self.match.seats.all():
            greeting.greet(seat)
        return self

    @property
    def match(self):
        return Match.objects.get(seats__user=self.gus)

    def seat(self, user):
        return self.match.seats.select_related("user", "match").get(user=user)

    def renew(self):
        """Dora makes a new link and opens it on a phone: that browser."""
        token = guests.renew_link(Entrant.objects.get(pk=self.entry.pk), by=self.dora)
        browser = Client()
        assert browser.post(reverse("accounts:personal_link", args=[token])).status_code == 302
        return browser

    @property
    def phone(self):
        return PersonalLink.objects.get(user=self.gus, revoked_at=None).pk

    def two_minutes_pass(self):
        earlier = timezone.now() - timedelta(minutes=3)
        PersonalLink.objects.filter(pk=self.phone).update(opened_at=earlier)
        Match.objects.filter(pk=self.match.pk).update(made_at=earlier)


@pytest.fixture
def evening():
    return Evening()


@pytest.fixture
def playing(evening):
    return evening.begin()


@pytest.fixture
def browser_of(signed_in, evening):
    return lambda user: signed_in(user, second_factor=Staff.objects.filter(user=user).exists())


def at(name, evening):
    return reverse(f"matches:{name}", args=[evening.match.pk])


def bid(browser, evening, amount=0):
    return browser.post(at("bid", evening), {"amount": amount, "attempt": 1, "key": str(uuid4())})


def open_bids():
    for job in Job.objects.filter(task="matches.open_bids", state=Job.State.WAITING):
        jobs.perform(str(job.pk), opening.open_attempt)


# --- what a renewed link does not do ---


def test_a_scorekeeper_with_a_new_link_seals_no_bid_for_the_guest(playing):
    bidding.seal_bid(playing.seat(playing.ben), amount=7351)

    answer = bid(playing.renew(), playing)

    assert answer.status_code == 403
    assert Bid.objects.count() == 1
    assert BidAttempt.objects.get().state == State.ONE_IN


@pytest.mark.parametrize(
    "door",
    ["greet", "bid", "paper_bids", "name_chooser", "choose", "swap", "report", "agree", "withdraw", "phone"]
    + ["phone_paper", "begin_clocks", "end_turn", "pause_clocks", "go_on_clocks"],
)
def test_no_door_of_the_seat_opens_to_a_phone_that_waits(playing, door):
    browser = playing.renew()

    assert browser.post(at(door, playing), {}).status_code == 403
    assert browser.post(f"/api/v1/matches/{playing.match.pk}/greet/").status_code == 403


def test_a_first_link_that_is_opened_during_the_match_waits_as_well(evening):
    """Somebody kept the strip of a guest who has no phone."""
    PersonalLink.objects.all().delete()
    token = guests.renew_link(evening.entry, by=evening.dora)
    PersonalLink.objects.update(midway=False)
    evening.begin()

    open_link(token)

    assert new_phones.waiting(evening.match)[0].seat.user == evening.gus


def test_the_phone_that_waits_may_call_a_judge_and_is_told_what_it_waits_for(playing):
    page = playing.renew().get(at("detail", playing)).text

    assert "Ask Ben to confirm on their page that it is you" in page
    assert "Seal this bid" not in page
    assert reverse("judging:call", args=[playing.match.pk]) in page


def test_no_list_draft_swap_or_receipt_is_read_through_a_new_link(playing):
    deck = drafts.save_draft(playing.gus, None, name="Night", text="3 Root Giant")
    bidding.seal_bid(playing.seat(playing.gus), amount=5)
    own = playing.seat(playing.gus)

    browser = playing.renew()
    closed = [
        reverse("tournaments:deck", args=[playing.cup.slug]),
        reverse("tournaments:own_list_pdf", args=[playing.cup.slug]),
        reverse("accounts:export"),
        reverse("accounts:claim"),
        reverse("accounts:erase"),
        reverse("judging:records", args=[playing.match.pk]),
        f"/api/v1/tournaments/{playing.cup.slug}/list/",
        "/api/v1/me/export/",
    ]

    assert [browser.get(path).status_code for path in closed] == [403] * len(closed)
    assert browser.get(reverse("decks:edit", args=[deck.pk])).status_code == 404
    assert browser.get(f"/api/v1/decks/{deck.pk}/").status_code == 404
    for path in (reverse("decks:list"), reverse("decks:handed_in"), "/api/v1/decks/", "/api/v1/decks/handed-in/"):
        page = browser.get(path).text
        assert not any(name in page for name in ("Night", str(deck.pk), str(own.deck_version_id)))
    shown = showing.shown(playing.match, own)["you"]
    assert (shown["receipt"], shown["swaps"], shown["unknown"]) == (None, [], True)


def test_between_rounds_too_a_new_link_reads_no_list_and_waits_at_the_next_table(evening):
    browser = evening.renew()
    deck = reverse("tournaments:deck", args=[evening.cup.slug])

    before = (browser.get(deck).status_code, browser.post(deck, {"text": GROVE}).status_code)
    evening.begin()

    assert before == (403, 403)
    assert bid(browser, evening).status_code == 403


def test_a_link_before_anything_is_handed_in_needs_nobodys_word():
    cup = TournamentFactory(pool=pinned_pool())
    entry, token = guests.add_guest(cup, handle="Gus", real_name="", by=UserFactory())
    open_link(token)
    open_link(guests.renew_link(entry, by=UserFactory()))

    version = lists.submit_list(entry, text=GROVE)

    assert version.owner.links.get(revoked_at=None).midway is False
    assert lists.history(Entrant.objects.get(pk=entry.pk)) == [version]


# --- the opponent's word ---


def test_after_the_opponents_yes_the_new_phone_plays_and_its_bid_says_so(playing, browser_of, client):
    browser, ben = playing.renew(), browser_of(playing.ben)
    page = ben.get(at("detail", playing)).text
    assert "Yes, that is Gus" in page

    answer = ben.post(at("phone", playing), {"phone": playing.phone, "is_them": "yes"})

    assert answer.status_code == 302
    assert bid(browser, playing, 4).status_code == 302
    bidding.seal_bid(playing.seat(playing.ben), amount=7)
    open_bids()
    marks = {
        bid["name"]: bid["new_phone"] for bid in showing.shown(playing.match, None)["games"][0]["attempts"][0]["bids"]
    }
    assert marks == {"Gus": True, "Ben": False}
    assert (
        "Sealed on a phone that this guest signed in with"
        in client.get(reverse("matches:verify", args=[playing.match.pk, 1])).text
    )
    assert "Ben confirmed the new phone of Gus" in client.get(at("detail", playing)).text


def test_what_was_sealed_before_stays_sealed_and_is_opened(playing):
    bidding.seal_bid(playing.seat(playing.gus), amount=5)
    playing.renew()

    bidding.seal_bid(playing.seat(playing.ben), amount=3)
    open_bids()

    assert sorted(Bid.objects.values_list("amount", "new_phone")) == [(3, False), (5, False)]


def test_the_opponents_page_stirs_when_a_new_phone_comes_and_when_two_minutes_are_over(playing):
    ben = playing.seat(playing.ben)
    tags = [showing.quick_tag(playing.match, ben)]
    playing.renew()
    tags.append(showing.quick_tag(playing.match, ben))
    playing.two_minutes_pass()
    tags.append(showing.quick_tag(playing.match, ben))

    assert len(set(tags)) == 3


def test_nobody_answers_twice_for_another_phone_or_for_themselves(playing):
    playing.renew()
    first, ben = playing.phone, playing.seat(playing.ben)
    playing.renew()

    for seat, phone in ((ben, first), (ben, uuid4()), (playing.seat(playing.gus), playing.phone)):
        with pytest.raises(Refused) as refusal:
            new_phones.answer(seat, phone=phone, is_them=True)
        assert refusal.value.code == "phone_settled"
    new_phones.answer(ben, phone=playing.phone, is_them=True)
    with pytest.raises(Refused) as refusal:
        new_phones.answer(ben, phone=playing.phone, is_them=False)
    assert refusal.value.code == "phone_settled"


def test_a_no_is_not_taken_back_by_the_player(playing):
    playing.renew()
    ben = playing.seat(playing.ben)
    new_phones.answer(ben, phone=playing.phone, is_them=False)

    with pytest.raises(Refused) as refusal:
        new_phones.answer(ben, phone=playing.phone, is_them=True)

    assert refusal.value.code == "phone_denied"


# --- the desk's ---


def decide(browser, evening, is_them="yes"):
    pairing = evening.match.pairing
    path = reverse("tournaments:decide_phone", args=[evening.cup.slug, pairing.pk])
    return browser.post(path, {"phone": evening.phone, "is_them": is_them})


def test_for_two_minutes_the_opponent_alone_has_the_word(playing, browser_of):
    playing.renew()

    answer = decide(browser_of(playing.hana), playing)

    assert answer.status_code == 422
    assert "For two minutes the opponent alone" in answer.text
    assert not NewPhone.objects.exists()


def test_after_two_minutes_the_head_judge_decides_in_public_and_the_game_is_bid_on_paper(playing, browser_of, client):
    browser = playing.renew()
    bidding.seal_bid(playing.seat(playing.ben), amount=7351)
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

    shown = showing.shown(playing.match, None)

    assert (shown["bids_on_paper"], playing.match.bids_on_paper) == (True, False)


def test_a_decision_for_the_guest_is_kept_as_a_look_at_the_list_it_opens(playing):
    playing.renew()
    playing.two_minutes_pass()

    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)

    assert list(DeckLook.objects.values_list("viewer__handle", "version__owner__handle")) == [("Hana", "Gus")]


def test_a_no_of_the_opponent_brings_the_head_judge_at_once_and_theirs_ends_the_link(playing, browser_of):
    browser = playing.renew()
    new_phones.answer(playing.seat(playing.ben), phone=playing.phone, is_them=False)

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
    bidding.seal_bid(ben, amount=9)
    playing.two_minutes_pass()

    with pytest.raises(Refused) as refusal:
        new_phones.bid_on_paper(ben, phone=playing.phone)

    assert refusal.value.code == "bid_already_sealed"


def test_bids_that_are_both_in_are_opened_whatever_the_desk_decides(playing):
    bidding.seal_bid(playing.seat(playing.gus), amount=5)
    bidding.seal_bid(playing.seat(playing.ben), amount=5)
    playing.renew()
    playing.two_minutes_pass()

    new_phones.decide(playing.match, phone=playing.phone, is_them=True, by=playing.hana)
    with pytest.raises(Refused):
        bidding.enter_paper_bids(playing.match, by=playing.ben, amounts={1: 1, 2: 2})
    open_bids()

    assert [one.state for one in BidAttempt.objects.order_by("number")] == [State.TIED, State.OPEN]
    assert bidding.enter_paper_bids(playing.match, by=playing.ben, amounts={1: 1, 2: 2}) is None


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
    new_phones.answer(playing.seat(playing.ben), phone=playing.phone, is_them=True)
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

    assert "invite a scorekeeper who does not play" in str(refusal.value)


def test_before_the_start_an_organizer_who_plays_prints_first_links_alone(evening):
    StaffFactory(tournament=evening.cup, user=evening.ben)
    kim, _ = guests.add_guest(evening.cup, handle="Kim", real_name="", by=evening.ben)

    assert guests.renew_link(kim, by=evening.ben)
    with pytest.raises(Refused) as refusal:
        guests.renew_link(evening.entry, by=evening.ben)

    assert refusal.value.code == "staff_play"
