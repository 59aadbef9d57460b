"""The rehearsal on two web machines, one of which is cut off for a minute: `python -m benchmarks.machines`.

Two machines with web processes, workers and a scheduler each, PostgreSQL and Valkey on a third, HAProxy with
`deploy/haproxy.cfg` in front, all in network namespaces that end with the program. Linux, root. Prints what was seen.
Exit status: 0 when nothing was lost or doubled and all came back, 1 when not, 2 when this machine lacks something.
"""

import argparse
import os
import signal
import ssl
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.machines import balancer, machine, network, stores
from benchmarks.machines.trial import SITE, Trial, doubled, not_kept
from benchmarks.rehearsal import book, site
from benchmarks.rehearsal.line import Line, Program
from benchmarks.rehearsal.story import Crew, Story
from bos_tournament.launch import home, process
from bos_tournament.pairing.round_count import suggest

PATIENCE = 120.0  # seconds for which a program sends again what was not answered
MACHINES = {"one": "10.77.0.21", "two": "10.77.0.22"}
STORES = "10.77.0.30"
ORGANIZER = "organizer"


def main() -> int:
    asked = _asked()
    try:
        network.require_all()
        if not asked.inside:
            network.move_into_hall(sys.argv[1:])
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        return 1 if hold(asked) else 0
    except network.MissingParts as problem:
        print(problem, file=sys.stderr)
        return 2
    except home.LaunchError as problem:
        print(problem, file=sys.stderr)
        return 1


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.machines", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=600, help="how many join (600)")
    parser.add_argument("--rounds", type=int, help="Swiss rounds (as usual for so many)")
    parser.add_argument("--cut", type=int, default=16, choices=(2, 4, 8, 16), help="who plays on (16)")
    parser.add_argument("--by-phone", type=int, default=10, help="tables a round that play step by step (10)")
    parser.add_argument("--desk", type=int, default=6, help="how many type slips (6)")
    parser.add_argument("--away", type=float, default=60, help="seconds for which a machine is cut off (60)")
    parser.add_argument("--away-in", type=int, help="the Swiss round in which that happens (the middle one)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same story")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def hold(asked: argparse.Namespace) -> list[str]:
    """The whole trial; all that went wrong, also printed."""
    names = [f"player-{number:04}" for number in range(1, asked.players + 1)]
    desk = [f"desk-{number}" for number in range(1, asked.desk + 1)]
    rounds = asked.rounds or suggest(asked.players).rounds
    with tempfile.TemporaryDirectory(prefix="bos-machines-") as folder, _hall(Path(folder)) as hall:
        tokens = _people(hall.machines[0], desk, names)
        trial = Trial(*hall.parts, hall.trusted, asked.away_in or (rounds + 1) // 2, asked.away, say)
        line = Line(SITE, seed=asked.seed, patience=PATIENCE, trusted=hall.trusted)
        story = _story(asked, line, tokens, desk, names, rounds, trial)
        begun = perf_counter()
        try:
            champions = story.run()
            trial.end()
        finally:
            trial.stop()
        say(f"Champion: {', '.join(champions)}, after {perf_counter() - begun:.0f} s")
        wrong = [] if len(champions) == 1 else ["The event has no champion."]
        wrong += [*trial.wrong(), *_differences(story, Path(folder))]
        wrong += [*not_kept(hall.stores, line.acknowledged), *doubled(hall.stores)]
        _report(trial, line, wrong)
    return wrong


class Hall:
    """All machines, as they run."""

    def __init__(
        self, machines: tuple[machine.Machine, machine.Machine], held: stores.Stores, front: balancer.Balancer
    ) -> None:
        self.machines, self.stores = machines, held
        self.parts = (machines, held, front)
        self.trusted = ssl.create_default_context(cafile=str(front.authority))


@contextmanager
def _hall(folder: Path) -> Iterator[Hall]:
    begun = perf_counter()
    folder.chmod(0o755)
    network.lay_bridge()
    with ExitStack() as stack:
        one, two = (stack.enter_context(network.box(name, address)) for name, address in MACHINES.items())
        third = stack.enter_context(network.box("stores", STORES))
        held = stack.enter_context(stores.running(folder / "stores", third))
        machines = stack.enter_context(machine.both(folder, (one, two), held))
        addresses = {name: f"{address}:{machine.PORT}" for name, address in MACHINES.items()}
        front = stack.enter_context(balancer.running(folder / "balancer", addresses))
        say(f"Two web machines, database, broker and balancer answer: {perf_counter() - begun:.1f} s")
        try:
            yield Hall(machines, held, front)
        finally:
            for one in machines:
                if "Traceback" in (said := process.last_lines(one.log, 60)):
                    print(f"Machine {one.box.name} said:\n{said}", file=sys.stderr)


def _people(one: machine.Machine, desk: list[str], names: list[str]) -> dict[str, str]:
    """Written with the settings of the first machine."""
    os.environ.update(one.environment, DJANGO_SETTINGS_MODULE="bos_tournament.settings", LOG_LEVEL="ERROR")
    return site.people(ORGANIZER, desk, names)


def _story(
    asked: argparse.Namespace,
    line: Line,
    tokens: dict[str, str],
    desk: list[str],
    names: list[str],
    rounds: int,
    trial: Trial,
) -> Story:
    programs = {name: Program(line, name, {"Authorization": f"Bearer {token}"}) for name, token in tokens.items()}

    def heed(text: str) -> None:
        if not trial.streams and story.slug:
            trial.look_on(story.slug)
        trial.heed(text)

    story = Story(
        crew=Crew(programs[ORGANIZER], tuple(programs[name] for name in desk)),
        players={name: programs[name] for name in names},
        say=heed,
        rounds=rounds,
        cut=asked.cut,
        by_phone=asked.by_phone,
        seed=asked.seed,
    )
    return story


def _differences(story: Story, folder: Path) -> list[str]:
    """Where the site's standings are not those computed from what the programs wrote down."""
    shown = story.crew.organizer.all_of(f"tournaments/{story.slug}/standings/")
    theirs: dict[str, Any] = story.crew.organizer.get(f"tournaments/{story.slug}/event.json")
    return book.differences(shown, book.recomputed(story.book.event(theirs), folder))


def _report(trial: Trial, line: Line, wrong: list[str]) -> None:
    trial.report(line.counts)
    kind, seconds = max(line.seconds.items(), key=lambda one: one[1])
    say(f"Longest wait of a program, with all that it sent again: {seconds:.1f} s ({kind})")
    say(f"Deeds acknowledged: {len(line.acknowledged):,}")
    for sentence in wrong[:20]:
        say(f"  {sentence}")
    say(f"Lost, doubled, different or not back: {len(wrong)}")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
