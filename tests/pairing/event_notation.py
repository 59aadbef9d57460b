"""Events written the way people write them: a line a round, `Anna 2-1 Ben · Cleo bye`."""

from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed


def players(*names):
    return tuple(Player(name) for name in names)


def rounds_of(text):
    return tuple(tuple(pairing_of(table) for table in line.split("·")) for line in text.strip().splitlines())


def pairing_of(text):
    match text.split():
        case [name, kind]:
            return Pairing((name,), unplayed=Unplayed(kind))
        case [first, games, second] if games[0].isdigit():
            won, lost, drawn = [int(part) for part in (games + "-0").split("-")][:3]
            return Pairing((first, second), games=(won, lost, drawn))
        case [first, kind, second]:
            return Pairing((first, second), unplayed=Unplayed(kind))
    raise ValueError(text)


def event_of(text, *, dropped=None, more=(), **fields):
    rounds = rounds_of(text)
    names = sorted({name for tables in rounds for pairing in tables for name in pairing.players} | set(more))
    entered = tuple(Player(name, dropped_after=(dropped or {}).get(name)) for name in names)
    return Event(entered, rounds, **fields)
