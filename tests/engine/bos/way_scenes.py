"""Ways that are chosen by another player, several ways at once, and what others choose, played."""

from tests.engine.bos.ability_examples import fox, word
from tests.engine.bos.duel import YELLOW, summon

EVIL = "An opponent chooses one: • An opponent loses 5 life. • You gain 2 vim."
TWO = "Choose two: • You gain 3 life. • You gain 2 vim. • You lose 1 ether."
BOTH = "Choose one or both: • You gain 3 life. • You gain 2 vim."
FRESH = "When this attacks: You must choose one that has not been chosen: • You gain 3 life. • Ready this."
WEAKEST = "An opponent defeats a summon they control with the least strength."
REST = "Each player chooses a summon they control. Defeat each summon other than them."
BEE = summon("Bee2", 2, color=YELLOW)
EVEN = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk2; S b Bee2; E; T3 P1"

WAYS = [
    word(EVIL, "C Word = 1", {"P2 life": 25, "P1 vim": 4}),
    word(EVIL, "C Word = 2", {"P2 life": 30, "P1 vim": 6}),
    word(TWO, "C Word = 1; C Word = 3", {"P1 life": 33, "P1 ether": 3, "P1 vim": 4}),
    word(BOTH, "C Word = 1; C Word = 2", {"P1 life": 33, "P1 vim": 6}),
    word(BOTH, "C Word = 1; C Word = 0", {"P1 life": 33, "P1 vim": 4}),
    fox(FRESH, "A a x 2b; ! a = 2; A a x 2a; ! a = 1", {"P1 life": 33, "1a lies": "acted"}, strength=9),
    fox(FRESH, "A a x 2b; ! a = 2; A a x 2a; ! a = 2", "10.8.4", strength=9),
    word(WEAKEST, "C Word -> 2b", {"2b": None, "2a": 2}, BEE, before=EVEN),
    word(WEAKEST, "C Word", {"2b": None, "2a": 4}),
    word(REST, "C Word -> a, 2b", {"1a": 5, "1b": None, "2a": None, "2b": 2}),
]  # fmt: skip
