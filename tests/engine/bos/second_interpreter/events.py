"""Reading moments of a turn and events."""

from tests.engine.bos.second_interpreter import amounts, conditions, things
from tests.engine.bos.second_interpreter.words import NUMBER, ORDINALS, Said, Unknown, value_of

WHOSE = {"your": "you", "an opponent's": "an opponent", "each player's": "each player"}
PHASES = "startup phase|summoning phase|main phase|ending phase|turn"


def moment(reader):
    """A span or a point of a turn."""
    found = reader.need(f"(during|at the start of|in the middle of|at the end of) ({'|'.join(WHOSE)}) ({PHASES})")
    point = found[1].lower().split()[0] if found[1].lower() == "during" else found[1].lower().split()[2]
    return Said("moment", point=point, whose=WHOSE[found[2].lower()], phase=found[3].lower().removesuffix(" phase"))


CARD_VERBS = (
    ("would be defeated in battle", "would be defeated in battle"), ("would be defeated", "would be defeated"),
    ("would be returned", "would be returned"), ("would be summoned", "would be summoned"),
    ("is summoned", "summoned"), ("are summoned", "summoned"), ("is defeated in battle", "defeated in battle"),
    ("is defeated", "defeated"), ("is attacked", "attacked"), ("is blocked", "blocked"), ("is enchanted", "enchanted"),
    ("is returned", "returned"), ("is turned face-down", "turned face-down"), ("is turned face-up", "turned face-up"),
    ("readies", "readies"), ("acts", "acts"), ("moves", "moves"), ("leaves the battlefield", "leaves"),
    ("attacks", "attacks"), ("blocks", "blocks"), ("battles", "battles"), ("defeats", "defeats"),
)  # fmt: skip
WITH_OBJECT = ("attacks", "blocks", "battles", "defeats", "attacked", "blocked")


def event(reader):
    """What begins with "when", without that word; several are joined by "or"."""
    first = _single(reader, None)
    parts = [first]
    while reader.sees("or"):
        kept = reader.at
        reader.need("or")
        more = reader.attempt(_single, None) or reader.attempt(_single, first.subject)
        if more is None:
            reader.at = kept
            break
        parts.append(more)
    if reader.take(", if", ", unless"):
        no = reader.text[: reader.at].lower().endswith("unless")
        first.condition = conditions.state(reader)
        first.unless = no
    return parts


def _single(reader, subject):
    if subject is None:
        if said := reader.attempt(_of_player):
            return said
        subject = _subject(reader)
    return _of_card(reader, subject)


def _subject(reader):
    """The party an event is about, named so that "it" finds it."""
    said = things.thing(reader, "subject")
    if said.kind == "player":
        raise Unknown("a player")
    return _party(reader, said, "subject")


def _party(reader, said, slot):
    kinds = getattr(getattr(said, "cards", None), "kinds", ())
    if said.kind in ("choose", "each"):
        reader.mentions.pop()
    elif said.kind == "ref":
        kinds = getattr(said, "kinds", ())
    own = said.kind == "ref" and said.slot == "this"
    reader.mention("this" if own else slot, kinds, own=own)
    return said


def _of_card(reader, subject):
    said = Said("event", subject=subject, verb="", object=None, least=1, in_battle=False, player=None, of="", nth=0,
                condition=None, unless=False)  # fmt: skip
    if _damage(reader, said):
        return said
    for words, verb in CARD_VERBS:
        if reader.take(words):
            said.verb = verb.removesuffix(" in battle")
            said.in_battle = verb.endswith("in battle")
            break
    else:
        raise Unknown(reader.rest[:40])
    if said.verb in ("attacked", "blocked", "defeated") and reader.take("by"):
        said.object = _party(reader, things.thing(reader, "subject"), "object")
    elif said.verb in WITH_OBJECT and not reader.done() and not reader.sees("or", ":", ",", "in battle"):
        said.object = _object(reader)
    if reader.take("in battle"):
        said.in_battle = True
    gone = said.verb == "defeats"
    if gone or said.verb in ("defeated", "leaves", "returned"):
        slot = "object" if gone else "subject"
        for mention in reader.mentions:
            mention.gone = mention.gone or mention.slot == slot or (not gone and mention.own)
    if said.verb in ("defeated", "leaves", "returned") and subject.kind == "ref" and subject.slot == "this":
        reader.mentions[-1].gone = True
    reader.topic = reader.mentions[0].slot if reader.mentions else None
    return said


def _object(reader):
    said = things.thing(reader, "subject")
    return said if said.kind == "player" else _party(reader, said, "object")


def _damage(reader, said):
    if found := reader.take(f"deals (?:{NUMBER} or more )?damage"):
        said.verb = "deals damage"
        said.least = value_of(found[1]) if found[1] else 1
        if reader.take("to"):
            said.object = _object(reader)
    elif found := reader.take(f"would take (?:{NUMBER} or more )?damage"):
        said.verb = "would be damaged"
        said.least = value_of(found[1]) if found[1] else 1
    elif found := reader.take(f"takes? (?:{NUMBER} or more )?damage"):
        said.verb = "damaged"
        said.least = value_of(found[1]) if found[1] else 1
    else:
        return False
    said.in_battle = bool(reader.take("in battle"))
    reader.topic = reader.mentions[0].slot if reader.mentions else None
    return True


def _of_player(reader):
    who = things.player(reader)
    said = Said("event", subject=None, verb="", object=None, least=1, in_battle=False, player=who.who, of="", nth=0,
                condition=None, unless=False)  # fmt: skip
    if _damage(reader, said):
        return said
    if found := reader.take(f"(?:gains?|loses?|spends?) (?:{NUMBER} or more )?({amounts.POOLS})"):
        said.verb = _verb(found[0])
        said.least, said.of = value_of(found[1]) if found[1] else 1, found[2].lower()
        return said
    said.verb = _verb(reader.need("(casts?|summons?|discards?)")[1])
    if found := reader.take(f"(?:your|their) ({'|'.join(ORDINALS)}) (spell|summon) each turn"):
        said.nth = ORDINALS[found[1].lower()]
        said.object = Said("each", cards=_plain(found[2].lower()), slot="")
    else:
        said.object = _party(reader, things.thing(reader, "subject"), "object")
    reader.topic = "object"
    return said


def _plain(kind):
    return Said("cards", kinds=(kind,), looks=[], color="", not_color="", name="", control="", own="", zones=(),
                column=None, strength=None, past="", other=False, besides=None, on=None)  # fmt: skip


def _verb(word):
    first = word.split()[0].lower()
    return first if first.endswith("s") and first != "loss" else first + "s"
