"""Pages of decks: Anna's own, the check for everybody, and nobody else's."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.decks import drafts, submitted_versions
from bos_tournament.decks.models import Deck
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckFactory, UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.usefixtures("sample_catalogue")
LEGAL = next(iter(starter_decks().values()))
WRONG = "Wizards\nMeadow Wardn\nSummons\n4 Root Giant\n"


@pytest.fixture
def anna(db):
    return UserFactory(handle="Anna")


@pytest.fixture
def annas(signed_in, anna):
    return signed_in(anna)


def text(answer):
    return tight(answer)


def test_anna_saves_a_list_that_is_not_legal_yet_exactly_as_she_typed_it(annas, anna):
    annas.post("/decks/new/", {"name": "Grove", "text": WRONG.replace("\n", "\r\n"), "do": "save"})

    deck = anna.decks.get()
    assert (deck.name, deck.text) == ("Grove", WRONG)


def test_a_deck_that_was_saved_elsewhere_is_replaced_only_when_anna_says_so(annas, anna):
    deck = DeckFactory(owner=anna, name="Grove", text="Root Giant\n")
    page, sent = f"/decks/{deck.pk}/", {"name": "Grove", "text": "Moon Lily\n", "do": "save"}
    over = annas.get(page).context["form"]["over"].value()
    annas.post(page, {**sent, "text": "Rimebind\n", "over": over})

    refused = annas.post(page, {**sent, "over": over})
    looked = annas.post(page, {**sent, "over": over, "do": "check"})

    assert refused.status_code == 422
    assert "saved elsewhere after you opened it" in text(refused)
    assert "Moon Lily" in text(refused)
    assert anna.decks.get().text == "Rimebind\n"
    assert looked.context["form"]["over"].value() == refused.context["form"]["over"].value() == over
    assert annas.post(page, {**sent, "over": over, "replace": "on"}).status_code == 302
    assert anna.decks.get().text == "Moon Lily\n"


def test_a_deck_without_a_name_takes_the_one_in_its_list(annas, anna):
    annas.post("/decks/new/", {"text": "Name: Long Night\nMoon Lily\n", "do": "save"})

    assert anna.decks.get().name == "Long Night"


def test_the_check_names_every_problem_with_its_rule_its_line_and_the_nearest_names(client):
    said = text(client.post("/decks/check/", {"text": WRONG, "do": "check"}))

    assert 'href="/rules/#1.1.4"' in said
    assert "<b>Line 2.</b> No card is called Meadow Wardn" in said
    assert 'value="2:Meadow Warden"' in said
    assert 'href="/rules/#1.1.3"' in said
    assert said.count('class="problem"') == len(drafts.check_list(WRONG, sample_pool()).problems)


def test_a_legal_list_is_called_legal_and_drawn_by_type_with_counts(client):
    answer = client.post("/decks/check/", {"text": LEGAL})

    assert answer.context["report"].legal
    sizes = {section.title: section.copies for section in answer.context["sections"]}
    assert {"Boss": 1, "Wizards": 3, "Summons": 10, "Spells": 10}.items() <= sizes.items()
    assert "strength" in text(answer)


def test_without_javascript_a_tapped_card_comes_into_the_list_and_the_rest_is_kept(client):
    answer = client.post("/decks/check/", {"text": "Moon Lily # mine", "find": "giant", "add": "Root Giant"})

    assert answer.context["form"]["text"].value() == "Moon Lily # mine\n\nSummons\n1 Root Giant\n"
    assert answer.context["form"]["find"].value() == "giant"


def test_without_javascript_reserves_cards_taken_out_and_names_mended(client):
    def after(**tapped):
        return client.post("/decks/check/", tapped).context["form"]["text"].value()

    assert after(text="Moon Lily", into="reserves", add="Moon Lily") == "Moon Lily\n\nReserves\n1 Moon Lily\n"
    assert after(text="3 Moon Lily", take="Moon Lily") == "2 Moon Lily\n"
    assert after(text=WRONG, mend="2:Meadow Warden") == WRONG.replace("Wardn", "Warden")


@pytest.mark.parametrize(
    "tapped", [{"add": "Nobody"}, {"take": "Nobody"}, {"mend": "x:y"}, {"mend": "٣:Moon Lily"}, {"add": "Enraged Mage"}]
)
def test_what_cannot_be_tapped_changes_nothing(client, tapped):
    answer = client.post("/decks/check/", {"text": "Moon Lily", **tapped})

    assert answer.status_code == 200
    assert answer.context["form"]["text"].value() == "Moon Lily"


def test_a_file_takes_the_place_of_the_list_without_a_script(client):
    file = SimpleUploadedFile("list.txt", "\ufeff3 Moon Lily\r\n".encode())

    answer = client.post("/decks/check/", {"text": "Root Giant", "file": file})

    assert answer.context["form"]["text"].value() == "3 Moon Lily\n"


@pytest.mark.parametrize(
    ("file", "said"),
    [(b"\xff\xfe\x00", "not a text file"), (b"x" * 262_145, "larger than 256 kB"), (b"a\n" * 300, "at most 200")],
)
def test_a_file_that_is_no_list_is_refused_and_what_was_typed_stays(client, file, said):
    answer = client.post("/decks/check/", {"text": "Root Giant", "file": SimpleUploadedFile("a.txt", file)})

    assert answer.status_code == 422
    assert said in text(answer)
    assert "Root Giant</textarea>" in text(answer)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"text": "Moon Lily\n" * 201}, "201 lines"),
        ({"text": "x" * 20_001}, "20,001 characters"),
        ({"text": "Moon\x00Lily"}, "Null characters"),
        ({"text": '{"main": 7'}, "looks like JSON"),
        ({"text": "Moon Lily", "name": "x" * 61}, "at most 60"),
    ],
)
def test_beyond_a_limit_nothing_is_saved_and_nothing_typed_is_lost(annas, anna, sent, said):
    answer = annas.post("/decks/new/", {"do": "save", **sent})

    assert answer.status_code == 422
    assert said in text(answer)
    assert answer.context["form"]["text"].value() == sent["text"]
    assert not anna.decks.exists()


def test_the_hundred_and_first_deck_is_refused_with_its_text_kept(annas, anna):
    Deck.objects.bulk_create(DeckFactory.build(owner=anna) for _ in range(100))

    answer = annas.post("/decks/new/", {"name": "One more", "text": WRONG, "do": "save"})

    assert answer.status_code == 422
    assert "Delete one first" in text(answer)
    assert "Meadow Wardn" in text(answer)
    assert "Delete one first" in text(annas.post(f"/decks/{anna.decks.first().pk}/copy/", follow=True))


def test_htmx_gets_the_working_part_alone(client):
    said = text(client.post("/decks/check/", {"text": WRONG}, headers={"HX-Request": "true"}))

    assert said.lstrip().startswith('<div class="editor" id="work"')
    assert 'id="follows"' in said


def test_before_there_is_a_colour_the_bosses_are_offered_and_then_the_cards_of_that_colour(client):
    offered = [offer.card for offer in client.get("/decks/check/").context["offers"]]
    assert {card.type for card in offered} == {"boss"}

    offered = [offer.card for offer in client.post("/decks/check/", {"text": "Mother of Hives"}).context["offers"]]
    assert {card.color for card in offered} == {"yellow"}


def test_a_misspelled_search_offers_the_nearest_cards(client):
    offers = client.post("/decks/check/", {"text": "", "find": "Meadw Warden"}).context["offers"]

    assert offers[0].card.name == "Meadow Warden"


def test_what_anna_exports_she_can_paste_again(annas, anna):
    deck = DeckFactory(owner=anna, name="Grüne Höhle", text=LEGAL)
    plain, packed = (annas.get(f"/decks/{deck.pk}/{form}/") for form in ("text", "json"))

    assert plain.headers["Content-Type"].startswith("text/plain")
    assert json.loads(packed.content)["name"] == "Grüne Höhle"
    for file in (plain, packed):
        assert "attachment" in file.headers["Content-Disposition"]
        assert annas.post("/decks/new/", {"text": text(file)}).context["report"].legal


def test_anna_copies_and_deletes_a_deck_after_a_question(annas, anna):
    deck = DeckFactory(owner=anna, name="Grove")
    annas.post(f"/decks/{deck.pk}/copy/")
    assert {deck.name for deck in anna.decks.all()} == {"Grove", "Copy of Grove"}

    assert "Delete Grove?" in text(annas.get(f"/decks/{deck.pk}/delete/"))
    assert anna.decks.count() == 2
    annas.post(f"/decks/{deck.pk}/delete/")
    assert anna.decks.get().name == "Copy of Grove"


def test_anna_copies_a_starter_deck(annas, anna):
    slug, (name, starter) = next(iter(drafts.starters().items()))

    annas.post(f"/decks/starters/{slug}/copy/")

    assert (anna.decks.get().name, anna.decks.get().text) == (name, starter)
    assert annas.post("/decks/starters/none/copy/").status_code == 404


def test_anna_adds_a_card_from_its_page(annas, anna):
    deck = DeckFactory(owner=anna, text="Moon Lily")

    annas.post("/decks/add/root-giant/", {"deck": deck.pk, "into": "deck", "copies": "2"})
    annas.post("/decks/add/root-giant/", {"deck": "", "into": "reserves", "copies": "1"})

    deck.refresh_from_db()
    assert "2 Root Giant" in deck.text
    assert {deck.name: deck for deck in anna.decks.all()}["Deck with Root Giant"].text == "Reserves\n1 Root Giant\n"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"into": "deck", "copies": "9"}, "less than or equal to 3"),
        ({"into": "boss", "copies": "1"}, "valid choice"),
        ({"deck": "someone", "into": "deck", "copies": "1"}, "valid"),
    ],
)
def test_an_addition_that_makes_no_sense_is_refused(annas, sent, said):
    answer = annas.post("/decks/add/root-giant/", sent)

    assert answer.status_code == 422
    assert said in text(answer)


def test_nobody_adds_to_a_deck_of_another_nor_a_card_that_cannot_be_played(annas, anna):
    bens = DeckFactory(text="Moon Lily")

    assert annas.post("/decks/add/root-giant/", {"deck": bens.pk, "into": "deck", "copies": "1"}).status_code == 422
    unknown = annas.post("/decks/add/enraged-mage/", {"into": "deck", "copies": "1"})
    assert "No deck can hold Enraged Mage yet" in text(unknown)
    assert not anna.decks.exists()
    bens.refresh_from_db()
    assert bens.text == "Moon Lily"


DOORS = ["", "copy/", "delete/", "text/", "json/"]


@pytest.mark.parametrize("door", DOORS)
def test_annas_deck_does_not_exist_for_cleo_nor_for_an_admin(signed_in, client, anna, door):
    deck = DeckFactory(owner=anna)
    cleo = signed_in(UserFactory(handle="Cleo"))
    ada = signed_in(UserFactory(is_staff=True, is_superuser=True), second_factor=True)
    url = f"/decks/{deck.pk}/{door}"

    for person in (cleo, ada):
        ask = person.post if door == "copy/" else person.get
        assert ask(url).status_code == 404
        assert person.post(url, {"do": "save", "text": "mine"}).status_code in (404, 405)
    assert client.get(url).status_code == 302
    deck.refresh_from_db()


@pytest.mark.parametrize("url", ["/decks/new/", "/decks/submitted/", "/decks/add/root-giant/"])
def test_a_visitor_is_asked_to_sign_in_first(client, url):
    answer = client.get(url)

    assert answer.status_code == 302
    assert "login" in answer.headers["Location"]


def test_a_visitor_sees_the_starter_decks_and_keeps_nothing(client):
    assert "Check a deck list" in text(client.get("/decks/"))
    assert client.get("/decks/check/?starter=deep-grove").context["report"].legal

    client.post("/decks/check/", {"text": LEGAL, "do": "save"})

    assert not Deck.objects.exists()


def test_anna_sees_her_decks_with_their_verdict(annas, anna):
    DeckFactory(owner=anna, name="Good one", text=LEGAL)
    DeckFactory(owner=anna, name="Bad one", text=WRONG)
    DeckFactory(name="Bens own")
    said = text(annas.get("/decks/"))

    assert "Good one" in said
    assert f"{len(drafts.check_list(WRONG, sample_pool()).problems)} problems" in said
    assert "Bens own" not in said


def queries(client, url):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def hand_in(owner, previous=None):
    return submitted_versions.hand_in(owner, text=LEGAL, pool=sample_pool(), edition="bos-1", previous=previous)


def test_one_deck_and_thirty_are_asked_for_as_often(annas, anna):
    DeckFactory(owner=anna)
    hand_in(anna)
    annas.get("/decks/")
    before = [queries(annas, url) for url in ("/decks/", "/decks/submitted/")]
    for _ in range(29):
        DeckFactory(owner=anna)
        hand_in(anna)

    assert [queries(annas, url) for url in ("/decks/", "/decks/submitted/")] == before
    assert max(before) <= 12


def test_anna_sees_who_amended_her_list_and_why_and_cleo_sees_nothing_of_it(signed_in, annas, anna):
    judge = UserFactory(handle="Judge Jo")
    first = hand_in(anna, hand_in(anna))
    submitted_versions.amend(
        first, by=judge, text=LEGAL, reason="A card was lost.", pool=sample_pool(), edition="bos-1"
    )

    said = text(annas.get("/decks/submitted/"))
    assert "amended by Judge Jo: A card was lost." in said
    assert [f"Version {number}" in said for number in (1, 2, 3)] == [True] * 3
    assert "Judge Jo" not in text(signed_in(UserFactory()).get("/decks/submitted/"))


def test_the_admin_shows_that_a_list_exists_and_nothing_of_it(signed_in, anna):
    version = hand_in(anna)
    ada = signed_in(UserFactory(is_staff=True, is_superuser=True), second_factor=True)
    pages = [ada.get("/admin/decks/deckversion/"), ada.get(f"/admin/decks/deckversion/{version.pk}/change/")]

    for page in pages:
        assert "Anna" in text(page)
        assert not [secret for secret in (version.boss, "Moon", version.name) if secret and secret in text(page)]
    assert ada.get("/admin/decks/deck/").status_code == 404
    assert ada.post(f"/admin/decks/deckversion/{version.pk}/change/", {"text": "x"}).status_code == 403
    assert ada.post(f"/admin/decks/deckversion/{version.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_search_for_a_colour_finds_no_card_whose_name_only_holds_its_letters(client):
    offered = [offer.card for offer in client.post("/decks/check/", {"find": "red"}).context["offers"]]

    assert offered
    assert all(card.color == "red" or any(w.startswith("red") for w in card.key.split()) for card in offered)


def test_a_part_within_a_name_is_found_where_no_word_begins_with_it(client):
    offered = [offer.card.name for offer in client.post("/decks/check/", {"find": "eadow"}).context["offers"]]

    assert "Meadow Warden" in offered


def test_one_fewer_of_a_card_that_lies_only_in_the_reserves_takes_it_there(client):
    answer = client.post("/decks/check/", {"text": "Reserves\n2 Moon Lily\n", "into": "deck", "take": "Moon Lily"})

    assert answer.context["form"]["text"].value() == "Reserves\n1 Moon Lily\n"
