"""The pages of operators stand in the frame of Django's admin and reach everybody all the same.

Excused are only the weight of that frame and the script in its head, which are Django's and come once. All else that is
seen, Django's frame included, is looked at as every other page is (tests/test_reach.py).
"""

import pytest
from django.urls import reverse

from bos_tournament.cards import catalogue
from bos_tournament.cards.models import Card
from bos_tournament.privacy import merging
from tests.cards.test_published_meanings import read_otherwise
from tests.factories import DeckVersionFactory, EntrantFactory, GuestFactory, UserFactory
from tests.populated_site import LONG_WORD
from tests.test_reach import NARROW, cut_off, lost_to_settings

pytestmark = pytest.mark.django_db(transaction=True)

ADD = "/admin/accounts/merger/add/"
NO_CARDS = f"name,type,color\n{LONG_WORD},dragon,red\n"
STYLED = "() => [...document.querySelectorAll('body [style], body style')].map((one) => one.outerHTML.slice(0, 100))"


@pytest.fixture
def rita(db):
    return UserFactory(handle="Rita", is_staff=True, is_superuser=True, email=f"{LONG_WORD}@example.org".lower())


def walk_in(name):
    """Somebody who played as a guest before they had an account: (guest, account)."""
    guest, account = GuestFactory(handle=f"{name} walk-in"), UserFactory(handle=name)
    EntrantFactory(user=guest, deck_version=DeckVersionFactory(owner=guest), tournament__state="finished")
    return guest, account


def card():
    """A published card that is read otherwise today, with all that a card can say."""
    text = "During your main phase, [act]: A summon you control gains 2 strength."
    made = Card.objects.create(
        name=f"Quiet {LONG_WORD}", type="wizard", color="blue", abilities=[{"text": text, "mandatory": False}]
    )
    made.printings.create(set=LONG_WORD, rarity="rare", artist=LONG_WORD)
    catalogue.publish([made])
    read_otherwise(made)
    return made


def pages(rita):
    walk_in(LONG_WORD[:20])
    guest, account = walk_in("Anna")
    merger = merging.merge(guest, account, by=rita, token=merging.preview_merge(guest, account).token)
    name = LONG_WORD[:20]
    yield reverse("admin:index")
    yield reverse("operations:health")
    yield ADD
    yield f"{ADD}?gone={name}+walk-in&kept={name}"
    yield f"{ADD}?gone={name}&kept=Nobody"
    yield f"{ADD}?gone={name}&kept={name}+walk-in"
    yield reverse("admin:accounts_merger_change", args=[merger.pk])
    yield reverse("admin:cards_card_change", args=[card().pk])
    yield reverse("admin:cards_card_meanings")
    yield reverse("admin:cards_card_import")


def faults(page, axe):
    """What keeps somebody from this page."""
    found = [*axe(page, preload=False), *cut_off(page), *lost_to_settings(page)]
    return found + [f"is styled in place: {one}" for one in page.evaluate(STYLED)]


def test_every_page_of_operators_reaches_every_operator(rita, new_page, opened_by, axe):
    page = opened_by(new_page(NARROW), rita, second_factor=True)
    wrong = {}
    for where in pages(rita):
        page.set_viewport_size(NARROW)
        page.goto(where)
        if found := faults(page, axe):
            wrong[where] = found
    page.set_viewport_size(NARROW)
    page.get_by_label("Or paste the cards").fill(NO_CARDS)
    page.get_by_role("button", name="Import cards").click()
    page.get_by_role("cell", name=LONG_WORD).wait_for()
    if found := faults(page, axe):
        wrong["cards that cannot be taken in"] = found

    assert "\n".join(f"{where}: {found}" for where, found in wrong.items()) == ""
