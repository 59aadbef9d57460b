"""Running tournaments for tests: started, paired, with results, as an organizer would do it."""

from django.utils import timezone

from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.rounds import round_cycle, tournament_start
from bos_tournament.tournaments.standings import leaderboard, standings_rows
from bos_tournament.tournaments.structure.stages import position
from tests.factories import DeckVersionFactory, EntrantFactory, TournamentFactory, UserFactory, pinned_pool

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea")


def entrants_of(tournament, names):
    """People with a legal list, in this order from place 1."""
    return [ready(tournament, name, place=place) for place, name in enumerate(names, start=1)]


def ready(tournament, name, **facts):
    """Somebody with a legal list who is there."""
    user = UserFactory(handle=name)
    return EntrantFactory(
        tournament=tournament,
        user=user,
        deck_version=DeckVersionFactory(owner=user),
        checked_in_at=timezone.now(),
        **facts,
    )


def opened(names=NAMES[:8], **settings):
    """A tournament whose players are ready to start."""
    tournament = TournamentFactory(pool=pinned_pool(), **settings)
    entrants_of(tournament, names)
    return tournament


def start(tournament, *, planned=None):
    preview = tournament_start.preview_start(tournament)
    return tournament_start.start_tournament(tournament, token=preview.token, rounds=planned or preview.rounds)


def running(names=NAMES[:8], *, planned=None, **settings):
    return start(opened(names, **settings), planned=planned)


def publish(tournament):
    """The next round, drawn and shown."""
    return round_cycle.publish(round_cycle.create_draft_round(tournament, number=position(tournament).next_number))


def enter(pairing, one=2, other=0, *, by=None):
    """The result of a table by games won, as the desk enters it; equal games are a draw."""
    match = pairing.match
    match.refresh_from_db()
    winner = None if one == other else match.seats.get(number=1 if one > other else 2)
    staff_results.enter_result(
        match,
        by=by or UserFactory(),
        wins={1: one, 2: other},
        winner=winner,
        reason=Reason.PLAYED,
        why="Reported at the desk.",
    )


def play(round_, *, upset=()):
    """Every table reports: the better place wins 2-0, at the tables in `upset` the other one."""
    for pairing in round_.pairings.filter(match__finished_at=None).exclude(match=None).order_by("table"):
        first, second = pairing.sittings.order_by("number")
        first_wins = (first.entrant.place < second.entrant.place) != (pairing.table in upset)
        enter(pairing, *((2, 0) if first_wins else (0, 2)))


def play_and_close(tournament, *, upset=()):
    round_ = publish(tournament)
    play(round_, upset=upset)
    return round_cycle.close(round_)


def entrant(tournament: Tournament, name: str) -> Entrant:
    return tournament.entrants.select_related("user").get(user__handle=name)


def names_at(round_):
    """By table: who plays whom; byes under None."""
    return {
        pairing.table: {str(sitting.entrant.user) for sitting in pairing.sittings.all()}
        for pairing in round_.pairings.all()
    }


def lines_of(cup):
    """The ranks that everybody reads."""
    return standings_rows.ranked_lines(leaderboard.standings_of(cup))[:]


def places_of(cup):
    """The places that everybody reads."""
    return standings_rows.places(leaderboard.standings_of(cup))[:]
