"""Featured tables: named by staff, shown first to the hall, taken back, and gone with their round."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.standings import featured_matches
from bos_tournament.tournaments.structure.stages import position
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, play, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running(NAMES[:6])


def table(round_, number=1):
    return round_.pairings.select_related("round__stage__tournament").get(table=number)


def names(pairing):
    return tuple(str(one.entrant.user) for one in pairing.sittings.order_by("number"))


def page(client, name, cup):
    return tight(client.get(reverse(f"tournaments:{name}", args=[cup.slug])))


def refused(deed, pairing):
    with pytest.raises(Refused) as refusal:
        deed(pairing)
    return refusal.value.code


def test_cleo_who_looks_on_sees_the_featured_table_first_until_it_is_taken_back(cup, client):
    second = table(publish(cup), 2)
    assert "featured</span>" not in page(client, "pairings", cup)

    featured_matches.feature(second)

    assert [(one.table, one.match, one.names) for one in featured_matches.featured_now(cup)] == [
        (2, second.match_id, names(second))
    ]
    screen, event, pairings = (page(client, name, cup) for name in ("screen", "detail", "pairings"))
    assert screen.index("<b>Table 2</b>") < screen.index('class="roll"')
    assert reverse("matches:detail", args=[second.match_id]) in event
    assert pairings.count("featured</span>") == 1

    featured_matches.unfeature(second)

    assert featured_matches.featured_now(cup) == []
    assert "<b>Table 2</b>" not in page(client, "screen", cup)


def test_two_tables_may_be_featured_and_twice_is_once(cup):
    round_ = publish(cup)
    for number in (3, 1, 3):
        featured_matches.feature(table(round_, number))

    assert [one.table for one in featured_matches.featured_now(cup)] == [1, 3]


def test_a_fourth_table_waits_until_one_is_taken_back():
    round_ = publish(running(NAMES[:8]))
    for number in (1, 2, 3):
        featured_matches.feature(table(round_, number))
    assert refused(featured_matches.feature, table(round_, 4)) == "enough_featured"

    featured_matches.unfeature(table(round_, 2))

    assert featured_matches.feature(table(round_, 4)).featured


def test_with_its_round_a_featured_table_is_over(cup):
    round_ = publish(cup)
    first = featured_matches.feature(table(round_))
    play(round_)
    round_cycle.close(round_)

    assert featured_matches.featured_now(cup) == []
    assert refused(featured_matches.feature, first) == "round_closed"
    assert refused(featured_matches.unfeature, first) == "round_closed"


def test_a_draft_is_not_featured_and_neither_is_a_bye():
    cup = running(NAMES[:5])
    draft = round_cycle.create_draft_round(cup, number=position(cup).next_number)
    bye = draft.pairings.select_related("round__stage__tournament").get(table=None)
    assert refused(featured_matches.feature, bye) == "not_published"

    round_cycle.publish(draft)

    assert refused(featured_matches.feature, bye) == "no_match"


def test_staff_feature_a_table_and_take_it_back_in_one_tap_each(cup, signed_in):
    first = table(publish(cup))
    desk = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)
    door = {
        name: reverse(f"tournaments:{name}", args=[cup.slug, first.pk]) for name in ("table", "feature", "unfeature")
    }

    shown = tight(desk.post(door["feature"], follow=True))
    assert "Table 1 is now featured." in shown
    assert door["unfeature"] in shown

    shown = tight(desk.post(door["unfeature"], follow=True))
    assert "Table 1 is no longer featured." in shown
    assert door["feature"] in shown
    assert featured_matches.featured_now(cup) == []


def test_cleo_features_nothing(cup, signed_in):
    first = table(publish(cup))

    answer = signed_in(UserFactory()).post(reverse("tournaments:feature", args=[cup.slug, first.pk]))

    assert answer.status_code == 403
    assert featured_matches.featured_now(cup) == []


def test_a_player_reads_that_their_table_is_featured(cup, signed_in):
    first = featured_matches.feature(table(publish(cup)))
    anna = first.sittings.first().entrant.user

    assert "Your table is shown first on the public display." in page(signed_in(anna), "detail", cup)


@pytest.mark.parametrize("end", ["the round is closed", "the tournament is cancelled"])
def test_featuring_ends_with_its_round_and_with_the_tournament(end, cup, signed_in, client):
    round_ = publish(cup)
    first = featured_matches.feature(table(round_))
    desk = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)
    assert "This table is shown first on the public display." in at_table(desk, cup, first)
    if end == "the round is closed":
        play(round_)
        round_cycle.close(round_)
    else:
        lifecycle.cancel(cup, confirmation=cup.name)

    told = client.get(f"/api/v1/tournaments/{cup.slug}/pairings/").json()["results"]

    assert "This table is shown first on the public display." not in at_table(desk, cup, first)
    assert "featured</span>" not in page(client, "pairings", cup)
    assert not any(one["featured"] for one in told)


def at_table(browser, cup, pairing):
    return tight(browser.get(reverse("tournaments:table", args=[cup.slug, pairing.pk])))
