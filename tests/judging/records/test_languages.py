"""What the engine says is said in the reader's language: nothing is left out, and nothing in it changes."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from benchmarks.fuzz import damaged_record
from bos_tournament.judging.disputes import dispute_rulings
from bos_tournament.judging.records import record_entry
from bos_tournament.messages import localize, localize_note
from engine.bos import game as bos
from engine.bos.decks import deck_lists
from engine.bos.model.cards import CardType
from engine.bos.model.editions import DEFAULT_EDITION
from engine.compare import compare_text, record_of
from engine.contract import Given
from engine.messages import Message, Note, all_of, from_json
from engine.record_viewer import track
from engine.repair import repair_text
from engine.verdict import judge_text
from tests.engine.bos import random_players, simple_cards
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.test_games import GAMES, judged
from tests.judging.cases import at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step

OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
ROOT = Path(__file__).parents[3] / "engine"
WRITERS = (record_of("Anna"), record_of("Ben"))
DAMAGED, COMPARED = 12, 8
KEPT = re.compile(
    r"\b[12]w?[abc]\b|\bw[abc]\b|[12]\*|\bP[12]\b|[LVE]?\d+(?:/\d+)?|-> |\[(?:Bid|Clock|First|Game|Swap|Wizards)"
)
QUOTED = re.compile("[“„«](.*?)[”“»]", re.DOTALL)


def told_of(found):
    """Every message of one finding."""
    yield from_json(found)
    yield from (Note(from_json(one), one["line"]).whole for one in found["note_codes"])
    yield from (from_json(said) for said in (found["clock"] or {}).get("findings", ()))


def told_in(text, lists, pool):
    """Every message of the page of a record."""
    walk = track(bos, text, Given(lists, pool, DEFAULT_EDITION, names=("Anna", "Ben")))
    yield walk.problem
    for line in walk.lines:
        yield from (said.text for said in line.told)
        yield from line.notes
        yield line.problem.message if line.problem else None
        yield (walk.asked(line.key) or (0, None))[1]


def told_beside(text, lists, pool):
    """Every message about a record beside one that lacks a line, and about what it may lack itself."""
    lines = text.splitlines()
    shorter = "\n".join(lines[: len(lines) * 2 // 3] + lines[len(lines) * 2 // 3 + 1 :])
    found = compare_text(bos, text, shorter, Given(lists, pool, DEFAULT_EDITION), writers=WRITERS)
    yield from map(from_json, (found, *found["end_codes"]))
    for difference in found["differences"]:
        yield from map(from_json, (difference, difference["meaning_code"], *difference["table_codes"]))
    for suggestion in repair_text(bos, text, Given(lists, pool, DEFAULT_EDITION)):
        yield from map(from_json, (suggestion, *suggestion["table_codes"]))


def damaged():
    """Random games with a fault in each."""
    for number in range(DAMAGED):
        table = random_players.tables()[number % len(random_players.tables())]
        yield damaged_record(table, "said", number)[0], table.decks, table.pool


def lists_of(text):
    named = re.search(r"^# Lists: (\w+), (\w+)$", text, re.MULTILINE)
    first, second = named.groups() if named else ("red", "yellow")
    return {"P1": LISTS[first], "P2": LISTS[second]}


@pytest.fixture(scope="module")
def said():
    """What the engine says of all written games that are kept, and of damaged ones."""
    found = set()
    for path in GAMES:
        text, finding = judged(path)
        found.update(told_of(finding), told_in(text, lists_of(text), POOL))
    for number, (text, lists, pool) in enumerate(damaged()):
        found.update(told_of(judge_text(bos, text, Given(lists, pool, DEFAULT_EDITION))), told_in(text, lists, pool))
        if number < COMPARED:
            found.update(told_beside(text, lists, pool))
    return sorted(found - {None}, key=str)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_engine_is_said_with_its_names_numbers_and_notation(said, language):
    names = sorted((card.name for card in POOL.cards), key=len, reverse=True)
    of_cards = re.compile("|".join(re.escape(name) for name in names))
    with override(language):
        told = {str(one): localize(one) for one in said}

    assert len(told) > 1_000
    assert [one for one, other in told.items() if one == other] == []
    for kept in (KEPT, of_cards):
        assert [one for one, other in told.items() if Counter(kept.findall(one)) != Counter(kept.findall(other))] == []
    assert [one for one, other in told.items() if set(QUOTED.findall(one)) - set(QUOTED.findall(other))] == []


def test_in_english_the_engine_is_quoted(said):
    with override("en"):
        assert [one for one in said if localize(one) != str(one)] == []


# Files whose sentences are for the command line, for administrators of cards, or never leave the engine.
ELSEWHERE = {
    *("__main__", "cards", "syntax", "example_positions", "example_cards", "notation_writer", "views"),
    *("card_abilities", "guessed", "rulebook"),
}
# What is said to whoever calls the engine, or by the command line alone.
NEVER_SHOWN = (
    "The named chooser must be one of those whose bids are tied.",
    *("The named chooser must be one of those who bid.", "These bids are not equal; the higher one chooses."),
    *("Bids are resolved between at least two seats.", "There are not so many", "There is no", ") has no option."),
    *("A clock has at least one second, and its delay is not negative.", "Each played to its own end:"),
    "This game cannot begin:",
    *("The search was cut short; there may be more differences.", "Its own totals, line", "The same if"),
    *("No change of one or two lines was found after which the record holds.", "Before the first line."),
    "Suggestions, not proof: with any of these the record continues. Ask the players which is true.",
)
# Kinds of moments and settings of editions, and what kinds of time are, all of them values; so is what a type lists.
VALUES = re.compile(
    r"(?:end|start) of |turn(?:ed)? face-|on the |active player |of the |perhaps of |whatever the |castle or "
    r"|be (?:chosen|turned|defeated|damaged) |was dealt |attack past "
)


def texts_of_the_engine():
    """Every piece of three words and more that stands in the engine's code as a text, with its file and line."""
    for path in sorted(ROOT.rglob("*.py")):
        if path.stem in ELSEWHERE or "cardtext" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
                piece = node.value.strip().removeprefix(": ").removeprefix("; ").removesuffix("H O X.")
                if len(re.findall(r"[a-z]{2,}", piece)) >= 3 and " " in piece and not re.search(r"[\\|?][bs:]", piece):
                    yield piece.strip(), f"{path.name}:{node.lineno}"


def values_of_types():
    """Every value that a type of the engine lists."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
                yield from (one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant))


def test_no_sentence_stands_in_the_code_of_the_engine():
    """What it says stands in messages.toml, where every language finds it."""
    known = {*NEVER_SHOWN, *values_of_types()}
    unknown = [(piece, place) for piece, place in texts_of_the_engine() if piece not in known]

    assert [(piece, place) for piece, place in unknown if not VALUES.match(piece)] == []


def test_names_and_numbers_stand_where_the_other_language_wants_them():
    wrong = Note(Message("bos.total.life", written="30/28", real="30/27"), 4)
    ready = all_of(["Ebb and Return (1wa)", "Oak of Nine Rings (2b)"])
    with override("de"):
        inside = localize_note(wrong)
        alone = localize(Message("bos.block.needless"))
        both = localize(Message("bos.event.are_ready", cards=ready))

    assert inside == "Zeile 4: Die Zeile sagt Leben 30/28, aber nach den bisherigen Zügen ist es 30/27."
    assert alone == "Hier konnte keine Karte blocken, also war diese Zeile nicht nötig."
    assert both == "Ebb and Return (1wa) und Oak of Nine Rings (2b) sind wieder bereit."


def test_what_is_wrong_with_a_deck_list_is_told_inside_a_finding_too():
    boss = next(card for card in POOL.cards if card.type is CardType.BOSS)
    report = deck_lists.check_deck(
        deck_lists.read_deck(f"Name: Mine\n2 {boss.name}\nReserves\nThornbakk"), POOL, DEFAULT_EDITION
    )
    assert report.problems
    with override("de"):
        for problem in report.problems:
            told = localize(Message("bos.header.illegal_list", seat="P1", said=problem.message))
            assert told.startswith("Die Deckliste von P1 ist nicht regelgerecht: ")
            assert str(problem.message) not in told


# On the pages


GERMAN = {"Accept-Language": "de"}


@pytest.mark.django_db
def test_a_german_judge_reads_a_finding_its_rule_and_the_comparison_in_german(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. T3 P2"))
    work()
    judge = signed_in(case.judge, second_factor=True)

    page = judge.get(dispute.get_absolute_url(), headers=GERMAN).content.decode()

    assert "Zug 1 von P2 ist nicht vorbei; beende ihn mit E, bevor der nächste beginnt." in page
    assert "Die Spieler machen abwechselnd ihre Züge." in page
    assert "is not over" not in page
    assert "take their turns" not in page
    assert "Turn 1 of P2 is not over" in judge.get(dispute.get_absolute_url()).content.decode()


@pytest.mark.django_db
def test_a_german_judge_reads_where_two_records_part_and_what_one_may_lack(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. E", "3. E", "4. E", "5. X P1 concedes"))
    record_entry.hand_in(case.game, by=case.ben.user, seat=case.ben, text=record(case, "1. T1 P2", "2. X P2 concedes"))
    work()

    page = signed_in(case.judge, second_factor=True).get(dispute.get_absolute_url(), headers=GERMAN).content.decode()

    assert f"Das Protokoll von {case.anna.user} sagt" in page
    assert f"das Protokoll von {case.ben.user} sagt" in page
    assert "Sie halten verschiedene Aktionen fest." in page
    assert "Das Protokoll ist bis zum Ende legal, wenn" in page
    assert "the record of" not in page.lower()


@pytest.mark.django_db
def test_anna_walks_through_a_record_in_spanish(signed_in):
    case = at_a_table(Step.DIFFERING)
    made = case.dispute(text=record(case, "1. T1 P2", "2. E", "3. T2 P1", "4. T3 P1")).records.get()
    work()

    page = signed_in(case.anna.user).get(
        reverse("judging:record", args=[made.pk]), {"line": "3"}, headers={"Accept-Language": "es"}
    )

    said = page.content.decode()
    assert f"Empieza el turno 2; es el turno 1 de {case.anna.user}." in said
    assert "begins; it is turn" not in said


@pytest.mark.django_db
def test_a_german_judge_tries_a_line_and_reads_earlier_rulings(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. T3 P2"))
    work()
    judge = signed_in(case.judge, second_factor=True)
    asked = {"line": "1", "written": "E"}

    tried = judge.get(reverse("judging:try_line", args=[dispute.records.get().pk]), asked, headers=GERMAN)
    dispute_rulings.rule_on_dispute(dispute, by=case.judge, decision="replay", winner=None, reason="3.1.1")
    earlier = judge.get(reverse("judging:precedents"), headers=GERMAN)

    assert f"Der Zug von {case.ben.user} endet." in tried.content.decode()
    assert "Zug 1 von P2 ist nicht vorbei" in earlier.content.decode()


BUTTONS = [
    ("S a Lava Hound", "Lava Hound in Spalte a beschwören", "Invocar Lava Hound en la columna a"),
    (
        "S b Slag Brute (wb wa)",
        "Slag Brute in Spalte b mit Ash Caller und Ember Adept beschwören",
        "Invocar Slag Brute en la columna b con Ash Caller y Ember Adept",
    ),
    (
        "C Bellows -> a {1v+1e}",
        "Bellows auf Cinder Imp für 1 Vim und 1 Äther sprechen",
        "Lanzar Bellows sobre Cinder Imp por 1 de vim y 1 de éter",
    ),
    ("U wc -> a", "Flint Novice auf Cinder Imp benutzen", "Usar Flint Novice sobre Cinder Imp"),
    ("A a P2", "Ben mit Cinder Imp angreifen", "Atacar a Ben con Cinder Imp"),
    ("> no", "Nicht blocken", "No bloquear"),
    ("BOSS", "Deinen Boss Furnace Tyrant aufdecken", "Poner boca arriba a tu jefe Furnace Tyrant"),
    ("E", "Zug beenden", "Terminar turno"),
]


@pytest.mark.parametrize(("written", "german", "spanish"), BUTTONS)
def test_a_line_is_a_button_in_the_language_of_its_reader(written, german, spanish):
    text = simple_cards.HEAD + "T1 P1\nS a Cinder Imp\nE\nT2 P2\nE\nT3 P1\n"
    given = Given(simple_cards.RED_AND_YELLOW, simple_cards.POOL, DEFAULT_EDITION, names=("Anna", "Ben"))
    (label,) = track(bos, text, given).headlines([written])

    for language, said_so in (("de", german), ("es", spanish)):
        with override(language):
            assert localize(label) == said_so
