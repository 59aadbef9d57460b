"""Whole turns: phases and their moments, summons, bosses, spells, abilities at will, attacks and blocks."""

from types import SimpleNamespace

from tests.engine.bos.second_interpreter import damaging, deeds, holding, lasting, measuring, moving, turns
from tests.engine.bos.second_interpreter.choosing import Words
from tests.engine.bos.second_interpreter.happenings import happen, happening
from tests.engine.bos.second_interpreter.lines import absolute
from tests.engine.bos.second_interpreter.measuring import Use
from tests.engine.bos.second_interpreter.play import Play

AT_WILL = ("U", "+", "!", "C")


class OutOfRules(Exception):
    """Raised for a line that the rules, as this interpreter knows them, do not allow."""


class Game(Play):
    """A game that follows its record."""

    def follow(self):
        """Play every line."""
        while not self.over and (line := self.script.peek()) is not None:
            if line.kind == "X":
                self._end_by_word(self.script.take())
            elif line.kind == "T":
                self._turn(self.script.take())
            else:
                raise OutOfRules(f"{line.written} where a turn begins")
        self.table.over = self.over
        while self.script.peek() is not None:
            self.script.take()

    def _end_by_word(self, line):
        if line.name == "draw":
            self.lose(0, 1)
        else:
            self.lose(int(line.name[1]) - 1)

    # Turns and phases

    def _turn(self, line):
        table = self.table
        table.turn, table.active, table.history, self.ending = line.value, line.seat, [], False
        table.players[line.seat].turns += 1
        self.order = []
        table.phase = "startup"
        turns.expire(self, "start", "turn")
        for phase in turns.PHASES:
            if not self.over and not (self.ending and phase != "ending"):
                self._phase(phase)

    def _phase(self, phase):
        table = self.table
        table.phase = phase
        turns.expire(self, "start", phase)
        self._moment("start", ("turn", phase) if phase == "startup" else (phase,))
        if self.over:
            return
        if phase == "startup":
            self._startup()
        self._moment("middle", (phase,))
        while not self.over and not (self.ending and phase != "ending") and self._act_in(phase):
            damaging.look_for_defeat(self)
            self.use_waiting()
        self._duties(phase)
        if not self.over:
            self._moment("end", (phase, "turn") if phase == "ending" else (phase,))
        if phase == "ending" and not self.over:
            turns.expire(self, "end", "turn")
            damaging.look_for_defeat(self)
            self.use_waiting()

    def _moment(self, point, phases):
        """Let everything be used that belongs to this point of these phases."""
        for phase in phases:
            self.wake_moment(point, phase)
        for hearer in self._speakers():
            said = hearer.ability.moment
            if said is None or said.point != point or said.phase not in phases or hearer.ability.events:
                continue
            use = Use(self.table, hearer.you, hearer.card, None, hearer.host)
            if said.whose == "an opponent" and self.table.opponent(hearer.you) is None:
                continue
            if holding.span_holds(use, SimpleNamespace(whose=said.whose, phase="turn")) and holding.all_hold(
                use, hearer.ability.states
            ):
                self._offer(hearer, use)
        self.use_waiting()
        self.look_for_end()

    def _offer(self, hearer, use):
        self.waiting.append(SimpleNamespace(
            card=hearer.card, entry=hearer.card.entry, host=hearer.host, ability=hearer.ability, nth=hearer.nth,
            you=hearer.you, event=None, said=None, use=use, delay=None, spell=hearer.card.zone == "spellbook",
        ))  # fmt: skip

    def _speakers(self):
        """Every ability that is not continuous, on cards that have theirs and on spells in spellbooks."""
        for card in self.table.cards:
            host = card.host
            if card.zone == "spellbook":
                abilities = list(enumerate(card.face.abilities))[:1]
            elif card.zone == "field" and (card.up or host) and not card.falling:
                abilities = list(enumerate(card.face.abilities))
            else:
                continue
            you = card.controller if host is None else card.owner
            for nth, ability in abilities:
                if ability.head or card.zone == "spellbook":
                    yield SimpleNamespace(card=card, host=host, ability=ability, nth=nth, you=you)

    # Startup

    def _startup(self):
        table, done = self.table, set()
        while not self.over and (left := self._unready(done)):
            card = self._next_to_ready(left)
            done.add((card.number, card.entry))
            self._ready(card)
            self.use_waiting()
        if self.over:
            return
        player = table.players[table.active]
        player.vim *= 2
        for _ in range(max(0, player.turns - 10)):
            for of in ("life", "vim"):
                had = getattr(player, of)
                setattr(player, of, had // 2)
                if had - had // 2:
                    happen(self, happening("loses", player=table.active, amount=had - had // 2, of=of))
            if self.look_for_end():
                return
        self.use_waiting()

    def _unready(self, done):
        table = self.table
        mine = [card for card in table.field if card.controller == table.active]
        return [card for card in mine if (card.number, card.entry) not in done
                and (card.up and card.acted or not card.up and card.face.kind == "wizard")
                and not lasting.banned(table, card, "ready")]  # fmt: skip

    def _next_to_ready(self, left):
        line = self.script.glance()
        if (
            line is not None
            and line.kind == "R"
            and (len(left) > 1 or absolute(line.targets[0], self.table.active) == left[0].at)
        ):
            self.order = [absolute(place, self.table.active) for place in self.script.take().targets]
        for place in self.order:
            for card in left:
                if card.at == place:
                    return card
        return left[0]

    def _ready(self, card):
        if card.up:
            card.acted = False
            happen(self, happening("readies", card))
        else:
            moving.turn(self, card, up=True, readied=True)

    # What is done at will

    def _act_in(self, phase):
        """Do the next line if it belongs to this phase."""
        if phase in ("startup", "ending") and not self._can_do_something():
            return False
        line = self.script.peek()
        if line is None or line.kind == "T":
            return False
        if line.kind == "X":
            self._end_by_word(self.script.take())
            return False
        if line.kind == "-":
            self.script.take()
            return True
        if line.kind == "E":
            if phase != "main":
                return False
            self.script.take()
            self.ending = True
            return False
        if line.kind in AT_WILL:
            return self._at_will(line, phase)
        belongs = {"S": "summoning", "A": "main", "BOSS": "main"}.get(line.kind)
        if belongs is None:
            raise OutOfRules(f"{line.written} in the {phase} phase")
        if belongs != phase:
            if turns.PHASES.index(belongs) < turns.PHASES.index(phase):
                raise OutOfRules(f"{line.written} in the {phase} phase")
            return False
        {"S": self._summon, "A": self._attack, "BOSS": self._boss}[line.kind](self.script.take())
        return True

    def _can_do_something(self):
        """Whether an ability or a spell can be used at will now."""
        for hearer in self._speakers():
            if hearer.card.zone == "spellbook":
                if self._castable(hearer.card, hearer.ability, hearer.you) and self.can_pay_for(hearer.card):
                    return True
            elif not hearer.ability.events and self._usable_now(hearer):
                return True
        return False

    def _at_will(self, line, phase):
        """Use what a line names, if that can be used now."""
        del phase
        found = self._spell(line) if line.kind == "C" else self._ability(line)
        if found is None:
            return False
        self.script.take()
        found.use.player = None
        self.use(found, line)
        self.use_waiting()
        return True

    def _spell(self, line):
        seat = self.writer(line)
        cards = [card for card in self.table.of(seat) if card.zone == "spellbook" and card.face.name == line.name]
        for card in cards:
            ability = card.face.abilities[0] if card.face.abilities else None
            if self._castable(card, ability, seat):
                use = Use(self.table, seat, card)
                return SimpleNamespace(card=card, host=None, ability=ability, nth=0, you=seat, use=use, delay=None,
                                       spell=True, event=None)  # fmt: skip
        return None

    def _castable(self, card, ability, seat):
        table = self.table
        use = Use(table, seat, card)
        if ability is None or not (ability.head and (ability.moment or ability.states or ability.events)):
            return table.phase == "main" and table.active == seat
        if ability.events or (ability.moment and ability.moment.point != "during"):
            return False
        return holding.span_holds(use, ability.moment) and holding.all_hold(use, ability.states)

    def _ability(self, line):
        place = absolute(line.place, self.writer(line))
        for hearer in self._speakers():
            if hearer.card.zone == "spellbook" or hearer.ability.events:
                continue
            if (hearer.host or hearer.card).at != place:
                continue
            if line.nth is not None and line.nth != self.number_of(hearer.card, hearer.host, hearer.nth):
                continue
            if found := self._usable_now(hearer):
                return found
        return None

    def _usable_now(self, hearer):
        said = hearer.ability.moment
        use = Use(self.table, hearer.you, hearer.card, None, hearer.host)
        if said is not None and (said.point != "during" or not holding.span_holds(use, said)):
            return None
        if not holding.all_hold(use, hearer.ability.states) or self.used_up(hearer.card, hearer.ability, hearer.nth):
            return None
        if not self.affordable(use, hearer.ability.costs) or not self.has_something(use, hearer.ability):
            return None
        return SimpleNamespace(card=hearer.card, host=hearer.host, ability=hearer.ability, nth=hearer.nth,
                               you=hearer.you, use=use, delay=None, spell=False, event=None)  # fmt: skip

    def _duties(self, phase):
        """Mandatory abilities of this span that cost nothing are owed once before it is left."""

    # Summons and bosses

    def _summon(self, line):
        self.conduct_line(line)
        self.use_waiting()

    def conduct_line(self, line, seat=None):
        """Conduct the summon that a line names; it is returned."""
        table, seat = self.table, self.writer(line) if seat is None else seat
        card = next((one for one in table.of(seat) if one.zone == "castle" and one.face.name == line.name), None)
        if card is None:
            raise OutOfRules(f"no {line.name} in the castle")
        first = table.standing(seat, "wizard", line.column)
        wizards = [first] if not line.wizards else [
            next(one for one in table.field if one.at == absolute(place, seat)) for place in line.wizards
        ]  # fmt: skip
        asked = card.face.condition
        use = Use(table, seat, card)
        use.words = Words(line, seat)
        for wizard in wizards:
            if wizard is None or not wizard.up or not moving.serves(use, asked, wizard):
                raise OutOfRules(f"{wizard} cannot conduct {card}")
        if len(wizards) != asked.count or table.standing(seat, "summon", line.column):
            raise OutOfRules(f"{line.written}: wizards or place")
        if asked.condition is not None and not holding.holds(use, asked.condition):
            raise OutOfRules(f"{line.written}: its condition does not hold")
        self.pay_all(use, asked.costs)
        moving.conduct(self, card, wizards, line.column)
        return card

    def _boss(self, line):
        card = self.table.standing(self.table.active, "boss")
        if card is None or card.up:
            raise OutOfRules("no face-down boss")
        use = Use(self.table, self.table.active, card)
        use.words = Words(line, self.table.active)
        if card.face.condition is not None:
            if not holding.all_hold(use, card.face.condition.states):
                raise OutOfRules("the condition of the boss does not hold")
            self.pay_all(use, card.face.condition.costs)
        moving.turn(self, card, up=True)
        self.use_waiting()

    # Attacks

    def _attack(self, line):
        table, seat = self.table, self.table.active
        attacker = next((one for one in table.field if one.at == absolute(line.place, seat)), None)
        if attacker is None or not attacker.up or attacker.acted or attacker.controller != seat:
            raise OutOfRules(f"{line.written}: no attacker")
        written = line.targets[0]
        attacked = int(written[1]) - 1 if written[0] == "P" else None
        target = None
        if attacked is None:
            target = next((one for one in table.field if one.at == absolute(written, seat)), None)
            if target is None or target is attacker:
                raise OutOfRules(f"{line.written}: no target")
        self._forbid(line, attacker, target, attacked)
        table.players[seat].attacks += 1
        attacker.acted = True
        happen(self, happening("acts", attacker), *self._declared(attacker, target, attacked))
        entries = attacker.entry, target.entry if target else 0
        self.use_waiting()
        if self.over or attacker.entry != entries[0]:
            return
        if target is not None:
            if target.entry == entries[1] and target.up:
                damaging.battle(self, attacker, target)
        else:
            self._at_player(attacker, attacked)

    def _forbid(self, line, attacker, target, attacked):
        table = self.table
        if lasting.banned(table, attacker, "attack", by=target, player=attacked):
            raise OutOfRules(f"{line.written}: {attacker} cannot attack that")
        if target is not None and lasting.banned(table, target, "be attacked", by=attacker):
            raise OutOfRules(f"{line.written}: {target} cannot be attacked")

    @staticmethod
    def _declared(attacker, target, attacked):
        attack = happening("attacks", attacker, target)
        attack.seat = attacked
        return [attack] if target is None else [attack, happening("attacked", target, attacker)]

    def _at_player(self, attacker, seat):
        entry = attacker.entry
        blocker = self._blocker(attacker, seat)
        if blocker is None:
            if attacker.entry == entry and not attacker.falling:
                damaging.deal(self, [(attacker, seat, measuring.strength(self.table, attacker))], in_battle=True)
                damaging.look_for_defeat(self)
                self.look_for_end()
            return
        moved = blocker.face.kind == "summon" and blocker.column != attacker.column and attacker.column is not None
        if moved:
            blocker.column = attacker.column
        told = [happening("moves", blocker)] if moved else []
        happen(self, *told, happening("blocks", blocker, attacker), happening("blocked", attacker, blocker))
        entries = attacker.entry, blocker.entry
        self.use_waiting()
        if not self.over and (attacker.entry, blocker.entry) == entries:
            damaging.battle(self, attacker, blocker)

    def _blocker(self, attacker, seat):
        if not self._could_block(attacker, seat):
            return None
        while (line := self.script.peek()) is not None and line.kind in ("U", "C", "+") and (
            self._at_will(line, self.table.phase)
        ):  # fmt: skip
            if self.over or not self._could_block(attacker, seat):
                return None
        if line is None or not line.reply or line.kind not in ("B", "no"):
            return None
        self.script.take()
        if line.kind == "no":
            return None
        place = absolute(line.place, seat)
        blocker = next((card for card in self._could_block(attacker, seat) if card.at == place), None)
        if blocker is None:
            raise OutOfRules(f"{line.written}: cannot block")
        return blocker

    def _could_block(self, attacker, seat):
        """Who may block: a summon from a neighbouring column, or a face-up boss."""
        table, found = self.table, []
        if attacker.face.kind == "boss" and seat == attacker.controller:
            return []
        for card in table.field:
            if card.controller != seat or not card.up or card is attacker:
                continue
            near = card.face.kind == "boss" or (seat != attacker.controller and self._near(attacker, card))
            banned = lasting.banned(table, card, "block", by=attacker)
            if near and not banned and not lasting.banned(table, attacker, "be blocked", by=card):
                found.append(card)
        return found

    def _near(self, attacker, card):
        table = self.table
        if card.face.kind != "summon" or attacker.column is None or lasting.banned(table, card, "move"):
            return False
        if table.standing(card.controller, "summon", attacker.column) is not None:
            return False
        return abs(card.column - attacker.column) == 1 or lasting.has_rule(table, card, "anywhere")


__all__ = ["Game", "OutOfRules", "deeds"]
