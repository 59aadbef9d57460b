"""Reading which cards and players are meant."""

from tests.engine.bos.second_interpreter import amounts, pronouns
from tests.engine.bos.second_interpreter.words import NUMBER, Said, Unknown, value_of

TYPES = {
    "summons or bosses": ("summon", "boss"), "summon or boss": ("summon", "boss"), "summons": ("summon",),
    "summon": ("summon",), "bosses": ("boss",), "boss": ("boss",), "wizards": ("wizard",), "wizard": ("wizard",),
    "spells": ("spell",), "spell": ("spell",), "cards": (), "card": (),
    "enchantments": ("spell",), "enchantment": ("spell",),
}  # fmt: skip
LOOKS = "ready|acted|enchanted|face-down|face-up"
COLORS = "red|yellow|blue"
PLAYERS = {
    "each opponent": "each opponent", "an opponent": "an opponent", "each player": "each player", "you": "you",
    "a player": "a player", "that player": "that player",
}  # fmt: skip
WHOSE = {"your": "you", "an opponent's": "an opponent", "their": "that player", "its owner's": "owner",
         "any": "any", "each player's": "any"}  # fmt: skip


def cards(reader):
    """Cards of a kind: what `a`, `each` or a number stands before."""
    meant = Said("cards", kinds=(), looks=[], color="", not_color="", name="", control="", own="", zones=(),
                 column=None, strength=None, past="", other=False, besides=None, on=None)  # fmt: skip
    while found := reader.take(f"({LOOKS})"):
        meant.looks.append(found[1].lower())
    if found := reader.take(f"non-({COLORS})"):
        meant.not_color = found[1].lower()
    elif found := reader.take(f"({COLORS})"):
        meant.color = found[1].lower()
    meant.kinds = TYPES[reader.need(*[f"({word})" for word in TYPES])[1].lower()]
    if reader.take("named"):
        meant.name = reader.need(r"((?-i:[A-Z][\w'’-]*(?: (?:of|and|the|[A-Z][\w'’-]*))*))")[1]
    _where(reader, meant)
    _column(reader, meant)
    _strength(reader, meant)
    _further(reader, meant)
    return meant


def _where(reader, meant):
    if found := reader.take("(you|an opponent|that player|they|each opponent) (controls?|owns?)"):
        said = {"they": "that player", "each opponent": "an opponent"}.get(found[1].lower(), found[1].lower())
        if found[2].lower().startswith("own"):
            meant.own = said
        else:
            meant.control = said
    elif found := reader.take(f"(?:left )?in ({'|'.join(WHOSE)}) (castle or spellbook|castle|spellbook|graveyard)"):
        meant.own = WHOSE[found[1].lower()]
        meant.zones = tuple(found[2].lower().split(" or "))
    elif reader.take("on the battlefield"):
        meant.zones = ()
    elif reader.sees("on this", "on it", "on that", "on the"):
        reader.need("on")
        meant.on = reference(reader, "host")


def _column(reader, meant):
    if reader.take("in an adjacent column"):
        meant.column = ("adjacent", Said("ref", slot="this"))
    elif reader.take("in this column"):
        meant.column = ("same", Said("ref", slot="this"))
    elif reader.take("facing"):
        meant.column = ("facing", reference(reader, "host"))
    elif reader.take("in front of"):
        meant.column = ("front", reference(reader, "host"))


def _strength(reader, meant):
    if found := reader.take(f"with {NUMBER} or (less|more) strength"):
        meant.strength = (("at most" if found[2].lower() == "less" else "at least"), amounts.number(found[1]))
    elif found := reader.take(f"with {NUMBER} to {NUMBER} strength"):
        meant.strength = ("between", amounts.number(found[1]), amounts.number(found[2]))
    elif found := reader.take(f"with exactly {NUMBER} strength", f"with {NUMBER} strength"):
        meant.strength = ("equal", amounts.number(found[1]))
    elif found := reader.take("with the (most|least) strength"):
        meant.strength = ("extreme", found[1].lower())
    elif found := reader.take("with strength (less than|more than|at most|at least|equal to)"):
        meant.strength = (found[1].lower(), amounts.measure(reader))


PAST = {
    "attacked": "attacks", "blocked": "blocks", "was defeated": "defeated", "were defeated": "defeated",
    "was summoned": "summoned", "were summoned": "summoned", "was dealt damage": "damaged",
    "were dealt damage": "damaged", "was cast": "cast", "were cast": "cast",
}  # fmt: skip


def _further(reader, meant):
    if found := reader.take(f"that ({'|'.join(PAST)}) this turn"):
        meant.past = PAST[found[1].lower()]
    elif found := reader.take("(you|an opponent) cast this turn"):
        meant.past, meant.control = "cast", found[1].lower()
    if reader.take("other than"):
        meant.besides = reference(reader, "host")


def reference(reader, role):
    """Something named before, or a side of the event."""
    for words, slot in SIDES.items():
        if reader.take(words):
            return Said("ref", slot=slot)
    if reader.take("this(?: wizard| summon| boss| card)?(?! turn)"):
        return Said("ref", slot="this")
    return pronouns.back(reader, role)


SIDES = {
    "the target": "object", "the attacker": "attacker", "the blocker": "blocker", "the defeated card": "defeated",
    "the card that defeated it": "defeater", "the other card": "object",
    "the enchanted (?:summon|boss|wizard|card)": "host",
}  # fmt: skip


def thing(reader, role="object"):
    """A card, several, or a player; for each choice a slot under which later words find it."""
    first = _one(reader, role)
    if reader.sees("and (each|a|an|another|the|this|it|up to|two|three)") and first.kind != "player":
        parts = [first]
        while more := reader.attempt(_further_part, role):
            parts.append(more)
        if len(parts) > 1:
            slot = reader.slot()
            reader.mention(slot, _kinds(parts), many=True)
            return Said("both", parts=parts, slot=slot)
    if first.kind == "choose" and reader.sees("or (a|each) player", "or an opponent"):
        reader.need("or")
        return Said("one of", parts=[first, _one(reader, role)], slot=first.slot)
    return first


def _further_part(reader, role):
    reader.need("and")
    return _one(reader, role)


def _kinds(parts):
    return tuple({kind for part in parts for kind in getattr(getattr(part, "cards", None), "kinds", ())})


def player(reader):
    """A player."""
    for words, who in PLAYERS.items():
        if reader.take(words):
            slot = reader.slot() if who == "a player" else ""
            if who in ("a player", "an opponent", "each opponent", "each player"):
                reader.last_player = slot or who
            return Said("player", who=who, slot=slot)
    raise Unknown(reader.rest[:40])


def _one(reader, role):
    if said := reader.attempt(_chosen) or reader.attempt(_each) or reader.attempt(player):
        return said
    return reference(reader, role)


def _each(reader):
    reader.need("each", "all")
    other = reader.take("other")
    meant = cards(reader)
    meant.other = bool(other)
    slot = reader.slot()
    reader.mention(slot, meant.kinds, many=True)
    return Said("each", cards=meant, slot=slot)


def _chosen(reader):
    low, high, other = _how_many(reader)
    meant = cards(reader)
    meant.other = other
    slot = reader.slot()
    reader.mention(slot, meant.kinds, many=high != 1)
    return Said("choose", cards=meant, low=low, high=high, slot=slot)


def _how_many(reader):
    if reader.take("any number of"):
        return 0, None, False
    if found := reader.take(f"up to {NUMBER}( other)?"):
        return 0, value_of(found[1]), bool(found[2])
    if reader.take("another"):
        return 1, 1, True
    if reader.take("an?(?! player| opponent)"):
        return 1, 1, False
    found = reader.need(f"{NUMBER}( other)?")
    return value_of(found[1]), value_of(found[1]), bool(found[2])
