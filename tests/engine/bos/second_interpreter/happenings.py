"""What happens, and which abilities it triggers."""

from types import SimpleNamespace

from tests.engine.bos.second_interpreter import holding, measuring
from tests.engine.bos.second_interpreter.measuring import Use
from tests.engine.bos.second_interpreter.words import altered


def happening(verb, card=None, other=None, player=None, *, amount=0, of="", in_battle=False, nth=0):
    """Something that happened to or by a card or player."""
    return SimpleNamespace(
        verb=verb, card=card, entry=card.entry if card else 0, other=other, other_entry=other.entry if other else 0,
        player=player if player is not None else (card.controller if card else None), amount=amount, of=of,
        in_battle=in_battle, nth=nth, seat=None, last=None, blow=None, before=None,
    )  # fmt: skip


REMEMBERED = {"attacks", "blocks", "defeated", "summoned", "damaged", "cast", "gains", "loses", "spends"}


def happen(play, *happenings):
    """Let things happen at once: they are remembered for this turn, and abilities that hear them wait."""
    table = play.table
    for one in happenings:
        if one.verb in REMEMBERED:
            table.history.append(one)
    turned = [one.card for one in happenings if one.verb == "turned face-down"]
    for hearer in hearers(table, turned):
        _hear(play, hearer, happenings)
    for delay in list(table.delays):
        _wake(play, delay, happenings)


def hearers(table, turned=()):
    """Every ability with an event, on cards that can hear: whose it is, its card, its host. A card that is turned
    face-down still hears that (`turned`)."""
    for card in table.cards:
        if card.zone == "field" and (card.up or card.host or card in turned):
            host = card.host
            if host is not None and not host.here:
                continue
            for nth, ability in enumerate(card.face.abilities):
                if ability.events and not ability.instead and not ability.enchant:
                    yield SimpleNamespace(card=card, host=host, ability=ability, nth=nth,
                                          you=card.controller if host is None else card.owner)  # fmt: skip
        elif card.zone == "spellbook":
            for nth, ability in enumerate(card.face.abilities[:1]):
                if ability.events:
                    yield SimpleNamespace(card=card, host=None, ability=ability, nth=nth, you=card.owner)


def _hear(play, hearer, happenings):
    table = play.table
    for one in happenings:
        use = Use(table, hearer.you, hearer.card, one, hearer.host)
        if not table.begun(hearer.you) or one.before is hearer.card:  # it happened before that card came (G-262)
            continue
        if hearer.card.falling and not _own_fall(hearer, one):
            continue
        if hearer.host is None and not hearer.card.up and hearer.card.zone == "field" and one.card is not hearer.card:
            continue
        event = next((event for event in hearer.ability.events if matches(use, event, one)), None)
        if event is None or not _states_hold(use, hearer.ability, event):
            continue
        use.player = that_player(one)
        play.waiting.append(SimpleNamespace(
            card=hearer.card, entry=hearer.card.entry, host=hearer.host, ability=hearer.ability, nth=hearer.nth,
            you=hearer.you, event=one, said=event, use=use, delay=None, spell=hearer.card.zone == "spellbook",
            number=0,
        ))  # fmt: skip
        if len(hearer.ability.events) > 1:
            break


def _own_fall(hearer, one):
    """Whether a card that has fallen still speaks of this: of its own defeat, and of what it defeated."""
    own = hearer.card if hearer.host is None else hearer.host
    verbs = ("defeated", "defeats", "leaves", "returned")
    return one.verb in verbs and own is one.card


def _states_hold(use, ability, event):
    if event.condition is not None and holding.holds(use, event.condition) == event.unless:
        return False
    return holding.all_hold(use, ability.states) and holding.span_holds(use, ability.moment)


def _wake(play, delay, happenings):
    for one in happenings:
        use = delay.use.again(one)
        event = next((event for event in delay.events or () if matches(use, event, one)), None)
        if event is None:
            continue
        if event.condition is not None and holding.holds(use, event.condition) == event.unless:
            continue
        play.raise_delay(delay, use, one)
        if delay.once:
            play.table.delays.remove(delay)
            return


def that_player(one):
    """Who "that player" is: the player of what happened."""
    if one.verb in ("attacks", "deals damage") and one.other is None and one.seat is not None:
        return one.seat
    return one.player


def matches(use, event, one):
    """Whether what happened is the event that was said."""
    if event.verb != one.verb or (event.in_battle and not one.in_battle) or one.amount < event.least and _counts(one):
        return False
    if event.subject is None:
        return _player_matches(use, event, one)
    if one.card is None or not _party(use, event.subject, one.card, one.entry, one):
        return False
    return event.object is None or _object(use, event.object, one)


def _counts(one):
    return one.verb in ("deals damage", "damaged", "gains", "loses", "spends")


def _player_matches(use, event, one):
    if one.verb == "damaged" and one.card is not None:
        return False
    if one.player not in measuring.seats(use, event.player) or (event.of and event.of != one.of):
        return False
    if event.nth and event.nth != one.nth:
        return False
    return event.object is None or _object(use, event.object, one)


def _object(use, thing, one):
    if thing.kind == "player":
        return one.other is None and one.seat in measuring.seats(use, thing.who)
    if one.other is None:
        return False
    return _party(use, thing, one.other, one.other_entry, one)


def _party(use, thing, card, entry, one):
    if thing.kind == "ref":
        return (card, entry) in measuring.referred(use, thing)
    if thing.kind == "one of":
        return any(_party(use, part, card, entry, one) for part in thing.parts if part.kind != "player")
    if not use.table.begun(card.controller) and card.controller != use.you:
        return False
    meant = altered(thing.cards, zones=("graveyard",)) if one.verb == "discards" else thing.cards
    return measuring.fits(use, meant, card)
