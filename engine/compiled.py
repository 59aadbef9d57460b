"""Where the compiled engine lies: the same sources as machine code, which judges twice as fast.

What is compiled cannot differ from what is written: its folder is named by a digest of every source of the engine, and
of the Python and the C library that load it. Where no such folder is, the sources themselves run, and they do wherever
`BOS_ENGINE=plain` is set.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ENGINE = Path(__file__).parent
KEPT = ENGINE / "_compiled"

ROOMS = {
    "engine": (
        "hypotheses", "log", "replay", "replay_state", "rule_table", "seats", "verdict",
    ),
    "engine/bos/abilities": (
        "active_abilities", "card_abilities", "choices", "columns", "conditions", "continuous_effects",
        "delayed_abilities", "departed", "fight_rules", "game_end", "memory", "payment", "replaceable",
        "standing_texts", "targets", "triggers", "turn_memory", "ways",
    ),
    "engine/bos/board": (
        "as_seen", "changes", "estimate", "next_lines", "outlook", "settled", "tapped", "why_not",
    ),
    "engine/bos/decks": (
        "deck_lists",
    ),
    "engine/bos/model": (
        "ability_numbers", "cards", "deed_things", "moves", "piles", "places", "presence",
        "quick_values", "seating", "setup", "setup_cache", "state",
    ),
    "engine/bos/notation": (
        "card_lookup", "line_acts", "line_parser", "line_patterns", "reference_resolution", "table_references",
    ),
    "engine/bos/records": (
        "implied_answers", "line_interpreter", "line_player", "phase_of_a_line", "record_setup", "unstated_answers",
        "whose_line", "written_totals",
    ),
    "engine/bos/rules": (
        "ability_answers", "ability_choices", "ability_requirements", "ability_resolution", "activation",
        "attack_legality", "bosses", "choice_errors", "combat", "coming", "conducting_wizards", "control",
        "costs", "damage_prevention", "effect_dispatch", "effects", "extra_turns", "first_turn", "free_places",
        "game_loop", "initial_state", "lasting_effects", "leaving", "legality", "movement", "options",
        "record_writer", "replacement_effects", "rule_orders", "spells", "summoning", "trigger_queue", "turn",
        "unparsed_text",
    ),
    "engine/bos/rules/instead": (
        "belated_events", "postponed_events",
    ),
    "engine/bos/rules/seats": (
        "elimination", "revival",
    ),
}  # fmt: skip
"""The files in which a judged line spends its time, by their folder. What deeds are made of (`syntax`, `terms`,
`combat_deeds`) stays as it is written: `deed_things` knows their fields by the names of their types, and machine code
has no such names."""

SOURCES = tuple(f"{folder}/{name}.py" for folder, names in ROOMS.items() for name in names)


def folder() -> Path:
    """Where these sources lie compiled for this Python, or would."""
    libc = os.confstr("CS_GNU_LIBC_VERSION") if "CS_GNU_LIBC_VERSION" in os.confstr_names else None
    digest = hashlib.sha256(f"{EXTENSION_SUFFIXES[0]} {libc}".encode())
    for source in sorted(ENGINE.rglob("*.py")):
        digest.update(source.relative_to(ENGINE).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return KEPT / digest.hexdigest()[:20]


def _found() -> Path | None:
    place = None if os.environ.get("BOS_ENGINE") == "plain" or not KEPT.is_dir() else folder()
    return place if place and place.is_dir() else None


FOUND = _found()
"""The compiled engine that this process runs; None for the sources."""
if FOUND:
    sys.path.append(str(FOUND))  # What the compiled files share lies there.


def places(package: str) -> list[str]:
    """Where a package finds its compiled files, to be looked at before its sources."""
    return [str(FOUND / package)] if FOUND else []
