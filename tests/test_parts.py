"""The shared parts of pages say what they show to eyes, keyboards and screen readers alike."""

import re

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import gettext

from bos_tournament.operations.serving.overload import broken, broken_page
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.record_position import table
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db


class SignUp(forms.Form):
    handle = forms.CharField(max_length=30, help_text="Shown to everyone.")
    password = forms.CharField(max_length=60, widget=forms.PasswordInput)
    format = forms.ChoiceField(choices=[("swiss", "Swiss"), ("elimination", "Elimination")], widget=forms.RadioSelect)
    public = forms.BooleanField(required=False, label="Publish lists")


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def field(name, **given):
    return tight(render_to_string("_field.html", {"field": SignUp(given)[name]}))


def test_a_field_names_its_help_and_its_fault():
    html = field("handle")

    assert 'for="id_handle"' in html
    assert 'aria-describedby="id_handle_helptext id_handle_error"' in html
    assert 'id="id_handle_helptext"' in html
    assert 'id="id_handle_error"' in html
    assert 'aria-invalid="true"' in html
    assert "This field is required." in html


def test_a_field_without_fault_says_nothing_of_one():
    html = field("handle", handle="Anna")

    assert "errors" not in html
    assert "optional" not in text_of(html)


def test_choices_are_a_group_with_a_legend():
    html = field("format")

    assert "<fieldset" in html
    assert "<legend>Format</legend>" in html
    assert html.count('type="radio"') == 2


def test_a_checkbox_stands_inside_its_label_and_is_optional():
    html = field("public")

    assert re.search(r'<label class="choice"><input type="checkbox"[^>]*><span>Publish lists</span>', html)


def test_the_summary_of_faults_leads_to_each_field():
    html = render_to_string("_form_errors.html", {"form": SignUp({})})

    assert 'role="alert"' in html
    assert re.findall(r'href="#([^"]+)"', html) == ["id_handle", "id_password", "id_format_0"]


def test_a_right_form_has_no_summary():
    form = SignUp({"handle": "Anna", "password": "correct horse", "format": "swiss"})

    assert render_to_string("_form_errors.html", {"form": form}).strip() == ""


def drawn_card(**facts):
    card = {"name": "Root Giant", "type": "summon", "color": "yellow", "condition": "Conduct a summon with any mage."}
    card |= {"strength": 7, "cost": None, "abilities": [], "state": "published", "official": False, **facts}
    return text_of(render_to_string("cards/_card.html", {"card": card}))


def test_a_summon_shows_condition_and_strength_but_no_cost():
    text = drawn_card()

    assert "Yellow summon" in text
    assert "Conduct a summon with any mage." in text
    assert "Strength: 7" in text
    assert "Cost" not in text


def test_a_spell_shows_its_cost_even_when_it_is_nothing():
    assert "Cost in vim: 0" in drawn_card(type="spell", condition=None, strength=None, cost=0)


def test_abilities_say_whether_one_must():
    text = drawn_card(
        abilities=[{"text": "Gain 1 life.", "mandatory": False}, {"text": "You must act.", "mandatory": True}]
    )

    assert "Optional: Gain 1 life." in text
    assert "Mandatory: You must act." in text


def test_an_official_card_without_known_text_says_so():
    text = drawn_card(type=None, color=None, condition=None, strength=None, official=True)

    assert "No known text" in text
    assert "Unknown type" in text


def test_a_name_with_markup_stays_a_name():
    assert "&lt;b&gt;Sly&lt;/b&gt;" in render_to_string("cards/_card.html", {"card": {"name": "<b>Sly</b>"}})


def piece(name, strength=None, *, up=True, **facts):
    return {"name": name, "strength": strength, "color": "red", "up": up, "acted": False, "enchantments": [], **facts}


def seat(name, player, **facts):
    empty = {"boss": None, "wizards": [None] * 3, "summons": [None] * 3, "graveyard": [], "castle": 10, "spellbook": 10}
    return {"seat": name, "player": player, "life": 30, "vim": 1, "ether": 0, "turns": 0, **empty, **facts}


def drawn_table(anna=None, ben=None, **facts):
    seats = [seat("P1", "Anna", **(anna or {})), seat("P2", "Ben", **(ben or {}))]
    return text_of(render_to_string("matches/_table.html", {"table": {"seats": seats, "columns": "abc", **facts}}))


def test_the_table_shows_both_players_with_the_first_one_nearer():
    text = drawn_table({"ether": 4}, {"life": 18})

    assert text.index("Ben") < text.index("Anna")
    assert "18 life" in text
    assert "4 ether" in text


def test_a_piece_on_the_table_says_its_state():
    summons = [
        piece("Lava Hound", 7, acted=True, marked=True),
        piece("Cinder Imp", 3, enchantments=["Ember Oath"]),
        None,
    ]
    text = drawn_table({"summons": summons}, {"boss": piece("Pyre King", 5, up=False)})

    assert "Lava Hound acted named in this line strength 7" in text
    assert "Cinder Imp Ember Oath ready strength 3" in text
    assert "Pyre King face-down" in text
    assert "strength 5" not in text


def test_a_card_nobody_may_name_is_called_by_its_kind():
    assert "Wizard face-down" in drawn_table({"wizards": [piece(None, up=False), None, None]})


def test_whose_turn_it_is_is_said_at_that_seat():
    assert drawn_table({"turns": 3}, active="P1", phase="main").endswith("turn 3, main")


def test_a_game_that_is_over_says_who_won_and_whose_turn_no_more():
    text = drawn_table({"turns": 3}, active="P1", phase="main", over={"winners": ["P2"], "reason": "life"})

    assert text.count("won") == 1
    assert text.index("won") < text.index("Anna")
    assert "turn 3" not in text


def test_graveyards_are_open_to_everybody():
    assert "Anna Spark, Moth Ben empty" in drawn_table({"graveyard": ["Spark", "Moth"]})


def test_a_record_that_opens_no_table_draws_none():
    assert render_to_string("matches/_table.html", {"table": {"line": 0, "problem": "No decks."}}).strip() == ""


def test_the_table_drawn_is_the_one_that_the_engine_shows():
    first, second = list(starter_decks().values())[:2]
    game = "[P1 Anna] [P2 Ben] [First P1]\n1. T1 P1\n"
    shown = table(bos, game, Given({"P1": first, "P2": second}, sample_pool(), DEFAULT_EDITION))
    text = text_of(render_to_string("matches/_table.html", {"table": shown}))

    assert text.index("Ben") < text.index("Anna")
    assert text.count("face-down") >= 5
    assert "turn 1, summoning" in text


def test_the_present_step_is_marked():
    steps = [{"label": "Bids", "state": "done"}, {"label": "Swaps", "state": "now"}, {"label": "Play", "state": "todo"}]
    html = render_to_string("matches/_steps.html", {"steps": steps})

    assert text_of(html) == "Bids , done Swaps Play"
    assert re.findall(r'<li class="(\w+)"(?: aria-current="step")>', html) == ["now"]


@pytest.mark.parametrize("won", [0, 1, 2])
def test_pips_count_games_won(won):
    html = render_to_string("matches/_games_won.html", {"won": won})

    assert html.count('class="won"') == won
    assert f"{won} of 2 games won" in html


def test_turning_pages_keeps_what_was_searched():
    page = Paginator(range(60), 20).page(2)
    request = RequestFactory().get("/cards/", {"text": "vim", "page": "2"})
    html = render_to_string("_pagination.html", {"page": page}, request)

    assert "Page 2 of 3" in text_of(html)
    assert 'href="?text=vim&amp;page=1"' in html
    assert 'href="?text=vim&amp;page=3"' in html


def test_one_page_needs_no_turning():
    html = render_to_string("_pagination.html", {"page": Paginator(range(3), 20).page(1)}, RequestFactory().get("/"))

    assert html.strip() == ""


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_every_refusal_says_what_to_do_and_leads_home(name):
    html = render_to_string(f"{name}.html")
    text = text_of(html.split("<main", 1)[1])

    assert 'href="/"' in html
    assert re.search(r"\b(go back|wait|try again|sign in|use the account|reload|ask)\b", text, re.IGNORECASE)


def test_the_broken_page_is_made_while_nothing_is_broken_and_speaks_every_language(settings):
    page = broken_page()
    settings.TEMPLATES = []  # as if nothing could be made any more

    answer = broken(RequestFactory().get("/"))

    assert (answer.status_code, answer.content.decode()) == (500, page)
    for code, name in settings.LANGUAGES:
        with translation.override(code):
            said = gettext("Something went wrong on our side")
        assert f'<div lang="{code}"' in page, name
        assert said in page
