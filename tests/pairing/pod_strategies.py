"""Pods mid-way as laws are tried on them: drops, absences, earned byes, shared places, pairs to be kept apart."""

from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed, check_event
from bos_tournament.pairing.pods import draft_pods
from tests.pairing.event_notation import players

SEED = 11


def pod_events(fewest=1, most=10, most_rounds=5, sizes=(3, 4, 5, 6), our_own=True):
    """All is drawn from one number, so that middling fields come up as often as the smallest."""
    return st.integers(0, 2**32).map(
        lambda number: some_pods(Random(number), luck_of(number, fewest, most), most_rounds, sizes, our_own)
    )


def luck_of(number, fewest, most):
    return fewest + number % (most - fewest + 1)


def some_pods(luck, entered, most_rounds, sizes, our_own):
    names = [f"P{number}" for number in range(1, entered + 1)]
    pairs = list(combinations(names, 2))
    forbidden, avoided = (tuple(luck.sample(pairs, min(len(pairs), luck.choice((0, 0, 0, 2))))) for _ in "12")
    event = Event(
        players(*names),
        table_size=luck.choice(sizes),
        tie_breaks=("omw", "oomw"),
        forbidden=forbidden,
        avoided=avoided,
        seed=SEED,
    )
    restless = luck.choice((0, 0, 0.1))
    for _ in range(luck.randint(0, most_rounds)):
        event = played_on(event, luck, restless, our_own)
    number = event.next_round
    kinds = [luck.choices(("in", "dropped", "absent", "earned"), (1, restless, restless, restless))[0] for _ in names]
    return check_event(replace(event, players=tuple(map(entry, names, kinds, [number] * len(names)))))


def played_on(event, luck, restless=0.0, our_own=True):
    """One round more, everyone back who was away."""
    number, names = event.next_round, [player.id for player in event.players]
    away = {name for name in names if luck.random() < restless}
    drawn = replace(event, players=tuple(Player(name, absent=(number,) if name in away else ()) for name in names))
    if len(away) == len(names):
        return event
    draft = draft_pods(drawn)
    tables = [pod.players for pod in draft.pods] if our_own else shuffled(draft, luck)
    rows = [Pairing(table, places=places_of(table, luck)) for table in tables]
    rows += [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in draft.byes]
    return replace(drawn, rounds=(*event.rounds, tuple(rows)))


def shuffled(draft, luck):
    """Tables as large as drawn, with anybody at them."""
    names = [name for pod in draft.pods for name in pod.players]
    mixed = iter(luck.sample(names, len(names)))
    return [tuple(next(mixed) for _ in pod.players) for pod in draft.pods]


def places_of(table, luck):
    """Some of them shared."""
    scores = [luck.randint(1, 2 * len(table)) for _ in table]
    return tuple(1 + sum(other < score for other in scores) for score in scores)


def entry(name, kind, number):
    return Player(
        name,
        dropped_after=number - 1 if kind == "dropped" else None,
        absent=(number,) if kind == "absent" else (),
        earned_byes=(number,) if kind == "earned" else (),
    )
