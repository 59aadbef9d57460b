"""Cards do what they say: for every sentence of docs/card-language.md a short game in which it is played.

Where a sentence has a condition, a second scene shows what is refused without it.
"""

import pytest

from tests.engine.bos.ability_examples import HERE, MET, Scene, called, chief, fox, played, sage, state, word
from tests.engine.bos.amount_scenes import FREE, MEASURED, TOGETHER
from tests.engine.bos.cardtext.specimens import SECTIONS
from tests.engine.bos.cardtext.test_house_style import rows
from tests.engine.bos.combat_scenes import COMBAT
from tests.engine.bos.condition_scenes import ARRIVALS, COMPARED, PAST, PRICES
from tests.engine.bos.control_scenes import SIDES
from tests.engine.bos.copy_scenes import BECOME, BORROWED, COPIED
from tests.engine.bos.delayed_scenes import LATER
from tests.engine.bos.duel import BLUE, YELLOW, spell, summon, wizard
from tests.engine.bos.enchantment_scenes import INSTEAD as MORE_INSTEAD
from tests.engine.bos.enchantment_scenes import LATER as ENCHANTED_LATER
from tests.engine.bos.enchantment_scenes import PUT_AWAY
from tests.engine.bos.fight_scenes import CHANGED, LIMITED
from tests.engine.bos.grant_scenes import GRANTED
from tests.engine.bos.pile_scenes import SHOWN
from tests.engine.bos.place_scenes import SPACE
from tests.engine.bos.turn_scenes import TURNS
from tests.engine.bos.way_scenes import WAYS

BENS_TURN = f"{HERE}; E; T4 P2"
NEXT_ROUND = f"{HERE}; E; T4 P2; E; T5 P1"
ALONE = "T1 P1; S a Fox"
FEWER = "T1 P1; S a Fox; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1"
ONE_ELK = "T1 P1; S a Fox; E; T2 P2; S a Elk4; E; T3 P1"
BIG_ELK = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk9; E; T3 P1"
OPEN = "T1 P1; S c Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk9; E; T3 P1"
LAST = "T1 P1; S b Imp3; S a Fox; E; T2 P2; E; T3 P1"
BENS_OPEN = "T1 P1; S a Fox; E; T2 P2; S c Elk5; S b Elk4; E; T3 P1; E; T4 P2"
LOW = "T1 P1; S c Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk3; E; T3 P1"
BOSS = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; BOSS; E; T3 P1"
BENS_FOX = "T1 P1; S a Imp3; S b Imp2; S c Imp1; E; T2 P2; S b Fox"
THREE_ATTACKS = "S c Imp1; A a x 2b; A b x 2a; A c x 2a"

DARE = (
    "When this attacks: You may discard a spell in your spellbook. If you do, this gains 3 strength. Otherwise, this"
    " gains 1 strength."
)
WEIGHT = (
    "Enchant a boss you control. The enchanted boss loses strength equal to the number of summons in your graveyard."
)
SNARE = (
    "When a summon an opponent controls attacks: Enchant a summon an opponent controls. The enchanted summon cannot"
    " attack."
)

CHARM = spell("Charm", 0, "Enchant a summon.")
CHAIN = spell("Chain", 0, "Enchant a summon.")
SHIELD = spell("Shield", 0, "Prevent all damage that would be dealt to a summon until the end of the turn.")
HEX = spell("Hex", 0, "Enchant a summon.", color=YELLOW)
HOME = spell("Home", 0, "Return a summon to its owner's castle.")
SHIFT = spell("Shift", 0, "Move a summon you control to an adjacent column.")
DROP = spell("Drop", 0, "Discard a spell in your spellbook.")
BLEED = spell("Bleed", 0, "You lose 21 life.")
BURN = spell("Burn", 0, "Deal 5 damage to a player.")
BALM = spell("Balm", 0, "You gain 1 life.", color=YELLOW)
WAVE = spell("Wave", 0, "You gain 1 life.", color=BLUE)
WHIM = spell("Whim", 0, "During each player's turn: You gain 1 life.", color=YELLOW)
DEAR = spell("Dear", 4, "You gain 1 ether.")
GIFT = spell("Gift", 0, "An opponent gains 9 ether.")
RAZE = spell("Raze", 0, "Put each summon in an opponent's castle into its owner's graveyard.")
DRY = spell("Dry", 0, "You lose all your vim. You lose all your ether.")
FELL = spell("Fell", 0, "Defeat a boss.")
DROWN = spell("Drown", 0, "Put a wizard you control into its owner's graveyard.")
AWAY = spell("Away", 0, "Return a summon to its owner's castle.", color=YELLOW)
STORM = spell("Storm", 0, "Deal 2 damage to each summon.")
DIM = spell("Dim", 0, "Turn a wizard face-down.")
WEAK = spell("Weak", 0, "A summon loses 2 strength.")
FEED = spell("Feed", 0, "A summon gains 1 strength.")
WAKE = spell("Wake", 0, "Turn a wizard you control face-up.")
WASTE = spell("Waste", 0, "Put each summon in your castle into your graveyard.")

SHAPE = [
    fox("During your main phase, [act]: Two summons you control gain 1 strength.", "U a -> a, b", {"1a": 6, "1b": 4}),
    fox("During your main phase, [act]: Two summons you control gain 1 strength.", "A a x 2b; U a -> a, b", "10.2.1"),
    fox("When this attacks: This must gain 1 strength.", "A a x 2b", {"1a": 4, "2b": None}),
    fox("When this defeats a boss in battle: You must ready this.", "A a x 2*", {"1a": 2, "1a lies": "ready",
        "2*": None},
        before=BOSS, strength=9),
    fox("Each other summon you control has 1 more strength.", "S a Fox", {"1a": 5, "1b": 4}, before="T1 P1; S b Imp3"),
    word("Deal 3 damage to a summon.", "C Word -> 2a", {"2a": 1}),
    fox("During your main phase, [2 vim]: You gain 2 life. Use this ability only once per turn.", "U a",
        {"P1 life": 32, "P1 vim": 2}),
    fox("During your main phase, [2 vim]: You gain 2 life. Use this ability only once per turn.", "U a; U a", "10.1.1"),
    fox("During your main phase, [20 life]: Each opponent loses the game. Use this ability only once per game.", "U a",
        {"P1 life": 10, "winners": (0,)}),
]  # fmt: skip
POINTS = [
    fox("During each player's summoning phase: You gain 1 vim.", "U a; E; T4 P2; > U 1a", {"P1 vim": 6}),
    fox("During each player's summoning phase: You gain 1 vim.", "A a x 2b; U a", "10.1.1"),
    fox("During an opponent's turn: You gain 1 life.", "> U 1a; > U 1a", {"P1 life": 32}, before=BENS_TURN),
    fox("During an opponent's turn: You gain 1 life.", "U a", "10.1.1"),
    fox("At the start of your startup phase: You gain 1 vim.", "T5 P1; + a", {"P1 vim": 10}, before=f"{BENS_TURN}; E"),
    fox("In the middle of an opponent's main phase: You gain 1 life.", "+ 1a; A a x 1b", {"P1 life": 31},
        before=BENS_TURN),
    fox("At the end of each player's turn: You gain 1 ether.", "E; + a; T4 P2; E; + 1a", {"P1 ether": 6}),
    fox("At the end of each player's turn: The active player loses 1 life.", "E; + a; T4 P2; E; + 1a",
        {"P1 life": 29, "P2 life": 29}),
]  # fmt: skip
EVENTS = [
    fox("When this is summoned: You gain 1 vim.", "S b Fox; + b", {"P1 vim": 5}, before=MET),
    fox("When a summon you control is defeated in battle: You gain 1 life.", "A b x 2a; + a", {"P1 life": 31,
        "1b": None}),
    fox("When a summon you control is defeated in battle: You gain 1 life.", "A a x 2b; + a", "10.1.1"),
    fox("When this attacks a player: You gain 1 life.", "A c P2; + c; > no", {"P1 life": 31, "P2 life": 25},
        before=OPEN),
    fox("When this attacks a player: You gain 1 life.", "A a x 2b; + a", "10.1.1"),
    fox("When this attacks a boss: You must defeat the target.", "A a x 2*", {"2*": None, "1a": 5}, before=BOSS),
    fox("When this attacks a boss: You must defeat the target.", "A a x 2a", {"2a": None, "1a": 1}, before=BOSS),
    fox("When another summon you control is attacked: You gain 1 life.", "A a x 1b; + 1a", {"P1 life": 31},
        before=BENS_TURN),
    fox("When another summon you control is attacked: You gain 1 life.", "A a x 1a; + 1a", "10.1.1", before=BENS_TURN),
    fox("When this blocks a red summon: This must gain 1 strength.", "E; T3 P1; A c P2; > B b", {"2c": 5, "1c": None},
        before=BENS_FOX, color=YELLOW),
    fox("When this is blocked: Act the blocker.", "A c P2; > B b; + c", {"2c": 4, "2c lies": "acted"}, before=OPEN),
    fox("When this battles a summon: Act the other card.", "C Shield -> 2a; A a x 2a; + a",
        {"1a": 1, "2a": 4, "2a lies": "acted"}, SHIELD),
    fox("When this defeats a summon or boss: This gains strength equal to the base strength of the defeated card.",
        "A a x 2b; + a", {"1a": 5, "2b": None}),
    fox("When this defeats a summon or boss: This gains strength equal to the base strength of the defeated card.",
        "C Feed -> 2b; A a x 2b; + a", {"1a": 4, "2b": None}, FEED),
    fox("When this deals 3 or more damage to an opponent: You gain that much life.", "A c P2; > no; + c",
        {"P1 life": 35, "P2 life": 25}, before=OPEN),
    fox("When this deals 3 or more damage to an opponent: You gain that much life.", "A c P2; > no; + c", "10.1.1",
        before=OPEN, strength=2),
    fox("When this takes damage in battle: This gains that much strength.", "A a x 2b; + a", {"1a": 5, "2b": None}),
    fox("When you take 5 or more damage: You gain 1 vim.", "A c P1; + 1a", {"P1 life": 25, "P1 vim": 3},
        before="T1 P1; S a Fox; E; T2 P2; S c Elk5; S b Elk4"),
    fox("When you take 5 or more damage: You gain 1 vim.", "A b P1; > no; + 1a", "10.1.1",
        before="T1 P1; S a Fox; E; T2 P2; S c Elk5; S b Elk4"),
    fox("When a wizard you control readies: You gain 1 vim.", "T3 P1; + a; S c Imp1", {"P1 vim": 6},
        before="T1 P1; S a Fox; S b Imp3; E; T2 P2; E"),
    fox("When a summon an opponent controls acts: You gain 1 vim.", "A a x 1b; + 1a", {"P1 vim": 5}, before=BENS_TURN),
    fox("When a wizard you control is turned face-down: You gain 1 vim.", "S c Imp1; + a", {"P1 vim": 5}),
    fox("When a wizard you control is turned face-up: You gain 1 vim.", "T3 P1; + a; S c Imp1", {"P1 vim": 6},
        before="T1 P1; S a Fox; S b Imp3; E; T2 P2; E"),
    fox("When a boss an opponent controls is summoned: You gain 1 vim.", "BOSS; + 1a", {"P1 vim": 5},
        before=BENS_TURN),
    fox("When a boss an opponent controls is summoned: You gain 1 vim.", "BOSS; + a", "10.1.1"),
    fox("When this moves: You gain 1 vim.", "S b Fox; C Shift -> b; + c", {"P1 vim": 5, "1c is": "Fox"}, SHIFT,
        before=MET),
    fox("When a summon you control is enchanted: You gain 1 vim.", "C Charm -> b; + a", {"P1 vim": 5}, CHARM),
    fox("When a summon you control is enchanted: You gain 1 vim.", "C Charm -> 2b; + a", "10.1.1", CHARM),
    fox("When this leaves the battlefield: You gain 1 vim.", "C Home -> a; C Fox", {"P1 vim": 5, "1a": None}, HOME),
    fox("When a summon you control is returned: You gain 1 vim.", "C Home -> b; + a", {"P1 vim": 5, "1b": None}, HOME),
    fox("When an opponent casts a blue spell: You gain 1 life.", "C Wave; + 1a", {"P1 life": 31}, WAVE,
        before=BENS_TURN),
    fox("When an opponent casts a blue spell: You gain 1 life.", "C Balm; + 1a", "10.1.1", BALM, before=BENS_TURN),
    fox("When you summon a summon: You gain 1 life.", "S c Imp1; + a", {"P1 life": 31}),
    fox("When a wizard you control conducts a summon: It gains 1 strength.", "S c Imp1; + a", {"1c": 2}),
    fox("When a player discards a card: You gain 1 life.", "C Drop -> Spark1; + a", {"P1 life": 31}, DROP),
    fox("When an opponent gains life: That player loses 1 vim.", "C Balm; + 1a", {"P2 vim": 3, "P2 life": 31}, BALM,
        before=BENS_TURN),
    fox("When you lose 3 or more life: You gain 1 vim.", "C Bleed; + a", {"P1 vim": 5, "P1 life": 9}, BLEED),
    fox("When you spend 4 or more vim: You gain 1 life.", "C Dear; + a", {"P1 life": 31, "P1 vim": 0}, DEAR),
    fox("When you spend 4 or more vim: You gain 1 life.", "C Dear {3v+1e}; + a", "10.1.1", DEAR),
    fox("When this attacks, if you control a boss: This gains 2 strength.", "BOSS; A a x 2b; + a", {"1a": 5,
        "2b": None}),
    fox("When this attacks, if you control a boss: This gains 2 strength.", "A a x 2b; + a", "10.1.1"),
    fox("When this attacks or blocks: You gain 1 life.", "A a x 2b; + a", {"P1 life": 31}),
    fox("When this attacks or blocks: You gain 1 life.", "E; T3 P1; A c P2; > B b; + 2c", {"P2 life": 31},
        before=BENS_FOX, color=YELLOW),
    fox("When this attacks or blocks: You gain 1 life.", "A b x 2b; + a", "10.1.1"),
    fox("When this attacks a boss or you lose life: You gain 1 life.", "A a x 2*; + a", {"P1 life": 31}, before=BOSS),
    fox("When this attacks a boss or you lose life: You gain 1 life.", "C Bleed; + a", {"P1 life": 10}, BLEED),
    fox("When this attacks a boss or you lose life: You gain 1 life.", "A a x 2a; + a", "10.1.1", before=BOSS),
]  # fmt: skip
STATES = [
    fox("During your main phase, if you control a yellow summon: This gains 1 strength.", "U b", {"2b": 6},
        before=BENS_FOX,
        color=YELLOW),
    fox("During your main phase, if you control a yellow summon: This gains 1 strength.", "U a", "10.1.1"),
    *state("an opponent controls 2 or more summons", "", f"{ONE_ELK}| "),
    *state("you control no acted summons", "", "A b x 2b; "),
    *state("you control 2 or fewer summons", "", "S c Imp1; "),
    *state("you control exactly 1 summon", f"{ALONE}| ", ""),
    *state("you control 2 to 3 summons", "", f"{ALONE}| "),
    *state("an opponent controls more summons than you", f"{FEWER}| ", ""),
    *state("you have 10 or more life", "", "C Bleed; ", BLEED),
    *state("you have 3 or less vim", "C Dear; ", "", DEAR),
    *state("an opponent has more life than you", "C Bleed; ", "", BLEED),
    *state("you have less ether than an opponent", "C Gift; ", "", GIFT),
    *state("this is enchanted", "C Charm -> a; ", "C Charm -> b; ", CHARM),
    *state("this does not have 5 or more strength", "A a x 2b; ", "", seen=4),
    fox("When a summon attacks, if the target is this: You gain 1 life.", "A a x 1a; + 1a", {"P1 life": 31},
        before=BENS_TURN),
    fox("When a summon attacks, if the target is this: You gain 1 life.", "A a x 1b; + 1a", "10.1.1",
        before=BENS_TURN),
    fox("When a summon attacks, if the target is not this: You gain 1 life.", "A a x 1b; + 1a", {"P1 life": 31},
        before=BENS_TURN),
    fox("When a summon attacks, if the target is not this: You gain 1 life.", "A a x 1a; + 1a", "10.1.1",
        before=BENS_TURN),
    *state("this attacked this turn", "A a x 2b; ", "A b x 2b; ", seen=4),
    fox("When a summon or boss is defeated, if it is not blue: Ready this.", "A a x 2b; + a", {"1a": 3,
        "1a lies": "ready", "2b": None}),
    fox("When a summon or boss is defeated, if it is not blue: Ready this.", "A a x 2b; + a", "10.1.1",
        summon("Wisp", 2, color=BLUE), before=HERE.replace("Elk2", "Wisp")),
    *state("you have declared attacks 5 or more times",
           f"{HERE}; {THREE_ATTACKS}; E; T4 P2; E; T5 P1; S b Imp2; A a P2; A b P2| ",
           f"{HERE}; {THREE_ATTACKS}; E; T4 P2; E; T5 P1; S b Imp2; A a P2| ", seen=4),
    *state("an opponent has no summons left in their castle", "C Raze; ", "", RAZE),
    *state("you have 4 or more cards left in your graveyard", "C Spark1; C Spark2; C Spark3; C Spark4; ",
           "C Spark1; C Spark2; C Spark3; "),
    fox("When this is attacked, if it is not your turn: This gains 1 strength.", "E; T4 P2; A b x 1a; + 1a", {"1a": 4}),
    *state("it is your third turn", f"{NEXT_ROUND}| ", ""),
    *state("a summon you control was defeated this turn", "A b x 2a; ", "A b x 2b; "),
    *state("no summon attacked this turn", "", "A b x 2b; "),
    *state("it is your turn and an opponent has more life than you", "C Bleed; ", "", BLEED),
    *state("you have 5 or less life or you control a boss", "BOSS; ", "C Bleed; ", BLEED),
]  # fmt: skip
COSTS = [
    fox("During your main phase, [act a boss you control]: You gain 1 life.", "BOSS; U a", {"P1 life": 31,
        "1* lies": "acted"}),
    fox("During your main phase, [act a boss you control]: You gain 1 life.", "U a", "10.2.1"),
    fox("During your main phase, [X vim]: Deal X damage to an opponent.", "U a = 3", {"P2 life": 27, "P1 vim": 1}),
    fox("During your main phase, [act a wizard you control, 1 ether and 2 life]: Ready this.", "A a x 2b; U a -> wc",
        {"1a": 3, "1a lies": "ready", "1wc lies": "acted", "P1 ether": 3, "P1 life": 28}),
    fox("During your main phase, [defeat two summons you control]: Deal 4 damage to a summon.",
        "S c Imp1; U a -> b, c, 2a",
        {"2a": None, "1b": None, "1c": None}),
    fox("During your main phase, [discard a spell in your spellbook]: This gains 2 strength.", "U a -> Spark1",
        {"1a": 7, "P1 graveyard": 1}),
    fox("During your main phase, [return a summon you control to its owner's castle]: This gains 2 strength.",
        "U a -> b",
        {"1a": 7, "1b": None, "P1 castle": 9}),
    fox("During your main phase, [turn a wizard you control face-down]: This gains 2 strength.", "U a -> wc",
        {"1a": 7, "1wc lies": "face-down"}),
    fox("During your main phase, [this loses 2 strength]: You gain 2 life.", "U a", {"1a": 3, "P1 life": 32}),
]  # fmt: skip
WHICH = [
    word("Ready another summon.", "A b x 2b; C Word -> b", {"1b": 1, "1b lies": "ready"}),
    word("Ready two summons you control.", "A b x 2b; A a x 2a; C Word -> a, b", {"1a": 1, "1a lies": "ready",
         "1b lies": "ready"}),
    word("Ready up to two summons or bosses you control.", "A b x 2b; C Word -> b", {"1b": 1, "1b lies": "ready"}),
    word("Act any number of wizards an opponent controls.", "C Word -> 2wb, 2wc", {"2wb lies": "acted",
         "2wc lies": "acted"},
         before=ONE_ELK),
    word("Ready each red summon.", "A b x 2b; C Word", {"1b": 1, "1b lies": "ready"}),
    word("Each summon and each other boss take 1 damage.", "C Word", {"1a": 4, "1b": 2, "2a": 3, "2b": 1, "2*": 6},
         before=BOSS),
    word("Deal 2 damage to a summon or a player.", "C Word -> 2a", {"2a": 2}),
    word("Deal 2 damage to a summon or a player.", "C Word -> P2", {"P2 life": 28}),
    word("Defeat an acted non-yellow summon an opponent controls.", "C Word", {"1b": None},
         before=f"{HERE}; A b x 2b; E; T4 P2", color=YELLOW),
    word("Defeat an acted non-yellow summon an opponent controls.", "C Word -> 1a", "6.1.4",
         before=f"{HERE}; A b x 2b; E; T4 P2", color=YELLOW),
    word("Defeat a summon with 3 or less strength.", "C Word -> b", {"1b": None}),
    word("Defeat a summon with 3 or less strength.", "C Word -> 2a", "6.1.4"),
    word("Defeat each summon with 3 or less base strength.", "A b x 2a; C Word", {"2a": 1, "2b": None, "1a": 5}),
    fox("During your main phase, [act]: Defeat each summon with strength less than the strength of this.", "U a",
        {"1b": None, "2a": None, "2b": None, "1a": 5}),
    fox("During your main phase, [act]: Defeat each summon with strength less than the strength of this.", "U a",
        {"1b": None, "2a": 4, "2b": None}, strength=4),
    word("Act a summon with strength more than your vim.", "C Word -> a", {"1a lies": "acted"}),
    word("Act a summon with strength more than your vim.", "C Word -> 2a", "6.1.4"),
    word("Defeat a summon with 2 to 4 strength.", "C Word -> 2a", {"2a": None}),
    word("Defeat a summon with 2 to 4 strength.", "C Word -> a", "6.1.4"),
    fox("During your main phase, [act]: Defeat a summon with strength at most the strength of this.", "U a -> 2a",
        {"2a": None}),
    fox("During your main phase, [act]: Defeat a summon with strength at most the strength of this.", "U a -> 2a",
        "6.1.9",
        strength=3),
    word("Act each summon an opponent controls with the most strength.", "C Word", {"2a lies": "acted",
         "2b lies": "ready"}),
    word("Ready a summon you control with the least strength.", "A b x 2b; C Word", {"1b": 1, "1b lies": "ready"}),
    word("Ready a summon you control with the least strength.", "A b x 2b; C Word -> a", "6.1.4"),
    fox("When this attacks: Deal 1 damage to each summon in an adjacent column.", "A a x 2a; + a", {"1b": 2, "2b": 1,
        "1a": 1}),
    fox("When this attacks: Act each other summon in this column.", "A a x 2b; + a", {"2a lies": "acted",
        "1b lies": "ready"}),
    fox("During your main phase, [act]: Deal 1 damage to each summon facing this.", "U a", {"2a": 3, "2b": 2, "1b": 3}),
    sage("During your main phase, [act]: Ready each summon in front of this.", "A a x 2b; A b x 2a; U wa",
         {"1a": 3, "1a lies": "ready"}),
    fox("When a wizard you control is turned face-up: Ready a summon in front of that wizard.", "C Wake -> wc; + a",
        {"1a lies": "acted", "1c lies": "ready"}, WAKE, before=f"{HERE}; S c Imp5; A c x 2b; A a x 2a"),
    fox("During your main phase, [1 vim]: Remove an enchantment on this.", "U a",
        {"under 1a": [], "under 2a": ["Chain"]}, CHARM, CHAIN, before=f"{HERE}; C Charm -> a; C Chain -> 2a"),
    fox("During your main phase, [1 vim]: Remove an enchantment on this.", "U a", "6.1.9", CHAIN,
        before=f"{HERE}; C Chain -> 2a"),
    word("Each card named Ember Adept you control gains 1 strength.", "S a Ember Adept; S b Fox; C Word", {"1a": 4,
         "1b": 5},
         summon("Ember Adept", 3), before="T1 P1"),
    word("Ready each summon you own that attacked this turn.", "A b x 2b; C Word", {"1b": 1, "1b lies": "ready"}),
    word("Defeat each summon you own that did not attack this turn.", "A b x 2b; C Word", {"1b": 1, "1a": None}),
    word("Put a summon in your graveyard onto the battlefield.", "A b x 2a; C Word -> Imp3, c", {"1c is": "Imp3",
         "1c lies": "ready"}),
    word("Return a spell in any graveyard to its owner's spellbook.", "C Word -> Spark1", {"Spark1 is in": "spellbook",
         "Spark2 is in": "graveyard"},
         before=f"{HERE}; C Spark1; C Spark2"),
    word("Each opponent defeats a summon that player controls.", "C Word -> 2b", {"2b": None, "2a": 4}),
]  # fmt: skip
HOW_MUCH = [
    fox("During your main phase, [X vim]: This gains X strength.", "U a = 3", {"1a": 8, "P1 vim": 1}),
    fox("When this attacks: This gains 1 strength for each other summon you control.", "A a x 2b; + a", {"1a": 4}),
    word("You gain life equal to the number of summons in your graveyard.", "A b x 2a; C Word", {"P1 life": 31}),
    fox("During your main phase, [act]: Deal damage to an opponent equal to the strength of this.", "U a",
        {"P2 life": 25}),
    word("You gain life equal to the total strength of summons you control.", "C Word", {"P1 life": 38}),
    word("Deal damage to a summon equal to your vim.", "C Word -> a", {"1a": 1}),
    word("An opponent loses life equal to half an opponent's life.", "C Word", {"P2 life": 15}),
    word("You gain life equal to half the total strength of summons you control rounded up.", "S c Imp1; C Word",
         {"P1 life": 35}),
    word("You gain life equal to twice your ether.", "C Word", {"P1 life": 38}),
    word("Deal 1 damage to a summon for each enchantment on it.", "C Word -> 2a", {"2a": 2}, CHARM, CHAIN,
         before=f"{HERE}; C Charm -> 2a; C Chain -> 2a"),
    word("A summon you control gains strength equal to its strength.", "C Word -> b", {"1b": 6, "1a": 5}),
    word("Each player loses life equal to half their life.", "C Bleed; C Word", {"P1 life": 5, "P2 life": 15}, BLEED),
    word("Deal 1 damage to each summon. You lose 1 life for each summon defeated this way.", "S c Imp1; C Word",
         {"P1 life": 29, "1c": None}),
    fox("During your main phase, [defeat a summon you control]: Deal damage to an opponent equal to its strength.",
        "U a -> b", {"P2 life": 27, "1b": None, "1a": 5}),
]  # fmt: skip
HAPPENS = [
    word("A summon loses 2 strength until the end of the turn.", "C Word -> 2a", {"2a": 2}),
    word("A summon loses 2 strength until the end of the turn.", "E", {"2a": 4}, before=f"{HERE}; C Word -> 2a"),
    word("A summon you control gains 3 strength until the start of your next turn.", "C Word -> a; E; T4 P2",
         {"1a": 8}),
    word("A summon you control gains 3 strength until the start of your next turn.", "E; T4 P2; E; T5 P1", {"1a": 5},
         before=f"{HERE}; C Word -> a"),
    word("A summon you control gains 3 strength until an opponent's next main phase.", "C Word -> a; E; T4 P2",
         {"1a": 8}),
    word("A summon you control gains 3 strength until an opponent's next main phase.", "E; T4 P2; A a x 1a",
         {"1a": 1, "2a": None}, before=f"{HERE}; C Word -> a"),
    fox("When this is summoned: A summon gains 1 strength while this is on the battlefield.", "S b Fox; + b -> a",
        {"1a": 2}, before=MET),
    fox("When this is summoned: A summon gains 1 strength while this is on the battlefield.", "C Home -> b", {"1a": 1},
        HOME,
        before=f"{MET}; S b Fox; + b -> a"),
    word("A summon you control deals 2 damage to a summon an opponent controls.", "C Word -> b, 2a", {"2a": 2,
         "1b": 3}),
    word("Double your vim.", "C Word", {"P1 vim": 8}),
    word("Halve the strength of a summon.", "C Word -> a", {"1a": 2}),
    word("The strength of a summon becomes 5 until the end of the turn.", "C Word -> 1b", {"1b": 5}),
    word("The strength of a summon becomes 5 until the end of the turn.", "C Word -> 2a; E; T4 P2", {"2b": 2,
        "P1 graveyard": 1, "2a": 4}),
    word("Your life becomes equal to an opponent's life.", "C Bleed; C Word",
        {"P1 life": 30, "P1 graveyard": 2}, BLEED),
    word("A summon you control battles a summon an opponent controls.", "C Word -> a, 2b", {"1a": 3, "2b": None,
        "1a lies": "ready"}),
    word("Act a summon an opponent controls.", "C Word -> 2a", {"2a lies": "acted", "2b lies": "ready"}),
    fox("At the end of your turn: You must defeat this.", "E", {"1a": None, "P1 graveyard": 1}, before=ALONE),
    word("Turn a wizard you control face-up.", "C Word -> wa", {"1wa lies": "ready"},
         before="T1 P1; S a Fox; S b Imp3"),
    word("Turn a wizard an opponent controls face-down.", "C Word -> 2wc", {"2wc lies": "face-down"}),
    word("Turn a boss you control face-up.", "C Word", {"1* lies": "ready"}),
    word("Turn a boss you control face-up.", "BOSS; C Word", "6.1.9"),
    word("Turn a boss an opponent controls face-down.", "C Word", {"2* lies": "face-down"}, before=BOSS),
    word("Turn a boss an opponent controls face-down.", "C Word; A a x 2*", "7.2.1", before=BOSS),
    word("Move a summon you control to an adjacent column.", "C Word -> b", {"1b": None, "1c is": "Imp3"}),
    fox("During your main phase, [1 vim]: Move this to an open column.", "U a -> c", {"1a": None, "1c is": "Fox",
        "1b": None},
        before=ONE_ELK),
    word("Swap a summon you control with a summon you control.", "C Word -> a, b", {"1a is": "Imp3", "1b is": "Fox"}),
    word("Swap a summon you control with a summon you control.", "C Word", "6.1.9", before=ALONE),
    word("Discard a spell in your spellbook.", "C Word -> Spark1", {"P1 graveyard": 2, "P1 spellbook": 8}),
    word("Discard a card in your castle or spellbook.", "C Word -> Imp4", {"P1 graveyard": 2, "P1 castle": 7}),
    word("Discard a card in your castle or spellbook.", "C Word -> Spark1", {"P1 graveyard": 2, "P1 spellbook": 8}),
    word("An opponent discards a spell in their spellbook.", "C Word -> Straw1", {"P2 graveyard": 1,
        "P2 spellbook": 9}),
    word("Discard a summon on the battlefield.", "C Word -> 2a", {"2a": None, "P2 graveyard": 1}),
    word("Put a summon in an opponent's castle into its owner's graveyard.", "C Word -> Elk9", {"P2 graveyard": 1,
         "P2 castle": 7}),
    word("Return a summon to its owner's castle.", "C Word -> 2a", {"2a": None, "P2 castle": 9, "P2 graveyard": 0}),
    word("Remove all enchantments from a summon.", "C Word -> 2a", {"under 2a": []}, CHARM,
         before=f"{HERE}; C Charm -> 2a"),
    word("Remove a spell an opponent controls.", "C Word", {"under 1a": []}, HEX,
         before=f"{BENS_TURN}; C Hex -> 1a; E; T5 P1"),
    word("Remove a spell an opponent controls.", "C Word", "6.1.9", CHARM, before=f"{HERE}; C Charm -> a"),
    fox("During your main phase: Remove a spell from this.", "U a", {"under 1a": [], "under 2a": ["Chain"]}, CHARM,
        CHAIN,
        before=f"{HERE}; C Charm -> a; C Chain -> 2a"),
    fox("During your main phase, [act]: Conduct a summon.", "U a; S c Imp1", {"1c": 1, "1wc lies": "face-down",
        "1a lies": "acted"}),
    word("Conduct a summon with a red wizard.", "C Word; S c Imp1", {"1c": 1, "1wc lies": "face-down"}),
    word("Put a summon in your graveyard onto the battlefield acted.", "A b x 2a; C Word -> Imp3, c", {"1c is": "Imp3",
         "1c lies": "acted"}),
    sage("During your main phase, [act]: Put a summon in your graveyard onto the battlefield in front of this.",
         "U wa -> Imp3", {"1a is": "Imp3"}, HOME, before=f"{HERE}; A b x 2a; C Home -> a"),
    sage("During your main phase, [act]: Put a summon in your graveyard onto the battlefield in front of this.",
         "U wa -> Imp3", {"1wa lies": "acted", "1b": None, "P1 graveyard": 1}, before=f"{HERE}; A b x 2a"),
    word("Put a boss in your graveyard onto the battlefield.", "BOSS; A * P1; C Fell; C Word -> Old Boss", {"1*": 7,
        "1* lies": "ready"}, FELL),
    word("Put a boss in your graveyard onto the battlefield.", "BOSS; C Word", "6.1.9"),
    word("Put a wizard in your graveyard onto the battlefield.", "C Word -> Bea", {"1wb is": "Bea"},
        DROWN, before=f"{HERE}; C Drown -> wb"),
    word("Put a wizard in your graveyard onto the battlefield.", "C Word", "6.1.9"),
    word("Prevent the next 3 damage that would be dealt to you until the end of the turn.", "C Word; C Burn -> P1",
         {"P1 life": 28}, BURN),
    word("Prevent all damage that would be dealt to a summon you control until the start of your next turn.",
         "C Word -> b; A b x 2a", {"1b": 3, "2a": 1}),
    word("A summon cannot attack until the end of your next turn.", "C Word -> 2a; E; T4 P2; A a x 1b", "10.7"),
    word("Each summon an opponent controls cannot be blocked for the rest of the game.", "C Word; E; T4 P2; A c P1",
         {"P1 life": 28},
         before=HERE.replace("S b Elk2", "S c Elk2")),
    word("Each summon you control cannot be attacked by summons with 5 or more strength until the start of your next"
         " turn.", "C Word; E; T4 P2; A a x 1a", "10.7", before=HERE.replace("Elk4", "Elk6")),
    word("Each summon you control cannot be attacked by summons with 5 or more strength until the start of your next"
         " turn.", "C Word; E; T4 P2; A a x 1a", {"2a": None}),
    word("An opponent cannot gain ether until your next main phase.", "C Gift", {"P1 graveyard": 2, "P2 ether": 0},
         GIFT, before=f"{HERE}; C Word"),
    word("An opponent cannot gain ether until your next main phase.", "E; T4 P2; E; T5 P1; C Gift", {"P2 ether": 9},
         GIFT, before=f"{HERE}; C Word"),
    word("End the turn.", "C Word", {"asked": ("begin", 1)}),
    fox("When this attacks: An opponent must lose the game.", "A a x 2b", {"winners": (0,)}),
]  # fmt: skip
STEPS = [
    fox("When this attacks: Act the target. Remove all enchantments from the target.", "A a x 2a; + a",
        {"2a": 4, "2a lies": "acted", "under 2a": []}, CHARM, before=f"{BIG_ELK}; C Charm -> 2a"),
    word("Ready a summon you control. It gains 1 strength.", "A b x 2b; C Word -> b", {"1b": 2, "1b lies": "ready"}),
    word("Act two summons an opponent controls. They lose 1 strength.", "C Word", {"2a": 3, "2b": 1,
         "2a lies": "acted"}),
    fox(DARE, "A a x 2b; + a -> Spark1", {"1a": 6, "P1 graveyard": 1}),
    fox(DARE, "A a x 2b; + a = 0", {"1a": 4, "2b": None, "P1 graveyard": 0}),
    fox("When this attacks: You may pay 2 vim. If you do, this gains 2 strength.", "A a x 2b; + a",
        {"1a": 5, "P1 vim": 2}),
    fox("When this attacks: You may pay 2 vim. If you do, this gains 2 strength.", "C Dear; A a x 2b; + a",
        {"1a": 5, "P1 ether": 3}, DEAR),
    fox("When this attacks: You may pay 2 vim. If you do, this gains 2 strength.", "C Dry; A a x 2b; + a", "10.1.1",
        DRY),
    fox("When this attacks: An opponent may pay 2 life. Otherwise, this gains 2 strength.", "A a x 2b; + a = 1",
        {"1a": 3, "P2 life": 28}),
    fox("When this attacks: An opponent may pay 2 life. Otherwise, this gains 2 strength.", "A a x 2b; + a = 0",
        {"1a": 5, "2b": None}),
    word("Choose a summon you control. Deal damage to an opponent equal to its strength.", "C Word -> b",
         {"P2 life": 27}),
    word("Defeat a summon an opponent controls. That player gains 2 life.", "C Word -> 2b", {"P2 life": 32,
         "2b": None}),
    word("Choose a summon you control. Ready a wizard you control. It gains 2 strength.", "C Word -> b, wa", {"1b": 5,
         "1a": 5}),
    word("Choose a summon you control and a boss. That boss gains 1 strength.", "C Word -> a, 2*", {"2*": 8, "1a": 5},
         before=BOSS),
    word("Choose a summon you control and a summon an opponent controls. Act them.", "C Word -> b, 2a",
         {"1b lies": "acted", "2a lies": "acted", "1a lies": "ready"}),
    word("Defeat a summon an opponent controls. That player gains 2 life.", "C Word -> 2b", {"P2 life": 32,
         "2b": None}),
    word("Choose a summon you control. Ready a wizard you control. It gains 2 strength.", "C Word -> b, wa", {"1b": 5,
         "1a": 5}),
    word("Choose a summon you control and a boss. That boss gains 1 strength.", "C Word -> a, 2*", {"2*": 8, "1a": 5},
         before=BOSS),
    fox("When a summon you control attacks: Ready a boss. That summon gains 2 strength.", "A b x 2a; + a", {"1b": 1,
        "2a": None},
        before=BOSS),
    fox("When this attacks: Deal 1 damage to each summon other than the target.", "A a x 2a; + a", {"1b": 2, "2b": 1,
        "1a": None}),
    word("Choose a player. That player gains 2 vim.", "C Word -> P2", {"P2 vim": 4, "P1 vim": 4}),
    word("Deal 2 damage to a summon unless an opponent controls a boss.", "C Word -> 2a", {"2a": 2}),
    word("Deal 2 damage to a summon unless an opponent controls a boss.", "C Word", {"2a": 4, "P1 graveyard": 1},
         before=BOSS),
    word("You gain 2 life. If you have declared attacks 3 or more times, you gain 2 life.", "C Word", {"P1 life": 32}),
    word("You gain 2 life. If you have declared attacks 3 or more times, you gain 2 life.", f"{THREE_ATTACKS}; C Word",
         {"P1 life": 34}),
    word("Choose one: • You gain 3 life. • Ready a summon you control. It gains 1 strength.", "C Word = 1",
         {"P1 life": 33}),
    word("Choose one: • You gain 3 life. • Ready a summon you control. It gains 1 strength.",
         "A b x 2b; C Word -> b = 2",
         {"1b": 2, "1b lies": "ready", "P1 life": 30}),
    fox("When this attacks: You must choose one: • You gain 3 life. • You gain 2 vim.", "A a x 2b; ! a = 2",
        {"P1 vim": 6, "P1 life": 30}),
]  # fmt: skip
ALWAYS = [
    fox("This has 1 more strength for each wizard you control.", "S a Fox", {"1a": 8}, before="T1 P1; S b Imp3"),
    fox("While you control a boss, each summon an opponent controls has 1 less strength.", "BOSS", {"2a": 3, "2b": 1,
        "1b": 3}),
    fox("During an opponent's turn, this has 2 more strength.", "E; T4 P2", {"1a": 7}),
    fox("While this is acted, this cannot be attacked.", "A a x 2b; E; T4 P2; A a x 1a", "10.7"),
    fox("While this is acted, this cannot be attacked.", "E; T4 P2; A a x 1a", {"1a": 1, "2a": None}),
    fox("During your main phase, each opponent cannot cast spells.", "A a x 2b; > C Whim", "10.7", WHIM),
    fox("During your main phase, each opponent cannot cast spells.", "A a x 1b; C Whim", {"P2 life": 31}, WHIM,
        before=BENS_TURN),
    fox("This cannot attack bosses.", "A a x 2*", "10.7", before=BOSS),
    fox("This cannot attack bosses.", "A a x 2b", {"2b": None}, before=BOSS),
    fox("This can attack only bosses.", "A a x 2b", "10.7", before=BOSS),
    fox("This can attack only bosses.", "A a x 2*", {"1a": None, "2*": 2}, before=BOSS),
    fox("This can attack only players.", "A a x 2b", "10.7"),
    fox("This can attack only players.", "A c P2; > no", {"P2 life": 25}, before=OPEN),
    fox("Each summon an opponent controls cannot attack this.", "A a x 1a", "10.7", before=BENS_TURN),
    fox("Each summon an opponent controls cannot attack this.", "A a x 1b", {"1b": None, "2a": 1}, before=BENS_TURN),
    fox("Each summon an opponent controls cannot attack you.", "A c P1", "10.7", before=BENS_OPEN),
    fox("Each summon an opponent controls cannot attack you.", "A c P2", {"P2 life": 25}, before=BENS_OPEN),
    fox("This cannot be attacked by summons.", "A a x 1a", "10.7", before=BENS_TURN),
    fox("This cannot be attacked by summons.", "A * x 1a", {"1a": None}, before=f"{BOSS}; E; T4 P2"),
    fox("This cannot be blocked by summons with 3 or less strength.", "A c P2; > B b", "10.7", before=LOW),
    fox("This cannot be blocked by summons with 3 or less strength.", "A c P2; > B b", {"2c": 4, "1c": None},
        before=OPEN),
    fox("This cannot block red summons.", "E; T3 P1; A c P2; > B b", "10.7", before=BENS_FOX, color=YELLOW),
    fox("Each opponent cannot cast blue spells.", "A a x 1b; C Wave", "10.7", WAVE, before=BENS_TURN),
    fox("Each opponent cannot cast blue spells.", "A a x 1b; C Balm", {"P2 life": 31}, BALM, before=BENS_TURN),
    fox("This cannot be chosen by spells.", "C Home -> a", "6.1.4", HOME),
    fox("This cannot be chosen by spells.", "C Home -> b", {"1b": None}, HOME),
    fox("Each summon you control cannot be chosen by an opponent.", "C Away -> 1a", "6.1.4", AWAY, before=BENS_TURN),
    fox("Each summon you control cannot be chosen by an opponent.", "C Home -> a", {"1a": None}, HOME),
    fox("This cannot be dealt damage by spells.", "C Storm", {"1a": 5, "1b": 1, "2a": 2}, STORM),
    fox("This cannot be defeated in battle.", "A a x 2a", {"1a": 0, "2a": None}, strength=4),
    fox("This cannot be dealt damage in battle.", "A a x 2a", {"1a": 5, "2a": None}),
    fox("Each wizard you control cannot be turned face-down.", "S c Imp1", "10.7", before=LAST),
    fox("Each wizard you control cannot be turned face-down.", "C Dim -> wc", {"P1 graveyard": 1, "1wc lies": "ready"},
        DIM, before=LAST),
    fox("Each summon an opponent controls cannot move.", "A c P2; > B b", "10.7", before=OPEN),
    fox("Each summon an opponent controls cannot be returned.", "C Home -> 2b", {"P1 graveyard": 1, "2b": 2}, HOME),
    fox("This cannot lose strength.", "C Weak -> a", {"P1 graveyard": 1, "1a": 5}, WEAK),
    fox("This takes 1 less damage.", "A a x 2b; C Storm", {"1a": 3, "2b": None}, STORM),
    fox("This takes 1 less damage.", "E; T4 P2; A a x 1a", {"1a": 2, "2a": None}),
    fox("Each summon you control deals 1 more damage in battle.", "A b x 2a", {"2a": None, "1b": None}),
    fox("Each summon you control deals 1 more damage in battle.", "C Storm", {"2a": 2, "2b": None, "1b": 1}, STORM),
    fox("This deals double damage.", "A c P2; > no", {"P2 life": 20}, before=OPEN),
    fox("Red spells you cast cost 1 less vim.", "C Spark1", {"P1 vim": 5}),
    fox("Spells cost 2 more vim.", "C Spark1", {"P1 vim": 2}),
    fox("Each summon you control has 1 more strength unless it is your turn.", "E; T4 P2", {"1a": 6, "1b": 4, "2a": 4}),
]  # fmt: skip
ENCHANTMENTS = [
    word("Enchant a summon. The enchanted summon gains 2 strength.", "C Word -> b", {"1b": 5, "under 1b": ["Word"]}),
    word(WEIGHT, "BOSS; A b x 2a; C Word", {"1*": 6}),
    word(SNARE, "A a x 1b; > C Word -> 2b", {"under 2b": ["Word"]}, before=BENS_TURN),
    word(SNARE, "A a x 1b; > C Word -> 2b; A b x 1a", "10.7", before=BENS_TURN),
    Scene("When the enchanted card attacks: You gain 1 life.",
          (summon("Fox", 5), spell("Word", 0, "Enchant a summon.",
          "When the enchanted card attacks: You gain 1 life.")),
          f"{HERE}; C Word -> a", "A a x 2b; + a", {"P1 life": 31}),
]  # fmt: skip
INSTEAD = [
    fox("When this would be defeated: Return this to its owner's castle instead.", "A a x 2a",
        {"1a": None, "P1 castle": 9, "P1 graveyard": 0}, strength=3),
    fox("When this would take damage in battle: This gains 1 strength instead.", "A a x 2a", {"1a": 6, "2a": None}),
]  # fmt: skip
CALLINGS = [
    called("Conduct a summon with Ember Adept.", "S a Fox", {"1a": 5, "1wa lies": "face-down"}, wizard("Ember Adept")),
    called("Conduct a summon with Ember Adept.", "S b Fox", "5.1.2", wizard("Ember Adept")),
    called("Conduct a summon with any red wizard.", "S b Fox", {"1b": 5, "1wb lies": "face-down"}),
    called("Conduct a summon with two yellow wizards.", "S a Fox (wa wb)",
           {"2a": 5, "2wa lies": "face-down", "2wb lies": "face-down", "2wc lies": "ready"}, before="T1 P1; E; T2 P2",
           color=YELLOW),
    called("Conduct a summon with any blue wizard if an opponent has more life than you.", "S a Fox", {"2a": 5},
           wizard("Tide", color=BLUE), spell("Woe", 0, "You lose 3 life.", color=BLUE), color=BLUE,
           before="T1 P1; E; T2 P2; C Woe; E; T3 P1; E; T4 P2"),
    called("Conduct a summon with any blue wizard if an opponent has more life than you.", "S a Fox", "5.1.2",
           wizard("Tide", color=BLUE), color=BLUE, before="T1 P1; E; T2 P2"),
]  # fmt: skip
RISINGS = [
    chief("If you control 2 or more summons.", "BOSS", {"1* lies": "ready"}),
    chief("If you control 2 or more summons.", "BOSS", "9.1.2", before=ALONE),
    chief("If you have no summons left in your castle.", "C Waste; BOSS", {"1* lies": "ready"}, WASTE),
    chief("If you have no summons left in your castle.", "BOSS", "9.1.2"),
    chief("[defeat two summons you control].", "BOSS", {"1* lies": "ready", "1a": None, "1b": None}),
    chief("If you have declared attacks 3 or more times, [4 vim].", f"{THREE_ATTACKS}; BOSS", {"1* lies": "ready",
          "P1 vim": 0}),
    chief("If you have declared attacks 3 or more times, [4 vim].", "BOSS", "9.1.2"),
]  # fmt: skip

SCENES = {
    "The shape of an ability": SHAPE,
    "Timing": POINTS,
    "Events": PUT_AWAY + EVENTS,
    "States": [*STATES, *TOGETHER],
    "What happened this turn": PAST,
    "Amounts compared": COMPARED,
    "Costs": [*COSTS, *PRICES],
    "Choosing cards": WHICH,
    "Columns and neighbours": SPACE,
    "Amounts": [*HOW_MUCH, *MEASURED],
    "Effects": [*HAPPENS, *SHOWN, *SIDES],
    "Several steps": [*STEPS, *WAYS],
    "Extra turns, skipped turns and phases": TURNS,
    "Delayed abilities": LATER,
    "Continuous effects": [*ALWAYS, *FREE],
    "Attacks and blocks": COMBAT,
    "Enchantments": [*ENCHANTMENTS, *ENCHANTED_LATER],
    "Changed damage": CHANGED,
    "Limits, prices and battles": LIMITED,
    "Abilities in quotation marks": GRANTED,
    "Copies and abilities of other cards": [*COPIED, *BORROWED, *BECOME],
    "Replacement effects": [*INSTEAD, *MORE_INSTEAD],
    "Summoning conditions": [*CALLINGS, *ARRIVALS],
    "Conditions of bosses": RISINGS,
}


@pytest.mark.parametrize("scene", [scene for section in SCENES.values() for scene in section], ids=str)
def test_a_card_does_what_it_says(scene):
    assert played(scene) == []


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_sentence_of_the_page_is_played(heading):
    assert {scene.sentence for scene in SCENES[heading]} == {printed for printed, _ in rows(heading)}
