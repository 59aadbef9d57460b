"""BOS as a game that can be hosted: all that a host, or code for every game, may know of it."""

from engine.bos import cardtext
from engine.bos.abilities import related_rules
from engine.bos.board.as_seen import as_seen
from engine.bos.board.deck_use import DeckUse, deck_use
from engine.bos.board.estimate import estimate
from engine.bos.board.guessed import guessed
from engine.bos.board.headlines import headline
from engine.bos.board.in_sight import in_sight
from engine.bos.board.lesson_texts import lesson_texts
from engine.bos.board.next_lines import asks, continuations, nearest, next_lines
from engine.bos.board.outlook import outlooks
from engine.bos.board.prospect import prospect
from engine.bos.board.settled import settled
from engine.bos.board.why_not import why_not
from engine.bos.cardtext import paraphrase, printer, serialization, tree_json
from engine.bos.cardtext.printer_words import Unsayable
from engine.bos.cardtext.reader import spoken
from engine.bos.decks import swaps
from engine.bos.decks.deck_lists import (
    MAX_CHARACTERS,
    DeckList,
    DeckProblem,
    DeckReport,
    Entry,
    check_deck,
    check_list,
    deck_from_json,
    deck_to_json,
    main_cards,
    read_deck,
    starter_decks,
    too_long,
    write_deck,
)
from engine.bos.decks.swaps import MAX_SWAP
from engine.bos.display.narration import narrate as tell
from engine.bos.display.narration import view_after
from engine.bos.display.state_diff import differences, facts
from engine.bos.display.views import draw, view
from engine.bos.examples.card_examples import MOST_POSITIONS, example_of, example_of_text, without_example
from engine.bos.model import bidding
from engine.bos.model.bidding import MAX_BID
from engine.bos.model.card_pool import (
    MAX_ABILITIES,
    MAX_NAME,
    MAX_NUMBER,
    MAX_PRINTINGS,
    EntryProblem,
    Pool,
    PoolProblem,
    card_to_json,
    sample_pool,
)
from engine.bos.model.cards import Ability, Card, CardType, Color, Printing, Spoken, key
from engine.bos.model.editions import DEFAULT_EDITION, EDITIONS, Edition
from engine.bos.model.places import POSITIONS
from engine.bos.model.rulebook import Rule, rule, rulebook
from engine.bos.model.set_position import BEGIN, PlacedCard, Position
from engine.bos.model.state import ENDING, MAIN, STARTUP, SUMMONING
from engine.bos.model.syntax import BossCondition, SummoningCondition, Text
from engine.bos.notation.canonical_state import same, state_id
from engine.bos.notation.line_acts import acts
from engine.bos.notation.move_keys import move_key, read_answer
from engine.bos.notation.notation_writer import canonical as canonical_line
from engine.bos.notation.notation_writer import write
from engine.bos.records.clock_audit import audit_record as audit
from engine.bos.records.clock_audit import bring_along, clock_json
from engine.bos.records.clock_audit import notes as clock_notes
from engine.bos.records.clock_spec import ClockCarryOver, ClockSpec
from engine.bos.records.conclusions import REASONS, end_notes, ending, seating_json, totals, waits
from engine.bos.records.forced_lines import force_line
from engine.bos.records.hidden_lists import Hidden, as_known
from engine.bos.records.implied_answers import settle
from engine.bos.records.line_interpreter import read
from engine.bos.records.line_player import in_hindsight, play_line, play_rest
from engine.bos.records.position_headers import position_headers
from engine.bos.records.record_comparison import (
    line_kind,
    merged_opening,
    openings_differ,
    right_totals,
    said,
    told_lines,
    totals_differ,
    with_records,
)
from engine.bos.records.record_setup import Pinned, open_game
from engine.bos.records.set_position import can_lie_under, in_full, misplaced, start, told_position
from engine.bos.records.written_result import winners_written
from engine.bos.records.written_totals import doubtful_lines, judges_word
from engine.bos.rules.game_loop import apply
from engine.bos.rules.legality import check
from engine.bos.rules.options import asked_seat, options, supposable
from engine.bos.rules.rule_orders import rule_orders
from engine.bos.rules.unparsed_text import unknown_effect
from engine.contract import Problem, Shape
from engine.messages import Message

NAME = "BOS"
PREFIX = ""
SHAPE = Shape(
    seats=(2, 2),
    lists=True,
    bids=True,
    swaps=True,
    greeting=True,
    clocks=True,
    luck=False,
    games_to_win=DEFAULT_EDITION.games_to_win,
)
ENDS = "E"
UNCLEAR: tuple[str, ...] = ("1.1.4",)
UNTOLD: tuple[str, ...] = ("6.1.4", "9.1.2", "10.1.2", "10.2.1")
read_pool = Pool.read
UNPLACED = Problem("unproven", "3.2.3", Message("bos.header.wizards_matter"))

__all__ = [
    "BEGIN",
    "DEFAULT_EDITION",
    "EDITIONS",
    "ENDING",
    "ENDS",
    "MAIN",
    "MAX_ABILITIES",
    "MAX_BID",
    "MAX_CHARACTERS",
    "MAX_NAME",
    "MAX_NUMBER",
    "MAX_PRINTINGS",
    "MAX_SWAP",
    "MOST_POSITIONS",
    "NAME",
    "POSITIONS",
    "PREFIX",
    "REASONS",
    "SHAPE",
    "STARTUP",
    "SUMMONING",
    "UNCLEAR",
    "UNPLACED",
    "UNTOLD",
    "Ability",
    "BossCondition",
    "Card",
    "CardType",
    "ClockCarryOver",
    "ClockSpec",
    "Color",
    "DeckList",
    "DeckProblem",
    "DeckReport",
    "DeckUse",
    "Edition",
    "Entry",
    "EntryProblem",
    "Hidden",
    "Pinned",
    "PlacedCard",
    "Pool",
    "PoolProblem",
    "Position",
    "Printing",
    "Rule",
    "Spoken",
    "SummoningCondition",
    "Text",
    "Unsayable",
    "acts",
    "apply",
    "as_known",
    "as_seen",
    "asked_seat",
    "asks",
    "audit",
    "bidding",
    "bring_along",
    "can_lie_under",
    "canonical_line",
    "card_to_json",
    "cardtext",
    "check",
    "check_deck",
    "check_list",
    "clock_json",
    "clock_notes",
    "continuations",
    "deck_from_json",
    "deck_to_json",
    "deck_use",
    "differences",
    "doubtful_lines",
    "draw",
    "end_notes",
    "ending",
    "estimate",
    "example_of",
    "example_of_text",
    "facts",
    "force_line",
    "guessed",
    "headline",
    "in_full",
    "in_hindsight",
    "in_sight",
    "judges_word",
    "key",
    "lesson_texts",
    "line_kind",
    "main_cards",
    "merged_opening",
    "misplaced",
    "move_key",
    "nearest",
    "next_lines",
    "open_game",
    "openings_differ",
    "options",
    "outlooks",
    "paraphrase",
    "play_line",
    "play_rest",
    "position_headers",
    "printer",
    "prospect",
    "read",
    "read_answer",
    "read_deck",
    "read_pool",
    "related_rules",
    "right_totals",
    "rule",
    "rule_orders",
    "rulebook",
    "said",
    "same",
    "sample_pool",
    "seating_json",
    "serialization",
    "settle",
    "settled",
    "spoken",
    "start",
    "starter_decks",
    "state_id",
    "supposable",
    "swaps",
    "tell",
    "told_lines",
    "told_position",
    "too_long",
    "totals",
    "totals_differ",
    "tree_json",
    "unknown_effect",
    "view",
    "view_after",
    "waits",
    "why_not",
    "winners_written",
    "with_records",
    "without_example",
    "write",
    "write_deck",
]  # fmt: skip
