"""The catalogue as visitors see it: searching, one card, drafts for admins only, unchanged pages as 304."""

import json
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from bos_tournament.cards import card_search, catalogue
from bos_tournament.cards.models import Card, Meaning
from engine.bos.cardtext import serialization
from engine.bos.cardtext.reader import spoken
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, key
from tests.factories import UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.usefixtures("sample_catalogue")


def names(**asked):
    return [card.name for card in card_search.find(Card.objects.all(), **asked).cards]


def draft(name):
    catalogue.load(json.dumps([{"name": name, "type": "wizard", "color": "blue"}]))
    return Card.objects.get(key=key(name))


def test_cleo_finds_a_card_by_a_part_of_its_name_whatever_the_case_and_accents():
    assert names(name="ROOT gïant") == ["Root Giant"]


def test_cleo_finds_a_misspelled_card_by_the_nearest_name():
    found = card_search.find(Card.objects.all(), name="Meadow Wardn")

    assert found.near
    assert found.cards[0].name == "Meadow Warden"


def test_a_near_name_must_fit_the_rest_of_the_question():
    assert names(name="Meadow Wardn", color="red") == []


def test_colour_type_text_strength_and_cost_narrow_each_other():
    pool = sample_pool().cards
    strong = {c.name for c in pool if c.color == "red" and c.type == "summon" and c.strength and 4 <= c.strength <= 6}
    cheap = {c.name for c in pool if c.cost is not None and c.cost <= 1}

    assert set(names(color="red", type="summon", strength=(4, 6))) == strong
    assert set(names(cost=(None, 1))) == cheap
    assert "Thrown Brand" in names(text="damage summon", type="spell", color="red")


def test_words_of_the_stored_form_are_not_words_of_the_card():
    without = [card for card in sample_pool().cards if not card.abilities]

    assert without
    assert not {card.name for card in without} & set(names(text="mandatory"))


def test_the_gallery_draws_what_was_found(client):
    answer = client.get("/cards/", {"name": "root giant"})

    assert answer.status_code == 200
    assert "1 card" in tight(answer)
    assert 'href="/cards/root-giant/"' in tight(answer)


def test_an_empty_result_says_what_to_do(client):
    said = tight(client.get("/cards/", {"text": "zzzz"}))

    assert "No cards match" in said
    assert "Show all cards" in said


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"strength_from": "9", "strength_to": "2"}, "strength_to"),
        ({"cost_from": "many"}, "cost_from"),
        ({"color": "green"}, "color"),
        ({"name": "x" * 101}, "name"),
        ({"text": "a\x00b"}, "text"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_at_its_field(client, asked, field):
    answer = client.get("/cards/", asked)

    assert answer.status_code == 422
    assert field in answer.context["form"].errors


def test_htmx_gets_the_found_cards_alone(client):
    said = tight(client.get("/cards/", {"name": "moon"}, headers={"HX-Request": "true"}))

    assert said.lstrip().startswith("<section")
    assert "Moon Lily" in said


ANYTHING = st.text(max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=ANYTHING, text=ANYTHING, color=st.sampled_from(["", "red", "x"]), least=ANYTHING, page=ANYTHING)
def test_no_question_breaks_the_search(client, name, text, color, least, page):
    asked = {"name": name, "text": text, "color": color, "strength_from": least, "page": page}

    assert client.get("/cards/", asked).status_code in (200, 422)


def queries(client, url):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_a_full_gallery_asks_as_often_as_one_with_a_single_card(client):
    client.get("/cards/")

    assert queries(client, "/cards/?name=root+giant") == queries(client, "/cards/?name=a") <= 12


def test_cleo_does_not_see_a_draft_and_an_admin_with_a_second_factor_does(client, signed_in):
    card = draft("Quiet Fen")
    ada = UserFactory(is_staff=True, is_superuser=True)

    assert client.get(card.get_absolute_url()).status_code == 404
    assert "Quiet Fen" not in tight(client.get("/cards/?name=quiet"))
    assert signed_in(ada).get(card.get_absolute_url()).status_code == 404
    assert signed_in(ada, second_factor=True).get(card.get_absolute_url()).status_code == 200
    assert signed_in(UserFactory(), second_factor=True).get(card.get_absolute_url()).status_code == 404


def test_a_card_page_draws_the_card_and_links_the_rules_it_touches(client):
    said = tight(client.get("/cards/moon-lily/"))

    assert "You must gain 1 life" in said
    assert 'href="/rules/#5.1.2"' in said
    assert 'href="/rules/#10.3.2"' in said
    assert "Add to a deck" in said


def test_a_card_page_says_what_each_sentence_means(client):
    said = tight(client.get("/cards/moon-lily/"))

    assert "<dt>The condition</dt>" in said
    assert "<dd>To summon it, you turn face-down: any yellow wizard." in said
    assert "<dt>Ability 1</dt>" in said
    assert "<dd>Mandatory; at the end of your turn; you gain 1 life." in said


@pytest.mark.parametrize("name", ["Deep Roots", "Forge Brand"])
def test_an_enchantment_says_once_that_it_is_laid_and_then_what_it_does_there(client, name):
    page = tight(client.get(Card.objects.get(key=key(name)).get_absolute_url()))

    assert "enchantment; it is put under a summon you control" in page.lower()
    assert "cast for its vim" not in page.lower()
    assert "optional; " in page.lower()


def test_the_page_of_every_card_shows_an_example_of_each_sentence(client):
    missing = []
    for card in sample_pool().cards:
        page = tight(client.get(Card.objects.get(key=card.key).get_absolute_url()))
        sentences = 0 if card.type is None else bool(card.condition) + len(card.abilities)
        if page.count("<summary>Example</summary>") != sentences:
            missing.append(card.name)

    assert missing == []


def test_a_card_without_an_example_says_why(client):
    Card.objects.filter(key="moon lily").update(no_example="more_players")

    assert "It matters only with three or more players." in tight(client.get("/cards/moon-lily/"))


def test_a_plain_card_has_no_meaning_to_tell(client):
    assert "What it means" not in tight(client.get("/cards/ember-adept/"))


def test_a_card_page_says_what_was_published_whatever_the_language_makes_of_it_today(client):
    other = spoken(
        replace(sample_pool().find("Moon Lily"), abilities=(Ability("At the end of your turn: You gain 9 life."),))
    )
    Meaning.objects.filter(card__name="Moon Lily").update(said=serialization.write_spoken(other))

    assert "you gain 9 life" in tight(client.get("/cards/moon-lily/"))


def test_a_draft_that_cannot_be_read_says_so_to_its_admin(signed_in):
    card = Card.objects.create(
        name="Quiet Fen", type="wizard", color="blue", abilities=[{"text": "Hm.", "mandatory": False}]
    )
    ada = signed_in(UserFactory(is_staff=True, is_superuser=True), second_factor=True)

    assert "This sentence cannot be played yet." in tight(ada.get(card.get_absolute_url()))


def test_an_official_card_with_unknown_text_says_that_no_deck_can_hold_it(client):
    card = next(card for card in sample_pool().cards if card.unknown)

    said = tight(client.get(Card.objects.get(key=card.key).get_absolute_url()))

    assert "not known yet" in said
    assert "Add to a deck" not in said


@pytest.mark.parametrize("url", ["/cards/", "/cards/root-giant/", "/cards/?color=red"])
def test_an_unchanged_page_is_a_304_until_the_catalogue_changes(client, url):
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304

    draft("Quiet Fen")

    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_anna_is_never_answered_with_cleos_page(client, signed_in):
    tag = client.get("/cards/").headers["ETag"]

    assert signed_in(UserFactory(handle="Anna")).get("/cards/", headers={"If-None-Match": tag}).status_code == 200


def test_whatever_writes_a_card_or_a_printing_renews_the_version():
    stamps = [catalogue.version()]
    card = Card.objects.first()
    for write in (
        lambda: Card.objects.filter(pk=card.pk).update(strength=3),
        lambda: card.printings.all().delete(),
        lambda: card.printings.create(set="Second"),
        card.delete,
    ):
        write()
        stamps.append(catalogue.version())

    assert len(set(stamps)) == 5


def test_the_pool_follows_a_change_at_once():
    assert catalogue.pool().find("Root Giant").strength != 9

    Card.objects.filter(name="Root Giant").update(strength=9)

    assert catalogue.pool().find("Root Giant").strength == 9


def test_cleo_searches_on_her_phone_and_the_gallery_follows(page_phone, axe):
    page_phone.goto("/cards/")
    found = page_phone.locator("#found")

    page_phone.get_by_label("Name").press_sequentially("moon lil")
    expect(found.get_by_role("heading", name="1 card")).to_be_visible()
    expect(page_phone).to_have_url(re.compile("name=moon"))

    page_phone.get_by_text("Colour, type and numbers").click()
    page_phone.get_by_label("Colour").select_option("red")
    expect(found).to_contain_text("No cards match")
    page_phone.get_by_label("Min. strength").fill("9")
    page_phone.get_by_label("Max. strength").fill("2")
    expect(found).to_contain_text("Swap the two")

    assert page_phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page_phone) == []


def test_each_sentence_and_its_example_stand_beside_their_heading(client):
    page = client.get("/cards/wallroot-tortoise/").content.decode()

    listed = re.search(r'<dl class="facts wide">(.*?)</dl>', page, re.DOTALL)[1]
    assert re.findall(r"<(dt|dd)>", listed) == ["dt", "dd"] * 2
