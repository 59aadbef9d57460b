"""Editions: the same game with a few switches set differently."""

from engine.bos.model.editions import DEFAULT_EDITION, EDITIONS


def test_the_current_edition_is_the_default():
    assert EDITIONS["bos-1"] is DEFAULT_EDITION
    assert (DEFAULT_EDITION.bosses, DEFAULT_EDITION.wizards) == (1, 3)
    assert (DEFAULT_EDITION.summons, DEFAULT_EDITION.spells) == (10, 10)


def test_the_older_edition_differs_in_reserves_copies_and_graveyards():
    now, before = EDITIONS["bos-1"].switches(), EDITIONS["bos-legacy"].switches()

    changed = {name: (before[name], now[name]) for name in now if before[name] != now[name]}

    assert changed == {"reserves": (8, 10), "copies": (4, 3), "graveyard": ("controller", "owner")}


def test_an_edition_is_found_under_its_own_name():
    assert all(edition.name == name for name, edition in EDITIONS.items())
