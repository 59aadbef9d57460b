"""What the site keeps as messages: every code has its sentence, and each reader gets it in their language."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import translation

import engine.messages
from bos_tournament.matches.models import Reason
from bos_tournament.messages import (
    ERASED,
    localize,
    localize_kept,
    message_in,
    or_erased,
    sentences,
    sentences_of_the_site,
    typed_or_proposed,
    words,
    words_in,
)
from bos_tournament.pairing import messages as of_pairing
from engine.messages import Message, code_json, in_a_row

SITE = Path(__file__).parents[1] / "bos_tournament"
GAP = re.compile(r"%\((\w+)[^)]*\)s")


def nodes():
    for path in sorted(SITE.rglob("*.py")):
        if not {"pairing", "upgrading", "migrations"} & set(path.relative_to(SITE).parts):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def pattern(code):
    parts = code.values if isinstance(code, ast.JoinedStr) else [code]
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in parts)


def written_codes():
    """Each code in a call of `Message`, as a pattern, with the names of its arguments; None among them for `**`."""
    for node in nodes():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and node.args:
            code = node.args[0]
            for one in [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]:
                if isinstance(one, (ast.Constant, ast.JoinedStr)):
                    yield pattern(one), {keyword.arg for keyword in node.keywords}


def test_every_code_that_is_written_has_a_sentence_with_its_arguments():
    gaps = {code: set(GAP.findall(said)) for code, said in sentences().items()}
    written = list(written_codes())

    assert len(written) > 90
    assert [
        (code, names)
        for code, names in written
        if not any(re.fullmatch(code, one) and (None in names or gaps[one] == names) for one in gaps)
    ] == []


def test_every_sentence_of_the_site_is_said_by_some_code():
    codes = [code for code, _ in written_codes()]
    texts = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    named = {code for code in sentences_of_the_site() if code.partition(".")[2] in texts}  # joined to their subject

    assert [
        code
        for code in sentences_of_the_site()
        if code not in named | {"typed.text"} and not any(re.fullmatch(one, code) for one in codes)
    ] == []


def test_no_code_stands_for_two_sentences():
    every = [*engine.messages.sentences(), *of_pairing.sentences(), *sentences_of_the_site()]

    assert len(every) == len(set(every))


def test_why_a_match_ended_is_said_alike_wherever_it_stands():
    labels = {f"reason.{one.value}": str(one.label) for one in Reason}

    assert {code: sentences()[code] for code in labels} == labels


@pytest.mark.parametrize(
    ("language", "match", "players"),
    [
        ("de", "Match: Anna 2 – Ben 1, Anna gewinnt (gespielt).", "für 2 oder 4 oder 6 Spieler."),
        ("es", "Enfrentamiento: Anna 2 – Ben 1, gana Anna (jugada).", "para 2 o 4 o 6 jugadores."),
    ],
)
def test_what_a_correction_changed_is_read_in_every_language_with_everything_in_it(language, match, players):
    result = Message("result.one_wins", games="Anna 2 – Ben 1", player="Anna", reason=Message("reason.played"))
    numbers = Message("consequence.or", some=Message("consequence.or", some="2", last="4"), last="6")

    with translation.override(language):
        told = localize(Message("result.match", result=result))
        again = localize(Message("consequence.can_be_paired_again", round=3, numbers=numbers))

    assert told == match
    assert again.endswith(players)


def test_what_somebody_typed_and_what_the_site_says_are_told_apart_in_two_columns():
    said = Message("entrant.did_not_come", round_called=Message("round_called.semi_finals"))

    assert words("note", "Lost my deck.") == {"note": "Lost my deck.", "note_message": None}
    assert words("note", said) == {"note": "", "note_message": code_json(said)}
    assert words_in(words("note", "Lost my deck."), "note") == "Lost my deck."
    with translation.override("de"):
        assert words_in(words("note", said), "note") == "Nicht erschienen: Halbfinale."
        assert words_in(words("note", ERASED), "note") == or_erased(ERASED) == "(gelöscht)"


@pytest.mark.parametrize(
    "sent",
    ["", "x", "[]", "{}", '{"code": "no.such", "args": {}}', '{"code": "desk.from_paper_with_note", "args": {}}'],
)
def test_a_page_that_sends_back_no_message_proposes_none(sent):
    assert message_in(sent) is None
    assert message_in('{"code": "desk.from_paper", "args": {}}') == Message("desk.from_paper")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_what_a_form_proposed_and_nobody_changed_is_a_message_of_the_site(language):
    differing = [
        Message("deck_check.other_in_deck", card="Ash", found=3, expected=2),
        Message("deck_check.only_in_reserves", card="Bone", found=1),
    ]
    round_called = Message("round_called.number", round=1)
    found = Message("deck_check.found", round_called=round_called, table=3, differences=in_a_row(differing))
    with translation.override(language):
        assert typed_or_proposed(localize(found), [found]) == found
        assert typed_or_proposed(f"{localize(found)} Anna said so.", [found]) == f"{localize(found)} Anna said so."


def test_a_message_of_the_pairing_package_reads_as_one_of_the_site():
    reason = of_pairing.message(
        "rank.tie_break", above="Ben", tie_break=of_pairing.message("tie_break.gw"), told=1, than=2
    )

    assert (
        localize(reason)
        == localize_kept(of_pairing.message_json(reason))
        == "same points as Ben; game wins 1 against 2"
    )
