"""The sentences of docs/card-language.md about attacks and blocks, played: what they allow, demand and leave alone."""

from tests.engine.bos.ability_examples import HERE, chief, fox, word
from tests.engine.bos.duel import YELLOW, boss, spell

BENS_FOX = "T1 P1; S a Imp3; S b Imp2; E; T2 P2; S c Fox; E; T3 P1"
BENS_BOSS = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; BOSS; E; T3 P1"
PAST = "This can attack opponents even if they control summons."
ANYWHERE = "This can block attacks in any column."
EACH_TURN = "This must attack each turn if able."
RUSH = "A summon you control can attack opponents even if they control summons until the end of the turn."
GUARD = "Each summon you control can block attacks in any column until the start of your next turn."
RAGE = "Enchant a summon. The enchanted summon must attack each turn if able."
DARE = "Make each summon an opponent controls attack if able until the end of your next turn."
HUSH = spell("Hush", 0, "A summon cannot attack until the end of the turn.")
WAKE = spell("Wake", 0, "Ready a summon you control.")


def lord(act, seen, before):
    """The first sentence on Anna's boss."""
    return chief("", act, seen, before=before)._replace(sentence=PAST, cards=(boss("Chief", 7, PAST),))


COMBAT = [
    fox(PAST, "A a P2", {"P2 life": 25, "1a": 5, "2a": 4}),
    fox(PAST, "A b P2", "8.1.1"),
    fox(PAST, "A a P2; > B *", {"P2 life": 30, "1a": None, "2*": 2}, before=BENS_BOSS),
    fox(PAST, "A a P2; > B b", "8.2.1"),
    lord("BOSS; A * P2", {"P2 life": 23}, "T1 P1; S a Imp1; E; T2 P2; S a Elk4; E; T3 P1"),
    lord("BOSS; A * P2", "9.2.3", "T1 P1; S a Imp1; E; T2 P2; S a Elk4; BOSS; E; T3 P1"),
    fox(ANYWHERE, "A a P2; > B c", {"P2 life": 30, "2a": 2, "2c": None, "1a": None}, before=BENS_FOX, color=YELLOW),
    fox(ANYWHERE, "A b P2; > B c", {"P2 life": 30, "2b": 3, "2c": None, "1b": None}, before=BENS_FOX, color=YELLOW),
    fox(EACH_TURN, "E", "7.1.7"),
    fox(EACH_TURN, "A a x 2b; E", {"2b": None, "1a": 3, "phase": "ending"}),
    fox(EACH_TURN, "A b x 2b; C Hush -> a; E", {"phase": "ending"}, HUSH),
    fox(EACH_TURN, "A a x 2b; C Wake -> a; E", {"phase": "ending"}, WAKE),
    fox(EACH_TURN, "E", {"phase": "ending"}, before=f"{HERE}; A a x 2b; E; T4 P2"),
    word(RUSH, "C Word -> a; A a P2", {"P2 life": 25}),
    word(RUSH, "C Word -> a; A b P2", "8.1.1"),
    word(RUSH, "C Word -> a; E; T4 P2; E; T5 P1; A a P2", "8.1.1"),
    word(GUARD, "C Word; E; T4 P2; S c Elk1; A c P1; > B a", {"P1 life": 30, "1c": 4, "2c": None}),
    word(GUARD, "C Word; E; T4 P2; S c Elk1; E; T5 P1; E; T6 P2; A c P1; > B a", "8.2.1"),
    word(RAGE, "C Word -> 2a; E; T4 P2; E", "7.1.7"),
    word(RAGE, "C Word -> 2a; E; T4 P2; A a x 1a; E", {"1a": 1, "2a": None, "phase": "ending"}),
    word(DARE, "C Word; E; T4 P2; A a x 1a; E", "7.1.7"),
    word(DARE, "C Word; E; T4 P2; A a x 1a; A b x 1b; E", {"1b": 1, "phase": "ending"}),
    word(DARE, "C Word; E; T4 P2; A b x 1b; A a x 1a; E; T5 P1; E; T6 P2; S b Elk1; E", {"phase": "ending"}),
]  # fmt: skip
