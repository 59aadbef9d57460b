"""Other wordings of when and if: each is read, and printed back as the one sentence of the house."""

import pytest

from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.reader import read_boss_condition, read_summoning_condition, read_text
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType

ONCE = "When this attacks: You gain 1 life. Use this ability only once per turn."
LIMITS = [
    ("Once per turn, when this attacks: You gain 1 life.", ONCE),
    ("Only once each turn, when this attacks: You gain 1 life.", ONCE),
    ("When this attacks, once per turn: You gain 1 life.", ONCE),
    ("When this attacks: You gain 1 life once a turn.", ONCE),
    ("When this attacks: You gain 1 life, but only once per turn.", ONCE),
    ("When this attacks: You gain 1 life. Use this only once per turn.", ONCE),
    ("When this attacks: You gain 1 life. Do this only once each turn.", ONCE),
    ("When this attacks: You gain 1 life. This ability works only once per turn.", ONCE),
    ("The first time this attacks each turn: You gain 1 life.", ONCE),
    ("The first time each turn this attacks, you gain 1 life.", ONCE),
    ("When this attacks for the first time each turn: You gain 1 life.", ONCE),
    (
        "The first time you gain life each turn, if you control a boss: You gain 1 vim.",
        "When you gain life, if you control a boss: You gain 1 vim. Use this ability only once per turn.",
    ),
    (
        "Once during each of your turns, [1 vim]: You gain 1 life.",
        "During your turn, [1 vim]: You gain 1 life. Use this ability only once per turn.",
    ),
    (
        "The first time this attacks in the game: You gain 1 life.",
        "When this attacks: You gain 1 life. Use this ability only once per game.",
    ),
]
EVENTS = [
    ("your boss attacks", "a boss you control attacks"),
    ("an opponent's summon attacks", "a summon an opponent controls attacks"),
    ("one of your summons is defeated", "a summon you control is defeated"),
    ("another of your summons is defeated", "another summon you control is defeated"),
    ("one of your opponent's wizards acts", "a wizard an opponent controls acts"),
    ("this attacks an opponent's boss", "this attacks a boss an opponent controls"),
    ("this dies", "this is defeated"),
    ("your summon falls", "a summon you control is defeated"),
    ("a summon is destroyed by this", "this defeats a summon"),
    ("this enters the battlefield", "this is summoned"),
    ("a summon comes into play", "a summon is summoned"),
    ("your summon is put onto the battlefield", "a summon you control is summoned"),
    ("this is dealt 2 or more damage by a boss", "a boss deals 2 or more damage to this"),
    ("this takes damage from a summon", "a summon deals damage to this"),
    ("this deals battle damage to a player", "this deals damage to a player in battle"),
    ("this is turned up", "this is turned face-up"),
    ("a spell is cast", "a player casts a spell"),
    ("a red spell is cast by an opponent", "an opponent casts a red spell"),
    ("an opponent's spell is cast", "an opponent casts a spell"),
    ("a summon is summoned by you", "you summon a summon"),
    ("this wins a battle", "this defeats a summon or boss in battle"),
    ("this loses a battle", "this is defeated in battle"),
    ("you lose a battle", "a summon or boss you control is defeated in battle"),
    ("you cast a second red spell in a turn", "you cast your second red spell each turn"),
    ("an opponent casts the first spell each turn", "an opponent casts their first spell each turn"),
    ("you pay 3 or more vim", "you spend 3 or more vim"),
    ("you're attacked", "a summon or boss attacks you"),
    ("this attacks and you control a boss", "this attacks, if you control a boss"),
]  # fmt: skip
STATES = [
    ("your boss is ready", "you control a ready boss"),
    ("your boss is not face-up", "you control no face-up bosses"),
    ("an opponent's boss is face-up", "an opponent controls a face-up boss"),
    ("your boss has 5 or more strength", "you control a boss with 5 or more strength"),
    ("one of your summons is acted", "you control an acted summon"),
    ("a summon you control is enchanted", "you control an enchanted summon"),
    ("a summon is enchanted", "there are 1 or more enchanted summons"),
    ("your boss attacked this turn", "a boss you control attacked this turn"),
    ("your boss did not attack this turn", "no boss you control attacked this turn"),
    ("you have cast two or more red spells this turn", "you cast 2 or more red spells this turn"),
    ("you didn't cast a spell this turn", "you cast no spells this turn"),
    ("a spell has been cast this turn", "a spell was cast this turn"),
    ("you summoned a summon this turn", "a summon you control was summoned this turn"),
    ("you have not attacked this turn", "no summon or boss you control attacked this turn"),
    ("two or more summons were defeated this turn", "2 or more summons were defeated this turn"),
    ("this has not been attacked this turn", "this was not attacked this turn"),
    ("this took damage this turn", "this was dealt damage this turn"),
    ("you have gained at least 3 life this turn", "you gained 3 or more life this turn"),
    ("an opponent did not lose life this turn", "an opponent lost no life this turn"),
    ("your life is 10 or less", "you have 10 or less life"),
    ("your life is less than an opponent's", "you have less life than an opponent"),
    ("your life is equal to an opponent's life", "your life is equal to an opponent's life"),
    ("the strength of this is more than 4", "this has 5 or more strength"),
    ("this is stronger than each other summon",
     "there are no other summons with strength at least the strength of this"),
    ("you have at least twice as much vim as an opponent", "your vim is at least twice an opponent's vim"),
    ("you have more cards in your graveyard than an opponent",
     "the number of cards in your graveyard is more than the number of cards in an opponent's graveyard"),
    ("you control fewer summons than an opponent", "an opponent controls more summons than you"),
    ("you control as many bosses as an opponent",
     "the number of bosses you control is equal to the number of bosses an opponent controls"),
    ("there is no boss on the battlefield", "there are no bosses"),
    ("both players have 10 or less life", "each player has 10 or less life"),
    ("you have 5 or less life or control no summons", "you have 5 or less life or you control no summons"),
    ("you control a red summon and a blue summon", "you control a red summon and you control a blue summon"),
    ("all your summons are acted", "you control no ready summons"),
    ("neither player controls a boss", "each player controls no bosses"),
    ("you have more than 5 vim", "you have 6 or more vim"),
    ("you control fewer than 3 summons", "you control 2 or fewer summons"),
    ("this has at least 5 strength", "this has 5 or more strength"),
    ("you have no vim left", "you have 0 or less vim"),
    ("your graveyard contains 3 or more spells", "you have 3 or more spells left in your graveyard"),
    ("there are more cards in your castle than in an opponent's",
     "the number of cards in your castle is more than the number of cards in an opponent's castle"),
    ("it's your first turn", "it is your first turn"),
    ("this is acted and attacked this turn", "this is acted and this attacked this turn"),
]  # fmt: skip


def printed(text, kind=CardType.SUMMON):
    card = Card("Somebody", kind, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card, pool=sample_pool())
    assert [problem for problem in read.problems if problem.severity == "error"] == []
    return print_text(read.text, card_type=card.type)


@pytest.mark.parametrize(("text", "house"), LIMITS)
def test_how_often_can_be_said_in_front_behind_and_by_the_first_time(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(("event", "house"), EVENTS)
def test_an_event_can_be_worded_otherwise(event, house):
    assert printed(f"When {event}: You gain 1 ether.") == f"When {house}: You gain 1 ether."


@pytest.mark.parametrize(("state", "house"), STATES)
def test_a_state_can_be_worded_otherwise(state, house):
    assert (
        printed(f"During your turn, if {state}: You gain 1 ether.")
        == f"During your turn, if {house}: You gain 1 ether."
    )


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("You gain 1 life only if you control a boss.", "You gain 1 life if you control a boss."),
        ("You gain 1 life for each summon defeated this turn.",
         "You gain 1 life for each summon that was defeated this turn."),
        ("You gain life equal to the number of spells an opponent has cast this turn.",
         "You gain life equal to the number of spells an opponent cast this turn."),
    ],
)  # fmt: skip
def test_a_spell_can_be_worded_otherwise(text, house):
    assert printed(text, CardType.SPELL) == house


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("Unless you control a boss, this has 1 more strength.",
         "Unless you control a boss, this has 1 more strength."),
        ("From your fifth turn on, this has 1 more strength.",
         "While it is your fifth turn or later, this has 1 more strength."),
        ("This has 1 more strength as long as you control a boss.",
         "While you control a boss, this has 1 more strength."),
        ("During your first turn: You gain 1 life.", "During your turn, if it is your first turn: You gain 1 life."),
        ("When this attacks, unless you control a boss: You gain 1 life.",
         "When this attacks, unless you control a boss: You gain 1 life."),
    ],
)  # fmt: skip
def test_conditions_can_stand_elsewhere_and_be_turned_around(text, house):
    assert printed(text) == house


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("On your fifth turn or later.", "If it is your fifth turn or later."),
        ("If you have 10 or less life or control no summons.",
         "If you have 10 or less life or you control no summons."),
        ("[3 vim] if you control a summon.", "If you control a summon, [3 vim]."),
        ("Unless an opponent controls a boss.", "Unless an opponent controls a boss."),
    ],
)  # fmt: skip
def test_a_boss_waits_for_a_turn_or_for_either_of_two_states(text, house):
    assert print_boss_condition(read_boss_condition(text).condition) == house


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("with Ember Adept, Forest Sage or Ash Caller.", "with Ember Adept or Forest Sage or Ash Caller."),
        ("with any red or blue wizard.", "with any red wizard or any blue wizard."),
        ("with any two wizards and pay 2 vim.", "with two wizards, [2 vim]."),
        ("with any wizard and 2 vim if you control a boss.", "with any wizard if you control a boss, [2 vim]."),
        ("with any wizard from your third turn on.", "with any wizard if it is your third turn or later."),
    ],
)
def test_a_summon_waits_for_wizards_of_one_kind_or_another_and_for_a_price(text, house):
    read = read_summoning_condition(f"Conduct a summon {text}")

    assert print_summoning_condition(read.condition) == f"Conduct a summon {house}"


def test_what_comes_near_is_told():
    def said(text):
        return str(read_text(text).problems[0].message)

    assert said("When one or more of your summons are defeated: You gain 1 life.").startswith("Say it of one card")
    assert said("At the beginning of combat: You gain 1 life.").startswith("A turn has no combat phase")


def test_if_and_as_can_begin_an_event():
    assert printed("If this attacks, you gain 1 life.") == "When this attacks: You gain 1 life."
    assert printed("As this attacks: You gain 1 life.") == "When this attacks: You gain 1 life."


def test_a_limit_is_said_once():
    assert read_text("Once per turn, when this attacks: You gain 1 life once per turn.").text is None


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("you turn your boss face-up", "a boss you control is turned face-up"),
        ("you turn up your boss", "a boss you control is turned face-up"),
        ("an opponent turns a wizard face-down", "a wizard an opponent controls is turned face-down"),
        ("a player flips a boss face-down", "a boss is turned face-down"),
        ("you turn this face-up", "this is turned face-up"),
        ("your boss becomes face-up", "a boss you control is turned face-up"),
    ],
)
def test_players_turn_the_cards_they_control(written, printed):
    found = read_text(f"When {written}: You gain 1 life.")

    assert found.problems == ()
    assert print_text(found.text) == f"When {printed}: You gain 1 life."


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Flip your boss face-up.", "Turn a boss you control face-up."),
        ("Turn up a wizard you control.", "Turn a wizard you control face-up."),
        (
            "Put your boss from your graveyard onto the battlefield.",
            "Put a boss in your graveyard onto the battlefield.",
        ),
    ],
)
def test_turning_and_coming_back_is_said_in_other_ways_too(written, printed):
    assert print_text(read_text(written).text) == printed


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        (
            "Return a summon you control to your castle and gain life equal to the strength it had.",
            "Return a summon you control to its owner's castle. You gain life equal to its strength.",
        ),
        (
            "During your main phase, [put a summon from your castle into your graveyard]: You gain 1 life.",
            "During your main phase, [put a summon in your castle into your graveyard]: You gain 1 life.",
        ),
        (
            "Return all summons from all graveyards to their owners' castles.",
            "Return each summon in any graveyard to its owner's castle.",
        ),
        ("Ready each wizard you control that is acted.", "Ready each acted wizard you control."),
        ("All summons your opponents control lose 1 strength.", "Each summon each opponent controls loses 1 strength."),
        ("Move a summon you control to an adjacent empty place.", "Move a summon you control to an adjacent column."),
        (
            "When the summon opposite this is defeated: You gain 1 vim.",
            "When a summon facing this is defeated: You gain 1 vim.",
        ),
    ],
)
def test_other_ways_to_say_where_a_card_stands_or_lies(written, printed):
    found = read_text(written)

    assert found.problems == ()
    assert print_text(found.text) == printed
    assert read_text(printed).text == found.text
