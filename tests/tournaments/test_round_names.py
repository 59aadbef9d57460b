"""Rounds of a bracket are called as players call them, wherever they are named."""

import pytest
from django.urls import reverse
from django.utils import translation

from bos_tournament.judging import calling, deck_checks
from bos_tournament.tournaments import cut, fielding, own_results, paper, round_names, rounds, webhooks
from bos_tournament.tournaments.kept_words import in_words, kept
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.stages import position, tables_of
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running import NAMES, enter, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def page(browser, name, cup, *args):
    return browser.get(reverse(f"tournaments:{name}", args=[cup.slug, *args])).content.decode()


def test_the_desk_names_the_rounds_of_a_cut_and_counts_who_plays_on(at_the_desk, signed_in):
    cup = running(NAMES[:6], planned=1, format="swiss_cut", cut=4)
    play_and_close(cup)
    cut.start_cut(cup)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    before = page(organizer, "desk", cup)
    semis = publish(cup)
    during = page(organizer, "desk", cup)
    own = page(signed_in(entrant(cup, "Anna").user), "detail", cup)
    play(semis)
    rounds.go_on(cup, number=3)
    final = page(organizer, "desk", cup)

    assert "Start the semi-finals" in before
    assert "<dt>playing</dt><dd>4</dd>" in before
    assert "Close the semi-finals, start the final" in during
    assert "Semi-finals: table" in own
    assert "Close the final</button>" in final
    assert "<dt>playing</dt><dd>2</dd>" in final
    assert "ound 2" not in before + during + final
    assert "ound 3" not in before + during + final


def test_pages_papers_and_programs_name_the_rounds_of_a_bracket(client, at_the_desk):
    cup = running(NAMES[:6], format="single_elimination")
    for _ in range(3):
        play_and_close(cup)

    pairings = page(client, "round", cup, 2)
    told = client.get(f"/api/v1/tournaments/{cup.slug}/rounds/").json()["results"]
    desk = page(at_the_desk(StaffFactory(tournament=cup)), "desk_round", cup, 1)

    assert [one["title"] for one in told] == ["Quarter-finals", "Semi-finals", "Final"]
    assert "<h1>Semi-finals</h1>" in pairings
    assert [title in pairings for title in ("Quarter-finals</a>", "Final</a>")] == [True, True]
    assert "<h1>Quarter-finals</h1>" in desk


def test_only_the_finals_of_a_double_elimination_have_names(at_the_desk):
    cup = running(NAMES[:4], format="double_elimination")
    organizer, desks = at_the_desk(StaffFactory(tournament=cup)), []
    for _ in range(5):
        desks.append(page(organizer, "desk", cup))
        round_ = publish(cup)
        for pairing in round_.pairings.exclude(match=None):
            enter(pairing, *((0, 2) if pairing.bracket_id in ("F1", "F2") else (2, 0)))
        rounds.close(round_)

    names = ("round 1", "round 2", "round 3", "the final", "the second final")
    assert [f"Start {name}</button>" in desk for name, desk in zip(names, desks, strict=True)] == [True] * 5
    found = Round.objects.filter(stage__tournament=cup).select_related("stage").order_by("number")
    assert [title for _, title in round_names.titles(found)] == [round_names.title(one) for one in found]


def test_a_round_of_sixteen_has_its_name():
    cup = running([f"Player {number}" for number in range(9)], format="single_elimination")

    assert round_names.next_called(position(cup)) == "the round of 16"
    assert round_names.title(publish(cup)) == "Round of 16"


def semi_finals(**settings):
    """A bracket of four whose semi-finals are published."""
    cup = running(NAMES[:4], format="single_elimination", **settings)
    return cup, publish(cup)


def test_sheets_of_paper_name_the_round_in_each_language():
    cup, semis = semi_finals()
    tables = list(tables_of(semis))

    with translation.override("de"):
        german = paper.slips(semis, tables, entry="")

    slips, (sheet, *_others) = paper.slips(semis, tables, entry=""), paper.log_sheets(semis, tables)
    play(semis)
    rounds.close(semis)
    assert {slip.round for slip in slips.slips} == {"Semi-finals"}
    assert {slip.round for slip in german.slips} == {"Halbfinale"}
    assert sheet.round == "Semi-finals"
    assert [listing.note for listing in paper.ranks(cup)] == ["After the semi-finals."]


def test_the_number_of_a_swiss_round_stays_on_its_sheets():
    cup = running()
    first = publish(cup)
    tables = list(tables_of(first))

    slips, (sheet, *_others) = paper.slips(first, tables, entry=""), paper.log_sheets(first, tables)

    assert {slip.round for slip in slips.slips} == {"Round 1"}
    assert sheet.round == "1"


def test_pages_for_staff_name_the_round(at_the_desk):
    cup, semis = semi_finals()
    judge = at_the_desk(StaffFactory(tournament=cup, role="judge"))
    organizer = at_the_desk(StaffFactory(tournament=cup))
    calling.call_judge(semis.pairings.get(table=1).match.seats.get(number=1), reason="Look here.")
    (check,) = deck_checks.pick(semis, rule="hand", tables={2}, by=UserFactory())

    calls = judge.get(f"/tournaments/{cup.slug}/calls/").content.decode()
    checks = judge.get(f"/tournaments/{cup.slug}/checks/").content.decode()
    one = judge.get(f"/tournaments/{cup.slug}/checks/{check.pk}/").content.decode()
    trail = organizer.get(f"/tournaments/{cup.slug}/trail/").content.decode()
    undo = page(organizer, "undo", cup)

    assert all("Semi-finals" in shown for shown in (calls, checks, one))
    assert "published the semi-finals." in trail
    assert "at table 1 in the semi-finals" in trail
    assert ">Semi-finals</option>" in trail
    assert "ound 1" not in calls + checks + one + trail + undo


def test_standings_name_the_round_after_which_they_stand(client, at_the_desk):
    cup, semis = semi_finals()
    play(semis)
    rounds.close(semis)
    rounds.draft(cup, number=2)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    standings, sheets = page(client, "standings", cup), page(organizer, "paper", cup)
    desk, undo = page(organizer, "desk", cup), page(organizer, "undo", cup)

    assert "After the semi-finals." in standings
    assert "after the semi-finals" in sheets
    assert "Closed: Semi-finals." in desk
    assert "The draft is thrown away: Final." in undo
    assert "The results of the semi-finals no longer count" in undo


def test_whoever_missed_the_semi_finals_reads_so_in_their_language():
    cup, semis = semi_finals()
    pairing = semis.pairings.get(table=1)
    gone = pairing.sittings.get(number=1).entrant

    fielding.no_show(pairing, absent=[1], by=UserFactory(), why="Not there.", and_drop=True)
    gone.refresh_from_db()

    assert gone.note == "Did not come to the semi-finals."
    with translation.override("de"):
        assert in_words(gone.note) == "Nicht erschienen: Halbfinale."
        assert in_words("Did not come to round 3.") == "Nicht erschienen: Runde 3."
        assert in_words("Did not come to the round of 16.") == "Nicht erschienen: Runde der letzten 16."
        assert in_words("Did not come to my table.") == "Did not come to my table."


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_deck_check_that_is_proposed_as_a_reason_is_kept_in_english(language):
    english = "Deck check in the semi-finals, table 3. Ash: 3 instead of 2 in the deck."
    with translation.override(language):
        note = in_words(english)

        assert note != english
        assert kept(note) == english


def test_names_of_rounds_cost_the_same_for_one_round_and_many(django_assert_num_queries):
    cup, semis = semi_finals()
    anna = entrant(cup, "Anna")
    play(semis)
    rounds.close(semis)

    with django_assert_num_queries(2):
        assert [one.title for one in own_results.so_far(anna)] == ["Semi-finals"]
    play_and_close(cup)
    with django_assert_num_queries(2):
        assert [one.title for one in own_results.so_far(anna)] == ["Semi-finals", "Final"]
    with django_assert_num_queries(1):
        assert list(round_names.all_called(cup).values()) == ["the semi-finals", "the final"]


def test_the_log_of_webhooks_names_the_round(at_the_desk, settings):
    settings.WEBHOOKS_TO_LAN = True
    cup = running(NAMES[:4], format="single_elimination")
    webhook, _secret = webhooks.add(cup, url="http://127.0.0.1:9/", topics=["pairings"])
    publish(cup)

    log = at_the_desk(StaffFactory(tournament=cup)).get(f"/tournaments/{cup.slug}/webhooks/{webhook.pk}/")

    assert ">the semi-finals</span>" in log.content.decode()


def test_pages_about_one_player_name_the_round(client, at_the_desk):
    cup, semis = semi_finals()
    play(semis)
    rounds.close(semis)
    anna, dora = entrant(cup, "Anna"), entrant(cup, "Dora")
    fielding.drop(dora, why="Home.")

    public = client.get(f"/players/{anna.user.pk}/").content.decode()
    left = page(at_the_desk(StaffFactory(tournament=cup)), "desk_entrant", cup, dora.pk)

    assert f"{cup.name}, the semi-finals" in public
    assert "after the semi-finals" in left
