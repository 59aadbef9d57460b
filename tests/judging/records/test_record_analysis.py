"""Records of a tournament open as analyses once the round is over, for who may see both lists; before, for nobody."""

import pytest
from django.utils import timezone

from bos_tournament.judging import access
from bos_tournament.judging.records import record_analysis
from bos_tournament.play.analysis import editing
from bos_tournament.play.analysis.branching import track_of
from bos_tournament.play.models import AnalysisTree
from bos_tournament.tournaments.models import Round, Tournament
from tests.judging.cases import at_a_table
from tests.judging.records.test_pages import handed, judge_of, text_of, url
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db
LINES = ("1. T1 P2", "2. E # Ben was in a hurry.")


def finished(**tournament):
    """A record of a match that is finished, in a round that is over."""
    case = at_a_table(Step.FINISHED)
    Round.objects.update(closed_at=timezone.now())
    Tournament.objects.update(**tournament)
    for seat in (case.anna, case.ben):
        case.tournament.entrants.filter(user=seat.user).update(deck_version=seat.deck_version)
    return case, handed(case, *LINES)


def test_a_judge_opens_a_record_with_what_the_site_knows_of_the_game_but_no_remarks(signed_in):
    case, shown = finished()
    judge = judge_of(case, signed_in)
    assert "Analyse" in text_of(judge.get(url("record", shown)))

    answer = judge.post(url("analyse", shown))

    tree = AnalysisTree.objects.get()
    assert answer.url == tree.get_absolute_url()
    assert (tree.owner, tree.private_lists, tree.pool) == (case.judge, True, case.match.pool)
    assert tree.name == f"Game {case.game.number}, {case.tournament}"
    rows = list(tree.lines.order_by("made_at"))
    assert [row.written for row in rows] == ["", "T1 P2", "E"]
    assert not any(row.comment for row in rows)
    assert [line.how for line in track_of(tree, ["T1 P2", "E"]).lines] == ["played"] * 3


@pytest.mark.parametrize("step", [Step.PLAYING, Step.REPORTED, Step.DIFFERING, Step.FINISHED])
def test_while_the_match_or_its_round_is_on_nobody_opens_it(signed_in, step):
    case = at_a_table(step)
    shown = handed(case, *LINES)
    if step != Step.FINISHED:
        Round.objects.update(closed_at=timezone.now())
    judge = judge_of(case, signed_in)
    assert "Analyse" not in text_of(judge.get(url("record", shown)))

    answer = judge.post(url("analyse", shown), follow=True)

    assert "Analysis opens when the round is over." in text_of(answer)
    assert not AnalysisTree.objects.exists()


def test_anna_opens_her_game_when_both_lists_are_public_and_may_share_it(signed_in):
    case, shown = finished(publish_lists=True, state=Tournament.State.FINISHED)
    anna = signed_in(case.anna.user)

    anna.post(url("analyse", shown))

    tree = AnalysisTree.objects.get(owner=case.anna.user)
    editing.share(tree, shared=True)
    assert AnalysisTree.objects.get().shared


def test_anna_does_not_open_it_while_bens_list_is_private_and_cleo_does_not_know_of_it(signed_in):
    case, shown = finished()

    assert signed_in(case.anna.user).post(url("analyse", shown)).status_code == 403
    assert "Analyse" not in text_of(signed_in(case.anna.user).get(url("record", shown)))


def test_without_a_pinned_pool_a_record_is_not_offered(signed_in):
    case, shown = finished()
    case.match.pool = None
    case.match.save()

    answer = judge_of(case, signed_in).post(url("analyse", shown), follow=True)

    assert "no pinned card pool" in text_of(answer)


def test_the_deed_is_the_one_that_the_page_calls():
    case, shown = finished()
    record, capacity = access.record_to_analyse(case.judge, shown.pk)

    assert record_analysis.may_analyse(record, capacity)
    assert record_analysis.open_record(record, capacity).owner == case.judge
