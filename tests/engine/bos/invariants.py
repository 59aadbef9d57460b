"""What must be true of every position and of every step, whoever plays whatever (I1 to I14 of the testing plan).

`broken(state)` and `broken_step(...)` return sentences, none where all is well, so that tests, hypothesis walks and
long runs use the same laws.
"""

from collections import Counter

from engine.bos import game
from engine.bos.abilities import continuous_effects
from engine.bos.model.cards import CardType
from engine.bos.model.places import NOBODY, is_boss_place, is_summon_place, seat_of
from engine.bos.model.presence import is_out
from engine.bos.model.state import (
    ASIDE,
    CASTLE,
    GONE,
    GRAVEYARD,
    PILE_OF,
    SPELLBOOK,
    STARTUP,
    TABLE,
    UNDER,
    Draft,
)
from engine.bos.notation.canonical_state import canonical
from engine.bos.rules import turn
from engine.bos.rules.game_loop import ROUTINES
from engine.bos.rules.options import legal
from tests.engine.bos.answer_keys import key_of, verb_of

PILES = (CASTLE, SPELLBOOK, GRAVEYARD)
ZONES = (*PILES, TABLE, ASIDE, UNDER, GONE)
MENUS = ("begin", "menu")


def broken(state):
    """The laws that a position breaks."""
    return [*_cards(state), *_places(state), *_numbers(state), *_questions(state), *_seats(state)]


def _cards(state):
    """I1, I2: every card of all decks is somewhere, once; it keeps its owner; piles hold what belongs there."""
    setup = state.setup
    for seat in range(setup.seating.seats):
        deck = Counter(card.key for card in (*setup.wizards[seat], setup.bosses[seat], *setup.piles[seat]))
        if Counter(copy.face.key for copy in state.copies if copy.owner == seat) != deck:
            yield f"I1: the cards of seat {seat} are not those of the deck"
    for number, copy in enumerate(state.copies):
        if copy.id != number:
            yield f"I1: {copy} has another number"
        if copy.zone not in ZONES:
            yield f"I1: {copy} is nowhere"
        if (copy.zone == UNDER) != (copy.host != NOBODY) or (copy.zone == TABLE) != (copy.place != NOBODY):
            yield f"I1: {copy} is in two places"
        if copy.zone == UNDER and state.copies[copy.host].zone != TABLE:
            yield f"I1: {copy} lies under a card that is not on the table"
        if copy.zone in PILES and (copy.control != copy.owner or copy.acted or copy.leaving or copy.bonus):
            yield f"I2: {copy} is in a pile and not as it was printed"
        if copy.zone in (CASTLE, SPELLBOOK) and copy.zone != PILE_OF.get(copy.face.type):
            yield f"I2: {copy} is in the wrong pile"
        if copy.zone == GRAVEYARD and not (copy.up and copy.public):
            yield f"I2: {copy} lies in a graveyard and cannot be seen"


def _places(state):
    """I1: the table and the cards agree; a place holds one card of the right kind, of whoever's side it is on."""
    standing = {copy.place: copy.id for copy in state.copies if copy.zone == TABLE}
    if standing != {place: number for place, number in enumerate(state.table) if number >= 0}:
        yield "I1: the table and its cards disagree"
    for place, number in standing.items():
        copy = state.copies[number]
        kind = CardType.SUMMON if is_summon_place(place) else CardType.BOSS if is_boss_place(place) else CardType.WIZARD
        lead = state.setup.seating.lead
        at_home = (
            lead[copy.control] == lead[seat_of(place)] if kind is CardType.SUMMON else copy.control == seat_of(place)
        )
        if copy.face.type is not kind or not at_home:
            yield f"I1: {copy} does not belong there"
        if copy.acted and not copy.up:
            yield f"I1: {copy} is face-down and acted"
        if kind is CardType.SUMMON and not copy.up:
            yield f"I1: {copy} is a face-down summon"


def _numbers(state):
    """I3: nothing below zero; whoever has no strength left is gone, cannot be defeated, or was spared."""
    if min(*state.life, *state.vim, *state.ether, *(copy.strength for copy in state.copies)) < 0:
        yield "I3: a number is below zero"
    if state.question and state.question.kind in MENUS:
        for copy in (state.copies[number] for number in state.table if number >= 0):
            fights = copy.up and copy.face.strength is not None and copy.control not in state.down
            weak = fights and copy.strength == 0
            if weak and not copy.spared and not continuous_effects.forbidden(state, "be defeated", copy.id):
                yield f"I3: {copy} stands there without strength"


def _questions(state):
    """I6, I11: a question or an outcome; nothing is left over from anything when a player chooses freely."""
    if (state.question is None) != (state.outcome is not None):
        yield "I6: neither asked nor over, or both"
    if state.outcome:
        return
    if not any(True for _ in legal(state)):
        yield f"I6: {state.question} has no answer"
    if state.question.kind in MENUS:
        if len(state.frames) != 1 or state.waiting or state.fallen or any(copy.leaving for copy in state.copies):
            yield f"I11: left over at {state.question}: {state.frames} {state.waiting} {state.fallen}"
        if any(copy.zone == ASIDE for copy in state.copies):
            yield "I11: a spell is neither in play nor away"
        if canonical(_refreshed(state)) != canonical(state):
            yield "I11: what is always active was not worked out"


def _seats(state):
    """I15: two sides are in, or the game is over; whoever is out has nothing left, and nothing waits for them."""
    sides = state.setup.seating.sides
    if not state.outcome and sum(not all(is_out(state, seat) for seat in side) for side in sides) < 2:
        yield "I15: one side is left, and the game goes on"
    if state.question and is_out(state, state.question.seat):
        yield f"I15: {state.question} is asked of somebody who is not in the game"
    gone = {seat for batch in state.gone for seat in batch}
    for seat in range(len(state.turns)):
        away = [copy for copy in state.copies if copy.owner == seat and copy.zone == GONE]
        if away and seat not in gone:
            yield f"I15: cards of seat {seat} are put away, who is in"
        if state.outcome:
            continue  # who falls in the last step puts nothing away
        if seat in gone and (len(away) != sum(copy.owner == seat for copy in state.copies) or state.life[seat]):
            yield f"I15: seat {seat} is out and has something left"
        if not is_out(state, seat) and state.life[seat] <= 0 and state.frames[-1].routine != "postponed":
            yield f"I15: seat {seat} is in without life"
    left = [frame.pending for frame in state.frames if frame.pending] + list(state.waiting)
    lasting = [modifier.seat for modifier in state.modifiers]
    if gone.intersection(
        [*(pending.seat for pending in left), *lasting, *(each.pending.seat for each in state.delayed)]
    ):
        yield "I15: something goes on of somebody who is out"


def _refreshed(state):
    draft = Draft(state)
    continuous_effects.refresh(draft)
    return draft.freeze()


def broken_step(before, answer, step):
    """The laws that a step breaks."""
    return [
        *_owners(before, step.state), *_flow(before, step), *_damage(before, step), *_attacks(before, answer, step),
        *_frozen(before, step.state),
    ]  # fmt: skip


def _frozen(before, after):
    """I16: from a defeat in a raid to the revival every card of that player stays as it is (14.4.13)."""
    for old, new in zip(before.copies, after.copies, strict=True):
        lies = old.control in before.down and old.control in after.down and not old.leaving
        if lies and old != new and old.owner in after.down:
            yield f"I16: {old} changed although its player is defeated"


def _owners(before, after):
    """I2: nobody's card becomes anybody else's."""
    if [(copy.owner, copy.face) for copy in before.copies] != [(copy.owner, copy.face) for copy in after.copies]:
        yield "I2: a card changed its owner or its face"
    if after.serial != before.serial + 1 or after.setup is not before.setup:
        yield "I5: a step is not one step"


def _flow(before, step):
    """I3: life, vim and ether change by what is noted, and by nothing else."""
    noted, lead = Counter(), before.setup.seating.lead
    for event in step.events:
        if event.kind == "taken" and event.card == NOBODY:
            noted["life", lead[event.seat]] -= event.amount
        elif event.kind == "pay":
            noted["vim", lead[event.seat]] -= event.amount
            noted["ether", lead[event.seat]] -= event.other
        elif event.kind.startswith(("gain ", "lose ")) and event.kind[5:] in ("life", "vim", "ether"):
            noted[event.kind[5:], lead[event.seat]] += event.amount if event.kind[0] == "g" else -event.amount
    doubled = {event.seat for event in step.events if event.kind in ("turn", "end startup", "summoning", "decay")}
    if _is_past_doubling(step.state) and not _is_past_doubling(before):
        doubled.add(step.state.active)
    for seat in range(len(before.turns)):
        if is_out(step.state, seat) or is_out(before, seat):
            continue
        if step.state.ether[seat] != before.ether[seat] + noted["ether", lead[seat]]:
            yield f"I3: ether of seat {seat} changed by itself"
        if lead[seat] not in doubled and step.state.life[seat] != before.life[seat] + noted["life", lead[seat]]:
            yield f"I3: life of seat {seat} changed by itself"
        if lead[seat] not in doubled and step.state.vim[seat] != before.vim[seat] + noted["vim", lead[seat]]:
            yield f"I3: vim of seat {seat} changed by itself"


def _is_past_doubling(state):
    """Whether the startup phase that runs has doubled vim already, which no event tells (4.2.1)."""
    return bool(state.frames) and state.phase == STARTUP and state.frames[0].step > _DOUBLING


_DOUBLING = ROUTINES["turn"].index(turn.double_vim)


def _damage(before, step):
    """I13: nobody takes more than is dealt, or than they have; what is taken is lost."""
    dealt = [event for event in step.events if event.kind == "dealt"]
    taken = [event for event in step.events if event.kind == "taken"]
    if [event[1:4] for event in dealt] != [event[1:4] for event in taken]:
        yield "I13: damage is dealt or taken alone"
    for one, other in zip(dealt, taken, strict=False):
        if other.amount > one.amount:
            yield f"I13: {other} is more than {one}"
    changed = Counter()
    if any(event.kind == "over" for event in step.events):
        return  # What was gained for a time is noted as gained, and what is over is not noted card by card.
    for event in step.events:
        if event.kind in ("taken", "lose strength"):
            changed[event.card] -= event.amount
        elif event.kind == "gain strength":
            changed[event.card] += event.amount
    for old, new in zip(before.copies, step.state.copies, strict=True):
        stays = old.zone == new.zone == TABLE and old.bonus == new.bonus and old.up and not new.leaving
        if stays and new.strength != old.strength + changed[new.id]:
            yield f"I13: strength of {new} changed by itself from {old.strength}"


def _attacks(before, answer, step):
    """I14: every attack is counted, once, for whoever declared it."""
    counted = [now - then for now, then in zip(step.state.attacks, before.attacks, strict=True)]
    declared = [int(verb_of(answer) == "attack" and answer.seat == seat) for seat in range(len(before.turns))]
    if counted != declared:
        yield f"I14: {key_of(answer)} counts {counted}"


def picture(state):
    """Everything that must not change in a position that others look at."""
    return canonical(state), tuple(copy.own() for copy in state.copies), state.table, state.serial, state.question


def impure(state):
    """I4: looking at a position, or playing on from it, changes it."""
    before = picture(state)
    for answer in legal(state):
        game.apply(state, answer)
    for who in ("judge", "public", *range(len(state.turns))):
        game.view(state, who)
    return [] if picture(state) == before else ["I4: a position changed when it was looked at"]
