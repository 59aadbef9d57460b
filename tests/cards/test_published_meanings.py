"""What a card was published with is what it plays: kept when published, pinned for events, replaced only on purpose.

A change of the language is told by a kept meaning of another sentence: as if the sentence had been read so back then.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.cards import catalogue, meaning_review, published_meanings
from bos_tournament.cards.models import Card, Meaning
from bos_tournament.errors import Refused
from engine.bos.abilities import card_abilities
from engine.bos.cardtext import serialization
from engine.bos.cardtext.reader import spoken
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, CardType, Color
from engine.bos.model.cards import Card as EngineCard
from tests.factories import UserFactory

MEANINGS = "/admin/cards/card/meanings/"
GAINS_TWO = "During your main phase, [act]: A summon you control gains 2 strength."
GAINS_ONE = "During your main phase, [act]: A summon you control gains 1 strength."
WIZARD = {"type": "wizard", "color": "blue", "state": "draft", "printings-TOTAL_FORMS": "0"}
WIZARD |= {"printings-INITIAL_FORMS": "0"}


@pytest.fixture
def ada(signed_in):
    return signed_in(UserFactory(handle="Ada", is_staff=True, is_superuser=True), second_factor=True)


def wizard(name="Quiet Fen", text=GAINS_TWO):
    card = Card.objects.create(
        name=name, type="wizard", color="blue", abilities=[{"text": text, "mandatory": False}] if text else []
    )
    catalogue.publish([card])
    return Card.objects.get(pk=card.pk)


def said_by(text):
    return serialization.write_spoken(
        spoken(EngineCard("Any", CardType.WIZARD, Color.BLUE, abilities=(Ability(text),)))
    )


def read_otherwise(card, text=GAINS_ONE):
    """As if the language had understood the card so when it was published."""
    Meaning.objects.filter(card=card).update(said=said_by(text))


def played(name="Quiet Fen"):
    return card_abilities.texts_of(catalogue.pool().find(name))


def meant(text):
    return (spoken(EngineCard("Any", CardType.WIZARD, Color.BLUE, abilities=(Ability(text),))).texts[0],)


def test_publishing_keeps_what_the_card_says(db):
    card = wizard()

    assert card.meaning.said == said_by(GAINS_TWO)
    assert played() == meant(GAINS_TWO)


def test_a_card_plays_what_was_published_whatever_the_language_makes_of_it_later(db):
    read_otherwise(wizard())

    assert played() == meant(GAINS_ONE)


def test_publishing_again_changes_no_meaning_of_the_same_sentence(db):
    card = wizard()
    read_otherwise(card)

    catalogue.publish([card])
    catalogue.load(catalogue.export(), publish=True)

    assert played() == meant(GAINS_ONE)


def test_a_new_sentence_brings_its_own_meaning(db):
    card = wizard()
    read_otherwise(card)
    card.abilities = [{"text": "When you cast a spell: You gain 1 life.", "mandatory": False}]
    card.save()

    assert played() == meant("When you cast a spell: You gain 1 life.")

    catalogue.publish([card])
    assert Card.objects.get().meaning.said == said_by("When you cast a spell: You gain 1 life.")


def test_a_draft_keeps_no_meaning_and_is_read_anew_when_published(db):
    card = wizard()
    read_otherwise(card)

    catalogue.unpublish_cards([card])
    assert not Meaning.objects.exists()

    catalogue.publish([card])
    assert played() == meant(GAINS_TWO)


def test_taking_in_a_file_keeps_the_meaning_of_what_it_publishes(db):
    catalogue.load(sample_pool().write(), publish=True)

    assert Meaning.objects.count() == len(sample_pool().cards)
    assert meaning_review.changed() == []
    assert (
        catalogue.pool().cards
        == serialization.with_kept(catalogue.pool(), serialization.write_kept(sample_pool(), sample_pool())).cards
    )


def test_a_kept_meaning_that_nobody_can_read_any_more_is_read_from_the_sentence_and_listed(db, ada):
    Meaning.objects.filter(card=wizard()).update(said='{"texts":[{"is":"Exile"}]}')

    assert played() == meant(GAINS_TWO)
    assert "The stored meaning can no longer be read" in ada.get(MEANINGS).content.decode()


def test_the_pinned_pool_says_what_was_published_and_the_same_twice_is_once(db):
    card = wizard()
    read_otherwise(card)
    first = catalogue.pin()
    assert catalogue.pin() == first

    meaning_review.publish_anew({card.pk: meaning_review.changed()[0].digest})
    second = catalogue.pin()

    assert second.pk != first.pk
    assert second.cards_hash == first.cards_hash
    assert card_abilities.texts_of(catalogue.pinned(first.pk).find("Quiet Fen")) == meant(GAINS_ONE)
    assert card_abilities.texts_of(catalogue.pinned(second.pk).find("Quiet Fen")) == meant(GAINS_TWO)
    assert meaning_review.differing(first) == ("Quiet Fen",)
    assert meaning_review.differing(second) == ()


def test_ada_sees_old_and_new_beside_each_other_and_publishes_one(ada):
    fen, moor = wizard(), wizard("Grey Moor")
    read_otherwise(fen)
    read_otherwise(moor)

    page = ada.get(MEANINGS).content.decode()
    assert f'<q lang="en">{GAINS_ONE}</q>' in page
    assert f'<q lang="en">{GAINS_TWO}</q>' in page
    shown = {one.card.pk: one.digest for one in meaning_review.changed()}
    answer = ada.post(MEANINGS, {"chosen": [f"{fen.pk}:{shown[fen.pk]}"]}, follow=True).content.decode()

    assert "1 published with the new meaning." in answer
    assert played("Quiet Fen") == meant(GAINS_TWO)
    assert played("Grey Moor") == meant(GAINS_ONE)


def test_ada_publishes_all_that_is_shown_and_the_trail_says_who(ada):
    for name in ("Quiet Fen", "Grey Moor"):
        read_otherwise(wizard(name))

    ada.post(MEANINGS, {"chosen": [f"{one.card.pk}:{one.digest}" for one in meaning_review.changed()]})

    assert meaning_review.changed() == []
    last = Meaning.pgh_event_model.objects.order_by("-pgh_id").select_related("pgh_context").first()
    assert last.said == said_by(GAINS_TWO)
    assert last.pgh_context.metadata["user"] == str(ada.session["_auth_user_id"])
    history = ada.get(f"/admin/cards/card/{last.card_id}/history/").content.decode()
    assert "Published the new meaning of its sentences." in history
    assert "Ada" in history


def test_without_a_change_the_page_says_so(ada):
    wizard()

    assert "Every published card is read today as it was" in ada.get(MEANINGS).content.decode()


@pytest.mark.parametrize("chosen", [[], ["nonsense"], ["\x00"], ["0" * 400]])
def test_a_choice_that_is_none_publishes_nothing_and_says_so(ada, chosen):
    read_otherwise(wizard())

    answer = ada.post(MEANINGS, {"chosen": chosen})

    assert answer.status_code == 422
    assert "errornote" in answer.content.decode()
    assert played() == meant(GAINS_ONE)


def test_a_meaning_that_changed_since_the_page_was_shown_is_not_published(ada):
    card = wizard()
    read_otherwise(card)

    answer = ada.post(MEANINGS, {"chosen": [f"{card.pk}:{'0' * 16}"]})

    assert answer.status_code == 422
    assert "Check it again" in answer.content.decode()
    assert played() == meant(GAINS_ONE)


def test_a_sentence_that_cannot_be_read_any_more_plays_on_and_cannot_be_published_anew(ada):
    card = wizard()
    nonsense = "During your main phase, [act]: Befuddle a summon."
    card.abilities = [{"text": nonsense, "mandatory": False}]
    card.save()
    face = catalogue.engine_card(card)
    Meaning.objects.filter(card=card).update(printed=published_meanings.printed(face))

    assert played() == meant(GAINS_TWO)
    assert "✗ The new meaning cannot be published." in ada.get(MEANINGS).content.decode()
    with pytest.raises(Refused) as refusal:
        meaning_review.publish_anew({card.pk: meaning_review.changed()[0].digest})
    assert refusal.value.code == "not_playable"

    typed = {**WIZARD, "name": "Quiet Fen", "abilities": nonsense, "state": "published", "official": "on"}
    ada.post(f"/admin/cards/card/{card.pk}/change/", typed)
    card.refresh_from_db()
    assert (card.official, played()) == (True, meant(GAINS_TWO))


def test_ada_publishes_and_unpublishes_in_the_form_of_a_card(ada):
    typed = {**WIZARD, "name": "Quiet Fen", "abilities": GAINS_TWO, "state": "published"}
    ada.post("/admin/cards/card/add/", typed)
    card = Card.objects.get()
    assert card.meaning.said == said_by(GAINS_TWO)

    ada.post(f"/admin/cards/card/{card.pk}/change/", {**typed, "state": "draft"})
    assert not Meaning.objects.exists()


def test_the_page_of_meanings_is_for_those_who_may_change_cards(client, signed_in):
    assert client.get(MEANINGS).status_code == 302
    assert signed_in(UserFactory(is_staff=True), second_factor=True).get(MEANINGS).status_code == 403
    assert signed_in(UserFactory(is_staff=True), second_factor=True).post(MEANINGS).status_code == 403


def test_the_page_asks_as_often_for_one_changed_card_as_for_thirty(ada):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert ada.get(MEANINGS).status_code == 200
        return len(captured)

    read_otherwise(wizard("Card 0"))
    ada.get(MEANINGS)
    one = queries()
    for number in range(1, 30):
        read_otherwise(wizard(f"Card {number}"))

    ada.get(MEANINGS)
    assert queries() == one <= 12
