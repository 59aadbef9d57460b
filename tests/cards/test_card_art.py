"""Every card has a drawing that comes of its name: the same for ever, small, and without a colour of its own."""

import hashlib
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.cards import art, art_sheets
from bos_tournament.cards.art.crests import CRESTS
from bos_tournament.cards.art.spells import ANSWERS, STAYS
from bos_tournament.cards.models import Card
from engine.bos.model.card_pool import sample_pool

ELEMENT = re.compile(r'<(path|circle) (fill="var\(--p[1-9]\)"|[a-z"= 0-9.-]*)[^<>]*/>')
HELD = {
    ("Cinder Imp", "summon", "red", ""): "66ef4249c9fa6eb7",
    ("Root Giant", "summon", "yellow", ""): "e4308f4a00739f28",
    ("Mere Eel", "summon", "blue", ""): "e37d5f6c5646f00a",
    ("Ember Adept", "wizard", "red", ""): "c72d5791a67f7cef",
    ("Seed Binder", "wizard", "yellow", ""): "8d5070435eaa30a1",
    ("Tide Reader", "wizard", "blue", ""): "b5a4b787a922c971",
    ("The Pyre King", "boss", "red", ""): "a838e2ae450e5ac2",
    ("Amberhide Colossus", "boss", "yellow", ""): "1244dee871c6dbbb",
    ("Abyss Regent", "boss", "blue", ""): "5cfe3da5b3a2c2b6",
    ("Torch Volley", "spell", "red", ""): "9d41c8122d60dfd7",
    ("Rootbound Vigor", "spell", "yellow", STAYS): "e37715a22c98d9a3",
    ("Fathom Toll", "spell", "blue", ANSWERS): "a002b2b7f04a36c4",
}


def digest(drawing):
    return hashlib.blake2s(drawing.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("card", HELD, ids=lambda card: card[0])
def test_the_same_name_gives_the_same_drawing_for_ever(card):
    assert digest(art.draw(*card)) == HELD[card]


def test_another_name_type_stone_or_mark_gives_another_drawing():
    one = art.draw("Root Giant", "spell", "yellow", STAYS)

    assert art.draw("ROOT giant", "spell", "yellow", STAYS) == one
    assert one not in {
        art.draw("Root Giants", "spell", "yellow", STAYS),
        art.draw("Root Giant", "summon", "yellow"),
        art.draw("Root Giant", "spell", "red", STAYS),
        art.draw("Root Giant", "spell", "yellow", ANSWERS),
        art.draw("Root Giant", "spell", "yellow"),
    }


def all_drawings():
    """Of every card of the sample pool, and of every word that grows something, as all that a card can be."""
    for card in sample_pool().cards:
        if card.type and card.color:
            yield art.draw(card.name, card.type, card.color)
    for word in " ".join(CRESTS.values()).split():
        for card_type in ("boss", "wizard", "summon", "spell"):
            for color in ("red", "yellow", "blue"):
                yield art.draw(f"The Grey {word}", card_type, color, STAYS if card_type == "spell" else "")


def test_a_drawing_is_small_and_has_only_paints_that_the_page_sets():
    for drawing in all_drawings():
        assert len(drawing) <= 4096
        assert ELEMENT.sub("", drawing) == ""
        assert re.search(r"#|rgb|style|class|href", drawing) is None


@pytest.mark.usefixtures("sample_catalogue")
class TestPages:
    def test_cleo_sees_the_drawing_of_a_card_on_its_page_and_in_the_catalogue(self, client):
        for page in ("/cards/cinder-imp/", "/cards/?name=Cinder+Imp"):
            href = re.search(r'<use href="(/cards/art/red/\w+\.svg)#cinder-imp"', client.get(page).content.decode())
            sheet = client.get(href.group(1))

            assert sheet["Content-Type"] == "image/svg+xml"
            assert "immutable" in sheet["Cache-Control"]
            assert sheet.content.count(b'id="cinder-imp"') == 1
            assert art.draw("Cinder Imp", "summon", "red").encode() in sheet.content

    def test_a_page_from_before_a_change_of_the_catalogue_gets_the_drawings_of_today(self, client):
        sheet = client.get("/cards/art/red/0123456789abcdef.svg")

        assert sheet.status_code == 200
        assert sheet["Cache-Control"] == "no-cache"
        assert client.get("/cards/art/green/0123456789abcdef.svg").status_code == 404

    def test_a_draft_is_in_no_sheet_and_shows_the_sign_of_its_type(self):
        imp = Card.objects.get(slug="cinder-imp")
        imp.state = Card.State.DRAFT
        imp.save()

        art_sheets.add_drawings([imp])

        assert imp.drawing == ""
        assert "cinder-imp" not in art_sheets.drawings().sheets["red"].svg

    def test_to_draw_the_whole_catalogue_takes_few_queries_and_to_show_it_one(self):
        cards = list(Card.objects.all()[:30])
        art_sheets._drawings.cache_clear()

        with CaptureQueriesContext(connection) as drawn:
            art_sheets.drawings()
        assert len(drawn) <= 6
        for some in (cards[:1], cards):
            with CaptureQueriesContext(connection) as asked:
                art_sheets.add_drawings(some)
            assert len(asked) == 1
