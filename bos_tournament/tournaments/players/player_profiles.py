"""What everybody may read of a player: the tournaments they played, how their matches ended, and against whom."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.merged_accounts import last_account
from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.structure import round_names

State = Tournament.State
PLAYED = (State.RUNNING, State.FINISHED)
MOST = 2_000
"""So many of the latest matches are counted."""


@dataclass
class Score:
    """Matches won, lost and drawn."""

    won: int = 0
    """Matches won."""
    lost: int = 0
    """Matches lost, those that both lost too."""
    drawn: int = 0
    """Matches drawn."""

    def add(self, outcome: str) -> None:
        setattr(self, outcome, getattr(self, outcome) + 1)

    def __str__(self) -> str:
        return f"{self.won}–{self.lost}–{self.drawn}"


@dataclass(frozen=True)
class Met:
    """One finished match, from the player's side."""

    tournament: Tournament
    """Where they met."""
    round: int
    """The number of the round."""
    round_called: str
    """What the round is called within a sentence."""
    other: User
    """The opponent."""
    outcome: str
    """`won`, `lost` or `drawn`."""
    match: UUID
    """The match's id."""
    at: datetime
    """When the match ended."""


@dataclass
class Participation:
    """A tournament somebody played in, with their score there."""

    tournament: Tournament
    """Running or finished."""
    entrant: Entrant
    """The player's entry, for place and state."""
    score: Score = field(default_factory=Score)
    """Of finished matches."""


@dataclass
class Rival:
    """Somebody met, with the score against them; `shown` says whether they have a page of their own."""

    user: User
    """The opponent."""
    shown: bool
    score: Score = field(default_factory=Score)
    """From the player's side."""


def player_to_see(user: Viewer, pk: UUID) -> User:
    """A player with a page; of an account that was merged into another, that other's.

    404 for guests, who were never asked, and for whoever hides their history from others.
    """
    player = _with_a_page(pk)
    if player is None or (player.hides_history and player.pk != user.pk):
        raise Http404(_("There is no such player."))
    return player


def _with_a_page(pk: UUID) -> User | None:
    user = User.objects.filter(pk=pk).first()
    last = user and (user if user.is_active else last_account(user))
    return last if last and last.is_active and not last.guest else None


def has_page(user: User) -> bool:
    return user.is_active and not user.guest and not user.hides_history


def matches_of(player: User) -> list[Met]:
    """Every finished match of the player in public tournaments, the latest first. Four queries for any number."""
    sittings = (
        Sitting.objects.filter(entrant__user=player, round__state=Round.State.PUBLISHED)
        .filter(pairing__match__finished_at__isnull=False, round__stage__tournament__state__in=PLAYED)
        .select_related("pairing__match__winner", "round__stage__tournament")
        .prefetch_related("pairing__sittings__entrant__user")
        .order_by("-pairing__match__finished_at", "pk")[:MOST]
    )
    round_names.look_up(sitting.round for sitting in sittings)
    return [met for sitting in sittings for met in _met(player, sitting.pairing, sitting.round)]


def parts_of(player: User, matches: Iterable[Met]) -> list[Participation]:
    """The public tournaments the player has or had a place in, the latest first, with the score in each."""
    entries = Entrant.objects.filter(user=player, tournament__state__in=PLAYED).exclude(place=None)
    parts = {
        entry.tournament_id: Participation(entry.tournament, entry)
        for entry in entries.select_related("tournament").order_by("-tournament__starts_at")
    }
    for met in matches:
        if met.tournament.pk in parts:
            parts[met.tournament.pk].score.add(met.outcome)
    return list(parts.values())


def rivals_of(matches: Iterable[Met]) -> list[Rival]:
    """Everybody the player met, most often first, with the score against them."""
    rivals: dict[UUID, Rival] = {}
    for met in matches:
        rivals.setdefault(met.other.pk, Rival(met.other, has_page(met.other))).score.add(met.outcome)
    return sorted(rivals.values(), key=lambda rival: (-_count(rival.score), str(rival.user).casefold()))


def total(matches: Iterable[Met]) -> Score:
    score = Score()
    for met in matches:
        score.add(met.outcome)
    return score


def _count(score: Score) -> int:
    return score.won + score.lost + score.drawn


def _met(player: User, pairing: Pairing, round_: Round) -> list[Met]:
    match = pairing.match
    others = [sitting.entrant.user for sitting in pairing.sittings.all() if sitting.entrant.user_id != player.pk]
    if match is None or match.finished_at is None or not others:
        return []
    winner = match.winner.user_id if match.winner else None
    drawn = winner is None and match.reason != Reason.DOUBLE_NO_SHOW  # then both have lost
    outcome = "drawn" if drawn else "won" if winner == player.pk else "lost"
    tournament, round_name = round_.stage.tournament, round_names.called(round_)
    return [Met(tournament, round_.number, round_name, others[0], outcome, match.pk, match.finished_at)]
