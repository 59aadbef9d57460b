"""Reading what is done: the verbs of the effects."""

from tests.engine.bos.second_interpreter import amounts, things
from tests.engine.bos.second_interpreter.words import NUMBER, Said, Unknown

YOU = Said("player", who="you", slot="")
DURATIONS = {
    "until the end of the turn": ("end", "any", "turn", 0),
    "until the end of your next turn": ("end", "you", "turn", 1),
    "until the start of your next turn": ("start", "you", "turn", 1),
    "until the end of an opponent's next turn": ("end", "an opponent", "turn", 1),
    "until the start of an opponent's next turn": ("start", "an opponent", "turn", 1),
    "until your next main phase": ("start", "you", "main", 1),
    "until an opponent's next main phase": ("start", "an opponent", "main", 1),
    "for the rest of the game": ("never",),
    "while this is on the battlefield": ("while here",),
}


def duration(reader):
    """How long something lasts; None for good."""
    for words, until in DURATIONS.items():
        if reader.take(words):
            return until
    return None


def clause(reader):
    """One deed."""
    reader.subject = None
    if reader.take("you must(?! attack)"):
        if said := next((one for rule in (points,) if (one := reader.attempt(rule, YOU))), None):
            return said
    else:
        reader.take("must(?! attack)")
    for rule in (*IMPERATIVES, _price, _strength_becomes, _subject_first):
        if said := reader.attempt(rule):
            return said
    raise Unknown(reader.rest[:60])


def _done_to(reader, deed, thing, **more):
    return Said(deed, to=thing, by=None, **more)


def _object(reader, role="object"):
    reader.subject_role = role
    said = things.thing(reader, role)
    if said.kind in ("choose", "each", "ref", "both", "one of"):
        reader.next_topic = said.slot
    return said


def _simple(reader):
    deed = reader.need("(ready|act|defeat)")[1].lower()
    return _done_to(reader, deed, _object(reader))


def _deal(reader):
    reader.need("deal")
    return damage(reader, None)


def damage(reader, source):
    """After "deal": how much damage, and to whom; a source that is not named is this card."""
    reader.subject = None
    amount = None if reader.take("damage") else amounts.plain(reader)
    if amount:
        reader.need("damage")
    reader.need("to")
    to = _object(reader)
    if reader.take("equal to"):
        amount = amounts.measure(reader)
    elif amount:
        amount = amounts.behind(reader, amount)
    if amount is None:
        raise Unknown("how much")
    return Said("damage", to=to, amount=amount, source=source, by=None)


def _double(reader):
    doubles = reader.need("(double|halve)")[1].lower() == "double"
    if found := reader.take("(your|an opponent's|each opponent's|each player's) (life|vim|ether)"):
        who = {"your": "you"}.get(found[1].lower(), found[1].lower().removesuffix("'s"))
        return Said("scale", to=Said("player", who=who, slot=""), of=found[2].lower(), doubles=doubles, by=None)
    reader.need("the strength of")
    return Said("scale", to=_object(reader), of="strength", doubles=doubles, by=None)


def _turn(reader):
    reader.need("turn")
    to = _object(reader, "object turn")
    return _done_to(reader, "turn", to, up=reader.need("face-(up|down)")[1].lower() == "up")


def _move(reader):
    reader.need("move")
    to = _object(reader)
    return _done_to(reader, "move", to, where=reader.need("to an (adjacent|open) column")[1].lower())


def _swap(reader):
    reader.need("swap")
    first = _object(reader)
    reader.need("with")
    return Said("swap", to=first, other=_object(reader), by=None)


def _discard(reader):
    reader.need("discard")
    return _done_to(reader, "discard", _object(reader))


PILES = "(your|their|its owner's|their owners?'s?) (castle|spellbook|graveyard)"


def _put(reader):
    reader.need("put")
    to = _object(reader)
    if found := reader.take(f"into {PILES}"):
        return _done_to(reader, "to pile", to, pile=found[2].lower(), returned=False)
    acted = bool(reader.need("onto the battlefield( acted)?")[1])
    front = things.reference(reader, "host") if reader.take("in front of") else None
    return _done_to(reader, "arrive", to, acted=acted, front=front)


def _return(reader):
    reader.need("return")
    to = _object(reader)
    return _done_to(reader, "to pile", to, pile=reader.need(f"to {PILES}")[2].lower(), returned=True)


def _remove(reader):
    reader.need("remove")
    if reader.take("all enchantments from"):
        return _done_to(reader, "remove all", _object(reader))
    to = _object(reader)
    if reader.take("from"):
        to.cards.on = things.reference(reader, "host")
    return _done_to(reader, "remove", to)


def _conduct(reader):
    reader.need("conduct a summon")
    reader.next_topic = reader.slot()
    reader.mention(reader.next_topic, ("summon",))
    if reader.take("with an?"):
        return Said("conduct", wizards=things.cards(reader), by=None, slot=reader.next_topic)
    return Said("conduct", wizards=None, by=None, slot=reader.next_topic)


def _prevent(reader):
    reader.need("prevent")
    once, amount = False, None
    if found := reader.take(f"the next {NUMBER} damage"):
        amount = amounts.number(found[1])
    elif reader.take("the next damage"):
        once = True
    else:
        reader.need("all damage")
    reader.need("that would be dealt to")
    to = _object(reader)
    until = duration(reader)
    return Said("prevent", to=to, amount=amount, once=once, until=until, by=None)


def _control(reader):
    reader.need("gain control of")
    to = _object(reader)
    return _done_to(reader, "control", to, until=duration(reader))


def _end(reader):
    reader.need("end the turn")
    return Said("end turn", to=None, by=None)


def _choose(reader):
    reader.need("choose(?! one:)")
    to = _object(reader)
    if to.kind == "player":
        reader.last_player = to.slot
    return _done_to(reader, "choose", to)


def _make(reader):
    reader.need("make")
    to = _object(reader)
    reader.need("attack if able")
    return Said("rule", to=to, rule="must attack", until=duration(reader), by=None)


def _pay(reader):
    reader.need("pay")
    if found := reader.take("(all your|half your) (life|vim|ether)"):
        held = Said("has", who="you", of=found[2].lower())
        amount = (
            held if found[1].lower().startswith("all") else Said("half", of=held, up=bool(reader.take("rounded up")))
        )
        return Said("pay", amount=amount, of=found[2].lower(), by=None)
    amount = amounts.plain(reader)
    return Said("pay", amount=amount, of=reader.need("(life|vim|ether)")[1].lower(), by=None)


IMPERATIVES = (
    _simple, _deal, _double, _turn, _move, _swap, _discard, _put, _return, _remove, _conduct, _prevent, _control, _end,
    _choose, _make, _pay,
)  # fmt: skip


def _strength_becomes(reader):
    if found := reader.take("(your|an opponent's|each player's) (life|vim|ether) (?:must )?becomes"):
        who = {"your": "you"}.get(found[1].lower(), found[1].lower().removesuffix("'s"))
        amount = amounts.measure(reader) if reader.take("equal to") else amounts.plain(reader)
        return Said("become", to=Said("player", who=who, slot=""), of=found[2].lower(), amount=amount, until=None,
                    by=None)  # fmt: skip
    reader.need("the strength of")
    to = _object(reader)
    reader.need("(?:must )?becomes?")
    amount = amounts.measure(reader) if reader.take("equal to") else amounts.plain(reader)
    return Said("become", to=to, of="strength", amount=amount, until=duration(reader), by=None)


def _price(reader):
    nth = reader.need("(the next|the first)?")[1] or ""
    reader.take("the")
    meant = things.cards(reader)
    if "spell" not in meant.kinds:
        raise Unknown("spells")
    who = reader.take("(you|an opponent|each opponent) casts?")
    each = reader.take("each turn")
    sign = reader.need(f"costs? {NUMBER} (more|less) vim")
    amount = things.value_of(sign[1]) * (1 if sign[2].lower() == "more" else -1)
    return Said("price", cards=meant, who=who[1].lower() if who else "a player", nth=nth.lower(), each=bool(each),
                amount=amount, until=duration(reader), by=None)  # fmt: skip


def _subject_first(reader):
    """What begins with who does it."""
    subject = _object(reader, "subject")
    reader.subject = subject if subject.kind != "player" else None
    reader.take("must(?! attack)")
    for rule in (points, _deals, _takes, _has, _battles, _bans, _combat_rule, _loses_game):
        if said := reader.attempt(rule, subject):
            return said
    if subject.kind != "player":
        raise Unknown(reader.rest[:60])
    reader.take("must")
    return _by_player(reader, subject)


def points(reader, subject):
    sign = 1 if reader.need("(gains?|loses?)")[1].lower().startswith("gain") else -1
    if found := reader.take("(strength|life|vim|ether) equal to"):
        amount, of = amounts.measure(reader), found[1].lower()
    else:
        amount = amounts.plain(reader)
        of = reader.need("(?:more )?(strength|life|vim|ether)")[1].lower()
        amount = amounts.behind(reader, amount)
    if of == "strength" and subject.kind == "player":
        raise Unknown("strength of a player")
    return Said("gain", to=subject, sign=sign, amount=amount, of=of, until=duration(reader), by=None)


def _deals(reader, subject):
    if reader.take("deals? double damage"):
        return Said("damage rule", to=subject, double=True, more=0, dealt=True, in_battle=False)
    if found := reader.take(f"deals? {NUMBER} (more|less) damage"):
        return _damage_rule(reader, subject, found, dealt=True)
    reader.need("deals?")
    if subject.kind == "player":
        raise Unknown("a player deals")
    return damage(reader, subject)


def _damage_rule(reader, subject, found, *, dealt):
    more = things.value_of(found[1]) * (1 if found[2].lower() == "more" else -1)
    battle = bool(reader.take("in battle"))
    return Said("damage rule", to=subject, double=False, more=more, dealt=dealt, in_battle=battle)


def _takes(reader, subject):
    if found := reader.take(f"takes? {NUMBER} (more|less) damage"):
        return _damage_rule(reader, subject, found, dealt=False)
    reader.need("takes?")
    amount = amounts.plain(reader)
    reader.need("damage")
    amount = amounts.behind(reader, amount)
    return Said("damage", to=subject, amount=amount, source=Said("nobody"), by=None)


def _has(reader, subject):
    reader.need("has|have")
    if reader.take("strength equal to"):
        return Said("has", to=subject, amount=amounts.measure(reader), sign=0)
    amount = amounts.plain(reader)
    sign = 1 if reader.need("(more|less)")[1].lower() == "more" else -1
    reader.need("strength")
    return Said("has", to=subject, amount=amounts.behind(reader, amount), sign=sign)


def _battles(reader, subject):
    reader.need("battles?")
    return Said("battle", to=subject, other=_object(reader), by=None)


BANS = (
    "cast", "conduct summons", "gain", "attack", "block", "be attacked", "be blocked", "be chosen", "be dealt damage",
    "be defeated", "be turned face-down", "be turned face-up", "be enchanted", "be returned", "act", "ready", "move",
    "lose strength",
)  # fmt: skip


def _bans(reader, subject):
    only = bool(reader.need("(cannot|can(?= attack only))")[1].lower() == "can")
    what = reader.need(f"({'|'.join(sorted(BANS, key=len, reverse=True))})")[1].lower()
    only = bool(reader.take("only")) or only
    target, battle, pool = None, False, ""
    if reader.take("in battle"):
        battle = True
    elif what == "gain":
        pool = reader.need("(life|vim|ether)")[1].lower()
    elif reader.take("by an opponent"):
        target = Said("player", who="an opponent", slot="")
    elif reader.sees("by"):
        reader.need("by")
        target = Said("each", cards=things.cards(reader), slot="")
    elif found := reader.take("(players|opponents|you)(?! cast)"):
        target = Said("player", who={"players": "a player", "opponents": "an opponent"}.get(found[1].lower(), "you"),
                      slot="")  # fmt: skip
    elif not reader.sees("until", "for the rest", "while", "and", r"\.", "unless", "if", "this turn"):
        target = reader.attempt(_plural) or things.thing(reader, "host")
    return Said("ban", to=subject, what=what, target=target, only=only, in_battle=battle, pool=pool,
                until=duration(reader), by=None)  # fmt: skip


def _plural(reader):
    return Said("each", cards=things.cards(reader), slot="")


COMBAT = {
    "can attack opponents": "past", "can block attacks in any column": "anywhere",
    "must attack each turn if able": "must attack",
}  # fmt: skip


def _combat_rule(reader, subject):
    for words, rule in COMBAT.items():
        if reader.take(words):
            reader.take("even if they control summons")
            return Said("rule", to=subject, rule=rule, until=duration(reader), by=None)
    raise Unknown(reader.rest[:40])


def _loses_game(reader, subject):
    reader.need("loses? the game")
    return Said("lose game", to=subject, by=None)


def _by_player(reader, subject):
    """A player who does with cards what "you" do where nobody is named."""
    for plural, plain in PLAYER_VERBS.items():
        if reader.take(plural):
            reader.text = f"{reader.text[: reader.at]} {plain} {reader.text[reader.at :].lstrip()}"
            said = next((one for rule in IMPERATIVES if (one := reader.attempt(rule))), None)
            if said is None:
                raise Unknown(reader.rest[:40])
            said.by = subject
            return said
    raise Unknown(reader.rest[:40])


PLAYER_VERBS = {"defeats?": "defeat", "discards?": "discard", "acts?": "act", "readies": "ready", "returns?": "return",
                "gains? control of": "gain control of", "removes?": "remove", "turns?": "turn", "pays?": "pay",
                "conducts?": "conduct"}  # fmt: skip
