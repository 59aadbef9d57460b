"""What only some may know, looked for in every answer to everybody else, and two worlds that differ in nothing else."""

import re
import zlib
from collections.abc import Iterator

from benchmarks.walk.cast import GUESTS, STAFF, World
from benchmarks.walk.story import LOST, NOTE
from benchmarks.walk.visit import Finding, Visit
from tests.pdf_text import pages_of

JUDGES = {"Judith", "Hera"}
CATALOGUE = re.compile(r"/(api/v1/)?(cards|decks|learn)/")  # every card there is, whoever plays it
# Differs between two walks through the same world: moments, numbers of rows, digests of pages that show a moment.
PASSING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"csrf\w*": "\w+"|nonce(="|-)[\w+/=-]+|'
    r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+[\d:]+|Z)?|\d{8}T\d{6}Z|\b\d?\d:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?|"
    r"\b\d{10,13}(?:\.\d+)?\b|/staff/\d+/|/organizers/\d+/|"
    r"\"(?:id|left)\": ?\d+|\b[0-9a-f]{16,64}\b|\b\d+ (?:seconds?|minutes?)\b",
    re.IGNORECASE,
)


def kept(world: World) -> Iterator[tuple[str, str, set[str]]]:
    """What is secret, how it reads, and who may know it, by name."""
    secrets, players, staff = world.secrets, {world.player, world.opponent}, set(STAFF)
    yield "a sealed bid", rf"\b{secrets.bid}\b|\b{secrets.bid + 2}\b|{secrets.bid:,}", set()
    if not world.fresh().lists_are_public:
        yield "a list", rf"{secrets.reserve}|Burning Oath|Ember Squall|Slagfall", {"Anna", *JUDGES}
    yield "a draft", "Hushdeck|Hush Plan", {"Anna"}
    yield "a real name", secrets.real_name, {*staff, *GUESTS, "Ada"}
    yield "an address", "chat.example/hush", {"Olga", "Pia"}
    yield "a call", "Which card", {"Anna", "Ben", *players, *staff}
    yield "a claim", LOST, {"Anna", "Ben", *players, *staff}
    yield "a penalty", NOTE, {world.penalized, *staff}
    if world.cup.code_only:
        yield "a join code", world.cup.join_code, staff


def nobody_tells(visit: Visit) -> Iterator[Finding]:
    reader = visit.world.who(visit.role)
    told = said(visit)
    for what, sign, knowing in kept(visit.world):
        if what == "a list" and CATALOGUE.match(visit.url):
            continue
        if (not reader or reader.handle not in knowing) and (found := re.search(sign, told)):
            near = " ".join(told[max(0, found.start() - 60) : found.end() + 40].split())
            yield visit.found("secret", f"{what}: …{near}…")
    mails = set(re.findall(rf"(\w+)\.{re.escape(visit.world.secrets.mail)}", told))
    if mails - {reader.handle.lower() if reader else ""} and visit.role != "admin":
        yield visit.found("secret", f"the mail address of {', '.join(sorted(mails))}")


def said(visit: Visit) -> str:
    """Headers and body, the words of a PDF too."""
    heads = "\n".join(f"{name}: {value}" for name, value in visit.answer.items() if name not in ("ETag", "Set-Cookie"))
    if visit.answer.get("Content-Type") == "application/pdf":
        body = b"".join(visit.answer) if visit.answer.streaming else visit.answer.content
        return "\n".join([heads, *pages_of(body)])
    return f"{heads}\n{visit.text}"


class Twins:
    """Keeps what was told in one world, and finds where the other, which differs in secrets alone, tells something
    else to somebody who may know none of them."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str, str], bytes] = {}
        self.second = False

    def look(self, visit: Visit) -> Iterator[Finding]:
        if (
            visit.role in ("player", "admin") or "activity-log" in visit.url
        ):  # in the trail, deeds of one moment have no order
            return
        key, plain = (visit.state, visit.role, f"{visit.how} {visit.url}"), self._plain(visit)
        if not self.second:
            self.told[key] = zlib.compress(plain.encode())
        elif key not in self.told:
            yield visit.found("twins", f"only one world has it: {visit.url}")
        elif (first := zlib.decompress(self.told[key]).decode()) != plain:
            yield visit.found("twins", _difference(first, plain))

    def _plain(self, visit: Visit) -> str:
        text = PASSING.sub("…", said(visit))
        if (reader := visit.world.who(visit.role)) and reader.handle in {*STAFF, *GUESTS}:
            text = text.replace(visit.world.secrets.real_name, "a real name")
        own = rf"{reader.handle.lower()}\.{re.escape(visit.world.secrets.mail)}" if reader else "^$"
        return re.sub(r"Content-Length: \d+", "", re.sub(own, "own mail", text))


def _difference(one: str, other: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return " <> ".join(" ".join(text[max(0, at - 60) : at + 60].split()) for text in (one, other))
