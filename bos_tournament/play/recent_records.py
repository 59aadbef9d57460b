"""Records that were played lately in this process, so that the next line of a game plays only itself.

This is a speed-up and nothing else. What is not kept is played from its beginning, with the same outcome, and what is
kept of a record goes on only in one that began alike, by the same lines (`grow`). Other lists, another pool, edition,
order or names are another beginning.
"""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock

from engine.bos import game as bos
from engine.hosting import Given, Grown, Track, grow

MOST_KEPT = 256
"""So many records are kept, those that were asked for last: one of each game that is on, about 200 kB of memory."""
LINES_MORE = 10
"""A record is played on from one that has at most so many lines less."""

_kept: OrderedDict[bytes, tuple[Given, Grown]] = OrderedDict()
_lock = Lock()


def played(text: str, given: Given) -> Track:
    """The record of a game of BOS, as `track` gives it."""
    known = _find(text, given)
    if known is None:
        before = next((part for part in _shorter(text) if _find(part, given)), None)
        known = grow(bos, text, given, _take(before, given) if before else None)
        _keep(text, given, known)
    return known.track


def _shorter(text: str) -> list[str]:
    """The record without its last line, without the last two, and so on."""
    rows = text.splitlines(keepends=True)
    return ["".join(rows[:-less]) for less in range(1, LINES_MORE + 1)]


def _find(text: str, given: Given) -> Grown | None:
    with _lock:
        key = _key(text, given)
        found = _kept.get(key)
        if found is None or found[0].pool is not given.pool:
            return None
        _kept.move_to_end(key)
        return found[1]


def _take(text: str, given: Given) -> Grown | None:
    """A record that is kept, and from now on no longer: the longer one comes in its place."""
    found = _find(text, given)
    with _lock:
        _kept.pop(_key(text, given), None)
    return found


def _keep(text: str, given: Given, grown: Grown) -> None:
    with _lock:
        _kept[_key(text, given)] = (given, grown)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)


def _key(text: str, given: Given) -> bytes:
    """A digest of all that decides on how a record is played, but for the pool, which is compared itself."""
    rules = (given.edition.name, sorted(given.edition.switches().items()))
    beginning = (sorted(given.lists.items()), rules, given.pinned, given.brought, given.names)
    return blake2b(repr((beginning, text)).encode(), digest_size=16).digest()
