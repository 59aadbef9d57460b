"""What other programs fetch: calendars of RFC 5545, and the picture and words that messages show with a link."""

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bos_tournament.tournaments.printing import share_image
from bos_tournament.tournaments.structure import icalendar
from tests.factories import EntrantFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db


def lines(text):
    assert text.endswith("\r\n")
    return text.replace("\r\n ", "").split("\r\n")


def test_a_calendar_names_every_public_tournament_in_its_order(client):
    later = TournamentFactory(name="Later", starts_at=timezone.now() + timedelta(days=9))
    sooner = TournamentFactory(name="Sooner", starts_at=timezone.now() + timedelta(days=2))
    TournamentFactory(name="Secret", state="draft")
    TournamentFactory(name="Long ago", starts_at=timezone.now() - timedelta(days=200), state="finished")

    answer = client.get("/calendar.ics")

    assert answer["Content-Type"].startswith("text/calendar")
    said = [line for line in lines(answer.content.decode()) if line.startswith("SUMMARY:")]
    assert said == [f"SUMMARY:{one.name}" for one in (sooner, later)]


def test_what_is_to_come_is_never_crowded_out_by_what_was(monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(icalendar, "MOST", 3)
    past = [TournamentFactory(starts_at=now - timedelta(days=days)) for days in (4, 3, 2)]
    coming = [TournamentFactory(starts_at=now + timedelta(days=days)) for days in (1, 2)]

    assert icalendar.upcoming(now) == [past[-1], *coming]


def test_an_event_tells_when_where_and_whether_it_takes_place():
    cup = TournamentFactory(
        name="Cup; of, tea", place="Hall 2, Berlin", starts_at=datetime(2027, 3, 6, 9, 0, tzinfo=UTC), state="cancelled"
    )

    told = lines(icalendar.calendar("All", [cup], site="https://bos.example"))

    assert "DTSTART:20270306T090000Z" in told
    assert "SUMMARY:Cup\\; of\\, tea" in told
    assert "LOCATION:Hall 2\\, Berlin" in told
    assert "STATUS:CANCELLED" in told
    assert f"URL:https://bos.example/tournaments/{cup.slug}/" in told
    assert told.count("BEGIN:VEVENT") == told.count("END:VEVENT") == 1


@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=200))
def test_whatever_a_tournament_is_called_no_line_is_too_long_and_no_letter_is_cut(name):
    pieces = list(icalendar._folded(f"SUMMARY:{name}"))

    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == f"SUMMARY:{name}"


def test_the_calendar_of_a_draft_is_for_nobody_else(client):
    assert client.get(f"/tournaments/{TournamentFactory(state='draft').slug}/calendar.ics").status_code == 404


@pytest.mark.parametrize("name", ["Cup", "秋の大会 Ἀθῆναι کأس", "A very long name of a tournament " * 2, "x" * 80])
def test_the_picture_is_drawn_for_any_name(name, client):
    cup = TournamentFactory(name=name[:80], place="東京")

    answer = client.get(f"/tournaments/{cup.slug}/share.png")

    assert answer["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(answer.content))
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1_000_000)) > 4


def test_the_picture_tells_how_many_are_in_but_never_who():
    cup = TournamentFactory(capacity=16)
    EntrantFactory(tournament=cup)

    assert share_image.lines_of(cup)[2] == "1 player of 16 · Swiss"


def test_calendars_and_pictures_speak_the_language_of_who_asks(client):
    cup = TournamentFactory(capacity=16, online=True)
    addresses = [f"/tournaments/{cup.slug}/{name}" for name in ("calendar.ics", "share.png")]

    def asked(language):
        return [client.get(address, headers={"accept-language": language}) for address in addresses]

    for answer in asked("de"):
        assert answer["Content-Language"] == "de"
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    assert "16 Plätze" in asked("de")[0].content.decode()
    assert "16 places" in asked("en")[0].content.decode()
    assert asked("de")[1].content != asked("en")[1].content
    client.force_login(UserFactory(language="es"))
    assert asked("de")[0].content == asked("es")[0].content
    assert asked("de")[1].content == asked("es")[1].content


def test_a_page_names_its_picture_by_a_whole_address(client):
    cup = TournamentFactory(name='Cup "of" <tea>')

    page = client.get(cup.get_absolute_url()).content.decode()

    assert f'/tournaments/{cup.slug}/share.png"' in page
    assert 'property="og:title" content="Cup &quot;of&quot; &lt;tea&gt;"' in page
    assert client.get(f"/tournaments/{TournamentFactory(state='draft').slug}/share.png").status_code == 404


@pytest.mark.parametrize(("hours", "ends"), [(3, "20270306T120000Z"), (170, "20270306T140000Z")])
def test_a_tournament_that_was_only_left_open_for_a_week_did_not_last_a_week(hours, ends):
    starts = datetime(2027, 3, 6, 9, 0, tzinfo=UTC)
    cup = TournamentFactory(starts_at=starts, state="finished", finished_at=starts + timedelta(hours=hours))

    assert f"DTEND:{ends}" in lines(icalendar.calendar("All", [cup], site="https://bos.example"))
