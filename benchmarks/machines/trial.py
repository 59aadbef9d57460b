"""The rehearsal while a machine is cut off: when that happens, who looks on, and what must be true in the end."""

import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.machines import watching
from benchmarks.machines.balancer import Balancer
from benchmarks.machines.machine import PORT, Machine
from benchmarks.machines.network import HALL
from benchmarks.machines.stores import Stores
from benchmarks.machines.watching import Lease, Published, Reader, Stream

READERS, PHONES = 4, 8
HEARS_WITHIN = 5.0  # seconds after a publication, while no machine is away
BACK_WITHIN = 60.0  # seconds until a machine that is joined again serves behind the balancer
NOTICED_WITHIN = 10.0  # seconds until streams at a machine that was cut off are opened at the other
SITE = f"https://{HALL}"
TOLD = (
    *(("sessions", "stot"), ("connections refused", "econ"), ("answers lost", "eresp"), ("5xx", "hrsp_5xx")),
    *(("tried again", "wretr"), ("tried elsewhere", "wredis"), ("seconds down", "downtime")),
)
"""What the balancer is asked for, in words and in its own."""


@dataclass
class Trial:
    """One cut, and everything that is seen meanwhile."""

    machines: tuple[Machine, Machine]
    """Both web machines."""
    stores: Stores
    """Database and broker."""
    balancer: Balancer
    """In front."""
    trusted: ssl.SSLContext
    """Whose certificate holds."""
    cut_at: int
    """The Swiss round after whose publication a machine is cut off."""
    seconds: float
    """How long it stays so."""
    say: Callable[[str], None]
    """Takes each line of the report."""
    published: list[Published] = field(default_factory=list)
    """All Swiss rounds."""
    readers: list[Reader] = field(default_factory=list)
    """Through the balancer."""
    streams: list[Stream] = field(default_factory=list)
    """Some through the balancer, and one at each machine."""
    began: float = 0.0
    """When the machine was cut off; 0 before."""
    joined: float = 0.0
    """When its line was mended; 0 before."""
    back: float = 0.0
    """Seconds from then until the balancer sent people to it; 0 where it never did."""

    def __post_init__(self) -> None:
        self.lease = Lease(self.stores.ask)
        self.absent: Machine | None = None
        self.away: threading.Thread | None = None
        self.looking: list[threading.Thread] = []
        self.before: dict[str, dict[str, str]] = {}

    def heed(self, text: str) -> None:
        """Takes what the story says, and does what is due then."""
        self.say(text)
        words = text.split()
        if words[0] != "Round" or words[2] != "published:":
            return
        now = time.monotonic()
        self.published.append(Published(now - float(words[3]), now))
        if int(words[1]) == self.cut_at:
            self.away = threading.Thread(target=self._be_away)
            self.away.start()

    def look_on(self, slug: str) -> None:
        """From when there is a tournament."""
        path = f"/tournaments/{slug}/players/"
        self.readers = [Reader(SITE, self.trusted, path) for _ in range(READERS)]
        topic = f"tournament:{self.stores.ask('SELECT id FROM tournaments_tournament')[0][0]}"
        self.streams = [Stream("balancer", SITE, self.trusted, HALL, topic) for _ in range(PHONES)]
        for one in self.machines:
            direct = f"http://{one.box.address}:{PORT}"
            self.streams.append(Stream(one.box.name, direct, self.trusted, HALL, topic))
        self.before = self.balancer.rows()
        self.looking = watching.start_all(one.run for one in (*self.readers, *self.streams, self.lease))

    def _be_away(self) -> None:
        holder = self.lease.process()
        self.absent = next(one for one in self.machines if one.parts["beat"].pid == holder)
        self.began = time.monotonic()
        self.absent.box.cut()
        self.say(f"  Machine {self.absent.box.name}, whose scheduler works, is cut off")
        watching.ended.wait(self.seconds)
        self.absent.box.join()
        self.joined = time.monotonic()
        self.say(f"  Machine {self.absent.box.name} is joined again")
        while not self.balancer.are_up() and time.monotonic() < self.joined + BACK_WITHIN:
            watching.ended.wait(0.1)
        if self.balancer.are_up():
            self.back = time.monotonic() - self.joined

    def end(self) -> None:
        """Waits for the machine to be back, and for the last hints."""
        if self.away:
            self.away.join()
        time.sleep(HEARS_WITHIN)

    def stop(self) -> None:
        """Ends all looking, and a cut that is not over."""
        watching.ended.set()
        for thread in self.looking:
            thread.join(1)

    # What was seen

    def wrong(self) -> list[str]:
        """All that must not be, one sentence each."""
        if not self.absent:
            return ["No machine was cut off: the event was over before."]
        found = [] if self.back else ["The machine that came back is not served again."]
        if not self._moved():
            found.append("The lease of the scheduler did not move to the other machine.")
        return [*found, *self._deaf()]

    def _moved(self) -> tuple[float, str] | None:
        """The first holder after the cut, with the seconds that this took."""
        later = [(at - self.began, holder) for at, holder in self.lease.holders if at > self.began]
        return later[0] if later else None

    def _during(self, published: Published) -> bool:
        return self.began - HEARS_WITHIN < published.ended < self.joined + BACK_WITHIN

    def _deaf(self) -> list[str]:
        """Streams that did not hear of a round in time, or, while a machine was away, not at all."""
        found = []
        for number, round_ in enumerate(self.published, 1):
            for stream in self.streams:
                delay = stream.delay(round_)
                if self._during(round_) and self.absent and stream.name == self.absent.box.name:
                    continue
                if delay is None or (delay > HEARS_WITHIN and not self._during(round_)):
                    found.append(f"A stream at {stream.name} heard of round {number} after {delay} s.")
        return found

    def report(self, counts: dict[str, int]) -> None:
        """The figures."""
        merged = [at for one in self.readers for at in one.answered]
        refused = sum(one.refused for one in self.readers)
        alone = max(watching.longest_gap(one.answered) for one in self.readers)
        self.say(f"Readers: {len(merged):,} pages, {refused} refused or cut")
        self.say(f"  longest time in which nobody was answered: {watching.longest_gap(merged):.1f} s")
        self.say(f"  longest time in which one reader was not answered: {alone:.1f} s")
        failed = {name: count for name, count in counts.items() if name.startswith(("cut", "answered", "asked"))}
        told = ", ".join(f"{count} {name}" for name, count in sorted(failed.items()))
        self.say(f"Requests of the rehearsal that were sent again: {told or 'none'}")
        if moved := self._moved():
            self.say(f"Scheduler: another machine took over {moved[0]:.1f} s after the cut")
        self.say(f"Balancer: sends people to the machine {self.back:.1f} s after it was joined again")
        for name, row in self.balancer.rows().items():
            shown = (f"{int(row[field] or 0) - int(self.before[name][field] or 0):,} {what}" for what, field in TOLD)
            self.say(f"  {name}: {', '.join(shown)}")
        self.say(f"Processes started again: {sum(sum(one.died.values()) for one in self.machines)}")
        self._report_streams()

    def _report_streams(self) -> None:
        away = [sum(self.began + NOTICED_WITHIN < at < self.joined for at in one.heard) for one in self.streams]
        fewest = min(count for count, one in zip(away, self.streams, strict=True) if one.name == "balancer")
        self.say(f"Streams at balancer, while the machine was away: {fewest} hints heard at least")
        for name in dict.fromkeys(stream.name for stream in self.streams):
            group = [stream for stream in self.streams if stream.name == name]
            for what, during in (("otherwise", False), ("around the cut", True)):
                rounds = [one for one in self.published if self._during(one) == during]
                delays = [stream.delay(one) for stream in group for one in rounds]
                heard = [delay for delay in delays if delay is not None]
                most = f", at most {max(heard):.1f} s later" if heard else ""
                self.say(f"Streams at {name}, {what}: {len(heard)} of {len(delays)} hints heard{most}")


def not_kept(stores: Stores, acknowledged: set[str]) -> list[str]:
    """Deeds that were answered as done and are not there, or are there and were never answered."""
    kept = [str(key) for (key,) in stores.ask("SELECT key FROM operations_answered WHERE status < 300")]
    lost, strange = acknowledged - set(kept), set(kept) - acknowledged
    found = [f"{len(lost)} acknowledged deeds are not kept."] if lost else []
    found += [f"{len(strange)} deeds were done and never acknowledged."] if strange else []
    return found + ([f"{len(kept) - len(set(kept))} deeds were done twice."] if len(set(kept)) < len(kept) else [])


def doubled(stores: Stores) -> list[str]:
    """Rows that there may be once only, whatever was sent again."""
    questions = {
        "players": "SELECT count(*) - count(DISTINCT user_id) FROM tournaments_entrant",
        "tables": "SELECT count(*) - count(DISTINCT (round_id, entrant_id)) FROM tournaments_sitting",
    }
    counts: dict[str, Any] = {what: stores.ask(question)[0][0] for what, question in questions.items()}
    return [f"{count} {what} are there twice." for what, count in counts.items() if count]
