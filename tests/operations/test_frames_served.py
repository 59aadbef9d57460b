"""Pairings that a real server fills from a frame say to each player, to the letter, what Django says to them."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from bos_tournament.accounts import profiles
from bos_tournament.accounts.models import Session
from bos_tournament.operations import live_events
from bos_tournament.tournaments.models import Staff, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, UserFactory
from tests.operations.test_request_limits import say
from tests.polling import wait_until
from tests.tournaments import running_tournaments

BY_DJANGO = "stranger=1"  # a cookie that only Django may understand


@pytest.fixture
def hall(serve, signed_in):
    """A published round, and `read(user)` of its pairings at a server."""
    cup = running_tournaments.running(running_tournaments.NAMES[:6])
    running_tournaments.publish(cup)
    path, port, keys = reverse("tournaments:pairings", args=[cup.slug]), serve(), {}

    def read(user, *cookies, **headers):
        key = keys.setdefault(user.pk, signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value)
        sent = "; ".join([f"{settings.SESSION_COOKIE_NAME}={key}", *cookies])
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Cookie: {sent}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return say(port, ("\r\n".join(lines) + "\r\n\r\n").encode())

    return cup, read


def player(cup, name):
    return cup.entrants.get(user__handle=name).user


def heads(head):
    """The headers of an answer but for the moment of it and how it came."""
    lines = [line for line in head.splitlines()[1:] if not line.startswith(("date:", "transfer-encoding:"))]
    return sorted(lines)


def is_framed(cup, read, user, **headers):
    """Does a change that nobody is told of stay unseen?"""
    for _ in range(3):
        before = read(user, **headers)[2]
    secretly = Tournament.objects.filter(pk=cup.pk)
    secretly.update(name="Secretly renamed")
    framed = before == read(user, **headers)[2]
    secretly.update(name=cup.name)
    if not framed:
        live_events.publish_change("tournament", cup.pk)
    return framed


def test_everybody_reads_the_same_from_a_frame_as_from_django(hall):
    cup, read = hall
    dropped = EntrantFactory(tournament=cup, user=UserFactory(handle="O'Dea & <Co>"), state="dropped", place=7)
    guest = EntrantFactory(tournament=cup, user=GuestFactory(handle="Guest"), state="dropped", place=8)
    readers = (player(cup, "Anna"), player(cup, "Ben"), dropped.user, guest.user, UserFactory())
    whole, part, german = {}, {"HX_Request": "true"}, {"Accept_Language": "de"}

    for headers in (whole, part, german):
        for reader in readers if headers is whole else readers[:3]:
            wait_until(lambda reader=reader, headers=headers: is_framed(cup, read, reader, **headers))
            framed, plain = read(reader, **headers), read(reader, BY_DJANGO, **headers)
            assert framed[2] == plain[2]
            assert heads(framed[1]) == heads(plain[1])
            assert str(reader.pk).encode() in framed[2] or "x-reader" in framed[1]
    assert b"O&#x27;Dea &amp; &lt;Co&gt;" in read(dropped.user)[2]


def test_each_tag_is_known_again_and_nobody_elses(hall):
    cup, read = hall
    anna, ben = player(cup, "Anna"), player(cup, "Ben")
    wait_until(lambda: is_framed(cup, read, anna))
    tag = re.search(r"etag: (\S+)", read(anna)[1]).group(1)

    assert read(anna, If_None_Match=tag)[::2] == (304, b"")
    assert read(anna, BY_DJANGO, If_None_Match=tag)[0] == 304
    assert read(ben, If_None_Match=tag)[0] == 200
    assert read(anna, If_None_Match=tag, HX_Request="true")[0] == 200


def test_anna_sees_results_and_names_as_they_are(hall):
    cup, read = hall
    anna, ben = player(cup, "Anna"), player(cup, "Ben")
    wait_until(lambda: is_framed(cup, read, anna))
    own = cup.stages.get().rounds.get().pairings.get(sittings__entrant__user=anna)

    running_tournaments.enter(own, 2, 1)
    wait_until(lambda: "2–1" in read(anna)[2].decode())
    wait_until(lambda: is_framed(cup, read, anna))
    assert read(anna)[2] == read(anna, BY_DJANGO)[2]
    assert "Go to your match" not in read(anna)[2].decode()
    profiles.rename(ben, handle="Benjamin", real_name="")
    wait_until(lambda: "Benjamin" in read(anna)[2].decode())
    round_ = own.round
    running_tournaments.play(round_)
    round_cycle.close(round_)
    running_tournaments.publish(cup)
    wait_until(lambda: "Round 2" in read(anna)[2].decode())


def test_who_may_do_more_is_told_more(hall):
    cup, read = hall
    anna = player(cup, "Anna")
    wait_until(lambda: is_framed(cup, read, anna))

    judge = StaffFactory(tournament=cup, role=Staff.Role.JUDGE, user=UserFactory()).user
    admin = UserFactory(is_staff=True)
    assert "/desk/" in read(judge)[2].decode()
    assert "/admin/" in read(admin)[2].decode()
    assert "/desk/" not in read(anna)[2].decode()
    StaffFactory(tournament=cup, role=Staff.Role.JUDGE, user=anna)
    assert "/desk/" in read(anna)[2].decode()


def test_a_frame_shows_nobody_what_their_sign_in_no_longer_opens(hall):
    cup, read = hall
    anna, ben = player(cup, "Anna"), player(cup, "Ben")
    wait_until(lambda: is_framed(cup, read, anna) and is_framed(cup, read, ben))

    Session.objects.filter(user=anna).delete()
    assert "Your table" not in read(anna)[2].decode()
    assert "Anna</span>" not in read(anna)[2].decode()
    ben.set_password("another password of Ben")
    ben.save()
    assert "Your table" not in read(ben)[2].decode()
