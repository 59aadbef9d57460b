"""A match of Anna and Ben at a table of a tournament, with a judge, ready to be disputed."""

from dataclasses import dataclass

from bos_tournament.accounts.models import User
from bos_tournament.cards.catalogue import pinned
from bos_tournament.judging.disputes import filing
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.tournaments.models import Pairing, Round, Sitting, Staff, Stage, Tournament
from engine.bos.decks.deck_lists import main_cards, read_deck, starter_decks
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.matches.playing import Step, match_at

PLAIN = next(iter(starter_decks().values()))


@dataclass
class Case:
    tournament: Tournament
    match: Match
    anna: Seat
    ben: Seat
    judge: User

    @property
    def game(self) -> Game:
        return self.match.games.order_by("-number").first()

    def dispute(self, **told):
        asked = {"by": self.anna.user, "seat": self.anna, "claim": "Ben attacked twice.", **told}
        return filing.file_dispute(self.game, **asked)


def at_a_table(step=Step.PLAYING, **options) -> Case:
    """The case at this step of its match; the judge has a second factor."""
    match = match_at(step, **options)
    tournament = TournamentFactory(state=Tournament.State.RUNNING, pool=pinned_pool())
    stage = Stage.objects.create(tournament=tournament, number=1, format=Stage.Format.SWISS, rounds_planned=3)
    first = Round.objects.create(stage=stage, number=1, state=Round.State.PUBLISHED)
    pairing = Pairing.objects.create(round=first, table=1, match=match)
    anna, ben = match.seats.select_related("user").order_by("number")
    for seat in (anna, ben):
        entrant = EntrantFactory(tournament=tournament, user=seat.user, state="playing", place=seat.number)
        Sitting.objects.create(pairing=pairing, round=first, entrant=entrant, number=seat.number)
    judge = StaffFactory(tournament=tournament, role=Staff.Role.JUDGE, user=UserFactory(second_factor=True)).user
    return Case(tournament, match, anna, ben, judge)


def wizards(seat: Seat) -> list[str]:
    cards = main_cards(read_deck(seat.deck_version.text), pinned(seat.match.pool_id))
    return [card.name for card in cards if card.type == "wizard"]


def record(case: Case, *lines: str) -> str:
    """A written game with its headers: the columns of both players' wizards, then these lines."""
    heads = [f"[Wizards P{seat.number} {', '.join(wizards(seat))}]" for seat in (case.anna, case.ben)]
    return "\n".join([*heads, *lines]) + "\n"
