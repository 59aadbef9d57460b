"""The same game told otherwise: columns mirrored, seats swapped, cards renamed, equal copies in another order."""

import re
from dataclasses import replace

from engine.bos.display.views import view
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import key
from engine.bos.model.places import COLUMNS, LETTERS
from engine.bos.model.state import CASTLE, SPELLBOOK

_PLACE = re.compile(r"(?<![a-z])([12])(w?)([abc])(?![a-z])")
_SEAT = re.compile(r"(?<![a-z0-9])P([12])(?![0-9])|(?<![a-z0-9])([12])(?=w?[abc](?![a-z])|\*)")
_TURNED = str.maketrans("abc", "cba")


def _outside_names(said, change):
    """A key with everything changed but the name of a card."""
    if said.startswith(("summon:", "cast:")):
        verb, what, name = said.split(":", 2)
        return f"{verb}:{change(what)}:{name}"
    head, equals, name = said.partition("=")
    return change(head) + equals + name


class Mirrored:
    """Columns counted from the other side."""

    def setup(self, setup):
        return replace(setup, wizards=tuple(side[::-1] for side in setup.wizards))

    def seat(self, seat):
        return seat

    def key(self, said):
        if said.startswith("begin:"):
            there = [COLUMNS - 1 - LETTERS.index(letter) for letter in reversed(said.partition(":")[2])]
            return "begin:" + "".join(LETTERS[column] for column in there)
        if said.startswith("summon:"):
            return _outside_names(said, self._wizards)
        return _outside_names(said, lambda text: _PLACE.sub(lambda m: m[1] + m[2] + m[3].translate(_TURNED), text))

    def _wizards(self, columns):
        """The first stands behind the summon; the others are written from left to right."""
        first, *others = columns.translate(_TURNED)
        return "".join((first, *sorted(others)))


class Swapped:
    """Each sits where the other sat."""

    def setup(self, setup):
        pairs = ("names", "bosses", "wizards", "piles", "registered", "playing", "ether", "hidden_swap")
        return replace(setup, first=1 - setup.first, **{name: getattr(setup, name)[::-1] for name in pairs})

    def seat(self, seat):
        return 1 - seat

    def key(self, said):
        def other(found):
            return f"P{3 - int(found[1])}" if found[1] else str(3 - int(found[2]))

        return _outside_names(said, lambda text: _SEAT.sub(other, text))


class Permuted:
    """Cards of a deck in another order, equal ones among them."""

    def setup(self, setup):
        return replace(setup, piles=tuple(side[::-1] for side in setup.piles))

    def seat(self, seat):
        return seat

    def key(self, said):
        return said


class Renamed:
    """Every card under another name, which texts and conditions use too."""

    def __init__(self, pool):
        self.names = {card.name: self._other(card.name) for card in pool.cards}
        self._found = re.compile("|".join(sorted(map(re.escape, self.names), key=len, reverse=True)))
        self.cards = {card.key: self._card(card) for card in pool.cards}
        self.pool = Pool(tuple(self.cards.values()))

    def _other(self, name):
        """Backwards, word by word, with a capital: no such word stands in any text."""
        return " ".join(f"Zo{word[::-1].lower()}" for word in re.sub(r"[^A-Za-z ]", "", name).split())

    def text(self, said):
        return self._found.sub(lambda found: self.names[found[0]], said)

    def _card(self, card):
        said = tuple(replace(ability, text=self.text(ability.text)) for ability in card.abilities)
        condition = card.condition and self.text(card.condition)
        return replace(card, name=self.names[card.name], condition=condition, abilities=said)

    def setup(self, setup):
        def own(cards):
            return tuple(self.cards[card.key] for card in cards)

        return replace(
            setup,
            pool=self.pool,
            bosses=own(setup.bosses),
            wizards=tuple(own(side) for side in setup.wizards),
            piles=tuple(own(side) for side in setup.piles),
            registered=tuple({card.key: card for card in own(side.values())} for side in setup.registered),
            playing=tuple({card.key: card for card in own(side.values())} for side in setup.playing),
        )

    def seat(self, seat):
        return seat

    def key(self, said):
        for old, card in sorted(self.cards.items(), key=lambda item: -len(item[0])):
            if said.endswith((f":{old}", f"={old}")) or re.search(rf"={re.escape(old)}\.\d", said):
                return said.replace(old, card.key)
        return said


def told(state, telling):
    """What is on the table, in the words of the game that was told first: numbers by seat, cards by place."""
    seats = [telling.seat(seat) for seat in (0, 1)]
    shown = view(state, "judge")
    names = {card.key: old for old, card in getattr(telling, "cards", {}).items()}

    def cards(seat, zone):
        held = [copy.face.key for copy in state.copies if copy.owner == seat and copy.zone == zone]
        return sorted(names.get(name, name) for name in held)

    standing = {
        telling.key(f"block:{card['at']}"): (names.get(key(card["name"]), key(card["name"])), card["strength"])
        for side in shown["seats"]
        for card in (side["boss"], *side["wizards"], *side["summons"])
        if card
    }
    amounts = [(state.life[s], state.vim[s], state.ether[s], state.turns[s], state.attacks[s]) for s in seats]
    return standing, amounts, [(cards(s, CASTLE), cards(s, SPELLBOOK)) for s in seats], state.phase, state.turn
