"""A tournament run by programs through the API, from its plan to its champion: `python -m benchmarks.rehearsal`.

Prints what happened and how long it took. At the end the site's standings are held against those that
`python -m bos_tournament.pairing` computes from what the programs wrote down themselves. Exit status: 0 when they are
equal, 1 when they differ.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.rehearsal import site
from benchmarks.rehearsal.book import differences, recomputed
from benchmarks.rehearsal.line import Line, Program, Trouble
from benchmarks.rehearsal.story import Crew, Story
from bos_tournament.pairing.round_count import suggest

SLOWEST = 12  # doors of the report


def main() -> int:
    asked = _asked()
    names = [f"player-{number:04}" for number in range(1, asked.players + 1)]
    desk = [f"desk-{number}" for number in range(1, asked.desk + 1)]
    begun = perf_counter()
    with tempfile.TemporaryDirectory(prefix="bos-rehearsal-") as folder:
        place = Path(folder)
        with site.running(place, organizer="organizer", staff=desk, players=names) as running:
            say(f"The site runs, with {len(names)} accounts: {perf_counter() - begun:.1f} s")
            line = Line(running.address, Trouble(asked.repeated, asked.lost), asked.seed)
            story = _story(asked, line, running.tokens, desk, names)
            begun = perf_counter()
            champions = story.run()
            say(f"Champion: {', '.join(champions)}, after {perf_counter() - begun:.0f} s")
            wrong = _compare(story, place)
        _report(line)
    return 1 if wrong or len(champions) != 1 else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rehearsal", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=600, help="how many join (600)")
    parser.add_argument("--rounds", type=int, help="Swiss rounds (as usual for so many)")
    parser.add_argument("--cut", type=int, default=16, choices=(2, 4, 8, 16), help="who plays on (16)")
    parser.add_argument("--by-phone", type=int, default=10, help="tables a round that play step by step (10)")
    parser.add_argument("--desk", type=int, default=6, help="how many type slips (6)")
    parser.add_argument("--repeated", type=int, default=0, help="of a hundred deeds, how many are sent twice")
    parser.add_argument("--lost", type=int, default=0, help="of a hundred deeds, how many never hear their answer")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same story")
    return parser.parse_args()


def _story(asked: argparse.Namespace, line: Line, tokens: dict[str, str], desk: list[str], names: list[str]) -> Story:
    programs = {name: Program(line, name, {"Authorization": f"Bearer {token}"}) for name, token in tokens.items()}
    return Story(
        crew=Crew(programs["organizer"], tuple(programs[name] for name in desk)),
        players={name: programs[name] for name in names},
        say=say,
        rounds=asked.rounds or suggest(asked.players).rounds,
        cut=asked.cut,
        by_phone=asked.by_phone,
        seed=asked.seed,
    )


def _compare(story: Story, folder: Path) -> list[str]:
    """The site's standings against those of the book; what differs, also printed."""
    shown = story.crew.organizer.all_of(f"tournaments/{story.slug}/standings/")
    theirs: dict[str, Any] = story.crew.organizer.get(f"tournaments/{story.slug}/event.json")
    computed = recomputed(story.book.event(theirs), folder)
    wrong = differences(shown, computed)
    for sentence in wrong[:20]:
        say(f"  {sentence}")
    say(f"Standings of {len(shown)} players: {f'{len(wrong)} differ' if wrong else 'all as computed from the book'}.")
    return wrong


def _report(line: Line) -> None:
    say(", ".join(f"{count:,} {what}" for what, count in sorted(line.counts.items())))
    slowest = sorted(line.seconds.items(), key=lambda one: -one[1])[:SLOWEST]
    for door, seconds in slowest:
        say(f"  slowest answer of {door}: {seconds:.2f} s")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
