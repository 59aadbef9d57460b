"""What is to be seen after a scene, compared with what is there."""

from engine.bos.model.moves import Block
from engine.bos.model.places import boss_place, summon_place, wizard_place
from engine.bos.model.state import at
from tests.engine.bos.designer.scene_moves import first_legal
from tests.engine.bos.designer.scene_play import Difference, Play
from tests.engine.bos.designer.scene_position import SEATS, THIS, FormatError, column_of_letter, position
from tests.engine.bos.designer.sentences import NAME

PLAYERS = tuple(SEATS)
PILES = ("castle", "spellbook", "graveyard")


def difference(sentence, scene):
    """The first thing in which the scene goes otherwise than it is meant; None if it goes as meant."""
    allowed = scene.see.get("allowed", {})
    try:
        play = Play(position(sentence, scene), scene.do, left_open=any(" block" in action for action in allowed))
        play.run()
        return next(filter(None, (compared(play, what, meant) for what, meant in scene.see.items())), None)
    except Difference as found:
        return str(found)
    except FormatError as wrong:
        return f"format: {wrong}"


def compared(play, what, meant):
    """What is wrong with one thing that is to be seen."""
    if isinstance(meant, dict):
        seen = {part: look_into(play, what, part) for part in meant}
        wrong = [part for part in meant if seen[part] != meant[part]]
        return f"{what} {wrong[0]}: meant {meant[wrong[0]]}, seen {seen[wrong[0]]}" if wrong else None
    seen = look(play.state, what)
    return None if seen == meant else f"{what}: meant {meant}, seen {seen}"


def look_into(play, what, part):
    """How many cards of a name a pile holds, or whether something may be done next."""
    if what == "allowed":
        return is_allowed(play, part)
    player, pile = what.split(".")
    if pile not in PILES:
        raise FormatError(what)
    name = NAME if part == THIS else part
    copies = play.state.copies
    return sum(copy.owner == SEATS[player] and copy.zone == pile and copy.face.name == name for copy in copies)


def is_allowed(play, action):
    """Whether the player may do that now."""
    player, _, words = action.partition(": ")
    verb, _, rest = words.partition(" ")
    seat = SEATS[player]
    if verb == "block":
        place = boss_place(seat) if rest == "boss" else summon_place(seat, column_of_letter(rest))
        return first_legal(play.state, seat, [Block(place)]) is not None
    return first_legal(play.state, seat, play.imagined(seat, verb, rest)) is not None


def look(state, what):
    """One thing on the table, in the words of the format."""
    match what.split("."):
        case ["winner"]:
            return PLAYERS[state.outcome.winners[0]] if state.outcome and state.outcome.winners else None
        case ["turn"]:
            return PLAYERS[state.active]
        case [player, ("life" | "vim" | "ether") as resource]:
            return getattr(state, resource)[SEATS[player]]
        case [player, "boss", *rest]:
            return look_at(state, boss_place(SEATS[player]), rest)
        case [player, "wizard", letter, *rest]:
            card = at(state, wizard_place(SEATS[player], column_of_letter(letter)))
            return lying(card) if rest else "gone" if card is None else "up" if card.up else "down"
        case [player, letter, *rest]:
            return look_at(state, summon_place(SEATS[player], column_of_letter(letter)), rest)
    raise FormatError(what)


def look_at(state, place, rest):
    card = at(state, place)
    if rest == ["state"]:
        return lying(card)
    return "gone" if card is None else card.strength if card.up else "down"


def lying(card):
    return "gone" if card is None else "down" if not card.up else "acted" if card.acted else "ready"
