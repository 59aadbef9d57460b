"""Binding every reference when a text is read: "it", "that summon", "they", "its controller" become what they mean.

The walk goes through a text in printed order and keeps what was named (`mentions`). What is bound already stays as it
is, so a text that was bound is bound again to itself; the printer tries its pronouns with that (`pronouns`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from engine.bos.cardtext.effects import bound_words
from engine.bos.cardtext.effects.bound_words import PLAYER_FIELDS, PRONOUNS, Place, has_pronoun, same_thing
from engine.bos.cardtext.grammar_words import (
    THAT_PILE,
    THEY,
    ItAsSubject,
    ItBefore,
    OtherPlayers,
    Participant,
    Rest,
    ThatCard,
    ThatColumn,
)
from engine.bos.cardtext.mentions import (
    AFTER_ATTACK,
    ANY,
    ATTACKING,
    BATTLERS,
    Mention,
    Mentions,
    Need,
    always,
    as_chooser,
    as_player,
    found,
    is_many,
    is_theirs,
    is_unique,
    need_of,
    takes_away,
    with_amount_before,
)
from engine.bos.cardtext.printer_targets import thing
from engine.bos.cardtext.printer_words import Scene
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.space.positions import own_place, seen_from
from engine.bos.cardtext.tree_walk import change, fields_of, parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType
from engine.bos.model.deed_things import thing_fields
from engine.messages import Message


def bind(
    text: syntax.Text, kind: CardType | None, *, host: bool, under: terms.Filter | None = None
) -> tuple[syntax.Text, tuple[Fault, ...]]:
    """The text with every reference bound, and one fault for each kind of word that nothing can be bound to, or more
    than one thing. `host`: the card lies under another one; `under` is what that may be, where the text before tells.
    """
    under = text.enchant or under
    walk = _Walk(text, kind, host=host or under is not None)
    bound = walk.text(text, under)
    faults = dict.fromkeys(walk.faults)
    beside = []
    for each in text.beside:
        own, more = bind(each, kind, host=True, under=under)
        beside.append(own)
        faults |= dict.fromkeys(more)
    return replace(bound, beside=tuple(beside)), tuple(faults)


class _Walk:
    """One way through a text, in printed order."""

    def __init__(self, text: syntax.Text, kind: CardType | None, *, host: bool) -> None:
        self.kind = kind
        self.kinds_asked: tuple[terms.IsSo, ...] = ()
        """What a word for a card of the event asks besides: "the summon that defeated it"."""
        self.at = -1
        self.may = False
        """Whether the step that is bound may be left aside."""
        self.left_out = False
        """Whether that step may be left out, so that nothing it does is known later."""
        self.own_player: terms.Player | None = None
        """Who "they" is in the clause before anybody else."""
        self.chooser: terms.Player = "you"
        self.named = Mentions()
        self.faults: dict[Fault, None] = {}
        self.enchants = text.enchant is not None
        self.continuous = text.continuous
        self.host = host
        when = text.instead or next((each for each in text.moments if isinstance(each, syntax.When)), None)
        self.events = when.events if when else ()
        self.amount = bool(self.events) and {each.verb for each in self.events} <= bound_words.WITH_AMOUNT
        self.x = False  # whether "that much" is the X that was paid
        self.where: tuple[Literal["step", "then"], int] = ("step", 0)
        """Where the steps stand, and which event it is: that of the ability, or 1 what is waited for."""
        self.of_host = terms.ControllerOf(terms.Host()) if terms.Host() in parts(text) else None
        """Who "its controller" is where nothing is named before, and the enchanted card behind it."""
        self.given: dict[terms.Thing, terms.Earlier] = {}
        """Cards that are given up in the cost, by what they are called."""

    def text(self, text: syntax.Text, under: terms.Filter | None) -> syntax.Text:
        if under is not None:
            self.named.add(Mention(terms.Host(), -1, under.kinds, subject=True, theirs=is_theirs(under)))
        elif text.continuous:
            self.about(text.steps[0].deed if text.steps else None)
        moments = tuple(self.moment(each) for each in text.moments)
        instead = self.when(text.instead, would=True) if text.instead else None
        cost = tuple(self.cost(number, part) for number, part in enumerate(text.cost))
        self.chooser = text.ways.by
        steps = tuple(self.step_of(text, number) for number in range(len(text.steps)))
        text = replace(text, ways=replace(text.ways, by=self.chooser))
        return replace(text, moments=moments, instead=instead, cost=cost, steps=steps)

    def step_of(self, text: syntax.Text, number: int) -> syntax.Step:
        """A step; in the ways of another player "they" is that player before anybody else is named there."""
        way = text.steps[number].mode
        if way is not None and text.ways.by != "you" and (number == 0 or text.steps[number - 1].mode != way):
            self.chooser = by = self.player(text.ways.by) if self.chooser == text.ways.by else self.chooser
            self.named.add(Mention(terms.Who(by), self.named.clause, subject=True, player=True, called=by))
        return self.step(number, text.steps[number])

    def about(self, deed: syntax.Deed | None) -> None:
        """What applies all the time may say first when it does, and then of what: "while it is acted, this …"."""
        who = getattr(deed, "who", None)
        if isinstance(who, terms.This | terms.Host):
            self.named.add(Mention(who, -1, self._kinds(who), subject=True))

    def moment(self, moment: syntax.Moment) -> syntax.Moment:
        if isinstance(moment, syntax.When):
            return self.when(moment)
        if isinstance(moment, syntax.While):
            return replace(moment, predicate=self.predicate(moment.predicate))
        if moment.whose == "each player's":
            self.named.add(Mention(terms.Who("the active player"), self.named.clause, player=True))
        return replace(moment, whose=self.turn_of(moment.whose))

    def turn_of(self, whose: terms.Whose) -> Any:
        """Whose turn it is; in an opponent's turn "that player" is that opponent."""
        if whose == "an opponent's":
            self.named.add(Mention(terms.Who("an opponent"), self.named.clause, player=True, called="an opponent"))
        return self.player(whose)

    def when(self, when: syntax.When, *, would: bool = False) -> syntax.When:
        self.named.clause += 1
        event = seen_from(replace(when, condition=None), None)
        bound: syntax.When = change(event, self._inside(Place(subject=True)))
        if bound == AFTER_ATTACK:
            return bound
        gone = when.verb in bound_words.LEAVING and when.to is None and not would
        self.party(bound, 0, subject=True, gone=gone)
        self.party(bound, 1, subject=False, gone=when.verb in ("defeats", "discards") and not would)
        if when.condition:
            bound = replace(bound, condition=self.predicate(when.condition))
        return bound

    def party(self, when: syntax.When, slot: int, *, subject: bool, gone: bool) -> None:
        """What takes part in the event; of several events the first says what it can be."""
        each = tuple((event.who, event.to)[slot] for event in when.events)
        if not all(each):
            if slot == 1 and all(event.verb in ATTACKING for event in when.events):
                self.named.add(Mention(terms.Target(), self.named.clause, player=True))
            return
        first = each[0]
        ref: terms.Thing = terms.Earlier("event", self.where[1], slot)
        named = terms.This | terms.Host | terms.Earlier
        if len(set(each)) == 1 and isinstance(first, named) and not (gone and first == terms.Host()):
            ref = first
        kinds = self._kinds(first) if len(each) == 1 else ()
        if any(isinstance(one, terms.Who) for one in each):
            if first != terms.Who("you"):
                self.named.add(Mention(ref, self.named.clause, subject=subject, player=True))
            return
        theirs = any(isinstance(one, terms.Each) and is_theirs(one.filter) for one in each)
        ours = all(isinstance(one, terms.Each) and one.filter.control == "you" for one in each)
        self.named.add(Mention(ref, self.named.clause, kinds, subject, theirs=theirs, gone=gone, ours=ours))

    def cost(self, number: int, part: syntax.Cost) -> syntax.Cost:
        self.named.clause += 1
        if isinstance(part, syntax.Pay):
            self.x |= isinstance(part.amount, terms.X)
            self.amount |= isinstance(part.amount, bound_words.WHAT_THERE_IS)
            return replace(part, amount=self.inside(part.amount, Place()))
        bound = replace(part, what=self.thing(part.what, Place()))
        if isinstance(bound, syntax.PayStrength):
            bound = replace(bound, amount=self.inside(bound.amount, Place(own=bound.what)))
        ref = terms.Earlier("cost", number)
        self.learn(bound.what, ref, subject=False, gone=takes_away(bound))
        if takes_away(bound) and isinstance(bound.what, terms.This):
            self.given[bound.what] = ref
            self.named.leave(bound.what)
        return bound

    def predicate(self, held: terms.Predicate) -> terms.Predicate:
        """What must hold; a card of which it speaks can be meant later, if nothing else is."""
        self.named.clause += 1
        place = Place(subject=True)
        bound: terms.Predicate = bound_words.plainly_facing(change(seen_from(held, None), self._inside(place)))
        if bound_words.is_nobody_near(bound):
            self.named.add(Mention(terms.This(), self.named.clause, self._kinds(terms.This()), True, weak=True))
        for part in parts(bound):
            if "an opponent" in (getattr(part, "player", None), getattr(part, "than", None)):
                who = terms.Who("an opponent")
                self.named.add(Mention(who, self.named.clause, subject=True, player=True, called="an opponent"))
            if isinstance(part, terms.Controls) and part.least is not None:
                meant = replace(part.filter, control=part.player)
                theirs = is_theirs(meant)
                self.named.add(Mention(found(meant), self.named.clause, meant.kinds, theirs=theirs, weak=True))
            elif isinstance(part, bound_words.OF_CARDS) and isinstance(part.thing, terms.This | terms.Host):
                self.named.add(Mention(part.thing, self.named.clause, self._kinds(part.thing), subject=True))
        return bound

    def step(self, number: int, step: syntax.Step) -> syntax.Step:
        self.named.undone = step.did is False
        only = self.predicate(step.only) if step.only else None
        self.named.clause += 1
        self.may, self.left_out, self.named.offered = step.may, step.unless is not None, step.may or step.did is True
        deed = self.delay(step.deed) if isinstance(step.deed, syntax.Delay) else self.deed(number, step.deed)
        unless = self.predicate(step.unless) if step.unless else None
        if self.kinds_asked:
            only = terms.All((*((only,) if only else ()), *self.kinds_asked)) if only else self.kinds_asked[0]
            self.kinds_asked = ()
        self.amount |= isinstance(deed, bound_words.AMOUNTS)
        self.x &= not isinstance(deed, bound_words.AMOUNTS) or terms.X() in parts(deed)
        return replace(step, deed=deed, only=only, unless=unless)

    def delay(self, delay: syntax.Delay) -> syntax.Delay:
        """What waits: its own event, and steps that later sentences do not speak of."""
        before, events, amount = list(self.named.all), self.events, self.amount
        when: syntax.At | syntax.When = delay.when
        if isinstance(when, syntax.When):
            self.events, self.where = when.events, ("then", 1)
            self.amount = {each.verb for each in when.events} <= bound_words.WITH_AMOUNT
            when = self.when(when, would=delay.would)
        else:
            when = replace(when, whose=self.turn_of(when.whose))
        self.where = ("then", self.where[1])
        steps = tuple(self.step(number, step) for number, step in enumerate(delay.steps))
        self.named.all, self.events, self.amount, self.where = before, events, amount, ("step", 0)
        return replace(delay, when=when, steps=steps)

    def deed(self, number: int, deed: syntax.Deed) -> syntax.Deed:
        """Its things in printed order, its amount behind them; then what is gone by it."""
        slot, own, need, self.at = 0, None, need_of(deed), number
        if isinstance(deed, syntax.Damage) and deed.by is not None and not has_pronoun(deed.amount):
            deed = replace(deed, by=None) if self.thing(deed.by, Place(Need(), True)) == terms.This() else deed
        self.own_player = None
        dealer = Place(own=bound_words.dealer(deed, terms.Earlier(self.where[0], number)))
        deed = with_amount_before(deed, lambda amount: self.inside(amount, dealer))
        if isinstance(deed, syntax.Bring | syntax.Move) and deed.at is not None:
            deed = replace(deed, at=self.inside(deed.at, Place()))
        for name in thing_fields(deed):
            if (what := getattr(deed, name)) is None:
                continue
            subject = name in ("who", "by") or (isinstance(deed, syntax.Damage) and deed.taken)
            bound = self.thing(
                what,
                Place(Need() if name == "by" else need, subject, players=isinstance(deed, bound_words.WITH_PLAYERS)),
            )
            if self.continuous:
                bound = always(bound)
            taken = len(bound.parts) if isinstance(bound, terms.Both) else 1
            ref = terms.Earlier(self.where[0], number, slot)
            self.learn(bound, ref, subject=subject, gone=takes_away(deed))
            if isinstance(deed, syntax.Put) and deed.zone == "aside" and isinstance(bound, terms.This):
                self.named.add(Mention(ref, self.named.clause, self._kinds(bound)))
            if isinstance(bound, terms.Who):
                self.own_player = terms.ControllerOf(terms.Itself()) if subject and self.is_set(bound) else None
            elif own is None and (subject or isinstance(bound, terms.Each)):
                own = terms.Itself() if self.is_set(bound) else same_thing(bound, ref)
            changed: dict[str, Any] = {name: bound}
            deed, slot = replace(deed, **changed), slot + taken
        if isinstance(deed, syntax.DamageChange) and deed.only:
            self.own_player = terms.ControllerOf(terms.Itself())
        if isinstance(deed, syntax.Conduct):
            self.named.add(Mention(terms.Earlier(self.where[0], number), self.named.clause, ("summon",)))
        self.either(bound_words.rivals(deed, own, self.named), None)
        deed = bound_words.by_its_own(deed, own)
        return self.rest(deed, Place(own=None if bound_words.is_of_another(deed, self.named) else own))

    def rest(self, deed: syntax.Deed, place: Place) -> syntax.Deed:
        """Everything of a deed that is no thing: amounts, filters, players."""
        names = set(fields_of(deed) or ()) - set(thing_fields(deed))
        values: dict[str, Any] = {name: self.inside(getattr(deed, name), place) for name in names}
        bound: syntax.Deed = replace(deed, **values)
        players: dict[str, Any] = {
            name: self.player(getattr(bound, name)) for name in PLAYER_FIELDS if name in names and name != "by"
        }
        bound = replace(bound, **players)
        measured = getattr(bound, "amount", None)
        if measured is None:
            return bound
        changed: dict[str, Any] = {"amount": change(measured, self._measured)}
        return replace(bound, **changed)

    def _measured(self, part: Any) -> Any:
        """A single card in an amount: there is only one such card, or it is chosen; all the time nobody chooses."""
        if not isinstance(part, terms.Strength | terms.SpellCost) or not isinstance(part.of, terms.Choose):
            return part
        if is_unique(part.of.filter):
            return replace(part, of=terms.Each(part.of.filter))
        if self.continuous:
            self.fault("bos.card_text.which_measured", "strength")
        return part

    def thing(self, what: terms.Thing, place: Place) -> terms.Thing:
        """A thing with what it refers to, and with the references in it."""
        word: Any = what
        if isinstance(word, PRONOUNS):
            meant: terms.Thing = self.pronoun(word, place)
            return meant
        if isinstance(what, terms.Both):
            return self.together(what, place)
        if isinstance(what, terms.OneOf):
            return replace(what, parts=tuple(self.thing(part, place) for part in what.parts))
        if isinstance(what, terms.Who):
            inner: terms.Who = change(what, self._inside(replace(place, need=ANY)))
            return inner
        chooser = isinstance(what, terms.Choose) and what.by != "you"
        named = change(what, as_chooser) if chooser else what
        bound: terms.Thing = change(seen_from(named, place.own), self._inside(replace(place, need=ANY)))
        chosen: terms.Thing = change(bound, as_player) if chooser else bound
        return chosen

    def together(self, what: terms.Both, place: Place) -> terms.Both:
        """Several things, of which a later one may speak of an earlier one: "and the summon facing it"."""
        bound: list[terms.Thing] = []
        for slot, part in enumerate(what.parts):
            if bound and isinstance(part, terms.Choose) and part.filter.near and is_unique(part.filter):
                part = terms.Each(part.filter)
            bound.append(self.thing(part, place))
            if isinstance(bound[-1], terms.Choose) and self.at >= 0:
                ref = terms.Earlier(self.where[0], self.at, slot)
                self.named.add(Mention(ref, self.named.clause, self._kinds(bound[-1])))
        return replace(what, parts=tuple(bound))

    def inside(self, value: Any, place: Place) -> Any:
        return change(seen_from(value, place.own), self._inside(place)) if value is not None else None

    def _inside(self, place: Place) -> Callable[[Any], Any]:
        """Binds each word of what stands in a thing, an amount or a condition."""

        def bound(part: Any) -> Any:
            if isinstance(part, PRONOUNS):
                return self.pronoun(part, replace(place, need=ANY))
            if isinstance(part, terms.Strength | terms.SpellCost) and part.of in self.given:
                return replace(part, of=self.given[part.of])
            if isinstance(part, terms.ThatMuch) and self.x:
                return terms.X()
            if isinstance(part, terms.Target | terms.Other | terms.Host | terms.ThatMuch):
                self.check(part)
            if isinstance(part, terms.Filter) and part.zone == THAT_PILE:
                part = bound_words.in_that_pile(part, self.named.all) or self.fault(
                    "bos.card_text.no_pile", "in", "among", it=part
                )
            if isinstance(part, terms.Filter):
                part = self.others(own_place(part), place) if part.other else own_place(part)
            players: dict[str, Any] = {n: self.player(getattr(part, n)) for n in PLAYER_FIELDS if hasattr(part, n)}
            return replace(part, **players) if players else part

        return bound

    def others(self, meant: terms.Filter, place: Place) -> terms.Filter:
        """ "All other summons" on a card that is none: all but those that the text chose before."""
        can_be_this = self.kind is None or not meant.kinds or str(self.kind) in meant.kinds
        if can_be_this or (self.host and self.kind is CardType.SPELL) or meant.besides is not None:
            return meant
        return bound_words.besides_chosen(meant, self.named.all, self.events, place)

    def pronoun(self, word: Any, place: Place) -> Any:
        """What a word refers to; the word itself, and a fault, where that cannot be told."""
        if isinstance(word, terms.Target | terms.Other | terms.Host):
            self.check(word)
            return word
        if isinstance(word, Participant):
            return self.participant(word)
        if isinstance(word, ThatColumn):
            return self.named.column() or self.fault("bos.card_text.no_column", "column", "columns", "it", it=word)
        if isinstance(word, Rest):
            return bound_words.rest_of(self.named.all) or self.fault("bos.card_text.no_rest", "rest", "others", it=word)
        if isinstance(word, terms.Them):
            them = bound_words.each(place, self.continuous) or self.named.them(place.need) or self.people(place)
            return them if them is not None else self.fault("bos.card_text.no_them", "them", "they", "those", it=word)
        if isinstance(word, terms.It | ItAsSubject | ItBefore) and place.own is not None:
            return place.own
        found = self.candidates(word, place) or self.named.only_one(place.need)
        if len(found) > 1:
            return self.either(found, word)
        return found[0].ref if found else self.fault("bos.card_text.no_it", "it", "its", "that", it=word)

    def either(self, found: list[Mention], word: Any) -> Any:
        """Two cards are as near as each other; the problem names both."""
        if len(found) > 1:
            first, second = (thing(Scene(), mention.words) for mention in found[:2])
            message = Message("bos.card_text.two_its", text=first, word=second)
            self.faults[Fault("E-REF", message, ("it", "its", "that"))] = None
        return word

    def people(self, place: Place) -> terms.Who | None:
        """ "Them", where no cards were named: a player, who can be dealt damage or defeated."""
        who = self.named.player() if place.players else None
        return terms.Who(who) if who else None

    def candidates(self, word: Any, place: Place) -> list[Mention]:
        if isinstance(word, ThatCard):
            return self.named.gone(word.kinds) if word.gone else self.named.that(word.kinds, place.need)
        if isinstance(word, ItAsSubject) or place.subject:
            return self.named.subject(place.need)
        return self.named.object(place.need)

    def participant(self, word: Participant) -> terms.Thing:
        """The attacker, the blocker or the defeated card of the event."""
        if (other := bound_words.other_side(word.role, self.events)) is not None:
            return other
        slot = bound_words.side_of(word.role, self.events)
        if slot is None:
            words = ("defeated", "blocker", "attacker", "blocking", "attacking")
            if word.role == "defeated" and (gone := self.named.gone(word.kinds)):
                return gone[0].ref
            unbound: terms.Thing = self.fault("bos.card_text.no_other", *words, it=word)
            return unbound
        party = {(event.who, event.to)[slot] for event in self.events}
        own = next(iter(party)) if len(party) == 1 else None
        meant = own if isinstance(own, terms.This | terms.Host) else terms.Earlier("event", self.where[1], slot)
        if word.kinds and word.kinds != BATTLERS:
            self.kinds_asked = (terms.IsSo(meant, terms.Filter(kinds=word.kinds)),)
        return meant

    def player(self, word: Any) -> Any:
        """Who a word for a player means."""
        match word:
            case "that player" | "they":
                known = (word == THEY and self.own_player) or self.named.player(choosing=not self.continuous)
                return known or self.fault("bos.card_text.no_player", "that", "they", "their", it=word)
            case "its controller":
                known = self.named.controller(choosing=not self.continuous) or self.of_host
                return known or self.fault("bos.card_text.no_controller", "its", "that", it=word)
            case OtherPlayers() if self.named.is_player_named():
                self.fault("bos.card_text.other_player", "other")
        return str(word) if isinstance(word, OtherPlayers) else word

    def check(self, word: Any) -> None:
        """A word that names a part of the event needs an event with that part."""
        verbs = {str(event.verb) for event in self.events} or {""}
        if isinstance(word, terms.Target) and not verbs <= bound_words.WITH_TARGET:
            self.fault("bos.card_text.no_target", "target")
        if isinstance(word, terms.Other) and not verbs <= bound_words.WITH_OTHER:
            self.fault("bos.card_text.no_other", "other")
        if isinstance(word, terms.Host) and not self.host:
            self.fault("bos.card_text.no_enchanted", "enchanted")
        if isinstance(word, terms.ThatMuch) and not self.amount:
            self.fault("bos.card_text.no_amount", "much")

    def fault(self, code: str, *words: str, it: Any = None) -> Any:
        self.faults[Fault("E-REF", Message(code), words)] = None
        return it

    def learn(self, what: terms.Thing, ref: terms.Earlier, *, subject: bool, gone: bool) -> None:
        """From here on words can mean it."""
        if isinstance(what, terms.Both):
            each = [replace(ref, slot=ref.slot + at) for at, part in enumerate(what.parts)]
            for part, its in zip(what.parts, each, strict=True):
                self.learn(part, its, subject=subject, gone=gone)
            together = tuple(same_thing(part, its) for part, its in zip(what.parts, each, strict=True))
            self.named.add(Mention(terms.Both(together), self.named.clause, many=True, subject=subject))
            return
        own: terms.Thing = same_thing(what, ref)
        if gone:
            self.named.leave(own)
        if isinstance(what, terms.Who):
            if what.player != "you":
                own = bound_words.known_player(what, own) if self.left_out else own
                called: terms.Player | None = what.player if self.may and what.player == "an opponent" else None
                self.named.add(Mention(own, self.named.clause, subject=subject, player=True, called=called))
            return
        if isinstance(what, terms.ChooseColumn):
            self.named.add(Mention(own, self.named.clause, column=True))
            return
        filters = getattr(what, "filter", terms.Filter())
        theirs = isinstance(what, terms.Target) or is_theirs(filters)
        clause, kinds, many = self.named.clause, self._kinds(what), self.is_set(what)
        owner = bound_words.whose(filters) if self.may else None
        self.named.add(Mention(own, clause, kinds, subject, many, False, theirs, gone, called=owner, words=what))

    def is_set(self, what: terms.Thing) -> bool:
        """Whether it is several cards or players, or may be."""
        return is_many(what) or any(mention.ref == what and mention.many for mention in self.named.all)

    def _kinds(self, what: Any) -> tuple[terms.Kind, ...]:
        """What a thing can be."""
        if isinstance(what, terms.Choose | terms.Each):
            return what.filter.kinds
        if isinstance(what, terms.This) and self.kind is not None:
            kind: Any = str(self.kind)
            return (kind,)
        known = next((each for each in reversed(self.named.all) if each.ref == what), None)
        return known.kinds if known else ()
