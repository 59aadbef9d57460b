"""Deck checks: which tables, what a deck must hold now, what differs, the time given, and what nobody else learns."""

from collections import Counter
from hashlib import sha256

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.decks.models import DeckLook
from bos_tournament.errors import Refused
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.models import CheckDraw, CheckedDeck, DeckCheck
from bos_tournament.matches.models import Swap
from bos_tournament.messages import localize, localize_all
from bos_tournament.tournaments.decklists.submissions import pool_of
from bos_tournament.tournaments.models import Staff, Tournament
from engine.bos.decks.deck_lists import main_cards, read_deck
from tests.api.conftest import Program
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import at_a_table
from tests.tournaments.running_tournaments import NAMES, play_and_close, publish, running

pytestmark = pytest.mark.django_db
DECK, RESERVES = check_desk.DECK, check_desk.RESERVES


@pytest.fixture
def case():
    case = at_a_table()
    case.round = case.match.pairing.round
    case.pool = pool_of(case.tournament)
    return case


def picked(case, **how):
    (check,) = check_desk.pick(case.round, **({"rule": "hand", "tables": {1}, "by": case.judge} | how))
    return check


def begun(case):
    return check_desk.begin_deck_check(picked(case), by=case.judge)


def deck_of(check, seat):
    return check.decks.get(seat=seat)


def as_listed(case, deck):
    return check_desk.parts_of(deck.expected, case.pool)


def record(case, check, *, found=None):
    for deck in check.decks.all():
        check_desk.record_deck(deck, by=case.judge, found=found or as_listed(case, deck))


def url(name, case, *args):
    return reverse(f"judging:{name}", args=[case.tournament.slug, *args])


def refused(code, deed, *args, **said):
    with pytest.raises(Refused) as refusal:
        deed(*args, **said)
    assert refusal.value.code == code


def test_from_the_top_the_tables_with_the_best_scores_come_first():
    cup = running(NAMES[:8], planned=3)
    play_and_close(cup)
    round_ = publish(cup)
    judge = StaffFactory(tournament=cup, role="judge").user

    made = check_desk.pick(round_, rule="top", count=2, by=judge)

    best = [max(one.points for one in check.pairing.sittings.all()) for check in made]
    assert best == [3, 3]
    assert [check.pairing.table for check in made] == [1, 2]


def test_a_table_is_checked_once_in_a_round_and_again_only_when_the_check_was_called_off(case):
    check = picked(case)
    refused("nothing_to_check", check_desk.pick, case.round, rule="top", by=case.judge)

    check_desk.cancel_check(check, why="They had begun to shuffle.")

    assert picked(case).pk != check.pk


def test_the_players_see_a_check_once_it_has_begun_and_then_what_their_table_gets_back(case, signed_in, client):
    anna, page, live = signed_in(case.anna.user), case.match.get_absolute_url(), f"{case.match.get_absolute_url()}live/"
    said = f"Your decks are being checked by {case.judge}."
    check = picked(case)
    assert said not in tight(anna.get(page))
    before = anna.get(live)

    check_desk.begin_deck_check(check, by=case.judge)
    now = anna.get(live, headers={"If-None-Match": before["ETag"]})
    assert said in tight(now)
    assert said not in tight(client.get(page))

    record(case, check)
    check_desk.finish_deck_check(check, minutes=7, by=case.judge)
    after = tight(anna.get(live, headers={"If-None-Match": now["ETag"]}))
    assert said not in after
    assert "<b>7 minutes extra</b>: Deck check." in after


def test_a_judge_comes_from_the_match_to_its_check_and_nobody_else_reads_of_it(case, signed_in):
    check = picked(case)
    page = case.match.get_absolute_url()
    desk = reverse("tournaments:table", args=[case.tournament.slug, case.match.pairing.pk])
    judge = signed_in(case.judge, second_factor=True)
    keeper = StaffFactory(tournament=case.tournament, role=Staff.Role.SCOREKEEPER).user

    assert desk in tight(judge.get(page))
    assert url("check", case, check.pk) in tight(judge.get(desk))
    assert desk not in tight(signed_in(UserFactory()).get(page))
    assert url("check", case, check.pk) not in tight(signed_in(keeper, second_factor=True).get(desk))


def test_tables_by_hand_must_be_there_and_named(case):
    refused("unknown_table", check_desk.pick, case.round, rule="hand", tables={1, 9}, by=case.judge)
    refused("unknown_table", check_desk.pick, case.round, rule="hand", by=case.judge)
    refused("too_many_tables", check_desk.pick, case.round, rule="top", count=33, by=case.judge)


def test_no_deck_is_checked_in_a_round_that_is_not_on():
    cup = running(NAMES[:4], planned=2)
    closed = play_and_close(cup)

    refused("round_not_on", check_desk.pick, closed, rule="top", by=UserFactory())


def test_a_draw_is_repeated_by_anybody_from_the_secret_and_differs_from_the_next_one():
    cup = running(NAMES[:12], planned=3)
    round_ = publish(cup)
    check_desk.pick(round_, rule="lot", count=2, by=UserFactory())
    check_desk.pick(round_, rule="lot", count=2, by=UserFactory())

    seed, draws = check_desk.seed_of(cup), list(CheckDraw.objects.all())

    assert seed.digest == sha256(seed.seed.encode()).hexdigest()
    assert [draw.number for draw in draws] == [1, 2]
    assert all(check_desk.lots(seed.seed, 1, draw.number, draw.among, 2) == draw.drawn for draw in draws)
    assert not set(draws[0].drawn) & set(draws[1].among)


@given(st.sets(st.integers(1, 500), min_size=1, max_size=60), st.integers(1, 32), st.randoms())
def test_lots_do_not_depend_on_the_order_of_the_tables(tables, count, luck):
    shuffled = list(tables)
    luck.shuffle(shuffled)

    drawn = check_desk.lots("5eed", 1, 1, tables, count)

    assert drawn == check_desk.lots("5eed", 1, 1, shuffled, count)
    assert set(drawn) <= tables
    assert len(drawn) == min(count, len(tables))


def test_beginning_pins_the_exact_deck_with_its_swaps_and_keeps_the_look(case):
    text = case.anna.deck_version.text
    Swap.objects.create(game=case.game, seat=case.anna, out=["x"], into=["y"], text=f"{text}\n# swapped")

    check = begun(case)

    assert deck_of(check, case.anna).expected.endswith("# swapped")
    assert deck_of(check, case.ben).expected == case.ben.deck_version.text
    assert len(main_cards(read_deck(deck_of(check, case.ben).expected), case.pool)) == 24
    looks = DeckLook.objects.filter(viewer=case.judge)
    assert [look.purpose_words for look in looks] == ["Deck check in round 1, table 1"] * 2
    assert check_desk.begin_deck_check(check, by=case.judge).decks.count() == 2


def test_a_deck_as_listed_has_no_difference(case):
    check = begun(case)

    record(case, check)

    assert {deck.state for deck in check.decks.all()} == {CheckedDeck.State.AS_LISTED}


def test_every_difference_is_named_where_it_is(case):
    check = begun(case)
    deck = deck_of(check, case.anna)
    found = as_listed(case, deck)
    missing = next(name for name, count in sorted(found[DECK].items()) if count > 1)
    found[DECK][missing] -= 1
    found[DECK]["Stranger"] += 1

    deck = check_desk.record_deck(deck, by=case.judge, found=found)

    listed = found[DECK][missing] + 1
    assert deck.state == CheckedDeck.State.DIFFERS
    assert set(localize_all(check_desk.describe_differences(deck))) == {
        f"{missing}: {listed - 1} in the deck, expected {listed}.",
        "Stranger: 1 in the deck, but not on the list.",
    }
    assert localize(check_desk.penalty_note(deck)).startswith("Deck check in round 1, table 1. ")


@given(st.data())
def test_what_is_found_as_it_is_listed_never_differs_and_else_always(data):
    from engine.bos.decks.deck_lists import starter_decks
    from engine.bos.model.card_pool import sample_pool

    pool, text = sample_pool(), data.draw(st.sampled_from(sorted(starter_decks().values())))
    found = check_desk.parts_of(text, pool)
    assert list(check_desk.differences(text, found, pool)) == []

    name = data.draw(st.sampled_from(sorted(found[DECK])))
    by = data.draw(st.sampled_from([-1, 1, 2]))
    found[DECK][name] += by

    (only,) = check_desk.differences(text, found, pool)
    assert (only["card"], only["found"] - only["expected"]) == (name, by)


def test_finishing_needs_both_decks_and_gives_the_table_its_minutes(case):
    check = begun(case)
    refused("not_checked", check_desk.finish_deck_check, check, minutes=5, by=case.judge)
    record(case, check)
    refused("minutes_out_of_range", check_desk.finish_deck_check, check, minutes=999, by=case.judge)

    check = check_desk.finish_deck_check(check, minutes=7, by=case.judge)

    assert (check.state, check.minutes) == (DeckCheck.State.FINISHED, 7)
    extension = case.match.pairing.extensions.get()
    assert (extension.minutes, extension.why_words) == (7, "Deck check.")
    refused("check_not_on", check_desk.finish_deck_check, check, minutes=7, by=case.judge)
    refused("check_over", check_desk.cancel_check, check, why="Late.")


def test_calling_off_needs_a_reason_and_what_is_over_cannot_begin(case):
    check = picked(case)
    refused("reason_missing", check_desk.cancel_check, check, why=" ")
    refused("check_not_on", check_desk.finish_deck_check, check, minutes=0, by=case.judge)

    check_desk.cancel_check(check, why="They had begun.")

    refused("check_over", check_desk.begin_deck_check, check, by=case.judge)


def test_a_count_nobody_can_have_is_refused(case):
    deck = deck_of(begun(case), case.anna)

    refused("too_many_copies", check_desk.record_deck, deck, by=case.judge, found={DECK: Counter({"Root Giant": 100})})


def test_the_trail_keeps_the_check_but_never_the_list(case):
    record(case, begun(case))

    from bos_tournament.judging import models

    kept = models.CheckedDeckEvent.objects.values().first()
    assert "state" in kept
    assert not {"expected", "differences"} & set(kept)


def test_the_judge_counts_in_the_browser_and_the_penalty_is_filled_in(case, signed_in):
    judge = signed_in(case.judge, second_factor=True)
    judge.post(url("checks", case), {"rule": "hand", "tables": "1"})
    check = DeckCheck.objects.get()
    judge.post(url("begin_check", case, check.pk))

    nothing = judge.post(url("check_deck", case, check.pk, 1), {})
    one = judge.post(url("check_deck", case, check.pk, 1), {"s1-c0_0": ["1"], "s1-others": "2 Stranger"})
    judge.post(url("check_deck", case, check.pk, 2), {"as_listed": "yes"})
    page = tight(judge.get(url("check", case, check.pk)))

    assert (nothing.status_code, one.status_code) == (422, 302)
    assert "Stranger: 2 in the deck, but not on the list." in page
    assert deck_of(check, case.ben).state == CheckedDeck.State.AS_LISTED
    entrant = case.tournament.entrants.get(user=case.anna.user)
    note = localize(check_desk.penalty_note(deck_of(check, case.anna)))
    proposed = judge.post(url("penalize", case, entrant.pk), {"infraction": "deck-differs", "note": note})
    assert "Recommended: warning" in tight(proposed)
    assert proposed.context["form"]["note"].value() == note


def test_picking_with_faults_says_what_to_do_at_the_field(case, signed_in):
    judge = signed_in(case.judge, second_factor=True)

    answers = [
        judge.post(url("checks", case), said)
        for said in ({}, {"rule": "hand"}, {"rule": "hand", "tables": "x"}, {"rule": "hand", "tables": "9"})
    ]

    assert [answer.status_code for answer in answers] == [422] * 4
    assert "such as 1-4, 9" in tight(answers[1])


def test_where_no_table_is_left_the_page_says_so_instead_of_offering_to_pick_one(case, signed_in):
    judge = signed_in(case.judge, second_factor=True)
    before = tight(judge.get(url("checks", case)))

    picked(case)
    page = tight(judge.get(url("checks", case)))

    assert ("Pick tables</button>" in before, "Pick tables</button>" in page) == (True, False)
    assert "All tables of this round are finished or were already picked." in page


def test_players_onlookers_and_judges_who_play_learn_nothing(case, signed_in):
    check = begun(case)
    playing_judge = StaffFactory(tournament=case.tournament, role=Staff.Role.JUDGE, user=case.anna.user).user

    for user in (UserFactory(), case.ben.user, playing_judge):
        browser = signed_in(user, second_factor=True)
        assert browser.get(url("checks", case)).status_code == 403
        assert browser.get(url("check", case, check.pk)).status_code == 403
        assert browser.post(url("check_deck", case, check.pk, 1), {"as_listed": "1"}).status_code == 403


def test_the_secret_of_the_lots_is_shown_only_after_the_end(case, client):
    seed = check_desk.seed_of(case.tournament)
    check_desk.pick(case.round, rule="lot", by=case.judge)

    running_page = tight(client.get(url("check_draws", case)))
    Tournament.objects.filter(pk=case.tournament.pk).update(state="finished")
    after = tight(client.get(url("check_draws", case)))

    assert seed.digest in running_page
    assert seed.seed not in running_page
    assert "Round 1, draw 1" not in running_page
    assert seed.seed in after
    assert "Round 1, draw 1" in after


def test_a_program_does_a_whole_check(case):
    judge, path = Program(case.judge, second_factor=True), f"tournaments/{case.tournament.slug}/checks"

    made = judge.post(f"{path}/", {"rule": "lot", "count": 1}).json()["checks"][0]
    begun = judge.post(f"{path}/{made['id']}/begin/").json()
    found = judge.post(f"{path}/{made['id']}/seats/1/", {"text": "1 Stranger"}).json()
    judge.post(f"{path}/{made['id']}/seats/2/", {"text": begun["decks"][1]["expected"]})
    done = judge.post(f"{path}/{made['id']}/finish/", {"minutes": 4}).json()
    lots = Program().get(f"{path}/lots/").json()
    onlooker = Program(UserFactory()).get(f"{path}/{made['id']}/")

    assert [deck["state"] for deck in begun["decks"]] == ["open", "open"]
    assert {"card": "Stranger", "where": "deck", "expected": 0, "found": 1} in found["decks"][0]["differences"]
    assert [deck["state"] for deck in done["decks"]] == ["differs", "as_listed"]
    assert (done["state"], done["minutes"], lots["seed"], lots["draws"]) == ("finished", 4, None, [])
    assert onlooker.status_code == 403
    assert [one["table"] for one in judge.get(f"{path}/").json()["results"]] == [1]
