"""The list of infractions: every name and every word about one has its translation."""

from bos_tournament.judging.penalties.infractions import TEXTS, infractions


def test_every_name_and_every_word_about_an_infraction_can_be_translated():
    said = {str(text) for one in infractions().values() for text in (one.name, one.about)}

    assert said == set(TEXTS)
