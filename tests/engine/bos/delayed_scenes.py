"""The sentences of docs/card-language.md that wait, played: before their moment, at it, and after a card has left."""

from tests.engine.bos.ability_examples import HERE, fox, word
from tests.engine.bos.duel import spell

BENS_TURN = f"{HERE}; E; T4 P2"
HOME = spell("Home", 0, "Return a summon to its owner's castle.")
RISE = "Ready a summon you control. At the end of the turn, if you control a boss, it gains 1 strength."
SPUR = "A summon you control gains 3 strength. At the end of the turn, defeat it, then you gain 1 life."
LOAN = "You gain 3 vim. At the start of your next turn, you lose 3 vim."
WAGE = "During your main phase, [2 vim]: At the end of your next turn, you gain 4 life."
RAID = "When this attacks: At the end of the turn, you must return this to its owner's castle."
TOLL = "At the start of an opponent's next turn, an opponent loses 2 vim."
WAKE = "Until the end of the turn, when a summon you control is defeated, you gain 1 life."
THIRST = "During your main phase, [1 vim]: Until the end of the turn, when this deals damage, you gain that much life."
WATCH = "Until the start of your next turn, when a summon an opponent controls attacks, you gain 1 life."
MARK = "Choose a summon an opponent controls. Until the end of the turn, when it is defeated, you gain 2 vim."
BLOW = "Deal 2 damage to a summon. Until the end of the turn, when it is defeated, you gain 2 vim."
SNAG = "The next time a summon an opponent controls attacks, it loses 2 strength."

BOON = "Until the end of the turn, the next time you summon a summon, it gains 2 strength."
WARD = "Prevent the next damage that would be dealt to a summon you control until the start of your next turn."
HALF = "The next spell you cast costs 2 less vim until the end of the turn."
SALE = "Red spells you cast cost 1 less vim until the end of the turn."
TAX = "The next spell an opponent casts costs 1 more vim."
DEAR = spell("Dear", 3, "You gain 1 life.")
LURE = "Conduct a summon."

LATER = [
    word(SPUR, "C Word -> a; E", {"1a": None, "Fox is in": "graveyard", "P1 life": 31}),
    word(SPUR, "C Word -> a; C Home -> a; E", {"1a": None, "Fox is in": "castle"}, HOME),
    word(SPUR, "C Word -> a; C Home -> a; E; T4 P2; E; T5 P1; S a Fox; E", {"1a": 5, "P1 vim": 8}, HOME),
    word(LOAN, "C Word; E; T4 P2; E", {"P1 vim": 7}),
    word(LOAN, "C Word; E; T4 P2; E; T5 P1", {"P1 vim": 8}),
    fox(WAGE, "U a; E; T4 P2; E", {"P1 life": 30, "P1 vim": 2}),
    fox(WAGE, "U a; E; T4 P2; A a x 1a; E; T5 P1; E", {"P1 life": 34, "1a": 1}),
    fox(RAID, "A a x 2b; E", {"1a": None, "Fox is in": "castle"}),
    fox(RAID, "A a x 2a; E", {"1a": None, "Fox is in": "graveyard"}, strength=3),
    word(RISE, "A b x 2b; BOSS; C Word -> a; E", {"1a": 6}),
    word(RISE, "A b x 2b; C Word -> b; E", {"1b": 1}),
    word("At the start of your next main phase, you gain 2 vim.", "C Word; E; T4 P2; E; T5 P1; A a x 2b",
         {"P1 vim": 10}),
    word(TOLL, "C Word; E; T4 P2", {"P2 vim": 0}),
    word(WAKE, "C Word; A b x 2a; A a x 2a", {"P1 life": 31, "1b": None}),
    word(WAKE, "C Word; E; T4 P2; A a x 1b", {"P1 life": 30, "1b": None}),
    fox(THIRST, "U a; A a x 2b", {"P1 life": 32}),
    fox(THIRST, "A a x 2b; U a", {"P1 life": 30, "P1 vim": 3}),
    word(WATCH, "C Word; E; T4 P2; A a x 1b; A b x 1a", {"P1 life": 32}),
    word(MARK, "C Word -> 2b; A a x 2b", {"P1 vim": 6}),
    word(MARK, "C Word -> 2a; A a x 2b", {"P1 vim": 4, "2b": None}),
    word(BLOW, "C Word -> 2b", {"P1 vim": 6, "2b": None}),
    word(BLOW, "C Word -> 2a; A b x 2a", {"P1 vim": 6, "2a": None}),
    word(BLOW, "C Word -> 2a; E; T4 P2; A a x 1b", {"P1 vim": 4, "2a": None}),
    word(SNAG, "C Word; E; T4 P2; A a x 1a; A b x 1b", {"1a": 3, "2a": None, "2b": None, "1b": 1}),
    word(BOON, "C Word; C Lure; S c Imp1", {"1c": 3}, spell("Lure", 0, LURE)),
    word(WARD, "C Word -> b; A b x 2a; A a x 2b", {"1b": 3, "2a": 1}),
    word(WARD, "C Word -> b; A b x 2b; E; T4 P2; A a x 1b", {"1b": None, "2b": None}),
    word(WARD, "C Word -> b; E; T4 P2; E; T5 P1; A b x 2a", {"1b": None}),
    word(HALF, "C Word; C Dear; C Fine", {"P1 vim": 0, "P1 ether": 4}, DEAR, spell("Fine", 3, "You gain 1 life.")),
    word(HALF, "C Word; E; T4 P2; E; T5 P1; C Dear", {"P1 vim": 5}, DEAR),
    word(SALE, "C Word; C Spark1; C Spark2", {"P1 vim": 6}),
    word(SALE, "C Word; E; T4 P2; E; T5 P1; C Spark1", {"P1 vim": 8}),
    word(TAX, "C Word; E; T4 P2; C Straw1; C Straw2", {"P2 vim": 3}),
]  # fmt: skip
