"""Cards that say what a test gives them, in place of what is printed."""

import pytest

from engine.bos.abilities import card_abilities
from tests.engine.bos.simple_cards import POOL


@pytest.fixture
def speak():
    """`speak("Ember Adept", text, …)`: for this test the card has these abilities."""
    yield lambda name, *said: card_abilities.learn(POOL.find(name), said)
    card_abilities.forget()
