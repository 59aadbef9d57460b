"""The second interpreter by itself, and held against the engine."""

import pytest

from tests.engine.bos.second_interpreter import agreement, lines, random_texts, records, sentences
from tests.engine.bos.second_interpreter.words import Unknown

PAGE = "docs/card-language.md"
HEADERS = "[Bid P1 4 P2 7] [First P1]\n[Wizards P1 Ada, Bea, Cora]\n[Wizards P2 Dan, Eli, Finn]\n"
WILD = (1, 2, 6, 9, 16, 21)


def card(name, kind, *texts, strength=None, cost=None, condition=None):
    abilities = [{"text": text, "mandatory": "must" in text.split()} for text in texts]
    return {"name": name, "type": kind, "color": "red", "strength": strength, "cost": cost, "condition": condition,
            "abilities": abilities}  # fmt: skip


def followed(body, *said):
    """The last table of a game between Anna and Ben: Imp3 and Imp5 are summons of that strength, `said` more cards."""
    conduct = "Conduct a summon with any red wizard."
    cards = [
        *(card(name, "wizard") for name in ("Ada", "Bea", "Cora", "Dan", "Eli", "Finn")),
        *(card(f"Imp{strength}", "summon", strength=strength, condition=conduct) for strength in (3, 5)),
        *said,
    ]
    rest = [entry["name"] for entry in cards if entry["type"] != "wizard"]
    text = HEADERS + "\n".join(line.strip() for line in body.split(";"))
    seen, _, stumbled = records.follow(text, [["Ada", "Bea", "Cora", *rest], ["Dan", "Eli", "Finn", *rest]],
                                       records.faces(cards))  # fmt: skip
    assert stumbled is None, stumbled
    return seen[max(seen)]


def rows():
    """Every printed sentence of the page with the type of card it can stand on."""
    section = ""
    with open(PAGE, encoding="utf-8") as page:
        for line in page:
            section = line[3:].strip() if line.startswith("## ") else section
            parts = line.strip().strip("|").split(" | ")
            if line.startswith("| ") and len(parts) == 2 and parts[0].strip() != "printed":
                yield section, parts[0].strip(), parts[1].strip()


def read(section, printed, means):
    """What a sentence of the page is read into; None for one that is unknown."""
    try:
        if section == "Summoning conditions":
            return sentences.summoning_condition(printed)
        if section == "Conditions of bosses":
            return sentences.boss_condition(printed)
        return sentences.ability(printed, "spell" if means.startswith(("cast for", "enchantment")) else "summon")
    except Unknown:
        return None


def test_most_sentences_of_the_page_are_read_and_the_others_are_unknown():
    assert sum(read(*row) is not None for row in rows()) >= 270


def test_what_it_does_not_know_is_unknown():
    with pytest.raises(Unknown):
        sentences.ability("Copy a summon.", "spell")


def test_it_is_the_other_card_where_the_verb_leaves_both():
    steps = sentences.ability("When this attacks a summon: Act it.", "summon").steps

    assert steps[0].deed.to.slot == "object"


def test_a_line_is_taken_apart():
    (line,) = lines.read("4. + wa.2 -> 2b, P1 = 3 {1v+2e}")

    assert (line.kind, line.place, line.nth, line.targets) == ("+", "wa", 2, ["2b", "P1"])
    assert (line.value, line.paid) == (3, (1, 2))


def test_a_battle_takes_strength_from_both():
    table = followed("T1 P1; S a Imp5; S b Imp3; A a x b; E")

    assert table["seats"][0]["places"]["1a"] == ("Imp5", True, True, 2, [])
    assert table["seats"][0]["graveyard"] == ["Imp3"]


def test_vim_doubles_before_a_spell_is_paid_with_vim_and_ether():
    table = followed("T1 P1; C Word {1v+1e}; E", card("Word", "spell", "You gain 3 life.", cost=2))

    assert [table["seats"][0][pool] for pool in ("life", "vim", "ether")] == [33, 1, 3]


def test_a_bonus_of_an_enchantment_ends_with_it():
    said = [
        card("Charm", "spell", "Enchant a summon. The enchanted summon gains 2 strength.", cost=0),
        card("Bare", "spell", "Remove all enchantments from a summon.", cost=0),
    ]
    under = followed("T1 P1; S a Imp3; C Charm -> a; E", *said)
    bare = followed("T1 P1; S a Imp3; C Charm -> a; C Bare -> a; E", *said)

    assert under["seats"][0]["places"]["1a"] == ("Imp3", True, False, 5, ["Charm"])
    assert bare["seats"][0]["places"]["1a"] == ("Imp3", True, False, 3, [])


def test_a_duration_is_over_at_the_end_of_the_turn():
    word = card("Word", "spell", "A summon you control gains 2 strength until the end of the turn.", cost=0)

    table = followed("T1 P1; S a Imp3; C Word -> a; E; T2 P2; E", word)

    assert table["seats"][0]["places"]["1a"][3] == 3


def test_a_replaced_defeat_does_not_happen():
    phoenix = card("Phoenix", "summon", "When this would be defeated: Return this to its owner's castle instead.",
                   strength=2, condition="Conduct a summon with any red wizard.")  # fmt: skip

    table = followed("T1 P1; S a Imp5; S b Phoenix; A a x b; E", phoenix)

    assert "Phoenix" in table["seats"][0]["castle"]
    assert table["seats"][0]["graveyard"] == []


def test_what_waits_is_used_at_its_moment():
    word = card("Word", "spell", "At the start of your next turn, you lose 3 vim.", cost=0)

    assert followed("T1 P1; C Word; E; T2 P2; E; T3 P1; E", word)["seats"][0]["vim"] == 0


def owl(text, strength):
    return card("Owl", "summon", text, strength=strength, condition="Conduct a summon with any red wizard.")


def test_a_card_that_was_just_defeated_is_still_enchanted():
    bird = owl("During your main phase, [defeat a summon you control]: You gain 1 life unless this is enchanted.", 3)
    charm = card("Charm", "spell", "Enchant a summon. The enchanted summon gains 2 strength.", cost=0)

    assert followed("T1 P1; S a Owl; U a; E", bird, charm)["seats"][0]["life"] == 31
    assert followed("T1 P1; S a Owl; C Charm -> a; U a; E", bird, charm)["seats"][0]["life"] == 30


def test_a_spell_is_cast_again_while_what_it_left_asks_nothing():
    left = "Until the end of the turn, when a summon you control is defeated, a player gains 2 vim."
    word = card("Word", "spell", left, cost=0)

    table = followed("T1 P1; S a Imp5; S b Imp3; C Word; A a x b; C Word; E", word, word)

    assert table["seats"][0]["graveyard"] == ["Imp3", "Word", "Word"]


def test_a_wizard_that_cannot_be_turned_face_down_pays_no_price():
    bird = owl("When a summon is defeated, [turn a wizard you control face-down]: You gain 1 life.", 3)
    fox = {**owl("Each wizard you control cannot be turned face-down.", 6), "name": "Fox"}

    table = followed("T1 P1; S a Owl; S c Imp3; E; T2 P2; E; T3 P1; S b Fox; A b x c", bird, fox)

    assert table["seats"][0]["graveyard"] == ["Imp3"]


def test_a_summon_that_cannot_be_returned_pays_no_price():
    bird = owl("When this attacks, [return a summon you control to its owner's castle]: You gain 1 life.", 6)
    idol = {**owl("Each summon you control cannot be returned.", 3), "name": "Idol"}
    scene = "T1 P1; S a Owl; S b Imp3; S c Imp5; A a x b; + a -> c; E"

    assert followed(scene, bird)["seats"][0]["life"] == 31
    with pytest.raises(AssertionError):
        followed(scene.replace("Imp5", "Idol"), bird, idol)


def test_a_line_behind_a_summon_goes_on_with_the_spell_that_conducted_it():
    word = card("Word", "spell", "Conduct a summon. Up to two summons lose 1 strength.", cost=0)

    table = followed("T1 P1; C Word; S a Imp5; C Word -> a; E", word)

    assert table["seats"][0]["places"]["1a"] == ("Imp5", True, False, 4, [])


def test_a_card_that_its_own_price_defeats_is_not_chosen_any_more():
    swap = "Swap a summon you control with a summon you control."
    bird = owl(f"During your main phase, [this loses 1 strength]: {swap}", 1)

    table = followed("T1 P1; S a Owl; S b Imp3; U a -> b; E", bird)

    assert table["seats"][0]["places"]["1b"] == ("Imp3", True, False, 3, [])
    assert table["seats"][0]["graveyard"] == ["Owl"]


def test_a_line_that_goes_on_in_the_turn_of_the_other_player_has_its_own_side():
    offer = "You may pay 1 life. If you do, you gain 1 vim. Otherwise, deal 1 damage to a summon."
    bird = owl(f"During each player's main phase, [X vim]: {offer}", 3)
    scene = "T1 P1; S c Imp5; E; T2 P2; S b Owl; E; T3 P1; A c P2; > U b = 0; {} = 0; E"

    for line, place in (("+ 2b -> c", "1c"), ("> + b -> 1c", "1c"), ("> + b -> b", "2b")):
        table = followed(scene.format(line), bird)
        strengths = {at: card[3] for seat in table["seats"] for at, card in seat["places"].items() if card[3]}
        assert strengths == {"1c": 5, "2b": 3} | {place: {"1c": 4, "2b": 2}[place]}


def test_a_cast_is_heard_before_the_spell_does_anything():
    heard = owl("When an opponent casts a spell: You must gain 1 life.", 3)
    take = card("Word", "spell", "Gain control of a summon an opponent controls.", cost=0)
    bring = card("Call", "spell", "Put a summon in your castle onto the battlefield.", cost=0)
    own = {**owl("When you cast a spell: You must gain 1 life.", 3), "name": "Crow"}

    taken = followed("T1 P1; E; T2 P2; S a Owl; E; T3 P1; C Word -> 2a, a; E", heard, take)
    brought = followed("T1 P1; C Call -> Crow, a; E", bring, own)

    assert [seat["life"] for seat in taken["seats"]] == [30, 31]
    assert brought["seats"][0]["life"] == 30


@pytest.mark.parametrize(("bounds", "life"), [("3 or more", 31), ("2 or less", 30)])
def test_an_event_about_strong_cards_that_fall_asks_for_the_strength_that_they_last_had(bounds, life):
    bird = owl(f"When a summon with {bounds} strength is defeated: You must gain 1 life.", 6)

    table = followed("T1 P1; S a Owl; S b Imp5; S c Imp3; A b x c; E", bird)

    assert table["seats"][0]["life"] == life


def test_what_a_line_has_left_over_comes_before_the_next_line_for_what_the_ability_left():
    left = "Until the end of the turn, when this deals damage to a summon, deal 1 damage to a summon or a player."
    bird = owl(f"When this attacks: {left}", 5)

    table = followed("T1 P1; S a Imp3; S b Owl; S c Imp5; A b x a; + b -> c; + b -> P1; E", bird)

    assert {at: one[3] for at, one in table["seats"][0]["places"].items() if one[3]} == {"1b": 2, "1c": 4}
    assert table["seats"][0]["life"] == 29


def test_what_a_card_tells_of_its_going_is_named_by_the_card_though_it_has_come_back():
    bird = owl("When this leaves the battlefield: Put a summon in your graveyard onto the battlefield.", 6)

    crow = {**bird, "name": "Crow"}

    table = followed("T1 P1; S a Owl; S b Crow; A a x b; C Owl -> Crow, c; C Crow -> Owl, a; E", bird, crow)

    assert {at: table["seats"][0]["places"][at][0] for at in ("1a", "1c")} == {"1a": "Owl", "1c": "Crow"}


def test_a_line_is_not_about_what_was_left_waiting_where_nothing_of_that_can_be_done():
    bird = owl("In the middle of your main phase, [act]: At the start of your next main phase, act a red boss.", 3)
    crow = {**bird, "name": "Crow"}

    table = followed("T1 P1; S a Owl; S b Crow; + a; + b; E; T2 P2; E; T3 P1; + a; E", bird, crow)

    assert [table["seats"][0]["places"][at][2] for at in ("1a", "1b")] == [True, False]


@pytest.mark.parametrize(("bounds", "life"), [("3 or more", 31), ("2 or less", 30)])
def test_a_card_that_has_just_fallen_is_asked_for_the_strength_that_it_last_had(bounds, life):
    asked = f"If it has {bounds} strength, you gain 1 life."
    heard = owl(f"When this deals damage: Another summon loses 3 strength. {asked}", 5)
    word = card("Word", "spell", f"Defeat a summon. {asked}", cost=0)

    spelled = followed("T1 P1; S b Imp3; S c Imp5; C Word -> b; E", word)
    felled = followed("T1 P1; S a Owl; S b Imp3; S c Imp5; A a x c; + a -> b; E", heard)

    assert [table["seats"][0]["life"] for table in (spelled, felled)] == [life, life]


def test_what_a_card_left_that_is_gone_is_not_told_by_the_place_where_another_one_stands_now():
    bird = owl("During your main phase: At the end of the turn, a summon loses 1 strength.", 1)
    move = card("Word", "spell", "Move a summon you control to an adjacent column.", cost=0)

    scene = "T1 P1; S a Owl; S b Owl; S c Imp5; U a; U b; A c x a; C Word -> b, a; E; ! a -> c; C Owl -> a"
    table = followed(scene, bird, bird, move)

    assert table["seats"][0]["graveyard"] == ["Owl", "Owl", "Word"]
    assert table["seats"][0]["places"]["1c"][3] == 3


def test_a_line_may_say_that_none_of_any_number_is_chosen_where_there_is_only_one():
    word = card("Word", "spell", "Conduct a summon. Deal 3 damage to any number of summons you control.", cost=0)

    table = followed("T1 P1; S a Imp5; C Word = 0; C Word = 0; E", word, word)

    assert table["seats"][0]["spellbook"] == ["Word"]


def test_a_line_that_does_not_fit_what_waits_first_is_about_what_waits_next():
    heard = "When a summon takes damage: Return a summon with 2 or less strength to its owner's castle."
    word = card("Word", "spell", heard, cost=0)
    scene = "T1 P1; S a Owl; S b Imp5; S c Imp3; A a x b; + a -> c; C Word -> a; E"

    table = followed(scene, word, owl("When this attacks: Deal 1 damage to a summon.", 6))

    assert table["seats"][0]["castle"] == ["Owl"]


def test_who_deals_damage_is_aimed_at_before_what_takes_it():
    bird = owl("When this attacks: A summon you control deals 2 damage to a summon with 2 to 5 strength.", 6)

    table = followed("T1 P1; S a Owl; S b Imp5; S c Imp3; A a x b; + a -> a, c; E", bird)

    assert table["seats"][0]["places"]["1c"][3] == 1


def test_a_line_that_aims_at_something_is_about_what_an_ability_left_while_it_waits_again_and_again():
    left = "Until the end of the turn, when this deals damage, a summon gains 1 strength."
    word = card("Word", "spell", "When a summon you control attacks: You gain 1 life.", cost=0)
    scene = "T1 P1; S a Owl; S b Imp5; S c Imp3; A a x b; C Word; C Word; C Word; + a; + a -> c; E"

    table = followed(scene, word, word, word, owl(f"When you cast a spell: {left}", 6))

    assert table["seats"][0]["places"]["1c"][3] == 4


def test_a_bare_line_behind_a_summon_says_that_nothing_more_is_chosen():
    heard = "When a summon is defeated: Conduct a summon. Any number of summons you control lose 1 strength."
    scene = "T1 P1; S a Owl; S b Imp3; A a x b; + a; S c Imp5; + a; E; T2 P2"

    table = followed(scene, owl(heard, 6))

    assert {at: one[3] for at, one in table["seats"][0]["places"].items() if one[3]} == {"1a": 3, "1c": 5}


@pytest.mark.parametrize("seed", range(4))
def test_games_with_plain_and_starter_decks_are_followed(seed):
    from tests.engine.bos import random_players

    table = random_players.tables()[(-1, 3, 24, 30)[seed]]

    assert agreement.disagreement(table, agreement.played(table, f"plain {seed}")) is None


@pytest.mark.parametrize("seed", WILD)
def test_games_with_random_sentences_are_followed(seed):
    table = random_texts.wild_table(f"w{seed}")

    one = agreement.disagreement(table, agreement.played(table, f"w{seed}", most=100))

    assert one is None, agreement.told(table, one)
