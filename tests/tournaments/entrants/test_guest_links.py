"""Links for many guests at once: each told once, nobody's phone signed out, kept nowhere, made by organizers alone."""

import csv
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in.personal_links import open_link
from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import csv_import, guest_links, guests
from bos_tournament.tournaments.models import Entrant, Round, Sitting, Staff
from tests.factories import EntrantFactory, MatchFactory, StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.pdf_text import pages_of

pytestmark = pytest.mark.django_db
TABLE = "handle,real name\nGus,Gustav Stein\nHana,=HYPERLINK(1)\nIda,\n"


@pytest.fixture
def organizer():
    """Who imported three people."""
    made = StaffFactory(tournament__capacity=300)
    csv_import.import_entrants(made.tournament, TABLE, by=made.user)
    return made


def page(organizer):
    return reverse("tournaments:guest_links", args=[organizer.tournament.slug])


def handles(made):
    return [str(one.entrant.user) for one in made]


def token(link):
    return link.rstrip("/").rpartition("/")[2]


def test_each_imported_guest_gets_a_link_that_signs_in_that_guest(organizer):
    made = guest_links.issue_links(organizer.tournament, by=organizer.user)

    assert handles(made) == ["Gus", "Hana", "Ida"]
    assert [str(open_link(token(one.link))) for one in made] == ["Gus", "Hana", "Ida"]


def test_nobody_who_has_a_link_or_an_account_gets_one(organizer):
    EntrantFactory(tournament=organizer.tournament, place=200)
    guest_links.issue_links(organizer.tournament, by=organizer.user)

    with pytest.raises(Refused) as refusal:
        guest_links.issue_links(organizer.tournament, by=organizer.user)

    assert refusal.value.code == "nobody_without"


def test_for_a_lost_sheet_those_who_opened_theirs_keep_their_phone(organizer):
    gus, hana, _ = guest_links.issue_links(organizer.tournament, by=organizer.user)
    open_link(token(gus.link))

    made = guest_links.issue_links(organizer.tournament, by=organizer.user, unopened=True)

    assert handles(made) == ["Hana", "Ida"]
    assert gus.entrant.user.links.get().revoked_at is None
    with pytest.raises(Refused):
        open_link(token(hana.link))


def test_a_guest_of_an_earlier_evening_whose_sign_in_is_over_gets_a_link_again(organizer):
    (gus, *_) = guest_links.issue_links(organizer.tournament, by=organizer.user)
    open_link(token(gus.link))
    PersonalLink.objects.filter(user=gus.entrant.user).update(opened_at=timezone.now() - timedelta(days=20))

    assert handles(guest_links.issue_links(organizer.tournament, by=organizer.user)) == ["Gus"]


def test_an_organizer_who_plays_is_not_told_the_link_of_whoever_sits_opposite(organizer):
    cup = organizer.tournament
    own = EntrantFactory(tournament=cup, user=organizer.user, place=9)
    round_ = Round.objects.create(stage=cup.stages.create(number=1, format="swiss", rounds_planned=1), number=1)
    table = round_.pairings.create(table=1, match=MatchFactory())
    for number, entrant in enumerate((own, cup.entrants.get(user__handle="Gus")), 1):
        Sitting.objects.create(pairing=table, round=round_, entrant=entrant, number=number)

    assert handles(guest_links.issue_links(cup, by=organizer.user)) == ["Hana", "Ida"]


def test_whoever_withdrew_gets_none(organizer):
    organizer.tournament.entrants.filter(user__handle="Gus").update(state=Entrant.State.WITHDRAWN, place=None)

    assert handles(guest_links.issue_links(organizer.tournament, by=organizer.user)) == ["Hana", "Ida"]


def test_hundreds_get_theirs_a_hundred_at_a_time(organizer):
    csv_import.import_entrants(
        organizer.tournament, "\n".join(f"Guest {number:03}" for number in range(105)), by=organizer.user
    )

    first = guest_links.issue_links(organizer.tournament, by=organizer.user)
    second = guest_links.issue_links(organizer.tournament, by=organizer.user)

    assert (len(first), len(second)) == (100, 8)
    assert not {*handles(first)} & {*handles(second)}


def test_the_sheet_shows_each_link_with_its_code_once(organizer, at_the_desk):
    browser = at_the_desk(organizer)
    assert "3 guests have no link" in tight(browser.get(page(organizer)))

    sheet = browser.post(page(organizer))
    shown = re.findall(r"<code>(http[^<]+)</code>", tight(sheet))
    again = tight(browser.get(page(organizer)))

    assert len(shown) == sheet.content.count(b'<div class="qr"><svg') == 3
    assert [str(open_link(token(link))) for link in shown] == ["Gus", "Hana", "Ida"]
    assert "no-store" in sheet["Cache-Control"]
    assert "Every guest has a link" in again
    assert not any(link in again for link in shown)


def test_without_guests_the_page_says_what_to_do_first(at_the_desk):
    organizer = StaffFactory()

    shown = tight(at_the_desk(organizer).get(page(organizer)))

    assert "There are no guests yet" in shown
    assert "Every guest has a link" not in shown


def test_the_table_is_one_for_programs_and_no_name_is_a_formula(organizer, at_the_desk):
    answer = at_the_desk(organizer).post(page(organizer), {"table": "yes"})

    rows = list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines()))
    assert answer["Content-Disposition"] == f'attachment; filename="{organizer.tournament.slug}-links.csv"'
    assert [row["handle"] for row in rows] == ["Gus", "Hana", "Ida"]
    assert rows[1]["real name"] == "'=HYPERLINK(1)"
    assert str(open_link(token(rows[0]["link"]))) == "Gus"


def test_nobody_left_without_is_said_and_changes_nothing(organizer, at_the_desk):
    guest_links.issue_links(organizer.tournament, by=organizer.user)

    answer = at_the_desk(organizer).post(page(organizer))

    assert answer.status_code == 422
    assert "Every guest already has a link" in tight(answer)
    assert PersonalLink.objects.count() == 3


@pytest.mark.parametrize("role", [Staff.Role.HEAD_JUDGE, Staff.Role.JUDGE, Staff.Role.SCOREKEEPER])
def test_other_staff_make_no_links_for_many(organizer, role, at_the_desk):
    keeper = at_the_desk(StaffFactory(tournament=organizer.tournament, role=role))

    assert keeper.post(page(organizer)).status_code == 403
    assert not PersonalLink.objects.exists()


def test_the_page_asks_as_often_for_thirty_as_for_one(organizer, at_the_desk):
    browser, counts = at_the_desk(organizer), []
    for number in range(2):
        for more in range(30 * number):
            guests.add_guest(organizer.tournament, handle=f"More {more}", real_name="", by=organizer.user)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            browser.get(page(organizer))
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_ten_strips_to_cut_fit_on_a_page_and_each_has_the_name_and_the_whole_address(organizer, at_the_desk):
    more = "".join(f"Guest {number},\n" for number in range(8))
    csv_import.import_entrants(organizer.tournament, f"handle,real name\n{more}", by=organizer.user)

    answer = at_the_desk(organizer).post(page(organizer), {"strips": "yes"})

    first, second = pages_of(answer.content)
    written = f"{first}\n{second}"
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    assert len(re.findall(r"/p/[\w-]{43}/", written)) == PersonalLink.objects.count() == 11
    assert all(name in written for name in ("Gus", "Hana", "Ida", "Guest 7"))


def test_a_link_is_ended_only_where_there_is_one(organizer, at_the_desk):
    browser, listed = at_the_desk(organizer), reverse("tournaments:entrants", args=[organizer.tournament.slug])
    before = tight(browser.get(listed))

    guest_links.issue_links(organizer.tournament, by=organizer.user)

    assert (before.count("New link"), before.count("Revoke link")) == (3, 0)
    assert tight(browser.get(listed)).count("Revoke link") == 3


def test_staff_who_play_are_offered_new_links_only_where_they_may_make_them(organizer, at_the_desk):
    """Hana's phone is in her hand, so a new link would open what is hers; those of Gus and Ida open nothing yet."""
    cup = organizer.tournament
    EntrantFactory(tournament=cup, user=organizer.user, place=200)
    hana = cup.entrants.get(user__handle="Hana")
    open_link(guests.renew_link(hana, by=UserFactory()))

    listed = tight(at_the_desk(organizer).get(reverse("tournaments:entrants", args=[cup.slug])))

    assert listed.count("New link") == 2
    assert f'"{reverse("tournaments:renew_link", args=[cup.slug, hana.pk])}"' not in listed
    assert reverse("tournaments:revoke_link", args=[cup.slug, hana.pk]) in listed
