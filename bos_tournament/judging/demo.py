"""The demo as a whole: cards, people, three tournaments, and a dispute that waits for a judge."""

from importlib import resources

from django.db import transaction

from bos_tournament.accounts import demo as people
from bos_tournament.accounts.models import User
from bos_tournament.cards import catalogue
from bos_tournament.decks.drafts import copy_starter
from bos_tournament.errors import Refused
from bos_tournament.judging.disputes import filing
from bos_tournament.judging.models import Dispute
from bos_tournament.judging.records.adjudication import find
from bos_tournament.judging.records.comparisons import compare_game
from bos_tournament.judging.records.record_suggestions import suggest_repairs
from bos_tournament.matches import demo as tables
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Match, Reason
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.pages import demo as tournaments
from engine.bos.game import sample_pool


@transaction.atomic
def make() -> list[people.SignIn]:
    """Fills an empty site; all of it or nothing. Returns who can sign in. Raises Refused when there are people."""
    if User.objects.exists():
        raise Refused("This site has people already; the demo is for an empty one.", code="not_empty")
    catalogue.load(sample_pool().write(), publish=True)
    admin = people.make_staff("admin", "Site Admin", admin=True)
    crew = tournaments.Crew(
        organizer=people.make_staff("organizer", "Desk Owl"),
        head_judge=people.make_staff("headjudge", "Judge Heron"),
        judge=people.make_staff("judge", "Judge Marten"),
        scorekeeper=people.make_staff("scorekeeper", "Score Badger"),
    )
    players = [people.make_player(number, handle) for number, handle in enumerate(tournaments.HANDLES, start=1)]
    finished = tournaments.finished(crew, players[:8])
    coming = tournaments.coming(crew, players[:11])
    running = tournaments.running(crew, players)
    tournaments.season(crew, [finished, coming, running.tournament])
    dispute = dispute_over(running.disputed)
    return [*_staff_sign_ins(admin, crew, running, dispute), *_player_sign_ins(running.duel)]


def dispute_over(match: Match) -> Dispute:
    """Seat 1 reported that the other conceded; the other contests it, and both hand in what they wrote down."""
    tables.confirm_bosses(match)
    tables.begin_game(match)
    winner, other = tables.seats_of(match)
    result_reports.report_result(winner, winner=winner, reason=Reason.CONCEDED)
    game = match.games.get(number=1)
    claim = "The hound attacked twice in turn 5, and I never conceded."
    dispute = filing.file_dispute(game, by=other.user, seat=other, claim=claim, text=_record("twice"))
    filing.add_record(dispute, by=winner.user, seat=winner, text=_record("conceded"))
    for task, deed in (("find", find), ("mend", suggest_repairs), ("compare", compare_game)):
        for job in Job.objects.filter(task=f"judging.{task}", state=Job.State.WAITING):
            jobs.perform(str(job.pk), deed)
    return dispute


def _record(name: str) -> str:
    return resources.files(__package__).joinpath("demo_records", f"{name}.bln").read_text(encoding="utf-8")


def _staff_sign_ins(
    admin: User, crew: tournaments.Crew, running: tournaments.Running, dispute: Dispute
) -> list[people.SignIn]:
    desk = f"{running.tournament.get_absolute_url()}desk/"
    pages = (
        (admin, "admin", "/admin/"),
        (crew.organizer, "organizer", desk),
        (crew.head_judge, "head judge", dispute.get_absolute_url()),
        (crew.scorekeeper, "scorekeeper", desk),
    )
    return [people.let_in(user, role, page=page, second_factor=True) for user, role, page in pages]


def _player_sign_ins(duel: Match) -> list[people.SignIn]:
    """Two who sit at one table, where the bids are asked for: sign in as both, in two browsers. Each keeps a deck."""
    seats = tables.seats_of(duel)
    page = duel.get_absolute_url()
    for seat, starter in zip(seats, ("first-sparks", "open-meadow"), strict=True):
        copy_starter(starter, seat.user)
    return [
        people.let_in(seat.user, f"player {number}", page=page, second_factor=False)
        for number, seat in enumerate(seats, start=1)
    ]
