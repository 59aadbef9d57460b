"""A legal red deck in parts, from which tests make lists that are wrong in one way."""

BOSS = "Furnace Tyrant"
WIZARDS = ("Ember Adept", "Ash Caller", "Flint Novice")
SUMMONS = ("3 Cinder Imp", "3 Lava Hound", "3 Smoke Runner", "1 Slag Brute")
SPELLS = ("3 Bellows", "3 Thrown Brand", "2 Burning Oath", "2 Stoked Fury")


def red(boss=(BOSS,), wizards=WIZARDS, summons=SUMMONS, spells=SPELLS, reserves=()):
    """The text of Anna's red deck, with some of its parts replaced."""
    lines = [*boss, *wizards, *summons, *spells]
    return "\n".join([*lines, "Reserves", *reserves] if reserves else lines)
