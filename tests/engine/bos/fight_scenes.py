"""The sentences of docs/card-language.md about changed damage, limits, prices and battles, played."""

from tests.engine.bos.ability_examples import HERE, fox, sage, word
from tests.engine.bos.duel import YELLOW, spell

BENS_BOSS = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; BOSS; E; T3 P1"
OPEN = "T1 P1; S c Fox; S b Imp3; E; T2 P2; S a Elk4; E; T3 P1"
EMPTY = "T1 P1; S c Fox; S b Imp3; E; T2 P2; E; T3 P1"
BENS_TURN = f"{HERE}; E; T4 P2"
BENS_OPEN = "T1 P1; S b Imp3; S a Fox; E; T2 P2; S c Elk4; S a Elk2; E; T3 P1; E; T4 P2"
"""Ben's Elk4 in column c faces nobody."""
BENS_FOX = "T1 P1; S b Fox; E; T2 P2; S c Elk4; E; T3 P1; E; T4 P2"
BOLT = spell("Bolt", 0, "Deal 3 damage to a summon.", color=YELLOW)
WAKE = spell("Wake", 0, "Ready a summon you control.")
BALM = spell("Balm", 0, "You gain 3 life.")
GUST = spell("Gust", 0, "You gain 1 ether.")
LESS = "This takes 2 less damage from spells."
BARE = "This deals double damage to players who control no summons."
DULL = "Enchant a boss. The enchanted boss deals half damage, rounded up."
FURY = "Each summon you control deals 1 more damage until the end of the turn."
CAP = "You cannot take more than 3 damage in battle until the end of an opponent's next turn."
NEXT = "The next time a summon you control deals damage to players, it deals double damage until the end of the turn."
PARRY = (
    "When a summon an opponent controls attacks you, [act]: You take 3 less damage in battle until the end of the"
    " attack."
)
BRACE = "When this blocks: This gains 2 strength until the end of the attack."
TURN_IT = "Until the end of the turn, the next time you would take damage, you gain that much life instead."
BLIGHT = "Until the end of the turn, when a player would gain life, that player loses that much life instead."

CHANGED = [
    fox("This deals double damage to bosses.", "A a x 2*", {"2*": None, "1a": None}, before=BENS_BOSS),
    fox("This deals double damage to bosses.", "A a x 2a", {"2a": None, "1a": 1}, before=BENS_BOSS),
    fox(LESS, "C Bolt -> 1a", {"1a": 4}, BOLT, before=BENS_TURN),
    fox(LESS, "A a x 2a", {"1a": 1, "2a": None}),
    fox(BARE, "A c P2", {"P2 life": 20}, before=EMPTY),
    fox(BARE, "A c P2", {"P2 life": 25}, before=OPEN),
    word(DULL, "C Word -> 2*; A a x 2*", {"1a": 1, "2*": 2}, before=BENS_BOSS),
    word(FURY, "C Word; A b x 2a", {"1b": None, "2a": None}),
    word(FURY, "C Word; E; T4 P2; E; T5 P1; A b x 2a", {"1b": None, "2a": 1}),
    word(CAP, "C Word; E; T4 P2; A c P1; > no", {"P1 life": 27}, before=BENS_OPEN.removesuffix("; E; T4 P2")),
    word(CAP, "C Word; E; T4 P2; E; T5 P1; E; T6 P2; A c P1; > no", {"P1 life": 26},
         before=BENS_OPEN.removesuffix("; E; T4 P2")),
    word(NEXT, "C Word -> c; A c P2; C Wake -> c; A c P2", {"P2 life": 15}, WAKE, before=EMPTY),
    word(NEXT, "C Word -> c; A c x 2a", {"2a": None, "1c": 1}, before=OPEN),
    word(NEXT, "C Word -> c; E; T4 P2; E; T5 P1; A c P2", {"P2 life": 25}, before=EMPTY),
    sage(PARRY, "A c P1; + 1wa; > no", {"P1 life": 29}, before=BENS_OPEN),
    sage(PARRY, "A c P1; > no", {"P1 life": 26}, before=BENS_OPEN),
    fox(BRACE, "A c P1; > B b; + 1c", {"1c": None, "2c": None}, before=BENS_FOX.replace("Elk4", "Elk6")),
    word(TURN_IT, "C Word; A c P1; > no", {"P1 life": 35}, before="T1 P1; S c Fox; E; T2 P2; E; T3 P1"),
    word(BLIGHT, "C Word; C Balm", {"P1 life": 27}, BALM),
    word(BLIGHT, "C Word; E; T4 P2; E; T5 P1; C Balm", {"P1 life": 33}, BALM),
]  # fmt: skip

ELSEWHERE = "T1 P1; S b Imp3; S a Fox; E; T2 P2; S c Elk4; S a Elk2; E; T3 P1; E; T4 P2"
ONE_SPELL = "Each player cannot cast more than one spell each turn."
TWO_SUMMONS = "Each player cannot conduct more than two summons each turn."
ONE_ATTACKER = "Each opponent cannot attack with more than one summon each turn."
FREEZE = "A summon an opponent controls cannot ready during its controller's next startup phase."
SLEEP = "Enchant a summon. The enchanted summon cannot ready during its controller's startup phase."
TAX = "Each summon cannot attack you unless its controller pays 1 vim."
BRIBE = "Enchant a summon an opponent controls. The enchanted summon cannot attack unless its controller pays 2 vim."
PAIN = "Each summon an opponent controls cannot block until the end of the turn unless its controller pays 2 life."
TAUNT = "Each summon an opponent controls must attack this if able."
THROUGH = "When this attacks a player and is not blocked: You gain 2 life."
HALT = "When a summon an opponent controls attacks you: End the attack."
DECOY = (
    "When a summon an opponent controls attacks this: Choose another summon you control. Change the target of the"
    " attack to it."
)
REVENGE = (
    "When an attacking summon defeats a summon you control: Deal damage to it equal to the base strength of the"
    " defeated card."
)
WALL = "While this is blocking, this has 2 more strength."
ENDURE = "When this takes damage, if this was not defeated this turn: You gain 1 life."
RAID = "If a boss you control attacked a player this turn: You gain 1 life."
DRAIN = spell("Drain", 0, "An opponent loses 9 vim.")
DULLED = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; A a x 1b; E; T3 P1"
"""Ben's Elk4 has fought Imp3 and stands acted, with 1 strength left."""
LATE = "T1 P1; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1; S a Fox; E; T4 P2"
BESIDE = "T1 P1; S c Fox; E; T2 P2; S b Elk4; E; T3 P1"
ANNA = BENS_OPEN.removesuffix("; E; T4 P2")

LIMITED = [
    fox("This cannot attack more than once each turn.", "A a x 2b; C Wake -> a; A a x 2a", "10.7", WAKE),
    fox("This cannot attack more than once each turn.", "A a x 2b; A b x 2a", {"2b": None, "2a": 1}),
    fox(ONE_SPELL, "C Balm; C Gust", "10.7", BALM, GUST),
    fox(ONE_SPELL, "C Balm; E; T4 P2; E; T5 P1; C Gust", {"P1 life": 33, "P1 ether": 5}, BALM, GUST),
    fox(TWO_SUMMONS, "S c Imp2", {"1c": 2}, before="T1 P1; S a Fox; S b Imp3; E; T2 P2; E; T3 P1"),
    fox(TWO_SUMMONS, "S c Imp2", "10.7", before="T1 P1; S a Fox; S b Imp3"),
    fox(ONE_ATTACKER, "A a x 1a; A b x 1b", "10.7", before=BENS_TURN),
    fox(ONE_ATTACKER, "A b x 1a", {"2b": None, "1a": 3}, before=BENS_TURN),
    word(FREEZE, "C Word -> 2a; E; T4 P2; A a x 1a", "7.1.2", before=DULLED),
    word(FREEZE, "C Word -> 2a; E; T4 P2; E; T5 P1; E; T6 P2", {"2a lies": "ready"}, before=DULLED),
    word(SLEEP, "C Word -> 2a; E; T4 P2; E; T5 P1; E; T6 P2; A a x 1a", "7.1.2", before=DULLED),
    word(SLEEP, "C Word -> a; A a x 2b; C Wake -> a; A a x 2a", {"1a": None, "2a": 1}, WAKE),
    fox(TAX, "A c P1; > no", {"P1 life": 26, "P2 vim": 3}, before=BENS_OPEN),
    fox(TAX, "A c x 1b", {"1b": None, "P2 vim": 4}, before=BENS_OPEN),
    fox(TAX, "A c P1", "7.1.9", DRAIN, before=f"{ANNA}; C Drain; E; T4 P2"),
    word(BRIBE, "C Word -> 2a; E; T4 P2; A a x 1b", {"1b": None, "P2 vim": 2}),
    word(BRIBE, "C Word -> 2a; C Drain; E; T4 P2; A a x 1b", "7.1.9", DRAIN),
    word(PAIN, "C Word; A c P2; > B b", {"P2 life": 28, "2c": None, "1c": 1},
         before="T1 P1; S c Fox; E; T2 P2; S b Elk4; E; T3 P1"),
    fox("This must block if able.", "A c P1; > no", "7.1.8", before=BENS_FOX),
    fox("This must block if able.", "A c P1; > B b", {"P1 life": 30, "1c": 1, "2c": None}, before=BENS_FOX),
    fox("This must be blocked if able.", "A c P2; > no", "7.1.8", before=BESIDE),
    fox("This must be blocked if able.", "A c P2", {"P2 life": 25}, before=EMPTY),
    fox(TAUNT, "A a x 1b", "7.1.8", before=LATE),
    fox(TAUNT, "A a x 1a; E", "7.1.7", before=LATE),
    fox(TAUNT, "A b x 1a; A a x 1a; E", {"1a": None, "2a": 1, "phase": "ending"}, before=LATE),
    fox("This can attack twice each turn.", "A a x 2b; A a x 2a", {"1a": None, "2b": None, "2a": 1}),
    fox("This can attack twice each turn.", "A a x 2b; A a x 1b; A a x 2a", "7.1.2", strength=12),
    fox(HALT, "A c P1; + 1a; E", {"P1 life": 30, "2c": 4, "2c lies": "acted"}, before=BENS_OPEN),
    fox(DECOY, "A a x 1a; + 1a -> 1b", {"1a": 5, "1b": None, "2a": 1}, before=BENS_TURN),
    fox(THROUGH, "A c P2; + c", {"P1 life": 32, "P2 life": 25}, before=EMPTY),
    fox(THROUGH, "A c P2; > B b", {"P1 life": 30, "1c": 1}, before=BESIDE),
    fox("When this survives a battle with a summon: This gains 2 strength.", "A a x 2a; + a", {"1a": 3, "2a": None}),
    fox("When this survives a battle with a summon: This gains 2 strength.", "A a x 2a", {"1a": None, "2a": 1},
        strength=3),
    fox("When this has attacked a summon: Ready this.", "A a x 2b; + a", {"1a": 3, "2b": None, "1a lies": "ready"}),
    fox("When this has blocked: This gains 1 strength.", "A c P1; > B b; + 1c", {"1c": 2, "2c": None}, before=BENS_FOX),
    fox(REVENGE, "A a x 1b; + 1a", {"1b": None, "2a": None}, before=BENS_TURN),
    fox(REVENGE, "A b x 2a", {"1b": None, "2a": 1}),
    fox(WALL, "A c P1; > B b", {"1c": None, "2c": None}, before=BENS_FOX.replace("Elk4", "Elk6")),
    fox(ENDURE, "A a x 2b; + a", {"P1 life": 31, "1a": 3}),
    fox(ENDURE, "A a x 2a", {"P1 life": 30, "1a": None}, strength=4),
    word(RAID, "BOSS; A * P2; C Word", {"P1 life": 31, "P2 life": 23}, before="T1 P1; E; T2 P2; E; T3 P1"),
    word(RAID, "BOSS; A * x 1a; C Word", "6.1.3", before="T1 P1; S a Fox; E; T2 P2; E; T3 P1"),
]  # fmt: skip
