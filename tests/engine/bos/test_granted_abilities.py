"""What a card has from another one works like what is printed on it, also as it falls (G-390)."""

import pytest

from tests.engine.bos.ability_examples import played
from tests.engine.bos.grant_scenes import THEIR_OWN_END


@pytest.mark.parametrize("scene", THEIR_OWN_END, ids=str)
def test_a_card_has_what_it_was_given_to_its_end(scene):
    assert played(scene) == []
