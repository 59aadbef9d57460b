"""The catalogue that the tests of cards read."""

import pytest

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool


@pytest.fixture
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)
