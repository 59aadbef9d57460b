"""Pages of analyses: beginning one, the board with its branches and every deed on it, what a reader of a link sees."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bos_tournament.cards.models import Card
from bos_tournament.play import practice_games
from bos_tournament.play.analysis import access, editing, line_search, opening, presenter
from bos_tournament.play.analysis.branching import tree_of
from bos_tournament.play.analysis.models import AnalysisTree
from tests.factories import DeckFactory, SeatFactory, UserFactory
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, NOBODY, SPARKS, begun

pytestmark = pytest.mark.django_db
CHOSEN = {"deck_one": "starter:first-sparks", "deck_two": "starter:open-meadow", "record": ""}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cleo():
    return UserFactory(handle="Cleo")


def opened(user=NOBODY):
    """An analysis with a main line of two lines, and a branch of three."""
    tree = opening.open_from_decks(user, deck_one=SPARKS, deck_two=MEADOW)
    begin = editing.add_line(tree, access.line_of(tree, None), "T1 P1", by=user)
    editing.add_line(tree, begin, "E", by=user)
    imp = editing.add_line(tree, begin, "S a Cinder Imp", by=user)
    editing.add_line(tree, editing.add_line(tree, imp, "E", by=user), "T2 P2", by=user)
    return tree


def at(tree, written):
    return tree.lines.filter(written=written).first()


def url(tree, deed="", line=None):
    return f"/analysis/{tree.pk}/{deed}{f'?at={line.pk}' if line else ''}"


def test_a_visitor_begins_with_two_decks_and_is_led_to_the_board(client):
    answer = client.post("/analysis/", CHOSEN)

    tree = AnalysisTree.objects.get()
    assert answer.url == url(tree)
    page = client.get(url(tree))
    assert page["X-Robots-Tag"] == "noindex"
    assert 'value="T1 P1"' in tight(page)


def test_anna_begins_with_a_deck_of_her_own_and_a_record_and_finds_it_again(signed_in, anna):
    deck, annas = DeckFactory(owner=anna, name="Grove", text=MEADOW[1]), signed_in(anna)
    record = opened().headers + "\n1. T1 P1\n"

    annas.post("/analysis/", {**CHOSEN, "deck_two": str(deck.pk), "record": record})

    tree = AnalysisTree.objects.get(owner=anna)
    assert [line.written for line in tree.lines.all()] == ["", "T1 P1"]
    assert "First Sparks – Grove" in tight(annas.get("/analysis/"))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"record": "[Game"}, "record"),
        ({"deck_one": str(uuid4())}, "deck_one"),
        ({"deck_two": ""}, "deck_two"),
        ({"record": "x" * 70_000}, "record"),
    ],
)
def test_what_cannot_be_opened_is_said_at_its_field_and_what_was_typed_stays(client, wrong, field):
    answer = client.post("/analysis/", {**CHOSEN, **wrong})

    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    assert answer.context["form"][field].value() == wrong[field]
    assert not AnalysisTree.objects.exists()


def test_during_her_match_anna_is_told_why_nothing_opens(signed_in, anna):
    SeatFactory(user=anna)

    answer = signed_in(anna).post("/analysis/", CHOSEN)

    assert answer.status_code == 422
    assert "You are playing a match. Analysis opens when it is over." in tight(answer)


def test_a_finished_practice_game_offers_its_analysis_and_one_that_is_on_does_not(signed_in, anna):
    game, annas = begun(anna), signed_in(anna)
    assert f"/analysis/practice/{game.pk}/" not in tight(annas.get(f"/play/{game.pk}/"))
    refused = annas.post(f"/analysis/practice/{game.pk}/", follow=True)
    assert "This game is not over yet." in tight(refused)

    practice_games.give_up(game)
    for page in (f"/play/{game.pk}/", "/analysis/"):
        assert f"/analysis/practice/{game.pk}/" in tight(annas.get(page))
    answer = annas.post(f"/analysis/practice/{game.pk}/")

    assert answer.url == url(AnalysisTree.objects.get(owner=anna))


def test_the_board_shows_both_hands_the_branches_and_the_lines_of_both_seats(client):
    tree = opened()

    page = tight(client.get(url(tree, line=at(tree, "S a Cinder Imp"))))

    for said in ("Castle of First Sparks", "Castle of Open Meadow", "Ambercrest Stag", 'value="E"'):
        assert said in page
    for line in tree.lines.all():
        assert f'href="?at={line.pk}"' in page
    assert "Estimate from the table alone" in page


def test_a_line_is_added_and_the_board_comes_back_at_it(client):
    tree = opened()
    sent = {"at": at(tree, "T1 P1").pk, "line": "S b Cinder Imp"}

    answer = client.post(url(tree, "lines/"), sent, headers=HTMX)

    line = at(tree, "S b Cinder Imp")
    assert answer.status_code == 200
    assert tight(answer).startswith('<section id="position"')
    assert answer["HX-Push-Url"] == url(tree, line=line)
    assert client.post(url(tree, "lines/"), sent).url == url(tree, line=line)


@pytest.mark.parametrize("wrong", [{"line": "A a P2"}, {"line": "x" * 301}, {"line": ""}])
def test_a_line_that_cannot_stand_is_answered_above_the_choices_and_changes_nothing(client, wrong):
    tree = opened()

    answer = client.post(url(tree, "lines/"), {"at": at(tree, "T1 P1").pk, **wrong}, headers=HTMX)

    assert answer.status_code == 409
    assert 'role="alert"' in tight(answer)
    assert tree.lines.count() == 6
    without_script = client.post(url(tree, "lines/"), {"at": at(tree, "T1 P1").pk, **wrong}, follow=True)
    assert "note" in tight(without_script)


def test_a_line_of_another_analysis_is_not_found(client):
    one, other = opened(), opened()

    assert client.post(url(one, "lines/"), {"at": at(other, "T1 P1").pk, "line": "E"}).status_code == 404
    assert client.get(url(one, line=at(other, "T1 P1"))).status_code == 200


def test_comment_name_main_line_and_record_have_their_doors(client):
    tree = opened()
    imp = at(tree, "S a Cinder Imp")

    client.post(url(tree, "comment/"), {"at": imp.pk, "comment": "Faster."}, headers=HTMX)
    client.post(url(tree, "main/"), {"at": imp.pk}, headers=HTMX)
    client.post(url(tree, "name/", line=imp), {"name": "Imps"})

    record = client.get(url(tree, "record.bln"))
    assert record["Content-Disposition"].endswith('.bln"')
    assert record.content.decode().endswith("1. T1 P1\n2. S a Cinder Imp # Faster.\n3. E\n4. T2 P2\n# (after 1: E)\n")
    assert "<h1>Imps</h1>" in tight(client.get(url(tree)))


def test_deleting_asks_first_and_says_how_much_goes(client):
    tree = opened()
    imp = at(tree, "S a Cinder Imp")

    assert "3 lines are deleted for good" in tight(client.get(url(tree, "branch/", line=imp)))
    assert client.post(url(tree, "branch/", line=imp)).url == url(tree, line=at(tree, "T1 P1"))
    assert tree.lines.count() == 3
    refused = client.post(url(tree, "branch/"), follow=True)
    assert "There is no line here to delete." in tight(refused)

    assert "Delete First Sparks" in tight(client.get(url(tree, "delete/")))
    assert client.post(url(tree, "delete/")).url == "/analysis/"
    assert not AnalysisTree.objects.exists()


def test_best_lines_are_asked_for_waited_for_and_played(client, monkeypatch):
    monkeypatch.setattr(line_search, "NODES", 60)
    tree = opened()
    line = at(tree, "T1 P1")

    waiting = tight(client.post(url(tree, "best/"), {"at": line.pk}, headers=HTMX))
    assert "The bot is looking for the best lines" in waiting
    assert 'hx-trigger="every 1s"' in waiting
    assert client.get(url(tree, line=line) + "&waits", headers=HTMX).status_code == 204
    line_search.find_lines(line.pk)
    found = tight(client.get(url(tree, line=line) + "&waits", headers=HTMX))

    assert "lines tried" in found
    best = tree.lines.get(pk=line.pk).searched["lines"][0]["line"]
    assert f'value="{best}"' in found


def test_only_a_proved_win_is_called_one(client):
    tree = opened()
    lines = [{"line": "E", "then": [], "worth": 100, "proved": proved} for proved in (True, False)]
    line = at(tree, "T1 P1")
    for found, said in ((lines[:1], True), (lines[1:], False)):
        tree.lines.filter(pk=line.pk).update(searched={"bot": "magpie", "nodes": 7, "seat": 1, "lines": found})

        assert ("proved win</" in tight(client.get(url(tree, line=line))).replace("> ", ">").replace(" <", "<")) == said


def test_a_win_by_force_is_told_with_its_lines_and_is_the_estimate(client):
    tree = opened()
    line = at(tree, "T1 P1")
    proof = {"seat": 2, "way": ["E", "T2 P2", "A a P1"], "turns": 1, "nodes": 9}
    best = [{"line": "E", "then": [], "worth": 40, "proved": False}]
    found = {"bot": "magpie", "nodes": 7, "seat": 1, "lines": best, "proof": proof}
    tree.lines.filter(pk=line.pk).update(searched=found)

    page = tight(client.get(url(tree, line=line)))

    assert "Open Meadow wins in at most 3 lines, and First Sparks loses whatever they answer." in page
    assert "<b>0</b>" in page
    assert "E · T2 P2 · A a P1" in page


def test_cleo_reads_what_anna_shares_and_has_no_way_to_change_it_but_copies_it(client, signed_in, anna, cleo):
    tree, annas, cleos = opened(anna), signed_in(anna), signed_in(cleo)
    assert cleos.get(url(tree)).status_code == client.get(url(tree)).status_code == 404

    annas.post(url(tree, "share/"), {"shared": "on"}, headers=HTMX)

    page = tight(cleos.get(url(tree)))
    assert "data-path" not in page
    assert "Save comment" not in page
    assert "Copy to my analyses" in page
    assert "Castle of Open Meadow" in page
    for deed in ("lines/", "comment/", "main/", "best/", "branch/", "name/", "share/", "delete/"):
        assert cleos.post(url(tree, deed), {"line": "E", "name": "x"}).status_code == 403, deed
    assert "Copy to my analyses" not in tight(client.get(url(tree)))
    assert cleos.post(url(tree, "copy/")).url == url(AnalysisTree.objects.get(owner=cleo))
    annas.post(url(tree, "share/"), {})
    assert cleos.get(url(tree)).status_code == 404


@pytest.mark.parametrize("deed", ["", "record.bln", "branch/", "delete/"])
def test_cleo_finds_no_door_to_what_anna_does_not_share(signed_in, anna, cleo, deed):
    assert signed_in(cleo).get(url(opened(anna), deed)).status_code == 404


def test_deep_branches_are_folded_and_all_of_them_are_there(client):
    tree = opened()
    here = at(tree, "T1 P1")
    for written in ("J rule a", "J rule b", "J rule c", "J rule d", "J rule e", "J rule f", "J rule g", "J rule h") * 2:
        editing.add_line(tree, here, f"{written} main", by=NOBODY)
        here = editing.add_line(tree, here, f"{written} side", by=NOBODY)

    page = tight(client.get(url(tree, line=at(tree, "E"))))

    for line in tree.lines.all():
        assert f'href="?at={line.pk}"' in page
    assert '<details class="side-line folded"' in page


def test_a_large_analysis_asks_the_database_as_often_as_a_small_one():
    tree = opened()
    with CaptureQueriesContext(connection) as small:
        presenter.analysis_page(tree, None, may_write=True)
    for number in range(30):
        editing.add_line(tree, at(tree, "T1 P1"), f"J rule {number}", by=NOBODY)
    with CaptureQueriesContext(connection) as large:
        presenter.analysis_page(tree, None, may_write=True)

    assert len(tree_of(tree).lines) == 36
    assert len(small) == len(large) == 1


def test_many_analyses_are_listed_by_as_many_queries_as_one(signed_in, anna):
    annas, tree = signed_in(anna), opened(anna)
    annas.get("/analysis/")
    with CaptureQueriesContext(connection) as one:
        annas.get("/analysis/")
    for _ in range(29):
        tree.pk = uuid4()
        tree.save(force_insert=True)
    with CaptureQueriesContext(connection) as many:
        annas.get("/analysis/")

    assert len(many) == len(one)


@pytest.mark.parametrize(("language", "said"), [("de", "Varianten"), ("es", "variantes")])
def test_the_page_speaks_the_readers_language(client, language, said):
    page = tight(client.get(url(opened()), headers={"Accept-Language": language}))

    assert f'lang="{language}"' in page
    assert said in page


def test_an_empty_catalogue_offers_no_analysis(client):
    Card.objects.all().delete()

    assert "Start analysis" not in tight(client.get("/analysis/"))


def test_what_was_asked_long_ago_is_not_waited_for(client):
    tree = opened()
    tree.lines.update(asked_at=timezone.now() - line_search.PATIENCE)

    assert "Find best lines" in tight(client.get(url(tree)))
