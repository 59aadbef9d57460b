"""The catalogue that the tests of decks read, and Anna's phone."""

import pytest

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory


@pytest.fixture
def sample_catalogue(db):
    catalogue.load(sample_pool().write(), publish=True)


@pytest.fixture
def annas_phone(page_phone, live_server, signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    cookie = signed_in(UserFactory(handle="Anna")).cookies["sessionid"]
    page_phone.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
    return page_phone
