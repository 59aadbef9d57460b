"""A guest whose link is renewed during a match: nobody at the desk sits down in that seat unseen.

The evening of Gus, Ben and the staff is in `new_phones`.
"""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in.personal_links import NOT_KNOWN_YET, open_link
from bos_tournament.decks import drafts
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, new_phones, presenter
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.models import Entrant
from tests.factories import TournamentFactory, UserFactory, pinned_pool
from tests.tournaments.guest_phone_match import GROVE, at, bid, open_bids

pytestmark = pytest.mark.django_db
Step, State = Match.Step, BidAttempt.State


# --- what a renewed link does not do ---


def test_a_scorekeeper_with_a_new_link_seals_no_bid_for_the_guest(playing):
    bid_entry.seal_bid(playing.seat(playing.ben), amount=7351)

    answer = bid(playing.renew(), playing)

    assert answer.status_code == 403
    assert Bid.objects.count() == 1
    assert BidAttempt.objects.get().state == State.ONE_IN


@pytest.mark.parametrize(
    "door",
    ["confirm_bosses", "bid", "paper_bids", "name_chooser", "choose", "swap", "report", "agree", "withdraw", "phone"]
    + ["phone_paper", "start_clocks", "end_turn", "pause_clocks", "resume_clocks"],
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

    assert new_phones.waiting_phones(evening.match)[0].seat.user == evening.gus


def test_the_phone_that_waits_may_call_a_judge_and_is_told_what_it_waits_for(playing):
    page = playing.renew().get(at("detail", playing)).text

    assert "Ask Ben to confirm on their page that it is you" in page
    assert "Seal bid" not in page
    assert reverse("judging:call", args=[playing.match.pk]) in page


def test_no_list_draft_swap_or_receipt_is_read_through_a_new_link(playing):
    deck = drafts.save_draft(playing.gus, None, name="Night", text="3 Root Giant")
    bid_entry.seal_bid(playing.seat(playing.gus), amount=5)
    own = playing.seat(playing.gus)

    browser = playing.renew()
    closed = [
        reverse("tournaments:deck", args=[playing.cup.slug]),
        reverse("tournaments:own_list_pdf", args=[playing.cup.slug]),
        reverse("privacy:export"),
        reverse("accounts:claim"),
        reverse("privacy:erase"),
        reverse("judging:records", args=[playing.match.pk]),
        f"/api/v1/tournaments/{playing.cup.slug}/list/",
        "/api/v1/me/export/",
    ]

    assert [browser.get(path).status_code for path in closed] == [403] * len(closed)
    assert browser.get(reverse("decks:edit", args=[deck.pk])).status_code == 404
    assert browser.get(f"/api/v1/decks/{deck.pk}/").status_code == 404
    for path in (reverse("decks:list"), reverse("decks:submitted_lists"), "/api/v1/decks/", "/api/v1/decks/handed-in/"):
        page = browser.get(path).text
        assert not any(name in page for name in ("Night", str(deck.pk), str(own.deck_version_id)))
    shown = presenter.present_match(playing.match, own)["you"]
    assert (shown["receipt"], shown["swaps"], shown["unknown"]) == (None, [], True)


def test_what_is_closed_to_a_new_link_is_not_offered_and_the_page_says_why(playing):
    browser = playing.renew()

    home, account = (browser.get(path).text for path in (playing.cup.get_absolute_url(), reverse("accounts:profile")))

    for page in (home, account):
        assert str(NOT_KNOWN_YET) in page
    assert f'"{reverse("tournaments:deck", args=[playing.cup.slug])}"' not in home
    assert not any(f'"{reverse(door)}"' in account for door in ("accounts:claim", "privacy:export", "privacy:erase"))


def test_staff_are_offered_to_confirm_a_new_phone_only_away_from_a_table(playing, signed_in):
    listed = reverse("tournaments:entrants", args=[playing.cup.slug])
    hana = signed_in(playing.hana, second_factor=True)
    playing.renew()

    at_the_table = hana.get(listed).text
    Match.objects.update(step=Step.FINISHED, finished_at=timezone.now())

    assert "Confirm the new phone" not in at_the_table
    assert "Confirm the new phone" in hana.get(listed).text


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

    version = submissions.submit_list(entry, text=GROVE)

    assert version.owner.links.get(revoked_at=None).midway is False
    assert submissions.history(Entrant.objects.get(pk=entry.pk)) == [version]


def test_the_phone_that_waits_is_told_whom_it_waits_for_now(playing):
    phone = playing.renew()
    playing.two_minutes_pass()
    later = phone.get(at("detail", playing)).text
    new_phones.confirm_phone(playing.seat(playing.ben), phone=playing.phone, is_them=False)
    denied = phone.get(at("detail", playing)).text

    assert "The head judge can now decide at the table, too." in later
    assert "Waiting for Ben and the desk" in later
    assert "Ben says that this is not you. The head judge decides at the table." in denied
    assert "Waiting for the desk" in denied
    assert "Ask Ben" not in denied


# --- the opponent's word ---


def test_after_the_opponents_yes_the_new_phone_plays_and_its_bid_says_so(playing, browser_of, client):
    browser, ben = playing.renew(), browser_of(playing.ben)
    page = ben.get(at("detail", playing)).text
    assert "Yes, that is Gus" in page

    answer = ben.post(at("phone", playing), {"phone": playing.phone, "is_them": "yes"})

    assert answer.status_code == 302
    assert bid(browser, playing, 4).status_code == 302
    bid_entry.seal_bid(playing.seat(playing.ben), amount=7)
    open_bids()
    marks = {
        bid["name"]: bid["new_phone"]
        for bid in presenter.present_match(playing.match, None)["games"][0]["attempts"][0]["bids"]
    }
    assert marks == {"Gus": True, "Ben": False}
    assert (
        "Sealed on a phone that this guest signed in with"
        in client.get(reverse("matches:verify", args=[playing.match.pk, 1])).text
    )
    assert "Ben confirmed the new phone of Gus" in client.get(at("detail", playing)).text


def test_what_was_sealed_before_stays_sealed_and_is_opened(playing):
    bid_entry.seal_bid(playing.seat(playing.gus), amount=5)
    playing.renew()

    bid_entry.seal_bid(playing.seat(playing.ben), amount=3)
    open_bids()

    assert sorted(Bid.objects.values_list("amount", "new_phone")) == [(3, False), (5, False)]


def test_the_opponents_page_stirs_when_a_new_phone_comes_and_when_two_minutes_are_over(playing):
    ben = playing.seat(playing.ben)
    tags = [presenter.quick_tag(playing.match, ben)]
    playing.renew()
    tags.append(presenter.quick_tag(playing.match, ben))
    playing.two_minutes_pass()
    tags.append(presenter.quick_tag(playing.match, ben))

    assert len(set(tags)) == 3


def test_nobody_answers_twice_for_another_phone_or_for_themselves(playing):
    playing.renew()
    first, ben = playing.phone, playing.seat(playing.ben)
    playing.renew()

    for seat, phone in ((ben, first), (ben, uuid4()), (playing.seat(playing.gus), playing.phone)):
        with pytest.raises(Refused) as refusal:
            new_phones.confirm_phone(seat, phone=phone, is_them=True)
        assert refusal.value.code == "phone_settled"
    new_phones.confirm_phone(ben, phone=playing.phone, is_them=True)
    with pytest.raises(Refused) as refusal:
        new_phones.confirm_phone(ben, phone=playing.phone, is_them=False)
    assert refusal.value.code == "phone_settled"


def test_a_no_is_not_taken_back_by_the_player(playing):
    playing.renew()
    ben = playing.seat(playing.ben)
    new_phones.confirm_phone(ben, phone=playing.phone, is_them=False)

    with pytest.raises(Refused) as refusal:
        new_phones.confirm_phone(ben, phone=playing.phone, is_them=True)

    assert refusal.value.code == "phone_denied"
