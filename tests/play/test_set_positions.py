"""Positions set by hand: Anna places the cards of a table, and her analysis begins there; what cannot be is told."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.play.analysis import access, editing, set_positions
from bos_tournament.play.analysis.branching import export_text, given_of, tree_of
from bos_tournament.play.analysis.models import AnalysisTree
from engine.bos import game as bos
from engine.hosting import Given, judge_text
from tests.factories import SeatFactory
from tests.html_whitespace import tight
from tests.play.practice import MEADOW, NOBODY, SPARKS

pytestmark = pytest.mark.django_db
DECKS = "?deck_one=starter:first-sparks&deck_two=starter:open-meadow"
PAGE = f"/analysis/position/{DECKS}"
SIDE = {"life": 30, "vim": 2, "ether": 0, "boss": "down", "boss_strength": ""}


def sent(**changed):
    """The form as a browser sends it: the wizards of both sides are ready, and nobody has a summon."""
    fields = {"turn": 7, "seat": 0, "phase": "main"}
    wizards = (("Ember Adept", "Ash Caller", "Flint Novice"), ("Dawn Herald", "Meadow Warden", "Orchard Hermit"))
    for seat in (1, 2):
        fields |= {f"p{seat}_{name}": value for name, value in SIDE.items()}
        for letter, wizard in zip("abc", wizards[seat - 1], strict=True):
            at = f"p{seat}_{letter}"
            fields |= {f"{at}_wizard": wizard, f"{at}_wizard_state": "ready", f"{at}_summon": ""}
            fields |= {f"{at}_summon_state": "ready", f"{at}_strength": ""}
        fields |= {f"p{seat}_grave_{number}": 0 for number in range(20)}
    return {**fields, **changed}


def refusal(position, user=NOBODY):
    with pytest.raises(Refused) as refused:
        set_positions.open_position(user, deck_one=SPARKS, deck_two=MEADOW, position=position)
    return refused.value


def test_a_visitor_chooses_decks_places_cards_and_gets_the_lines_from_there(client):
    first = tight(client.get("/analysis/position/"))
    assert "Choose decks" in first
    assert 'name="p1_a_wizard"' not in first
    assert 'name="p1_a_wizard"' in tight(client.get(PAGE))

    answer = client.post(PAGE, sent(p1_a_summon="Slag Brute", p1_a_strength=4, p2_b_summon="Granite Ox"))

    assert answer.url == AnalysisTree.objects.get().get_absolute_url()
    page = tight(client.get(answer.url))
    assert "Slag Brute" in page
    assert 'value="A a P2"' in page


def test_her_analysis_goes_on_by_lines_and_its_record_is_judged_from_there(anna):
    placed = (bos.PlacedCard(bos.POSITIONS["1a"], "slag", strength=4),)
    position = bos.Position(7, 0, "main", (20, 1), (3, 2), placed=placed, graveyard=(("Lava Hound",), ()))

    tree = set_positions.open_position(anna, deck_one=SPARKS, deck_two=MEADOW, position=position)
    editing.add_line(tree, access.line_of(tree, None), "A a P2", by=anna)

    text = export_text(tree_of(tree))
    lists = {"P1": SPARKS[1], "P2": MEADOW[1]}
    verdict = judge_text(bos, text, Given(lists, given_of(tree).pool, bos.DEFAULT_EDITION))
    assert "[Board P1 a Slag Brute (4)]" in text
    assert (verdict["finding"], verdict["winner"]) == ("legal", "P1")


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"p1_b_wizard": "Ember Adept"}, "p1_b_wizard", "P1 has only 1 of Ember Adept."),
        ({"p1_vim": -1}, "p1_vim", "greater than or equal to 0"),
        ({"p2_life": 0}, "p2_life", "greater than or equal to 1"),
        ({"p1_a_summon": "Granite Ox"}, "p1_a_summon", "not one of the available choices"),
        ({"p1_a_wizard_state": "asleep"}, "p1_a_wizard_state", "not one of the available choices"),
        ({"turn": ""}, "turn", "This field is required."),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_lost(client, wrong, field, said):
    answer = client.post(PAGE, sent(p2_c_strength=3, p2_c_summon="Granite Ox", **wrong))

    page = tight(answer)
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in page
    assert said in page
    assert '<option value="Granite Ox" selected>' in page
    assert AnalysisTree.objects.count() == 0


def test_every_field_stands_on_the_page_once(client):
    answer = client.get(PAGE)
    page, form = tight(answer), answer.context["form"]

    assert {name: page.count(f'name="{name}"') for name in form.fields} == dict.fromkeys(form.fields, 1)


def test_more_copies_than_the_list_has_are_told_at_the_card_in_the_graveyard(client):
    form = client.get(PAGE).context["form"]
    field = next(field for field, name in form.buried[0].items() if name == "Slag Brute")
    most = len(form.fields[field].choices) - 1

    answer = client.post(PAGE, sent(p1_a_summon="Slag Brute", **{field: most}))

    assert f"P1 has only {most} of Slag Brute." in answer.context["form"].errors[field]
    assert "<details open>" in tight(answer)


def test_every_problem_is_told_with_its_place():
    twice = tuple(bos.PlacedCard(bos.POSITIONS["1a"], name) for name in ("Slag Brute", "Lava Hound"))

    told = refusal(bos.Position(7, 0, "main", (20, 0), placed=twice, graveyard=(("Moon Lily",), ())))

    assert told.code == "misplaced"
    assert [problem["at"] for problem in told.facts["problems"]] == ["P2 life", "1a", "P1 graveyard"]


def test_an_illegal_deck_and_a_match_that_is_on_are_refused(client, anna):
    position = bos.Position(1, 0, "begin", (30, 30))
    with pytest.raises(Refused) as refused:
        set_positions.open_position(anna, deck_one=("Two", "Moon Lily"), deck_two=MEADOW, position=position)
    assert refused.value.code == "illegal_list"

    SeatFactory(user=anna)
    assert refusal(position, anna).code == "running"


def test_decks_that_do_not_exist_are_told_and_no_cards_are_asked_for(client):
    answer = client.get("/analysis/position/?deck_one=nobodys&deck_two=starter:open-meadow")

    assert answer.status_code == 422
    assert 'id="id_deck_one_error"' in tight(answer)
