"""Two people at once, on the real database: one outcome, and nobody sees an error page."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging.disputes import filing
from bos_tournament.matches.models import Match
from bos_tournament.pairing.event import Unplayed
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle, tournament_start
from tests.factories import StaffFactory
from tests.polling import PATIENCE
from tests.tournaments.running_tournaments import NAMES, enter, entrant, opened, play, publish, ready, running

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds):
    """Does all of them at the same moment; gives what each answered, or its refusal."""
    together = Barrier(len(deeds))

    def race(deed):
        together.wait(PATIENCE)
        try:
            return deed()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(race, deeds))


def test_two_organizers_draw_one_round_and_both_see_it(at_the_desk):
    cup = running(NAMES[:8])
    browsers = [at_the_desk(StaffFactory(tournament=cup)) for _ in range(2)]
    url = reverse("tournaments:draw", args=[cup.slug, 1])

    answers = at_once(*(lambda browser=browser: browser.post(url) for browser in browsers))

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Round.objects.filter(stage__tournament=cup).count() == 1
    assert Pairing.objects.count() == 4


def test_two_organizers_publish_one_round_and_each_table_has_one_match(at_the_desk):
    cup = running(NAMES[:8])
    round_cycle.create_draft_round(cup, number=1)
    browsers = [at_the_desk(StaffFactory(tournament=cup)) for _ in range(2)]
    url = reverse("tournaments:publish", args=[cup.slug, 1])

    answers = at_once(*(lambda browser=browser: browser.post(url) for browser in browsers))

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Match.objects.count() == 4


def test_two_organizers_start_once(at_the_desk):
    cup = opened(NAMES[:4])
    token = tournament_start.preview_start(cup).token
    browsers = [at_the_desk(StaffFactory(tournament=cup)) for _ in range(2)]
    url = reverse("tournaments:start", args=[cup.slug])

    answers = at_once(*(lambda one=one: one.post(url, {"token": token, "rounds": 2}) for one in browsers))

    assert sorted(answer.status_code for answer in answers) in ([302, 302], [302, 422])
    assert Tournament.objects.get(pk=cup.pk).stages.count() == 1


@pytest.mark.parametrize("_", range(3))
def test_ben_drops_while_the_round_is_published(_):
    cup = running(NAMES[:4])
    draft = round_cycle.create_draft_round(cup, number=1)
    ben = entrant(cup, "Ben")

    published, dropped = at_once(lambda: round_cycle.publish(draft), lambda: participation.drop(ben))

    assert isinstance(dropped, Entrant)
    if isinstance(published, Refused):
        assert published.code == "draft_outdated"
        assert dropped.dropped_after == 0
        assert not Match.objects.exists()
    else:
        assert dropped.dropped_after == 1
        assert Match.objects.count() == 2


@pytest.mark.parametrize("_", range(3))
def test_the_last_result_comes_while_the_round_is_closed(_):
    cup = running(NAMES[:4])
    round_ = publish(cup)
    last = round_.pairings.get(table=2)
    enter(round_.pairings.get(table=1))

    _, closed = at_once(lambda: enter(last), lambda: round_cycle.close(round_))

    last.match.refresh_from_db()
    assert last.match.finished_at is not None
    assert closed.code == "results_missing" if isinstance(closed, Refused) else closed.closed_at is not None


def test_two_organizers_close_once_and_count_late_comers_once():
    cup = running(NAMES[:4], planned=2)
    round_ = publish(cup)
    play(round_)
    ready(cup, "Mia", place=5, state=Entrant.State.PLAYING)

    at_once(lambda: round_cycle.close(round_), lambda: round_cycle.close(round_))

    assert Pairing.objects.filter(round=round_, unplayed=Unplayed.LATE).count() == 1


def test_two_desks_enter_two_results_and_the_later_one_is_shown_what_it_would_change(at_the_desk):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    browsers = [at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER)) for _ in range(2)]
    url = reverse("tournaments:result", args=[cup.slug, pairing.pk])
    said = {"winner": "games", "reason": "played", "why": "The slip.", "seen": pairing.match.version}

    answers = at_once(
        *(
            lambda browser=browser, score=score: browser.post(url, {**said, "score": score})
            for browser, score in zip(browsers, ("2-0", "0-2"), strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [302, 422]
    late = answers.index(next(answer for answer in answers if answer.status_code == 422))
    shown = answers[late].content.decode()
    assert "changed while you were looking" in shown
    assert "Winner: " in shown
    assert Match.objects.get(pk=pairing.match_id).winner.number == 2 - late  # what came first stands

    sure = {**said, "score": ("2-0", "0-2")[late], "sure": "yes"}
    assert browsers[late].post(url, sure).status_code == 422  # still what was seen before
    assert browsers[late].post(url, {**sure, "seen": answers[late].context["seen"]}).status_code == 302
    assert Match.objects.get(pk=pairing.match_id).winner.number == late + 1


def test_a_desk_that_comes_later_is_told_so_too(at_the_desk):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))
    seen = pairing.match.version
    enter(pairing, 2, 1)

    said = {"score": "0-2", "winner": "games", "reason": "played", "why": "The slip.", "seen": seen}
    answer = desk.post(reverse("tournaments:result", args=[cup.slug, pairing.pk]), said)

    assert answer.status_code == 422
    assert "changed while you were looking" in answer.content.decode()
    assert "Winner: " in answer.content.decode()


def test_a_desk_that_looked_before_a_dispute_was_filed_is_told_of_no_result_that_came_in(at_the_desk):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    enter(pairing, 2, 1)
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))
    seen = desk.get(reverse("tournaments:table", args=[cup.slug, pairing.pk])).context["pairing"].match.version
    game = pairing.match.games.first()
    filing.file_dispute(game, by=pairing.match.seats.first().user, seat=None, claim="He attacked twice.")

    said = {"score": "0-2", "winner": "games", "reason": "played", "why": "The slip.", "seen": seen}
    answer = desk.post(reverse("tournaments:result", args=[cup.slug, pairing.pk]), said)

    assert answer.status_code == 422
    assert "This table changed while you were looking." in answer.content.decode()
    assert "Winner: " in answer.content.decode()


def test_a_scorekeeper_who_opened_the_table_before_the_players_reported_is_told(at_the_desk):
    cup = running(NAMES[:2], planned=1)
    pairing = publish(cup).pairings.get()
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))
    seen = desk.get(reverse("tournaments:table", args=[cup.slug, pairing.pk])).context["pairing"].match.version
    enter(pairing, 2, 1)

    said = {"score": "2-1", "winner": "games", "reason": "played", "why": "The slip.", "seen": seen}
    answer = desk.post(reverse("tournaments:result", args=[cup.slug, pairing.pk]), said)

    assert answer.status_code == 422
    assert "This is already the result" in answer.content.decode()
