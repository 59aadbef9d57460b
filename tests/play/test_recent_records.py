"""Records that were played lately are played on; what they say never depends on whether they were kept."""

import pytest

from bos_tournament.play import practice_games, presenter, recent_records
from bos_tournament.play.positions import names_in, position_of, record_text
from engine.bos import game as bos
from engine.bos.game import EDITIONS
from engine.bos.model.card_pool import sample_pool
from engine.hosting import Given, track
from tests.play.practice import MEADOW, NIGHT, SPARKS, begun, fresh, options, play

POOL = sample_pool()


def wizards(seat, deck):
    cards = bos.main_cards(bos.read_deck(deck[1]), POOL)
    return f"[Wizards P{seat} {', '.join(card.name for card in cards if card.type is bos.CardType.WIZARD)}]\n"


HEADS = "[Game BOS] [Rules bos-1] [First P1]\n[P1 Anna] [P2 Newt]\n" + wizards(1, SPARKS) + wizards(2, MEADOW)
TEXT = HEADS + "1. T1 P1\n2. E\n3. T2 P2\n"


@pytest.fixture(autouse=True)
def nothing_kept():
    recent_records._kept.clear()


@pytest.fixture
def played(monkeypatch):
    """The lines that the engine plays."""
    lines, play_line = [], bos.play_line
    monkeypatch.setattr(
        bos, "play_line", lambda run, line, *more: lines.append(line.body) or play_line(run, line, *more)
    )
    return lines


def known(deck=SPARKS, bot_deck=MEADOW, pool=POOL, edition="bos-1", names=("Anna", "Newt")):
    return Given({"P1": deck[1], "P2": bot_deck[1]}, pool, EDITIONS[edition], names=names)


def told(walk):
    return [walk.table(line.key, 0) for line in walk.lines], walk.asks()


def test_a_record_that_is_asked_for_again_is_not_played_again(played):
    first = recent_records.played(TEXT, known())
    played.clear()

    assert recent_records.played(TEXT, known()) is first
    assert played == []


def test_of_one_that_has_grown_the_last_lines_are_played(played):
    recent_records.played(TEXT, known())
    played.clear()

    recent_records.played(TEXT + "4. E\n", known())

    assert played == ["T2 P2", "E"]


@pytest.mark.parametrize(
    "other",
    [
        {"deck": NIGHT},
        {"bot_deck": NIGHT},
        {"deck": MEADOW, "bot_deck": SPARKS},
        {"edition": "bos-legacy"},
        {"names": ("Anna", "Magpie")},
        {"pool": sample_pool.__wrapped__() if hasattr(sample_pool, "__wrapped__") else POOL},
    ],
    ids=lambda other: ", ".join(other),
)
def test_another_list_pool_edition_or_name_is_another_record(other):
    kept = recent_records.played(TEXT, known())

    walk = recent_records.played(TEXT, known(**other))

    assert told(walk) == told(track(bos, TEXT, known(**other)))
    assert walk is not kept or other == {"pool": POOL}


def test_no_more_than_so_many_are_kept(monkeypatch):
    monkeypatch.setattr(recent_records, "MOST_KEPT", 3)

    for count in range(6):
        recent_records.played(TEXT, known(names=("Anna", f"Ben {count}")))

    assert len(recent_records._kept) == 3


def test_a_record_that_has_grown_takes_the_place_of_the_shorter_one():
    recent_records.played(TEXT, known())
    recent_records.played(TEXT + "4. E\n", known())

    assert len(recent_records._kept) == 1


def test_a_board_is_the_same_whether_its_record_was_kept_or_not(anna):
    game = begun(anna)
    for _ in range(3):
        game = play(game, options(game)[0])
    kept = presenter.board(fresh(game))

    recent_records._kept.clear()

    assert shown(presenter.board(fresh(game))) == shown(kept)


def test_what_was_taken_back_is_forgotten_by_the_next_line(anna):
    game = begun(anna)
    game = play(game, options(game)[0])
    practice_games.take_back(game)

    game = play(game, "E")

    text = record_text(game, game.lines.all())
    lists = {"P1": game.deck, "P2": game.bot_deck}
    given = Given(
        lists, game.pool and position_of(game).track.run.state.setup.pool, EDITIONS[game.edition], names=names_in(game)
    )
    assert told(position_of(game).track) == told(track(bos, text, given))


def shown(board):
    """All of a board that is no row of the database."""
    return {name: value for name, value in board.items() if name != "game"}
