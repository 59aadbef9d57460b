"""Every list of the API asks the database as often for thirty rows as for one."""

from itertools import combinations
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.api.conventions import docs
from bos_tournament.cards import catalogue
from bos_tournament.decks import submitted_versions
from bos_tournament.judging.models import Call, DeckCheck, Dispute, Penalty, Ruling
from bos_tournament.play.deck_tests import testing
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.rounds import separated_pairs, tournament_end
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.staff import staff_roles as crew
from bos_tournament.tournaments.standings import final_standings
from bos_tournament.tournaments.webhooks import subscriptions
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import Pool, sample_pool
from tests.factories import DeckFactory, EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.judging.cases import at_a_table
from tests.play import deck_tests
from tests.play.practice import begun
from tests.test_access_matrix import analysis_of
from tests.tournaments import running_tournaments
from tests.tournaments.played_series import played, season, somebody

pytestmark = pytest.mark.django_db
LEGAL = next(iter(starter_decks().values()))
MOST = 15


def crowd(size):
    return [f"One of {size} no {number}" for number in range(size)]


@pytest.fixture
def asks(program):
    """How often a list asks, after a look that it has so many rows: `asks(anna, "decks/", rows=30)`."""

    def count(asking, path, *, rows):
        asking.get(path)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            answer = asking.get(path)
        assert (answer.status_code, len(answer.json()["results"])) == (200, rows)
        return len(captured)

    return count


@pytest.fixture
def desk(program):
    """The program of an organizer of this tournament."""
    return lambda tournament: program(StaffFactory(tournament=tournament).user, second_factor=True)


def alike(few, many):
    assert few == many
    assert max(few) <= MOST


def test_cards(program, asks):
    cards = [card for card in sample_pool().cards if card.condition is None][:30]
    catalogue.load(Pool(tuple(cards[:1])).write(), publish=True)
    few = asks(program(), "cards/", rows=1)
    catalogue.load(Pool(tuple(cards)).write(), publish=True)

    alike([few], [asks(program(), "cards/", rows=30)])


def test_rules(program, asks):
    alike([asks(program(), "rules/?page_size=1", rows=1)], [asks(program(), "rules/?page_size=30", rows=30)])


def test_decks_and_lists_of_ones_own(program, asks):
    owner = UserFactory()
    anna, lists = program(owner), ("decks/", "decks/handed-in/")

    def one_more():
        DeckFactory(owner=owner)
        submitted_versions.hand_in(owner, text=LEGAL, pool=sample_pool(), edition="bos-1", previous=None)

    one_more()
    few = [asks(anna, path, rows=1) for path in lists]
    for _ in range(29):
        one_more()

    alike(few, [asks(anna, path, rows=30) for path in lists])


def test_practice_games(program, asks):
    catalogue.load(sample_pool().write(), publish=True)
    owner = UserFactory()
    anna, game = program(owner), begun(owner)
    few = asks(anna, "practice/", rows=1)
    for _ in range(29):
        game.pk = uuid4()
        game.save(force_insert=True)

    alike([few], [asks(anna, "practice/", rows=30)])


def test_deck_tests(program, asks):
    catalogue.load(sample_pool().write(), publish=True)
    owner = UserFactory()
    anna, test = program(owner), deck_tests.begun(owner)
    testing.cancel_test(test)
    few = asks(anna, "deck-tests/", rows=1)
    test, opponent = deck_tests.fresh(test), test.opponents.get()
    for _ in range(29):
        test.pk, opponent.pk = uuid4(), None
        test.save(force_insert=True)
        opponent.test = test
        opponent.save(force_insert=True)

    alike([few], [asks(anna, "deck-tests/", rows=30)])


def test_lessons_are_a_list_of_the_house(program, asks):
    few = asks(program(), "learn/bos/?page_size=1", rows=1)

    alike([few], [asks(program(), "learn/bos/?page_size=6", rows=6)])


def test_analyses(program, asks):
    catalogue.load(sample_pool().write(), publish=True)
    owner = UserFactory()
    anna, tree = program(owner), analysis_of(owner)
    few = asks(anna, "analyses/", rows=1)
    for _ in range(29):
        tree.pk = uuid4()
        tree.save(force_insert=True)

    alike([few], [asks(anna, "analyses/", rows=30)])


def test_tokens_of_which_nobody_has_thirty(program, asks):
    owner = UserFactory()
    anna = program(owner)
    few = asks(anna, "me/tokens/", rows=1)
    for number in range(19):
        make_token(owner, f"program {number}", second_factor=False)

    alike([few], [asks(anna, "me/tokens/", rows=20)])


def test_tournaments_and_ones_own_drafts(program, asks):
    dora = UserFactory()
    desk = program(dora, second_factor=True)

    def one_more():
        EntrantFactory(tournament=TournamentFactory())
        StaffFactory(user=dora, tournament=TournamentFactory(state=Tournament.State.DRAFT))

    lists = ("tournaments/?state=open", "tournaments/?state=draft")
    one_more()
    few = [asks(desk, path, rows=1) for path in lists]
    for _ in range(29):
        one_more()

    alike(few, [asks(desk, path, rows=30) for path in lists])


def test_entrants_staff_and_invitations(desk, asks):
    tournament = TournamentFactory(capacity=64)
    organizer, path = desk(tournament), f"tournaments/{tournament.slug}"
    by = tournament.staff.get().user
    lists = [f"{path}/{name}/" for name in ("entrants", "desk/entrants", "staff", "staff/invitations")]
    EntrantFactory(tournament=tournament, place=1)
    crew.invite(tournament, role=Staff.Role.JUDGE, by=by)
    few = [asks(organizer, one, rows=1) for one in lists]
    for place in range(2, 31):
        EntrantFactory(tournament=tournament, place=place)
        StaffFactory(tournament=tournament, role=Staff.Role.JUDGE)
        crew.invite(tournament, role=Staff.Role.JUDGE, by=by)

    alike(few, [asks(organizer, one, rows=30) for one in lists])


def test_tables_and_standings(program, desk, asks):
    def counts(players):
        tournament = running_tournaments.running(crowd(players), planned=2, capacity=64, name=f"Cup of {players}")
        path = f"tournaments/{tournament.slug}"
        running_tournaments.play_and_close(tournament)
        ranks = asks(program(), f"{path}/standings/?page_size=100", rows=players)
        running_tournaments.publish(tournament)
        organizer = desk(tournament)
        return [
            ranks,
            asks(program(), f"{path}/pairings/", rows=players // 2),
            asks(program(), f"{path}/rounds/2/pairings/", rows=players // 2),
            asks(organizer, f"{path}/rounds/2/draft/", rows=players // 2),
            asks(program(), f"{path}/rounds/", rows=2),
        ]

    few = counts(4)
    alike(few, counts(30))


def test_closed_standings(program, asks):
    def counts(players):
        tournament = running_tournaments.running(crowd(players), planned=1, capacity=64, name=f"Cup of {players}")
        path = f"tournaments/{tournament.slug}/standings/kept/"
        running_tournaments.play_and_close(tournament)
        tournament_end.finish_tournament(tournament)
        few = asks(program(), path, rows=1)
        for _ in range(9):
            final_standings.freeze(tournament.stages.get(), by=UserFactory())
        assert asks(program(), path, rows=10) == few
        return [few, asks(program(), f"{path}1/1/ranks/?page_size=100", rows=players)]

    few = counts(4)
    alike(few, counts(30))


def test_brackets(program, asks):
    def counts(players):
        cup = running_tournaments.running(
            crowd(players), format="single_elimination", capacity=64, name=f"Cup of {players}"
        )
        running_tournaments.play_and_close(cup)
        return [asks(program(), f"tournaments/{cup.slug}/bracket/", rows=players - 1)]

    alike(counts(2), counts(32))


def test_who_can_still_go_on(program, asks):
    def counts(players):
        cup = running_tournaments.running(
            crowd(players), planned=3, format="swiss_cut", cut=2, name=f"Cup of {players}"
        )
        running_tournaments.play_and_close(cup)
        running_tournaments.publish(cup)
        return [asks(program(), f"tournaments/{cup.slug}/standings/outlooks/", rows=players)]

    alike(counts(4), counts(32))


def test_starter_decks_are_a_list_of_the_house(program, asks):
    few = asks(program(), "decks/starters/?page_size=1", rows=1)

    alike([few], [asks(program(), "decks/starters/", rows=len(starter_decks()))])


def test_published_lists(program, asks):
    def counts(players):
        tournament = running_tournaments.opened(crowd(players), name=f"Cup of {players}", publish_lists=True)
        Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
        return [asks(program(), f"tournaments/{tournament.slug}/lists/", rows=players)]

    alike(counts(1), counts(30))


def test_the_player_meeting(program, asks):
    def counts(players):
        cup = running_tournaments.opened(crowd(players), name=f"Cup of {players}")
        player_meeting.seat_meeting(cup)
        return [asks(program(), f"tournaments/{cup.slug}/meeting/", rows=players)]

    alike(counts(1), counts(30))


def test_disputes(program, asks):
    case = at_a_table()
    judge, path = program(case.judge, second_factor=True), f"tournaments/{case.tournament.slug}/disputes/"
    case.dispute()
    few = asks(judge, path, rows=1)
    for _ in range(29):
        Dispute.objects.create(game=case.game, filed_by=UserFactory(), claim="Again.", state=Dispute.State.RULED)

    alike([few], [asks(judge, path, rows=30)])


def test_calls_penalties_and_earlier_rulings(program, asks):
    case = at_a_table()
    judge, path = program(case.judge, second_factor=True), f"tournaments/{case.tournament.slug}"
    lists, entrant = (f"{path}/calls/", f"{path}/penalties/", "rulings/"), case.tournament.entrants.first()

    def one_more():
        Call.objects.create(match=case.match, by=UserFactory(), state="finished", taken_by=UserFactory())
        Penalty.objects.create(
            entrant=entrant, infraction="record", level="warning", proposed="warning", note="Again.", by=UserFactory()
        )
        filed = Dispute.objects.create(game=case.game, filed_by=UserFactory(), claim="Twice.", state="ruled")
        Ruling.objects.create(dispute=filed, by=UserFactory(), decision="uphold", reason="It stands.")

    one_more()
    few = [asks(judge, one, rows=1) for one in lists]
    for _ in range(29):
        one_more()

    alike(few, [asks(judge, one, rows=30) for one in lists])


def test_pairs_kept_apart(asks, desk):
    tournament = running_tournaments.running(running_tournaments.NAMES[:9])
    organizer, path = desk(tournament), f"tournaments/{tournament.slug}/apart/"
    pairs = list(combinations(tournament.entrants.order_by("place"), 2))[:30]
    separated_pairs.separate_pair(*pairs[0], never=True)
    few = asks(organizer, path, rows=1)
    for pair in pairs:
        separated_pairs.separate_pair(*pair, never=False)

    alike([few], [asks(organizer, path, rows=30)])


def test_deck_checks(program, asks):
    case = at_a_table()
    judge, path = program(case.judge, second_factor=True), f"tournaments/{case.tournament.slug}/checks/"

    def one_more():
        DeckCheck.objects.create(pairing=case.match.pairing, rule="lot", state="called_off", picked_by=UserFactory())

    one_more()
    few = asks(judge, path, rows=1)
    for _ in range(29):
        one_more()

    alike([few], [asks(judge, path, rows=30)])


def test_series_and_their_parts(program, asks, monkeypatch):
    monkeypatch.setattr(series_setup, "MOST_ORGANIZERS", 30)
    olga, parts = program(somebody("Olga"), second_factor=True), ("", "moon-season/tournaments/")
    parts += ("moon-season/organizers/", "moon-season/table/?page_size=30")
    made = season(played(crowd(2)))
    few = [asks(olga, f"series/{part}", rows=rows) for part, rows in zip(parts, (1, 1, 1, 2), strict=True)]

    series_setup.attach(made, played(crowd(30)))
    for number in range(28):
        series_setup.attach(made, season(TournamentFactory(), name=f"Season {number}").legs.get().tournament)
    season(name="Last Season")
    for _ in range(29):
        series_setup.add_organizer(made, handle=UserFactory().handle)

    alike(few, [asks(olga, f"series/{part}", rows=30) for part in parts])


def test_templates(program, asks):
    dora = UserFactory()
    desk = program(dora, second_factor=True)
    dora.templates.create(name="Evening", settings={})
    few = asks(desk, "templates/", rows=1)
    for number in range(29):
        dora.templates.create(name=f"Evening {number}", settings={})

    alike([few], [asks(desk, "templates/", rows=30)])


def test_webhooks_and_their_deliveries(desk, asks):
    cup = TournamentFactory()
    organizer = desk(cup)
    told, _ = subscriptions.add_webhook(cup, url="https://chat.example/", topics=["results"])
    log = f"tournaments/{cup.slug}/webhooks/{told.pk}/deliveries/"

    def one_more():
        sent = subscriptions.send_test(told)
        for status in (500, 200):
            sent.tries.create(at=sent.made_at, status=status, milliseconds=9)

    one_more()
    few = [asks(organizer, f"tournaments/{cup.slug}/webhooks/", rows=1), asks(organizer, log, rows=1)]
    for number in range(9):
        subscriptions.add_webhook(cup, url=f"https://chat.example/{number}", topics=["results"])
    for _ in range(29):
        one_more()

    alike(few, [asks(organizer, f"tournaments/{cup.slug}/webhooks/", rows=10), asks(organizer, log, rows=30)])


def test_infractions_are_a_list_of_the_house(program, asks):
    few = asks(program(), "infractions/?page_size=1", rows=1)

    alike([few], [asks(program(), "infractions/?page_size=15", rows=15)])


def test_no_list_is_forgotten_here():
    told = {
        one.path
        for group in docs.groups()
        for one in group.operations
        if any(answer.kind == "a page of" for answer in one.answers)
    }
    own = {"infractions/", "rulings/", "templates/", "series/"} | {
        *(f"series/{{slug}}/{part}/" for part in ("table", "tournaments", "organizers")),
        "cards/",
        "rules/",
        "decks/",
        "decks/handed-in/",
        "decks/starters/",
        "me/tokens/",
        "deck-tests/",
        "practice/",
        "learn/{game}/",
        "analyses/",
        "tournaments/",
    }
    of_tournament = {"entrants/", "desk/entrants/", "staff/", "staff/invitations/", "rounds/", "pairings/"}
    of_tournament |= {
        "rounds/{number}/pairings/",
        "rounds/{number}/draft/",
        "standings/",
        "standings/outlooks/",
        "standings/kept/",
        "standings/kept/{stage}/{number}/ranks/",
        "bracket/",
        "lists/",
        "disputes/",
        "calls/",
        "apart/",
        "penalties/",
        "meeting/",
        "checks/",
        "webhooks/",
        "webhooks/{id}/deliveries/",
    }

    assert told == {f"/api/v1/{path}" for path in own | {f"tournaments/{{slug}}/{one}" for one in of_tournament}}
