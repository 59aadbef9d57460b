"""Long PDFs: a worker draws them once, everybody who asks sees how far it is, and only who may print gets the file."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone, translation

from bos_tournament.accounts import profiles
from bos_tournament.decks.models import DeckLook
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.tournaments import tasks
from bos_tournament.tournaments.models import Printout, Staff
from bos_tournament.tournaments.printing import kept_printouts, printables
from bos_tournament.tournaments.printing.pdf import SIZES, pdf
from bos_tournament.tournaments.printing.pdf_pages import page_count
from bos_tournament.tournaments.printing.printables import Kind, printable
from bos_tournament.tournaments.printing.printouts import badges, pack, wrapped
from bos_tournament.tournaments.rounds import round_cycle
from tests.factories import StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.printing.test_printouts import pages, url
from tests.tournaments.running_tournaments import NAMES, entrant, play_and_close, publish, running

pytestmark = pytest.mark.django_db
DOORS = {
    Kind.BY_TABLE: ("pairings_pdf", 1),
    Kind.STANDINGS: ("standings_pdf",),
    Kind.SLIPS: ("slips_pdf", 1),
    Kind.LOG_SHEETS: ("log_sheets_pdf", 1),
    Kind.BADGES: ("badges_pdf",),
    Kind.PACK: ("pack_pdf",),
}


@pytest.fixture
def cup(monkeypatch):
    """Six players after a round, where more than two rows are many."""
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    cup = running(NAMES[:6], planned=3)
    play_and_close(cup)
    return cup


@pytest.fixture
def desk(cup, at_the_desk):
    return at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))


def judge_of(cup):
    return StaffFactory(tournament=cup, role=Staff.Role.JUDGE)


def work():
    """What the worker does with all jobs that wait."""
    for job in Job.objects.filter(task=kept_printouts.TASK, state__in=jobs.OPEN):
        jobs.run(str(job.pk))


def address(printout):
    return url("printout", printout.tournament, printout.pk)


@pytest.mark.parametrize("kind", DOORS)
def test_a_long_pdf_leads_to_a_page_that_offers_the_file_once_it_is_drawn(cup, desk, kind):
    asked = desk.get(url(DOORS[kind][0], cup, *DOORS[kind][1:]))

    printout = Printout.objects.get(kind=kind)
    assert (asked.status_code, asked["Location"]) == (302, address(printout))
    assert "Waiting to start" in tight(desk.get(address(printout)))
    assert desk.get(url("printout_pdf", cup, printout.pk)).status_code == 404
    work()
    page = tight(desk.get(address(printout)))
    assert "Ready: " in page
    assert url("printout_pdf", cup, printout.pk) in page
    assert "hx-trigger" not in page[page.index('id="printout"') :]
    file = desk.get(url("printout_pdf", cup, printout.pk))
    printout.refresh_from_db()
    assert pages(file) == printout.pages
    assert file["Content-Disposition"].startswith(f'inline; filename="{cup.slug}-')


def test_a_short_one_comes_at_once_as_ever(cup, client, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 6)

    assert pages(client.get(url("standings_pdf", cup))) == 1
    assert not Printout.objects.exists()


def test_the_second_reader_gets_the_kept_file_at_once(cup, client):
    client.get(url("standings_pdf", cup))
    work()

    assert pages(client.get(url("standings_pdf", cup))) == 1
    assert Printout.objects.count() == Job.objects.filter(task=kept_printouts.TASK).count() == 1


def test_pressing_twice_makes_one_pdf_and_another_language_or_paper_another(cup, client):
    for _ in range(2):
        client.get(url("standings_pdf", cup))
    assert Printout.objects.count() == Job.objects.filter(task=kept_printouts.TASK).count() == 1

    client.get(url("standings_pdf", cup), headers={"Accept-Language": "de"})
    client.get(url("standings_pdf", cup), {"size": "letter"})

    work()
    assert {(one.language, one.size) for one in Printout.objects.exclude(done_at=None)} == {
        ("en", "a4"), ("de", "a4"), ("en", "letter"),
    }  # fmt: skip


def test_after_a_change_it_is_drawn_anew_and_one_that_waits_will_show_the_change(cup, client):
    client.get(url("standings_pdf", cup))
    play_and_close(cup)
    client.get(url("standings_pdf", cup))
    assert Printout.objects.count() == 1

    work()
    play_and_close(cup)
    client.get(url("standings_pdf", cup))

    assert Printout.objects.count() == 2
    assert Printout.objects.filter(begun_at=None).count() == 1


def test_how_far_it_is_stands_on_the_page_and_only_news_are_sent_again(cup, client):
    client.get(url("standings_pdf", cup))
    printout = Printout.objects.get()
    Printout.objects.update(begun_at=timezone.now(), page=12, pages=64)

    page = client.get(address(printout))
    part = client.get(address(printout), headers={"HX-Request": "true"})
    again = client.get(address(printout), headers={"HX-Request": "true", "If-None-Match": part["ETag"]})

    assert "Page 12 of 64" in tight(page)
    assert f'data-live="tournament:{cup.pk} printout:{printout.pk}"' in tight(page)
    assert '<progress class="meter" value="12" max="64"' in tight(part)
    assert f'<noscript><div class="actions"><a class="button quiet" href="{address(printout)}">' in tight(page)
    assert again.status_code == 304


def test_a_job_whose_worker_died_or_failed_is_done_again_and_one_that_was_given_up_is_offered_again(cup, client):
    client.get(url("standings_pdf", cup))
    printout, job = Printout.objects.get(), Job.objects.get(task=kept_printouts.TASK)
    Job.objects.update(state=Job.State.FAILED, attempts=jobs.MOST_ATTEMPTS)
    assert "Try again" in tight(client.get(address(printout)))

    assert client.post(address(printout))["Location"] == address(printout)

    job.refresh_from_db()
    assert job.state == Job.State.BEGUN
    work()
    work()
    assert Printout.objects.get().done_at
    assert Job.objects.filter(task=kept_printouts.TASK).count() == 1


@pytest.mark.parametrize("kind", [Kind.SLIPS, Kind.LOG_SHEETS, Kind.BADGES, Kind.PACK])
def test_cleo_who_looks_on_gets_neither_the_page_nor_the_file_of_what_staff_print(cup, desk, signed_in, client, kind):
    desk.get(url(DOORS[kind][0], cup, *DOORS[kind][1:]))
    work()
    printout = Printout.objects.get()

    for browser in (signed_in(UserFactory()), signed_in(entrant(cup, "Anna").user), client):
        assert browser.get(address(printout)).status_code == 403
        assert browser.post(address(printout)).status_code == 403
        assert browser.get(url("printout_pdf", cup, printout.pk)).status_code == 403


def test_who_is_no_longer_staff_does_not_get_the_kept_file(cup, desk):
    desk.get(url("slips_pdf", cup, 1))
    work()

    Staff.objects.filter(tournament=cup).delete()

    assert desk.get(url("printout_pdf", cup, Printout.objects.get().pk)).status_code == 403


def test_pairings_that_were_unpublished_are_not_given_any_more(cup, client, signed_in):
    round_ = publish(cup)
    client.get(url("pairings_pdf", cup, 2))
    work()
    printout = Printout.objects.get()
    assert client.get(url("printout_pdf", cup, printout.pk)).status_code == 200

    round_cycle.unpublish(round_)

    assert client.get(url("printout_pdf", cup, printout.pk)).status_code == 404


def test_a_kept_file_of_another_tournament_is_not_found(cup, client):
    client.get(url("standings_pdf", cup))
    other = running(NAMES[6:10])

    assert client.get(url("printout", other, Printout.objects.get().pk)).status_code == 404
    assert client.get(url("printout", cup, uuid4())).status_code == 404


def test_deck_lists_are_drawn_for_one_judge_with_every_look_on_record_and_lie_sealed(cup, at_the_desk, signed_in):
    publish(cup)
    judge, other = judge_of(cup), judge_of(cup)
    browser = at_the_desk(judge)

    asked = browser.post(url("deck_check_sheets_pdf", cup, 2), {"tables": "1-2", "purpose": "Check"})
    again = browser.post(url("deck_check_sheets_pdf", cup, 2), {"tables": "1,2", "purpose": " Check "})

    printout = Printout.objects.get()
    assert asked["Location"] == again["Location"] == address(printout)
    assert not DeckLook.objects.exists()
    work()
    assert DeckLook.objects.filter(viewer=judge.user, purpose="Check").count() == 4
    assert pages(browser.get(url("printout_pdf", cup, printout.pk))) == 4
    assert at_the_desk(other).get(url("printout_pdf", cup, printout.pk)).status_code == 404
    assert signed_in(UserFactory()).get(url("printout", cup, printout.pk)).status_code == 404
    sealed = Printout.objects.get().__dict__["content"]
    assert not bytes(sealed).startswith(b"%PDF-")


def test_tables_that_cannot_be_checked_are_refused_before_anything_waits(cup, at_the_desk):
    publish(cup)

    answer = at_the_desk(judge_of(cup)).post(url("deck_check_sheets_pdf", cup, 2), {"tables": "9", "purpose": "Check"})

    assert answer.status_code == 422
    assert not Printout.objects.exists()


def test_whoever_may_not_print_asks_for_nothing(cup):
    with pytest.raises(PermissionDenied):
        printable(Kind.SLIPS, UserFactory(), cup.slug, 1)
    with pytest.raises(Http404):
        printables.rows(printable(Kind.BRACKET, UserFactory(), cup.slug))


def test_a_round_that_is_gone_leaves_nothing_behind(cup, client):
    publish(cup)
    client.get(url("pairings_pdf", cup, 2))
    Printout.objects.update(round=9)

    work()

    assert not Printout.objects.exists()
    assert Job.objects.get(task=kept_printouts.TASK).state == Job.State.DONE


def test_printouts_are_kept_for_a_day_and_go_when_somebody_on_them_is_renamed(cup, client):
    client.get(url("standings_pdf", cup))
    Printout.objects.update(made_at=timezone.now() - timedelta(hours=25))
    client.get(url("standings_pdf", cup), {"size": "letter"})
    tasks.tidy()
    assert [one.size for one in Printout.objects.all()] == ["letter"]

    profiles.rename(entrant(cup, "Anna").user, handle="Annika", real_name="")

    assert not Printout.objects.exists()


@pytest.mark.parametrize("size", SIZES)
def test_pages_are_counted_before_they_are_drawn(size):
    cup = running([f"Player {number:03}" for number in range(70)], planned=3)
    play_and_close(cup)
    publish(cup)
    knock_out = running([f"Knight {number:03}" for number in range(34)], format="double_elimination")
    with translation.override("en"):
        for sheets in (pack(cup, site=""), badges(cup), pack(knock_out, site="")):
            begun = []

            drawn = pdf(wrapped(cup, sheets), size=size, began=lambda page, pages, begun=begun: begun.append(page))

            counted = page_count(sheets, SIZES[size])
            assert begun == list(range(1, counted + 1))
            assert drawn.count(b"/Type /Page\n") == counted
