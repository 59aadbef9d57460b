"""A bot looks for the best lines of a position: asked for on a page, found by a worker, kept with the line."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts import rate_limits
from bos_tournament.accounts.rate_limits import Rate
from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import Refused
from bos_tournament.operations import jobs
from bos_tournament.play.analysis.branching import track_of, tree_of
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree
from bos_tournament.play.analysis.opening import refuse_during_a_match
from engine.hosting import BestLines, ProvedWin, Track

Searched = dict[str, Any]

MOST = 3
"""So many best lines are kept at most."""
ANALYST = "magpie"
"""The bot that is asked."""
NODES = 4_000
"""About so many lines it tries at most."""
PROOF_NODES = 4_000
"""About so many lines more are tried to prove a win."""
PATIENCE = timedelta(minutes=2)
"""After so long without an answer it may be asked again."""
STRANGERS_SEARCHES = Rate(600, 60 * 60)
"""So many searches begin in analyses without an account, of all visitors together."""


def is_waiting(line: AnalysisLine, now: datetime | None = None) -> bool:
    """Whether a bot was asked here and may still answer."""
    return line.asked_at is not None and line.asked_at > (now or timezone.now()) - PATIENCE


@transaction.atomic
def ask_for_best_lines(row: AnalysisTree, at: AnalysisLine, *, by: Viewer) -> None:
    """Has a bot look for the best lines there, once. Asking again changes nothing.

    Raises Refused while the user plays a match (`running`), while the bot looks at another line of this analysis
    (`busy`), and when too many are asked for at once (`too_many`).
    """
    refuse_during_a_match(by)
    AnalysisTree.objects.select_for_update().only("pk").get(pk=row.pk)
    line = AnalysisLine.objects.get(pk=at.pk)
    if line.searched or is_waiting(line):
        return
    since = timezone.now() - PATIENCE
    if row.lines.filter(asked_at__gt=since).exists():
        raise Refused(_("The bot still looks at another line. Try again in a few seconds."), code="busy")
    if row.owner_id is None and not rate_limits.take_from_bucket("analysis-search", STRANGERS_SEARCHES):
        raise Refused(_("Many analyses are running right now. Try again in a few minutes."), code="too_many")
    AnalysisLine.objects.filter(pk=line.pk).update(asked_at=timezone.now())
    jobs.enqueue("play.find_lines", line.pk)


def find_lines(line_id: UUID) -> None:
    """Keeps the best lines there. Asking again changes nothing."""
    line = AnalysisLine.objects.select_related("tree").filter(pk=line_id, searched__isnull=True).first()
    if line is None:
        return
    tree = tree_of(line.tree)
    played = track_of(line.tree, [each.written for each in tree.way_to(line)])
    found, proof = played.best_lines(ANALYST, nodes=NODES), _proof(played)
    searched = {
        "bot": ANALYST,
        "nodes": found.nodes,
        "seat": None if found.seat is None else found.seat + 1,
        "lines": list(_lines(found, proof)),
        "proof": None if proof is None else _as_json(proof),
    }
    AnalysisLine.objects.filter(pk=line.pk).update(searched=searched, asked_at=None)


def _proof(played: Track) -> ProvedWin | None:
    """A win that is proved; None for none. Where reserves may have been swapped in unseen, the lists are not known
    well enough."""
    if played.run is None or any(played.run.own_state.setup.hidden_swap):
        return None
    proof = played.proved_win(nodes=PROOF_NODES)
    return proof if proof.seat is not None else None


def _lines(found: BestLines, proof: ProvedWin | None) -> Iterator[Searched]:
    """The best lines as they are kept; the one that is proved to win comes first."""
    wins = proof.way[:1] if proof and proof.seat == found.seat else ()
    for written in wins:
        yield {"line": written, "then": list(proof.way[1:]) if proof else [], "worth": 100, "proved": True}
    for best in found.lines[: MOST - len(wins)]:
        if best.written not in wins:
            yield {"line": best.written, "then": list(best.then), "worth": best.worth, "proved": best.proved}


def _as_json(proof: ProvedWin) -> Searched:
    assert proof.seat is not None
    return {"seat": proof.seat + 1, "way": list(proof.way), "turns": proof.turns, "nodes": proof.nodes}
