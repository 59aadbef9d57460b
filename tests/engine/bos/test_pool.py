"""The bundled catalogue: so many cards of each kind, every text with one meaning, every ability carried out."""

from collections import Counter

import pytest

from benchmarks.bots import greedy, play, random_legal
from engine.bos.abilities import continuous_effects, fight_rules
from engine.bos.abilities.card_abilities import summoning_condition_of, texts_of
from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.decks.deck_lists import main_cards, read_deck, starter_decks
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.cards import Card, CardType, Color
from engine.bos.model.places import player
from engine.bos.model.state import TABLE, fights
from engine.bos.rules.attack_legality import check_attacks_made
from tests.engine.bos.random_players import Table, game, luck

POOL = sample_pool()
INVENTED = [card for card in POOL.cards if not card.official]
KINDS = {CardType.WIZARD: 10, CardType.SUMMON: 22, CardType.SPELL: 21, CardType.BOSS: 7}
ABILITIES = [(card, number) for card in POOL.cards for number in range(len(card.abilities))]

ENOUGH = 3
"""So often at least every ability is carried out to its end."""
MOST_GAMES = 400
RICH = 40
"""In every other game both begin with so much vim, so that spellbooks are emptied, too."""

NEVER_CARRIED_OUT = {
    ("Hedera", 0): "nobody knows what type of card it is",
}
MAGE = Card("Enraged Mage", CardType.WIZARD, Color.RED)
"""Nobody knows what she says; without her nobody could summon Collaia."""
PLAYED = Pool(tuple(MAGE if card.name == MAGE.name else card for card in POOL.cards))


# What is printed


def test_each_colour_has_sixty_invented_cards():
    for color in Color:
        assert Counter(card.type for card in INVENTED if card.color is color) == KINDS


def test_about_a_seventh_of_the_invented_cards_is_plain():
    plain = [card for card in INVENTED if not card.abilities]

    assert 10 <= 100 * len(plain) / len(INVENTED) <= 20


@pytest.mark.parametrize(("card", "number"), ABILITIES, ids=lambda value: getattr(value, "name", value))
def test_every_text_has_one_meaning_and_nothing_is_odd_about_it(card, number):
    ability = card.abilities[number]
    read = read_text(ability.text, mandatory=ability.mandatory, card=card, pool=POOL)

    assert read.text is not None
    assert read.problems == ()


@pytest.mark.parametrize(
    ("card", "number"),
    [each for each in ABILITIES if not each[0].official],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_invented_text_is_in_the_house_style(card, number):
    assert print_text(texts_of(card)[number], card_type=card.type) == card.abilities[number].text


@pytest.mark.parametrize("card", [card for card in INVENTED if card.condition], ids=lambda card: card.name)
def test_every_condition_has_one_meaning_and_is_printed_back_with_it(card):
    if card.type is CardType.SUMMON:
        read = read_summoning_condition(card.condition, POOL, card=card)
        assert read.problems == ()
        assert (
            read_summoning_condition(print_summoning_condition(read.condition), POOL, card=card).condition
            == read.condition
        )
    else:
        read = read_boss_condition(card.condition)
        assert read.problems == ()
        assert print_boss_condition(read.condition) == card.condition


def test_no_two_cards_of_a_kind_say_the_same_for_the_same_price():
    said = Counter(
        (card.type, card.color, card.condition, card.strength, card.cost, card.abilities)
        for card in INVENTED
        if card.abilities
    )

    assert max(said.values()) == 1


def test_the_two_starter_decks_of_a_colour_share_neither_boss_nor_most_of_their_cards():
    for color in Color:
        one, two = (cards for cards in map(starter_cards, starter_decks()) if cards[0].color is color)
        assert not {card for card in one if card.type is CardType.BOSS} & set(two)
        assert len(Counter(one) & Counter(two)) <= 4


def starter_cards(name):
    return main_cards(read_deck(starter_decks()[name]), POOL)


# What is played


def test_every_ability_of_the_pool_is_carried_out_three_times_in_games_with_random_decks():
    found = carried_out()
    rare = {(card.name, number) for card, number in ABILITIES if found[card.name, number] < ENOUGH}

    assert rare == set(NEVER_CARRIED_OUT)


def test_a_game_between_bots_ends_and_is_the_same_again():
    decks = ("Quick Fire", "Long Night")
    once, again = (play(decks, (greedy, random_legal), "Anna") for _ in range(2))

    assert once.over
    assert once.winner == 0
    assert (once.events, once.state.life) == (again.events, again.state.life)


def carried_out():
    """How often each ability, as a name and a number from 0, was carried out or made itself felt, game after game
    until every one was often enough; the cards that still lack something are the first to come into a deck."""
    found = Counter()
    for number in range(MOST_GAMES):
        rare = [card for card, place in ABILITIES if card.playable and found[card.name, place] < ENOUGH]
        if not rare:
            break
        colors = rare[number % len(rare)].color, list(Color)[number % 3]
        lists = [some_list(color, f"{number}/{seat}", rare) for seat, color in enumerate(colors)]
        found.update(carried_out_in(Table(*lists, PLAYED, first=1 + number // 2 % 2), f"pool/{number}"))
    return found


def carried_out_in(table, seed):
    """The abilities of one game, each as often as it came to its end or began to make itself felt."""
    start = table.start()
    under_way, before = [], set()
    for _, _, step in game(start._replace(vim=(RICH, RICH)) if seed[-1] in "02468" else start, luck(seed)):
        under_way += begun(step)
        running = {(frame.pending.source, frame.pending.number) for frame in step.state.frames if frame.pending}
        now = set(felt(step.state))
        over = [each for each in under_way if each not in running]
        yield from ((step.state.copies[card].face.name, number) for card, number in (*over, *(now - before)))
        under_way, before = [each for each in under_way if each in running], now


def some_list(color, seed, wanted):
    """A deck of a colour by chance, the wanted cards and the wizards who summon them first."""
    drawn = iter(luck(seed, 200))
    own = {kind: [c for c in PLAYED.cards if c.color is color and c.type is kind and c.playable] for kind in CardType}
    called = {name for card in own[CardType.SUMMON] if card in wanted for name in summoning_condition_of(card).names}
    mixed = {
        kind: sorted(cards, key=lambda card: (card not in wanted and card.name not in called, next(drawn)))
        for kind, cards in own.items()
    }
    wizards = mixed[CardType.WIZARD][:3]
    summons = [card for card in mixed[CardType.SUMMON] if can_call(card, wizards)]
    piles = [*ten(summons, wanted), *ten(mixed[CardType.SPELL], wanted)]
    return "\n".join([mixed[CardType.BOSS][0].name, *(card.name for card in wizards), *piles])


def can_call(card, wizards):
    names = summoning_condition_of(card).names
    return not names or all(any(wizard.name == name for wizard in wizards) for name in names)


def ten(cards, wanted):
    """Ten of them by name: three of each that is wanted, the others as evenly as they allow."""
    first = [card for card in cards if card in wanted for _ in range(3)]
    return [card.name for card in (first + [card for card in cards if card not in wanted] * 3)[:10]]


def begun(step):
    """The abilities that began in a step, by card and number."""
    return [(event.card, event.amount - 1) for event in step.events if event.kind == "ability" and event.amount]


def felt(state):
    """The abilities that apply all the time and make a difference now."""
    for copy in state.copies:
        if copy.zone == TABLE and copy.up and copy.face.name in FELT and FELT[copy.face.name](state, copy):
            yield copy.id, 0


def stronger(state, copy):
    return copy.bonus > 0


def all_stronger(state, copy):
    own = [each for each in state.copies if each.zone == TABLE and each.control == copy.control and fights(each)]
    return any(each.bonus > 0 for each in own if each is not copy)


def cheaper(state, copy):
    spells = [each.face for each in state.copies if each.owner == copy.control and each.face.type is CardType.SPELL]
    return any(continuous_effects.cost(state, copy.control, face) < face.cost for face in spells)


def keeps_from_attacking(state, copy):
    return continuous_effects.forbidden(state, "attack", copy.id) is not None


def keeps_the_main_phase_from_ending(state, copy):
    return check_attacks_made(state, copy.control) is not None


def lets(what):
    return lambda state, copy: continuous_effects.combat_rule(state, what, copy.id) is not None


def keeps_from_being_chosen(state, copy):
    spells = [each for each in state.copies if each.face.type is CardType.SPELL]
    return continuous_effects.forbidden(state, "be chosen", copy.id, spells[0].id) is not None


def keeps_from_casting(state, copy):
    spells = [each for each in state.copies if each.face.type is CardType.SPELL]
    return continuous_effects.forbidden(state, "cast spells", player(1 - copy.control), spells[0].id) is not None


def makes_attacks_dearer(state, copy):
    others = [each.id for each in state.copies if each.zone == TABLE and each.face.type is CardType.SUMMON]
    return any(fight_rules.price(state, "attack", each, player(copy.control)) for each in others)


def stands_with_others(state, copy):
    own = [each for each in state.copies if each.zone == TABLE and each.control == copy.control and fights(each)]
    return len(own) > 1


def wounded(state, copy):
    return copy.strength < copy.face.strength


FELT = {
    "Sapling Guard": stronger,
    "Mossback Turtle": stronger,
    "Hoarfrost Crab": stronger,
    "Old Ploughking": all_stronger,
    "Ninth Current": cheaper,
    "Bellows Bairn": stands_with_others,
    "Elder of Quiet Fields": makes_attacks_dearer,
    "Fallow Guardian": lets("block anywhere"),
    "Headlong Ram": keeps_the_main_phase_from_ending,
    "Kelpbound Hulk": keeps_from_attacking,
    "Kindling Twins": stronger,
    "Keystone Ox": all_stronger,
    "Lock Keeper": keeps_from_casting,
    "Mothgrey Chancellor": cheaper,
    "Rooftop Salamander": lets("attack past summons"),
    "Sallow Firebrand": lets("attack twice"),
    "Solitary Yew": stronger,
    "Thaw Sentinel": keeps_from_being_chosen,
    "Thornback Aurochs": wounded,
}
