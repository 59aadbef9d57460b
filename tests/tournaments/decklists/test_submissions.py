"""Deck lists at a tournament: until the deadline, locked after it, amended on record, pinned, published."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.http import Http404
from django.utils import timezone

from bos_tournament.cards import catalogue
from bos_tournament.cards.models import Card
from bos_tournament.decks.models import DeckLook, DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.operations import jobs
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.models import Job
from bos_tournament.tournaments import tasks
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import participation, registration
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.structure.locking import lock_tournament
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import EntrantFactory, StaffFactory, UserFactory, pinned_pool
from tests.html_whitespace import tight
from tests.polling import PATIENCE, somebody_waits, wait_until

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=1)
FIRST, SECOND, *_ = starter_decks().values()


@pytest.fixture(autouse=True)
def published_cards(request):
    """The sample pool, in the catalogue; a test that runs threads brings its own pinned pool."""
    if "transactional_db" not in request.fixturenames:
        catalogue.load(sample_pool().write(), publish=True)


def entrant(**facts):
    return EntrantFactory(tournament__list_deadline=timezone.now() + SOON, **facts)


def close_lists(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(list_deadline=timezone.now() - timedelta(seconds=1))


def unpublish(name):
    Card.objects.filter(name=name).update(state=Card.State.DRAFT)


def a_card_of(text):
    return next(line for line in text.splitlines() if line[:1].isdigit()).split(" ", 1)[1]


def test_anna_hands_in_and_again_and_the_last_one_counts():
    anna = entrant()

    first = submissions.submit_list(anna, text=FIRST)
    second = submissions.submit_list(anna, text=SECOND)

    anna.refresh_from_db()
    assert anna.deck_version == second
    assert (first.number, second.number, second.previous) == (1, 2, first)
    assert [version.number for version in submissions.history(anna)] == [2, 1]


def test_a_faulty_list_comes_back_with_every_problem_and_changes_nothing():
    anna = entrant()
    submissions.submit_list(anna, text=FIRST)

    with pytest.raises(Refused) as refusal:
        submissions.submit_list(anna, text="2 Nobody Knows\nAlso Unknown")

    anna.refresh_from_db()
    problems = refusal.value.facts["problems"]
    assert {problem.rule for problem in problems} >= {"1.1.1", "1.1.4"}
    assert sum(problem.rule == "1.1.4" for problem in problems) == 2
    assert anna.deck_version.number == 1


def test_after_the_deadline_lists_are_locked():
    anna = entrant()
    close_lists(anna.tournament)

    with pytest.raises(Refused) as refusal:
        submissions.submit_list(anna, text=FIRST)

    assert refusal.value.code == "lists_locked"
    assert not DeckVersion.objects.exists()


@pytest.mark.parametrize("state", ["draft", "running", "finished", "cancelled"])
def test_without_a_deadline_lists_are_locked_from_the_start(state):
    anna = EntrantFactory(tournament__state=state)

    with pytest.raises(Refused) as refusal:
        submissions.submit_list(anna, text=FIRST)

    assert refusal.value.code == "lists_locked"


@pytest.mark.parametrize("state", ["withdrawn", "removed"])
def test_who_is_not_in_any_more_hands_in_nothing(state):
    with pytest.raises(Refused) as refusal:
        submissions.submit_list(entrant(state=state, place=None), text=FIRST)

    assert refusal.value.code == "lists_locked"


def test_a_walk_in_who_came_after_the_deadline_hands_in_once():
    gus = entrant(added_by=UserFactory(), made_at=timezone.now() + timedelta(minutes=5))
    close_lists(gus.tournament)

    submissions.submit_list(gus, text=FIRST)

    with pytest.raises(Refused) as refusal:
        submissions.submit_list(gus, text=SECOND)
    assert refusal.value.code == "lists_locked"


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_the_lock_across_the_deadline_is_too_late():
    """Anna sent her list in time, but another deed held the tournament until the deadline was over."""
    anna = EntrantFactory(tournament__pool=pinned_pool(), tournament__list_deadline=timezone.now() + SOON)
    held = Event()

    def hold():
        try:
            with transaction.atomic():
                tournament = lock_tournament(anna.tournament)
                held.set()
                wait_until(somebody_waits)
                Tournament.objects.filter(pk=tournament.pk).update(list_deadline=db_now())
        finally:
            connection.close()

    def submit():
        try:
            assert held.wait(PATIENCE)
            submissions.submit_list(anna, text=FIRST)
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        holding, sending = pool.submit(hold), pool.submit(submit)
        holding.result()
        outcome = sending.result()

    assert outcome == "lists_locked"
    assert not DeckVersion.objects.exists()


def test_a_judge_amends_with_a_reason_and_both_versions_stay():
    anna, judge = entrant(), UserFactory(handle="Jo")
    old = submissions.submit_list(anna, text=FIRST)
    close_lists(anna.tournament)

    new = submissions.amend_list(anna, by=judge, text=SECOND, reason="Two summons were miscounted.")

    anna.refresh_from_db()
    assert (new.previous, new.amended_by, new.reason) == (old, judge, "Two summons were miscounted.")
    assert [version.text for version in submissions.history(anna)] == [new.text, old.text]


@pytest.mark.parametrize(
    ("text", "reason", "code"), [(SECOND, "  ", "reason_missing"), ("1 Nothing", "A typo.", "illegal_list")]
)
def test_an_amendment_needs_a_reason_and_a_legal_list(text, reason, code):
    anna = entrant()
    submissions.submit_list(anna, text=FIRST)

    with pytest.raises(Refused) as refusal:
        submissions.amend_list(anna, by=UserFactory(), text=text, reason=reason)

    assert refusal.value.code == code


def test_nobody_amends_their_own_list_nor_one_that_is_not_there_nor_after_the_end():
    anna = entrant()
    codes = []
    for by, prepare in (
        (UserFactory(), lambda: None),
        (anna.user, lambda: submissions.submit_list(anna, text=FIRST)),
        (UserFactory(), lambda: Tournament.objects.update(state="finished")),
    ):
        prepare()
        with pytest.raises(Refused) as refusal:
            submissions.amend_list(anna, by=by, text=SECOND, reason="Why not.")
        codes.append(refusal.value.code)

    assert codes == ["nothing_to_amend", "own_list", "already_over"]


def test_each_look_of_a_judge_is_on_record_and_shown_to_the_owner_after_the_end():
    anna, judge = entrant(), UserFactory(handle="Jo")
    submissions.submit_list(anna, text=FIRST)
    anna.refresh_from_db()

    submissions.read_list(anna, judge, purpose=" deck check\nround 2 ")

    assert submissions.looks(anna.tournament, submissions.history(anna)) == []
    anna.tournament.state = "finished"
    looks = submissions.looks(anna.tournament, submissions.history(anna))
    assert [(look.viewer, look.purpose) for look in looks] == [(judge, "deck check round 2")]


def test_whoever_read_a_list_here_enters_no_more_and_comes_back_no_more():
    ben, judge = entrant(), UserFactory(handle="Jo")
    submissions.submit_list(ben, text=FIRST)
    dropped = EntrantFactory(tournament=ben.tournament, state="dropped", dropped_after=0)
    ben.refresh_from_db()
    for reader in (judge, dropped.user):
        submissions.read_list(ben, reader, purpose="deck check")

    def refused(deed, *asked, **said):
        with pytest.raises(Refused) as refusal:
            deed(*asked, **said)
        return refusal.value.code

    assert refused(registration.join, judge, ben.tournament) == "read_lists"
    Tournament.objects.update(state="running")
    assert refused(participation.undo_drop, dropped) == "read_lists"
    assert refused(participation.reinstate, dropped, by=judge) == "read_lists"


def test_whoever_read_lists_elsewhere_or_their_own_enters_and_comes_back():
    elsewhere, judge = entrant(), UserFactory(handle="Jo")
    submissions.submit_list(elsewhere, text=FIRST)
    elsewhere.refresh_from_db()
    submissions.read_list(elsewhere, judge, purpose="deck check")
    cup = entrant().tournament

    entered = registration.join(judge, cup)
    submissions.submit_list(entered, text=FIRST)
    Tournament.objects.filter(pk=cup.pk).update(state="running")
    type(entered).objects.filter(pk=entered.pk).update(state="dropped", dropped_after=0)

    assert participation.undo_drop(entered).state == "playing"


def test_a_look_says_what_for_and_needs_a_list():
    anna = entrant()
    with pytest.raises(Refused) as nothing:
        submissions.read_list(anna, UserFactory(), purpose="deck check")
    submissions.submit_list(anna, text=FIRST)
    anna.refresh_from_db()
    with pytest.raises(Refused) as silent:
        submissions.read_list(anna, UserFactory(), purpose="  ")

    assert (nothing.value.code, silent.value.code) == ("no_list", "purpose_missing")
    assert not DeckLook.objects.exists()


def test_at_the_deadline_the_cards_are_pinned_once():
    anna = entrant()
    tasks.tidy()
    anna.tournament.refresh_from_db()
    before = anna.tournament.pool
    close_lists(anna.tournament)

    tasks.tidy()
    unpublish(a_card_of(FIRST))
    tasks.tidy()

    anna.tournament.refresh_from_db()
    assert before is None
    assert anna.tournament.pool.cards_hash == sample_pool().hash


def test_whose_list_the_pinned_cards_make_illegal_is_told_by_mail_and_on_their_page(signed_in):
    anna, ben = entrant(), None
    ben = EntrantFactory(tournament=anna.tournament)
    submissions.submit_list(anna, text=FIRST)
    submissions.submit_list(ben, text=SECOND)
    gone = next(name for name in map(a_card_of, [FIRST]) if name not in SECOND)
    unpublish(gone)
    close_lists(anna.tournament)

    tasks.tidy()
    for job in Job.objects.all():
        jobs.run(str(job.pk))

    assert [letter.to for letter in mail.outbox] == [[anna.user.email]]
    assert gone in mail.outbox[0].body
    page = tight(signed_in(anna.user).get(f"/tournaments/{anna.tournament.slug}/"))
    assert "It is no longer legal" in page
    page = tight(signed_in(ben.user).get(f"/tournaments/{anna.tournament.slug}/"))
    assert "not legal" not in page


def test_after_pinning_new_cards_do_not_count():
    anna = entrant()
    anna.tournament.pool = catalogue.pin()
    anna.tournament.save()
    unpublish(a_card_of(FIRST))

    assert submissions.submit_list(anna, text=FIRST).number == 1


# --- who may read them ---


def judge_of(tournament, role="judge"):
    return StaffFactory(tournament=tournament, role=role).user


def test_judges_and_head_judges_open_a_list():
    anna = entrant()

    for role in ("judge", "head_judge"):
        judge = judge_of(anna.tournament, role)
        assert tournament_access.list_to_read(judge, anna.tournament.slug, anna.pk) == anna
        assert tournament_access.may_read_lists(judge, anna.tournament)


@pytest.mark.parametrize("role", ["organizer", "scorekeeper"])
def test_organizers_and_scorekeepers_do_not(role):
    anna = entrant()
    somebody = judge_of(anna.tournament, role)

    with pytest.raises(PermissionDenied):
        tournament_access.list_to_read(somebody, anna.tournament.slug, anna.pk)

    assert not tournament_access.may_read_lists(somebody, anna.tournament)


@pytest.mark.parametrize(("state", "place"), [("registered", 9), ("waitlisted", None), ("playing", 9)])
def test_a_judge_who_takes_part_does_not_read_lists(state, place):
    anna = entrant()
    judge = judge_of(anna.tournament)
    EntrantFactory(tournament=anna.tournament, user=judge, state=state, place=place and anna.place + place)

    with pytest.raises(PermissionDenied):
        tournament_access.list_to_read(judge, anna.tournament.slug, anna.pk)


def test_a_judge_of_another_tournament_does_not_find_the_entrant():
    anna, elsewhere = entrant(), entrant()
    judge = judge_of(elsewhere.tournament)

    with pytest.raises(PermissionDenied):
        tournament_access.list_to_read(judge, anna.tournament.slug, anna.pk)
    with pytest.raises(Http404):
        tournament_access.list_to_read(judge, elsewhere.tournament.slug, anna.pk)


# --- on the pages ---


def test_anna_hands_in_a_saved_deck_and_gets_a_receipt(signed_in):
    anna = entrant()
    deck = anna.user.decks.create(name="Grove", text=FIRST)
    address = f"/tournaments/{anna.tournament.slug}/deck/"

    page = signed_in(anna.user).post(address, {"deck": str(deck.pk), "text": ""}, follow=True)

    assert page.redirect_chain == [(address, 302)]
    assert "Deck list submitted: version 1." in tight(page)
    anna.refresh_from_db()
    assert anna.deck_version.number == 1


def test_a_faulty_list_is_shown_again_as_it_was_typed_with_all_problems(signed_in):
    anna = entrant()
    text = "3 Nobody Knows\n1 Also Unknown"

    page = signed_in(anna.user).post(f"/tournaments/{anna.tournament.slug}/deck/", {"text": text})

    html = tight(page)
    assert page.status_code == 422
    assert text in html
    assert html.count('href="/rules/#1.1.4"') == 2
    assert "Not submitted yet: 6 problems" in html


def test_ben_cannot_hand_in_annas_deck(signed_in):
    anna, ben = entrant(), entrant()
    deck = anna.user.decks.create(name="Grove", text=FIRST)

    page = signed_in(ben.user).post(f"/tournaments/{ben.tournament.slug}/deck/", {"deck": str(deck.pk), "text": ""})

    assert page.status_code == 422
    assert not DeckVersion.objects.exists()


def test_a_starter_deck_is_handed_in_from_the_list_of_decks(signed_in):
    anna = entrant()
    address = f"/tournaments/{anna.tournament.slug}/deck/"

    shown = tight(signed_in(anna.user).get(address))
    page = signed_in(anna.user).post(address, {"deck": "quick-fire", "text": ""})

    assert '<option value="quick-fire">Quick Fire</option>' in shown
    assert page.status_code == 302
    assert DeckVersion.objects.get().text.startswith("Name: Quick Fire\n")


def test_starter_decks_of_other_cards_are_not_offered(signed_in):
    anna = entrant()
    catalogue.unpublish_cards(Card.objects.filter(name="Redtongue Marshal"))

    shown = tight(signed_in(anna.user).get(f"/tournaments/{anna.tournament.slug}/deck/"))
    page = signed_in(anna.user).post(f"/tournaments/{anna.tournament.slug}/deck/", {"deck": "quick-fire", "text": ""})

    assert "Quick Fire" not in shown
    assert "Clear Ice" in shown
    assert page.status_code == 422


@pytest.mark.parametrize("given", [{"text": ""}, {}])
def test_an_empty_form_asks_for_a_deck_or_a_list(signed_in, given):
    anna = entrant()

    page = signed_in(anna.user).post(f"/tournaments/{anna.tournament.slug}/deck/", given)

    assert page.status_code == 422
    assert "Choose one of your decks or paste a list" in tight(page)


def test_cleo_who_is_not_entered_has_no_deck_page(signed_in):
    anna = entrant()

    assert signed_in(UserFactory()).get(f"/tournaments/{anna.tournament.slug}/deck/").status_code == 404


def test_a_judge_says_what_for_before_the_list_is_shown(at_the_desk):
    anna = entrant()
    submissions.submit_list(anna, text=FIRST)
    desk = at_the_desk(StaffFactory(tournament=anna.tournament, role="judge"))
    address = f"/tournaments/{anna.tournament.slug}/entrants/{anna.pk}/decklist/"
    anna.refresh_from_db()
    secret = anna.deck_version.boss

    before, silent, shown = (
        desk.get(address),
        desk.post(address, {"purpose": ""}),
        desk.post(address, {"purpose": "deck check"}),
    )

    assert [page.status_code for page in (before, silent, shown)] == [200, 422, 200]
    assert [secret in tight(page) for page in (before, silent, shown)] == [False, False, True]
    assert DeckLook.objects.count() == 1


def test_all_lists_are_shown_after_the_end_if_the_organizer_chose_so(client):
    anna = entrant(tournament__publish_lists=True)
    submissions.submit_list(anna, text=FIRST)
    gone = EntrantFactory(tournament=anna.tournament, user__handle="Ben who withdrew")
    submissions.submit_list(gone, text=SECOND)
    registration.withdraw(gone)
    address = f"/tournaments/{anna.tournament.slug}/lists/"
    answers = []
    for state, publish in (("open", True), ("running", True), ("finished", False), ("finished", True)):
        Tournament.objects.update(state=state, publish_lists=publish)
        answers.append(client.get(address).status_code)

    anna.refresh_from_db()
    assert answers == [404, 404, 404, 200]
    html = tight(client.get(address))
    assert anna.deck_version.boss in html
    assert "Ben who withdrew" not in html
