"""Every well-formed answer in a position, by nothing but the alphabet of keys: what options are measured against."""

from itertools import permutations, product

from engine.bos import keys, statics
from engine.bos.carrying import open_price, spoken
from engine.bos.checks import check
from engine.bos.costs import vim_of
from engine.bos.options import legal
from engine.bos.payment import Payment, unwritten
from engine.bos.rulebook import rulebook
from engine.bos.state import SPELLBOOK, Doing
from engine.bos.texts import texts_of
from engine.bos.waiting import optional
from engine.choice import Answer

POSITIONS = sorted(keys.POSITIONS)
SEATS = ("P1", "P2")
WORDS = ("next", "end", "boss", "no", "begin", "pass", "done", "yes")
COSTS = [Payment(vim, ether) for vim, ether in product(range(7), range(5))]
SPLITS = [None, *(Payment(vim, ether) for vim, ether in product(range(4), range(3)))]
NUMBERS = range(12)


def universe(state):
    """Keys of every kind, with every place, every card of both lists, and small numbers."""
    names = sorted({name for side in state.setup.registered for name in side})
    standing = [f"{place}.{number}" for place, number in product(POSITIONS, range(9))]
    abilities = [*standing, *(f"={name}.{number}" for name, number in product(names, range(3)))]
    yield from WORDS
    yield from ("begin:" + "".join(order) for order in permutations("abc"))
    yield from (f"{verb}:{place}" for verb, place in product(("block", "ready", "pick"), POSITIONS))
    yield from (f"attack:{a}>{b}" for a, b in product(POSITIONS, [*POSITIONS, *SEATS]))
    yield from (f"pick:{seat}" for seat in SEATS)
    yield from (f"pick:={name}" for name in names)
    yield from (f"{verb}:{number}" for verb, number in product(("mode", "number"), NUMBERS))
    yield from (keys.write_pay(split) for split in SPLITS)
    yield from (f"first:{ability}" for ability in abilities)
    yield from (
        f"use:{name}{keys.write_payment(split)}" for name, split in product(abilities, SPLITS) if name[0] != "="
    )
    yield from (f"take:{name}{keys.write_payment(split)}" for name, split in product(abilities, SPLITS))
    for name in names:
        yield from (f"summon:{''.join(c)}:{name}" for n in (1, 2, 3) for c in permutations("abc", n))
        yield from (keys.write_cast(payment, name) for payment in COSTS)


def misjudged(state):
    """Where options and brute force disagree, and refusals that name no rule of the rulebook."""
    asked = state.ask.seat
    found, wrong = set(), []
    for key in universe(state):
        violation = check(state, Answer(asked, key))
        if violation is None:
            found.add(key)
        elif violation.rule not in rulebook() or violation.message[-1] not in ".?!”)":
            wrong.append(f"{key} is refused by {violation}")
    offered = [answer.key for answer in legal(state)]
    small = {key for key in offered if not _is_large(key)}
    if len(offered) != len(set(offered)):
        wrong.append(f"offered twice: {sorted(key for key in set(offered) if offered.count(key) > 1)}")
    wrong += [f"not offered: {key}" for key in sorted(found - set(offered)) if not _said_otherwise(state, key)]
    return wrong + [f"offered, not found: {key}" for key in sorted(small - found)]


def _is_large(key):
    """Numbers and payments beyond those of the universe."""
    if keys.verb(key) in ("mode", "number"):
        return keys.count(key) not in NUMBERS
    payment = _payment(key)
    return payment is not None and payment not in (COSTS if key.startswith("cast:") else SPLITS)


def _payment(key):
    match keys.verb(key):
        case "cast":
            return keys.cast(key).payment
        case "use":
            return keys.use(key).payment
        case "take":
            return keys.waiting(key)[1]
        case "pay":
            return keys.pay(key)


def _said_otherwise(state, key):
    """Whether another key says the same: wizards that stay, helpers in another order, vim that pays first."""
    if key == "begin:abc":
        return True
    if keys.verb(key) == "summon":
        (first, *others), name = keys.summon(key)
        plain = keys.write_summon((first, *sorted(others)), name)
        return plain != key and check(state, Answer(state.ask.seat, plain)) is None
    payment = _payment(key)
    return not key.startswith("cast:") and payment is not None and payment == _silent(state, key)


def _silent(state, key):
    seat = state.ask.seat
    if key.startswith("use:"):
        move = keys.use(key)
        copy, own = keys.abilities_at(state, move.place)[move.number - 1]
        return unwritten(state, seat, vim_of(state, Doing(copy.id, own, seat), texts_of(copy.face)[own].cost))
    if keys.verb(key) == "pay":
        doing, cost = open_price(state)
        return unwritten(state, seat, vim_of(state, doing, cost))
    name, _ = keys.waiting(key)
    doing = next(doing for doing in optional(state, seat) if keys.ability(state, doing) == name)
    copy = state.copies[doing.source]
    if copy.zone == SPELLBOOK:
        return unwritten(state, seat, statics.cost(state, seat, copy.face))
    return unwritten(state, seat, vim_of(state, doing, spoken(state, doing).cost))
