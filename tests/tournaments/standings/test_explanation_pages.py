"""Why this rank, why this opponent, and the drawings, for everybody who looks on."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import EntrantFactory, StaffFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


@pytest.mark.parametrize("ranking", ["match_points", "opponents_twice", "strength", "chess", "everyone"])
def test_cleo_the_onlooker_reads_how_annas_rank_is_worked_out(client, ranking):
    cup = running(NAMES[:7], planned=2, ranking=ranking)
    play_and_close(cup)
    play_and_close(cup)
    anna = entrant(cup, "Anna")

    page = tight(client.get(url("why_rank", cup, anna.pk)))

    assert "<h1>Rank 1: Anna</h1>" in page
    assert "match points" in page
    assert page.count("<section") >= 1 + len(cup.tie_break_order)
    assert "Show working" in tight(client.get(url("standings", cup)))


def test_the_rule_beside_the_standings_is_the_rule_they_follow(client):
    cup = running(NAMES[:4], ranking="chess", tie_breaks=["buchholz", "wins"])
    play_and_close(cup)

    page = tight(client.get(url("standings", cup)))

    assert "A match win gives 2 points, a draw 1, a loss 0." in page
    assert page.index("Players with equal points are ranked by BH:") < page.index("Then Wins:")
    assert '<th scope="col">BH</th><th scope="col">Wins</th>' in page


def test_a_rank_is_explained_once_a_round_is_closed(client):
    cup = running(NAMES[:4])
    anna = entrant(cup, "Anna")

    assert client.get(url("why_rank", cup, anna.pk)).status_code == 404
    play_and_close(cup)
    assert client.get(url("why_rank", cup, anna.pk)).status_code == 200
    elsewhere = EntrantFactory()
    assert client.get(url("why_rank", cup, elsewhere.pk)).status_code == 404


def test_everybody_reads_whom_else_anna_could_have_met(client):
    cup = running(NAMES[:6], planned=3)
    play_and_close(cup)
    round_ = publish(cup)
    pairing = round_.pairings.get(sittings__entrant=entrant(cup, "Anna"))

    page = tight(client.get(url("why_pair", cup, pairing.pk)))

    assert "<bdi>Anna</bdi>: 3 points before the round" in page
    assert "Others on the same points:" in page
    assert pairing.why[1:] in page


def test_a_draft_explains_nothing_to_onlookers(client):
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)

    assert client.get(url("why_pair", cup, draft.pairings.first().pk)).status_code == 404


def test_the_cross_table_shows_each_result_from_both_sides(client):
    cup = running(NAMES[:4], format=Tournament.Format.ROUND_ROBIN)
    play(publish(cup))

    page = tight(client.get(url("cross_table", cup)))

    assert page.count('<td class="won">2–0</td>') == 2
    assert page.count('<td class="lost">0–2</td>') == 2
    assert page.count("<td></td>") == 8
    again = client.get(url("cross_table", cup))
    assert client.get(url("cross_table", cup), headers={"if-none-match": again["ETag"]}).status_code == 304


def test_there_is_no_cross_table_of_swiss_rounds(client):
    assert client.get(url("cross_table", running(NAMES[:4]))).status_code == 404


def test_a_double_elimination_is_drawn_in_two_sides_and_a_final(client):
    cup = running(NAMES[:6], format=Tournament.Format.DOUBLE)
    play_and_close(cup)
    publish(cup)

    page = tight(client.get(url("bracket", cup)))

    assert page.count('class="bracket"') == 3
    assert "Losers&#x27; side, round 1" in page
    assert "loser of W2-1" in page
    assert cup.stages.get().format == Stage.Format.DOUBLE


@pytest.mark.parametrize("door", ["why_rank", "cross_table", "why_pair", "outlooks"])
def test_explaining_takes_the_same_few_queries_for_4_and_20_players(client, django_assert_max_num_queries, door):
    for count in (4, 20):
        names = [f"{door} {count} {number}" for number in range(count)]
        by_door = {"cross_table": Tournament.Format.ROUND_ROBIN, "outlooks": Tournament.Format.SWISS_CUT}
        format_ = by_door.get(door, Tournament.Format.SWISS)
        cup = running(names, planned=3, format=format_, name=f"Cup of {count}")
        play_round = publish(cup)
        play(play_round)
        round_cycle.close(play_round)
        args = {"why_rank": [entrant(cup, names[0]).pk], "why_pair": [play_round.pairings.first().pk]}.get(door, [])
        with django_assert_max_num_queries(14):
            assert client.get(url(door, cup, *args)).status_code == 200


def test_everybody_reads_who_can_still_make_the_cut(client):
    cup = running(NAMES[:8], planned=3, format=Tournament.Format.SWISS_CUT, cut=2)
    assert "Who can still make" not in tight(client.get(url("standings", cup)))
    play_and_close(cup)
    play_and_close(cup)
    publish(cup)

    assert "Who can still make the top 2" in tight(client.get(url("standings", cup)))
    page = tight(client.get(url("outlooks", cup)))

    assert "Who can still make the top 2" in page
    assert all(name in page for name in NAMES[:8])
    assert "eliminated" in page


def test_where_there_is_no_cut_the_page_says_so(client):
    cup = running(NAMES[:4], planned=3)
    page = tight(client.get(url("outlooks", cup)))

    assert "This tournament has no cut." in page
    assert "top 0" not in page


def test_before_the_first_closed_round_nobodys_chances_are_told(client):
    cup = running(NAMES[:8], planned=3, format=Tournament.Format.SWISS_CUT, cut=2)

    assert "Nothing is open" in tight(client.get(url("outlooks", cup)))


def test_the_start_says_what_is_usual_for_so_many(at_the_desk):
    cup = opened(NAMES[:10], format=Tournament.Format.SWISS_CUT, cut=2)
    page = tight(at_the_desk(StaffFactory(tournament=cup)).get(url("start", cup)))

    assert "Usual for 10 players: 5 rounds and a cut to 4." in page
    assert "Change the cut in the settings" in page
