"""Abilities that cards have from others, and those they lose, played."""

from tests.engine.bos.ability_examples import HERE, fox, sage, word
from tests.engine.bos.duel import YELLOW, spell, summon, wizard

VAMPIRE = 'A summon you control gains "When this deals damage: You must gain that much life."'
ENCHANT = "Enchant a summon you control. The enchanted summon has"
KEEN = f'{ENCHANT} "When this defeats a summon in battle: You must ready this."'
HEIR = f'{ENCHANT} "When this is defeated: You must gain 3 life."'
LEADER = 'Each other summon you control has "When this attacks: You must gain 1 life."'
MARTYRS = 'Each other summon you control has "When this is defeated: You must gain 2 life."'
DRILL = 'A summon you control gains "During your main phase, [act]: You gain 2 life." until the end of the turn.'
DUTY = 'Each summon an opponent controls has "When this attacks: You must lose 2 life."'
TOUGH = 'While you control 2 or more summons, this has "This takes 1 less damage."'
GUILD = 'Each other wizard you control has "During your main phase, [act]: You gain 1 life."'
SPARE = f'{ENCHANT} "When this would be defeated: Return this to its owner\'s castle instead."'
MUTE = "A summon loses all abilities until the end of the turn."
SILENCE = "Each wizard an opponent controls has no abilities."
HUSH = "Enchant a summon. The enchanted summon has no abilities."
SOUR = summon("Sour", 5, "When this attacks: You must gain 5 life.")
PRAY = "During your main phase, [act]: You gain 1 life."
MONK = wizard("Monk", PRAY, color=YELLOW)
STING = spell("Sting", 0, "Deal 9 damage to a summon.")

GRANTED = [
    word(KEEN, "C Word -> b; A b x 2b", {"1b": 1, "1b lies": "ready", "2b": None}),
    word(KEEN, "C Word -> a; A b x 2b", {"1b": 1, "1b lies": "acted"}),
    fox(LEADER, "A b x 2b", {"P1 life": 31}),
    fox(LEADER, "A a x 2b; A b x 2a", {"P1 life": 31}),
    fox(LEADER, "C Sting -> a; A b x 2b", {"P1 life": 30, "1a": None}, STING),
    word(VAMPIRE, "C Word -> b; A b x 2b", {"P1 life": 32}),
    word(DRILL, "C Word -> a; U a", {"P1 life": 32, "1a lies": "acted"}),
    word(DRILL, "C Word -> a; U b", "10.1.1"),
    word(DRILL, "C Word -> a; E; T4 P2; E; T5 P1; U a", "10.1.1"),
    fox(TOUGH, "A a x 2a", {"1a": 2}),
    fox(TOUGH, "C Sting -> b; A a x 2a", {"1a": 1}, STING),
    sage(GUILD, "U wb", {"P1 life": 31, "1wb lies": "acted"}),
    sage(GUILD, "U wa", "10.1.1"),
    word(SPARE, "C Word -> b; A b x 2a", {"1b": None, "Imp3 is in": "castle"}),
    word(MUTE, "C Word -> a; A a x 2b", {"P1 life": 30, "2b": None}, SOUR, before=HERE.replace("Fox", "Sour")),
    word(MUTE, "C Word -> b; A a x 2b", {"P1 life": 35}, SOUR, before=HERE.replace("Fox", "Sour")),
    sage(SILENCE, "E; T4 P2; U wa", "10.1.1", MONK),
    word(HUSH, "C Word -> a; A a x 2b", {"P1 life": 30, "2b": None}, SOUR, before=HERE.replace("Fox", "Sour")),
]  # fmt: skip
THEIR_OWN_END = [
    word(HEIR, "C Word -> b; A b x 2a", {"1b": None, "P1 life": 33}),
    fox(MARTYRS, "A b x 2a", {"P1 life": 32, "1b": None}),
    fox(DUTY, "E; T4 P2; A a x 1b", {"P2 life": 28}),
]
"""What a card has from others and hears of its own end, or of its controller."""
