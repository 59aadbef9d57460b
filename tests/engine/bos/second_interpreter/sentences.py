"""Reading whole abilities and conditions, as docs/card-language.md prints them."""

from functools import cache

from tests.engine.bos.second_interpreter import amounts, conditions, effects, events, things
from tests.engine.bos.second_interpreter.words import NUMBER, Reader, Said, Unknown, value_of

LIMITS = {"Use this ability only once per turn.": "turn", "Use this ability only once per game.": "game"}
HEAD = ("During", "At the ", "In the middle", "When ", "If ", "Unless ", "[")


@cache
def ability(text, kind):
    """The meaning of one ability of a card of that kind."""
    said = Said("ability", text=text, moment=None, states=[], events=[], costs=[], steps=[], limit="", continuous=False,
                instead=False, enchant=None, head=False, body="", slots=[])  # fmt: skip
    for words, limit in LIMITS.items():
        if text.endswith(words):
            text, said.limit = text.removesuffix(words).strip(), limit
    reader = Reader(text)
    said.head = _read_head(reader, said)
    if reader.sees("enchant an?"):
        said.enchant = _enchant(reader)
    if said.enchant or (not said.head and kind != "spell"):
        said.continuous = True
    said.body = reader.rest.strip()
    said.steps = body(reader)
    said.instead = any(step.instead for step in said.steps)
    return said


def _read_head(reader, said):
    if not reader.text.startswith(HEAD):
        return False
    at = -1
    while (at := reader.text.find(":", at + 1)) > 0:
        fresh = Reader(reader.text[:at])
        try:
            head(fresh, said)
        except Unknown:
            said.moment, said.states, said.events, said.costs = None, [], [], []
            continue
        if fresh.done():
            reader.at, reader.mentions, reader.topic = at + 1, fresh.mentions, fresh.topic
            reader.slots, reader.sentence = fresh.slots, 1
            return True
        said.moment, said.states, said.events, said.costs = None, [], [], []
    return False


def head(reader, said):
    """Conditions and cost: everything before the colon."""
    if reader.sees("during", "at the", "in the middle"):
        said.moment = events.moment(reader)
        reader.take(",")
    if found := reader.take("if", "unless"):
        said.states.append((conditions.state(reader), found[0].strip().lower() == "unless"))
        reader.take(",")
    if reader.take("when"):
        said.events = events.event(reader)
        reader.take(",")
    if reader.take(r"\["):
        said.costs = costs(reader)


def costs(reader):
    """What stands in brackets."""
    paid = [_cost(reader)]
    while reader.take(", and", ",", "and"):
        paid.append(_cost(reader))
    reader.need(r"\]")
    return paid


def _cost(reader):
    if reader.take(r"act(?=[\],]| and)"):
        return Said("act", to=Said("ref", slot="this"), by=None)
    if found := reader.take("(all|half) your (life|vim|ether)"):
        held = Said("has", who="you", of=found[2].lower())
        amount = held if found[1].lower() == "all" else Said("half", of=held, up=bool(reader.take("rounded up")))
        return Said("pay", amount=amount, of=found[2].lower(), whole=True, by=None)
    if found := reader.take(f"({NUMBER}|X) (life|vim|ether)"):
        amount = Said("x") if found[1] == "X" else amounts.number(found[1])
        return Said("pay", amount=amount, of=found[3].lower(), whole=False, by=None)
    if reader.sees("this loses"):
        return effects.clause(reader)
    said = effects.clause(reader)
    if said.kind in ("defeat", "discard", "to pile", "remove"):
        for mention in reader.mentions:
            mention.gone = mention.gone or mention.slot == getattr(said.to, "slot", "")
    return said


def _enchant(reader):
    reader.need("enchant an?")
    meant = things.cards(reader)
    reader.mention("host", meant.kinds)
    reader.need(r"\.")
    return meant


def body(reader):
    """The sentences of the effects."""
    steps = []
    while not reader.done():
        steps += sentence(reader)
    return steps


def _step(deed=None, **more):
    return Said("step", **{"deed": deed, "condition": None, "unless": False, "may": None, "after": "", "modes": None,
                           "delay": None, "instead": False, "span": None, **more})  # fmt: skip


def sentence(reader):
    """One sentence up to its dot: a step, or several that share a delay."""
    reader.next_topic = None
    if reader.take("(?:you must )?choose one:"):
        return [_step(modes=_modes(reader))]
    for rule in (_after, _delayed, _conditional, _spanned):
        if steps := reader.attempt(rule):
            return steps
    may = None
    if found := reader.take("(you|an opponent) may"):
        may = found[1].lower()
    who = Said("player", who=may, slot="") if may else None
    deed = reader.attempt(effects.points, who) if may else None
    step = _step(deed or effects.clause(reader), may=may)
    _endings(reader, step)
    return [step]


def _endings(reader, step):
    if found := reader.take("if", "unless", "while"):
        step.condition = conditions.state(reader)
        step.unless = found[0].strip().lower() == "unless"
    if reader.take("instead"):
        step.instead = True
    reader.need(r"\.")
    _next_sentence(reader)


def _next_sentence(reader):
    reader.sentence += 1
    if getattr(reader, "next_topic", None):
        reader.topic = reader.next_topic


def _modes(reader):
    modes = []
    while reader.take("•"):
        mode = []
        while not reader.done() and not reader.sees("•"):
            mode += sentence(reader)
        modes.append(mode)
    if len(modes) < 2:
        raise Unknown("modes")
    return modes


def _after(reader):
    after = "done" if reader.take("if you do,") else "not done" if reader.take("otherwise,") else ""
    if not after:
        reader.need("if that player does,")
        after = "done"
    steps = sentence(reader)
    steps[0].after = after
    return steps


def _conditional(reader):
    found = reader.need("if", "unless", "while")
    condition = conditions.state(reader)
    reader.need(",")
    steps = sentence(reader)
    steps[0].condition, steps[0].unless = condition, found[0].strip().lower() == "unless"
    return steps


def _spanned(reader):
    """A continuous effect that holds in a part of the turn."""
    reader.sees("during") or reader.need("during")
    span = events.moment(reader)
    reader.need(",")
    steps = sentence(reader)
    steps[0].span = span
    return steps


def _delayed(reader):
    until, moment, waits, once = None, None, None, False
    if reader.sees("until"):
        until = effects.duration(reader)
        reader.need(",")
    if reader.take("the next time"):
        once, waits = True, events.event(reader)
    elif until:
        reader.need("when")
        waits = events.event(reader)
    else:
        moment = _later(reader)
    reader.need(",")
    if reader.sees("you must", "this must"):
        reader.take("you must")
    steps = _joined(reader)
    return [_step(delay=Said("delay", until=until, moment=moment, events=waits, once=once, steps=steps))]


def _later(reader):
    for words, until in effects.DURATIONS.items():
        if words.startswith("until the") and reader.take("at" + words.removeprefix("until")):
            return until
    found = reader.need("at the start of (your|an opponent's) next (startup|summoning|main|ending) phase")
    who = "you" if found[1].lower() == "your" else "an opponent"
    return ("start", who, found[2].lower(), 1)


def _joined(reader):
    """What is put off: clauses joined by "then", up to the dot."""
    steps = []
    while True:
        condition, no = None, False
        if found := reader.take("if", "unless"):
            condition, no = conditions.state(reader), found[0].strip().lower() == "unless"
            reader.need(",")
        steps.append(_step(effects.clause(reader), condition=condition, unless=no))
        if reader.take(r"\."):
            _next_sentence(reader)
            return steps
        reader.need(", then")


@cache
def summoning_condition(text):
    """Which wizards turn face-down for a summon, what it costs besides, and what must hold."""
    reader = Reader(text)
    reader.need("conduct a summon with", "summon using")
    said = Said("conducted", names=[], cards=None, count=1, costs=[], condition=None)
    if found := reader.take(f"any|an?|{NUMBER}"):
        said.count = value_of(found[1]) if found[1] else 1
        said.cards = things.cards(reader)
    else:
        said.names = [_name(reader)]
        while reader.take("or"):
            said.names.append(_name(reader))
    if reader.take("if"):
        said.condition = conditions.state(reader)
    if reader.take(r", \["):
        said.costs = costs(reader)
    reader.need(r"\.")
    return said


def _name(reader):
    return reader.need(r"((?-i:[A-Z][\w'’-]*(?: (?!or )(?:of|and|the|[A-Z][\w'’-]*))*))")[1]


@cache
def boss_condition(text):
    """What must hold or be paid for a boss."""
    said = Said("boss", states=[], costs=[])
    if not text:
        return said
    reader = Reader(text)
    reader.take("if")
    if not reader.sees(r"\["):
        said.states.append((conditions.state(reader), False))
        reader.take(",")
    if reader.take(r"\["):
        said.costs = costs(reader)
    reader.need(r"\.")
    return said
