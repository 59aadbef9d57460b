"""Conditions about amounts and about the running turn as phrases of the house style."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.printer_words import Scene, Unsayable, join_words, player_name
from engine.bos.model import terms

# What happened this turn


def happened(scene: Scene, what: terms.Happened) -> str:
    """ "a summon was defeated this turn", "you cast 2 or more red spells this turn", "no boss attacked this turn"."""
    if what.filter.past or what.filter.zone != "table" or what.least < 1 or (what.no and what.least > 1):
        raise Unsayable("what happened this turn is said once, and of cards wherever they are")
    many = what.least > 1
    caster = what.filter.control if what.past == "was cast" and what.filter.kinds == ("spell",) else None
    meant = replace(what.filter, control=None) if caster else what.filter
    cards = things.one(scene, meant)
    if what.no:
        cards = join_words("no", things.bare(scene, meant, many=caster is not None))
    if many:
        cards = f"{what.least} or more {things.bare(scene, meant, many=True)}"
    if caster:
        return f"{player_name(caster)} cast {cards} this turn"
    return f"{cards} {things.past(what.past, many=many)}"


# Amounts


def compared(scene: Scene, what: terms.Compared) -> str:
    """ "this has more strength than the target", "the number of red summons is 3 or more"."""
    match what.amount, what.than:
        case terms.Strength(first, False), terms.Strength(second, False) if what.how in ("more", "less"):
            return f"{things.does_verb(scene, first, 'have')} {what.how} strength than {things.thing(scene, second)}"
        case terms.Number(), _:
            raise Unsayable("a number is what something is compared with")
        case ((terms.Strength() | terms.Has()), terms.Number()):
            raise Unsayable("“has 3 or more” is a condition of its own")
        case terms.Has(_, one), terms.Has(_, other) if one == other and what.how in ("more", "less"):
            raise Unsayable("“has more than” is a condition of its own")
        case terms.TurnTotal(player, deed, resource), terms.Number(number):
            things.turn_total(terms.TurnTotal(player, deed, resource))
            much = "" if (what.how, number) == ("at least", 1) else _count(what.how, number, "less")
            return f"{player_name(player)} {join_words(things.TOTALS[deed], much, resource or 'damage')} this turn"
        case terms.Occurred(past=past), terms.Number(number) if not number or (
            what.how == "at least" and past != "attacked"
        ):
            raise Unsayable("how often something happened at least is a condition of its own")
        case terms.Count(meant), terms.Number(number):
            if meant.control and meant.zone == "table":
                raise Unsayable("how many cards a player controls is a condition of its own")
            cards = things.bare(scene, meant, many=(what.how, number) != ("equal", 1))
            is_one = (what.how, number) == ("equal", 1)
            return f"there {'is' if is_one else 'are'} {_count(what.how, number, 'fewer')} {cards}"
        case _, terms.Number(number):
            return f"{things.quantity(scene, what.amount)} is {_range(what.how, number, 'less')}"
    how = {"more": "more than", "less": "less than", "equal": "equal to"}.get(what.how, what.how)
    return f"{things.quantity(scene, what.amount)} is {how} {things.quantity(scene, what.than)}"


def _count(how: str, number: int, few: str) -> str:
    """As a range; none is "no"."""
    return "no" if (how, number) == ("at most", 0) else _range(how, number, few)


def _range(how: str, number: int, few: str) -> str:
    """ "3 or more", "3 or fewer", "exactly 3"."""
    match how:
        case "at least" if number > 0:
            return f"{number} or more"
        case "at most":
            return f"{number} or {few}"
        case "equal" if number > 0:
            return f"exactly {number}"
    raise Unsayable("beside a number stand at least, at most and exactly")
