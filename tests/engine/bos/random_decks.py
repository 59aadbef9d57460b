"""Decks of cards that say whatever the card language can say, on every kind of card, and whole games with them.

Ember Adept and her company are the cards that generated texts know by name.
"""

from dataclasses import replace

from hypothesis import strategies as st

from engine.bos.abilities import card_abilities
from engine.bos.cardtext.lints import impossible_moves
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.printer_words import Unsayable
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from tests.engine.bos import random_players
from tests.engine.bos.cardtext import trees
from tests.engine.bos.cardtext.tree_forms import card_type
from tests.engine.bos.duel import spell, summon

NAMES = {
    CardType.BOSS: ("Tyrant of Both Wells",),
    CardType.WIZARD: ("Ember Adept", "Forest Sage", "Third Sister"),
    CardType.SUMMON: ("Oak of Nine Rings", "Drake of Cold Slag", "Hound of Salt", "Nine Lanterns"),
    CardType.SPELL: ("Ebb and Return", "Sudden Word", "Long Word", "Last Word"),
}
COUNTS = (3, 3, 3, 1)


def on_a_card(text):
    """Whether a text can stand on a card that is not a spell."""
    return card_type(text) is not CardType.SPELL


def on_a(kind, text):
    """The sentence of a text on a card of that type; empty where it has none."""
    try:
        return print_text(text, card_type=kind)
    except Unsayable:
        return ""


said_by_cards = st.one_of(
    trees.activated(), trees.activated(), trees.continuous(), trees.replacements(), trees.speaking
).filter(on_a_card)
said_by_spells = st.one_of(trees.bare_spells, trees.bare_spells, trees.activated(), trees.enchantments())


def as_host(text):
    """What a text says of its own card, said of the enchanted one."""
    return change(text, lambda part: terms.Host() if part == terms.This() else part)


of_a_host = (
    st.one_of(trees.activated(), trees.replacements(), trees.speaking)
    .map(as_host)
    .filter(lambda text: "the enchanted" in on_a(CardType.SPELL, text))
)
summoning_conditions = st.integers(1, 3).map(lambda count: syntax.SummoningCondition(count, terms.Filter(("wizard",))))


class Wild:
    """The cards of a list that both players have, and the table they are played on."""

    def __init__(self, cards, first):
        self.cards, self.faces = cards, [_face(card) for card in cards]
        played = "\n".join(f"{count} {name}" for name, *_, count in cards)
        self.table = random_players.Table(played, played, Pool(tuple(self.faces)), first=first)

    def speak(self):
        """From now on these cards say what is printed on them; what is too long or not clear is told them."""
        card_abilities.forget()
        for face, (_, _, said, *_) in zip(self.faces, self.cards, strict=True):
            if None in card_abilities.texts_of(face):
                card_abilities.learn(face, said)

    def __repr__(self):
        said = [(face.name, face.condition or "", [ability.text for ability in face.abilities]) for face in self.faces]
        return "\n".join(f"{name}: {condition} {texts}" for name, condition, texts in said)


def _face(card):
    name, kind, said, asked, color, strength, cost, _ = card
    condition = {syntax.SummoningCondition: print_summoning_condition, syntax.BossCondition: print_boss_condition}.get(
        type(asked), lambda _: None
    )(asked)
    return Card(
        name,
        kind,
        color,
        condition="" if kind is CardType.BOSS and condition is None else condition,
        strength=strength,
        cost=cost,
        abilities=tuple(Ability(print_text(text, card_type=kind), text.must) for text in said),
    )


@st.composite
def wild(draw):
    """A list of such cards."""
    color = draw(st.sampled_from(list(Color)))
    cards = [
        draw(_card(name, kind, color, count))
        for kind, names in NAMES.items()
        for name, count in zip(names, COUNTS if len(names) == len(COUNTS) else (1, 1, 1), strict=False)
    ]
    return Wild(cards, draw(st.integers(1, 2)))


def can_say(kind):
    """Whether a card of that type can say a text: it has words, and sends no card to a pile that is not its own."""
    face = Card("Somebody", kind, None)
    return lambda text: bool(on_a(kind, text)) and next(impossible_moves(text, face), None) is None and is_told(text)


def is_told(text):
    """Whether a line tells what is chosen: of "a spell in any spellbook" it does not tell in whose, and both players
    have the same list here."""
    chosen = [part.filter for part in parts(text) if isinstance(part, terms.Choose)]
    return all(meant.zone == "table" or meant.owner for meant in chosen)


BY_CARDS = {kind: said_by_cards.filter(can_say(kind)) for kind in NAMES}
BY_SPELLS = said_by_spells.filter(can_say(CardType.SPELL))
OF_A_HOST = of_a_host.filter(can_say(CardType.SPELL))


@st.composite
def _card(draw, name, kind, color, count):
    if kind is CardType.SPELL:
        said = [draw(BY_SPELLS)]
        if said[0].enchant and draw(st.booleans()):
            said.append(draw(OF_A_HOST))
    else:
        said = draw(st.lists(BY_CARDS[kind], min_size=int(kind is CardType.SUMMON), max_size=draw(st.integers(1, 2))))
    asked = None
    if kind is CardType.SUMMON:
        asked = syntax.SummoningCondition(1, terms.Filter(("wizard",), color=str(color)))
        asked = draw(st.one_of(st.just(asked), st.just(asked), trees.summoning_conditions))
    elif kind is CardType.BOSS:
        asked = draw(st.one_of(st.none(), trees.boss_conditions))
    strength = draw(st.integers(1, 9)) if kind in (CardType.SUMMON, CardType.BOSS) else None
    cost = draw(st.integers(0, 4)) if kind is CardType.SPELL else None
    return name, kind, tuple(said), asked, color, strength, cost, count


@st.composite
def lone(draw):
    """A card with one ability, and with one that enchants where that speaks of the enchanted card: Anna's Fox or Word,
    with what was meant by the text printed last."""
    text = draw(trees.texts)
    printed = print_text(text, card_type=card_type(text))
    if card_type(text) is not CardType.SPELL:
        return _with_its_sign(summon("Fox", 5, printed), text), text
    enchants = ["Enchant a summon."] if "the enchanted" in printed and not text.enchant else []
    return _with_its_sign(spell("Word", 0, *enchants, printed), text), text


def _with_its_sign(card, text):
    """The card with the arrow where the text is mandatory: "must attack" stands under either sign."""
    return replace(card, abilities=(*card.abilities[:-1], Ability(card.abilities[-1].text, text.must)))


seeds = st.integers(0, 2**32).map(str)
