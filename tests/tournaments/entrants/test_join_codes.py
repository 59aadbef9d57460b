"""The join code: made anew when it leaked, needed where the organizer says so, and good for so many people."""

import pytest
from django.http import Http404
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.tournaments.entrants import join_codes, registration
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import duplicates, lifecycle
from bos_tournament.tournaments.printing import printouts
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return TournamentFactory(join_code="ABCD2345", code_only=True)


@pytest.fixture
def olga(cup):
    return StaffFactory(tournament=cup, role="organizer").user


def url(name, cup, *args):
    return reverse(f"tournaments:{name}", args=[cup.slug, *args])


def refusal(deed, *args, **settings):
    with pytest.raises(Refused) as refused:
        deed(*args, **settings)
    return refused.value.code


def test_a_new_code_ends_the_old_one_and_anna_who_joined_stays(cup, olga, signed_in):
    anna = registration.join(UserFactory(handle="Anna"), cup, code="abcd2345 ")

    page = tight(signed_in(olga, second_factor=True).post(url("renew_code", cup), follow=True))

    cup.refresh_from_db()
    assert cup.join_code != "ABCD2345"
    assert page.count(cup.join_code) >= 2  # the link and the letters
    assert "ABCD2345" not in page
    with pytest.raises(Http404):
        registration.tournament_of_code("ABCD2345")
    assert registration.tournament_of_code(cup.join_code) == cup
    assert printouts.flyer(cup).letters == cup.join_code
    assert cup.entrants.get() == anna


def test_without_the_code_nobody_joins_and_every_refusal_says_why(cup):
    ben = UserFactory(handle="Ben")

    assert refusal(registration.join, ben, cup) == "code_needed"
    assert refusal(registration.join, ben, cup, code="WRONG234") == "wrong_code"
    assert not cup.entrants.exists()


def test_where_the_code_is_not_needed_everybody_joins_and_nothing_is_counted():
    cup = TournamentFactory()

    registration.join(UserFactory(), cup)
    registration.join(UserFactory(), cup, code="whatever")

    cup.refresh_from_db()
    assert (cup.entrants.count(), cup.code_uses) == (2, 0)


def test_a_limit_counts_whoever_joins_by_any_of_its_codes(cup):
    join_codes.limit(cup, most=2)
    registration.join(UserFactory(handle="Anna"), cup, code="ABCD2345")
    cup = join_codes.renew(cup)
    registration.join(UserFactory(handle="Ben"), cup, code=cup.join_code)

    assert refusal(registration.join, UserFactory(), cup, code=cup.join_code) == "code_used_up"

    join_codes.limit(cup, most=None)
    registration.join(UserFactory(handle="Cleo"), cup, code=cup.join_code)
    assert cup.entrants.count() == 3


def test_who_is_refused_uses_nothing_up(cup):
    anna = UserFactory(handle="Anna")
    registration.join(anna, cup, code="ABCD2345")

    assert refusal(registration.join, anna, cup, code="ABCD2345") == "already_in"

    cup.refresh_from_db()
    assert cup.code_uses == 1


def test_a_used_up_code_is_said_on_the_page_and_to_the_organizer(cup, olga, signed_in):
    join_codes.limit(cup, most=1)
    registration.join(UserFactory(), cup, code="ABCD2345")

    assert "This code has reached its limit" in tight(signed_in(UserFactory()).get(url("join", cup)))
    page = tight(signed_in(olga, second_factor=True).get(url("poster", cup)))
    assert "The code has reached its limit" in page
    assert "1 player has joined by code so far." in page


def test_the_link_brings_the_code_along_and_a_typed_one_that_is_wrong_stays_in_its_field(cup, signed_in):
    browser = signed_in(UserFactory(handle="Anna"))
    page = browser.get(reverse("tournaments:join_link", args=["abcd2345"]), follow=True)
    assert 'value="ABCD2345"' in tight(page)

    wrong = browser.post(url("join", cup), {"code": "ABCD2346"})
    assert wrong.status_code == 422
    assert 'value="ABCD2346"' in tight(wrong)
    assert "Check each letter" in tight(wrong)

    browser.post(url("join", cup), {"code": "ABCD2345"})
    assert cup.entrants.get().user.handle == "Anna"


def test_who_has_no_account_yet_comes_back_with_the_code(cup, client):
    page = tight(client.get(reverse("tournaments:join_link", args=["ABCD2345"]), follow=True))

    assert f"?next={url('join', cup)}%3Fcode%3DABCD2345" in page


def test_a_needed_code_is_on_the_screen_of_staff_alone(cup, olga, client, signed_in):
    seen = tight(client.get(url("screen", cup)))
    assert "ABCD2345" not in seen
    assert "Ask the staff for the join code." in seen
    assert "ABCD2345" not in tight(client.get(url("detail", cup)))

    assert "ABCD2345" in tight(signed_in(olga, second_factor=True).get(url("screen", cup)))


def test_a_limit_needs_a_needed_code_a_number_that_can_be_and_a_tournament_that_is_not_over(cup):
    assert refusal(join_codes.limit, TournamentFactory(), most=5) == "code_not_needed"
    assert refusal(join_codes.limit, cup, most=0) == "faulty_limit"
    Tournament.objects.filter(pk=cup.pk).update(state="finished")
    assert refusal(join_codes.limit, cup, most=5) == "already_over"
    assert refusal(join_codes.renew, cup) == "already_over"


def test_a_faulty_limit_comes_back_at_its_field(cup, olga, signed_in):
    browser = signed_in(olga, second_factor=True)

    answer = browser.post(url("limit_code", cup), {"most": "-3"})

    assert answer.status_code == 422
    assert 'value="-3"' in tight(answer)
    browser.post(url("limit_code", cup), {"most": "12"})
    cup.refresh_from_db()
    assert cup.code_limit == 12


def test_the_trail_tells_of_a_new_code_and_of_limits_and_never_the_code(cup):
    join_codes.renew(cup)
    join_codes.limit(cup, most=8)
    join_codes.limit(cup, most=None)

    told = [line.sentence for line in entries.lines(cup)[0]][:3]
    assert told == [
        "The site removed the limit of the join code.",
        "The site limited the join code to 8 players.",
        "The site replaced the join code.",
    ]


def test_a_copy_needs_a_code_too_and_has_its_own(cup, olga):
    Tournament.objects.filter(pk=cup.pk).update(place="Town hall")
    cup.refresh_from_db()

    copy = duplicates.duplicate(cup, by=olga, name="Next Cup", starts_at=cup.starts_at)

    assert copy.code_only
    assert copy.join_code != cup.join_code
    assert (copy.code_limit, copy.code_uses) == (None, 0)
    assert lifecycle.plan_of(copy).code_only
