"""Featured tables: named by staff, shown first to the hall, taken back, and gone with their round."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments import featuring, planning, rounds
from bos_tournament.tournaments.stages import position
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running import NAMES, play, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running(NAMES[:6])


def table(round_, number=1):
    return round_.pairings.select_related("round__stage__tournament").get(table=number)


def names(pairing):
    return tuple(str(one.entrant.user) for one in pairing.sittings.order_by("number"))


def page(client, name, cup):
    return client.get(reverse(f"tournaments:{name}", args=[cup.slug])).content.decode()


def refused(deed, pairing):
    with pytest.raises(Refused) as refusal:
        deed(pairing)
    return refusal.value.code


def test_cleo_who_looks_on_sees_the_featured_table_first_until_it_is_taken_back(cup, client):
    second = table(publish(cup), 2)
    assert "featured</span>" not in page(client, "pairings", cup)

    featuring.feature(second)

    assert [(one.table, one.match, one.names) for one in featuring.shown(cup)] == [(2, second.match_id, names(second))]
    screen, event, pairings = (page(client, name, cup) for name in ("screen", "detail", "pairings"))
    assert screen.index("<b>Table 2</b>") < screen.index('class="roll"')
    assert reverse("matches:detail", args=[second.match_id]) in event
    assert pairings.count("featured</span>") == 1

    featuring.unfeature(second)

    assert featuring.shown(cup) == []
    assert "<b>Table 2</b>" not in page(client, "screen", cup)


def test_two_tables_may_be_featured_and_twice_is_once(cup):
    round_ = publish(cup)
    for number in (3, 1, 3):
        featuring.feature(table(round_, number))

    assert [one.table for one in featuring.shown(cup)] == [1, 3]


def test_a_fourth_table_waits_until_one_is_taken_back():
    round_ = publish(running(NAMES[:8]))
    for number in (1, 2, 3):
        featuring.feature(table(round_, number))
    assert refused(featuring.feature, table(round_, 4)) == "enough_featured"

    featuring.unfeature(table(round_, 2))

    assert featuring.feature(table(round_, 4)).featured


def test_with_its_round_a_featured_table_is_over(cup):
    round_ = publish(cup)
    first = featuring.feature(table(round_))
    play(round_)
    rounds.close(round_)

    assert featuring.shown(cup) == []
    assert refused(featuring.feature, first) == "round_closed"
    assert refused(featuring.unfeature, first) == "round_closed"


def test_a_draft_is_not_featured_and_neither_is_a_bye():
    cup = running(NAMES[:5])
    draft = rounds.draft(cup, number=position(cup).next_number)
    bye = draft.pairings.select_related("round__stage__tournament").get(table=None)
    assert refused(featuring.feature, bye) == "not_published"

    rounds.publish(draft)

    assert refused(featuring.feature, bye) == "no_match"


def test_staff_feature_a_table_and_take_it_back_in_one_tap_each(cup, signed_in):
    first = table(publish(cup))
    desk = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)
    door = {
        name: reverse(f"tournaments:{name}", args=[cup.slug, first.pk]) for name in ("table", "feature", "unfeature")
    }

    shown = desk.post(door["feature"], follow=True).content.decode()
    assert "The hall is shown table 1 first." in shown
    assert door["unfeature"] in shown

    shown = desk.post(door["unfeature"], follow=True).content.decode()
    assert "Table 1 is one like the others again." in shown
    assert door["feature"] in shown
    assert featuring.shown(cup) == []


def test_cleo_features_nothing(cup, signed_in):
    first = table(publish(cup))

    answer = signed_in(UserFactory()).post(reverse("tournaments:feature", args=[cup.slug, first.pk]))

    assert answer.status_code == 403
    assert featuring.shown(cup) == []


def test_a_player_reads_that_their_table_is_featured(cup, signed_in):
    first = featuring.feature(table(publish(cup)))
    anna = first.sittings.first().entrant.user

    assert "The hall is shown your table first." in page(signed_in(anna), "detail", cup)


@pytest.mark.parametrize("end", ["the round is closed", "the tournament is cancelled"])
def test_featuring_ends_with_its_round_and_with_the_tournament(end, cup, signed_in, client):
    round_ = publish(cup)
    first = featuring.feature(table(round_))
    desk = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)
    assert "The hall is shown this table first." in at_table(desk, cup, first)
    if end == "the round is closed":
        play(round_)
        rounds.close(round_)
    else:
        planning.cancel(cup, confirmation=cup.name)

    told = client.get(f"/api/v1/tournaments/{cup.slug}/pairings/").json()["results"]

    assert "The hall is shown this table first." not in at_table(desk, cup, first)
    assert "featured</span>" not in page(client, "pairings", cup)
    assert not any(one["featured"] for one in told)


def at_table(browser, cup, pairing):
    return browser.get(reverse("tournaments:table", args=[cup.slug, pairing.pk])).content.decode()
