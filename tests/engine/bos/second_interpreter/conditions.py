"""Reading what must hold."""

from tests.engine.bos.second_interpreter import amounts, things
from tests.engine.bos.second_interpreter.words import NUMBER, ORDINALS, Said, Unknown, value_of

WHO = "(you|an opponent|that player)"


def state(reader):
    """One state or several, joined by "and" or "or"."""
    parts, word = [single(reader)], ""
    while True:
        kept = reader.at
        joined = reader.take("and" if word == "and" else "or" if word == "or" else "(?:and|or)")
        if not joined:
            break
        more = reader.attempt(single)
        if more is None:
            reader.at = kept
            break
        word = joined[0].strip().lower()
        parts.append(more)
    if len(parts) == 1:
        return parts[0]
    return Said("all" if word == "and" else "any", parts=parts)


def single(reader):
    """One state."""
    for rule in RULES:
        if said := reader.attempt(rule):
            return said
    raise Unknown(reader.rest[:60])


def _range(reader):
    """How many: the least and the most."""
    if reader.take("no"):
        return 0, 0
    if found := reader.take(f"{NUMBER} or (more|fewer|less)"):
        value = value_of(found[1])
        return (value, None) if found[2].lower() == "more" else (0, value)
    if found := reader.take(f"exactly {NUMBER}"):
        return value_of(found[1]), value_of(found[1])
    if found := reader.take(f"{NUMBER} to {NUMBER}"):
        return value_of(found[1]), value_of(found[2])
    if found := reader.take(NUMBER):
        return value_of(found[1]), value_of(found[1])
    raise Unknown(reader.rest[:40])


def _controls(reader):
    who = reader.need(f"{WHO} controls?")[1].lower()
    if reader.take("more"):
        meant = things.cards(reader)
        reader.need("than")
        return Said("more cards", who=who, cards=meant, than=reader.need(WHO)[1].lower())
    if found := reader.take("another", "an?"):
        meant = things.cards(reader)
        meant.other = found[0].strip().lower() == "another"
        low, high = 1, None
    else:
        low, high = _range(reader)
        other = reader.take("other")
        meant = things.cards(reader)
        meant.other = bool(other)
    meant.control = who
    return Said("counted", cards=meant, low=low, high=high)


def _there_are(reader):
    reader.need("there (?:are|is)")
    low, high = (1, None) if reader.take("an?") else _range(reader)
    return Said("counted", cards=things.cards(reader), low=low, high=high)


def _has(reader):
    who = reader.need(f"{WHO} (?:have|has)")[1].lower()
    if found := reader.take("(more|less) (life|vim|ether) than"):
        return Said("has more", who=who, of=found[2].lower(), than=reader.need(WHO)[1].lower(), less=found[1] == "less")
    low, high = _range(reader)
    if found := reader.take("(life|vim|ether)"):
        return Said("holds", who=who, of=found[1].lower(), low=low, high=high)
    kind = things.TYPES[reader.need("(summons?|spells?|cards?)")[1].lower()]
    zone = reader.need("left in (?:your|their) (castle|spellbook|graveyard)")[1].lower()
    return Said("left", who=who, kinds=kind, zone=zone, low=low, high=high)


def _attacks_declared(reader):
    who = reader.need(f"{WHO} (?:have|has) declared attacks")[1].lower()
    return Said("attacks", who=who, low=value_of(reader.need(f"{NUMBER} or more times")[1]))


def _turn(reader):
    if found := reader.take("it is (not )?your turn"):
        return Said("turn", no=bool(found[1]))
    found = reader.need(f"it is your ({'|'.join(ORDINALS)}) turn( or later)?")
    return Said("nth turn", nth=ORDINALS[found[1].lower()], later=bool(found[2]))


DEEDS = {"attacked": "attacks", "blocked": "blocks"}
SUFFERED = {"defeated": "defeated", "summoned": "summoned", "dealt damage": "damaged", "cast": "cast"}
PASSED = (
    r"(did not attack|did not block|attacked|blocked|(?:was|were)(?: not)? (?:defeated|summoned|dealt damage|cast))"
    r" this turn"
)


def _passed(reader):
    """What was done, or befell, this turn, and whether it was not."""
    said = reader.need(PASSED)[1].lower()
    words = said.split()
    if words[0] == "did":
        return words[2] + "s", True
    if said in DEEDS:
        return DEEDS[said], False
    no = words[1] == "not"
    return SUFFERED[" ".join(words[1 + no :])], no


def _happened(reader):
    none = reader.take("no")
    low = 1
    if not none:
        found = reader.need("another", "an?", f"{NUMBER} or more")
        low = value_of(found[1]) if found.lastindex else 1
    meant = things.cards(reader)
    deed, no = _passed(reader)
    return Said("happened", cards=meant, deed=deed, low=low, no=bool(none) or no)


def _card_did(reader):
    meant = things.reference(reader, "host subject")
    deed, no = _passed(reader)
    return Said("card did", of=meant, deed=deed, no=no)


def _player_did(reader):
    who = reader.need(WHO)[1].lower()
    if reader.take("did not attack this turn"):
        return Said("player did", who=who, deed="attacks", cards=None, low=0, high=0)
    found = reader.need("(cast|summoned|gained|lost|spent|took|attacked)")[1].lower()
    if found == "attacked":
        reader.need("this turn")
        return Said("player did", who=who, deed="attacks", cards=None, low=1, high=None)
    if found in ("cast", "summoned"):
        low, high = (1, None) if reader.take("an?") else _range(reader)
        meant = things.cards(reader)
        reader.need("this turn")
        return Said("player did", who=who, deed=found, cards=meant, low=low, high=high)
    low, high = (1, None) if reader.sees("damage", amounts.POOLS) else _range(reader)
    pool = reader.need(f"(damage|{amounts.POOLS})")[1].lower()
    reader.need("this turn")
    total = Said("turn total", who=who, verb=amounts.TURN_VERBS[found], of=pool)
    return Said("in range", amount=total, low=low, high=high)


def _is(reader):
    meant = things.reference(reader, "host subject")
    if found := reader.take("does not have", "has"):
        no = "not" in found[0].lower()
        low, high = _range(reader)
        reader.need("strength")
        return Said("is in range", of=meant, low=low, high=high, no=no)
    no = bool(reader.need("is( not)?")[1])
    if reader.sees("this", "it", "the"):
        return Said("is same", of=meant, same=things.reference(reader, "host"), no=no)
    if found := reader.take("(ready|acted|enchanted|face-down|face-up)"):
        return Said("is looking", of=meant, look=found[1].lower(), no=no)
    if found := reader.take("(red|yellow|blue)"):
        return Said("is colored", of=meant, color=found[1].lower(), no=no)
    reader.take("an?")
    found = reader.need("(summon or boss|summon|boss|wizard|spell)")
    return Said("is typed", of=meant, kinds=things.TYPES[found[1].lower()], no=no)


RELATIONS = "more than|less than|at least|at most|equal to"


def _strength_compared(reader):
    left = things.reference(reader, "subject strength")
    found = reader.need("has (more|less) strength than")
    right = things.reference(reader, "host strength")
    relation = found[1].lower() + " than"
    left, right = (Said("strength", of=one, base=False) for one in (left, right))
    return Said("compared", left=left, relation=relation, right=right)


def _compared(reader):
    left = amounts.measure(reader)
    relation = reader.need(f"is ({RELATIONS})")[1].lower()
    return Said("compared", left=left, relation=relation, right=amounts.measure(reader))


RULES = (
    _controls, _there_are, _attacks_declared, _has, _turn, _happened, _card_did, _player_did, _strength_compared,
    _compared, _is,
)  # fmt: skip
