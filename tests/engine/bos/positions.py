"""A table in Anna's main phase, with summons and face-up bosses where a test wants them."""

from engine.bos.model.piles import available
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import CASTLE, MAIN, SPELLBOOK, Draft, Frame, Question, at
from tests.engine.bos.simple_cards import POOL, at_the_start

SUMMONS = {"1": ("cinder imp", "lava hound", "smoke runner"), "2": ("field sentinel", "granite ox", "ambercrest stag")}
ANNA, BEN = 0, 1


def draft_with(start=None, **strengths):
    """Both have started; every wizard is face-up; summons (s1a=5) and bosses (b1=7) stand with these strengths."""
    draft = Draft(start or at_the_start())
    draft.turns, draft.turn, draft.active, draft.phase = (1, 1), 2, ANNA, MAIN
    draft.frames, draft.question = [Frame("turn", 12, (ANNA,))], Question("menu", ANNA)
    for place in ("1wa", "1wb", "1wc", "2wa", "2wb", "2wc"):
        draft.own(draft.table[POSITIONS[place]]).up = True
    for place, strength in strengths.items():
        put(draft, place, strength)
    return draft


def put(draft, place, strength):
    where = POSITIONS[place[1] + "*" if place[0] == "b" else place[1:]]
    if place[0] == "b":
        number = draft.table[where]
    else:
        name = SUMMONS[place[1]]["abc".index(place[2])]
        number = available(draft, int(place[1]) - 1, CASTLE, POOL.find(name)).id
        draft.move(number, where)
    card = draft.own(number)
    card.up, card.strength = True, strength


def lay(draft, seat, name, under):
    """A seat's spell lies under a card from now on; its number."""
    number = available(draft, seat, SPELLBOOK, POOL.find(name)).id
    draft.lay_under(number, card_at(draft, under).id)
    return number


def card_at(draft, place):
    return at(draft, POSITIONS[place])


def number_at(draft, place):
    return card_at(draft, place).id


def strength(draft, place):
    return card_at(draft, place).strength


def told(draft, *kinds):
    """What was noted of these kinds: kind, card, seat, the other card, amount."""
    return [tuple(event) for event in draft.events if event.kind in kinds]
