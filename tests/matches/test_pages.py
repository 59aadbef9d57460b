"""The page of a match: what each reader sees at each step, and what its doors answer."""

from uuid import uuid4

import pytest
from django.urls import reverse

from bos_tournament.matches.models import Match
from tests.matches.playing import fresh, match_at, open_waiting_bids, person, seats

Step = Match.Step
pytestmark = pytest.mark.django_db
DOORS = ("greet", "bid", "paper_bids", "name_chooser", "choose", "swap", "report", "agree", "withdraw")


def url(match, door="detail"):
    return reverse(f"matches:{door}", args=[match.pk])


@pytest.mark.parametrize("step", Step.values)
def test_everybody_can_read_the_page_at_every_step(client, step):
    match = match_at(step)
    anna, ben = seats(match)

    for reader in (None, anna.user, ben.user, person()):
        client.logout()
        if reader:
            client.force_login(reader)
        response = client.get(url(match))
        assert response.status_code == 200, response
        assert str(ben.user) in response.text
        assert client.get(url(match, "live")).status_code == 200


def post(client, seat, door, **said):
    client.force_login(seat.user)
    return client.post(url(seat.match, door), said)


def test_a_whole_match_is_played_on_plain_pages(client):
    match = match_at(Step.BOSSES)
    anna, ben = seats(match)

    def went(seat, door, **said):
        response = post(client, seat, door, **said)
        assert response.status_code == 302, response.text
        assert client.get(response.url).status_code == 200

    went(anna, "greet")
    went(ben, "greet")
    for game in (1, 2):
        went(anna, "bid", amount=4, attempt=game, key=uuid4())
        went(ben, "bid", amount=7)
        open_waiting_bids()
        went(ben, "choose", goes_first="yes")
        if game == 2:
            went(anna, "swap", nothing="1")
            went(ben, "swap", nothing="1")
        went(anna, "report", winner="1", reason="played", game=game, key=uuid4())
        went(ben, "agree")

    assert fresh(match).winner == anna
