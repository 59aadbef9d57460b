"""What is kept in English is told in the reader's language: each sentence of the pure pairing has its pattern."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from django.utils import translation
from django.utils.translation import gettext

from bos_tournament.history.sentences import told_as
from bos_tournament.judging.infractions import TEXTS, infractions
from bos_tournament.pairing.convention import FAMILIES, written
from bos_tournament.pairing.event import FirstRound, UnplayedRounds
from bos_tournament.pairing.forecast import Chance, Outlook
from bos_tournament.pairing.groups import GroupPlan, plan_problem
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.pairing.working import Workbook
from bos_tournament.tournaments.explaining import worked
from bos_tournament.tournaments.kept_words import CHANGES, PATTERNS, TOLD_AT_THE_DESK, changes_in_words, in_words, kept
from tests.pairing.some_tournaments import some_event


def unknown(sentences):
    """Those of the sentences that nobody translates."""
    return {said for said in sentences if told_as(said, PATTERNS) is None}


def some_events():
    for number in range(60):
        event = some_event(Random(number), fewest=3, most=14, most_rounds=6, our_own=True)
        family = list(FAMILIES.values())[number % len(FAMILIES)]
        first = list(FirstRound)[number % 3]
        yield replace(
            event,
            points=family.points,
            tie_breaks=family.tie_breaks,
            options=replace(family.options, unplayed_rounds=list(UnplayedRounds)[number % 3]),
            first_round=first,
        )


def test_every_reason_of_a_pair_or_a_bye_has_its_pattern():
    said = set()
    for event in some_events():
        for rounds in range(len(event.rounds) + 1):
            before = replace(event, rounds=event.rounds[:rounds], apart_in=())
            try:
                proposal = pair_round(before)
            except ValueError:
                continue
            said |= {pair.reason for pair in proposal.pairs} | {bye.reason for bye in proposal.byes}
    assert len(said) > 10
    assert unknown(said) == set()


def test_every_reason_of_a_rank_and_every_step_of_its_working_has_its_pattern():
    said = set()
    for event in some_events():
        said |= {rank.reason for rank in standings(event)}
        book = Workbook(event)
        for player in event.players:
            why = worked(book.why(player.id))
            said |= {one["said"] for one in why["rounds"]}
            said |= {term["note"] for figure in why["figures"] for term in figure["terms"]}
    assert len(said) > 50
    assert unknown(said) == set()


def test_the_written_rule_and_the_names_of_tie_breaks_have_their_patterns():
    said = {family.title for family in FAMILIES.values()}
    said |= {text for one in TIE_BREAKS.values() for text in (one.label, one.meaning)}
    for event in some_events():
        said |= set(written(event))
    assert unknown(said) == set()


def test_who_can_still_go_on_is_told_by_a_pattern():
    results = [None, *product(Chance, repeat=3)]
    outlooks = [Outlook("P1", 3, chance, by_result) for chance in Chance for by_result in results]
    assert unknown({one.needs for one in outlooks}) == set()


@pytest.mark.parametrize("plan", [GroupPlan(0, 1), GroupPlan(9, 1), GroupPlan(4, 9), GroupPlan(2, 2), GroupPlan(3, 1)])
@pytest.mark.parametrize("players", [4, 9, 400])
def test_why_groups_do_not_fit_is_told_by_a_pattern(plan, players):
    problem = plan_problem(players, plan)
    assert problem is None or unknown({problem}) == set()


@pytest.mark.parametrize(
    "typed", ["lost my deck", "won by luck", "3 points too few", "Played on, as Anna said.", "never met him", "games!"]
)
def test_what_somebody_typed_stays_as_it_is(typed):
    assert in_words(typed) == typed
    assert told_as(typed, PATTERNS) is None


def test_in_english_every_sentence_stays_as_it_was():
    for said in (
        "won 2–0, did not show up",
        "lost, won",
        "Did not come to round 3.",
        "moved down: odd group; never met",
    ):
        assert in_words(said) == said
        assert told_as(said, PATTERNS) is not None


def test_every_name_and_every_word_about_an_infraction_can_be_translated():
    said = {str(text) for one in infractions().values() for text in (one.name, one.about)}
    assert said == set(TEXTS)


def filled(message, samples):
    """The message with something plausible in each gap."""
    return message % {name: samples.get(name, "7") for name in re.findall(r"%\((\w+)\)s", message)}


SAMPLES = {
    "round_called": "the semi-finals",
    **dict.fromkeys(("player", "former", "note"), "Anna-Lena O'Neil 2."),
    "short": "SoS",
    "meaning": "matches won",
    "tie_break": "OMW",
    "unplayed": "never met",
    "group": "B",
    "above": "P1",
    "told": "1/3",
    "than": "1/2",
    "reason": "played",
    "card": "Ash, Imp",
    "result": "Anna 2 – Ben 1, still being played",
    "numbers": "2 or 4 or 6",
    "some": "2 or 4",
    "differences": "Ash: 3 instead of 2 in the deck. Imp: 1 in the reserves, where the list has none.",
}


@pytest.mark.parametrize(("patterns", "games"), [(PATTERNS, "2–1"), (CHANGES, "Anna 2 – Ben 1")])
def test_every_pattern_knows_its_own_sentences_and_no_other_takes_them(patterns, games):
    told = {message: told_as(filled(message, SAMPLES | {"games": games}), patterns) for message in patterns.messages}

    assert {message: found for message, found in told.items() if found is None or found[0][0] != message} == {}


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_change_told_in_english_is_read_in_every_language_with_everything_in_it(language):
    said = [
        "The match: Anna 2 – Ben 1, Anna wins (played).",
        "Round 3 was paired from the old result; its tables stay. The organizer can mend it afterwards, with a new "
        "opponent for 2 or 4 or 6 players.",
    ]

    with translation.override(language):
        match, round_ = changes_in_words(said)

    told = {
        "de": ["Das Match: Anna 2 – Ben 1, Anna gewinnt (gespielt).", "für 2 oder 4 oder 6 Spieler."],
        "es": ["El enfrentamiento: Anna 2 – Ben 1, gana Anna (jugada).", "para 2 o 4 o 6 jugadores."],
    }[language]
    assert match == told[0]
    assert round_.endswith(told[1])


@pytest.mark.parametrize("language", ["de", "es"])
def test_what_a_form_proposed_and_nobody_changed_is_kept_as_a_sentence_of_the_site(language):
    found = "Ash: 3 instead of 2 in the deck. Bone: 1 in the reserves, where the list has none."
    english = f"Deck check in round 1, table 3. {found}"
    with translation.override(language):
        proposed, note = gettext(TOLD_AT_THE_DESK), in_words(english)

        assert kept(proposed) == TOLD_AT_THE_DESK
        assert note != english
        assert kept(note) == english
        assert kept(f"{proposed} Anna said so.") == f"{proposed} Anna said so."
