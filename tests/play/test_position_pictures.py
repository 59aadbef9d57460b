"""The picture of a position: what messages show with a link to a line of a replay."""

from io import BytesIO

import pytest
from PIL import Image

from bos_tournament.play.recording import endings
from tests.html_whitespace import tight
from tests.play.recorded import offered, recorded, write
from tests.play.watched import featured, minutes_pass

pytestmark = pytest.mark.django_db


def picture(case, line=""):
    return f"/matches/{case.match.pk}/games/1/replay/position.png{line and f'?line={line}'}"


@pytest.fixture
def over():
    """Ben summoned and conceded; both confirmed it."""
    case = recorded()
    game = case.game
    for line in ("S a Field Sentinel", "X P2 concedes"):
        write(case.ben, case, line)
    for seat in (case.anna, case.ben):
        endings.confirm_record(seat, game)
    return case


def test_the_picture_of_a_position_is_small_and_always_the_same(over, client):
    answers = [client.get(picture(over, 2)) for _again in range(2)]

    assert answers[0]["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answers[0].content)).size == (1200, 630)
    assert len(answers[0].content) < 200_000
    assert answers[0].content == answers[1].content
    assert answers[0]["ETag"] == answers[1]["ETag"]
    assert "max-age=300" in answers[0]["Cache-Control"]


def test_another_position_is_another_picture(over, client):
    one, two, three = (client.get(picture(over, line)).content for line in ("1", "2", ""))

    assert len({one, two, three}) == 3


def test_the_page_of_a_line_names_its_picture(over, client):
    page = tight(client.get(f"/matches/{over.match.pk}/games/1/replay/?line=2"))

    assert f'{picture(over, 2)}"' in page
    assert 'property="og:image:alt" content="The board after line 2"' in page


def test_of_a_running_game_the_picture_shows_no_more_than_the_page(client):
    case = featured()
    write(case.anna, case, "E")
    assert client.get(picture(case)).status_code == 404
    minutes_pass(case, 4)

    before = client.get(picture(case)).content
    write(case.ben, case, next(line for line in offered(case, case.ben.number) if line.startswith("S b")))

    assert client.get(picture(case)).content == before
    assert client.get(picture(case, 6)).content == before
    assert client.get(picture(case, 2)).content != before


def test_of_a_table_that_is_not_featured_there_is_no_picture(client):
    assert client.get(picture(recorded())).status_code == 404
