"""Many people from a table: what each row does, every fault with its place and what to do, and twice is once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import csv_import
from bos_tournament.tournaments.entrants.csv_import import Fate
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from tests.api.conftest import Program
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return TournamentFactory(capacity=4)


@pytest.fixture
def dora(cup):
    return StaffFactory(tournament=cup).user


def faults(reading):
    return [(fault.line, fault.column) for fault in reading.faults]


def names(cup, state="registered"):
    return [str(one.user) for one in cup.entrants.filter(state=state).select_related("user").order_by("place", "pk")]


@pytest.mark.parametrize(
    "text",
    [
        "Anna, Anna Berg\nBen",
        "Anna;Anna Berg\nBen;",
        "handle\treal name\nAnna\tAnna Berg\nBen\t",
        "real name,handle\nAnna Berg,Anna\n,Ben",
        '\ufeffHandle,Real name\r\nAnna,"Anna Berg"\r\n\r\nBen\r\n',
    ],
)
def test_every_usual_way_to_write_a_table_is_read(cup, dora, text):
    csv_import.import_entrants(cup, text, by=dora)

    assert names(cup) == ["Anna", "Ben"]
    assert cup.entrants.get(user__handle="Anna").user.real_name == "Anna Berg"
    assert all(one.user.guest and one.added_by == dora for one in cup.entrants.all())


def test_a_preview_changes_nothing(cup, dora):
    reading = csv_import.preview(cup, "Anna\nBen", by=dora)

    assert [row.standing for row in reading.rows] == [Fate.NEW_GUEST] * 2
    assert not cup.entrants.exists()


def test_the_same_table_twice_enters_nobody_twice(cup, dora):
    csv_import.import_entrants(cup, "Anna\nBen", by=dora)

    again = csv_import.import_entrants(cup, "anna\nBen\nCleo", by=dora)

    assert (again.already_in, len(again.entering)) == (2, 1)
    assert names(cup) == ["Anna", "Ben", "Cleo"]


def test_every_fault_is_named_with_its_place_and_the_others_are_entered(cup, dora):
    UserFactory(handle="Ida")
    text = "\n".join(
        ["handle,real name,phone", "Anna", ",Nobody", "x", "Anna,Again", "Ida", "Ben,,0123", f"Kim,{'k' * 81}", 'Jo,"J']
    )

    reading = csv_import.import_entrants(cup, text, by=dora)

    assert faults(reading) == [(3, 1), (4, 1), (5, 1), (6, 1), (7, 3), (8, 2), (9, 1)]
    said = [fault.message for fault in reading.faults]
    assert "line 2 too" in said[2]
    assert cup.join_code in said[3]
    assert reading.left_over.splitlines() == [text.splitlines()[0], *text.splitlines()[2:]]
    assert names(cup) == ["Anna"]


def test_a_column_that_is_in_another_place_is_named_where_it_is(cup, dora):
    reading = csv_import.preview(cup, f"real name,handle\nBerg,x\n{'k' * 81},Kim", by=dora)

    assert faults(reading) == [(2, 2), (3, 1)]


def test_faulty_lines_keep_their_heading_lest_a_real_name_becomes_a_handle(cup, dora):
    left = csv_import.import_entrants(cup, "real name,handle\nAnna Berg,Anna\nBen Karl,x", by=dora).left_over

    again = csv_import.import_entrants(cup, left, by=dora)

    assert [(row.handle, row.real_name) for row in again.rows] == [("x", "Ben Karl")]
    assert names(cup) == ["Anna"]


def test_a_column_called_name_beside_one_of_handles_is_the_real_name(cup, dora):
    reading = csv_import.preview(cup, "Handle;Name\nAnna;Anna Berg", by=dora)

    assert [(row.handle, row.real_name) for row in reading.rows] == [("Anna", "Anna Berg")]
    assert faults(reading) == []


def test_somebody_called_nick_is_no_heading(cup, dora):
    csv_import.import_entrants(cup, "Nick\nAnna", by=dora)

    assert names(cup) == ["Nick", "Anna"]


def test_a_guest_of_an_earlier_evening_of_ones_own_comes_again_but_not_one_of_others(cup, dora):
    earlier = StaffFactory(user=dora).tournament
    gus, lea = GuestFactory(handle="Gus"), GuestFactory(handle="Lea")
    EntrantFactory(tournament=earlier, user=gus)
    EntrantFactory(tournament=TournamentFactory(), user=lea)

    reading = csv_import.import_entrants(cup, "Gus\nLea", by=dora)

    assert [row.standing for row in reading.rows] == [Fate.KNOWN_GUEST, Fate.LEFT_OUT]
    assert [one.user for one in cup.entrants.all()] == [gus]


def test_who_was_here_and_left_is_not_brought_back_silently(cup, dora):
    EntrantFactory(tournament=cup, user=GuestFactory(handle="Gus"), state="withdrawn", place=None)

    reading = csv_import.preview(cup, "Gus", by=dora)

    assert "withdrawn" in reading.faults[0].message


def test_more_people_than_places_wait_in_the_order_of_the_table(cup, dora):
    reading = csv_import.import_entrants(cup, "Anna\nBen\nCleo\nDora B\nEmil\nFinn", by=dora)

    assert reading.waiting == 2
    waiting = cup.entrants.filter(state=Entrant.State.WAITLISTED).order_by("waits_since", "id")
    assert [str(one.user) for one in waiting] == ["Emil", "Finn"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "no_rows"), (" ,; \n", "no_rows"), ("handle,real name", "no_rows"), ("Anna\n" * 501, "too_many_rows")],
)
def test_what_is_no_table_is_refused_with_what_to_do(cup, dora, text, code):
    with pytest.raises(Refused) as refusal:
        csv_import.import_entrants(cup, text, by=dora)

    assert refusal.value.code == code


@pytest.mark.parametrize("state", [Tournament.State.DRAFT, Tournament.State.FINISHED, Tournament.State.CANCELLED])
def test_people_are_entered_only_while_the_tournament_is_open_or_running(cup, dora, state):
    Tournament.objects.filter(pk=cup.pk).update(state=state)

    with pytest.raises(Refused) as refusal:
        csv_import.import_entrants(cup, "Anna", by=dora)

    assert refusal.value.code == "not_open"


def test_a_preview_asks_as_often_for_thirty_rows_as_for_one(cup, dora):
    def asks(text):
        with CaptureQueriesContext(connection) as captured:
            csv_import.preview(cup, text, by=dora)
        return len(captured)

    assert asks("Anna") == asks("\n".join(f"Player no {number}" for number in range(30)))


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_whatever_is_pasted_is_read_or_refused_and_no_line_is_lost(text):
    try:
        lines = csv_import._lines(text)
    except Refused:
        return

    read = {line.number for line in lines}
    written = text.lstrip("\ufeff").splitlines()
    missing = [one for at, one in enumerate(written, start=1) if at not in read and one.strip(" ,;\t")]
    assert len(missing) <= 1  # a heading


def test_the_page_shows_first_and_imports_then_and_keeps_the_faulty_lines(cup, at_the_desk):
    desk = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))
    address = reverse("tournaments:import", args=[cup.slug])

    empty = desk.post(address, {"text": " "})
    shown = desk.post(address, {"text": "Anna\nx"})
    nobody = cup.entrants.count()
    done = desk.post(address, {"text": "Anna\nx", "sure": "yes"})

    assert empty.status_code == 422
    assert "Line 2, column 1" in shown.content.decode()
    assert (nobody, names(cup)) == (0, ["Anna"])
    assert done.context["form"]["text"].value() == "x"


def test_a_file_is_read_and_one_that_is_no_text_is_refused_at_its_field(cup, at_the_desk):
    desk = at_the_desk(StaffFactory(tournament=cup))
    address = reverse("tournaments:import", args=[cup.slug])

    read = desk.post(address, {"file": SimpleUploadedFile("people.csv", "Zoë;Zoë Berg".encode())})
    no_text = desk.post(address, {"file": SimpleUploadedFile("people.xls", b"\xd0\xcf\x11\xe0")})

    assert [row.handle for row in read.context["reading"].rows] == ["Zoë"]
    assert no_text.status_code == 422
    assert "save the table as CSV" in no_text.content.decode()


def test_a_program_previews_and_imports(cup, dora):
    desk, path = Program(dora, second_factor=True), f"tournaments/{cup.slug}/import/"

    seen = desk.post(path, {"text": "Anna\nx"}).json()
    done = desk.post(path, {"text": "Anna\nx", "sure": True}).json()
    again = desk.post(path, {"text": "Anna", "sure": True}).json()
    onlooker = Program(UserFactory()).post(path, {"text": "Anna"})

    assert (seen["imported"], seen["entering"], seen["rows"][1]["faults"][0]["line"]) == (False, 1, 2)
    assert (done["imported"], done["left_over"]) == (True, "x")
    assert (again["entering"], again["already_in"]) == (0, 1)
    assert onlooker.status_code == 403
