"""What the verbs of the effects do to the table."""

from types import SimpleNamespace

from tests.engine.bos.second_interpreter import damaging, lasting, moving
from tests.engine.bos.second_interpreter.choosing import choose, resolve
from tests.engine.bos.second_interpreter.happenings import happen, happening
from tests.engine.bos.second_interpreter.measuring import (
    alive,
    amount,
    looks,
    meant_cards,
    remembered,
    seats,
    strength,
)
from tests.engine.bos.second_interpreter.possible import cost_role
from tests.engine.bos.second_interpreter.turns import when_over


def carry_out(play, use, deed):
    """Do it; whether anything was done."""
    return VERBS[deed.kind](play, use, deed)


def measured(use, deed, found):
    """The amount for each of those, all measured before anything changes."""
    amounts = []
    for one in found:
        use.kept = None if isinstance(one, int) else one
        if isinstance(one, int):
            use.player = one if len(found) > 1 else use.player
        amounts.append(amount(use, deed.amount))
    use.kept = None
    return amounts


def _gain(play, use, deed):
    found = resolve(use, deed.to, deed.by)
    pairs = list(zip(found, measured(use, deed, found), strict=True))
    for one, much in pairs:
        if much is None:
            continue
        if isinstance(one, int):
            change_pool(play, one, deed.of, deed.sign * much)
        elif alive(one) and one[0].here:
            change_strength(play, use, one[0], deed.sign * much, deed.until)
    return bool(pairs)


def change_pool(play, seat, of, much, *, verb=None):
    """A player gains, loses or spends something."""
    player = play.table.players[seat]
    if much > 0 and lasting.player_banned(play.table, seat, "gain", of):
        return
    had = getattr(player, of)
    setattr(player, of, max(0, had + much))
    changed = getattr(player, of) - had
    if changed:
        verb = verb or ("gains" if changed > 0 else "loses")
        happen(play, happening(verb, player=seat, amount=abs(changed), of=of))


def change_strength(play, use, card, much, until=None):
    """A card gains or loses strength, for good or for a while."""
    table = play.table
    if card.face.strength is None or not much:
        return
    if much < 0:
        if lasting.banned(table, card, "lose strength"):
            return
        much = -min(-much, strength(table, card))
        if not much:
            return
        card.cause = (use.card, use.entry) if use.card else None
        card.in_battle = card.spared = False
        card.blow = None
        card.last[card.entry] = strength(table, card)
    if until is None:
        card.strength += much
    else:
        table.timed.append(SimpleNamespace(kind="more", card=card, entry=card.entry, more=much,
                                           over=when_over(table, use, until)))  # fmt: skip


def _damage(play, use, deed):
    if deed.source is None:
        sources = [(use.card, use.entry)]
    elif deed.source.kind == "nobody":
        sources = [None]
    else:
        sources = resolve(use, deed.source)
        if not sources:
            return False
    use.apart = [source[0] for source in sources if source] if deed.source is not None else []
    found = resolve(use, deed.to, deed.by)
    use.apart = []
    amounts = measured(use, deed, found)
    blows = []
    for source in sources:
        for one, much in zip(found, amounts, strict=True):
            if much is not None and (isinstance(one, int) or alive(one)):
                blows.append((source[0] if source else None, one if isinstance(one, int) else one[0], much))
    damaging.deal(play, blows, cause=(use.card, use.entry) if use.card else None)
    return bool(blows)


def _each_card(act):
    """A deed done to each card that was meant and is still there."""

    def done(play, use, deed):
        found = [one for one in resolve(use, deed.to, deed.by, _role(use, deed)) if not isinstance(one, int)]
        results = [act(play, use, deed, one[0]) for one in found if alive(one)]
        return any(results)

    return done


def _role(use, deed):
    if deed.kind == "turn" and deed.up:
        return "turn up"
    return cost_role(deed) if use.paying else ""


def _ready(play, use, deed, card):
    if card.here and not card.up and card.face.kind == "wizard" and not lasting.banned(play.table, card, "ready"):
        moving.turn(play, card, up=True, readied=True)  # G-59
        return card.up
    if not card.here or not card.up or not card.acted or lasting.banned(play.table, card, "ready"):
        return card.here and card.up
    card.acted = False
    happen(play, happening("readies", card))
    return True


def act(play, card):
    """Turn a card on its side."""
    if card.acted or lasting.banned(play.table, card, "act"):
        return
    card.acted = True
    happen(play, happening("acts", card))


def _act(play, use, deed, card):
    if card.here and card.up:
        act(play, card)
    return True


def _defeat(play, use, deed):
    found = [one for one in resolve(use, deed.to, deed.by) if not isinstance(one, int)]
    cards = [one[0] for one in found if alive(one) and one[0].here]
    for card in cards:
        card.cause, card.in_battle, card.blow = (use.card, use.entry) if use.card else None, False, None
    damaging.defeat(play, cards)
    return any(card.falling for card in cards) or (use.paying and bool(cards))  # a price is paid all the same


def _turn(play, use, deed, card):
    moving.turn(play, card, up=deed.up)
    return True


def _scale(play, use, deed):
    for one in resolve(use, deed.to, deed.by):
        if isinstance(one, int):
            had = getattr(play.table.players[one], deed.of)
            change_pool(play, one, deed.of, had if deed.doubles else had // 2 - had)
        elif alive(one):
            had = strength(play.table, one[0])
            change_strength(play, use, one[0], had if deed.doubles else had // 2 - had)
    return True


def _become(play, use, deed):
    for one in resolve(use, deed.to, deed.by):
        much = amount(use, deed.amount)
        if much is None:
            continue
        if isinstance(one, int):
            change_pool(play, one, deed.of, much - getattr(play.table.players[one], deed.of))
        elif alive(one):
            change_strength(play, use, one[0], much - strength(play.table, one[0]), deed.until)
    return True


def _pair(use, deed):
    """Two things that are two different cards."""
    one = resolve(use, deed.to, deed.by)
    if not one:
        return [], []
    use.apart = [pair[0] for pair in one]
    other = resolve(use, deed.other, deed.by)
    use.apart = []
    return one, other


def _battle(play, use, deed):
    one, other = _pair(use, deed)
    if one and other and alive(one[0]) and alive(other[0]) and one[0] != other[0]:
        damaging.battle(play, one[0][0], other[0][0], of_attack=False)
        return True
    return False


def _move(play, use, deed, card):
    table = play.table
    if card.column is None or card.face.kind != "summon" or lasting.banned(table, card, "move"):
        return False
    open_ = [column for column in range(3) if table.standing(card.controller, "summon", column) is None]
    if deed.where == "adjacent":
        open_ = [column for column in open_ if abs(column - card.column) == 1]
    if not open_:
        return False
    moving.move(play, card, moving.choose_column(use, open_, card.controller))
    return True


def _swap(play, use, deed):
    one, other = _pair(use, deed)
    if not (one and other and alive(one[0]) and alive(other[0])) or one[0] == other[0]:
        return False
    return moving.swap(play, one[0][0], other[0][0])


def _discard(play, use, deed):
    found = [one for one in resolve(use, deed.to, deed.by) if not isinstance(one, int)]
    for one in found:
        if one[0].entry == one[1] and not one[0].falling:
            moving.discard(play, one[0])
    return bool(found)


def _to_pile(play, use, deed):
    found = [one for one in resolve(use, deed.to, deed.by, _role(use, deed)) if not isinstance(one, int)]
    moved = [moving.to_pile(play, one[0], deed.pile, returned=deed.returned) for one in found if alive(one)]
    return any(moved)


def _arrive(play, use, deed):
    found = [one for one in resolve(use, deed.to, deed.by) if not isinstance(one, int)]
    moved = [moving.arrive(play, use, one[0], acted=deed.acted, front=deed.front) for one in found if alive(one)]
    if any(moved) and deed.to.slot in use.slots:
        use.slots[deed.to.slot] = [remembered(card) for card, _ in found]  # later words mean it as it came
    return any(moved)


def _remove(play, use, deed, card):
    if card.host is None:
        return False
    moving.leave(play, card, "graveyard")
    return True


def _remove_all(play, use, deed, card):
    for spell in play.table.under(card):
        moving.leave(play, spell, "graveyard")
    return True


def _conduct(play, use, deed):
    return moving.conduct_by_text(play, use, deed)


def _prevent(play, use, deed):
    found = resolve(use, deed.to, deed.by)
    for one in found:
        play.table.timed.append(SimpleNamespace(
            kind="shield", to=one, left=amount(use, deed.amount) if deed.amount else None, once=deed.once,
            over=when_over(play.table, use, deed.until),
        ))  # fmt: skip
    return bool(found)


def _control(play, use, deed):
    found = resolve(use, deed.to)
    new = seats(use, deed.by.who)[0] if deed.by and seats(use, deed.by.who) else use.you if deed.by is None else None
    if new is None:
        return False
    changed = [moving.change_side(play, use, one[0], new, deed.until) for one in found if alive(one)]
    return any(changed)


def _end_turn(play, use, deed):
    play.ending = True
    return True


def _choose(play, use, deed):
    found = resolve(use, deed.to, deed.by)
    return bool(found)


def _rule(play, use, deed):
    found = resolve(use, deed.to, deed.by)
    play.table.timed.append(SimpleNamespace(kind="rule", rule=deed.rule, cards=found, deed=deed, use=use,
                                            over=when_over(play.table, use, deed.until)))  # fmt: skip
    return bool(found)


def _ban(play, use, deed):
    found = resolve(use, deed.to, deed.by)
    play.table.timed.append(SimpleNamespace(
        kind="ban", deed=deed, use=use, cards=[one for one in found if not isinstance(one, int)],
        seats=[one for one in found if isinstance(one, int)], over=when_over(play.table, use, deed.until),
    ))  # fmt: skip
    return bool(found)


def _price(play, use, deed):
    play.table.timed.append(SimpleNamespace(kind="price", deed=deed, use=use,
                                            over=when_over(play.table, use, deed.until)))  # fmt: skip
    return True


def _lose_game(play, use, deed):
    losers = [one for one in resolve(use, deed.to) if isinstance(one, int)]
    for seat in losers:
        play.lose(seat)
    return bool(losers)


def _pay(play, use, deed):
    payer = use.you if deed.by is None else (seats(use, deed.by.who) or [use.you])[0]
    much = amount(use, deed.amount)
    return play.pay(use, payer, deed.of, much, whole=getattr(deed, "whole", False))


VERBS = {
    "gain": _gain, "damage": _damage, "ready": _each_card(_ready), "act": _each_card(_act), "defeat": _defeat,
    "turn": _each_card(_turn), "scale": _scale, "become": _become, "battle": _battle, "move": _each_card(_move),
    "swap": _swap, "discard": _discard, "to pile": _to_pile, "arrive": _arrive, "remove": _each_card(_remove),
    "remove all": _each_card(_remove_all), "conduct": _conduct, "prevent": _prevent, "control": _control,
    "end turn": _end_turn, "choose": _choose, "rule": _rule, "ban": _ban, "price": _price, "lose game": _lose_game,
    "pay": _pay,
}  # fmt: skip

__all__ = ["carry_out", "choose", "looks", "meant_cards"]
