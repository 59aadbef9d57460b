"""The table of the second interpreter: players, cards, what lasts for a while, and what happened this turn."""

from tests.engine.bos.second_interpreter import sentences
from tests.engine.bos.second_interpreter.words import Unknown

COLUMNS = "abc"


class Face:
    """What is printed on a card, read by this interpreter."""

    def __init__(self, name, kind, color, strength=None, cost=None, condition=None, texts=()):
        self.name, self.kind, self.color, self.strength, self.cost = name, kind, color, strength, cost
        self.condition, self.unknown = None, []
        self.abilities = []
        for text, mandatory in texts:
            said = self._read(sentences.ability, text, kind)
            if said:
                said.mandatory = mandatory
                self.abilities.append(said)
        reads = {"summon": sentences.summoning_condition, "boss": sentences.boss_condition}.get(kind)
        if reads and condition is not None:
            self.condition = self._read(reads, condition)

    def _read(self, rule, *given):
        try:
            return rule(*given)
        except Unknown as words:
            self.unknown.append(f"{given[0]!r} at {words}")
            return None

    @property
    def enchants(self):
        """Whether it is a spell that is put under a card."""
        return bool(self.abilities) and self.abilities[0].enchant is not None


class Card:
    """One card: where it is, how it lies, its strength without bonuses, and what it lies under."""

    def __init__(self, number, face, owner):
        self.number, self.face, self.owner, self.controller = number, face, owner, owner
        self.zone = {"summon": "castle", "spell": "spellbook"}.get(face.kind, "field")
        self.column, self.up, self.acted = None, False, False
        self.strength, self.host = face.strength, None
        self.entry, self.falling, self.spared, self.last = 0, False, False, {}
        self.place, self.blow = None, None

    @property
    def here(self):
        """Whether it is on the battlefield, enchantments apart."""
        return self.zone == "field" and self.host is None

    @property
    def at(self):
        """Its place as the notation writes it, or where it last was."""
        if not self.here:
            return self.place
        sort = {"boss": "*", "wizard": "w"}.get(self.face.kind, "")
        return f"{self.controller + 1}{sort}{'' if self.face.kind == 'boss' else COLUMNS[self.column]}"

    def __repr__(self):
        return f"<{self.face.name} {self.at or self.zone}>"


class Player:
    """What belongs to a player but cards."""

    def __init__(self):
        self.life, self.vim, self.ether, self.turns, self.attacks = 30, 1, 0, 0, 0


class Table:
    """Everything that can be seen, and what is only remembered."""

    def __init__(self, lists, *, first=0, ether=(0, 0)):
        self.players = [Player(), Player()]
        self.cards, self.first = [], first
        self.active, self.turn, self.phase = first, 0, None
        self.winners, self.over = None, False
        self.timed, self.delays, self.history, self.used = [], [], [], {}
        self.order = 0
        for seat, faces in enumerate(lists):
            self.players[seat].ether = ether[seat]
            for face in faces:
                self.cards.append(Card(len(self.cards), face, seat))
            for column, card in enumerate(one for one in self.of(seat) if one.face.kind == "wizard"):
                card.column = column

    def of(self, seat):
        """The cards that a player owns."""
        return [card for card in self.cards if card.owner == seat]

    @property
    def field(self):
        """The cards on the battlefield that take part: not what has been defeated, nor what lies under others."""
        return [card for card in self.cards if card.here and not card.falling]

    def under(self, card):
        """The enchantments of a card, in the order they came."""
        return sorted((one for one in self.cards if one.host is card), key=lambda one: one.arrived)

    def standing(self, seat, kind, column=None):
        """The card of that kind on a player's side and in that column, defeated ones included."""
        return next(
            (
                card
                for card in self.cards
                if card.here and card.controller == seat and card.face.kind == kind and card.column == column
            ),
            None,
        )

    def begun(self, seat):
        """Whether a player has begun a turn."""
        return self.players[seat].turns > 0

    def opponent(self, seat):
        """The opponent of a player, if there is one yet."""
        return 1 - seat if self.begun(1 - seat) else None

    def sight(self, strength_of):
        """What both players see, as plain values."""
        return {
            "turn": self.turn,
            "active": self.active,
            "phase": self.phase,
            "over": self.winners,
            "seats": [self._side(seat, strength_of) for seat in (0, 1)],
        }

    def _side(self, seat, strength_of):
        player = self.players[seat]
        piles = {zone: sorted(one.face.name for one in self.of(seat) if one.zone == zone)
                 for zone in ("castle", "spellbook", "graveyard", "resolving")}  # fmt: skip
        places = {card.at: _lying(self, card, strength_of) for card in self.cards if card.here
                  and card.controller == seat}  # fmt: skip
        pools = {"life": player.life, "vim": player.vim, "ether": player.ether, "turns": player.turns,
                 "attacks": player.attacks}  # fmt: skip
        return {**pools, **piles, "places": places}


def _lying(table, card, strength_of):
    strength = None if card.face.kind == "wizard" else "falling" if card.falling else strength_of(card)
    return (card.face.name, card.up, card.acted, strength, [one.face.name for one in table.under(card)])
