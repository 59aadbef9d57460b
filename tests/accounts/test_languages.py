"""In which language somebody is answered: their own choice, else the cookie's, else the browser's."""

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from bos_tournament.accounts import languages
from tests.factories import UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def spoken(response):
    return response.headers["Content-Language"]


def test_a_visitor_is_answered_as_the_browser_asks(client):
    assert spoken(client.get("/rules/", headers=GERMAN)) == "de"
    assert spoken(client.get("/rules/", headers={"Accept-Language": "es"})) == "es"
    assert spoken(client.get("/rules/", headers={"Accept-Language": "fi"})) == "en"
    assert spoken(client.get("/rules/")) == "en"


def test_the_page_says_its_language_and_what_it_depends_on(client):
    response = client.get("/rules/", headers=GERMAN)

    assert '<html lang="de">' in tight(response)
    assert {"Accept-Language", "Cookie"} <= set(response.headers["Vary"].split(", "))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Gib eine gültige E-Mail-Adresse ein.", "Nimm mindestens 12 Zeichen.", "Diese Angabe fehlt noch"]),
        ("es", ["Escribe una dirección de correo válida.", "Usa al menos 12 caracteres.", "Falta este dato"]),
    ],
)
def test_what_is_said_at_a_field_addresses_the_reader_as_the_rest_of_the_site_does(client, language, said):
    sent = {"email": "nowhere", "password1": "short", "handle": ""}

    page = tight(client.post("/accounts/signup/", sent, headers={"Accept-Language": language}))

    assert [sentence for sentence in said if sentence not in page] == []


def test_a_choice_at_the_foot_of_a_page_holds_against_the_browser_and_leads_back(client):
    chosen = client.post("/language/", {"language": "es", "next": "/rules/?q=boss"})

    assert chosen.headers["Location"] == "/rules/?q=boss"
    assert spoken(client.get("/rules/", headers=GERMAN)) == "es"


def test_the_choice_at_the_foot_knows_the_address_of_its_page(client):
    page = tight(client.get("/rules/?q=boss"))

    assert '<input type="hidden" name="next" value="/rules/?q=boss">' in page


def test_a_page_that_answers_a_form_leads_back_to_where_the_form_was(client):
    page = client.post("/accounts/login/", {}, headers={"Referer": "http://testserver/accounts/login/?next=/decks/"})

    assert page.status_code == 422
    assert '<input type="hidden" name="next" value="/accounts/login/?next=/decks/">' in tight(page)


def test_a_choice_leads_to_no_other_site(client):
    chosen = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})

    assert chosen.headers["Location"] == "/"


def test_a_language_that_the_site_does_not_speak_changes_nothing(signed_in):
    anna = UserFactory(language="de")
    browser = signed_in(anna)

    browser.post("/language/", {"language": "fi", "next": "/"})

    anna.refresh_from_db()
    assert anna.language == "de"
    assert spoken(browser.get("/rules/")) == "de"


def test_annas_choice_goes_with_her_account_to_every_browser(signed_in):
    anna = UserFactory()
    signed_in(anna).post("/language/", {"language": "de", "next": "/"})

    other_browser = signed_in(anna)

    assert spoken(other_browser.get("/rules/", headers={"Accept-Language": "es"})) == "de"


def test_anna_chooses_on_her_account_page_and_leaves_it_to_the_browser_again(signed_in):
    anna = UserFactory()
    browser = signed_in(anna)
    browser.post("/language/", {"language": "es", "next": "/"})

    shown = {"handle": anna.handle, "real_name": ""}
    browser.post("/account/", {**shown, "language": "de"})
    assert spoken(browser.get("/account/")) == "de"
    browser.post("/account/", {**shown, "language": ""})

    assert spoken(browser.get("/account/", headers={"Accept-Language": "es"})) == "es"
    assert spoken(browser.get("/account/")) == "en"


def test_a_language_typed_by_hand_is_refused_on_the_account_page(signed_in):
    anna = UserFactory()

    response = signed_in(anna).post("/account/", {"handle": anna.handle, "language": "fi"})

    assert response.status_code == 422


def test_a_program_is_answered_as_it_asks_whatever_its_user_chose(signed_in):
    browser = signed_in(UserFactory(language="es"))

    assert spoken(browser.get("/api/v1/me/", headers=GERMAN)) == "de"
    assert spoken(browser.get("/api/v1/me/")) == "en"


def test_a_program_reads_and_sets_the_language_of_its_user(signed_in):
    browser = signed_in(UserFactory())

    assert browser.get("/api/v1/me/").json()["language"] == ""
    changed = browser.patch("/api/v1/me/", {"language": "de"}, content_type="application/json")

    assert changed.json()["language"] == "de"
    assert browser.patch("/api/v1/me/", {"language": "fi"}, content_type="application/json").status_code == 400


def test_an_open_page_is_not_left_in_the_language_it_had(client):
    english = client.get("/cards/")
    known = {"If-None-Match": english.headers["ETag"]}

    assert client.get("/cards/", headers=known).status_code == 304
    assert client.get("/cards/", headers={**known, **GERMAN}).status_code == 200


def test_a_mail_comes_in_the_language_its_reader_chose_whoever_asked_for_it(client):
    anna = UserFactory(language="es")

    client.post("/accounts/password/reset/", {"email": anna.email}, headers=GERMAN)

    with translation.override("es"):
        assert [one.subject for one in mail.outbox] == [gettext("Reset your password")]


def test_somebody_who_chose_nothing_is_written_to_in_the_sites_language():
    assert languages.of(UserFactory.build()) == "en"
    assert languages.of(UserFactory.build(language="de")) == "de"
