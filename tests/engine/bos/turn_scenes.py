"""The sentences of docs/card-language.md about extra turns and what is skipped, played."""

from tests.engine.bos.ability_examples import fox, word

AGAIN = "Take an extra turn after this one. At the end of your next turn, you lose 10 life."
GIFT = "An opponent takes an extra turn after this one."
LOST = "An opponent skips their next turn."
SLEEP = "When this is summoned: Skip your next startup phase."
NUMB = "Each player skips their next summoning phase."
BLANK = "An opponent skips the main phase of their next turn."

TURNS = [
    word(AGAIN, "C Word; E; T4 P1; A b x 2b; E", {"P1 life": 20, "P1 vim": 8, "P2 vim": 2}),
    word(AGAIN, "C Word; E; T4 P2", "3.1.1"),
    word(GIFT, "C Word; E; T4 P2; E; T5 P2", {"P1 vim": 4, "P2 vim": 8}),
    word(GIFT, "C Word; E; T4 P2; E; T5 P1", "3.1.1"),
    word(LOST, "C Word; E; T4 P1", {"P1 vim": 8, "P2 vim": 2}),
    word(LOST, "C Word; E; T4 P2", "3.1.1"),
    fox(SLEEP, "E; T3 P1; S a Imp3", "5.1.2", before="T1 P1; S a Fox; + a; E; T2 P2"),
    fox(SLEEP, "E; T2 P2; E; T3 P1; E; T4 P2; E; T5 P1", {"P1 vim": 4}, before="T1 P1; S a Fox; + a"),
    word(NUMB, "C Word; E; T4 P2; S c Elk3", "5.1.1"),
    word(NUMB, "C Word; E; T4 P2; A a x 1a; E; T5 P1; S c Imp1", "5.1.1"),
    word(NUMB, "C Word; E; T4 P2; E; T5 P1; E; T6 P2; S c Elk3", {"2c": 3}),
    word(BLANK, "C Word; E; T4 P2; A a x 1a", "3.1.9"),
    word(BLANK, "C Word; E; T4 P2; S c Elk3; E; T5 P1", {"2c": 3}),
    word(BLANK, "C Word; E; T4 P2; E; T5 P1; E; T6 P2; A a x 1a", {"1a": 1}),
]
