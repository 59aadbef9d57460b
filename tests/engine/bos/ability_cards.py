"""Cards whose texts are played, and cards of the mist, whose texts nobody can read yet; added to the plain ones.

`oaths` is a red list of duties and choices, `bans` a yellow one of prohibitions, `mist` a blue one of texts that wait;
`vigils` is a red one of what is easily overlooked: quiet phases, the other player's duties, odd prices.
"""

from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from tests.engine.bos import simple_cards
from tests.engine.bos.simple_cards import boss, spell, summon, wizard

RED, YELLOW, BLUE = (f"Conduct a summon with any {color} wizard." for color in ("red", "yellow", "blue"))

OATHS = (
    boss("Toll Keeper", "red", 6, "[3 vim]."),
    wizard("Brand Bearer", "red", "During your main phase, [act]: A summon you control gains 1 strength."),
    wizard("Debt Collector", "red", "During your main phase, [20 life]: You gain 2 vim."),
    wizard(
        "Pyre Widow",
        "red",
        "When a summon you control is defeated: You must deal 1 damage to a summon.",
        mandatory=True,
    ),
    summon("Barbed Ram", "red", 4, RED, "When this attacks: You must deal 1 damage to a summon.", mandatory=True),
    summon("Twin Spark", "red", 3, RED, "When this is summoned: You may gain 1 vim."),
    summon("Goaded Bull", "red", 5, RED, "During your main phase: This must gain 1 strength.", mandatory=True),
    summon("Wary Lynx", "red", 3, "Conduct a summon with any red wizard if an opponent has more life than you."),
    summon(
        "Kiln Tortoise", "red", 4, RED, "During your main phase, [1 vim]: This gains 1 strength. Use this ability only"
        " once per turn.",
    ),
    spell("Heated Words", "red", 1, "A summon you control gains 2 strength."),
    spell("Old Grudge", "red", 1, "Deal 1 damage to a summon an opponent controls."),
    spell("Second Wind", "red", 1, "Ready a summon you control."),
    spell("Sidestep", "red", 1, "Move a summon you control to an adjacent column."),
    spell("Crown Oil", "red", 1, "A boss you control gains 2 strength."),
)  # fmt: skip

BANS = (
    boss("Gentle Giant", "yellow", 6, "If you have 40 or more life."),
    wizard("Toll Singer", "yellow"),
    wizard("Vow Keeper", "yellow"),
    wizard("Gate Warden", "yellow"),
    summon("Meadow Ram", "yellow", 4, YELLOW),
    summon("Hedge Boar", "yellow", 5, YELLOW),
    summon("Still Heron", "yellow", 3, YELLOW, "Each opponent cannot cast spells."),
    summon("Quiet Moth", "yellow", 2, YELLOW, "This cannot be attacked."),
    summon("Locked Gate", "yellow", 4, YELLOW, "Each opponent cannot conduct summons."),
    Card(
        "Double Bell",
        CardType.SUMMON,
        Color.YELLOW,
        condition=YELLOW,
        strength=2,
        abilities=(
            Ability("When this is summoned: You must gain 1 vim.", True),
            Ability("When this is summoned: You must double your vim.", True),
            Ability("When this is summoned: You gain 1 life.", False),
        ),
    ),
    spell("Shackles", "yellow", 1, "Enchant a summon. The enchanted summon cannot attack."),
    spell("Blindfold", "yellow", 1, "Enchant a summon. The enchanted summon cannot block."),
    spell("Leash", "yellow", 1, "Enchant a summon. The enchanted summon cannot attack players."),
    spell("Sudden Gust", "yellow", 1, "Each summon you control cannot be blocked until the end of the turn."),
)

VIGILS = (
    boss("Paid Idol", "red", 6, "[2 vim]."),
    wizard("Night Watch", "red", "During an opponent's main phase: You must gain 1 life.", mandatory=True),
    wizard("Long Forge", "red", "During your main phase, [X vim]: A summon you control gains X strength."),
    summon("Brawler", "red", 3, RED, "When this battles: This must gain 2 strength.", mandatory=True),
    summon("Meek Ox", "red", 4, RED, "This cannot block."),
    summon("Rabid Boar", "red", 3, RED, "This must attack each turn if able."),
    summon("Tax Ram", "red", 3, RED, "When this is summoned, [2 vim]: You must gain 3 life.", mandatory=True),
    summon("Lone Herald", "red", 2, RED, "When this is summoned: You may gain 2 vim. Use this ability only once per"
        " game."),
    spell("Vesper", "red", 1, "During your ending phase: You gain 3 life."),
    spell("Matins", "red", 1, "During your startup phase: You gain 2 life."),
    spell("Shared Sorrow", "red", 1, "Each player defeats a summon they control."),
    spell("Way Home", "red", 1, "Return a summon you control to its owner's castle."),
)  # fmt: skip

MIST = (
    boss("Grey Regent", "blue", 7, "If you copied a spell this turn."),
    wizard("Echo Singer", "blue", "Summons you control copy the summon that faces them."),
    wizard("Mirror Adept", "blue", "During your main phase, [act]: Copy a summon in your graveyard."),
    wizard("Hollow Priest", "blue", "When a summon you control is defeated: You must copy it.", mandatory=True),
    wizard("Mist Walker", "blue"),
    summon("Siren", "blue", 3, BLUE, "When this is summoned: You may copy a summon an opponent controls."),
    summon("Mimic Crab", "blue", 4, BLUE, "When this attacks: You must copy the target.", mandatory=True),
    summon("Mimic Eel", "blue", 4, BLUE, "When this blocks: You must copy the attacker.", mandatory=True),
    summon("Tidal Twin", "blue", 2, BLUE, "At the start of your ending phase: You must copy this.", mandatory=True),
    summon("Lost Caller", "blue", 2, "Conduct a summon with a copy of a blue wizard."),
    spell("Twin Reflection", "blue", 1, "Copy a summon in your graveyard."),
    spell("Siren Song", "blue", 2, "Copy a summon an opponent controls."),
    spell("Borrowed Voice", "blue", 1, "Use the ability of a wizard an opponent controls."),
    spell("Clear Sky", "blue", 1, "You gain 1 life."),
)

POOL = Pool((*simple_cards.CARDS, *OATHS, *BANS, *VIGILS, *MIST))

LISTS = simple_cards.LISTS | {
    "oaths": """
        Toll Keeper
        Brand Bearer
        Debt Collector
        Pyre Widow
        3 Barbed Ram
        2 Twin Spark
        2 Goaded Bull
        2 Wary Lynx
        Kiln Tortoise
        3 Heated Words
        3 Old Grudge
        2 Second Wind
        Sidestep
        Crown Oil""",
    "bans": """
        Gentle Giant
        Toll Singer
        Vow Keeper
        Gate Warden
        3 Meadow Ram
        2 Hedge Boar
        Double Bell
        Still Heron
        2 Quiet Moth
        Locked Gate
        3 Shackles
        3 Blindfold
        3 Leash
        Sudden Gust""",
    "vigils": """
        Paid Idol
        Ember Adept
        Night Watch
        Long Forge
        2 Cinder Imp
        Rabid Boar
        2 Brawler
        2 Meek Ox
        2 Tax Ram
        Lone Herald
        2 Vesper
        2 Matins
        3 Shared Sorrow
        3 Way Home""",
    "mist": """
        Grey Regent
        Echo Singer
        Mirror Adept
        Hollow Priest
        3 Siren
        3 Mimic Crab
        2 Mimic Eel
        Tidal Twin
        Lost Caller
        3 Twin Reflection
        3 Siren Song
        3 Borrowed Voice
        Clear Sky""",
    "haze": """
        Grey Regent
        Mist Walker
        Mirror Adept
        Hollow Priest
        3 Siren
        3 Mimic Crab
        2 Mimic Eel
        Tidal Twin
        Lost Caller
        3 Twin Reflection
        3 Siren Song
        3 Borrowed Voice
        Clear Sky""",
}
