"""Choices inside abilities: what the record says of them, and what follows where nothing is left to choose."""

from tests.engine.bos.second_interpreter import lasting
from tests.engine.bos.second_interpreter.lines import PLACE, placed
from tests.engine.bos.second_interpreter.measuring import meant_cards, referred, remembered, seats


class Unwritten(Exception):
    """Raised where a choice matters and the record does not say it."""


class Words:
    """What a line of a player says for one use of an ability: places, names and a number, used up one after another.
    Where they run out, `more` finds the next line that goes on with it, and whose it is."""

    def __init__(self, line, seat, more=None):
        self._more = more
        self.targets, self.value, self.paid = [], None, None
        if line is not None:
            self.load(line, seat)

    def load(self, line, seat):
        """Add what a line says; its places without a digit are on the side of its own writer."""
        self.targets += [placed(word, seat) for word in line.targets]
        self.value = line.value if line.value is not None else self.value
        self.paid = line.paid or self.paid

    def read_on(self, *, only_if_short=False, may=False, meant=(), bare=False):
        """Whether a further line was found; for a choice that may end here, one that says that nothing follows."""
        more = self._more(only_if_short=only_if_short, may=may, meant=meant, bare=bare) if self._more else None
        if more is not None:
            self.load(*more)
        return more is not None

    def number(self, most=None):
        """The number that was written; one that is the only one possible need not be."""
        if self.value is None and most == 1:
            return 1
        if self.value is None:
            self.read_on()
        if self.value is None:
            raise Unwritten("a number")
        value, self.value = self.value, None
        return value


def is_meant(one, target):
    """Whether a written word, its place with a digit, means a card or a player."""
    if isinstance(one, int):
        return target == f"P{one + 1}"
    if PLACE.match(target):
        return one.here and one.at == target
    return one.face.name == target


def choose(use, candidates, low, high, seat):
    """So many of the candidates, as the record has them."""
    words, found = use.words, []
    alike = len({_kind_in_pile(one) for one in candidates}) == 1
    unsaid = len(candidates) <= low or alike if low else words.value is None
    if use.conducted and not words.targets and candidates and unsaid:
        more = words.read_on(may=True, meant=candidates)
        use.conducted = more or low > 0 or not words.read_on(bare=True)  # a line that says nothing: no more
    if not words.targets and alike and high is not None:
        candidates = candidates[:high]
    high = len(candidates) if high is None else min(high, len(candidates))
    while len(found) < high:
        if not words.targets and words.value == 0 and low == 0:
            words.value = None
            break
        if not words.targets and len(found) < low and len(candidates) > low and not words.read_on():
            raise Unwritten(f"one of {candidates}")
        rest = [one for one in candidates if one not in found]
        fits = [one for one in rest if words.targets and is_meant(one, words.targets[0])]
        if not fits:
            if not words.targets and len(found) >= low and words.read_on(only_if_short=True):
                continue
            break
        found.append(fits[0])
        words.targets.pop(0)
    if len(found) < low:
        if len(candidates) > low:
            raise Unwritten(f"{words.targets[:1]} among {candidates}")
        return candidates[:low]
    return found


def _kind_in_pile(one):
    """What a card in a pile is told by: there is no choice between equal ones."""
    if isinstance(one, int) or one.zone not in ("castle", "spellbook", "graveyard"):
        return one
    return one.face.name, one.zone, one.owner


def candidates(use, thing, seat=None, role=""):
    """What can be chosen for a thing."""
    if thing.kind == "player":
        return seats(use, thing.who)
    seat = use.you if seat is None else seat
    found = meant_cards(use, thing.cards, face_down_bosses=role == "turn up")
    found = [card for card in found if ROLES.get(role, lambda *_: True)(use, card)]
    if role == "turn up" and thing.cards.kinds == ("boss",):
        found = [card for card in found if not card.up]
    return [card for card in found if card not in use.apart and not _unchoosable(use, card, seat)]


def can_move(use, card):
    """Whether there is an open column for a summon; cards move only in open places on their own side."""
    return (
        card.column is not None
        and card.face.kind == "summon"
        and any(use.table.standing(card.controller, card.face.kind, column) is None for column in range(3))
    )


ROLES = {
    "pays act": lambda use, card: card.up and not card.acted,
    "pays turn": lambda use, card: card.up and not lasting.banned(use.table, card, "be turned face-down"),
    "pays return": lambda use, card: not lasting.banned(use.table, card, "be returned"),
    "move": can_move,
}
"""What a card has to be so that something is done with it: a price is paid only by what changes."""


def _unchoosable(use, card, seat):
    if not card.here:
        return False
    return lasting.banned(use.table, card, "be chosen", by=use.card, player=seat)


def resolve(use, thing, by=None, role=""):
    """The cards, each with its entry, and the players that are meant; choices are made now."""
    match thing.kind:
        case "ref":
            if thing.slot.startswith("chosen") and thing.slot not in use.slots:
                return []
            return list(use.slots[thing.slot]) if thing.slot in use.slots else referred(use, thing)
        case "player":
            return _player(use, thing)
        case "each":
            found = [remembered(card) for card in meant_cards(use, thing.cards)]
        case "both":
            found = [one for part in thing.parts for one in resolve(use, part, by, role)]
        case "one of":
            among = [one for part in thing.parts for one in candidates(use, part, role=role)]
            found = [_kept(one) for one in choose(use, among, 1, 1, use.you)]
        case "choose":
            found = _chosen(use, thing, by, role)
        case _:
            raise ValueError(thing.kind)
    use.slots[thing.slot] = found
    _note_player(use, found)
    return found


def _note_player(use, found):
    for one in found:
        use.player = one if isinstance(one, int) else one[0].controller


def _kept(one):
    return one if isinstance(one, int) else remembered(one)


def _player(use, thing):
    found = seats(use, thing.who)
    if thing.who == "a player":
        found = choose(use, found, 1, 1, use.you)
        use.slots[thing.slot] = found
    if found and thing.who != "you":
        use.player = found[-1]
    return found


def _chosen(use, thing, by, role):
    found = []
    for seat in [use.you] if by is None else seats(use, by.who):
        if by is not None:
            use.player = seat
        among = candidates(use, thing, seat, role)
        found += [remembered(one) for one in choose(use, among, thing.low, thing.high, seat)]
    return found
