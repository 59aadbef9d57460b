"""Cards that say what a test gives them, in place of what is printed."""

import pytest

from engine.bos import texts
from tests.engine.bos.plain import POOL


@pytest.fixture
def speak():
    """`speak("Ember Adept", text, …)`: for this test the card has these abilities."""
    yield lambda name, *said: texts.learn(POOL.find(name), said)
    texts.forget()
