"""Paper: what stands on each sheet, the pack at every moment of a tournament, and who may print what."""

import re

import pytest
from django.urls import reverse

from bos_tournament.decks.models import DeckLook
from bos_tournament.matches.models import Match, Swap
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.printing.sheets import (
    Bracketed,
    Listing,
    LogSheet,
    Slip,
    Slips,
    Steps,
    in_cutting_order,
)
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.structure.stages import tables_of
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, entrant, opened, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db
SITE = "https://bos.example"
ENTRY = f"{SITE}/enter/"


def url(name, tournament, *args):
    return reverse(f"tournaments:{name}", args=[tournament.slug, *args])


def pages(answer):
    """How many pages a PDF has."""
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    return len(re.findall(rb"/Type /Page\b", answer.content))


def title_of(sheet):
    return {Slips: "slips", LogSheet: "log sheet"}.get(type(sheet)) or sheet.title


@pytest.fixture
def cup():
    return running(NAMES[:5], planned=3)


@pytest.fixture
def desk(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))


@pytest.fixture
def judge(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.JUDGE))


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 8, 9, 30])
@pytest.mark.parametrize("each", [1, 2, 4])
def test_slips_are_in_order_when_the_pile_is_cut_and_the_piles_are_laid_under_each_other(count, each):
    slips = [Slip("1", str(table)) for table in range(1, count + 1)]

    printed = in_cutting_order(slips, each)

    cut = [page[place] for place in range(each) for page in printed]
    assert [slip for slip in cut if slip] == slips
    assert len(printed) == -(-count // each)


def test_by_table_everybody_stands_once_and_who_has_a_bye_stands_last(cup):
    round_ = publish(cup)

    rows = printouts.by_table(round_, list(tables_of(round_))).rows

    assert [row[0] for row in rows] == ["1", "2", printouts.NO_TABLE]
    assert sorted(name for row in rows for name in (row[1], row[3]) if name) == sorted(NAMES[:5])
    assert rows[-1][2] == "bye"


def test_by_name_everybody_finds_table_and_opponent_in_one_alphabetical_list(cup):
    round_ = publish(cup)

    rows = printouts.by_name(round_, list(tables_of(round_))).rows

    plays = {name: other for name, _, other in rows}
    assert [row[0] for row in rows] == sorted(NAMES[:5])
    assert all(plays[other] == name for name, other in plays.items() if other != "bye")


def test_a_slip_names_seat_1_first_and_a_table_with_a_result_needs_none_in_the_pack(cup):
    round_ = publish(cup)
    first = round_.pairings.get(table=1)
    Match.objects.filter(pk=first.match_id).update(step="finished", finished_at=round_.published_at, reason="played")

    found = list(tables_of(round_))

    seats = tuple(str(seat.user) for seat in first.match.seats.order_by("number"))
    assert [slip.table for slip in printouts.slips(round_, found, entry=ENTRY).slips] == ["1", "2"]
    assert printouts.slips(round_, found, entry=ENTRY).slips[0].names == seats
    assert [slip.table for slip in printouts.slips(round_, found, entry=ENTRY, all_tables=False).slips] == ["2"]


def test_the_code_on_a_slip_leads_to_the_page_where_it_is_typed_in(cup, client):
    publish(cup)

    (with_names, _) = [sheet for sheet in printouts.pack(cup, site=SITE) if isinstance(sheet, Slips)]

    assert [slip.link for slip in with_names.slips] == [
        f"{SITE}{url('enter_slips', cup, 1)}?table={table}" for table in (1, 2)
    ]


def test_standings_on_paper_are_those_of_the_page(cup, client):
    play_and_close(cup)

    (listing,) = printouts.ranks(cup)

    shown = tight(client.get(url("standings", cup)))
    assert listing.note == "After round 1."
    assert [row[1] for row in listing.rows] == re.findall(r'<td class="lead">(\w+)', shown)
    assert len(listing.rows[0]) == len(listing.columns)


def test_the_score_sheet_says_whom_everybody_has_met_and_leaves_out_who_is_gone(cup):
    play_and_close(cup)
    publish(cup)
    gone = entrant(cup, "Emil")
    type(gone).objects.filter(pk=gone.pk).update(state="dropped", dropped_after=1)

    rows = {row[1]: row for row in printouts.score_sheet(cup).rows}

    assert "Emil" not in rows
    assert all(len(row[3].split(", ")) == 2 for row in rows.values())
    assert rows["Anna"][2] == "3"


def test_before_the_start_the_pack_has_the_players_to_tick_off():
    cup = opened(NAMES[:3])

    sheets = printouts.pack(cup, site=SITE)

    assert [title_of(sheet) for sheet in sheets] == ["Continuing offline", "Players", "slips", "log sheet"]
    assert [row[1] for row in sheets[1].rows] == list(NAMES[:3])


def test_while_a_round_is_on_the_pack_has_all_to_finish_it_and_to_pair_on_by_hand(cup):
    play_and_close(cup)
    publish(cup)

    assert [title_of(sheet) for sheet in printouts.pack(cup, site=SITE)] == [
        "Continuing offline", "Round 2 by name", "Round 2 by table", "slips", "Standings",
        "Score sheet for rounds paired by hand", "slips", "log sheet",
    ]  # fmt: skip


def test_a_draft_is_in_the_pack_and_says_that_nobody_has_seen_it(cup):
    round_cycle.create_draft_round(cup, number=1)

    assert printouts.pack(cup, site=SITE)[1].title == "Round 1 (draft, not published) by name"


def test_in_a_bracket_the_pack_has_the_bracket():
    cup = running(NAMES[:4], format="single_elimination")
    play(publish(cup))

    sheets = printouts.pack(cup, site=SITE)

    (drawn,) = [sheet for sheet in sheets if isinstance(sheet, Bracketed)]
    assert {slot.name for column in drawn.picture.columns[:1] for box in column.boxes for slot in box.slots} == set(
        NAMES[:4]
    )
    assert not any(isinstance(sheet, Listing) and "Score" in sheet.title for sheet in sheets)


def test_where_everyone_meets_everyone_the_pack_has_all_rounds_to_come():
    cup = running(NAMES[:4], format="round_robin")
    publish(cup)

    (coming,) = [
        sheet
        for sheet in printouts.pack(cup, site=SITE)
        if isinstance(sheet, Listing) and sheet.title == "Rounds to come"
    ]

    pairs = [frozenset((one, other)) for _, one, _, other in coming.rows]
    assert [row[0] for row in coming.rows] == ["2", "2", "3", "3"]
    assert len(set(pairs)) == 4


def test_both_sides_of_a_double_elimination_are_printed(client):
    cup = running(NAMES[:8], format="double_elimination")

    sheets = printouts.brackets(cup)

    assert [sheet.title for sheet in sheets] == ["Winners' side", "Losers' side", "Final"]
    assert pages(client.get(url("bracket_pdf", cup))) == 3


def test_standings_on_paper_have_the_tie_breaks_the_organizer_chose():
    cup = running(NAMES[:4], planned=2, tie_breaks=["gw", "omw"])
    play_and_close(cup)

    (listing,) = printouts.ranks(cup)

    assert [column.title for column in listing.columns[-2:]] == ["GW", "OMW"]


def test_the_pack_is_one_print(cup, desk):
    publish(cup)

    printed = pages(desk.get(url("pack_pdf", cup)))

    assert printed == len([Steps, "by name", "by table", "slips", "score", "blank", "blank", "log", "notation"]) + 1
    assert printed % 2 == 0, "the log sheet and its back are one leaf"


@pytest.mark.parametrize("size", ["", "?size=letter", "?size=nonsense"])
def test_pairings_and_standings_are_printed_for_everybody(cup, client, size):
    play_and_close(cup)

    assert pages(client.get(url("pairings_pdf", cup, 1) + size)) == 1
    assert pages(client.get(url("standings_pdf", cup) + size)) == 1
    assert pages(client.get(url("pairings_pdf", cup, 1), {"by": "name"})) == 1


def test_a_bracket_is_printed_for_everybody_and_a_great_one_on_several_pages(client):
    small = running(NAMES[:8], format="single_elimination")
    great = running([f"Player {number:03}" for number in range(70)], format="single_elimination")

    assert pages(client.get(url("bracket_pdf", small))) == 1
    assert pages(client.get(url("bracket_pdf", great))) > 4


def test_what_is_not_there_yet_is_not_found(cup, client):
    round_cycle.create_draft_round(cup, number=1)

    assert client.get(url("pairings_pdf", cup, 1)).status_code == 404
    assert client.get(url("standings_pdf", cup)).status_code == 404
    assert client.get(url("bracket_pdf", cup)).status_code == 404


def test_cleo_who_looks_on_prints_neither_slips_nor_the_pack(cup, signed_in):
    publish(cup)
    cleo = signed_in(UserFactory())

    doors = [url("printing", cup), url("pack_pdf", cup), url("slips_pdf", cup, 1), url("log_sheets_pdf", cup, 1)]

    assert [cleo.get(door).status_code for door in doors] == [403] * 4
    assert cleo.post(url("deck_check_sheets_pdf", cup, 1), {"purpose": "Check"}).status_code == 403


def test_slips_and_log_sheets_come_for_all_tables(cup, desk):
    publish(cup)

    assert pages(desk.get(url("slips_pdf", cup, 1))) == 1
    assert pages(desk.get(url("log_sheets_pdf", cup, 1))) == 4


def test_deck_check_sheets_have_the_cards_of_this_moment_and_every_look_is_on_record(cup, judge):
    round_ = publish(cup)
    pairing = round_.pairings.get(table=1)
    seat = pairing.match.seats.get(number=1)
    Swap.objects.create(game=pairing.match.games.get(), seat=seat, text=list(starter_decks().values())[1])

    answer = judge.post(url("deck_check_sheets_pdf", cup, 1), {"tables": "1", "purpose": "Check of round 1"})

    looks = DeckLook.objects.values_list("version__owner__handle", "purpose")
    assert pages(answer) == 2
    assert sorted(looks) == sorted((str(one.user), "Check of round 1") for one in pairing.match.seats.all())


def test_a_deck_check_sheet_has_twenty_four_boxes_and_marks_what_was_swapped(cup):
    from bos_tournament.tournaments.printing.deck_sheets import deck_sheets

    round_ = publish(cup)
    pairing = round_.pairings.get(table=1)
    seat = pairing.match.seats.get(number=1)
    text = seat.deck_version.text
    Swap.objects.create(game=pairing.match.games.get(), seat=seat, text=text.replace("3 ", "2 ", 1) + "\n")

    sheets = deck_sheets(round_, tables={1}, by=UserFactory(), purpose="Check")

    boxes = [
        sum(one.copies for title, lines in sheet.sections if title != "Reserves" for one in lines) for sheet in sheets
    ]
    assert boxes[1] == 24
    assert sheets[0].note == "With the swaps of this match."
    assert sheets[1].note == "As submitted, without swaps."


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ("9", "Round 1: nothing is played at table 9."),
        ("one", "Use numbers and ranges separated by commas, like 1-4, 9."),
        ("4-1", "A range goes from the lower table to the higher one"),
    ],
)
def test_tables_that_cannot_be_checked_are_refused_with_what_was_typed(cup, judge, tables, said):
    publish(cup)

    answer = judge.post(url("deck_check_sheets_pdf", cup, 1), {"tables": tables, "purpose": "Check of round 1"})

    page = tight(answer)
    assert answer.status_code == 422
    assert said in page
    assert f'value="{tables}"' in page
    assert 'value="Check of round 1"' in page
    assert not DeckLook.objects.exists()


def test_deck_check_sheets_are_for_judges_who_do_not_play(cup, desk, at_the_desk):
    publish(cup)
    playing = StaffFactory(tournament=cup, role=Staff.Role.JUDGE)
    EntrantFactory(tournament=cup, user=playing.user, place=9, state="playing")

    said = {"tables": "1", "purpose": "Check"}

    assert desk.post(url("deck_check_sheets_pdf", cup, 1), said).status_code == 403
    assert at_the_desk(playing).post(url("deck_check_sheets_pdf", cup, 1), said).status_code == 403
    assert "Deck check sheets" not in tight(desk.get(url("printing", cup)))


def test_the_paper_page_names_whoever_cannot_be_printed(cup, desk):
    user = entrant(cup, "Anna").user
    user.handle = "አበበ"
    user.save()

    page = tight(desk.get(url("printing", cup)))

    assert "Letters in 1 name cannot be printed: አበበ." in page


@pytest.mark.parametrize("name", ["printing", "pack_pdf", "slips_pdf", "log_sheets_pdf", "deck_check_sheets_pdf"])
def test_paper_asks_the_same_for_two_tables_and_for_thirty(at_the_desk, django_assert_num_queries, name):
    counted = []
    for players in (4, 60):
        cup = running([f"{name} {players} {number}" for number in range(players)], planned=3)
        play_and_close(cup)
        publish(cup)
        browser = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.JUDGE))
        door = url(name, cup, 2) if name.endswith("sheets_pdf") or name == "slips_pdf" else url(name, cup)
        send = (
            (lambda: browser.post(door, {"purpose": "Check"}))
            if name == "deck_check_sheets_pdf"
            else lambda: browser.get(door)
        )
        send()
        with django_assert_num_queries(counted[0]) if counted else _counting(counted):
            assert send().status_code == 200


class _counting:
    """Counts the queries inside and keeps their number."""

    def __init__(self, kept):
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        self.kept, self.queries = kept, CaptureQueriesContext(connection)

    def __enter__(self):
        self.queries.__enter__()

    def __exit__(self, *failure):
        self.queries.__exit__(*failure)
        self.kept.append(len(self.queries))


def test_standings_of_a_bracket_are_offered_to_print_once_somebody_is_out(at_the_desk):
    cup = running(NAMES[:4], format="double_elimination")
    desk, print_link = at_the_desk(StaffFactory(tournament=cup)), url("standings_pdf", cup)
    play_and_close(cup)

    before = tight(desk.get(url("standings", cup)))
    assert print_link not in before
    assert "once the first player is out of the bracket" in before
    assert print_link not in tight(desk.get(url("printing", cup)))

    play_and_close(cup)
    assert print_link in tight(desk.get(url("standings", cup)))
    assert print_link in tight(desk.get(url("printing", cup)))
    assert pages(desk.get(print_link)) == 1
