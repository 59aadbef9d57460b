"""What templates of every page are made of: icons, and words that are put together once for each language."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, reverse
from django.utils import translation


def rendered(text, language="en", **values):
    with translation.override(language):
        return Template(text).render(Context(values))


def test_an_icon_is_a_drawing_that_screen_readers_pass_over():
    drawn = rendered('{% icon "down" %}')

    assert 'aria-hidden="true"' in drawn
    assert 'class="icon"' in drawn
    assert drawn.endswith('icons.svg#down"></use></svg>')
    assert 'class="icon big"' in rendered('{% icon "cup" "big" %}')


def test_the_name_of_an_icon_can_come_from_the_page_and_is_escaped():
    assert "#stone" in rendered('{% icon kind|default:"stone" %}')
    assert "<b>" not in rendered("{% icon kind %}", kind='"><b>')


def test_what_is_alike_on_every_page_is_put_together_once_for_each_language():
    page = Template(
        "{% load i18n per_language %}{% per_language %}{% translate 'Standings' %} {{ times }}{% endper_language %}"
    )

    def shown(language, times):
        with translation.override(language):
            return page.render(Context({"times": times}))

    assert shown("en", 1) == shown("en", 2) == "Standings 1"
    assert shown("de", 3) == shown("de", 4) == "Tabelle 3"
    assert shown("en", 5) == "Standings 1"


def test_links_lead_where_django_leads_and_are_found_again():
    page = Template("{% url 'cards:detail' slug %}|{% url 'cards:list' %}|{% url 'cards:list' as there %}{{ there }}")

    def shown(slug):
        return page.render(Context({"slug": slug})).split("|")

    expected = [reverse("cards:detail", args=["cinder-imp"]), reverse("cards:list"), reverse("cards:list")]
    assert shown("cinder-imp") == shown("cinder-imp") == expected
    assert shown("root-giant")[0] == reverse("cards:detail", args=["root-giant"])


def test_a_link_to_nowhere_is_a_fault_each_time():
    page = Template("{% url 'cards:detail' slug %}")

    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            page.render(Context({"slug": "no/slug"}))


def test_a_link_to_nowhere_is_nothing_where_a_page_asks_for_its_address_first():
    assert rendered("{% url 'cards:detail' slug as there %}[{{ there }}]", slug="no/slug") == "[]"


def test_words_of_a_template_are_translated_into_each_language_and_what_varies_each_time():
    page = Template(
        "{% load i18n %}{% translate 'Standings' %} {% translate what %} {% translate 'to' context where %}"
    )

    def shown(language, what, where="interval"):
        with translation.override(language):
            return page.render(Context({"what": what, "where": where}))

    assert shown("en", "Rules") == "Standings Rules to"
    assert shown("de", "Rules") == "Tabelle Regeln bis"
    assert shown("de", "Cards", "nowhere") == "Tabelle Karten to"
    assert shown("en", "Cards") == "Standings Cards to"
