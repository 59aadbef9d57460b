"""Groups, then a bracket: chosen, dealt, played, left and corrected, down to the champion."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.messages import localize_all
from bos_tournament.pairing.bracket import seed_order
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.rounds import result_entry, round_cycle, top_cut, tournament_end, tournament_start
from bos_tournament.tournaments.standings import cross_table, standings_rows
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.next_step import Next, next_deed
from bos_tournament.tournaments.structure.round_robin_stage import groups_of
from bos_tournament.tournaments.structure.stages import position
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import (
    NAMES,
    entrant,
    lines_of,
    opened,
    places_of,
    play_and_close,
    publish,
    running,
    start,
)

pytestmark = pytest.mark.django_db
GROUPS = Tournament.Format.GROUPS


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def in_groups(names=NAMES[:8], **settings):
    return running(names, format=GROUPS, **settings)


def play_groups(cup):
    for _ in range(cup.stages.get(format="groups").rounds_planned):
        play_and_close(cup)


def group_of(cup, name):
    return next(one for one in groups_of(cup.stages.get(format="groups")) if entrant(cup, name) in one.entrants)


def test_eight_players_play_two_groups_of_four_and_a_bracket_of_four_to_the_champion():
    cup = in_groups(third_place=True)
    stage = cup.stages.get()
    assert (stage.format, stage.group_sizes, stage.go_on, stage.rounds_planned) == ("groups", [4, 4], 2, 3)

    play_groups(cup)
    assert next_deed(position(cup)) == Next.CUT
    bracket = top_cut.start_cut(cup)
    assert (bracket.format, bracket.size, bracket.third_place) == (Stage.Format.SINGLE, 4, True)
    play_and_close(cup)
    play_and_close(cup)
    tournament_end.finish_tournament(cup)

    cup.refresh_from_db()
    assert [str(one) for one in standings_rows.champions(cup)] == ["Anna"]
    assert [place for place, _ in places_of(cup)] == [1, 2, 3, 4, *[None] * 4]


def test_only_people_of_one_group_meet_and_everybody_of_it():
    cup = in_groups(NAMES[:9], groups=2)
    play_groups(cup)

    for group in groups_of(cup.stages.get()):
        for one in group.entrants:
            met = {
                other.entrant_id for row in one.sittings.all() for other in row.pairing.sittings.exclude(entrant=one)
            }
            assert met == {other.pk for other in group.entrants} - {one.pk}
    assert [len(group.entrants) for group in groups_of(cup.stages.get())] == [5, 4]
    assert cup.stages.get().rounds_planned == 5


def test_group_opponents_are_kept_in_different_halves_of_the_bracket():
    cup = in_groups(NAMES[:12], groups=2, go_on=4)
    play_groups(cup)
    seeds = top_cut.start_cut(cup).seeds
    groups = [[str(one.pk) for one in group.entrants] for group in groups_of(cup.stages.get(number=1))]
    in_tree = [seeds[seed - 1] for seed in seed_order(8)]

    for group in groups:
        assert sum(pk in group for pk in in_tree[:4]) == 2
    firsts = seeds[:2]
    ranks = {str(line.entrant): line.rank for line in lines_of(cup)}
    assert [ranks[pk] for pk in firsts] == [1, 1]


def test_each_group_has_its_own_standings():
    cup = in_groups()
    play_groups(cup)
    lines = lines_of(cup)

    assert [(line.group, line.rank) for line in lines] == [("A", n) for n in (1, 2, 3, 4)] + [
        ("B", n) for n in (1, 2, 3, 4)
    ]
    assert [line.points for line in lines] == [9, 6, 3, 0] * 2


def test_the_groups_are_dealt_by_lot_from_the_published_seed():
    one = in_groups(seed="ab" * 16)
    again = in_groups([f"{name}2" for name in NAMES[:8]], seed="ab" * 16)

    places = [[[one.place for one in group.entrants] for group in groups_of(cup.stages.get())] for cup in (one, again)]
    assert places[0] == places[1]


def test_the_organizer_sees_the_groups_before_the_start_and_gets_exactly_those():
    cup = opened(NAMES[:9], format=GROUPS)
    preview = tournament_start.preview_start(cup, groups=3, go_on=1)
    assert [len(people) for _, people in preview.dealt] == [3, 3, 3]

    with pytest.raises(Refused) as refusal:
        tournament_start.start_tournament(cup, token=preview.token)
    assert refusal.value.code == "preview_outdated"
    tournament_start.start_tournament(cup, token=preview.token, groups=3, go_on=1)
    assert [group.entrants for group in groups_of(cup.stages.get())] == [people for _, people in preview.dealt]


@pytest.mark.parametrize(
    ("settings", "groups", "go_on"),
    [({}, 4, 2), ({"groups": 3}, 3, 2), ({"group_size": 6}, 2, 2), ({"go_on": 1}, 4, 1), ({"groups": 6}, 6, 1)],
)
def test_what_is_not_planned_is_suggested_from_the_field(settings, groups, go_on):
    preview = tournament_start.preview_start(opened(NAMES[:12], format=GROUPS, **settings))

    assert (preview.groups.groups, preview.groups.go_on, preview.problem) == (groups, go_on, "")


@pytest.mark.parametrize(
    ("names", "settings", "said"),
    [
        (NAMES[:3], {}, "Groups need at least four players."),
        (NAMES[:8], {"go_on": 4}, "1 to 3 players can advance from each group, since the smallest has 4 players."),
        (NAMES[:6], {"groups": 5}, "5 groups need at least 10 players, two in each; choose fewer groups."),
    ],
)
def test_groups_that_cannot_be_dealt_are_refused_with_what_to_do(names, settings, said):
    cup = opened(names, format=GROUPS, **settings)
    preview = tournament_start.preview_start(cup)

    assert preview.problem == said
    with pytest.raises(Refused, match=said):
        tournament_start.start_tournament(cup, token=preview.token)


def test_whoever_drops_in_the_groups_gives_the_rest_away_and_makes_room_in_the_bracket():
    cup = in_groups()
    play_and_close(cup)
    participation.drop(entrant(cup, "Anna"))
    round_ = publish(cup)
    given = round_.pairings.get(unplayed="bye")
    assert given.why == f"group {group_of(cup, 'Anna').name}: the opponent has left"
    for pairing in round_.pairings.exclude(match=None):
        settle(pairing, 1)
    round_cycle.close(round_)
    play_and_close(cup)

    assert str(entrant(cup, "Anna").pk) not in top_cut.start_cut(cup).seeds


def test_whoever_leaves_before_the_bracket_is_drawn_makes_room_for_the_next_of_the_group():
    cup = in_groups()
    play_groups(cup)
    lines = [line.entrant for line in lines_of(cup) if line.group == "A"]
    participation.drop(cup.entrants.get(pk=lines[0]))
    seeds = top_cut.start_cut(cup).seeds

    assert str(lines[0]) not in seeds
    assert {str(lines[1]), str(lines[2])} <= set(seeds)


def test_whoever_drops_in_the_bracket_loses_by_walkover():
    cup = in_groups()
    play_groups(cup)
    stage = top_cut.start_cut(cup)
    participation.drop(Bracket(stage).entrants[1])
    play_and_close(cup)
    play_and_close(cup)

    assert Bracket(stage).is_decided
    assert Bracket(stage).champion is not None


def test_nobody_comes_in_late_where_the_groups_are_dealt():
    cup = opened(format=GROUPS)
    late = entrant(cup, "Hana")
    late.deck_version = None
    late.save()
    start(cup)

    with pytest.raises(Refused, match="The pairings were fixed at the start"):
        participation.reinstate(entrant(cup, "Hana"), by=UserFactory())


def settle(pairing, winner):
    pairing.match.refresh_from_db()
    return result_entry.enter_result(
        pairing,
        by=UserFactory(),
        wins={winner: 2, 3 - winner: 0},
        winner=pairing.match.seats.get(number=winner),
        reason=Reason.PLAYED,
        why="Read the wrong way round.",
        seen=pairing.match.version,
    )


def test_correcting_a_result_names_the_ranks_of_the_group_and_who_goes_on():
    cup = in_groups()
    play_groups(cup)
    lines = [line.entrant for line in lines_of(cup) if line.group == "A"]
    second, third = (cup.entrants.get(pk=pk) for pk in lines[1:3])
    pairing = next(row.pairing for row in second.sittings.all() if row.pairing.sittings.filter(entrant=third).exists())
    told = localize_all(settle(pairing, pairing.sittings.get(entrant=third).number))

    assert f"{third.user}: rank 2 instead of 3, 6 points instead of 3." in told
    assert f"{third.user} now advances." in told
    assert f"{second.user} no longer advances." in told


def test_the_file_of_a_round_gives_the_same_round_on_every_machine(client):
    cup = in_groups(NAMES[:9], groups=2)
    play_groups(cup)

    whole = read_event(tight(client.get(url("standings_event_file", cup))))
    assert [check.verdict for check in check_rounds(whole)] == [Verdict.SAME] * 5
    before = json.loads(client.get(url("round_event_file", cup, 2)).content)
    assert [len(group) for group in before["groups"]] == [5, 4]
    assert len(before["rounds"]) == 1


def test_cleo_the_onlooker_reads_each_group_with_its_cross_table_and_every_working(client):
    cup = in_groups()
    play_groups(cup)
    page = tight(client.get(url("standings", cup)))

    assert '<h3 id="group-A">Group A</h3>' in page
    assert "Cross-table of group B" in page
    assert page.count("Show working") == 8
    assert "advances" not in page
    top_cut.start_cut(cup)
    assert tight(client.get(url("standings", cup))).count("advances") == 4
    anna = entrant(cup, "Anna")
    assert f"<h1>Rank 1 of group {group_of(cup, 'Anna').name}: Anna</h1>" in tight(
        client.get(url("why_rank", cup, anna.pk))
    )
    assert tight(client.get(url("cross_table", cup))).count('role="region"') == 2


def test_the_standings_lead_to_the_cross_table_of_a_group_which_shows_what_is_played(client):
    cup = in_groups()
    play_and_close(cup)
    round_ = publish(cup)
    settle(round_.pairings.order_by("table").first(), 1)

    assert "/cross-table/?group=B" in tight(client.get(url("standings", cup)))
    assert "being played" in tight(client.get(url("cross_table", cup)))


def test_cross_tables_of_many_groups_come_in_pages_and_the_page_of_a_group_is_found(client, monkeypatch):
    monkeypatch.setattr(cross_table, "MOST_CELLS", 64)
    cup = in_groups()
    play_and_close(cup)

    first = tight(client.get(url("cross_table", cup)))
    second = tight(client.get(url("cross_table", cup) + "?group=B"))

    assert "Group A" in first
    assert "Group B" not in first
    assert "Page 2 of 2" in second
    assert "Group B" in second


def test_everybody_reads_who_can_still_go_on(client):
    cup = in_groups()
    play_and_close(cup)
    play_and_close(cup)
    assert "Who can still advance" in tight(client.get(url("standings", cup)))
    page = tight(client.get(url("outlooks", cup)))

    assert page.count("in with a") + page.count("depends on other") + page.count("in contention") >= 1


def test_the_organizer_looks_at_other_groups_before_the_start(at_the_desk):
    cup = opened(NAMES[:9], format=GROUPS)
    client = at_the_desk(StaffFactory(tournament=cup))

    page = tight(client.get(url("start", cup)))
    assert "in 2 groups, dealt by seeding" in page
    page = tight(client.get(url("start", cup) + "?groups=3&go_on=1"))
    assert "3 rounds in 3 groups" in page
    assert '<h3 id="group-C">Group C (3)</h3>' in page
    wrong = client.get(url("start", cup) + "?groups=99&go_on=1")
    assert wrong.status_code == 422
    assert "less than or equal to 32" in tight(wrong)
    impossible = tight(client.get(url("start", cup) + "?groups=5&go_on=1"))
    assert "5 groups need at least 10 players, two in each; choose fewer groups." in impossible


def test_the_standings_ask_the_same_whatever_the_number_of_groups(client):
    asked = []
    for names in (NAMES[:8], [f"P{number}" for number in range(24)]):
        cup = in_groups(names)
        play_and_close(cup)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url("standings", cup)).status_code == 200
        asked.append(len(queries))

    assert asked[0] == asked[1] <= 20


def test_everyone_against_everyone_among_24_starts_though_it_takes_more_rounds_than_swiss():
    cup = opened([f"P{number}" for number in range(24)], format=Tournament.Format.ROUND_ROBIN)
    preview = tournament_start.preview_start(cup)
    tournament_start.start_tournament(cup, token=preview.token, rounds=preview.rounds)

    assert cup.stages.get().rounds_planned == 23
