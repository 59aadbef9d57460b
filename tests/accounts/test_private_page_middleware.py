"""What a page that asks for a part of itself learns of whom that part was written for."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.matches.playing import new_match, person

pytestmark = pytest.mark.django_db


def reader_of(client, path, **headers):
    return client.get(path, headers=headers).headers.get("X-Reader")


def test_a_part_names_its_reader_and_a_whole_page_names_nobody(signed_in):
    anna, cleo = person("Anna"), UserFactory(handle="Cleo")
    match = new_match(anna=anna)
    part = reverse("matches:live", args=[match.pk])

    assert reader_of(signed_in(anna), part, hx_request="true") == str(anna.pk)
    assert reader_of(signed_in(cleo), part, hx_request="true") == str(cleo.pk)
    assert reader_of(Client(), part, hx_request="true") == ""
    assert reader_of(signed_in(anna), match.get_absolute_url()) is None


def test_the_page_itself_says_for_whom_it_was_written(signed_in):
    anna = person("Anna")
    match = new_match(anna=anna)

    assert f'data-reader="{anna.pk}"' in tight(signed_in(anna).get(match.get_absolute_url()))
    assert 'data-reader=""' in tight(Client().get(match.get_absolute_url()))
