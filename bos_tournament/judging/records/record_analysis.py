"""A record of a tournament opens as an analysis, once nobody can play its game on."""

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.judging.access import Capacity
from bos_tournament.judging.models import Record
from bos_tournament.judging.record_visibility import ALL
from bos_tournament.matches import surroundings
from bos_tournament.matches.current_decks import expected_list
from bos_tournament.matches.models import Match
from bos_tournament.play.analysis.models import AnalysisTree
from bos_tournament.play.analysis.opening import open_analysis
from bos_tournament.play.game_setup import known_of
from engine.hosting import uncommented


def is_over(match: Match) -> bool:
    """Whether the match is finished, and with it the round in which it was played."""
    return match.step == Match.Step.FINISHED and not surroundings.event.round_is_open(match)


def may_analyse(record: Record, capacity: Capacity) -> bool:
    """Whether this reader, who knows both lists, can open it now."""
    return capacity.reader(record.game) == ALL and record.game.match.pool_id is not None and is_over(record.game.match)


def open_record(record: Record, capacity: Capacity) -> AnalysisTree:
    """A new analysis of the record, without its remarks; shared only where all lists of the tournament are public.

    Raises Refused while the match or its round is on (`running`), without a pinned card pool (`no_pool`), and as
    `open_analysis` does.
    """
    game = record.game
    match = game.match
    if not is_over(match):
        raise Refused(_("Analysis opens when the round is over."), code="running")
    if match.pool_id is None:
        raise Refused(_("This match has no pinned card pool, so its records cannot be judged."), code="no_pool")
    one, two = match.seats.select_related("deck_version").order_by("number")[:2]
    known = known_of(game)
    tournament = match.pairing.round.stage.tournament if hasattr(match, "pairing") else None
    row = AnalysisTree(
        deck_one=expected_list(game, one),
        deck_two=expected_list(game, two),
        pool_id=match.pool_id,
        edition=match.edition,
        opening={"first": known.first, "ether": list(known.ether)} if known else None,
        private_lists=tournament is None or not tournament.lists_are_public,
    )
    name = _("Game %(number)s, %(tournament)s") % {"number": game.number, "tournament": tournament or match}
    return open_analysis(capacity.user, row, text=uncommented(record.text), name=name)
