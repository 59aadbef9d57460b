"""What a text has named so far, and which of it a pronoun can mean: the subject first, then the last card that fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.bos.cardtext.grammar_words import THEY, ItBefore, Role
from engine.bos.cardtext.space.positions import is_one_place
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms

BATTLERS: tuple[terms.Kind, ...] = ("summon", "boss")
IN_COLUMNS: tuple[terms.Kind, ...] = ("summon", "wizard")
STANDING: tuple[terms.Kind, ...] = ("summon", "wizard", "boss")
ATTACKING = ("attacks", "unblocked", "has attacked")
AFTER_ATTACK = syntax.When(terms.Each(terms.Filter(("summon", "boss"))), "has attacked")
"""That an attack is over, whoever attacked: it names nobody."""
ROLES: dict[Role, dict[syntax.Verb, int]] = {
    "attacker": {"attacks": 0, "attacked": 1, "blocks": 1, "blocked": 0, "unblocked": 0, "has attacked": 0,
                 "has blocked": 1},
    "blocker": {"blocks": 0, "blocked": 1, "has blocked": 0},
    "defeated": {"defeated": 0, "defeats": 1},
    "defeater": {"defeated": 1, "defeats": 0},
    "summoned": {"summoned": 0, "summons": 1, "conducts": 1},
    "defender": {},
}  # fmt: skip
"""Which part of the event somebody is, by its verb: 0 its subject, 1 its object."""


def looking(role: Role, event: syntax.When) -> int | None:
    """Which part of the event is said to be attacking, or blocking: "defeated by an attacking summon"."""
    look = {"attacker": "attacking", "blocker": "blocking"}.get(role)
    parties = (event.who, event.to)
    return next((at for at, each in enumerate(parties) if isinstance(each, terms.Each) and look in each.filter.looks),
                None)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """A card, a set of cards or a player that was named."""

    ref: terms.Thing
    """What a pronoun that means it becomes."""
    clause: int
    """In which clause, counted from 0."""
    kinds: tuple[terms.Kind, ...] = ()
    """What it can be; any kind where there are none."""
    subject: bool = False
    """Whether it is what its clause is about."""
    many: bool = False
    """Whether it is a set."""
    player: bool = False
    """Whether it is a player."""
    theirs: bool = False
    """Whether the text says that another player than "you" controls it, or can."""
    gone: bool = False
    """Whether it has left the battlefield since, or is about to."""
    weak: bool = False
    """Whether only a condition speaks of it."""
    ours: bool = False
    """Whether the text says that "you" control it."""
    called: terms.Player | None = None
    """The word for a player that says who it is, whether or not the clause is carried out: the only opponent."""
    column: bool = False
    """Whether it is a column, or several."""
    words: terms.Thing = field(default=terms.It(), compare=False)
    """What the text called it."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a verb asks of a card: its kind, and that it is still there."""

    kinds: tuple[terms.Kind, ...] = ()
    """Of which kind it may be; of any where there are none."""
    present: bool = True
    """Whether it has to be on the battlefield still."""


ANY = Need(present=False)


def need_of(deed: syntax.Deed) -> Need:
    """What the cards must be that a deed is done to."""
    match deed:
        case syntax.Become(what="strength"):
            return Need(BATTLERS)
        case syntax.Gain() | syntax.Scale() | syntax.Exchange() | syntax.Bonus() | syntax.Damage() | syntax.Prevent():
            return Need(BATTLERS)
        case syntax.Ready() | syntax.Act() | syntax.Defeat() | syntax.Cannot():
            return Need(STANDING)
        case syntax.DamageChange() | syntax.CombatRule() | syntax.Toll() | syntax.Retarget():
            return Need(BATTLERS)
        case syntax.Turn():
            return Need(("wizard", "boss"))
        case syntax.Move() | syntax.Swap():
            return Need(("summon",))
        case syntax.Put(zone="castle") | syntax.Bring():
            return Need(("summon",), present=False)
        case syntax.Put(zone="spellbook") | syntax.CarryOut():
            return Need(("spell",), present=False)
    return ANY


def takes_away(deed: syntax.Deed | syntax.Cost) -> bool:
    """Whether what the deed is done to is gone afterwards."""
    if isinstance(deed, syntax.PayCard):
        return deed.deed != "turn face-down"
    return isinstance(deed, syntax.Defeat | syntax.Put)


class Mentions:
    """Everything named so far, in printed order."""

    def __init__(self) -> None:
        self.all: list[Mention] = []
        self.clause = 0
        self.offered = False
        """Whether what is named now may never come about."""
        self.undone = False
        """Whether it did not: nobody chose the cards that were named then."""
        self.unsure: set[terms.Thing] = set()
        """The cards that somebody chooses only if an offer is taken."""
        self.leaving: set[terms.Thing] = set()
        """Those that are gone only then."""

    def add(self, mention: Mention) -> None:
        self.all.append(mention)
        if self.offered and isinstance(mention.words, terms.Choose):
            self.unsure.add(mention.ref)

    def leave(self, ref: terms.Thing) -> None:
        """That card is gone from here on, or only if an offer is taken."""
        if self.offered:
            self.leaving.add(ref)
        else:
            self.all = [replace(each, gone=True) if each.ref == ref else each for each in self.all]

    def is_gone(self, card: Mention) -> bool:
        """Whether it has left the battlefield by now."""
        return card.gone or (card.ref in self.leaving and not self.undone)

    # Cards

    def subject(self, need: Need) -> list[Mention]:
        """What "it" can mean as the subject of a clause: who the last clause with a card in it was about."""
        cards = self._cards(need)
        last = [card for card in cards if cards and card.clause == cards[-1].clause]
        return [card for card in last if card.subject][-1:] or _last(last)

    def object(self, need: Need) -> list[Mention]:
        """What "it" can mean elsewhere: the last card that fits; this card, which calls itself "this", after others."""
        cards = self._cards(need)
        return _last([card for card in cards if card.ref != terms.This()]) or cards[-1:]

    def that(self, kinds: tuple[terms.Kind, ...], need: Need) -> list[Mention]:
        """What "that summon" can mean: the last other card of the kind, one that fits the verb first."""
        for wanted in (need, ANY):
            cards = [card for card in self._cards(wanted) if overlap(card.kinds, kinds)]
            if cards:
                return [card for card in cards if card.ref != terms.This()][-1:] or cards[-1:]
        return []

    def gone(self, kinds: tuple[terms.Kind, ...]) -> list[Mention]:
        """What "the sacrificed summon" can mean: a card of the kind that is given up or put away, if it is the only
        one."""
        left = {card.ref: card for card in self._cards(ANY) if self.is_gone(card) and overlap(card.kinds, kinds)}
        return list(left.values()) if len(left) == 1 else []

    def column(self) -> terms.Thing | None:
        """What "that column" means: the last column that was chosen, else that of the last card that stands in one."""
        columns = [each.ref for each in self.all if each.column]
        return columns[-1] if columns else next((card.ref for card in self.that(IN_COLUMNS, ANY)), None)

    def _cards(self, need: Need) -> list[Mention]:
        fitting = [
            card
            for card in self.all
            if not (card.many or card.player or card.column or (self.undone and card.ref in self.unsure))
            and overlap(card.kinds, need.kinds)
            and not (need.present and self.is_gone(card))
        ]
        return [card for card in fitting if not card.weak] or fitting

    # Sets and players

    def only_one(self, need: Need) -> list[Mention]:
        """What each opponent chose one of, where nothing else is meant: in a duel there is one opponent."""
        last = [each for each in self.all if not each.player and not each.column][-1:]
        return [each for each in last if _is_one_each(each.words) and overlap(each.kinds, need.kinds)]

    def them(self, need: Need) -> terms.Thing | None:
        """What "they" means: the last set, else two cards of one clause."""
        sets = [each for each in self.all if each.many and not each.column and overlap(each.kinds, need.kinds)]
        singles = self._cards(need)
        pair = [card for card in singles if card.clause == singles[-1].clause] if singles else []
        if sets and (not pair or sets[-1].clause >= pair[-1].clause):
            return sets[-1].ref
        refs = tuple(dict.fromkeys(card.ref for card in pair))
        return terms.Both(refs) if len(refs) > 1 else None

    def player(self, *, choosing: bool = True) -> terms.Player | None:
        """Who "that player" is: the last one named, else who controls the last card that is another player's, or such a
        card of a condition, which is chosen (`choosing`)."""
        named = [each for each in self.all if each.player or (each.theirs and not each.weak)]
        named = named or [each for each in self.all if each.theirs and (choosing or isinstance(each.ref, terms.Each))]
        return (named[-1].called or terms.ControllerOf(named[-1].ref)) if named else None

    def is_player_named(self) -> bool:
        """Whether the text spoke of a player already, or of somebody's card; what is attacked may be either."""
        return any((each.player or each.theirs) and each.ref != terms.Target() for each in self.all)

    def another(self) -> terms.Thing | None:
        """The last card that was named besides this one."""
        others = [card.ref for card in self._cards(ANY) if card.ref != terms.This()]
        return others[-1] if others else None

    def controller(self, *, choosing: bool = True) -> terms.Player | None:
        """Who "its controller" is: that of the last card that may be another player's, that is not said to be yours, or
        of the last card at all; without `choosing`, not of one of several that a condition speaks of."""
        cards = [card for card in self._cards(ANY) if choosing or not isinstance(card.ref, terms.Choose)]
        others = [card for card in cards if card.ref != terms.This()]
        theirs = [card for card in others if card.theirs] or [card for card in others if not card.ours]
        chosen = theirs or others or cards
        return terms.ControllerOf(chosen[-1].ref) if chosen else None


def _is_one_each(what: terms.Thing) -> bool:
    return isinstance(what, terms.Choose) and (what.low, what.high, what.by) == (1, 1, "each opponent")


def overlap(kinds: tuple[terms.Kind, ...], wanted: tuple[terms.Kind, ...]) -> bool:
    """Whether something can be of both kinds; no kinds are any."""
    return not kinds or not wanted or not set(kinds).isdisjoint(wanted)


def _last(cards: list[Mention]) -> list[Mention]:
    """The last card; where another one was named beside it in the same part of one clause, both."""
    if not cards:
        return []
    last = cards[-1]
    beside = {card.ref: card for card in cards if (card.clause, card.subject) == (last.clause, last.subject)}
    return list(beside.values())


# What a description tells


def is_theirs(meant: terms.Filter) -> bool:
    """Whether a player besides "you" is named as the one whose card it is."""
    return meant.control not in (None, "you") or meant.owner not in (None, "you")


def is_unique(meant: terms.Filter) -> bool:
    """Whether there is at most one such card, or all of them are equal in strength."""
    facing = meant.column in ("facing", "front") and meant.kinds == ("summon",)
    facing = facing or (meant.near is not None and is_one_place(meant) and not isinstance(meant.near.of, terms.Each))
    return bool(meant.extreme) or facing or (meant.kinds == ("boss",) and meant.control in ("you", "an opponent"))


def found(meant: terms.Filter) -> terms.Thing:
    """A card that a condition spoke of: the only one, or one that is chosen."""
    return terms.Each(meant) if is_unique(meant) else terms.Choose(meant)


def always(what: terms.Thing) -> terms.Thing:
    """What a text that applies all the time speaks of: nobody chooses, so "a summon" is every one that fits."""
    if isinstance(what, terms.Both):
        return replace(what, parts=tuple(always(part) for part in what.parts))
    return terms.Each(what.filter) if isinstance(what, terms.Choose) and what.high == 1 else what


# Whoever chooses

CHOOSER: Any = "chooser"
"""In place of "that player" in what another player chooses: it is whoever chooses."""


def as_chooser(part: Any) -> Any:
    """A part of what another player chooses, with "that player" as whoever chooses."""
    return _renamed(part, ("that player", THEY), CHOOSER)


def as_player(part: Any) -> Any:
    """The part with whoever chooses as "that player" again."""
    return _renamed(part, (CHOOSER,), "that player")


def _renamed(part: Any, words: tuple[Any, ...], new: Any) -> Any:
    if not isinstance(part, terms.Filter):
        return part
    changed: dict[str, Any] = {name: new for name in ("control", "owner") if getattr(part, name) in words}
    return replace(part, **changed) if changed else part


def with_amount_before(deed: Any, bind_amount: Callable[[Any], Any]) -> Any:
    """The deed with the words in its amount bound that stand in front of what it is done to."""
    amount = getattr(deed, "amount", None)
    if amount is None or ItBefore() not in parts(amount):
        return deed
    return replace(deed, amount=bind_amount(amount))


def is_many(what: terms.Thing) -> bool:
    """Whether words alone say that it is several cards or players, or may be."""
    if isinstance(what, terms.Choose):
        return what.high != 1 or what.by in ("each player", "each opponent")
    if isinstance(what, terms.Who):
        return what.player in ("each opponent", "each player")
    return isinstance(what, terms.Each | terms.Both)
