"""Whether duels are still judged byte for byte: `python -m benchmarks.duels kept.json`.

The first run keeps a digest of every finding, of every position by its id and of every line as it is canonically
written: for each written game, each counted position, and 2,000 random games of which half are damaged. A later run
compares, and names what differs, so that a change of the referee that is not to touch duels can be held against the
commit before it.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks import fuzz
from engine import log
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.hosting import track
from engine.verdict import judge_text
from tests.engine.bos import golden, random_players, test_games
from tests.engine.bos.test_games import GAMES, ROOT

RECORDS = 2_000
SEED = "duels"
MOST_TOLD = 20


class Record(NamedTuple):
    """A duel as it is written."""

    name: str
    """Which it is, in every run."""
    text: str
    """What is judged."""
    given: Given
    """Its lists, cards and edition."""


def records(count: int) -> Iterator[Record]:
    """Every written game, every counted position, and so many random games, every other one damaged."""
    for path in GAMES:
        text = path.read_text(encoding="utf-8")
        yield Record(f"game {path.relative_to(ROOT)}", text, test_games.given_of(text))
    for path in sorted(golden.PERFT.glob("*.bln")):
        text = path.read_text(encoding="utf-8")
        yield Record(f"counted {path.name}", text, golden.given_of(text))
    for number in range(count):
        table = random_players.tables()[number % len(random_players.tables())]
        text = fuzz.damaged_record(table, SEED, number)[0] if number % 2 else _whole(table, number)
        yield Record(f"random {number}", text, Given(table.decks, table.pool, DEFAULT_EDITION))


def _whole(table: random_players.Table, number: int) -> str:
    steps = islice(random_players.game(table.start(), random_players.luck(f"{SEED}/{number}")), 150)
    answers = random_players.answers_of(list(steps))
    return table.headers(answers) + "\n".join(random_players.written(answers))


def digest(record: Record) -> str:
    """Of the finding, the positions and the canonical lines of a record."""
    found = judge_text(bos, record.text, record.given)
    walk = track(bos, record.text, record.given)
    positions = {key: bos.state_id(step.state) for key, step in walk.steps.items()}
    lines = [bos.canonical_line(line.body) for line in log.read(record.text, bos.acts).lines]
    whole = json.dumps([found, positions, lines], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duels", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kept", type=Path, help="where digests are kept; written where there is none")
    parser.add_argument("--records", type=int, default=RECORDS, help=f"random games ({RECORDS:,})")
    chosen = parser.parse_args()
    now = {record.name: digest(record) for record in records(chosen.records)}
    if not chosen.kept.exists():
        chosen.kept.write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        print(f"{len(now):,} duels kept in {chosen.kept}")
        return 0
    before = json.loads(chosen.kept.read_text(encoding="utf-8"))
    differ = [name for name in before if now.get(name) != before[name]]
    for name in differ[:MOST_TOLD]:
        print(f"differs: {name}")
    print(f"{len(before):,} duels compared, {len(differ):,} differ")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())
