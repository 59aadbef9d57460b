"""What words of a text are bound to by the part they play: sides of an event, and "the rest"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.grammar_words import ItAsSubject, ItBefore, Participant, Rest, Role, ThatCard, ThatColumn
from engine.bos.cardtext.mentions import ANY, ATTACKING, ROLES, Mention, Mentions, Need, looking, overlap
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms

PLAYER_FIELDS = ("player", "than", "control", "owner", "by")
WITH_PLAYERS = (syntax.Damage, syntax.Defeat)
OF_CARDS = (terms.IsSo, terms.Only, terms.Same)
AMOUNTS = (syntax.Gain, syntax.Damage, syntax.Scale, syntax.Spend)
WHAT_THERE_IS = (terms.Has, terms.Half)  # a price of all or half of something, which "that much" can mean
LEAVING = ("defeated", "leaves", "returns", "discards")
WITH_TARGET = frozenset((*ATTACKING, "attacked", "blocks", "blocked", "battles"))
WITH_OTHER = WITH_TARGET | {
    "defeats",
    "defeated",
    "deals damage",
    "damaged",
    "summoned",
    "casts",
    "summons",
    "discards",
    "survives",
    "has blocked",
}
WITH_AMOUNT = frozenset(("damaged", "deals damage", "gains", "loses", "spends"))


def side_of(role: Role, events: tuple[syntax.When, ...]) -> int | None:
    """Which part of all these events that is: 0 their subject, 1 their object; None where they do not agree."""
    slots = {ROLES[role].get(event.verb, looking(role, event)) for event in events}
    return next(iter(slots)) if len(slots) == 1 else None


_ATTACKERS = terms.Each(terms.Filter(kinds=("summon", "boss"), looks=("attacking",)))


def other_side(role: Role, events: tuple[syntax.When, ...]) -> terms.Thing | None:
    """ "The defending summon" of an attack is what was attacked; after a block it could be the blocker. "The attacker"
    of an event that asks for a card that blocks is whatever attacks then."""
    if role == "defender" and events and all(each.verb in ("attacks", "attacked") for each in events):
        return terms.Target()
    blocking = bool(events) and all(
        isinstance(each.condition, terms.IsSo) and each.condition.filter.looks == ("blocking",) for each in events
    )
    return _ATTACKERS if blocking and role == "attacker" else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands: what its verb asks for, and whether it is the subject there."""

    need: Need = ANY
    """What fits its verb."""
    subject: bool = False
    """Whether it is the subject of its clause."""
    own: terms.Thing | None = None
    """What "its" means in the clause before anything else."""
    players: bool = False
    """Whether it can be a player."""


def is_of_another(deed: syntax.Deed, named: Mentions) -> bool:
    """Whether "its strength" is that of another card: "this gains strength equal to its strength", where one was named,
    since a card speaks of itself as "this"."""
    return isinstance(deed, syntax.Gain) and deed.who == terms.This() and named.another() is not None


def rivals(deed: syntax.Deed, own: terms.Thing | None, named: Mentions) -> list[Mention]:
    """The card that "its strength" could be as well, and each that gains: "each summon gains strength equal to its
    strength" behind an event about a card. Nothing where it can only be one of them."""
    grown = deed.amount if isinstance(deed, syntax.Gain) and deed.what == "strength" else None
    measured = any(isinstance(part, terms.Strength) and isinstance(part.of, terms.It) for part in parts(grown))
    other = named.all[0] if named.all and measured and own == terms.Itself() else None
    if other is None or other.player or other.many or not isinstance(deed, syntax.Gain):
        return []
    words: Any = other.ref if isinstance(other.ref, terms.This) else other.words
    words = ThatCard(other.kinds[:1]) if words == terms.It() else words
    each = terms.Each(terms.Filter(kinds=getattr(deed.who, "filter", terms.Filter()).kinds))
    return [replace(other, words=words), Mention(deed.who, other.clause, words=each)]


def by_its_own(deed: syntax.Deed, own: terms.Thing | None) -> syntax.Deed:
    """ "Halve the strength of this for a turn", where no "its" is said: this loses half of what it has itself."""
    measured = getattr(deed, "amount", None)
    if measured is None:
        return deed

    def whose(part: Any) -> Any:
        by_itself = isinstance(part, terms.Strength | terms.SpellCost) and part.of == terms.Itself()
        return replace(part, of=own or terms.It()) if by_itself else part

    changed: dict[str, Any] = {"amount": change(measured, whose)}
    return replace(deed, **changed)


def dealer(deed: syntax.Deed, ref: terms.Earlier) -> terms.Thing | None:
    """What deals the damage, where the deed names it, in front of its amount."""
    by = getattr(deed, "by", None)
    return None if by is None else same_thing(by, ref)


def whose(meant: terms.Filter) -> terms.Player | None:
    """Whose cards these are, where it is another player than "you": known though none of them may be chosen."""
    return next((who for who in (meant.control, meant.owner) if who not in (None, "you")), None)


def besides_chosen(
    meant: terms.Filter, named: list[Mention], events: tuple[syntax.When, ...], place: Place
) -> terms.Filter:
    """The others without the card of such a kind that was chosen last; "each … for each other": without itself."""
    together = [part for each in named if isinstance(each.ref, terms.Both) for part in each.ref.parts]
    sets = [each for each in named if each.many and each.ref in together]  # of which no word means one alone
    chosen = [each for each in named if overlap(each.kinds, meant.kinds) and is_chosen(each, events)]
    chosen = [each for each in chosen if each not in sets]
    own = place.own if place.own == terms.Itself() else None
    return replace(meant, other=False, besides=own or chosen[-1].ref) if chosen else meant


def plainly_facing(held: Any) -> Any:
    """A condition that counts what faces this card, without saying that it is an opponent's, which it always is."""
    meant = held.amount.filter if isinstance(held, terms.Compared) and isinstance(held.amount, terms.Count) else None
    if meant is None or meant.column != "facing" or meant.control not in ("an opponent", "each opponent"):
        return held
    return replace(held, amount=terms.Count(replace(meant, control=None)))


def rest_of(named: list[Mention]) -> terms.Thing | None:
    """ "The rest": all that could have been chosen last and was not, on the sides of those who chose."""
    chosen = next((each for each in reversed(named) if isinstance(each.words, terms.Choose)), None)
    if chosen is None or not isinstance(chosen.words, terms.Choose):
        return None
    choice = chosen.words
    control = choice.filter.control
    if choice.by != "you" and control == "that player":
        control = choice.by
    if control == "each player":
        control = None
    return terms.Each(replace(choice.filter, control=control, besides=chosen.ref, other=False))


def is_nobody_near(held: terms.Predicate) -> bool:
    """ "While no summon faces this": only this card is there, and "it" can mean no other."""
    match held:
        case terms.Compared(terms.Count(meant), "at most" | "equal", terms.Number(0)):
            return bool(meant.column) or terms.This() in parts(meant)
    return False


def is_chosen(mention: Mention, events: tuple[syntax.When, ...]) -> bool:
    """Whether it is a card that the text chose, or a summon that a wizard conducts."""
    if not isinstance(mention.ref, terms.Earlier) or mention.player:
        return False
    conducted = mention.ref.slot == 1 and {event.verb for event in events} == {"conducts"}
    return mention.ref.where != "event" or conducted


def in_that_pile(meant: terms.Filter, named: list[Mention]) -> terms.Filter | None:
    """ "A summon in it": in the pile of which was spoken last."""
    filters = (getattr(each.words, "filter", None) for each in reversed(named))
    pile = next((each for each in filters if each is not None and each.zone != "table"), None)
    return pile and replace(meant, zone=pile.zone, owner=pile.owner)


def same_thing(what: terms.Thing, ref: terms.Earlier) -> terms.Thing:
    """What a word that means this thing becomes: what has a name of its own keeps it."""
    named = terms.This | terms.Host | terms.Target | terms.Other | terms.Earlier | terms.Itself
    return what if isinstance(what, named) else ref


def each(place: Place, lasting: bool) -> terms.Thing | None:
    """ "Them" in what holds all the time: each of those of whom it is said."""
    return place.own if lasting and place.own == terms.Itself() else None


def known_player(who: terms.Who, ref: terms.Thing) -> terms.Thing:
    """What "that player" means behind a step that is not always done: who was known before it."""
    of = who.player.of if isinstance(who.player, terms.ControllerOf) and not who.player.each else None
    return of if isinstance(of, terms.Earlier) else ref


PRONOUNS = (
    terms.It, terms.Them, ThatCard, ThatColumn, ItAsSubject, ItBefore, Participant, Rest, terms.Target, terms.Other,
    terms.Host,
)  # fmt: skip


def has_pronoun(value: Any) -> bool:
    """Whether a word stands in it that refers back."""
    return any(isinstance(part, PRONOUNS) for part in parts(value))
