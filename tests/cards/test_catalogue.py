"""The catalogue as a whole: taken in wholly or not at all, written so that it reads back."""

import json

import pytest

from bos_tournament.cards import catalogue
from bos_tournament.cards.models import Card
from bos_tournament.errors import Refused
from engine.bos.model.card_pool import sample_pool

pytestmark = pytest.mark.django_db


def test_the_sample_pool_becomes_the_catalogue_and_reads_back_alike():
    catalogue.load(sample_pool().write(), publish=True)

    assert catalogue.pool().hash == sample_pool().hash
    assert catalogue.pinned(catalogue.pin().pk).hash == sample_pool().hash


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_an_admin_exports_can_be_taken_in_again(form):
    catalogue.load(sample_pool().write(), publish=True)
    written = catalogue.export(form=form)
    Card.objects.all().delete()

    catalogue.load(written, form=form, publish=True)

    assert catalogue.pool().hash == sample_pool().hash


def test_one_faulty_entry_keeps_everything_out_and_every_fault_is_named():
    good = {"name": "Quiet Fen", "type": "wizard", "color": "blue"}
    faulty = [{"name": "Nobody", "type": "dragon", "color": "red"}, {"type": "spell", "color": "green"}]

    with pytest.raises(Refused) as refusal:
        catalogue.load(json.dumps([good, *faulty]))

    assert refusal.value.code == "faulty_catalogue"
    assert {problem.index for problem in refusal.value.facts["problems"]} == {1, 2}
    assert not Card.objects.exists()


def test_a_csv_without_its_columns_says_which_are_missing():
    with pytest.raises(Refused, match="Missing: color, type"):
        catalogue.load("name\nQuiet Fen\n", form="csv")


def test_a_cell_that_looks_like_a_formula_is_guarded_and_comes_back_as_it_was():
    entry = {"name": "Tide", "type": "summon", "color": "blue", "strength": 2, "condition": "=1+1"}
    catalogue.load(json.dumps([entry]))

    assert "'=1+1" in catalogue.export(form="csv")
    catalogue.load(catalogue.export(form="csv"), form="csv")
    assert Card.objects.get().condition == "=1+1"


def test_a_new_card_is_a_draft_and_no_deck_can_use_it_before_it_is_published():
    catalogue.load(json.dumps([{"name": "Quiet Fen", "type": "wizard", "color": "blue"}]))

    assert Card.objects.get().state == Card.State.DRAFT
    assert catalogue.pool().find("Quiet Fen") is None
