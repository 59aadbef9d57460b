"""Practice games of a person: in the export, and gone with the person."""

import pytest

from bos_tournament.cards import catalogue
from bos_tournament.play import practice_games
from bos_tournament.play.models import PracticeGame, PracticeLine
from bos_tournament.privacy import erasure, export
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_anna_takes_her_games_along_with_every_line_and_they_go_with_her():
    anna = UserFactory(handle="Anna")
    catalogue.load(sample_pool().write(), publish=True)
    decks = list(starter_decks().items())[:2]
    practice_games.start_practice(anna, bot="newt", deck=decks[0], bot_deck=decks[1])

    data = export.own_data(anna)
    assert [row["deck_name"] for row in data["yours"]["play.practicegame"]] == [decks[0][0]]
    assert [row["written"] for row in data["yours"]["play.practiceline"]] == ["T1 P1"]
    assert data["what_it_means"]["play.practicegame"].startswith("A game that you played against a bot")

    erasure.erase(anna)
    assert not PracticeGame.objects.exists()
    assert not PracticeLine.objects.exists()
