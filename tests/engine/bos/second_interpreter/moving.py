"""Cards that come, go, turn, move and change sides."""

from types import SimpleNamespace

from tests.engine.bos.second_interpreter import lasting
from tests.engine.bos.second_interpreter.choosing import Unwritten
from tests.engine.bos.second_interpreter.happenings import happen, happening
from tests.engine.bos.second_interpreter.measuring import fits, referred, strength
from tests.engine.bos.second_interpreter.table import COLUMNS
from tests.engine.bos.second_interpreter.turns import when_over

HOMES = {"castle": ("summon",), "spellbook": ("spell",)}


def leave(play, card, zone, *, told=True, verbs=()):
    """A card goes to a pile of its owner; from the battlefield its enchantments go to the graveyard."""
    here, table = card.here, play.table
    if here:
        card.last.setdefault(card.entry, strength(table, card))
        if strength(table, card):
            card.last[card.entry] = strength(table, card)
    card.leaving = [happening(verb, card) for verb in verbs] + ([happening("leaves", card)] if here else [])
    card.place = card.at if here else card.place
    for spell in table.under(card) if here else ():
        leave(play, spell, "graveyard", told=False)
    if told:
        card.falling = here
        happen(play, *card.leaving)
    card.entry += 1
    card.zone, card.column, card.host = zone, None, None
    card.controller, card.acted, card.strength, card.falling = card.owner, False, card.face.strength, False
    card.up = zone == "graveyard"


def discard(play, card):
    """A card goes to its owner's graveyard."""
    player = card.owner if not card.here else card.controller
    if card.zone == "graveyard":
        return
    leave(play, card, "graveyard")
    happen(play, happening("discards", None, card, player))


def to_pile(play, card, pile, *, returned):
    """A card goes to a pile of its owner's, if such cards lie there."""
    if card.face.kind not in HOMES.get(pile, (card.face.kind,)) or card.zone == pile:
        return False
    if returned and card.here and lasting.banned(play.table, card, "be returned"):
        return False
    if returned and card.here and play.replaced("would be returned", card, None, 0, False):
        return False
    leave(play, card, pile, verbs=("returned",) if returned and card.here else ())
    return True


def turn(play, card, *, up, readied=False):
    """Turn a wizard or boss; in the startup phase a wizard is readied by it."""
    if card.face.kind not in ("wizard", "boss") or not card.here or card.up == up:
        return
    if lasting.banned(play.table, card, f"be turned face-{'up' if up else 'down'}"):
        return
    card.up, card.acted = up, False
    told = [happening(f"turned face-{'up' if up else 'down'}", card)]
    if readied:
        told.append(happening("readies", card))
    if up and card.face.kind == "boss":
        told.append(happening("summoned", card))
    happen(play, *told)


def move(play, card, column):
    """A summon goes to another column of its side."""
    card.column = column
    happen(play, happening("moves", card))


def choose_column(use, open_, seat):
    """An open column, as the record has it."""
    words = use.words
    if not words.targets and len(open_) > 1:
        words.read_on()
    if words.targets:
        written = words.targets[0].lstrip("12").lstrip("w")
        if written in COLUMNS and written and COLUMNS.index(written) in open_:
            words.targets.pop(0)
            return COLUMNS.index(written)
    if len(open_) > 1:
        raise Unwritten(f"one of the columns {open_}")
    return open_[0]


def can_swap(table, one, other):
    """Whether two cards are summons on one side that can move."""
    if any(card.face.kind != "summon" or lasting.banned(table, card, "move") for card in (one, other)):
        return False
    return one.controller == other.controller


def swap(play, one, other):
    """Two summons change places."""
    if not can_swap(play.table, one, other):
        return False
    one.column, other.column = other.column, one.column
    happen(play, happening("moves", one), happening("moves", other))
    return True


def come(play, card, seat, column, *, acted=False, told=True):
    """A card comes onto the battlefield as it is printed."""
    card.entry += 1
    card.zone, card.controller, card.column, card.up, card.acted = "field", seat, column, True, acted
    card.strength, card.host, card.spared = card.face.strength, None, False
    if told:
        verbs = [happening("summoned", card)]
        if card.face.kind == "summon":
            verbs.append(_summons(play.table, card, seat))
        happen(play, *verbs)


def _summons(table, card, seat):
    nth = 1 + sum(1 for one in table.history if one.verb == "summoned" and one.player == seat and
                  one.card.face.kind == "summon")  # fmt: skip
    return happening("summons", None, card, seat, nth=nth)


def arrive(play, use, card, *, acted, front):
    """A card comes onto the battlefield by a text, without a wizard."""
    table, kind, seat = play.table, card.face.kind, use.you
    if kind == "spell":
        return False
    if kind == "boss":
        if table.standing(seat, "boss") is not None:
            return False
        come(play, card, seat, None, acted=acted)
        return True
    open_ = [column for column in range(3) if table.standing(seat, kind, column) is None]
    if front is not None:
        columns = [one.column for one, _ in referred(use, front)]
        open_ = [column for column in open_ if column in columns]
    if not open_:
        return False
    come(play, card, seat, choose_column(use, open_, seat), acted=acted)
    return True


def change_side(play, use, card, seat, until):
    """A player gains control of a summon."""
    table = play.table
    if card.face.kind != "summon" or card.controller == seat or not card.here:
        return False
    open_ = [column for column in range(3) if table.standing(seat, "summon", column) is None]
    if not open_:
        return False
    column = choose_column(use, [card.column] if card.column in open_ else open_, seat)
    former, card.controller, card.column = card.controller, seat, column
    if until is not None:
        table.timed.append(SimpleNamespace(kind="control", card=card, entry=card.entry, former=former, seat=seat,
                                           over=when_over(table, use, until)))  # fmt: skip
    return True


def conduct(play, card, wizards, column):
    """Wizards turn face-down and a summon comes in front of the first."""
    seat = wizards[0].controller
    told = []
    for wizard in wizards:
        wizard.up, wizard.acted = False, False
        told.append(happening("turned face-down", wizard))
    come(play, card, seat, column, told=False)
    for one in told:
        one.before = card
    happen(play, *told, happening("summoned", card), _summons(play.table, card, seat))


def conduct_by_text(play, use, deed):
    """A summon that a text lets its player conduct: which one, and with which wizard."""
    table, seat = play.table, use.you
    if use.words.value == 0 or (use.words.value is None and use.words.read_on(only_if_short=True)):
        use.words.value = None
        return False
    following = play.script.beyond()
    if use.conducted or (following is not None and following.kind == "S"):
        use.words.read_on(bare=True)
    wizards = [card for card in table.field if card.face.kind == "wizard" and card.up and card.controller == seat
               and table.standing(seat, "summon", card.column) is None
               and (deed.wizards is None or fits(use, deed.wizards, card))]  # fmt: skip
    castle = [card for card in table.cards if card.zone == "castle" and card.owner == seat]
    if not wizards or not castle:
        return False
    if not any(serves(use, card.face.condition, wizard) for card in castle for wizard in wizards):
        return False
    line = play.script.glance()
    if line is None or line.kind != "S":
        return False
    play.script.take()
    use.slots[deed.slot] = []
    card, use.conducted = play.conduct_line(line, seat), True
    use.slots[deed.slot] = [(card, card.entry)]
    return True


def serves(use, asked, wizard):
    """Whether a wizard fits a summoning condition."""
    if asked.names:
        return wizard.face.name in asked.names
    return fits(use, asked.cards, wizard)
