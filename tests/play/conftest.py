"""The catalogue with which practice games are played, Anna, and what moves the bot."""

import pytest

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def anna(db):
    return UserFactory(handle="Anna")
