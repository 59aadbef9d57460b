"""The sentences of docs/card-language.md about enchantments and what happens instead, played on small tables."""

from tests.engine.bos.ability_examples import HERE, Scene, word
from tests.engine.bos.duel import spell, summon, wizard

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
