"""What a word that refers back means (docs/card-language.md, "Words that refer back")."""

from tests.engine.bos.second_interpreter.words import Said, Unknown

STRONG = {"summon", "boss"}
TURNING = {"wizard", "boss"}
NEEDS = {"strength": STRONG, "attack": STRONG, "turn": TURNING, "summon": {"summon"}}


def back(reader, role):
    """One card or set named before. `role` says what is asked of it: subject, object, host (to be measured), or which
    verb it has to fit."""
    if found := reader.take("that (summon|boss|wizard|spell|card)", "those (summon|boss|wizard|spell|card)s"):
        return _named(reader, found[1].lower())
    if reader.take("the chosen cards?"):
        return _ref(_last(reader, lambda one: one.slot.startswith("chosen")))
    if reader.take("it", "its"):
        return _ref(_it(reader, role))
    if reader.take("them", "they"):
        return _ref(_last(reader, lambda one: one.many))
    raise Unknown(reader.rest[:40])


def _ref(mention):
    if mention is None:
        raise Unknown("nothing to refer to")
    return Said("ref", slot=mention.slot, kinds=mention.kinds)


def _named(reader, kind):
    return _ref(_last(reader, lambda one: kind == "card" or kind in one.kinds or not one.kinds))


def _last(reader, fits):
    return next((one for one in reversed(reader.mentions) if fits(one)), None)


def fits(mention, role):
    """Whether a verb can be said of a mention."""
    needed = NEEDS.get(role.removeprefix("subject ").removeprefix("object "))
    if mention.many:
        return False
    if needed and mention.kinds and not needed & set(mention.kinds):
        return False
    return not (mention.gone and not role.startswith("host"))


def _it(reader, role):
    able = [one for one in reader.mentions if fits(one, role)]
    if not able:
        return None
    if role.startswith("subject"):
        topic = next((one for one in able if one.slot == reader.topic), None)
        return topic or able[-1]
    others = [one for one in able if not one.own]
    return others[-1] if others else able[-1]
