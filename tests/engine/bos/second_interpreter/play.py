"""Carrying out abilities: what waits, in which order it is used, costs, steps, delays and replacements."""

import copy
from types import SimpleNamespace

from tests.engine.bos.second_interpreter import damaging, deeds, holding, lasting, measuring, turns
from tests.engine.bos.second_interpreter.choosing import Words, candidates, choose, is_meant
from tests.engine.bos.second_interpreter.happenings import happen, happening
from tests.engine.bos.second_interpreter.lines import absolute, placed
from tests.engine.bos.second_interpreter.measuring import Use
from tests.engine.bos.second_interpreter.possible import (
    asks_something,
    can_do,
    cost_role,
    first_asked,
    has_candidates,
    has_x,
)
from tests.engine.bos.second_interpreter.words import altered, speaks_of_this


def again(self, event):
    """The same use at another event, with its own memory."""
    other = copy.copy(self)
    other.event, other.slots = event, dict(self.slots)
    return other


Use.again = again


class Play:
    """A table on which abilities are used, as the lines of a record say."""

    def __init__(self, table, script):
        self.table, self.script = table, script
        self.waiting, self.over, self.ending, self.counted = [], False, False, 0
        self.said = None
        """The card whose ability the last line used, and what that line said: what is left over is for what it left."""

    # The end

    def lose(self, *losers):
        """These players have lost."""
        if not self.over:
            self.over = True
            self.table.winners = tuple(seat for seat in (0, 1) if seat not in losers)

    def look_for_end(self):
        """Whoever has no life left loses."""
        dead = [seat for seat in (0, 1) if self.table.players[seat].life <= 0]
        if dead:
            self.lose(*dead)
        return self.over

    # What waits

    def use_waiting(self):
        """Use everything that waits, mandatory abilities first; then the defeated go to the graveyard."""
        while not self.over:
            turns.expire_gone(self.table)
            damaging.look_for_defeat(self)
            usable = [one for one in self.waiting if self.usable(one)]
            musts = [one for one in usable if self._is_must(one)]
            if any(can_do(must.use, self._steps_of(must)[0]) for must in musts):
                self._use_must(musts)
            elif musts:
                self.waiting = [one for one in self.waiting if one not in musts]  # all of them are over (10.4.3)
            elif usable and self._use_offered(usable):
                continue
            else:
                self.waiting = []
                if not any(card.falling for card in self.table.cards):
                    return
                damaging.bury(self)

    @staticmethod
    def _is_must(one):
        return one.delay is not None or (one.ability.mandatory and not one.spell)

    def _use_must(self, musts):
        one, line = musts[0], None
        following = self.script.glance()
        if self._is_void(musts, following):
            return
        kinds = {(must.card.number, id(self._steps_of(must))) for must in musts}
        if (len(kinds) > 1 or self._needs_a_line(one)) and following is not None and following.kind in ("!", "+", "C"):
            named = [must for must in musts if self.is_named(must, following)]
            if named:
                one, line = named[0], self.script.take()
        self.waiting.remove(one)
        self.use(one, line)

    def _is_void(self, musts, line):
        """Whether a line puts first what cannot be used any more: then it is over (10.4.3)."""
        if line is None or line.kind != "!" or any(self.is_named(must, line) for must in musts):
            return False
        over = [one for one in self.waiting if one not in musts and self._is_must(one) and self.is_named(one, line)]
        for one in over[:1]:
            self.script.take()
            self.waiting.remove(one)
        return bool(over)

    def _use_offered(self, usable):
        """Use what the next line says of what is offered; whether it said anything."""
        line = self.script.peek()
        if line is None or line.kind not in ("+", "-", "C", "U", "!"):
            return False
        named = [one for one in usable if self.is_named(one, line) and self._can_mean(one, line, usable)]
        if not named:
            return False
        self.script.take()
        self.waiting.remove(named[0])
        if named[0].you != self.table.active and any(one.you == self.table.active for one in usable):
            self.waiting = [one for one in self.waiting if one.you != self.table.active]  # who was asked, said nothing
        if line.kind != "-":
            self.use(named[0], line)
        return True

    def _can_mean(self, one, line, usable):
        """Whether the first thing that a line aims at can be what is asked for first; else the line is about a later
        time, or about what the ability left, and it is not used now."""
        if line.targets and len(usable) > 1 and self._asks_later(one):
            return False
        asked = first_asked(one) if line.targets else None
        if asked is None:
            return True
        target = placed(line.targets[0], self.writer(line))
        return any(is_meant(each, target) for each in candidates(one.use, asked[0], role=asked[1]))

    def is_named(self, one, line):
        """Whether a line speaks of something that waits."""
        if line.kind == "C":
            named = one.card.face.name == line.name and one.you == self.writer(line) and not self._was_left(one, line)
            return named and (one.spell or not (one.host or one.card).here or self._has_come_back(one))
        if one.spell or line.kind == "S" or self._has_come_back(one):
            return False
        if one.delay is not None:
            own = one.card.host or one.card  # one that has left is named by its card
            return line.kind in "!+" and own.here and own.at == absolute(line.place, self.writer(line))
        place = self._place_of(one.host or one.card)
        if place is None or place != absolute(line.place, self.writer(line)):
            return False
        return line.nth is None or line.nth == self.number_of(one.card, one.host, one.nth) or self._only(one, line)

    def _was_left(self, one, line):
        """Whether a line that aims at something is about what a copy of a spell left, as another copy asks nothing."""
        left = any(each.use.card.face is one.card.face for each in self.table.delays)
        return bool(line.targets) and left and one.spell and self._asks_later(one)

    @staticmethod
    def _asks_later(one):
        """Whether all that it asks is asked when what it leaves is carried out."""
        return not one.ability.costs and not one.ability.enchant and all(step.delay for step in one.ability.steps)

    @staticmethod
    def _has_come_back(one):
        """Whether its card has left since, and what stands there now is a new one."""
        return one.delay is None and one.host is None and one.card.here and one.card.entry != one.entry

    def _only(self, one, line):
        return not one.card.here and one.host is None and line.nth is None

    @staticmethod
    def _place_of(card):
        return card.at or card.place

    def number_of(self, card, host, nth):
        """The number of an ability at its place: first those of the card there, then those of each spell under it."""
        if host is None:
            return nth + 1
        before = len(host.face.abilities) if host.up else 0
        for spell in self.table.under(host):
            if spell is card:
                break
            before += len(spell.face.abilities)
        return before + nth + 1

    def writer(self, line):
        """Whose line it is: of the player whose turn it is, unless it says otherwise."""
        if line.seat is not None:
            return line.seat
        return 1 - self.table.active if line.reply else self.table.active

    def usable(self, one):
        """Whether what waits can still be used."""
        if one.delay is not None:
            return True
        card, ability = one.card, one.ability
        if one.spell:
            if card.zone != "spellbook" or card.entry != one.entry or not self.can_pay_for(card):
                return False
        elif not self._still_speaks(one):
            return False
        use = one.use
        asked = one.said.condition if one.said is not None else None
        if asked is not None and holding.holds(use, asked) == one.said.unless:
            return False
        if not holding.all_hold(use, ability.states) or self.used_up(one.card, one.ability, one.nth):
            return False
        return self.affordable(use, ability.costs) and (self._is_must(one) or self.has_something(use, ability))

    def can_pay_for(self, spell):
        """Whether its owner can pay what a spell costs now."""
        player = self.table.players[spell.owner]
        if lasting.cast_banned(self.table, spell.owner, spell):
            return False
        return lasting.price(self.table, spell.owner, spell)[0] <= player.vim + player.ether

    @staticmethod
    def has_something(use, ability):
        """Whether there is something for each choice that has to be made in any case (G-71)."""
        if ability.enchant:
            return bool(measuring.meant_cards(use, ability.enchant))
        first = ability.steps[0] if ability.steps else None
        if first is not None and first.modes:
            return any(can_do(use, mode[0]) for mode in first.modes)
        return first is None or can_do(use, first)

    @staticmethod
    def _still_speaks(one):
        own, told = one.host or one.card, one.event
        goes = told is not None and told.verb in ("defeated", "defeats", "leaves", "returned")
        if goes and own in (told.card, told.other):
            return True
        if own.falling and own is one.card and own.entry == one.entry and one.event is not None and one.event.blow:
            return one.event.blow is own.blow  # all that the damage which felled it did (G-261)
        if one.host is not None:
            return one.card.host is one.host and one.card.entry == one.entry
        own_turning = one.event is not None and one.event.verb == "turned face-down" and one.event.card is one.card
        return one.card.entry == one.entry and (one.card.up or own_turning) and not one.card.falling

    def used_up(self, card, ability, nth):
        """Whether its limit is reached."""
        if not ability.limit:
            return False
        used = self.table.used.get((card.number, nth, ability.limit == "game" or card.entry))
        return used is not None and (ability.limit == "game" or used == self.table.turn)

    # Using

    def use(self, one, line=None, *, seat=None):
        """Use an ability that waits, or that its player wants to use now."""
        use = one.use
        use.words = Words(line, self.writer(line) if line else one.you, lambda **how: self._more_of(one, **how))
        if line is None and self._left_over(one):
            use.words.targets = self.said[1].targets
        elif line is not None:
            self.said = one.card, use.words
            use.conducted = line.value is not None
        if one.spell:
            self.cast(one.card, use, line)
            return
        if self._is_must(one) and not can_do(use, self._steps_of(one)[0]):
            return
        if one.delay is None:
            if one.ability.limit:
                key = (one.card.number, one.nth, one.ability.limit == "game" or one.card.entry)
                self.table.used[key] = self.table.turn
            if not self.pay_all(use, one.ability.costs):
                return
            self.carry_out(use, one.ability.steps)
        else:
            self.carry_out(use, one.delay.steps)

    def _needs_a_line(self, one):
        """Whether it asks something that the last line of its card did not say already."""
        steps = self._steps_of(one)
        return not self._left_over(one) and can_do(one.use, steps[0]) and asks_something(one.use, steps)

    def _left_over(self, one):
        return self.said is not None and self.said[0] is one.card and bool(self.said[1].targets)

    @staticmethod
    def _steps_of(one):
        return one.delay.steps if one.delay is not None else one.ability.steps

    def _more_of(self, one, *, only_if_short, may=False, meant=(), bare=False):
        """The next line and whose it is, if it goes on with this ability."""
        line = self.script.glance()
        if line is None or line.kind not in ("+", "!", "C") or line.paid:
            return None
        if bare and (line.targets or line.value is not None):
            return None
        side = self.writer(line)
        if meant and not (line.targets and any(is_meant(each, placed(line.targets[0], side)) for each in meant)):
            return None
        if may and line.value is None and not line.targets:
            return None
        if only_if_short and not may and (line.value is None or (line.value and not line.targets)):
            return None
        if line.kind == "C":
            speaks = self.is_named(one, line) or (one.spell and one.card.face.name == line.name)
        else:
            speaks = self._place_of(one.host or one.card) == absolute(line.place, side)
        return (self.script.take(), side) if speaks else None

    def cast(self, card, use, line):
        """Pay for a spell, carry out its text, and put it into the graveyard or under its card."""
        table, seat = self.table, card.owner
        cost, spent = lasting.price(table, seat, card)
        table.timed = [one for one in table.timed if one not in spent]
        card.zone = "resolving"
        card.entry += 1
        use.entry = card.entry
        nth = 1 + sum(1 for one in table.history if one.verb == "cast" and one.player == seat)
        table.history.append(happening("cast", card, None, seat))
        self.pay(use, seat, "vim", cost)
        happen(self, happening("casts", None, card, seat, nth=nth))
        ability = card.face.abilities[0] if card.face.abilities else None
        if ability is not None and self.pay_all(use, ability.costs) and not self.over:
            if ability.enchant:
                self._enchant(card, use, ability)
            else:
                self.carry_out(use, ability.steps)
        if card.zone == "resolving" and not self.over:
            card.zone, card.up = "graveyard", True

    def _enchant(self, card, use, ability):
        among = measuring.meant_cards(use, ability.enchant)
        found = choose(use, among, 1, 1, use.you)
        if not found:
            return
        self.table.order += 1
        card.zone, card.host, card.arrived, card.up = "field", found[0], self.table.order, True
        happen(self, happening("enchanted", found[0], card))
        damaging.look_for_defeat(self)

    # Costs

    def affordable(self, use, costs):
        """Whether a cost can be paid."""
        player = self.table.players[use.you]
        for cost in costs:
            if cost.kind == "pay" and cost.amount.kind == "number":
                has = {"vim": player.vim + player.ether, "life": player.life - 1, "ether": player.ether}[cost.of]
                if has < cost.amount.value:
                    return False
            if cost.kind == "gain" and measuring.strength(self.table, use.card) < cost.amount.value:
                return False
            thing = getattr(cost, "to", None)
            if thing is not None and not has_candidates(use, thing, cost, cost_role(cost)):
                return False
            if cost.kind == "act" and cost.to.kind == "ref" and (use.card.acted or not use.card.here):
                return False
        return True

    def pay_all(self, use, costs):
        """Pay everything before anything else happens."""
        if any(cost.kind == "pay" and cost.amount.kind == "x" for cost in costs):
            use.x = use.words.number()
        use.paying = True
        paid = all(deeds.carry_out(self, use, cost) for cost in costs)
        use.paying = False
        damaging.look_for_defeat(self)
        return paid

    def pay(self, use, seat, of, much, *, whole=False):
        """Pay vim (or ether for it), ether or life; whether it could be paid."""
        player = self.table.players[seat]
        if of != "vim" or whole:
            if getattr(player, of) < much or (of == "life" and player.life <= much):
                return False
            deeds.change_pool(self, seat, of, -much, verb="spends" if of != "life" else "loses")
            return True
        if player.vim + player.ether < much:
            return False
        vim, ether = use.words.paid or (min(player.vim, much), much - min(player.vim, much))
        use.words.paid = None
        deeds.change_pool(self, seat, "vim", -vim, verb="spends")
        deeds.change_pool(self, seat, "ether", -ether, verb="spends")
        return True

    # Steps

    def carry_out(self, use, steps):
        """Carry out sentences one after another."""
        for step in steps:
            if self.over:
                return
            self.step(use, step)
            damaging.look_for_defeat(self)
            if self.look_for_end():
                return

    def step(self, use, step):
        """Carry out one sentence."""
        if step.after and (step.after == "done") != use.done:
            return
        if step.condition is not None and holding.holds(use, step.condition) == step.unless:
            use.done = use.done and bool(step.after)
            return
        if step.modes:
            possible = [mode for mode in step.modes if can_do(use, mode[0])]
            if possible:
                only = possible[0] if len(possible) == 1 else None
                self.carry_out(use, self._way(use, step.modes, only))
            return
        if step.delay:
            self._put_off(use, step.delay)
            return
        if step.may and not self._wants(use, step):
            use.done = False
            return
        if has_x(step.deed) and use.x is None:
            use.x = use.words.number()
        done = deeds.carry_out(self, use, step.deed)
        use.done = use.done if step.after else done

    @staticmethod
    def _way(use, modes, only):
        """The way that is written, or the only one there is."""
        if use.words.value is None and only is not None and not use.words.read_on(may=True):
            return only
        return modes[use.words.number() - 1]

    def _wants(self, use, step):
        if not self._could(use, step):
            return False
        if step.may == "an opponent":
            step.deed.by = SimpleNamespace(kind="player", who="an opponent", slot="")
        if use.words.value is None and not use.words.targets and not use.words.read_on(only_if_short=True, may=True):
            return False
        if use.words.value is None:
            return True
        value, use.words.value = use.words.value, None
        return value == 1

    def _could(self, use, step):
        """Whether what may be done can be done at all; otherwise nobody is asked."""
        if step.deed.kind == "pay" and step.may == "you":
            return self.affordable(use, [step.deed])
        return can_do(use, altered(step, may=None, condition=None))

    # Delayed abilities

    def _put_off(self, use, said):
        fixed = use.again(use.event)
        over = turns.when_over(self.table, use, said.until) if said.until else None
        moment = turns.when_over(self.table, use, said.moment) if said.moment else None
        own = measuring.alive((fixed.card, fixed.entry)) and fixed.card.here and speaks_of_this(said)
        self.table.delays.append(SimpleNamespace(use=fixed, events=said.events, once=said.once, steps=said.steps,
                                                 over=over, moment=moment, own=own))  # fmt: skip

    def raise_delay(self, delay, use, event):
        """An ability that waited is to be used now, unless its card, of which it speaks, has left since (G-306)."""
        if delay.own and use.card.entry != use.entry:
            return
        use.event = event
        self.waiting.append(SimpleNamespace(card=use.card, entry=use.entry, host=None, ability=None, nth=0, you=use.you,
                                            event=event, said=None, use=use, delay=delay, spell=False))  # fmt: skip

    def wake_moment(self, point, phase):
        """Abilities that waited for this moment are to be used now."""
        due = [one for one in self.table.delays if one.moment and turns.is_now(self.table, one.moment, point, phase)]
        self.table.delays = [one for one in self.table.delays if one not in due]
        for delay in due:
            self.raise_delay(delay, delay.use, delay.use.event)

    def give_back(self, one):
        """Control of a summon is over: it goes back, or to its owner's castle where no place is open."""
        from tests.engine.bos.second_interpreter import moving

        card, table = one.card, self.table
        if card.entry != one.entry or not card.here or card.controller != one.seat:
            return
        open_ = [column for column in range(3) if table.standing(one.former, "summon", column) is None]
        if not open_:
            moving.to_pile(self, card, "castle", returned=True)
            return
        use = Use(table, one.former, card)
        use.words = Words(None, one.former)
        column = card.column if card.column in open_ else open_[0]
        card.controller, card.column = one.former, column

    # Replacement

    def replaced(self, verb, card, source, much, in_battle):
        """Whether a text does something else instead of what would happen to a card."""
        from tests.engine.bos.second_interpreter import happenings

        for one in [*self.table.cards]:
            if one.zone != "field" or not one.up or one.falling:
                continue
            for ability in one.face.abilities:
                if not ability.instead or getattr(one, "replacing", False):
                    continue
                event = happening(verb, card, source, amount=much, in_battle=in_battle)
                use = Use(self.table, one.controller if one.host is None else one.owner, one, event, one.host)
                use.words = Words(None, use.you)
                if any(happenings.matches(use, said, event) for said in ability.events):
                    one.replacing = True
                    try:
                        for step in ability.steps:
                            self.step(use, step)
                    finally:
                        one.replacing = False
                    return True
        return False
