"""Damage, battles and defeat."""

from tests.engine.bos.second_interpreter import lasting, moving
from tests.engine.bos.second_interpreter.happenings import happen, happening
from tests.engine.bos.second_interpreter.measuring import strength


def deal(play, blows, cause=None, *, in_battle=False):
    """Deal damage at once: each blow has a source (or None), a card or seat, and how much."""
    table, dealt = play.table, []
    for source, to, much in blows:
        if much <= 0:
            continue
        if not isinstance(to, int) and to.face.strength is None:
            continue
        much = _after_bans(table, source, to, much, in_battle)
        if much > 0:
            dealt.append((source, to, much))
    told, blow = [], object()
    for source, to, much in _unshielded(table, dealt):
        if not isinstance(to, int) and play.replaced("would be damaged", to, source, much, in_battle):
            continue
        taken = _take(play, source, to, much, cause, in_battle)
        if taken:
            told += _tell(source, to, taken, in_battle)
            if not isinstance(to, int):
                to.blow = blow
    for one in told:
        one.blow = blow
    happen(play, *told)


def _after_bans(table, source, to, much, in_battle):
    card = None if isinstance(to, int) else to
    much = lasting.damage_after_rules(table, much, source, card, in_battle=in_battle)
    if card is not None and lasting.banned(table, card, "be dealt damage", by=source, in_battle=in_battle,
                                           player=source.controller if source else None):  # fmt: skip
        return 0
    return much


def _unshielded(table, dealt):
    """What is left after prevention; all that is dealt at once the next time is the next damage."""
    left, over = [], []
    for source, to, much in dealt:
        for shield in [one for one in table.timed if one.kind == "shield" and _shields(one, to)]:
            if much <= 0:
                break
            if shield.once:
                much = 0
                over.append(shield)
            elif shield.left is None:
                much = 0
            else:
                stopped = min(much, shield.left)
                shield.left -= stopped
                much -= stopped
                if shield.left <= 0:
                    over.append(shield)
        if much:
            left.append((source, to, much))
    table.timed = [one for one in table.timed if one not in over]
    return left


def _shields(shield, to):
    if isinstance(to, int) or isinstance(shield.to, int):
        return shield.to == to
    return shield.to == (to, to.entry)


def _take(play, source, to, much, cause, in_battle):
    table = play.table
    if isinstance(to, int):
        player = table.players[to]
        taken = min(much, player.life)
        player.life -= taken
        return taken
    had = strength(table, to)
    taken = min(much, had)
    to.strength -= taken
    to.spared = False
    if taken:
        to.last[to.entry] = had
    if taken or not in_battle:
        to.cause = (source, source.entry) if source is not None else cause
        to.in_battle = in_battle
    return taken


def _tell(source, to, taken, in_battle):
    player = to if isinstance(to, int) else to.controller
    card = None if isinstance(to, int) else to
    suffered = happening("damaged", card, source, player, amount=taken, in_battle=in_battle)
    lost = [happening("loses", player=to, amount=taken, of="life")] if card is None else []
    if source is None:
        return [suffered, *lost]
    done = happening("deals damage", source, card, source.controller, amount=taken, in_battle=in_battle)
    done.seat = to if isinstance(to, int) else None
    return [done, suffered, *lost]


def battle(play, one, other, *, of_attack=True):
    """Both cards deal their strength at once; in a battle that a text asks for, what waits comes after it (G-133)."""
    happen(play, happening("battles", one, other), happening("battles", other, one))
    if of_attack:
        play.use_waiting()
    if play.over or any(not card.here or card.falling or not card.up for card in (one, other)):
        return
    strike(play, one, other)


def strike(play, one, other):
    """The damage of a battle, and who falls by it."""
    table = play.table
    blows = [(one, other, strength(table, one)), (other, one, strength(table, other))]
    deal(play, blows, in_battle=True)
    look_for_defeat(play)


def look_for_defeat(play):
    """Whoever has no strength left is defeated."""
    strong = [card for card in play.table.field if card.face.strength is not None and (card.face.kind == "summon" or
              card.up)]  # fmt: skip
    for card in [card for card in play.table.field if card.face.strength is not None]:
        card.strength -= min(0, card.strength + max(0, lasting.bonus(play.table, card)))
    fallen = [card for card in strong if strength(play.table, card) == 0]
    for card in strong:
        if card not in fallen:
            card.cause, card.in_battle, card.spared, card.blow = None, False, False, None
    fallen = [card for card in fallen if not card.spared]
    defeat(play, fallen)


def defeat(play, cards):
    """Defeat cards at once: they wait for the graveyard until what they trigger is over."""
    table, fallen = play.table, []
    for card in cards:
        if card.falling or not card.here:
            continue
        by, in_battle = getattr(card, "cause", None), getattr(card, "in_battle", False)
        source = by[0] if by else None
        if lasting.banned(table, card, "be defeated", by=source, in_battle=in_battle):
            continue
        if play.replaced("would be defeated", card, source, 0, in_battle):
            card.spared = True
            continue
        fallen.append((card, source, in_battle))
    told = []
    for card, source, in_battle in fallen:
        if strength(table, card) > 0:
            card.last[card.entry] = strength(table, card)
        else:
            card.last.setdefault(card.entry, 0)
    for card, source, in_battle in fallen:
        card.falling = True
        told.append(happening("defeated", card, source, in_battle=in_battle))
        if source is not None:
            told.append(happening("defeats", source, card, in_battle=in_battle))
    happen(play, *told)


def bury(play):
    """Put what was defeated into the graveyards, together."""
    fallen = [card for card in play.table.cards if card.falling]
    happen(play, *[happening("leaves", card) for card in fallen])
    for card in fallen:
        moving.leave(play, card, "graveyard", told=False)
    return bool(fallen)
