"""Rulings as precedents: what each is about, and finding them by card, rule and word, without the players' names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import Prefetch, Q, QuerySet

from bos_tournament.accounts.models import User
from bos_tournament.cards.catalogue import pinned
from bos_tournament.judging.models import Finding, Record, Ruling, Subject
from bos_tournament.matches.models import Seat
from bos_tournament.messages import localize_kept
from bos_tournament.tournaments.models import Entrant, Tournament
from engine.bos.game import rulebook

NUMBER = re.compile(r"(?<![\w.])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?![\w]|\.\d)")
WORD = re.compile(r"[A-ZÀ-ÖØ-Þ]?[^\W\d_A-ZÀ-ÖØ-Þ]+|[A-ZÀ-ÖØ-Þ]{2,}")
MOST_SUBJECTS = 20


@dataclass(frozen=True)
class Precedent:
    """A ruling as judges of any tournament read it; players are P1 and P2."""

    ruling: Ruling
    """The row, for its date and its tournament."""
    claim: str
    """What the dispute says, without names."""
    reason: str
    """What the judge says, without names."""
    rules: tuple[str, ...]
    """The numbers of the rules it is about."""
    cards: tuple[str, ...]
    """The names of the cards it is about."""
    found: tuple[tuple[str, str], ...]
    """The engine's finding and its sentence, for each record, without repeats."""
    appeal: str
    """How the head judge answered; empty where nobody appealed."""
    overturned: bool
    """Whether a later ruling took its place, so that it is no precedent."""

    @property
    def made_at(self) -> datetime:
        return self.ruling.made_at


def note_subjects(ruling: Ruling) -> None:
    """Keeps what a new ruling is about: rules it cites or the engine found broken, cards it or the claim names."""
    game = ruling.dispute.game
    findings = list(Finding.objects.filter(record__game=game))
    text = " ".join([ruling.reason, ruling.dispute.claim])
    cited = [number for number in NUMBER.findall(text) if number in rulebook()]
    rules = dict.fromkeys([*cited, *(finding.rule for finding in findings if finding.rule)])
    named = _named(" ".join([text, *(finding.message for finding in findings)]), ruling)
    subjects = [(Subject.Kind.RULE, rule) for rule in rules] + [(Subject.Kind.CARD, card) for card in named]
    Subject.objects.bulk_create(Subject(ruling=ruling, kind=kind, name=name) for kind, name in subjects[:MOST_SUBJECTS])


def _named(text: str, ruling: Ruling) -> list[str]:
    """The cards of the match's pool whose whole names stand in the text."""
    pool = ruling.dispute.game.match.pool_id
    if pool is None:
        return []
    folded = text.casefold()
    names = [card.name for card in pinned(pool).cards if card.name.casefold() in folded]
    return [name for name in names if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", folded)]


def search_precedents(reader: User, *, card: str = "", rule: str = "", words: str = "") -> QuerySet[Ruling]:
    """Rulings about this card and under this rule or its parts, newest first.

    Left out are those of running tournaments in which the reader takes part.
    """
    rulings = Ruling.objects.exclude(dispute__game__match__pairing__round__stage__tournament__in=_played_by(reader))
    if rule := rule.strip().strip("§ ."):
        named = Q(name=rule) | Q(name__startswith=f"{rule}.")
        rulings = rulings.filter(pk__in=Subject.objects.filter(named, kind=Subject.Kind.RULE).values("ruling"))
    if card := card.strip():
        named = Q(name__icontains=card)
        rulings = rulings.filter(pk__in=Subject.objects.filter(named, kind=Subject.Kind.CARD).values("ruling"))
    for word in words.split()[:8]:
        rulings = rulings.filter(Q(reason__icontains=word) | Q(dispute__claim__icontains=word))
    return rulings.order_by("-made_at", "pk")


def _played_by(reader: User) -> QuerySet[Tournament]:
    entered = Entrant.objects.filter(user=reader, state__in=Entrant.TAKING_PART)
    return Tournament.objects.filter(state=Tournament.State.RUNNING, entrants__in=entered)


def with_all(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """With everything that `told` needs, in a fixed number of queries."""
    records = Prefetch("dispute__game__records", Record.objects.select_related("finding").defer("text"))
    whole = rulings.select_related("dispute__game__match__pairing__round__stage__tournament", "dispute__appeal")
    return whole.prefetch_related(
        "subjects", records, "dispute__rulings", "dispute__game__match__seats__user__former_names"
    )


def describe_precedents(rulings: Iterable[Ruling]) -> list[Precedent]:
    return [_told(ruling) for ruling in rulings]


def _told(ruling: Ruling) -> Precedent:
    dispute = ruling.dispute
    subjects = list(ruling.subjects.all())
    cards = tuple(subject.name for subject in subjects if subject.kind == Subject.Kind.CARD)
    hidden = _Names(dispute.game.match.seats.all(), cards)
    findings = [row.finding for row in dispute.game.records.all() if hasattr(row, "finding")]
    appeal = getattr(dispute, "appeal", None)
    return Precedent(
        ruling=ruling,
        claim=hidden.out_of(dispute.claim),
        reason=hidden.out_of(ruling.reason),
        rules=tuple(subject.name for subject in subjects if subject.kind == Subject.Kind.RULE),
        cards=cards,
        found=tuple(
            dict.fromkeys((finding.finding, hidden.out_of(localize_kept(finding.data))) for finding in findings)
        ),
        appeal=appeal.get_answer_display() if appeal and appeal.ruling_id == ruling.pk else "",
        overturned=any(later.made_at > ruling.made_at for later in dispute.rulings.all()),
    )


class _Names:
    """What players are called, with what stands in its place: whole names, and each of their words by itself.

    A word of a name that is also an ordinary word, such as Will or Red, is taken for a name only where it is written
    with a capital inside a sentence; names of cards stay whole.
    """

    def __init__(self, seats: Iterable[Seat], cards: Iterable[str]) -> None:
        self.whole: dict[str, str] = {}
        self.parts: dict[str, str] = {}
        self.cards = [re.escape(card) for card in sorted(cards, key=len, reverse=True)]
        for seat in seats:
            former = [former_name.name for former_name in seat.user.former_names.all() if "@" not in former_name.name]
            for name in filter(None, (seat.user.handle, seat.user.real_name, *former)):
                self._learn(name, f"P{seat.number}")

    def _learn(self, name: str, seat: str) -> None:
        for learned, words in ((self.whole, [name]), (self.parts, WORD.findall(name))):
            for word in words:
                before = learned.get(word.casefold(), seat)
                learned[word.casefold()] = seat if before == seat else "P1/P2"

    def out_of(self, text: str) -> str:
        """The text with the players' seats in place of their names."""
        names = sorted([*self.whole, *self.parts], key=len, reverse=True)
        either = "|".join([*self.cards, *(re.escape(name) for name in names)])
        return re.sub(rf"(?<!\w)(?:{either})(?!\w)", self._seat, text, flags=re.IGNORECASE) if names else text

    def _seat(self, hit: re.Match[str]) -> str:
        word = hit[0].casefold()
        if word in self.whole:
            return self.whole[word]
        return self.parts[word] if word in self.parts and self._is_name(hit) else hit[0]

    def _is_name(self, hit: re.Match[str]) -> bool:
        word, before = hit[0], hit.string[: hit.start()].rstrip(' "“„«(')
        inside = bool(before) and before[-1] not in ".!?:\n"
        if word.casefold() in _ordinary():
            return inside and word[:1].isupper()
        return len(word) > 2 or word[:1].isupper()


@lru_cache(maxsize=1)
def _ordinary() -> frozenset[str]:
    """Words that a ruling uses anyway: those of the rules."""
    return frozenset(word.casefold() for rule in rulebook().values() for word in WORD.findall(rule.text))
