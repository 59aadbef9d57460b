"""A large bracket in pages: its late rounds, and before them the sections that lead there. Small ones fit on one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.pairing.bracket import BracketMatch, Seed, WinnerOf
from bos_tournament.pairing.bracket_play import Status
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.standings import bracket_layout
from bos_tournament.tournaments.standings.bracket_layout import Picture
from bos_tournament.tournaments.structure.bracket_stage import Bracket

MOST = 33  # matches on a page: a bracket of 32 players with its match for third place
LATE = 31  # of them in late rounds, so that a final or a match for third place fits beside

Chunk = tuple[str, list[BracketMatch]]


@dataclass(frozen=True)
class BracketPage:
    """Some matches of a bracket that are looked at together."""

    chunks: tuple[Chunk, ...]
    """What each picture is called, and its matches."""
    label: str
    """Which rounds they are, such as “Round of 32 – Final”; another one for each page."""

    @property
    def matches(self) -> list[BracketMatch]:
        return [match for _side, matches in self.chunks for match in matches]

    def pictures(self, bracket: Bracket) -> list[Picture]:
        """As they stand."""
        return [bracket_layout.picture(bracket, title, matches) for title, matches in self.chunks]

    def byes(self, bracket: Bracket) -> list[Entrant]:
        """Who of this page had nobody to play in the first round."""
        here = {slot.number for match in self.matches for slot in match.slots if isinstance(slot, Seed)}
        return [bracket.entrants[seed] for seed in bracket.byes() if seed in here]


def pages(bracket: Bracket) -> list[BracketPage]:
    """One for a small bracket; else the late rounds first, then the sections from the top."""
    sides = bracket_layout.sides(bracket)
    if sum(len(matches) for _side, matches in sides) <= MOST:
        return [BracketPage(tuple(sides), sides[0][0])]
    late, early = [], []
    for title, matches in sides:
        first, *others = _split(matches)
        late.append((title, first))
        early += [(title, chunk) for chunk in others]
    if bracket.is_double:  # the final stands beside the winners' side
        late = [late[0], *late[2:], late[1]]
    return _labelled(bracket, [*_together(late), *_together(early)])


def first_shown(bracket: Bracket, found: list[BracketPage], reader: UUID | None) -> int:
    """The number of the page that somebody sees first: of their latest match, else of one that is played now."""
    own = next((seed for seed, entrant in bracket.entrants.items() if reader and entrant.user_id == reader), None)
    for match in reversed(bracket.plan.matches):
        standing = bracket.standing[match.id]
        if own in standing.seeds and own is not None and standing.status != Status.NOT_NEEDED:
            return _number_of(found, match)
    busy = (at for at, page in enumerate(found, start=1) if _is_on(bracket, page))
    return next(busy, 1)


def _is_on(bracket: Bracket, page: BracketPage) -> bool:
    return any(bracket.standing[match.id].status == Status.READY for match in page.matches)


def _number_of(found: list[BracketPage], match: BracketMatch) -> int:
    return next((at for at, page in enumerate(found, start=1) if match in page.matches), 1)


def _split(matches: list[BracketMatch]) -> list[list[BracketMatch]]:
    """The late rounds, then what leads to each of their matches, split likewise as far as it needs."""
    if len(matches) <= LATE:
        return [matches]
    by_round: dict[int, list[BracketMatch]] = {}
    for match in matches:
        by_round.setdefault(match.round, []).append(match)
    late: list[BracketMatch] = []
    for number in sorted(by_round, reverse=True):
        if late and len(late) + len(by_round[number]) > LATE:
            break
        late += by_round.pop(number)
    early = {match.id: match for number in sorted(by_round) for match in by_round[number]}
    trees = [_leading_to(root, early) for root in by_round[max(by_round)]] if by_round else []
    return [sorted(late, key=matches.index), *(chunk for tree in trees for chunk in _split(tree))]


def _leading_to(root: BracketMatch, here: dict[str, BracketMatch]) -> list[BracketMatch]:
    """A match after all of these whose winners come to it."""
    before = [here[slot.match] for slot in root.slots if isinstance(slot, WinnerOf) and slot.match in here]
    return [*(match for one in before for match in _leading_to(one, here)), root]


def _together(chunks: Iterable[Chunk]) -> Iterator[list[Chunk]]:
    """Neighbours share a page as long as they fit; those of the same rounds share a picture."""
    page: list[Chunk] = []
    for title, matches in chunks:
        if page and sum(len(there) for _side, there in page) + len(matches) > MOST:
            yield page
            page = []
        if page and page[-1][0] == title and _rounds(page[-1][1]) == _rounds(matches):
            page[-1] = (title, [*page[-1][1], *matches])
        else:
            page.append((title, matches))
    if page:
        yield page


def _rounds(matches: list[BracketMatch]) -> set[int]:
    return {match.round for match in matches}


def _labelled(bracket: Bracket, found: list[list[Chunk]]) -> list[BracketPage]:
    names = [_label(bracket, page[0][1]) for page in found]
    return [BracketPage(tuple(page), _one_of(names, at)) for at, page in enumerate(found)]


def _one_of(names: list[str], at: int) -> str:
    """The name at this place, with its number among equal ones."""
    name, equal = names[at], names.count(names[at])
    if equal == 1:
        return name
    facts = {"rounds": name, "number": names[:at].count(name) + 1, "count": equal}
    return _("%(rounds)s, section %(number)s of %(count)s") % facts


def _label(bracket: Bracket, matches: list[BracketMatch]) -> str:
    first, last = min(matches, key=lambda match: match.round), max(matches, key=lambda match: match.round)
    names = [bracket.title(match) for match in (first, last)]
    return names[0] if names[0] == names[1] else " – ".join(names)
