"""Rulings as precedents: what each is about, and finding them by card, rule and word, without the players' names."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from bos_tournament.accounts.models import User
from bos_tournament.cards.catalogue import pinned
from bos_tournament.judging.models import Finding, Record, Ruling, Subject
from bos_tournament.judging.saying import in_words
from bos_tournament.tournaments.models import Entrant, Tournament
from engine.bos.rulebook import rulebook

NUMBER = re.compile(r"(?<![\w.])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?![\w]|\.\d)")
MOST_SUBJECTS = 20


@dataclass(frozen=True)
class Precedent:
    """A ruling as judges of any tournament read it; players are P1 and P2."""

    ruling: Ruling
    claim: str
    reason: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    found: tuple[tuple[str, str], ...]  # (the engine's finding, its sentence), of each record
    appeal: str  # how the head judge answered, if somebody appealed

    @property
    def made_at(self) -> datetime:
        return self.ruling.made_at


def note_subjects(ruling: Ruling) -> None:
    """Keeps what a new ruling is about: rules it cites or the engine found broken, cards it or the claim names."""
    game = ruling.dispute.game
    findings = list(Finding.objects.filter(record__game=game))
    said = " ".join([ruling.reason, ruling.dispute.claim])
    cited = [number for number in NUMBER.findall(said) if number in rulebook()]
    rules = dict.fromkeys([*cited, *(one.rule for one in findings if one.rule)])
    named = _named(" ".join([said, *(one.message for one in findings)]), ruling)
    subjects = [(Subject.Kind.RULE, rule) for rule in rules] + [(Subject.Kind.CARD, card) for card in named]
    Subject.objects.bulk_create(Subject(ruling=ruling, kind=kind, name=name) for kind, name in subjects[:MOST_SUBJECTS])


def _named(text: str, ruling: Ruling) -> list[str]:
    """The cards of the match's pool whose whole names stand in the text."""
    pool = ruling.dispute.game.match.pool
    if pool is None:
        return []
    folded = text.casefold()
    names = [card.name for card in pinned(pool).cards if card.name.casefold() in folded]
    return [name for name in names if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", folded)]


def search(reader: User, *, card: str = "", rule: str = "", words: str = "") -> QuerySet[Ruling]:
    """Rulings about this card and under this rule or its parts, newest first.

    Left out are those of running tournaments in which the reader takes part.
    """
    found = Ruling.objects.exclude(dispute__game__match__pairing__round__stage__tournament__in=_played_by(reader))
    if rule := rule.strip().strip("§ ."):
        named = Q(name=rule) | Q(name__startswith=f"{rule}.")
        found = found.filter(pk__in=Subject.objects.filter(named, kind=Subject.Kind.RULE).values("ruling"))
    if card := card.strip():
        named = Q(name__icontains=card)
        found = found.filter(pk__in=Subject.objects.filter(named, kind=Subject.Kind.CARD).values("ruling"))
    for word in words.split()[:8]:
        found = found.filter(Q(reason__icontains=word) | Q(dispute__claim__icontains=word))
    return found.order_by("-made_at", "pk")


def _played_by(reader: User) -> QuerySet[Tournament]:
    entered = Entrant.objects.filter(user=reader, state__in=Entrant.TAKING_PART)
    return Tournament.objects.filter(state=Tournament.State.RUNNING, entrants__in=entered)


def with_all(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """With everything that `told` needs, in a fixed number of queries."""
    records = Prefetch("dispute__game__records", Record.objects.select_related("finding").defer("text"))
    whole = rulings.select_related("dispute__game__match__pairing__round__stage__tournament", "dispute__appeal")
    return whole.prefetch_related("subjects", records, "dispute__game__match__seats__user")


def told(rulings: Iterable[Ruling]) -> list[Precedent]:
    return [_told(ruling) for ruling in rulings]


def _told(ruling: Ruling) -> Precedent:
    dispute, names = ruling.dispute, {}
    for seat in dispute.game.match.seats.all():
        names[seat.user.handle] = f"P{seat.number}"
    subjects = list(ruling.subjects.all())
    findings = [row.finding for row in dispute.game.records.all() if hasattr(row, "finding")]
    appeal = getattr(dispute, "appeal", None)
    return Precedent(
        ruling=ruling,
        claim=without_names(dispute.claim, names),
        reason=without_names(ruling.reason, names),
        rules=tuple(one.name for one in subjects if one.kind == Subject.Kind.RULE),
        cards=tuple(one.name for one in subjects if one.kind == Subject.Kind.CARD),
        found=tuple(dict.fromkeys((one.finding, without_names(in_words(one.message), names)) for one in findings)),
        appeal=appeal.get_answer_display() if appeal and appeal.ruling_id == ruling.pk else "",
    )


def without_names(text: str, names: dict[str, str]) -> str:
    """The text with the players' handles, in any case, replaced by their seats; the longest first."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text, flags=re.IGNORECASE)
    return text
