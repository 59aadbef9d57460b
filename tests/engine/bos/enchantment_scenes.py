"""The sentences of docs/card-language.md about enchantments and what happens instead, played on small tables."""

from tests.engine.bos.ability_examples import HERE, Scene, fox, word
from tests.engine.bos.duel import YELLOW, spell, summon, wizard

BENS_TURN = f"{HERE}; E; T4 P2"
BURN = "Enchant a summon. At the end of its controller's turn, the enchanted summon takes 1 damage."
SPUR = "Enchant a summon you control. When the enchanted summon attacks, the enchanted summon gains 2 strength."
SLEEP = "Enchant a summon. The enchanted summon cannot ready. When this enchants a card, act the enchanted summon."
TOLL = "Enchant a wizard you control. When the enchanted wizard is turned face-down: You gain 2 vim."
WAKE = "Enchant a summon you control. [2 vim]: Ready the enchanted summon."
CURSE = "Enchant a summon. When this is removed, its controller loses 2 life."
CLEAN = spell("Clean", 0, "Remove all enchantments from a summon.")

LATER = [
    word(BURN, "C Word -> 2a; E", {"2a": 4, "under 2a": ["Word"]}),
    word(BURN, "C Word -> 2a; E; T4 P2; E", {"2a": 3, "under 2a": ["Word"]}),
    word(BURN, "C Word -> a; E", {"1a": 4}),
    word(SPUR, "C Word -> a; A a x 2a", {"1a": 3}),
    word(SPUR, "C Word -> a; A b x 2b", {"1a": 5, "1b": 1}),
    word(SLEEP, "C Word -> 2a; E; T4 P2", {"2a lies": "acted", "2b lies": "ready"}),
    Scene(TOLL, (wizard("Sage", "This has 1 more strength."), summon("Fox", 5), spell("Word", 0, TOLL)),
          "T1 P1; C Word -> wb; E; T2 P2; E; T3 P1", "S b Fox; + wb.2", {"P1 vim": 6}),
    word(WAKE, "C Word -> a; A a x 2b; U a.2", {"1a lies": "ready", "P1 vim": 2}),
    word(WAKE, "C Word -> b; A a x 2b; U b.2", {"1a lies": "acted", "P1 vim": 2}),
    word(CURSE, "C Word -> 2a; C Clean -> 2a", {"P2 life": 28, "P1 graveyard": 2}, CLEAN),
    word(CURSE, "C Word -> a; C Clean -> 2a", {"P2 life": 30, "P1 graveyard": 1}, CLEAN),
]  # fmt: skip

PHOENIX = "When this would be defeated, [5 vim]: The strength of this becomes 3 instead."
SHARED = (
    "When another summon you control would be defeated: This may lose 3 strength. If you do, the strength of that"
    " summon becomes 1 instead."
)
HOMING = (
    "When this would be put into its owner's graveyard from the battlefield: Return this to its owner's castle instead."
)
ECHO = (
    "When a spell you cast would be put into your graveyard: Return it to its owner's spellbook instead. Use this"
    " ability only once per turn."
)
LAST = "When your life would become 0: Your life becomes 1 instead. Defeat this."
NEVER = "When you would lose the game: Your life becomes 5 instead."
COUNTER = "When an opponent would cast a spell, [act]: Nothing happens instead."
TRIPLE = "During your startup phase, when your vim would double: Triple your vim instead."
CLING = "When this would leave the battlefield: This gains 1 strength instead."
AWAKE = "When a wizard you control would be turned face-down: You lose 1 vim instead."
RESCUE = "When a summon you control would be defeated: Return it to its owner's castle instead."
TUNE = spell("Tune", 0, "You gain 1 life.")
THEIR_TUNE = spell("Chant", 0, "You gain 1 life.", color=YELLOW)

INSTEAD = [
    fox(PHOENIX, "A a x 2a; + a", {"1a": 3, "2a": 1, "P1 vim": 0, "P1 ether": 3}, strength=3),
    fox(PHOENIX, "A a x 2a; E", {"1a": None, "2a": 1, "P1 vim": 4}, strength=3),
    fox(SHARED, "A b x 2a; + a", {"1a": 2, "1b": 1, "2a": 1}),
    fox(SHARED, "A b x 2a; E", {"1a": 5, "1b": None, "2a": 1}),
    fox(HOMING, "A a x 2a", {"1a": None, "Fox is in": "castle"}, strength=3),
    fox(ECHO, "C Tune", {"P1 life": 31, "P1 graveyard": 0}, TUNE),
    fox(ECHO, "C Tune; C Tune", {"P1 life": 32, "P1 graveyard": 1}, TUNE),
    fox(LAST, "C Woe", {"P1 life": 1, "1a": None, "Fox is in": "graveyard"}, spell("Woe", 0, "You lose 40 life.")),
    fox(LAST, "C Woe", {"P1 life": 10, "1a": 5}, spell("Woe", 0, "You lose 20 life.")),
    fox(NEVER, "C Doom", {"P1 life": 5}, spell("Doom", 0, "You lose the game.")),
    fox(COUNTER, "C Chant; + 1a", {"1a lies": "acted", "P2 graveyard": 1}, THEIR_TUNE, before=BENS_TURN),
    fox(COUNTER, "C Chant; E", {"P2 life": 31, "P2 graveyard": 1}, THEIR_TUNE, before=BENS_TURN),
    fox(TRIPLE, "E; T4 P2; E; T5 P1", {"P1 vim": 18, "P2 vim": 4}),
    fox(CLING, "A a x 2a", {"1a": 1, "2a": 1}, strength=3),
    fox(
        AWAKE,
        "C Flip -> wc",
        {"1wc lies": "ready", "P1 vim": 3},
        spell("Flip", 0, "Turn a wizard you control face-down."),
    ),
    word(RESCUE, "A a x 1b; > C Word", {"1b": None, "Imp3 is in": "castle", "P1 graveyard": 1}, before=BENS_TURN),
    word(RESCUE, "A a x 1b; E", {"1b": None, "Imp3 is in": "graveyard"}, before=BENS_TURN),
]

PUT_AWAY = [
    fox("When a spell is put into your graveyard: Each opponent loses 1 life.", "C Tune; + a", {"P2 life": 29}, TUNE),
    fox("When a spell is put into your graveyard: Each opponent loses 1 life.", "C Chant", {"P2 life": 31}, THEIR_TUNE,
        before=BENS_TURN),
    fox("When a summon is put into a graveyard from the battlefield: You gain 1 life.", "A b x 2a; + a",
        {"P1 life": 31}),
    fox("When a summon is put into your castle: You gain 1 life.", "C Home -> b; + a", {"P1 life": 31, "1b": None},
        spell("Home", 0, "Return a summon to its owner's castle.")),
    fox("When a spell is removed: You gain 1 life.", "C Veil -> b; C Clean -> b; + a", {"P1 life": 31},
        spell("Veil", 0, "Enchant a summon."), CLEAN),
]  # fmt: skip
