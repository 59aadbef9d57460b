"""Scenes for what happened this turn and for amounts compared, in the order of their rows in docs/card-language.md."""

from tests.engine.bos.ability_examples import HERE, called, fox, state, word
from tests.engine.bos.duel import YELLOW, spell, wizard

BIG_ELK = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk9; E; T3 P1"
THIRD_TURN = f"{HERE}; E; T4 P2; E; T5 P1"
BOSS_HERE = f"{HERE}; BOSS"

BURN = spell("Burn", 0, "Deal 5 damage to a player.")
SIP = spell("Sip", 0, "You gain 2 life.")
SAP = spell("Sap", 0, "You gain 1 life.")
WAKE = spell("Wake", 0, "Ready a summon you control.")
DEAR = spell("Dear", 4, "You gain 1 ether.")
COIN = spell("Coin", 1, "You gain 1 life.")
GEM = spell("Gem", 1, "You gain 1 life.")
CHARM = spell("Charm", 0, "Enchant a summon.")
WHIM = spell("Whim", 0, "During each player's turn: You gain 1 life.", color=YELLOW)

PAST = [
    *state("you cast 2 or more spells this turn", "C Spark1; C Spark2; ", "C Spark1; "),
    *state("an opponent cast no spells this turn", "", "> C Whim; ", WHIM),
    *state("you gained 3 or more life this turn", "C Sip; C Sap; ", "C Sip; ", SIP, SAP),
    *state("an opponent took damage this turn", "C Burn -> P2; ", "C Burn -> P1; ", BURN),
    *state("this was dealt damage this turn", "A a x 2b; ", "A b x 2b; ", seen=4),
    *state("this did not attack this turn", "A b x 2b; ", "A a x 2b; "),
    word("You gain 1 life for each spell you cast this turn.", "C Spark1; C Word", {"P1 life": 32}),
    word("You gain 1 life for each attack you declared this turn.", "A a x 2b; C Wake -> a; A a x 2a; C Word",
         {"P1 life": 32, "2b": None}, WAKE),
    word("You gain life equal to the damage you took this turn.", "C Burn -> P1; C Word", {"P1 life": 30,
         "P1 graveyard": 2}, BURN),
    word("You gain life equal to the number of summons you control that were defeated this turn.",
         "A b x 2a; C Word", {"P1 life": 31, "1b": None}),
    fox("When you cast your second spell each turn: You gain 1 life.", "C Spark1; C Spark2; + a", {"P1 life": 31}),
    fox("When you cast your second spell each turn: You gain 1 life.", "C Spark1; + a", "10.1.1"),
    fox("The first spell you cast each turn costs 1 less vim.", "C Coin; C Gem", {"P1 vim": 3, "P1 life": 32}, COIN,
        GEM),
]  # fmt: skip
PRICES = [
    fox("During your main phase, [all your vim]: This gains 2 strength.", "U a", {"1a": 7, "P1 vim": 0, "P1 ether": 4}),
    fox("During your main phase, [all your vim]: This gains 2 strength.", "U a {3v+1e}", "10.2.1"),
    fox("During your main phase, [half your life]: This gains 2 strength.", "U a", {"1a": 7, "P1 life": 15}),
    fox("During your main phase, [remove an enchantment on this]: You gain 2 life.", "C Charm -> a; U a",
        {"P1 life": 32, "P1 graveyard": 1}, CHARM),
    fox("During your main phase, [remove an enchantment on this]: You gain 2 life.", "C Charm -> b; U a", "10.2.1",
        CHARM),
]  # fmt: skip
ARRIVALS = [
    called("Conduct a summon with Ember Adept or Ash Caller.", "S b Fox", {"1b": 5, "1wb lies": "face-down"},
           wizard("Ember Adept"), wizard("Ash Caller")),
    called("Conduct a summon with Ember Adept or Ash Caller.", "S c Fox", "5.1.2", wizard("Ember Adept"),
           wizard("Ash Caller")),
    called("Conduct a summon with any wizard, [5 vim].", "S b Fox", {"1b": 5, "P1 vim": 0, "P1 ether": 1}),
    called("Conduct a summon with any wizard, [5 vim].", "S a Fox", "10.2.1", before="T1 P1; E; T2 P2", color=YELLOW),
]  # fmt: skip
COMPARED = [
    *state("there are 5 or more summons", "S c Imp1; ", ""),
    *state("your vim is at least twice an opponent's vim", "", "C Dear; ", DEAR),
    fox("When this attacks a summon, if this has more strength than the target: You gain 1 life.", "A a x 2b; + a",
        {"P1 life": 31, "2b": None}),
    fox("When this attacks a summon, if this has more strength than the target: You gain 1 life.", "A a x 2a; + a",
        "10.1.1", before=BIG_ELK),
    *state("the number of cards in your graveyard is more than the number of cards in an opponent's graveyard",
           "C Spark1; ", ""),
    fox("During your main phase, unless you control a boss: This gains 1 strength.", "U a", {"1a": 6}),
    fox("During your main phase, unless you control a boss: This gains 1 strength.", "BOSS; U a", "10.1.1"),
    *state("it is your third turn or later", f"{THIRD_TURN}; E; T6 P2; E; T7 P1| ", ""),
    word("You gain 2 life if you control a boss.", "C Word", {"P1 life": 32}, before=BOSS_HERE),
    word("You gain 2 life if you control a boss.", "C Word", {"P1 life": 30, "P1 graveyard": 1}),
]  # fmt: skip
