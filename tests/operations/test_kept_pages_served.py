"""Published pages of a real server, kept by each of its processes, are never later than what has happened."""

import re

from django.urls import reverse

from bos_tournament.accounts import profiles
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import result_entry
from tests.judging.cases import at_a_table
from tests.matches.playing import fresh
from tests.operations.test_request_limits import say
from tests.polling import wait_until


def reader(port, case, name="tournaments:pairings"):
    """`look()` gives the page as Cleo sees it; each look is a connection of its own, so any process may answer."""
    path = reverse(name, args=[case.tournament.slug])

    def look(**headers):
        given = "".join(f"{key.replace('_', '-')}: {value}\r\n" for key, value in headers.items())
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{given}\r\n"
        return say(port, asked.encode())

    return look


def text(answer):
    status, _head, body = answer
    assert status == 200
    return re.sub(r"\s+", " ", body.decode())


def everywhere(look, shown):
    """Every process shows it; one look is answered by one of them."""
    wait_until(lambda: all(shown in text(look()) for _ in range(6)))


def test_cleo_sees_results_and_names_as_they_are(serve):
    case = at_a_table()
    look = reader(serve(WEB_PROCESSES="2"), case)
    everywhere(look, str(case.anna.user))

    result_entry.enter_result(
        case.match.pairing,
        by=case.judge,
        wins={1: 2, 2: 0},
        winner=case.anna,
        reason=Reason.PLAYED,
        why="Slip.",
        seen=fresh(case.match).version,
    )
    everywhere(look, "2–0")
    profiles.rename(case.ben.user, handle="Benjamin", real_name="")
    everywhere(look, "Benjamin")
    everywhere(reader(serve(), case, "tournaments:standings"), "Standings")


def test_a_page_is_kept_until_a_hint_about_it(serve):
    case = at_a_table()
    look = reader(serve(), case)
    names = iter(range(1_000))

    def is_kept():
        """A change that nobody is told of is not seen."""
        before = text(look())
        Tournament.objects.filter(pk=case.tournament.pk).update(name=f"Secretly renamed {next(names)}")
        return text(look()) == before

    wait_until(is_kept)
    status, head, _body = look()
    tag = re.search(r"etag: (\S+)", head).group(1)
    assert status == 200
    assert look(If_None_Match=tag)[0] == 304
    assert text(look(Accept_Language="de")) != text(look())
