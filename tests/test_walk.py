"""A sample of `python -m benchmarks.walk`: nobody finds a button that fails, a dead link, or what others keep."""

from itertools import islice

import pytest

from benchmarks.walk.buttons import buttons_work, links_open
from benchmarks.walk.cast import ONE, OTHER, ROLES
from benchmarks.walk.evening import evening
from benchmarks.walk.page import Page
from benchmarks.walk.secrets import Twins, nobody_tells

# What depends on what is typed: the walk does not know what somebody would write there.
TYPED = {
    "tournaments:new",
    "tournaments:deck",
    "tournaments:enter_slips",
    "tournaments:list_sheets_pdf",
    "tournaments:result",
}


def walked(kept, looks, state, roles=ROLES):
    evening_ = evening("swiss", kept, looks, at=lambda one: one == state, roles=roles, alike=1)
    seen = list(islice(evening_, len(roles)))
    evening_.close()
    assert [one.role for one in seen] == list(roles)
    assert all(one.pages > 5 for one in seen)
    return seen


@pytest.mark.django_db
def test_no_button_fails_and_no_link_is_dead_for_anybody_while_people_come_in():
    seen = walked(ONE, [links_open, buttons_work, nobody_tells], "joined")

    found = [str(one) for who in seen for one in who.findings if one.where.split(" -> ")[-1].split("?")[0] not in TYPED]
    assert sum(who.pressed.total() for who in seen) > 100
    assert found == []


@pytest.mark.django_db
def test_two_worlds_that_differ_in_secrets_look_alike_to_everybody_else():
    twins, who = Twins(), ("nobody", "opponent")
    walked(ONE, [twins.look], "both bids in", who)
    twins.second = True

    assert [str(one) for seen in walked(OTHER, [twins.look], "both bids in", who) for one in seen.findings] == []
    assert len(twins.told) > 50


def test_a_form_sends_what_stands_in_it_and_the_button_that_is_pressed():
    page = Page(
        '<form method="post" action="/a/"><input name="one" value="1"><input type="checkbox" name="two">'
        '<textarea name="three">\nx</textarea><select name="four"><option value="f">F<option value="g" selected>G'
        '</select><button name="do" value="it">Do</button><button disabled>Off</button></form>'
    )

    (form,) = page.forms
    assert [button.value for button in form.buttons] == ["it"]
    assert form.sent(form.buttons[0]) == {"one": ["1"], "three": ["x"], "four": ["g"], "do": ["it"]}
