"""Tables in which an earlier version kept English sentences, rewritten where they lie, past the guards of the trail."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.db.backends.utils import CursorWrapper
from psycopg import sql

from bos_tournament.upgrading.recognition import Kept, of_the_engine, of_the_site, typed

AT_ONCE = 200  # rows whose JSON is held at the same time
OF_LINE = re.compile(r"Line (\d+)(?:: (.+)| .+)", re.DOTALL)
REASONS = ("desk", "penalty", "deck_check")


def rewrite_sentences(cursor: CursorWrapper) -> None:
    """All of them. Every table has the columns for messages by then, and still those for what they say."""
    _rewrite_decks(cursor)
    _rewrite_matches(cursor)
    _rewrite_tournaments(cursor)
    _rewrite_judging(cursor)


def _rewrite_decks(cursor: CursorWrapper) -> None:
    _texts(cursor, "decks_decklook", "purpose", ("desk", "deck_check"))


def _rewrite_matches(cursor: CursorWrapper) -> None:
    for table in ("matches_bidattempt", "matches_bidattemptevent"):
        _texts(cursor, table, "void_reason", ("bids",))
    _texts(cursor, "matches_correction", "reason", REASONS)
    _json(cursor, "matches_correction", ("after",), _changes)


def _rewrite_tournaments(cursor: CursorWrapper) -> None:
    for suffix in ("", "event"):
        _texts(cursor, f"tournaments_entrant{suffix}", "note", ("entrant", *REASONS))
        _texts(cursor, f"tournaments_extension{suffix}", "why", ("deck_check",))
        _texts(cursor, f"tournaments_pairing{suffix}", "why", ("bye", "pair", "drawn"), rest=typed)
    _json(cursor, "tournaments_snapshot", ("board",), _board)
    _json(cursor, "tournaments_snapshot", ("workings",), _workings)


def _rewrite_judging(cursor: CursorWrapper) -> None:
    for table in ("judging_penalty", "judging_penaltyevent"):
        _texts(cursor, table, "note", REASONS)
        _json(cursor, table, ("told",), _told)
    _json(cursor, "judging_finding", ("data", "told", "repairs", "table"), _found)
    _json(cursor, "judging_comparison", ("data", "told"), _found, key="game_id")


@contextmanager
def _unguarded(cursor: CursorWrapper, table: str) -> Iterator[sql.Identifier]:
    """Without the triggers that keep the trail and hold rows to what was written."""
    name = sql.Identifier(table)
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else a table waits for them that was written to before
    cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(name))
    yield name
    cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(name))


def _texts(
    cursor: CursorWrapper,
    table: str,
    column: str,
    subjects: tuple[str, ...],
    *,
    rest: Callable[[str], Kept | None] = lambda text: None,
) -> None:
    """Of each text that is a sentence of the site the message beside it; what somebody typed stays, or is `rest`."""
    text, message = sql.Identifier(column), sql.Identifier(f"{column}_message")
    with _unguarded(cursor, table) as name:
        cursor.execute(sql.SQL("SELECT DISTINCT {} FROM {} WHERE {} <> ''").format(text, name, text))
        by_text = {sentence: _message(sentence, subjects) or rest(sentence) for (sentence,) in cursor.fetchall()}
        encoded = {sentence: json.dumps(stored) for sentence, stored in by_text.items() if stored}
        rewrite = sql.SQL(
            "UPDATE {name} SET {text} = '', {message} = known.message::jsonb"
            " FROM unnest(%s::text[], %s::text[]) AS known(said, message) WHERE {name}.{text} = known.said"
        )
        cursor.execute(rewrite.format(name=name, text=text, message=message), [list(encoded), list(encoded.values())])


def _json(
    cursor: CursorWrapper, table: str, columns: tuple[str, ...], rewritten: Callable[[Any], Any], *, key: str = "id"
) -> None:
    """Each value of these columns as `rewritten` gives it."""
    with _unguarded(cursor, table) as name:
        primary = sql.Identifier("pgh_id" if table.endswith("event") else key)
        for column in map(sql.Identifier, columns):
            cursor.execute(sql.SQL("SELECT {} FROM {} ORDER BY 1").format(primary, name))
            keys = [pk for (pk,) in cursor.fetchall()]
            for at in range(0, len(keys), AT_ONCE):
                _some(cursor, name, primary, column, keys[at : at + AT_ONCE], rewritten)


def _some(
    cursor: CursorWrapper,
    table: sql.Identifier,
    key: sql.Identifier,
    column: sql.Identifier,
    keys: list[Any],
    rewritten: Callable[[Any], Any],
) -> None:
    select = sql.SQL("SELECT {key}, {column}::text FROM {table} WHERE {key} = ANY(%s) AND {column} IS NOT NULL")
    cursor.execute(select.format(key=key, column=column, table=table), [keys])
    before = {pk: json.loads(text) for pk, text in cursor.fetchall()}
    after = [(json.dumps(now), pk) for pk, was in before.items() if (now := rewritten(was)) != was]
    cursor.executemany(
        sql.SQL("UPDATE {table} SET {column} = %s::jsonb WHERE {key} = %s").format(table=table, column=column, key=key),
        after,
    )


@lru_cache(maxsize=100_000)
def _message(sentence: str, subjects: tuple[str, ...]) -> Kept | None:
    return of_the_site().message(sentence, subjects)


def _sentence(value: Any, subjects: tuple[str, ...]) -> Any:
    """The message of a sentence that stands in JSON; what is a message already stays."""
    return (_message(value, subjects) or typed(value)) if isinstance(value, str) else value


def _told(changes: Iterable[Any]) -> list[Any]:
    """What a correction or a penalty changed."""
    return [_sentence(change, ("result", "consequence", "penalty")) for change in changes]


def _changes(after: dict[str, Any]) -> dict[str, Any]:
    return after | {"changes": _told(after["changes"])} if "changes" in after else after


def _board(board: dict[str, Any]) -> dict[str, Any]:
    lines = [line | {"reason": _reason(line["reason"])} for line in board["lines"]]
    rule = [_sentence(sentence, ("rule",)) for sentence in board["rule"]]
    return board | {"lines": lines, "rule": rule, "columns": [_tie_break(column) for column in board["columns"]]}


def _reason(sentence: str) -> Kept:
    """Why a rank is behind another; who that is stands beside it."""
    message = _sentence(sentence, ("rank",))
    return message | {"args": {name: "" if name == "above" else arg for name, arg in message["args"].items()}}


def _tie_break(short: str) -> str:
    """The key of a tie-break, of what its column is called."""
    message = _message(short, ("tie_break_short",))
    return message["code"].rpartition(".")[2] if message else short


def _workings(workings: dict[str, Any]) -> dict[str, Any]:
    return {player: _working(why) for player, why in workings.items()}


def _working(why: dict[str, Any]) -> dict[str, Any]:
    rounds = [round_ | {"said": _sentence(round_["said"], ("played",))} for round_ in why["rounds"]]
    figures = [_figure(figure) for figure in why["figures"]]
    return why | {"reason": _sentence(why["reason"], ("rank",)), "rounds": rounds, "figures": figures}


def _figure(figure: dict[str, Any]) -> dict[str, Any]:
    if "key" in figure:
        return figure
    terms = [term | {"note": _sentence(term["note"], ("term", "tie_break_short"))} for term in figure["terms"]]
    fields = {name: value for name, value in figure.items() if name not in ("label", "short", "meaning")}
    return fields | {"key": _tie_break(figure["short"]), "terms": terms}


CODES = {"notes": "note_codes", "writers": "writer_codes", "ends": "end_codes", "tables": "table_codes"}
"""Lists of sentences of the engine, and where their messages stand beside them."""


def _found(stored: Any) -> Any:
    """What the engine said, with the code of each sentence beside it."""
    if isinstance(stored, list):
        return list(map(_found, stored))
    if not isinstance(stored, dict):
        return stored
    upgraded = {name: _found(value) for name, value in stored.items()}
    if isinstance(stored.get("message"), str) and "code" not in stored:
        upgraded |= _of_the_engine(stored["message"])
    for name in ("meaning", "problem"):
        if isinstance(stored.get(name), str) and f"{name}_code" not in stored:
            upgraded[f"{name}_code"] = _of_the_engine(stored[name])
    for name, codes in CODES.items():
        if isinstance(stored.get(name), list) and codes not in stored:
            upgraded[codes] = [
                _note(sentence) if name == "notes" else _of_the_engine(sentence) for sentence in stored[name]
            ]
    return upgraded


def _note(remark: str) -> Kept:
    """A remark of a finding, with the number of its line."""
    about = OF_LINE.fullmatch(remark)
    return {**_of_the_engine(about[2] if about and about[2] else remark), "line": int(about[1]) if about else None}


@lru_cache(maxsize=100_000)
def _of_the_engine(text: str) -> Kept:
    """The message of a text of the engine; a part of a sentence may stand here alone, and then begins otherwise."""
    patterns = of_the_engine()
    spellings = (text, text[:1].upper() + text[1:], text[:1].lower() + text[1:])
    return next(filter(None, map(patterns.messages, spellings)), None) or typed(text)
