"""The sentences of docs/card-language.md about columns, neighbours and places, played.

Ben's Elk4 and Elk2 stand in columns a and b before Anna's Fox and Imp3.
"""

from tests.engine.bos.ability_examples import HERE, Scene, fox, word
from tests.engine.bos.duel import spell, summon

BENS_TURN = f"{HERE}; E; T4 P2"
NEXT_ROUND = f"{HERE}; E; T4 P2; E; T5 P1"
ALONE = "T1 P1; S a Fox; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1"
APART = "T1 P1; S c Fox; S a Imp3; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1"
THREE = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; S c Elk9; E; T3 P1"
MIDDLE = "T1 P1; S b Fox; S a Imp3; E; T2 P2; S a Elk4; S b Elk2; E; T3 P1; E; T4 P2"
BENS_OPEN = "T1 P1; S a Imp1; S b Fox; E; T2 P2; S c Elk4; E; T3 P1; E; T4 P2"
BLOCKED = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S b Elk2; E; T3 P1"

BURN = "Choose a column. Deal 2 damage to each summon in that column."
TIRE = "Choose two columns. Act each summon in those columns."
TIRED = "Choose two adjacent columns. Act each summon in those columns."
RALLY = "Choose a column in which you control a summon. Ready each summon you control in that column."
SLIP = "Choose an open column. Move a summon you control to that column."
TWICE = (
    "Choose a column. Deal 2 damage to each summon in that column. Choose another column. Deal 1 damage to each summon"
    " in that column."
)
FLANK = "When this attacks: Choose a column adjacent to this. Deal 1 damage to each summon in that column."
CLEAR = "Choose a column. Defeat each summon in that column. Their controllers gain 3 life."
SINGE = "When this attacks a summon: Each summon adjacent to the target takes 1 damage."
STUN = "When this defeats a summon in battle: Turn a wizard behind that summon face-down."
COVER = "Deal 2 damage to a summon facing a summon you control."
LASH = "During your main phase, [1 vim]: Act a summon in a column adjacent to the enchanted card."
PAIR = "Two adjacent summons you control gain 1 strength."
BANNER = "Each summon adjacent to this has 1 more strength."
POST = "Enchant a wizard you control. Each summon in front of the enchanted wizard gains 2 strength."
SHIELD = "While this is in the middle column, each other summon you control cannot be attacked."
LONE = "While this is the only summon you control, this has 3 more strength."
FELLOW = "While this is not the only summon you control, this has 1 more strength."
GATE = "Each summon an opponent controls cannot block summons in this column."
TALLY = "You gain 3 life for each column in which your summon has more strength than the opposing summon."
TURNED = "Swap two summons you control. They gain 1 strength."
TRADE = "Exchange the strengths of two summons."
THEFT = "Exchange the strength of a summon you control with the strength of a summon an opponent controls."
LIVES = "Exchange your life with an opponent's life."
RISE = "Put a summon in your graveyard onto the battlefield acted in front of a face-up wizard you control."
RELAY = (
    "During your main phase, [defeat a summon you control]: Put a summon in your castle onto the battlefield in the"
    " column of that summon."
)
STEAL = "Gain control of a summon an opponent controls with 3 or less strength to the same column."
LURE = "Gain control of a summon an opponent controls to any open column."
BLINK = (
    "Remove a summon you control from the battlefield. At the end of the turn, put it onto the battlefield in the"
    " column of that summon."
)
BACK = "When this blocks: Move this to the column it came from."

SPACE = [
    word(BURN, "C Word -> 1b", {"1a": 5, "2a": 4, "1b": 1, "2b": None}),
    word(BURN, "C Word -> 1c; C Burn2 -> 1b", {"2b": None, "1a": 5}, spell("Burn2", 0, BURN)),
    word(TIRE, "C Word -> 1a, 1c", {"1a lies": "acted", "2a lies": "acted", "1b lies": "ready"}),
    word(TIRED, "C Word -> 1a, 1b", {"1a lies": "acted", "2b lies": "acted"}),
    word(TIRED, "C Word -> 1a, 1c", "6.1.4"),
    word(RALLY, "A b x 2b; C Word -> 1b", {"1b lies": "ready", "1b": 1}),
    word(RALLY, "C Word -> 1c", "6.1.4"),
    word(SLIP, "C Word -> 1c, a", {"1a": None, "1c": 5}),
    word(SLIP, "C Word -> 1a", "6.1.4"),
    word(TWICE, "C Word -> 1b, 1a", {"1b": 1, "2b": None, "1a": 4, "2a": 3}),
    word(TWICE, "C Word -> 1b, 1b", "6.1.4"),
    fox(FLANK, "A a x 2a; + a", {"1b": 2, "2b": 1}),
    word(CLEAR, "C Word -> 1b", {"1b": None, "2b": None, "P1 life": 33, "P2 life": 33}),
    word(CLEAR, "C Word -> 1b", {"2b": None, "P1 life": 30, "P2 life": 33}, before=ALONE),
    fox(SINGE, "A a x 2b; + a", {"2a": 3, "1b": 3, "2c": 8}, before=THREE),
    fox(STUN, "A a x 2b; + a", {"2wb lies": "face-down", "2wa lies": "ready"}, before=NEXT_ROUND),
    fox(STUN, "A a x 2a; + a", {"2wa lies": "face-down", "2wb lies": "ready"}, before=NEXT_ROUND),
    word(COVER, "C Word -> 2a", {"2a": 2}),
    word(COVER, "C Word -> 2b", "6.1.4", before=ALONE),
    Scene(LASH, (spell("Word", 0, "Enchant a summon.", LASH), summon("Fox", 5)), HERE, "C Word -> a; U a.2 -> 2b",
          {"2b lies": "acted", "P1 vim": 3}),
    word(PAIR, "C Word -> a, b", {"1a": 6, "1b": 4}),
    word(PAIR, "C Word", "6.1.9", before=APART),
    fox(BANNER, "S a Fox", {"1a": 5, "1b": 4}, before="T1 P1; S b Imp3"),
    fox(BANNER, "S a Fox; S c Imp2", {"1c": 2}, before="T1 P1"),
    word(POST, "C Word -> wb", {"1b": 5, "1a": 5}),
    fox(SHIELD, "A a x 1a", "10.7", before=MIDDLE),
    fox(SHIELD, "A a x 1b", {"2a": None, "1b": 1}, before=MIDDLE),
    fox(SHIELD, "A a x 1b", {"1b": None, "2a": 1}, before=BENS_TURN),
    fox(LONE, "S a Fox", {"1a": 8}, before="T1 P1"),
    fox(LONE, "S a Fox; S b Imp3", {"1a": 5}, before="T1 P1"),
    fox(FELLOW, "S b Imp3", {"1a": 6}, before="T1 P1; S a Fox"),
    fox(GATE, "A a P2; > B b", "10.7", before=BLOCKED),
    fox(GATE, "A a P2", {"P2 life": 25}, before=BLOCKED),
    word(TALLY, "C Word", {"P1 life": 36}),
    word(TALLY, "C Word", {"P1 life": 33}, before=ALONE),
    word(TURNED, "C Word", {"1a": 4, "1b": 6}),
    word(TURNED, "C Word", "6.1.9", before=ALONE),
    word(TRADE, "C Word -> a, 2b", {"1a": 2, "2b": 5}),
    word(THEFT, "C Word -> b, 2a", {"1b": 4, "2a": 3}),
    word(LIVES, "A a P2; C Word", {"P1 life": 25, "P2 life": 30}, before="T1 P1; S a Fox; E; T2 P2; E; T3 P1"),
    word(RISE, "A b x 2a; C Word -> Imp3, c", {"1c": 3, "1c lies": "acted"}),
    fox(RELAY, "U a -> b, Imp1", {"1b": 1, "1b is": "Imp1", "Imp3 is in": "graveyard"}),
    word(STEAL, "C Word -> 2b", {"1b": 2, "2b": None}, before=ALONE),
    word(STEAL, "C Word", "6.1.9"),
    word(LURE, "C Word -> 2a, c", {"1c": 4, "2a": None}),
    word(BLINK, "A a x 2b; C Word -> a; E", {"1a": 5, "1a lies": "ready", "2b": None}),
    word(BLINK, "C Word -> a", {"1a": None, "Fox is in": "aside"}),
    fox(BACK, "A c P1; > B b; + 1c", {"1b": 1, "2c": None}, before=BENS_OPEN),
]  # fmt: skip
