"""Effects of spells that are carried out anew, and abilities of other cards, played."""

from tests.engine.bos.ability_examples import HERE, MET, Scene, fox, sage, word
from tests.engine.bos.duel import YELLOW, spell, summon, wizard

PRAY = "During your main phase, [act]:"
REPEAT = "Copy a spell in your graveyard."
STEAL = f"{PRAY} Copy a spell in an opponent's graveyard."
TWICE = "When you cast a spell, [act]: Copy it."
NEXT = "Until the end of the turn, the next time you cast a spell, copy it."
BOLT = spell("Bolt", 2, "Deal 2 damage to a summon.")
GREED = spell("Greed", 0, "[X vim]: You gain 5 life. You gain X life.")
OFFER = spell("Offer", 0, "You may discard a spell in your spellbook. If you do, you gain 5 life.")
WOE = spell("Woe", 0, "Deal 3 damage to an opponent.", color=YELLOW)
STING = spell("Sting", 0, "Deal 1 damage to a summon.", color=YELLOW)
CURSE = spell("Curse", 0, "Enchant a summon. The enchanted summon has 2 less strength.")
GUARD = spell("Guard", 0, "When a summon attacks: You gain 5 life.")

COPIED = [
    word(REPEAT, "C Bolt -> 2a; C Word -> Bolt; C Bolt -> 2a", {"2a": None, "P1 vim": 2, "P1 graveyard": 2}, BOLT),
    word(REPEAT, "C Word", "6.1.9", BOLT),
    word(REPEAT, "C Word", "6.1.9", CURSE),
    word(REPEAT, "C Greed =1; C Word -> Greed", {"P1 life": 41, "P1 vim": 3}, GREED),
    sage(STEAL, "E; T4 P2; C Woe; E; T5 P1; U wa", {"P2 life": 27, "P1 life": 27, "P2 graveyard": 1}, WOE),
    sage(STEAL, "U wa", "6.1.9", WOE),
    sage(STEAL, "E; T4 P2; C Sting -> 1a; E; T5 P1; U wa; C Sting -> 2a", {"1a": 4, "2a": 3}, STING),
    word(REPEAT, "C Offer = 0; C Word -> Offer; C Offer -> Spark1", {"P1 life": 35, "P1 graveyard": 3}, OFFER),
    word(REPEAT, "C Offer = 0; C Word -> Offer; C Offer = 0", {"P1 life": 30, "P1 graveyard": 2}, OFFER),
    sage(TWICE, "C Curse -> 2a", {"2a": 2, "1wa lies": "ready"}, CURSE),
    sage(TWICE, "C Bolt -> 2b; + wa; C Bolt -> 2a", {"2b": None, "2a": 2, "P1 vim": 2, "1wa lies": "acted"}, BOLT),
    sage(TWICE, "C Bolt -> 2b; E", {"2b": None, "2a": 4, "1wa lies": "ready"}, BOLT),
    word(NEXT, "C Word; C Bolt -> 2b; C Bolt -> 2a", {"2b": None, "2a": 2}, BOLT),
    word(NEXT, "C Word; E; T4 P2; E; T5 P1; C Bolt -> 2b", {"2b": None, "2a": 4}, BOLT),
]  # fmt: skip

FACING = "This has the abilities of each summon facing this."
FELLOWS = "This has the abilities of each other wizard you control."
FALLEN = "This has the abilities of each summon in your graveyard."
SPOILS = "When this defeats a summon: This must gain the abilities of the defeated card."
LEND = "A summon you control gains the abilities of a summon you control other than it until the end of the turn."
LESSON = "Each other summon you control has the abilities of this."
TEACHER = summon("Fox", 5, LESSON, "When this attacks: You must gain 2 life.")
WEAR = "Enchant a summon you control. The enchanted summon has the abilities of each wizard you control."
SOUL = f"{PRAY} This gains the abilities of a summon in your graveyard until the end of the turn."
ECHO = "A summon you control gains the abilities of each summon facing that summon until the end of the turn."
HUSH = spell("Hush", 0, "Enchant a summon. The enchanted summon has no abilities.")
KILL = spell("Kill", 0, "Defeat a summon.")
MONK = wizard("Monk", f"{PRAY} You gain 3 life.")
DRUM = summon("Drum", 3, "When this attacks: You must gain 4 life.")
LORD = summon("Lord", 3, "Each other summon you control has 2 more strength.")
TUTOR = summon("Tutor", 3, 'Each other summon you control has "When this attacks: You must gain 4 life."')
MUSE = summon("Muse", 3, f"{PRAY} You gain 3 life. Use this ability only once per game.")
GIANT = summon("Giant", 9, "This has 1 more strength for each summon you control.", color=YELLOW)
HYDRA = summon("Hydra", 2, "When this attacks: You must gain 4 life.", color=YELLOW)
WITH_DRUM, WITH_LORD, WITH_MUSE, WITH_TUTOR = (HERE.replace("Imp3", name) for name in ("Drum", "Lord", "Muse", "Tutor"))
GIANTS, HYDRAS = HERE.replace("Elk4", "Giant"), HERE.replace("Elk2", "Hydra")

BORROWED = [
    fox(FACING, "A a x 2b; E", {"P1 life": 34}, HYDRA, before=HYDRAS.replace("S a Elk4; S b", "S b Elk4; S a")),
    fox(FACING, "C Hush -> 2a; A a x 2b", {"P1 life": 30, "2b": None}, HYDRA, HUSH,
        before=HYDRAS.replace("S a Elk4; S b", "S b Elk4; S a")),
    sage(FELLOWS, "U wa.2", {"P1 life": 33, "1wa lies": "acted"}, MONK),
    sage(FELLOWS, "U wb; U wa.2", {"P1 life": 36, "1wa lies": "acted", "1wb lies": "acted"}, MONK),
    fox(FALLEN, "C Kill -> b; A a x 2b", {"P1 life": 34, "2b": None}, DRUM, KILL, before=WITH_DRUM),
    fox(FALLEN, "A a x 2b", {"P1 life": 30, "2b": None}, DRUM, KILL, before=WITH_DRUM),
    fox(FALLEN, "S c Imp1; C Kill -> b", {"1a": 5, "1c": 3}, LORD, KILL, before=WITH_LORD),
    fox(SPOILS, "A a x 2b; E; T4 P2; E; T5 P1; A a x 2a", {"P1 life": 34}, HYDRA, before=HYDRAS),
    word(LEND, "C Word -> a, b; A a x 2b", {"P1 life": 34}, DRUM, before=WITH_DRUM),
    word(LEND, "C Word -> a, b; E; T4 P2; E; T5 P1; A a x 2b", {"P1 life": 30, "2b": None}, DRUM, before=WITH_DRUM),
    word(LEND, "C Word -> a, b; C Kill -> b; A a x 2b", {"P1 life": 34}, DRUM, KILL, before=WITH_DRUM),
    word(LEND, "C Word -> a, b; A b x 2b", {"P1 life": 34}, TUTOR, before=WITH_TUTOR),
    word(LEND, "C Word -> a, b; U a; U b", {"P1 life": 36}, MUSE, before=WITH_MUSE),
    Scene(LESSON, (TEACHER,), HERE, "A b x 2b", {"P1 life": 32}),
    word(WEAR, "C Word -> a; U a.2", {"P1 life": 33, "1a lies": "acted"}, MONK),
    fox(SOUL, "C Kill -> b; U a", {"1a lies": "acted"}, DRUM, KILL, before=WITH_DRUM),
    word(ECHO, "C Word -> a", {"1a": 7}, GIANT, before=GIANTS),
]  # fmt: skip

MIRROR = "When this is summoned: This becomes a copy of a summon an opponent controls."
RISE = "A summon you control becomes a copy of a summon in your graveyard until the end of the turn."
MIME = MET.replace("S a Imp1", "S b Imp1")
VET = summon("Vet", 2, "When this attacks: You must gain 9 life.")
WITH_VET = HERE.replace("S a Fox", "S a Vet").replace("Imp3", "Drum")

BECOME = [
    fox(MIRROR, "S a Fox; + a -> 2a", {"1a": 4, "1a is": "Fox"}, before=MIME),
    fox(MIRROR, "S a Fox; A b x 2b", {"1a": 5}, before=MIME),
    fox(MIRROR, "S a Fox; + a -> 2b; A a x 2a; E", {"P1 life": 34, "1a": None}, HYDRA,
        before=MIME.replace("Elk2", "Hydra")),
    word(RISE, "C Kill -> b; C Word -> a; A a x 2b; E", {"P1 life": 34, "1a": None}, VET, DRUM, KILL, before=WITH_VET),
    word(RISE, "C Kill -> b; C Word -> a", {"1a": 3}, VET, DRUM, KILL, before=WITH_VET),
    word(RISE, "C Kill -> b; C Word -> a; E; T4 P2; E; T5 P1; A a x 2a", {"P1 life": 39}, VET, DRUM, KILL,
         before=WITH_VET),
    word(RISE, "C Kill -> a; C Word -> b; A b x 2b", {"P1 life": 39, "1b": None, "2b": None}, VET, DRUM, KILL,
         before=WITH_VET),
]  # fmt: skip
