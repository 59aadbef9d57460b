"""The board page where the table looks different: going back to a turn, asking for a change, and what stays to read."""

import pytest

from bos_tournament.judging.models import Call
from bos_tournament.matches.models import Match
from bos_tournament.play.recording import board_changes
from tests.html_whitespace import tight
from tests.play.recorded import at_home, lines, recorded, recording, three_turns, write

pytestmark = pytest.mark.django_db


def url(case, deed=""):
    return f"/matches/{case.match.pk}/games/1/board/{deed}"


def sent(client, case, deed, **fields):
    """A deed from the page as htmx sends it."""
    return client.post(url(case, deed), {"after": len(lines(case)), **fields}, headers={"HX-Request": "true"})


def test_the_page_lists_every_turn_with_the_life_of_both(signed_in):
    case = three_turns()

    page = tight(signed_in(case.anna.user).get(url(case)))

    for turn, seat in ((1, case.ben), (2, case.anna), (3, case.ben)):
        assert f"Turn {turn}: {seat.user}" in page
    assert f"{case.anna.user} 30 life" in page


def test_anna_goes_back_to_the_beginning_of_her_turn_once_ben_agrees(signed_in):
    case = three_turns()
    write(case.ben, case, "S b Field Sentinel")
    annas, bens = signed_in(case.anna.user), signed_in(case.ben.user)

    sent(annas, case, "take-back/", keep="4")
    sent(bens, case, "take-back/answer/", agrees="1")

    assert lines(case) == ["T1 P2", "S a Field Sentinel", "E", "T2 P1"]
    write(case.anna, case, "S b Cinder Imp")
    page = tight(annas.get(url(case)))
    assert "<s>S a Cinder Imp</s>" in page
    assert "<span>S b Cinder Imp</span>" in page


def test_anna_asks_for_another_number_from_the_page_and_ben_agrees(signed_in):
    case = at_home()
    annas, bens = signed_in(case.anna.user), signed_in(case.ben.user)

    sent(annas, case, "changes/", about="life:P1", now="18")
    assert "You asked for a change of the board" in tight(annas.get(url(case)))
    page = tight(bens.get(url(case)))
    assert f"{case.anna.user} has 18 life, not 30." in page
    sent(bens, case, "changes/answer/", agrees="1")

    assert lines(case)[-1] == "J set L18/30"


def test_a_card_is_put_elsewhere_from_the_page(signed_in):
    case = at_home()
    write(case.ben, case, "S a Field Sentinel")
    bens = signed_in(case.ben.user)

    assert 'value="card:2a:graveyard"' in tight(bens.get(url(case)))
    sent(bens, case, "changes/", about="card:2a:graveyard")
    sent(signed_in(case.anna.user), case, "changes/answer/", agrees="1")

    assert lines(case)[-1] == "J set 2a to graveyard"


@pytest.mark.parametrize("fields", [{}, {"about": "life"}, {"about": "life:P1", "now": "x"}, {"about": "life:P1"}])
def test_a_change_without_what_it_is_about_is_refused(signed_in, fields):
    case = at_home()

    assert sent(signed_in(case.anna.user), case, "changes/", **fields).status_code == 409


def test_an_open_page_of_ben_learns_that_anna_asks(signed_in):
    case = at_home()
    tag = f"{recording(case).version}.{Match.objects.get(pk=case.match.pk).version}"

    sent(signed_in(case.anna.user), case, "changes/", about="vim:P1", now="4")

    answer = signed_in(case.ben.user).get(url(case), {"seen": tag}, headers={"HX-Request": "true"})
    assert answer.status_code == 200


def test_on_a_shared_phone_the_other_agrees_on_the_same_page(signed_in):
    case = at_home()
    annas = signed_in(case.anna.user)

    page = tight(sent(annas, case, "changes/", about="vim:P1", now="4", shared="1"))
    assert "Hand them the phone." in page
    sent(annas, case, "changes/answer/", agrees="1", shared="1")

    assert lines(case)[-1].startswith("J set V4/")


def test_a_line_that_breaks_a_rule_names_it_and_offers_a_judge(signed_in):
    case = recorded()

    page = tight(sent(signed_in(case.ben.user), case, "lines/", line="A a P1"))

    assert 'href="/rules/#7.1.3"' in page or 'href="/rules/#' in page.split('role="alert"')[1][:400]
    assert "Call a judge" in page
    assert f"/matches/{case.match.pk}/dispute/?game=1" in page


def test_in_a_tournament_the_judge_changes_the_board_from_the_queue_of_calls(signed_in):
    case = recorded()
    sent(signed_in(case.anna.user), case, "changes/", about="life:P1", now="18")
    judges = signed_in(case.judge, second_factor=True)
    call = Call.objects.get()

    page = tight(judges.get(f"/tournaments/{case.tournament.slug}/calls/"))
    assert f"{case.anna.user} has 18 life, not 30." in page
    judges.post(f"/calls/{call.pk}/board-change/", {"allows": "1"})

    call.refresh_from_db()
    assert lines(case)[-1] == "J set L18/30"
    assert (call.state, call.taken_by) == ("coming", case.judge)


def test_the_judge_leaves_the_board_as_it_is(signed_in):
    case = recorded()
    sent(signed_in(case.anna.user), case, "changes/", about="life:P1", now="18")
    judges = signed_in(case.judge, second_factor=True)

    for _again in (1, 2):
        judges.post(f"/calls/{Call.objects.get().pk}/board-change/", {})

    assert lines(case) == ["T1 P2"]
    assert board_changes.waiting_change(recording(case)) is None


def test_anna_does_not_decide_about_her_own_change(signed_in):
    case = recorded()
    annas = signed_in(case.anna.user)
    sent(annas, case, "changes/", about="life:P1", now="18")

    assert annas.post(f"/calls/{Call.objects.get().pk}/board-change/", {"allows": "1"}).status_code == 403
    assert lines(case) == ["T1 P2"]
