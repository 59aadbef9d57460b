"""What this engine finds in many records and offers in many positions, a digest a line, to be held against another:
`python -m tests.engine.bos.findings`."""

import hashlib
import json
from collections.abc import Iterator
from itertools import islice

from benchmarks.fuzz import damaged_record
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.rules import options
from engine.contract import Given
from engine.verdict import judge_text
from tests.engine.bos import random_players
from tests.engine.bos.answer_keys import key_of
from tests.engine.bos.test_games import GAMES, ROOT, judged

RECORDS, PLAYED = 120, 12


def findings() -> Iterator[tuple[str, object]]:
    """Of every written game that is kept, of damaged records, and of the positions of some games."""
    for path in GAMES:
        yield str(path.relative_to(ROOT)), judged(path)[1]
    for number in range(RECORDS):
        table = random_players.tables()[number % len(random_players.tables())]
        text, kind = damaged_record(table, "twins", number)
        yield f"{kind} {number}", judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))
    for number in range(PLAYED):
        table = random_players.tables()[number % len(random_players.tables())]
        steps = islice(random_players.game(table.start(), random_players.luck(f"twins/{number}")), 150)
        yield f"played {number}", [sorted(key_of(answer) for answer in options.legal(state)) for state, _, _ in steps]


if __name__ == "__main__":
    for name, found in findings():
        print(name, hashlib.sha256(json.dumps(found, default=repr).encode()).hexdigest()[:16])
