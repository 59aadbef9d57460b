"""The page that documents the API: all of it, for everybody, without a script; and the doors beside the API."""

import re

import pytest
from django.test import Client
from django.utils import translation
from playwright.sync_api import expect

from bos_tournament.api.conventions import docs

pytestmark = pytest.mark.django_db


def test_everything_that_can_be_asked_stands_on_the_page(client):
    page = client.get("/api/docs/").content.decode()
    asked = [(method.upper(), path) for path, methods in docs.schema()["paths"].items() for method in methods]

    assert len(asked) > 90
    assert [one for one in asked if f"<code>{one[0]} {one[1]}</code>" not in page] == []


def test_every_component_that_is_named_is_on_the_page_once(client):
    page = client.get("/api/docs/").content.decode()
    ids = re.findall(r' id="([^"]+)"', page)

    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_the_page_keeps_the_policy_of_all_pages(client):
    answer = client.get("/api/docs/")
    page = answer.content.decode()

    assert "unsafe" not in answer["Content-Security-Policy"]
    assert " style=" not in page
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []


def test_the_page_tells_what_a_bid_needs_and_what_comes_back():
    bid = next(one for group in docs.groups() for one in group.operations if one.anchor == "matches_bids_create")

    assert [field.name for field in bid.asked] == ["Idempotency-Key"]
    assert [(field.name, field.needed) for field in bid.body] == [("amount", True), ("attempt", False)]
    assert [(answer.status, answer.component) for answer in bid.answers] == [("201", "BidReceipt")]
    assert not bid.public


def test_the_page_speaks_one_language_whoever_opened_it_first():
    docs.schema.cache_clear()

    with translation.override("de"):
        told = str(docs.schema())

    assert "`red` - red" in told
    assert "`red` - rot" not in told


def test_the_schema_is_told_to_everybody_as_json():
    told = Client().get("/api/schema/").json()

    assert told["info"]["title"] == "BOS Tournament"
    assert "/api/v1/matches/{id}/bids/" in told["paths"]


def test_health_is_told_without_an_account(client):
    answer = client.get("/health/")

    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    assert answer.json().keys() == {"ok", "state"}
    assert "no-store" in answer["Cache-Control"]


def test_the_page_is_read_on_a_phone_and_at_a_desk(page_phone, page_desk, axe):
    for page in (page_phone, page_desk):
        page.goto("/api/docs/")
        page.locator("#matches_bids_create summary").click()

        expect(page.locator("#matches_bids_create").get_by_text("Idempotency-Key")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page_phone) == []


def test_names_in_refusals_are_code_and_not_back_ticks(client):
    page = client.get("/api/docs/").content.decode()

    assert "<code>Retry-After</code>" in page
    assert "`" not in page
