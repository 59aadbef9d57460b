"""Rounds of a bracket are called as players call them, wherever they are named."""

import pytest
from django.urls import reverse
from django.utils import translation

from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.messages import localize
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.rounds import round_cycle, top_cut
from bos_tournament.tournaments.standings import player_results
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import position, tables_of
from bos_tournament.tournaments.webhooks import subscriptions
from engine.messages import Message
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, enter, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def page(browser, name, cup, *args):
    return tight(browser.get(reverse(f"tournaments:{name}", args=[cup.slug, *args])))


def test_the_desk_names_the_rounds_of_a_cut_and_counts_who_plays_on(at_the_desk, signed_in):
    cup = running(NAMES[:6], planned=1, format="swiss_cut", cut=4)
    play_and_close(cup)
    top_cut.start_cut(cup)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    before = page(organizer, "desk", cup)
    semis = publish(cup)
    during = page(organizer, "desk", cup)
    own = page(signed_in(entrant(cup, "Anna").user), "detail", cup)
    play(semis)
    round_cycle.close_and_start_next(cup, number=3)
    final = page(organizer, "desk", cup)

    assert "Start the semi-finals" in before
    assert "<dt>active</dt><dd>4</dd>" in before
    assert "Close the semi-finals and start the final" in during
    assert "Semi-finals: table" in own
    assert "Close the final</button>" in final
    assert "<dt>active</dt><dd>2</dd>" in final
    assert "ound 2" not in before + during + final
    assert "ound 3" not in before + during + final


def test_pages_papers_and_programs_name_the_rounds_of_a_bracket(client, at_the_desk):
    cup = running(NAMES[:6], format="single_elimination")
    for _ in range(3):
        play_and_close(cup)

    pairings = page(client, "round_pairings", cup, 2)
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
        round_cycle.close(round_)

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
        german = printouts.slips(semis, tables, entry="")

    slips, (sheet, *_others) = printouts.slips(semis, tables, entry=""), printouts.log_sheets(semis, tables)
    play(semis)
    round_cycle.close(semis)
    assert {slip.round for slip in slips.slips} == {"Semi-finals"}
    assert {slip.round for slip in german.slips} == {"Halbfinale"}
    assert sheet.round == "Semi-finals"
    assert [listing.note for listing in printouts.ranks(cup)] == ["After the semi-finals."]


def test_the_number_of_a_swiss_round_stays_on_its_sheets():
    cup = running()
    first = publish(cup)
    tables = list(tables_of(first))

    slips, (sheet, *_others) = printouts.slips(first, tables, entry=""), printouts.log_sheets(first, tables)

    assert {slip.round for slip in slips.slips} == {"Round 1"}
    assert sheet.round == "1"


def test_pages_for_staff_name_the_round(at_the_desk):
    cup, semis = semi_finals()
    judge = at_the_desk(StaffFactory(tournament=cup, role="judge"))
    organizer = at_the_desk(StaffFactory(tournament=cup))
    judge_calls.call_judge(semis.pairings.get(table=1).match.seats.get(number=1), reason="Look here.")
    (check,) = check_desk.pick(semis, rule="hand", tables={2}, by=UserFactory())

    calls = tight(judge.get(f"/tournaments/{cup.slug}/calls/"))
    checks = tight(judge.get(f"/tournaments/{cup.slug}/checks/"))
    one = tight(judge.get(f"/tournaments/{cup.slug}/checks/{check.pk}/"))
    trail = tight(organizer.get(f"/tournaments/{cup.slug}/activity-log/"))
    undo = page(organizer, "undo", cup)

    assert all("Semi-finals" in shown for shown in (calls, checks, one))
    assert "published the semi-finals." in trail
    assert "at table 1 in the semi-finals" in trail
    assert ">Semi-finals</option>" in trail
    assert "ound 1" not in calls + checks + one + trail + undo


def test_standings_name_the_round_after_which_they_stand(client, at_the_desk):
    cup, semis = semi_finals()
    play(semis)
    round_cycle.close(semis)
    round_cycle.create_draft_round(cup, number=2)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    standings, sheets = page(client, "standings", cup), page(organizer, "printing", cup)
    desk, undo = page(organizer, "desk", cup), page(organizer, "undo", cup)

    assert "After the semi-finals." in standings
    assert "after the semi-finals" in sheets
    assert "Closed: Semi-finals." in desk
    assert "Draft discarded: Final." in undo
    assert "The results of the semi-finals no longer count" in undo


def test_whoever_missed_the_semi_finals_reads_so_in_their_language():
    cup, semis = semi_finals()
    pairing = semis.pairings.get(table=1)
    gone = pairing.sittings.get(number=1).entrant

    participation.no_show(pairing, absent=[1], by=UserFactory(), why="Not there.", and_drop=True)
    gone.refresh_from_db()

    assert gone.note_words == "Did not come to the semi-finals."
    with translation.override("de"):
        assert gone.note_words == "Nicht erschienen: Halbfinale."


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (Message("round_called.number", round=3), "Nicht erschienen: Runde 3."),
        (Message("round_called.of", number=16), "Nicht erschienen: Runde der letzten 16."),
    ],
)
def test_a_round_is_called_by_its_name_inside_other_sentences(called, said):
    with translation.override("de"):
        assert localize(Message("entrant.did_not_come", round_called=called)) == said


def test_names_of_rounds_cost_the_same_for_one_round_and_many(django_assert_num_queries):
    cup, semis = semi_finals()
    anna = entrant(cup, "Anna")
    play(semis)
    round_cycle.close(semis)

    with django_assert_num_queries(2):
        assert [one.title for one in player_results.so_far(anna)] == ["Semi-finals"]
    play_and_close(cup)
    with django_assert_num_queries(2):
        assert [one.title for one in player_results.so_far(anna)] == ["Semi-finals", "Final"]
    with django_assert_num_queries(1):
        assert list(round_names.all_called(cup).values()) == ["the semi-finals", "the final"]


def test_the_log_of_webhooks_names_the_round(at_the_desk, settings):
    settings.WEBHOOKS_TO_LAN = True
    cup = running(NAMES[:4], format="single_elimination")
    webhook, _secret = subscriptions.add_webhook(cup, url="http://127.0.0.1:9/", topics=["pairings"])
    publish(cup)

    log = at_the_desk(StaffFactory(tournament=cup)).get(f"/tournaments/{cup.slug}/webhooks/{webhook.pk}/")

    assert ">the semi-finals</span>" in tight(log)


def test_pages_about_one_player_name_the_round(client, at_the_desk):
    cup, semis = semi_finals()
    play(semis)
    round_cycle.close(semis)
    anna, dora = entrant(cup, "Anna"), entrant(cup, "Dora")
    participation.drop(dora, why="Home.")

    public = tight(client.get(f"/players/{anna.user.pk}/"))
    left = page(at_the_desk(StaffFactory(tournament=cup)), "desk_entrant", cup, dora.pk)

    assert f"{cup.name}, the semi-finals" in public
    assert "after the semi-finals" in left
