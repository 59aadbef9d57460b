"""Whether a state holds."""

from tests.engine.bos.second_interpreter.measuring import (
    amount,
    fits,
    happened_to,
    looks,
    meant_cards,
    referred,
    seats,
    strength,
    strength_then,
    turn_total,
)


def holds(use, said):
    """Whether it is so."""
    return RULES[said.kind](use, said)


def all_hold(use, states):
    """Whether all of them are so, each with whether it must not."""
    return all(holds(use, said) != no for said, no in states)


def _between(value, low, high):
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


def _needs_players(use, meant):
    return not ("an opponent" in (meant.control, meant.own) and not seats(use, "an opponent"))


def _counted(use, said):
    return _needs_players(use, said.cards) and _between(len(meant_cards(use, said.cards)), said.low, said.high)


def _more_cards(use, said):
    counts = []
    for who in (said.who, said.than):
        said.cards.control = who
        counts.append(len(meant_cards(use, said.cards)) if seats(use, who) else None)
    said.cards.control = ""
    return None not in counts and counts[0] > counts[1]


def _pool(use, who, of):
    held = [getattr(use.table.players[seat], of) for seat in seats(use, who)]
    return held[0] if held else None


def _has_more(use, said):
    one, other = _pool(use, said.who, said.of), _pool(use, said.than, said.of)
    return one is not None and other is not None and (one < other if said.less else one > other)


def _left(use, said):
    players = seats(use, said.who)
    count = sum(1 for card in use.table.cards if card.zone == said.zone and card.owner in players
                and (not said.kinds or card.face.kind in said.kinds))  # fmt: skip
    return bool(players) and _between(count, said.low, said.high)


def _attacks(use, said):
    return _between(_pool(use, said.who, "attacks"), said.low, None)


def _nth_turn(use, said):
    turns = use.table.players[use.you].turns
    if said.later:
        return turns >= said.nth
    return turns == said.nth and use.table.active == use.you


def _happened(use, said):
    count = sum(1 for one in use.table.history if one.verb == said.deed and happened_to(use, said.cards, one))
    return (count >= said.low) != said.no


def _card_did(use, said):
    pairs = referred(use, said.of)
    did = any(one.verb == said.deed and (one.card, one.entry) == pair for pair in pairs for one in use.table.history)
    return bool(pairs) and did != said.no


def _player_did(use, said):
    players = seats(use, said.who)
    if said.deed == "attacks":
        count = sum(1 for one in use.table.history if one.verb == "attacks" and one.player in players)
    else:
        verb = "cast" if said.deed == "cast" else "summoned"
        count = sum(1 for one in use.table.history if one.verb == verb and one.player in players
                    and happened_to(use, said.cards, one))  # fmt: skip
    return bool(players) and _between(count, said.low, said.high)


def _in_range(use, said):
    return bool(seats(use, said.amount.who)) and _between(turn_total(use, said.amount), said.low, said.high)


def _is_in_range(use, said):
    pairs = referred(use, said.of)
    if not pairs:
        return False
    has = strength(use.table, pairs[0][0]) if _is_struck(use, pairs[0][0]) else strength_then(use, pairs[0])
    return _between(has, said.low, said.high) != said.no


def _is_struck(use, card):
    """Whether it is about the damage that felled a card: that is asked before the card falls (G-261)."""
    event = use.event
    told = event is not None and event.verb in ("damaged", "deals damage")
    return told and card.falling and card in (event.card, event.other)


def _is_same(use, said):
    one, other = ([card for card, _ in referred(use, thing)] for thing in (said.of, said.same))
    return (bool(one) and one == other) != said.no


def _is_looking(use, said):
    pairs = [(card, entry) for card, entry in referred(use, said.of) if card.entry == entry]
    return bool(pairs and looks(use.table, pairs[0][0], said.look)) != said.no


def _is_colored(use, said):
    pairs = referred(use, said.of)
    return bool(pairs and pairs[0][0].face.color == said.color) != said.no


def _is_typed(use, said):
    pairs = referred(use, said.of)
    return bool(pairs and pairs[0][0].face.kind in said.kinds) != said.no


def _compared(use, said):
    one, other = amount(use, said.left), amount(use, said.right)
    if one is None or other is None:
        return False
    match said.relation:
        case "more than":
            return one > other
        case "less than":
            return one < other
        case "at least":
            return one >= other
        case "at most":
            return one <= other
    return one == other


RULES = {
    "all": lambda use, said: all(holds(use, part) for part in said.parts),
    "any": lambda use, said: any(holds(use, part) for part in said.parts),
    "turn": lambda use, said: (use.table.active == use.you) != said.no,
    "holds": lambda use, said: _between(_pool(use, said.who, said.of), said.low, said.high),
    "counted": _counted, "more cards": _more_cards, "has more": _has_more, "left": _left, "attacks": _attacks,
    "nth turn": _nth_turn, "happened": _happened, "card did": _card_did, "player did": _player_did,
    "in range": _in_range, "is in range": _is_in_range, "is same": _is_same, "is looking": _is_looking,
    "is colored": _is_colored, "is typed": _is_typed, "compared": _compared,
}  # fmt: skip


def span_holds(use, span):
    """Whether now is in a part of the turn."""
    table = use.table
    if span is None:
        return True
    whose = {"you": [use.you], "each player": [0, 1]}.get(span.whose) or seats(use, "an opponent")
    return table.active in whose and span.phase in ("turn", table.phase)


__all__ = ["all_hold", "fits", "holds", "span_holds"]
