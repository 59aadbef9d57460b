"""What was swapped or placed in secret: what a judge can still say about it, and what nobody else learns of it."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bos.decks.deck_lists import main_cards, read_deck, reserve_cards
from engine.bos.game import apply, check, options, view
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.piles import available, in_pile, pile_size
from engine.bos.model.places import wizard_place
from engine.bos.model.state import CASTLE, GRAVEYARD, PILE_OF, SPELLBOOK, Draft, Question, at
from engine.bos.records.record_setup import Pinned, open_game
from engine.bos.rules.initial_state import start
from engine.bos.rules.options import legal
from engine.contract import Given
from engine.log import read
from tests.engine.bos.simple_cards import HEAD, LISTS, POOL, RED_AND_YELLOW, judged, opening, told

BRUTES_FOR_WOLVES = "-Slag Brute -Slag Brute +Cinder Wolf +Cinder Wolf"
WITH_WOLVES = (
    LISTS["red"].replace("2 Slag Brute", "2 ?").replace("2 Cinder Wolf", "2 Slag Brute").replace("?", "Cinder Wolf")
)
KNOWN_HOW = {
    "written": {"head": HEAD + f"[Number 2] [Swap P1 {BRUTES_FOR_WOLVES}]\n"},
    "pinned": {
        "head": HEAD + "[Number 2]\n",
        "decks": RED_AND_YELLOW | {"P1": WITH_WOLVES},
        "pinned": Pinned(0, (4, 0)),
    },
    "unknown": {"head": HEAD + "[Number 2]\n"},
}
"""Anna plays the second game with two wolves in the place of her brutes, and how a record comes to be judged."""


def anna_plays(*turns):
    """Her turns, and nothing between them but the end of Ben's."""
    return ";".join(
        f"T{2 * n + 1} P1;{turn}" + f";T{2 * n + 2} P2;E" * (n + 1 < len(turns)) for n, turn in enumerate(turns)
    )


TEN_SUMMONS = (
    "S a Lava Hound;S b Smoke Runner;S c Cinder Imp;A b x c;A a x b;E",
    "S b Smoke Runner;S c Cinder Imp;A b x c;A a x b;E",
    "S b Cinder Imp;S c Cinder Wolf;A c x b;A a x c;E",
    "S a Lava Hound;S b Cinder Wolf;A a x c;A b x c;E",
    "S a Lava Hound;A a x b;E",
)


@pytest.mark.parametrize("how", KNOWN_HOW)
def test_an_eleventh_summon_is_found_whether_the_swap_is_known_or_not(how):
    """Ten summons fought one another; the third runner was never in this deck."""
    assert told(anna_plays(*TEN_SUMMONS), **KNOWN_HOW[how])[0] == "unfinished"

    found = judged(anna_plays(*TEN_SUMMONS, "S c Smoke Runner"), **KNOWN_HOW[how])

    assert (found["finding"], found["line"], found["rule"]) == ("illegal", found["upto"] + 1, "5.1.6")
    assert found["message"] == "The castle of P1 is empty; Smoke Runner cannot come from it."


@pytest.mark.parametrize("how", KNOWN_HOW)
def test_a_fourth_copy_is_found_whether_the_swap_is_known_or_not(how):
    three = "T1 P1;S a Lava Hound" + ";C Bellows -> a" * 3

    assert told(three, **KNOWN_HOW[how])[0] == "unfinished"
    assert told(f"{three};C Bellows -> a", **KNOWN_HOW[how]) == ("illegal", 6, "6.1.6")


@pytest.mark.parametrize("how", KNOWN_HOW)
def test_a_foreign_card_is_found_whether_the_swap_is_known_or_not(how):
    """Orchards and oxen are yellow; Anna's list is red, with all of its reserves."""
    assert told("T1 P1;S a Granite Ox", **KNOWN_HOW[how]) == ("illegal", 2, "1.1.4")
    assert told("T1 P1;C Sudden Orchard", **KNOWN_HOW[how]) == ("illegal", 2, "1.1.4")


def test_a_reserve_may_have_come_in_only_where_nothing_says_otherwise():
    """The third runner is a reserve; two are in the list, and this swap left it there."""
    third = anna_plays(
        "S a Lava Hound;S b Smoke Runner;A a x b;E",
        "S b Smoke Runner;A b x a;E",
        "S a Lava Hound;A a x b;E",
        "S b Smoke Runner",
    )

    assert told(third, **KNOWN_HOW["unknown"])[0] == "unfinished"
    assert [told(third, **KNOWN_HOW[how])[2] for how in ("written", "pinned")] == ["5.1.6", "5.1.6"]


def unseen_table():
    """The second game before it begins, when nobody knows what Anna swapped."""
    return start(open_game(read(HEAD + "[Number 2]"), Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION)).setup)


def some_swap_explains(seen, zone):
    """By trying every swap: whether as many cards can leave as enter, so that all these are in the deck (12.3.5)."""
    main = Counter(c.name for c in main_cards(read_deck(LISTS["red"]), POOL) if PILE_OF.get(c.type) == zone)
    spare = Counter(c.name for c in reserve_cards(read_deck(LISTS["red"]), POOL) if PILE_OF.get(c.type) == zone)
    for entering in product(*(range(copies + 1) for copies in spare.values())):
        for leaving in product(*(range(copies + 1) for copies in main.values())):
            if sum(entering) == sum(leaving):
                deck = main + Counter(dict(zip(spare, entering, strict=True)))
                deck.subtract(dict(zip(main, leaving, strict=True)))
                if all(deck[name] >= copies for name, copies in seen.items()):
                    return True
    return False


@settings(max_examples=60)
@given(st.sampled_from([CASTLE, SPELLBOOK]), st.data())
def test_a_card_can_be_taken_exactly_while_some_swap_explains_all_that_were_seen(zone, data):
    """Cards come out one after another, and some go back; what was seen once was in the deck all the time."""
    draft = Draft(unseen_table())
    names = sorted({copy.face.name for copy in in_pile(draft, 0, zone)})
    seen = Counter()
    for _ in range(data.draw(st.integers(8, 14))):
        card = POOL.find(data.draw(st.sampled_from(names)))
        out = sum(c.owner == 0 and c.face is card and c.zone == GRAVEYARD for c in draft.copies)
        wanted = seen | Counter({card.name: out + 1})
        taken = available(draft, 0, zone, card)

        assert (taken is not None) == some_swap_explains(wanted, zone)
        assert (card in [copy.face for copy in in_pile(draft, 0, zone)]) == (taken is not None)
        if taken:
            seen = wanted
            draft.put_away(taken.id, GRAVEYARD)
            if data.draw(st.booleans()):
                draft.put_away(taken.id, zone)
        assert pile_size(draft, 0, zone) == 10 - sum(c.owner == 0 and c.zone == GRAVEYARD for c in draft.copies)


# What nobody learns

YELLOW = tuple(POOL.find(name) for name in ("Honeycomb Bear", "Ambercrest Stag", "Field Sentinel", "Granite Ox"))
HYMNS = tuple(POOL.find(name) for name in ("Bark Ward", "Warm Rain Hymn", "Threshing Feast", "Sudden Orchard"))
"""What Ben may hold: cards that wait for no event, so that he is asked nothing which their absence would spare him."""


def dealt(columns, pile):
    """Ben's wizards lie in these columns, and his piles hold these cards; all else is as Anna knows it."""
    setup = opening()
    wizards = tuple(setup.wizards[1][column] for column in columns)
    return start(replace(setup, wizards=(setup.wizards[0], wizards), piles=(setup.piles[0], pile)))


def piles():
    summons = st.lists(st.sampled_from(YELLOW), min_size=10, max_size=10)
    spells = st.lists(st.sampled_from(HYMNS), min_size=10, max_size=10)
    return st.builds(lambda one, two: tuple(sorted((*one, *two), key=lambda card: card.key)), summons, spells)


def known(state, number):
    """A card as somebody at the table could name it; one that nobody saw is any card at its place."""
    copy = state.copies[number]
    return (copy.owner, copy.zone, copy.place, copy.face.name if copy.public else None)


def seen(step):
    """What happened, in which copies go by what is known of them."""
    return [
        (event.kind, *(known(step.state, one) if one >= 0 else one for one in (event.card, event.other)), event.seat,
         event.amount)
        for event in step.events
    ]  # fmt: skip


def placed(state):
    """Ben's first turn begins, and he lays his wizards from left to right in the order of their names."""
    for answer in legal(state):
        after = apply(state, answer)
        wizards = [at(after.state, wizard_place(1, column)).face.name for column in range(3)]
        if wizards == sorted(wizards):
            return after
    raise AssertionError("every order of wizards can be laid")


@settings(max_examples=50, deadline=None)
@given(
    st.permutations(range(3)),
    st.permutations(range(3)),
    piles(),
    piles(),
    st.lists(st.integers(0, 10_000), min_size=10, max_size=40),
)
def test_two_tables_that_differ_only_in_bens_secrets_look_the_same_to_anna(one, other, pile, other_pile, choices):
    """Whatever both tables allow is played on both, by either player, until Ben shows what only one of them holds."""
    first, second = dealt(one, pile), dealt(other, other_pile)
    for number in choices:
        for who in (0, "public"):
            assert view(first, who) == view(second, who)
        assert options(first, 0) == options(second, 0)
        assert (first.question, first.outcome) == (second.question, second.outcome)
        if first.outcome:
            return
        if first.question == Question("begin", 1) and not first.turns[1]:
            first, second = placed(first), placed(second)
        else:
            both = [answer for answer in legal(first) if check(second, answer) is None]
            answer = both[number % len(both)]
            first, second = apply(first, answer), apply(second, answer)
        assert seen(first) == seen(second)
        first, second = first.state, second.state
