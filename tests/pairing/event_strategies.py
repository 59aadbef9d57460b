"""Swiss tournaments mid-way as laws are tried on them, with everything that happens at the door and at the tables."""

from itertools import combinations
from random import Random

from hypothesis import strategies as st

from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed, check_event
from bos_tournament.pairing.swiss import pair_round
from tests.pairing.brute_force_rounds import seated, tables_of
from tests.pairing.event_notation import players

RESULTS = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 1))
SEED = 11  # of all rounds played before
MISSED = (Unplayed.LATE, Unplayed.ABSENT, Unplayed.FORFEIT)
FAULTS = (Unplayed.NO_SHOW, Unplayed.DOUBLE_NO_SHOW, Unplayed.FORFEIT)


def events(fewest=3, most=9, most_rounds=9, our_own=True):
    """Tournaments mid-way: odd fields, byes, drops, returns, late entrants, earned byes, pairs to be kept apart.

    All is drawn from one number, so that middling fields come up as often as the smallest.
    """
    return st.integers(0, 2**32).map(lambda number: some_event(Random(number), fewest, most, most_rounds, our_own))


def some_event(luck, fewest, most, most_rounds, our_own):
    names = [f"P{number}" for number in range(1, luck.randint(fewest, most) + 1)]
    late = set(luck.sample(names, luck.choice((0, 0, 1, 2))))
    pairs = list(combinations(names, 2))
    forbidden, avoided = (tuple(luck.sample(pairs, min(len(pairs), luck.choice((0, 0, 2, 6))))) for _ in "12")
    restless, strange = luck.choice((0, 0, 0.1, 0.3)), luck.choice((0, 0, 0.2))
    event = Event(players(*names), forbidden=forbidden, avoided=avoided)
    for _ in range(luck.randint(0, most_rounds)):
        number = event.next_round
        away = {name for name in names if luck.random() < restless or (name in late and number < 3)}
        field = tuple(Player(name, absent=(number,) if name in away else ()) for name in names)
        event = Event(field, event.rounds, forbidden, avoided=avoided)
        if len(seated(event)) > 1:
            tables = tables_of(pair_round(event, seed=SEED)) if our_own else any_tables(seated(event), luck)
            event = Event(field, (*event.rounds, played(tables, away, luck, strange)), forbidden, avoided=avoided)
    number = event.next_round
    kinds = [luck.choices(("in", "dropped", "absent", "earned"), (1, restless, restless, restless))[0] for _ in names]
    entered = tuple(map(entry, names, kinds, [number] * len(names)))
    return check_event(Event(entered, event.rounds, forbidden, avoided=avoided))


def any_tables(names, luck):
    mixed = luck.sample(names, len(names))
    return [tuple(mixed[at : at + 2]) for at in range(0, len(mixed), 2)]


def played(tables, away, luck, strange):
    """Results for the tables, and rows for some of those who were not there."""
    missed = [Pairing((name,), unplayed=luck.choice(MISSED)) for name in sorted(away) if luck.random() < 0.5]
    return (*(result(table, luck, strange) for table in tables), *missed)


def result(table, luck, strange):
    if len(table) == 1:
        return Pairing(table, unplayed=Unplayed.BYE)
    if luck.random() < strange:
        return Pairing(table, unplayed=luck.choice(FAULTS))
    return Pairing(table, games=luck.choice(RESULTS))


def entry(name, kind, number):
    """Who takes part in that round, and how."""
    return Player(
        name,
        dropped_after=number - 1 if kind == "dropped" else None,
        absent=(number,) if kind == "absent" else (),
        earned_byes=(number,) if kind == "earned" else (),
    )
