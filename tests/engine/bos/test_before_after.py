"""Every card of the bundled catalogue does what is printed on it: what it changes, and what would be so without it."""

import pytest

from engine.bos.abilities import card_abilities
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from tests.engine.bos import before_after as shown

SCENES = shown.everything()
PLAYABLE = [card for card in sample_pool().cards if card.playable]
ABILITIES = [(card, number) for card in PLAYABLE for number in range(len(card.abilities))]
CONDITIONS = [card for card in PLAYABLE if card.condition]


@pytest.fixture(autouse=True)
def print_again():
    """After a test all cards say what is printed on them."""
    yield
    card_abilities.forget()


def of(card):
    return [scene for scene in SCENES if scene.name == card.name]


def asks_for_more_than_a_wizard(card):
    summoning_condition = card_abilities.summoning_condition_of(card)
    return card.type is CardType.BOSS or bool(
        summoning_condition.names or summoning_condition.count > 1 or summoning_condition.only
    )


@pytest.mark.parametrize("color", shown.FILES)
def test_what_cards_change_is_what_is_kept(color):
    kept = (shown.FOLDER / f"{color}.txt").read_text(encoding="utf-8")

    assert shown.page(color) == kept, "python -m tests.engine.bos.before_after writes the file again"


def test_every_card_that_can_be_played_is_shown_with_its_colour():
    assert sorted({scene.name for scene in SCENES}) == sorted(card.name for card in PLAYABLE)
    assert all(scene.face.color == color for color in shown.FILES for scene in shown.scenes(color))


@pytest.mark.parametrize(("card", "number"), ABILITIES, ids=lambda value: getattr(value, "name", value))
def test_every_ability_makes_a_difference(card, number):
    assert any(shown.matters(scene, number) for scene in of(card))


@pytest.mark.parametrize("card", CONDITIONS, ids=lambda card: card.name)
def test_a_card_stays_where_it_is_when_nobody_can_meet_its_condition(card):
    assert any(scene.play and shown.is_asked(scene) for scene in of(card))


@pytest.mark.parametrize("card", CONDITIONS, ids=lambda card: card.name)
def test_a_condition_that_asks_for_more_than_any_wizard_refuses_somebody(card):
    assert any(shown.asks_more(scene) for scene in of(card)) == asks_for_more_than_a_wizard(card)
