"""Which cards and players words mean on a table, how much they measure, and whether a state holds."""

from tests.engine.bos.second_interpreter.words import altered


class Use:
    """One use of an ability: whose it is, its card, the event, and what its words have come to mean."""

    def __init__(self, table, you, card, event=None, host=None):
        self.table, self.you, self.card, self.event, self.host = table, you, card, event, host
        self.entry = card.entry if card else 0
        self.slots, self.x, self.done, self.player, self.kept = {}, None, True, None, None
        self.words, self.apart, self.paying, self.conducted = None, [], False, False


def remembered(card):
    """A card as it is now; when it leaves the battlefield these words do not mean it any more."""
    return card, card.entry


# Players


def seats(use, who):
    """The players that are meant."""
    opponent = use.table.opponent(use.you)
    match who:
        case "you":
            return [use.you]
        case "an opponent" | "each opponent":
            return [] if opponent is None else [opponent]
        case "each player" | "a player":
            return [seat for seat in (use.table.active, 1 - use.table.active) if use.table.begun(seat)]
        case "that player":
            return [] if use.player is None else [use.player]
    raise ValueError(who)


# Cards


def fits(use, meant, card):
    """Whether a card is one of those meant, wherever it is; extremes are looked at by `meant_cards`."""
    face, table = card.face, use.table
    if meant.kinds and face.kind not in meant.kinds:
        return False
    if not meant.kinds and not meant.zones and face.kind == "spell":
        return False
    if (meant.color and face.color != meant.color) or (meant.not_color and face.color == meant.not_color):
        return False
    if (meant.name and face.name != meant.name) or not all(looks(table, card, look) for look in meant.looks):
        return False
    if meant.other and card is use.card:
        return False
    if meant.besides and any(one is card and (entry == card.entry or not card.here)
                             for one, entry in referred(use, meant.besides)):  # fmt: skip
        return False
    if meant.on and card.host not in [one for one, _ in referred(use, meant.on)]:
        return False
    if not (_whose(use, meant.control, card.controller) and _whose(use, meant.own, card.owner)):
        return False
    if meant.past and not any(happening.verb == meant.past and happening.card is card and
                              (happening.entry == card.entry or meant.past in ("defeated", "cast"))
                              for happening in table.history):  # fmt: skip
        return False
    return _in_column(use, meant.column, card) and _strong(use, meant.strength, card)


def _whose(use, who, seat):
    if not who or who in ("any", "owner"):
        return True
    return seat in seats(use, who)


def looks(table, card, look):
    """Whether a card looks so."""
    match look:
        case "ready":
            return card.up and not card.acted
        case "acted":
            return card.up and card.acted
        case "face-up":
            return card.up
        case "face-down":
            return not card.up
        case "enchanted":
            return bool(table.under(card))
    raise ValueError(look)


def _in_column(use, column, card):
    if column is None:
        return True
    how, of = column
    around = [one for one, _ in referred(use, of)]
    if not around or card.column is None or around[0].column is None:
        return False
    one = around[0]
    match how:
        case "adjacent":
            return abs(card.column - one.column) == 1
        case "same":
            return card.column == one.column
        case "facing":
            return card.column == one.column and card.controller != one.controller
    return card.column == one.column and card.controller == one.controller and card is not one


def _strong(use, asked, card):
    if asked is None or asked[0] == "extreme":
        return True
    if card.face.strength is None:
        return False
    has, low = strength_then(use, remembered(card)), amount(use, asked[1])
    if low is None:
        return False
    match asked[0]:
        case "at least":
            return has >= low
        case "at most":
            return has <= low
        case "between":
            return low <= has <= amount(use, asked[2])
        case "less than":
            return has < low
        case "more than":
            return has > low
    return has == low


def meant_cards(use, meant, *, face_down_bosses=False):
    """All cards that fit, of players who have begun."""
    table = use.table
    if meant.zones:
        found = [card for card in table.cards if card.zone in meant.zones and fits(use, meant, card)]
    elif "spell" in meant.kinds:
        found = [card for card in table.cards if card.host is not None and fits(use, meant, card)]
    else:
        found = [card for card in table.field if fits(use, meant, card)]
    found = [card for card in found if table.begun(card.controller) or card.controller == use.you]
    down = face_down_bosses or "face-down" in meant.looks
    found = [card for card in found if card.face.kind != "boss" or card.up or down or card.zone != "field"]
    if meant.strength and meant.strength[0] == "extreme":
        found = [card for card in found if card.face.strength is not None]
        best = (max if meant.strength[1] == "most" else min)((strength(table, one) for one in found), default=0)
        found = [card for card in found if strength(table, card) == best]
    return found


def referred(use, thing):
    """The cards that a word refers back to, each with the entry by which it was meant."""
    event = use.event
    match thing.slot:
        case "this":
            return [(use.card, use.entry)]
        case "host":
            return [(use.host, use.host.entry)] if use.host else []
        case "subject" | "object" | "attacker" | "blocker" | "defeated" | "defeater":
            return _side(event, thing.slot)
    return [one for one in use.slots.get(thing.slot, []) if not isinstance(one, int)]


def _side(event, slot):
    if event is None:
        return []
    if slot == "attacker":
        slot = "subject" if event.verb in ("attacks", "blocked") else "object"
    elif slot == "blocker":
        slot = "subject" if event.verb == "blocks" else "object"
    elif slot == "defeated":
        slot = "object" if event.verb == "defeats" else "subject"
    elif slot == "defeater":
        slot = "subject" if event.verb == "defeats" else "object"
    card, entry = (event.card, event.entry) if slot == "subject" else (event.other, event.other_entry)
    return [] if card is None else [(card, entry)]


def alive(pair):
    """Whether a card that was meant is still there to have something done to it."""
    card, entry = pair
    return card.entry == entry and not card.falling


# Amounts


def strength(table, card):
    """The strength of a card with everything that adds to it."""
    from tests.engine.bos.second_interpreter import lasting

    if card.face.strength is None:
        return 0
    if not card.here:
        return card.face.strength
    return max(0, card.strength + lasting.bonus(table, card))


def strength_then(use, pair):
    """The strength of a card that was meant: what it last had, where it is gone."""
    card, entry = pair
    if card.face.strength is None:
        return None
    if card.here and card.entry == entry and not card.falling:
        return strength(use.table, card)
    return card.last.get(entry, card.face.strength)


def amount(use, said):
    """How much that is; None for what cannot be measured."""
    match said.kind:
        case "number":
            return said.value
        case "x":
            return use.x if use.x is not None else 0
        case "that much":
            return use.event.amount if use.event else 0
        case "half":
            whole = amount(use, said.of)
            return None if whole is None else (whole + said.up) // 2
        case "times":
            whole, by = amount(use, said.of), amount(use, said.by)
            return None if whole is None or by is None else whole * by
        case "count":
            return _counted(use, said.cards)
        case "total":
            return sum(strength(use.table, card) for card in meant_cards(use, said.cards))
        case "has":
            held = [getattr(use.table.players[seat], said.of) for seat in seats(use, said.who)]
            return held[0] if held else None
        case "strength":
            return _strength_of(use, said)
        case "turn total":
            return turn_total(use, said)
    raise ValueError(said.kind)


def _strength_of(use, said):
    pairs = [use.kept] if getattr(said.of, "own", False) and use.kept else referred(use, said.of)
    if not pairs:
        return None
    return pairs[0][0].face.strength if said.base else strength_then(use, pairs[0])


def _counted(use, meant):
    if meant.past in ("defeated", "cast", "summoned"):
        bare = altered(meant, past="")
        return len([one for one in use.table.history if one.verb == meant.past and happened_to(use, bare, one)])
    return len(meant_cards(use, meant))


def happened_to(use, meant, happening):
    """Whether what happened befell one of the cards meant, by whoever had it then."""
    if happening.card is None or (meant.kinds and happening.card.face.kind not in meant.kinds):
        return False
    then = happening.player
    bare = altered(meant, control="", own="", strength=None, looks=[])
    if not fits(use, bare, happening.card):
        return False
    return _whose(use, meant.control, then) and _whose(use, meant.own, happening.card.owner)


def turn_total(use, said):
    """How much a player gained, lost, spent or took this turn."""
    players = seats(use, said.who)
    verb = "damaged" if said.verb == "takes" else said.verb
    return sum(
        one.amount
        for one in use.table.history
        if one.verb == verb
        and one.card is None
        and one.player in players
        and (said.of == "damage" or one.of == said.of)
    )
