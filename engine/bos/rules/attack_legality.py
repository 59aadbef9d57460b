"""What makes an attack or a block legal, each rule with its number (chapters 7, 8 and 9)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.targets import Things
from engine.bos.abilities.targets import named as named_things
from engine.bos.model.moves import Attack, Block, NoBlock
from engine.bos.model.places import (
    NOBODY,
    column_of,
    is_boss_place,
    player,
    position,
    seat_of,
    seat_of_thing,
)
from engine.bos.model.presence import has_left, rivals
from engine.bos.model.state import (
    MAIN,
    Copy,
    PendingAbility,
    State,
    Table,
    at,
    face_up_boss,
    fights,
    named,
    phase_name,
)
from engine.bos.model.syntax import CombatRule
from engine.bos.rules.bosses import stands_open
from engine.bos.rules.combat import can_pay, may_block, must_block, possible_blockers
from engine.choice import Answer, Violation
from engine.messages import Arg, Message
from engine.rule_table import Row, first_broken
from engine.seats import seat_name


def _are_one_side(table: Table, seat: int, other: int) -> bool:
    """Whether two seats win or lose together."""
    side = table.setup.seating.side
    return side[seat] == side[other]


def _attacks(table: Table, card: Copy) -> int:
    """How often a card has attacked this turn."""
    return sum(one.what == "attacked" and one.card == card.id for one in table.past)


def may_attack_again(table: Table, card: Copy) -> bool:
    """Whether a text lets an acted card attack a second time, as it has attacked once this turn (G-365)."""
    if _attacks(table, card) != 1:
        return False
    return continuous_effects.combat_rule(table, "attack twice", card.id) is not None


class AttackCase:
    """An attack being declared on the card in a place, `target` if one stands there, or on a player; the other one
    is -1."""

    __slots__ = ("attacker", "place", "player", "seat", "state", "target", "target_place")

    def __init__(self, state: State, seat: int, place: int, target_place: int, player: int) -> None:
        self.state = state
        self.seat = seat
        self.place = place
        self.target_place = target_place
        self.player = player
        self.attacker = at(state, place)
        self.target = None if target_place == NOBODY else at(state, target_place)

    @property
    def facing(self) -> Copy | None:
        """The summon in the attacker's column that closes it: the attacked player's (8.1.1, G-96, G-204), on an attack
        on oneself that of any opponent (G-107, G-206)."""
        column = column_of(self.place)
        if column == NOBODY:
            return None
        seats = rivals(self.state, self.seat) if self.is_own else (self.player,)
        summons = self.state.setup.seating.summons
        return next((card for seat in seats if (card := at(self.state, summons[seat][column]))), None)

    @property
    def is_own(self) -> bool:
        """Whether it is an attack on oneself, or on the combined team of one's own (14.3.12)."""
        lead = self.state.setup.seating.lead
        return lead[self.player] == lead[self.seat]

    @property
    def passes(self) -> bool:
        """Whether a text lets the attacker pass an opponent's summons (G-342)."""
        attacker = self.attacker
        return attacker is not None and bool(
            continuous_effects.combat_rule(self.state, "attack past summons", attacker.id)
        )

    @property
    def by(self) -> str:
        """The attacker for a sentence."""
        return named(self.attacker) if self.attacker else position(self.place)

    @property
    def met(self) -> str:
        """The target for a sentence."""
        return named(self.target) if self.target else position(self.target_place)

    @property
    def faced(self) -> str:
        """The opposing summon for a sentence."""
        return named(self.facing) if self.facing else ""


def _is_of(card: Copy | None, seat: int) -> bool:
    return card is not None and card.control == seat


def _no_attacker(case: AttackCase) -> Message:
    if case.attacker is None:
        return Message("bos.attack.nothing_there", place=position(case.place))
    return Message("bos.attack.no_attacker", card=case.by, seat=seat_name(case.seat))


def _no_target(case: AttackCase) -> Message:
    if case.target is None:
        return Message("bos.attack.no_target", place=position(case.target_place))
    if case.target is case.attacker:
        return Message("bos.attack.itself", card=case.by)
    return Message("bos.attack.not_attackable", card=named(case.target))


_DECLARING: Final[tuple[Row[AttackCase], ...]] = (
    Row(
        "7.1.1",
        lambda case: case.state.phase == MAIN,
        lambda case: Message("bos.attack.phase", phase=phase_name(case.state)),
    ),
    Row("7.1.3", lambda case: fights(case.attacker) and _is_of(case.attacker, case.seat), _no_attacker),
    Row(
        "7.1.2",
        lambda case: (
            case.attacker is not None and (not case.attacker.acted or may_attack_again(case.state, case.attacker))
        ),
        lambda case: Message("bos.attack.acted", card=case.by),
    ),
)


def _who_forbids(case: AttackCase, verb: str, target: int) -> Arg:
    copy = continuous_effects.forbidden(case.state, verb, target)
    return named(copy) if copy else Message("bos.word.a_text")


def _met(case: AttackCase) -> int:
    """What is attacked, as a thing."""
    return case.target.id if case.target else player(case.player)


def _may_attack_it(case: AttackCase) -> bool:
    """Whether nothing forbids this attacker this target."""
    assert case.attacker is not None
    forbidden, seat = continuous_effects.forbidden, player(case.seat)
    return (
        forbidden(case.state, "attack", case.attacker.id, _met(case)) is None
        and forbidden(case.state, "attack", seat, _met(case)) is None
        and forbidden(case.state, "attack with", seat, case.attacker.id) is None
        and forbidden(case.state, "be attacked", _met(case), case.attacker.id) is None
        and (case.target is None or _may(case, "attack cards"))
    )


def _not_that_one(case: AttackCase) -> Message:
    """The sentence of what forbids the target, or the attacker this target."""
    assert case.attacker is not None
    copy = continuous_effects.forbidden(case.state, "be attacked", _met(case))
    if copy is not None and case.target is not None:
        return Message("bos.attack.cannot_be", source=named(copy), card=case.met)
    return Message("bos.attack.cannot_attack_that", card=case.by)


def _may(case: AttackCase, verb: str) -> bool:
    """Whether neither the attacker nor its player is forbidden to do it."""
    assert case.attacker is not None
    forbidden, seat = continuous_effects.forbidden, player(case.seat)
    return forbidden(case.state, verb, case.attacker.id) is None and forbidden(case.state, verb, seat) is None


_ALLOWED: Final[tuple[Row[AttackCase], ...]] = (
    Row(
        "10.7",
        lambda case: _may(case, "attack") and _may(case, "act"),
        lambda case: Message(
            "bos.attack.cannot",
            source=_who_forbids(case, "attack", case.attacker.id if case.attacker else -1),
            card=case.by,
        ),
    ),
)


def _can_pay(case: AttackCase) -> bool:
    assert case.attacker is not None
    return can_pay(case.state, "attack", case.attacker, _met(case))


def _is_what_it_must_attack(case: AttackCase) -> bool:
    """Whether the attacker is on what a text says it must attack, or could not attack that (7.1.8)."""
    assert case.attacker is not None
    rules = list(continuous_effects.must_attack(case.state, case.attacker.id))
    wanted = [thing for pending, rule in rules for thing in _meant(case.state, pending, rule)]
    return not wanted or _met(case) in wanted or not any(_could_attack(case, thing) for thing in wanted)


def _meant(state: State, pending: PendingAbility, rule: CombatRule) -> Things:
    assert rule.other is not None
    return named_things(state, pending, rule.other)


def _could_attack(case: AttackCase, thing: int) -> bool:
    """Whether everything but such a duty lets the attacker attack that."""
    if thing < 0:
        other = AttackCase(case.state, case.seat, case.place, NOBODY, seat_of_thing(thing))
        return first_broken(PLAYER_ATTACK[:-1], other) is None
    place = case.state.copies[thing].place
    other = AttackCase(case.state, case.seat, case.place, place, NOBODY)
    return place != NOBODY and first_broken(ATTACK[:-1], other) is None


_AT_LAST: Final[tuple[Row[AttackCase], ...]] = (
    Row("7.1.9", _can_pay, lambda case: Message("bos.attack.price", card=case.by), "G-366"),
    Row("7.1.8", _is_what_it_must_attack, lambda case: Message("bos.attack.must_that", card=case.by), "G-364"),
)

ATTACK: Final[tuple[Row[AttackCase], ...]] = (
    *_DECLARING,
    Row(
        "14.4.13",
        lambda case: case.target is None or case.target.control not in case.state.down,
        lambda case: Message("bos.attack.of_defeated", card=case.met, seat=seat_name(seat_of(case.target_place))),
        "G-247",
    ),
    Row(
        "7.2.1",
        lambda case: case.target is None or case.target.up or not is_boss_place(case.target_place),
        lambda case: Message("bos.attack.face_down", card=case.met),
        "G-84",
    ),
    Row("7.2.1", lambda case: fights(case.target) and case.target is not case.attacker, _no_target),
    *_ALLOWED,
    Row("10.7", _may_attack_it, _not_that_one),
    *_AT_LAST,
)

PLAYER_ATTACK: Final[tuple[Row[AttackCase], ...]] = (
    *_DECLARING,
    Row(
        "14.5.18",
        lambda case: not has_left(case.state, case.player),
        lambda case: Message("bos.attack.out", seat=seat_name(case.player)),
        "G-218",
    ),
    Row(
        "14.4.13",
        lambda case: case.player not in case.state.down,
        lambda case: Message("bos.attack.defeated", seat=seat_name(case.player)),
        "G-247",
    ),
    Row(
        "14.5.5",
        lambda case: case.is_own or not _are_one_side(case.state, case.seat, case.player),
        lambda case: Message("bos.attack.teammate", seat=seat_name(case.player)),
        "G-205",
    ),
    Row(
        "8.1.2",
        lambda case: case.state.turns[case.player] > 0 or case.seat == case.state.setup.seating.early,
        lambda case: Message("bos.attack.before_first_turn", seat=seat_name(case.player)),
    ),
    Row(
        "9.2.3",
        lambda case: (
            case.is_own
            or not is_boss_place(case.place)
            or stands_open(case.state, case.player)
            or (face_up_boss(case.state, case.player) is None and case.passes)
        ),
        lambda case: Message("bos.attack.boss_protected", card=case.by, seat=seat_name(case.player)),
        "G-119",
    ),
    Row(
        "8.1.1",
        lambda case: case.is_own or case.facing is None or case.passes,
        lambda case: Message("bos.attack.column_closed", source=case.faced, card=case.by),
    ),
    Row(
        "8.1.1",
        lambda case: not case.is_own or case.facing is None,
        lambda case: Message("bos.attack.column_closed_own", source=case.faced, card=case.by),
        "G-107",
    ),
    *_ALLOWED,
    Row(
        "10.7",
        lambda case: (
            _may(case, "attack players")
            and continuous_effects.forbidden(case.state, "be attacked", player(case.player)) is None
        ),
        lambda case: Message(
            "bos.attack.forbidden",
            source=_who_forbids(case, "attack players", case.attacker.id if case.attacker else -1),
            card=case.by,
        ),
    ),
    Row("10.7", _may_attack_it, _not_that_one),
    *_AT_LAST,
)


_OF_MORE: Final = ("14.5.18", "14.4.13", "14.5.5")
"""Rules that nobody can break in a duel."""
_IN_A_DUEL: Final = tuple(row for row in ATTACK if row.rule not in _OF_MORE)
_ON_PLAYERS_IN_A_DUEL: Final = tuple(row for row in PLAYER_ATTACK if row.rule not in _OF_MORE)


def check_attack(state: State, answer: Answer[Attack]) -> Violation | None:
    """Whether an attack may be declared so."""
    move = answer.move
    case = AttackCase(state, answer.seat, move.attacker, move.target, move.player)
    if state.setup.seating.is_duel:
        return first_broken(_IN_A_DUEL if move.player == NOBODY else _ON_PLAYERS_IN_A_DUEL, case)
    return first_broken(ATTACK if move.player == NOBODY else PLAYER_ATTACK, case)


def check_attacks_made(state: State, seat: int) -> Violation | None:
    """Whether the main phase may be left: whatever must attack has done so this turn, or is not able to (G-341)."""
    for place in state.setup.seating.attackers[seat]:
        card = at(state, place)
        if card is None or card.acted or continuous_effects.combat_rule(state, "must attack", card.id) is None:
            continue
        if not _attacks(state, card) and _is_able(state, card.control, place):
            return Violation("7.1.7", Message("bos.attack.must", card=named(card)), "G-341")
    return None


def _is_able(state: State, seat: int, place: int) -> bool:
    """Whether it can attack an opponent, or what an opponent controls: nobody has to attack their own side."""
    attackers = state.setup.seating.attackers
    attacks = [
        attack
        for other in rivals(state, seat)
        for attack in (Attack(place, player=other), *(Attack(place, target) for target in attackers[other]))
    ]
    return any(check_attack(state, Answer(seat, move)) is None for move in attacks)


class BlockCase:
    """A card that should block the attack on a player: `blocker` if one stands in the place."""

    __slots__ = ("attacker", "blocker", "place", "seat", "state")

    def __init__(self, state: State, seat: int, place: int, attacker: Copy) -> None:
        self.state = state
        self.seat = seat
        self.place = place
        self.blocker = at(state, place)
        self.attacker = attacker

    @property
    def is_there(self) -> bool:
        """Whether the place is one of the attacked battlefield, or a boss beside it."""
        return self.place in self.state.setup.seating.attackers[self.seat]

    @property
    def is_own(self) -> bool:
        """Whether the attack is one on its own side (G-107)."""
        lead = self.state.setup.seating.lead
        return lead[self.seat] == lead[self.attacker.control]

    @property
    def by(self) -> str:
        """The blocker for a sentence."""
        return named(self.blocker) if self.blocker else position(self.place)


def _no_blocker(case: BlockCase) -> Message:
    if case.blocker is None:
        return Message("bos.block.nothing_there", place=position(case.place))
    return Message("bos.block.not_a_blocker", card=named(case.blocker), seat=seat_name(case.seat))


def _may_block(case: BlockCase) -> bool:
    assert case.blocker is not None
    return may_block(case.state, case.attacker, case.blocker)


BLOCK: Final[tuple[Row[BlockCase], ...]] = (
    Row(
        "9.2.2",
        lambda case: case.blocker is None or not case.is_there or not is_boss_place(case.place) or case.blocker.up,
        lambda case: Message("bos.block.face_down", card=case.by),
    ),
    Row("8.2.1", lambda case: fights(case.blocker) and case.is_there, _no_blocker),
    Row(
        "8.2.1",
        lambda case: not case.is_own or is_boss_place(case.place),
        lambda case: Message("bos.block.own_attack", card=case.by),
        "G-107",
    ),
    Row(
        "10.7",
        lambda case: case.blocker is not None and _may_block(case),
        lambda case: Message("bos.block.cannot", card=case.by),
    ),
    Row(
        "8.2.1",
        lambda case: case.blocker in possible_blockers(case.state, case.attacker, case.seat),
        lambda case: Message("bos.block.not_adjacent", card=case.by, source=named(case.attacker)),
        "G-98",
    ),
)


def check_block(state: State, answer: Answer[Block]) -> Violation | None:
    """Whether that card may block the attack that waits."""
    return check_block_of(state, answer, state.copies[state.frames[-1].values[0]])


def check_block_of(state: State, answer: Answer[Block], attacker: Copy) -> Violation | None:
    """Whether that card may block an attack of this attacker on its player."""
    place = answer.move.place
    return first_broken(BLOCK, BlockCase(state, answer.seat, place, attacker))


def check_no_block(state: State, answer: Answer[NoBlock]) -> Violation | None:
    """Whether the attack that waits may go unblocked (G-364)."""
    attacker = state.copies[state.frames[-1].values[0]]
    if not must_block(state, attacker, answer.seat):
        return None
    return Violation("7.1.8", Message("bos.block.must", card=named(attacker)), "G-364")
