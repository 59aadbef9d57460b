"""A designer's scene played through the engine: what is done in order, and every question on the way.

Strict: what cannot be done, a choice that is not offered and a question that nobody answers is a difference. Triggered
optional abilities are used unless the scene declines; what leaves only one possibility need not be written.
"""

from collections import deque

from engine.bos.model import moves
from engine.bos.model.cards import CardType, key
from engine.bos.model.moves import ThingRef
from engine.bos.model.places import NOBODY, boss_place, column_of, position, summon_place
from engine.bos.rules import ability_choices
from engine.bos.rules.extra_turns import ends_turn
from engine.bos.rules.game_loop import apply
from engine.bos.rules.legality import check
from engine.bos.rules.options import legal
from engine.choice import Answer
from tests.engine.bos.designer.scene_moves import ability_moves, cast_moves, first_legal
from tests.engine.bos.designer.scene_position import SEATS, THIS, FormatError, column_of_letter, place_named
from tests.engine.bos.designer.sentences import NAME

CHOICES = ("choose", "decline", "block", "no")


class Difference(Exception):
    """What is seen differs from what is meant."""


class Play:
    """A game that goes through a scene; `queue` is what is still to be done."""

    def __init__(self, state, do, left_open=False):
        self.state = state
        self.queue = deque(action for action in do if not action.startswith("phase: "))
        self.left_open = left_open
        self.flowing = False

    def run(self):
        """Do everything; the position after it, in a main phase where a turn was ended or begun last."""
        while self.queue and not self.state.outcome:
            before = len(self.queue)
            self.do_next()
            assert len(self.queue) < before
        while self.flowing and self.step_on():
            pass
        if self.queue and not self.state.outcome:
            self.do_next()
        return self.state

    # What is done

    def do_next(self):
        """The next thing that is written, in this phase or in a later one."""
        player, verb, rest = self.head()
        if verb in CHOICES:
            self.wait_for_choice()
            return
        while True:
            made = self.imagined(SEATS[player], verb, rest)
            move = first_legal(self.state, SEATS[player], made)
            if move is not None:
                break
            if not self.step_on():
                raise Difference(f"{self.queue[0]}: {self.refusal(SEATS[player], made)}")
        self.queue.popleft()
        self.flowing = verb in ("end", "begin")
        self.answer(move, SEATS[player])
        self.settle()

    def wait_for_choice(self):
        """A choice is written and nothing is asked yet: the question may come at a later point of the turn."""
        waiting = len(self.queue)
        while len(self.queue) == waiting:
            if not (self.flowing and self.step_on()):
                action = self.queue.popleft()
                if not action.endswith("no block"):
                    raise Difference(f"{action}: nothing is asked")

    def head(self):
        player, _, action = self.queue[0].partition(": ")
        verb, _, rest = action.partition(" ")
        if player not in SEATS:
            raise FormatError(self.queue[0])
        return player, verb, rest

    def imagined(self, seat, verb, rest):
        """The moves that the words may stand for."""
        words = rest.split()
        match verb, words:
            case "attack", [attacker, "->", target]:
                return [self.attack(seat, attacker, target)]
            case "use", [_]:
                return ability_moves(self.state, seat)
            case "cast", [name]:
                return cast_moves(self.state, seat, self.named(name))
            case "summon", [name, letter]:
                return [moves.Summon((column_of_letter(letter),), key(self.named(name)))]
            case "boss", ["up"]:
                return [moves.TurnUpBoss()]
            case "end", ["turn"]:
                return [moves.EndTurn()]
            case "begin", ["turn"]:
                return [moves.Begin()]
        raise FormatError(f"{verb} {rest}")

    def named(self, name):
        return NAME if name == THIS else name

    def attack(self, seat, attacker, target):
        place = boss_place(seat) if attacker == "boss" else summon_place(seat, column_of_letter(attacker))
        if target in SEATS:
            return moves.Attack(place, player=SEATS[target])
        return moves.Attack(place, place_named(target))

    def refusal(self, seat, made):
        if not made:
            return "cannot be done"
        violation = check(self.state, Answer(seat, made[0]))
        return f"{violation.message} ({violation.rule})" if violation else "cannot be done"

    def step_on(self):
        """Go on to the next phase or turn by itself; False where that ends the turn, or something else is asked."""
        question = self.state.question
        if question is None or (question.kind == "menu" and ends_turn(self.state)):
            return False
        if question.kind not in ("menu", "begin"):
            return False
        self.answer(moves.Begin() if question.kind == "begin" else moves.NextPhase(), question.seat)
        self.settle()
        return True

    def answer(self, move, seat):
        violation = check(self.state, Answer(seat, move))
        if violation:
            raise Difference(f"{move}: {violation.message} ({violation.rule})")
        self.state = apply(self.state, Answer(seat, move), asks_all=True).state

    # What is asked

    def settle(self):
        """Answer what is asked, with what is written where it fits."""
        for _ in range(200):
            question = self.state.question
            if question is None or question.kind in ("menu", "begin"):
                return
            if question.kind == "block" and not self.queue and self.left_open:
                return
            reply = getattr(self, f"reply_{question.kind}", self.reply_first)
            self.answer(*reply(question.seat))
        raise Difference("asked without end")

    def written(self, seat):
        """What the next choice of the seat says, if that is what comes next: "yes", "ben.a", "way 2"."""
        if not self.queue or self.queue[0].partition(": ")[0] not in SEATS:
            return None
        player, verb, rest = self.head()
        if SEATS[player] != seat:
            return None
        return rest if verb == "choose" else "no" if verb == "decline" else None

    def said(self, seat, *words):
        """Whether the seat's next choice is one of these words; if so it is used up."""
        if self.written(seat) not in words:
            return False
        self.queue.popleft()
        return True

    def options(self):
        return [answer.move for answer in legal(self.state)]

    def reply_first(self, seat):
        """Where the order is free, any will do."""
        return self.options()[0], seat

    def reply_block(self, seat):
        if self.queue:
            player, verb, rest = self.head()
            if verb == "block" and SEATS[player] == seat:
                self.queue.popleft()
                place = boss_place(seat) if rest == "boss" else summon_place(seat, column_of_letter(rest))
                return moves.Block(place), seat
            if verb == "no" and SEATS[player] == seat:
                self.queue.popleft()
                return moves.NoBlock(), seat
            if verb in ("use", "cast") and SEATS[player] != self.state.active:
                move = first_legal(self.state, SEATS[player], self.imagined(SEATS[player], verb, rest))
                if move is not None:
                    self.queue.popleft()
                    return move, SEATS[player]
        (move, *others) = (answer.move for answer in legal(self.state))
        if isinstance(move, moves.Block) and not others:
            return move, seat
        raise Difference("whether the attack is blocked is asked, and the scene does not say")

    def reply_offer(self, seat):
        takes = [move for move in self.options() if isinstance(move, moves.Take)]
        spells = [move for move in takes if self.is_waiting_spell(move)]
        abilities = [move for move in takes if move not in spells]
        if self.queue and not self.queue[0].startswith("phase"):
            player, verb, rest = self.head()
            names = {key(self.named(rest))}
            chosen = [move for move in spells if move.ability.card in names]
            if verb == "cast" and SEATS[player] == seat and chosen:
                self.queue.popleft()
                return chosen[0], seat
            if verb == "use" and SEATS[player] == seat and abilities:
                self.queue.popleft()
                return abilities[0], seat
        if self.said(seat, "no") or not abilities:
            return moves.Pass(), seat
        self.said(seat, "yes")
        return abilities[0], seat

    def is_waiting_spell(self, move):
        """Whether it is a spell in a spellbook that could be cast now."""
        if move.ability.place != NOBODY:
            return False
        return any(
            copy.face.key == move.ability.card and copy.face.type is CardType.SPELL and copy.zone == "spellbook"
            for copy in self.state.copies
        )

    def reply_may(self, seat):
        if self.said(seat, "yes"):
            return moves.Yes(), seat
        if self.said(seat, "no"):
            return moves.Pass(), seat
        pending = self.state.frames[-1].pending
        mine = pending is None or pending.seat == seat
        return (moves.Yes() if mine and moves.Yes() in self.options() else moves.Pass()), seat

    def reply_pick(self, seat):
        offered = self.options()
        picks = [move for move in offered if isinstance(move, moves.Pick)]
        wanted = self.written(seat)
        fitting = [move for move in picks if wanted is not None and means(wanted, move.thing)]
        if fitting:
            self.queue.popleft()
            return fitting[0], seat
        pick = ability_choices.asked(self.state).pick
        if moves.Done() in offered and (pick.so_far or len(picks) != 1):
            return moves.Done(), seat
        if picks and (len(picks) == 1 or pick.forced):
            return picks[0], seat
        raise Difference(f"asked to choose one of {', '.join(shown(move.thing) for move in picks)}; {self.instead()}")

    def instead(self):
        return f"the scene goes on with {self.queue[0]!r}" if self.queue else "the scene does not say"

    def reply_mode(self, seat):
        numbers = [move.number for move in self.options() if isinstance(move, moves.Mode)]
        for number in numbers:
            if self.said(seat, f"way {number}"):
                return moves.Mode(number), seat
        if moves.Done() in self.options():
            return moves.Done(), seat
        if len(numbers) == 1:
            return moves.Mode(numbers[0]), seat
        raise Difference(f"asked to choose a way; {self.instead()}")

    def reply_number(self, seat):
        wanted = self.written(seat)
        if wanted is not None and wanted.isdigit():
            self.queue.popleft()
            return moves.Number(int(wanted)), seat
        raise Difference(f"asked for a number; {self.instead()}")


def means(word, thing):
    """Whether the word of a scene names the thing."""
    if word in SEATS:
        return thing.seat == SEATS[word]
    if word.startswith("column "):
        return thing.place != NOBODY and column_of(thing.place) == column_of_letter(word.split()[1])
    if "." in word:
        return thing == ThingRef(place_named(word))
    return thing.card == key(NAME if word == THIS else word)


def shown(thing):
    """A thing for the report."""
    return position(thing.place) if thing.place != NOBODY else str(thing)
