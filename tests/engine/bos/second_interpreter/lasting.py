"""What holds all the time or for a while: bonuses, bans, rules of combat, prices, shields."""

from tests.engine.bos.second_interpreter import holding, measuring
from tests.engine.bos.second_interpreter.measuring import Use
from tests.engine.bos.second_interpreter.words import altered


def always(table):
    """Every continuous sentence that holds now, with the use in which its words are measured."""
    for card in table.cards:
        if card.zone != "field" or card.falling:
            continue
        host = card.host
        if host is not None and (host.falling or not host.here):
            continue
        if host is None and not card.up:
            continue
        for ability in card.face.abilities:
            if ability.continuous and ability.steps and not ability.events or ability.enchant and ability.steps:
                yield from _steps(table, card, host, ability)


def _steps(table, card, host, ability):
    use = Use(table, card.controller if host is None else card.owner, card, host=host)
    for step in ability.steps:
        if step.deed is None or not holding.span_holds(use, step.span):
            continue
        if step.condition is None or holding.holds(use, step.condition) != step.unless:
            yield step.deed, use


def applies(use, thing, card):
    """Whether a card is the subject of a continuous sentence."""
    match thing.kind:
        case "ref":
            return any(one is card and entry == card.entry for one, entry in measuring.referred(use, thing))
        case "each" | "choose":
            return card in measuring.meant_cards(use, thing.cards)
        case "both":
            return any(applies(use, part, card) for part in thing.parts)
    return False


def bonus(table, card):
    """What is added to a card's own strength at the moment."""
    depth = getattr(table, "depth", 0)
    added = sum(one.more for one in table.timed if one.kind == "more" and one.card is card and one.entry == card.entry)
    if depth > 2:
        return added
    table.depth = depth + 1
    try:
        for deed, use in always(table):
            is_bonus = deed.kind == "has" or (deed.kind == "gain" and deed.of == "strength")
            if is_bonus and applies(use, deed.to, card):
                use.kept = (card, card.entry)
                added += (measuring.amount(use, deed.amount) or 0) * deed.sign
    finally:
        table.depth = depth
    return added


def bans(table, card, what):
    """The bans of that kind on a card, each with the use in which it is measured."""
    for deed, use in always(table):
        if deed.kind == "ban" and deed.what == what and applies(use, deed.to, card):
            yield deed, use
    for one in table.timed:
        if one.kind == "ban" and one.deed.what == what and (card, card.entry) in one.cards:
            yield one.deed, one.use


def player_banned(table, seat, what, pool=""):
    """Whether a player must not do that."""
    for deed, use in always(table):
        if deed.kind != "ban" or (deed.what, deed.pool) != (what, pool) or deed.to.kind != "player":
            continue
        if seat in measuring.seats(use, deed.to.who) and deed.target is None:
            return True
    return any(
        one.kind == "ban" and one.deed.what == what and one.deed.pool == pool and seat in one.seats
        for one in table.timed
    )


def cast_banned(table, seat, spell):
    """Whether a player must not cast that spell."""
    said = [(deed, use, measuring.seats(use, deed.to.who)) for deed, use in always(table)
            if deed.kind == "ban" and deed.what == "cast" and deed.to.kind == "player"]  # fmt: skip
    said += [(one.deed, one.use, one.seats) for one in table.timed if one.kind == "ban" and one.deed.what == "cast"]
    return any(seat in seats and (deed.target is None or _is_spell_of(use, deed.target, spell))
               for deed, use, seats in said)  # fmt: skip


def _is_spell_of(use, target, spell):
    return measuring.fits(use, altered(target.cards, zones=("spellbook",)), spell)


def banned(table, card, what, *, by=None, player=None, in_battle=False):
    """Whether that must not be done to a card, or by it, where `by` is the card and `player` the player concerned."""
    for deed, use in bans(table, card, what):
        if deed.in_battle and not in_battle:
            continue
        if deed.target is None:
            return True
        if concerned(use, deed.target, by, player) != deed.only:
            return True
    return False


def concerned(use, target, by, player):
    """Whether a ban speaks of that card or player."""
    if target.kind == "player":
        return player is not None and player in measuring.seats(use, target.who)
    if by is None:
        return False
    if target.kind == "ref":
        return by in [one for one, _ in measuring.referred(use, target)]
    bare = target.cards
    return measuring.fits(use, bare, by)


def damage_after_rules(table, amount, source, card, *, in_battle):
    """What is dealt, after more and less are counted and then doubled (G-295)."""
    more, doubled = 0, 0
    for deed, use in always(table):
        if deed.kind != "damage rule" or (deed.in_battle and not in_battle):
            continue
        whose = source if deed.dealt else card
        if whose is not None and applies(use, deed.to, whose):
            more += deed.more
            doubled += deed.double
    return max(0, amount + more) * 2**doubled


def price(table, seat, spell):
    """What a spell costs a player now, and the changed prices that are over when it is cast."""
    cost, spent = spell.face.cost or 0, []
    cast = 1 + sum(1 for one in table.history if one.verb == "cast" and one.player == seat)
    for deed, use in always(table):
        if deed.kind == "price" and _priced(use, deed, seat, spell) and (deed.nth != "the first" or _first(use, deed)):
            cost += deed.amount
    for one in table.timed:
        if one.kind == "price" and _priced(one.use, one.deed, seat, spell):
            cost += one.deed.amount
            spent += [one] if one.deed.nth == "the next" else []
    del cast
    return max(0, cost), spent


def _first(use, deed):
    return not any(one.verb == "cast" and one.player in measuring.seats(use, deed.who)
                   and measuring.fits(use, deed.cards, one.card) for one in use.table.history)  # fmt: skip


def _priced(use, deed, seat, spell):
    if seat not in measuring.seats(use, deed.who):
        return False
    loose = altered(deed.cards, zones=("spellbook",))
    return measuring.fits(use, loose, spell)


def has_rule(table, card, rule):
    """Whether a rule of combat holds for a card."""
    for deed, use in always(table):
        if deed.kind == "rule" and deed.rule == rule and applies(use, deed.to, card):
            return True
    return any(one.kind == "rule" and one.rule == rule and (card, card.entry) in one.cards for one in table.timed)
