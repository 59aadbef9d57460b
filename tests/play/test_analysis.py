"""Analyses: Anna opens a game, tries other lines, remarks on them and shares; Cleo the onlooker reads by the link."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.operations.models import Job
from bos_tournament.play import old_games, practice_games
from bos_tournament.play.analysis import access, editing, line_search, opening
from bos_tournament.play.analysis.branching import export_text, given_of, tree_of
from bos_tournament.play.analysis.models import AnalysisTree
from engine.bos import game as bos
from engine.hosting import judge_text, track
from tests.factories import SeatFactory, UserFactory
from tests.play.practice import MEADOW, NOBODY, SPARKS, begun, fresh, options, play

pytestmark = pytest.mark.django_db
TOO_FEW = ("Two cards", "Root Giant\nMoon Lily\n")


@pytest.fixture
def cleo():
    return UserFactory(handle="Cleo")


@pytest.fixture
def annas(anna):
    """An analysis of Anna's of an empty table, in which her turn has begun."""
    tree = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW)
    editing.add_line(tree, beginning(tree), "T1 P1", by=anna)
    return tree


def beginning(tree):
    return access.line_of(tree, None)


def last(tree):
    whole = tree_of(tree)
    return whole.main_from(whole.start)[-1]


def main(tree):
    whole = tree_of(tree)
    return [line.written for line in whole.main_from(whole.start)]


def finished(user):
    game = begun(user)
    game = play(game, options(game)[0])
    practice_games.give_up(game)
    return fresh(game)


def refusal(deed, *arguments, **named):
    with pytest.raises(Refused) as refused:
        deed(*arguments, **named)
    return refused.value.code


# How they begin


def test_anna_opens_her_finished_game_with_every_line_and_the_engine_judges_it_as_before(anna):
    game = finished(anna)

    tree = opening.open_practice_game(anna, game)

    assert (tree.owner, tree.name, tree.shared) == (anna, "Anna – Newt", False)
    assert main(tree) == [row.written for row in game.lines.all() if row.how == row.How.LINE]
    finding = judge_text(bos, export_text(tree_of(tree)), given_of(tree))
    assert (finding["finding"], finding["reason"]) == ("legal", "concession")


def test_every_line_of_the_game_has_a_first_estimate_and_the_last_says_who_won(anna):
    tree = opening.open_practice_game(anna, finished(anna))

    worths = [line.worth for line in tree_of(tree).lines.values()]
    assert None not in worths
    assert last(tree).worth == 0


def test_a_game_that_is_on_is_not_analysed(anna):
    assert refusal(opening.open_practice_game, anna, begun(anna)) == "running"


def test_two_decks_open_an_empty_table_on_which_player_one_begins(anna):
    tree = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW)

    assert main(tree) == []
    assert tree.name == "First Sparks – Open Meadow"
    assert editing.add_line(tree, beginning(tree), "t1 p1", by=anna).written == "T1 P1"


def test_a_record_with_branches_opens_with_them_and_its_export_opens_alike(anna):
    record = export_text(tree_of(opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW)))
    record += "# Watch the imp.\n1. T1 P1 # Good morning.\n2. E\n"
    record += "# (b1 after 1: S a Cinder Imp; E; T2 P2)\n# (on b1.1: Faster.)\n# (after b1.1: S b Cinder Imp)\n"

    tree = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW, record=record)
    again = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW, record=export_text(tree_of(tree)))

    for each in (tree, again):
        whole = tree_of(each)
        assert whole.start.comment == "Watch the imp."
        assert [(line.written, line.comment) for line in whole.main_from(whole.start)] == [
            ("T1 P1", "Good morning."),
            ("E", ""),
        ]
        branch = whole.after(whole.main_from(whole.start)[0])[1]
        assert (branch.written, branch.comment) == ("S a Cinder Imp", "Faster.")
        assert [line.written for line in whole.after(branch)] == ["E", "S b Cinder Imp"]


def test_of_a_branch_that_breaks_a_rule_the_legal_lines_are_kept(anna):
    record = export_text(tree_of(opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW)))
    record += "1. T1 P1\n2. E\n# (after 1: S a Cinder Imp; A a P2; E)\n# (after 99: E)\n"

    tree = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW, record=record)

    assert sorted(line.written for line in tree.lines.all()) == ["", "E", "S a Cinder Imp", "T1 P1"]


@pytest.mark.parametrize("decks", [(TOO_FEW, MEADOW), (SPARKS, TOO_FEW)], ids=["of one", "of two"])
def test_a_list_that_is_not_legal_opens_no_analysis(anna, decks):
    assert refusal(opening.open_from_decks, anna, deck_one=decks[0], deck_two=decks[1]) == "illegal_list"


def test_a_record_that_cannot_be_read_or_is_too_long_opens_no_analysis(anna, monkeypatch):
    decks = {"deck_one": SPARKS, "deck_two": MEADOW}

    assert refusal(opening.open_from_decks, anna, **decks, record="[Game Chess\n") == "unreadable"
    monkeypatch.setattr(opening, "MOST_LINES", 2)
    assert refusal(opening.open_from_decks, anna, **decks, record="[First P1]\n1. T1 P1\n2. E\n") == "too_long"


def test_anna_keeps_so_many_analyses_and_visitors_begin_so_many_an_hour(anna, monkeypatch):
    decks = {"deck_one": SPARKS, "deck_two": MEADOW}
    monkeypatch.setattr(opening, "MOST_TREES", 1)
    monkeypatch.setattr(opening, "STRANGERS_ANALYSES", opening.Rate(1, 3600))
    for user in (anna, NOBODY):
        opening.open_from_decks(user, **decks)

        assert refusal(opening.open_from_decks, user, **decks) == "too_many"


def test_during_her_match_anna_opens_nothing_adds_nothing_and_asks_nobody(anna, annas):
    SeatFactory(user=anna)

    assert refusal(opening.open_from_decks, anna, deck_one=SPARKS, deck_two=MEADOW) == "running"
    assert refusal(editing.add_line, annas, last(annas), "E", by=anna) == "running"
    assert refusal(line_search.ask_for_best_lines, annas, last(annas), by=anna) == "running"


def test_a_game_that_is_not_finished_can_be_analysed_once_the_match_is_over(anna, annas):
    SeatFactory(user=anna, match__step="finished", match__finished_at=timezone.now())

    assert editing.add_line(annas, last(annas), "E", by=anna).written == "E"


# Lines and branches


def test_another_line_begins_a_branch_and_the_same_one_is_gone_to(anna, annas):
    begin = last(annas)
    end = editing.add_line(annas, begin, "E", by=anna)
    imp = editing.add_line(annas, begin, "S a Cinder Imp", by=anna)

    assert editing.add_line(annas, begin, "e", by=anna) == end
    assert editing.add_line(annas, begin, "S  a  Cinder Imp", by=anna) == imp
    assert main(annas) == ["T1 P1", "E"]
    assert (imp.by, imp.parent) == (anna, begin)
    assert 0 < imp.worth < 100


def test_a_line_that_breaks_a_rule_is_refused_with_the_reason(anna, annas):
    with pytest.raises(Refused) as refused:
        editing.add_line(annas, last(annas), "A a P2", by=anna)

    assert refused.value.code == "illegal_line"
    assert refused.value.facts["problems"][0]["message"] == str(refused.value)


def test_behind_a_line_that_is_not_legal_nothing_is_added(anna):
    record = "[First P1]\n1. T1 P1\n2. A a P2\n3. E\n"
    tree = opening.open_from_decks(anna, deck_one=SPARKS, deck_two=MEADOW, record=record)

    assert main(tree) == ["T1 P1", "A a P2", "E"]
    assert refusal(editing.add_line, tree, last(tree), "T2 P2", by=anna) == "not_legal"


def test_numbers_can_be_set_by_hand(anna, annas):
    line = editing.add_line(annas, last(annas), "J set L20/15 V9/3", by=anna)

    played = track(bos, export_text(tree_of(annas)), given_of(annas))
    table = played.table("2")
    assert (line.written, [seat["life"] for seat in table["seats"]]) == ("J set L20/15 V9/3", [20, 15])


def test_an_analysis_holds_so_many_lines(anna, annas, monkeypatch):
    monkeypatch.setattr(editing, "MOST_LINES", 2)

    assert refusal(editing.add_line, annas, last(annas), "E", by=anna) == "too_long"


def test_a_branch_becomes_the_main_line_and_what_was_it_becomes_a_branch(anna, annas):
    begin = last(annas)
    editing.add_line(annas, begin, "E", by=anna)
    imp = editing.add_line(annas, begin, "S a Cinder Imp", by=anna)
    then = editing.add_line(annas, imp, "E", by=anna)
    other = editing.add_line(annas, imp, "S b Cinder Imp", by=anna)

    editing.make_main(annas, then)
    assert main(annas) == ["T1 P1", "S a Cinder Imp", "E"]
    editing.make_main(annas, other)
    assert main(annas) == ["T1 P1", "S a Cinder Imp", "S b Cinder Imp"]
    assert annas.lines.count() == 6


def test_a_branch_is_deleted_with_all_that_follows_but_the_beginning_stays(anna, annas):
    begin = last(annas)
    imp = editing.add_line(annas, begin, "S a Cinder Imp", by=anna)
    editing.add_line(annas, imp, "E", by=anna)

    assert editing.delete_branch(annas, imp) == begin
    assert main(annas) == ["T1 P1"]
    assert refusal(editing.delete_branch, annas, beginning(annas)) == "nothing"


def test_remarks_and_the_name_are_kept_tidy(anna, annas):
    editing.comment_on(annas, last(annas), "  The  imp \n comes later. ")
    editing.rename_analysis(annas, "  My   game ")
    editing.rename_analysis(annas, "   ")

    assert last(annas).comment == "The imp comes later."
    assert AnalysisTree.objects.get().name == "My game"


# Who reads and writes


def test_cleo_finds_annas_analysis_when_it_is_shared_reads_and_cannot_change_it(anna, annas, cleo):
    for user in (cleo, NOBODY):
        with pytest.raises(Http404):
            access.tree_to_read(user, annas.pk)

    editing.share(annas, shared=True)

    for user in (cleo, NOBODY):
        assert access.tree_to_read(user, annas.pk) == annas
        assert not access.may_write(user, annas)
        with pytest.raises(PermissionDenied):
            access.tree_to_write(user, annas.pk)
    editing.share(annas, shared=False)
    with pytest.raises(Http404):
        access.tree_to_read(cleo, annas.pk)
    with pytest.raises(Http404):
        access.tree_to_read(anna, uuid4())


def test_cleo_copies_what_is_shared_and_changes_the_copy_alone(anna, annas, cleo):
    editing.comment_on(annas, last(annas), "Here.")
    copied = opening.copy_analysis(cleo, annas)
    editing.add_line(copied, last(copied), "E", by=cleo)

    assert (copied.owner, copied.shared, copied.deck_one) == (cleo, False, annas.deck_one)
    assert (main(copied), last(copied).parent.comment) == (["T1 P1", "E"], "Here.")
    assert main(annas) == ["T1 P1"]


def test_private_lists_are_never_shared(anna, annas):
    AnalysisTree.objects.update(private_lists=True)
    annas.refresh_from_db()

    assert refusal(editing.share, annas, shared=True) == "private_lists"


def test_an_analysis_without_an_account_is_changed_by_its_link_and_deleted_after_thirty_days(anna, annas, cleo):
    open_tree = opening.open_from_decks(NOBODY, deck_one=SPARKS, deck_two=MEADOW)
    assert access.tree_to_write(cleo, open_tree.pk) == access.tree_to_write(NOBODY, open_tree.pk) == open_tree

    long_ago = timezone.now() - old_games.KEPT_WITHOUT_ACCOUNT - timedelta(minutes=1)
    AnalysisTree.objects.update(changed_at=long_ago)

    assert old_games.delete_old_analyses() == 1
    assert list(AnalysisTree.objects.all()) == [annas]


# The best lines


def test_a_bot_finds_the_best_lines_once_and_keeps_them(anna, annas, monkeypatch):
    monkeypatch.setattr(line_search, "NODES", 60)
    line = last(annas)

    line_search.ask_for_best_lines(annas, line, by=anna)
    line_search.ask_for_best_lines(annas, line, by=anna)
    assert Job.objects.filter(task="play.find_lines", subject=line.pk).count() == 1
    assert line_search.is_waiting(last(annas))
    line_search.find_lines(line.pk)
    line_search.find_lines(line.pk)

    found = last(annas).searched
    assert not line_search.is_waiting(last(annas))
    assert (found["bot"], found["seat"]) == ("magpie", 1)
    assert 1 <= len(found["lines"]) <= 3
    assert found["nodes"] > 0
    assert not any(each["proved"] for each in found["lines"])
    editing.add_line(annas, line, found["lines"][0]["line"], by=anna)


def test_the_bot_looks_at_one_line_of_an_analysis_at_a_time_and_is_asked_again_when_it_never_answers(anna, annas):
    line = last(annas)
    line_search.ask_for_best_lines(annas, line, by=anna)

    assert refusal(line_search.ask_for_best_lines, annas, beginning(annas), by=anna) == "busy"
    annas.lines.update(asked_at=timezone.now() - line_search.PATIENCE)
    line_search.ask_for_best_lines(annas, beginning(annas), by=anna)
    assert line_search.is_waiting(beginning(annas))


def test_visitors_ask_the_bot_so_often_an_hour_and_no_more(monkeypatch):
    monkeypatch.setattr(line_search, "STRANGERS_SEARCHES", line_search.Rate(1, 3600))
    first, second = (opening.open_from_decks(NOBODY, deck_one=SPARKS, deck_two=MEADOW) for _ in range(2))
    line_search.ask_for_best_lines(first, beginning(first), by=NOBODY)

    assert refusal(line_search.ask_for_best_lines, second, beginning(second), by=NOBODY) == "too_many"


def test_what_was_deleted_meanwhile_is_not_searched(anna, annas):
    line = last(annas)
    editing.delete_branch(annas, line)

    line_search.find_lines(line.pk)

    assert [each.searched for each in annas.lines.all()] == [None]
