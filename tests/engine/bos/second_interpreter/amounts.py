"""Reading numbers and what is measured."""

from tests.engine.bos.second_interpreter import pronouns, things
from tests.engine.bos.second_interpreter.words import NUMBER, Said, Unknown, value_of

POOLS = "life|vim|ether"


def number(word):
    """A number that is said outright."""
    return Said("number", value=value_of(word))


def plain(reader):
    """A number, X or that much."""
    if found := reader.take(NUMBER):
        return number(found[1])
    if reader.take("X"):
        return Said("x")
    if reader.take("that much"):
        return Said("that much")
    raise Unknown(reader.rest[:40])


def measure(reader):
    """What stands behind "equal to" and in comparisons."""
    for rule in (_scaled, _counted, _strength, _total, _has, _past, plain):
        if said := reader.attempt(rule):
            return said
    raise Unknown(reader.rest[:40])


def _scaled(reader):
    if reader.take("half"):
        inner = measure(reader)
        return Said("half", of=inner, up=bool(reader.take("rounded up")))
    if reader.take("twice"):
        return Said("times", by=Said("number", value=2), of=measure(reader))
    found = reader.need(f"{NUMBER} times")
    return Said("times", by=number(found[1]), of=measure(reader))


def _counted(reader):
    reader.need("the number of")
    return Said("count", cards=things.cards(reader))


def _strength(reader):
    if reader.take("its strength"):
        return Said("strength", of=its(reader), base=False)
    found = reader.need("the (base )?strength of")
    return Said("strength", of=things.reference(reader, "host strength"), base=bool(found[1]))


def its(reader):
    """The card whose strength "its strength" is: the subject of the sentence, if that is a card."""
    subject = getattr(reader, "subject", None)
    if subject is not None and subject.kind in ("choose", "each", "ref"):
        return Said("ref", slot=subject.slot, own=subject.kind == "each")
    mention = next((one for one in reversed(reader.mentions) if _measured(one)), None)
    if mention is None:
        raise Unknown("its")
    return Said("ref", slot=mention.slot)


def _measured(mention):
    return not mention.many and (not mention.kinds or pronouns.STRONG & set(mention.kinds))


def _total(reader):
    reader.need("the total strength of")
    reader.take("each")
    return Said("total", cards=things.cards(reader))


def _has(reader):
    found = reader.need(f"(your|an opponent's|their|that player's) ({POOLS})")
    who = {"your": "you", "an opponent's": "an opponent"}.get(found[1].lower(), "that player")
    return Said("has", who=who, of=found[2].lower())


TURN_VERBS = {"took": "takes", "gained": "gains", "lost": "loses", "spent": "spends"}


def _past(reader):
    found = reader.need(f"the (damage|{POOLS}) (you|an opponent) (took|gained|lost|spent) this turn")
    return Said("turn total", who=found[2].lower(), verb=TURN_VERBS[found[3].lower()], of=found[1].lower())


def behind(reader, amount):
    """What can follow an amount: for each of some cards."""
    if found := reader.take("for each( other)?"):
        meant = things.cards(reader)
        meant.other = bool(found[1])
        return Said("times", by=amount, of=Said("count", cards=meant))
    return amount
