"""One's own account: profile, tokens, personal links, claiming, and that nobody else gets in."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from bos_tournament.accounts import guests
from bos_tournament.accounts.models import ApiToken, User
from bos_tournament.accounts.sign_in import personal_links, tokens
from bos_tournament.errors import Refused
from tests.factories import GuestFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db):
    return UserFactory(handle="Anna")


@pytest.fixture
def gus(db):
    return GuestFactory(handle="Gus")


@pytest.fixture
def dora(db):
    return UserFactory(handle="Dora")


OWN_PAGES = ["/account/", "/account/claim/", "/account/tokens/", "/account/export/", "/account/erase/"]


@pytest.mark.parametrize("page", OWN_PAGES)
def test_a_stranger_is_asked_to_sign_in(client, page):
    assert client.get(page).url == f"/accounts/login/?next={page}"


def test_somebody_takes_another_handle(client, anna):
    client.force_login(anna)

    client.post("/account/", {"handle": "Anna B.", "real_name": "Anna Berg"})

    anna.refresh_from_db()
    assert (anna.handle, anna.real_name) == ("Anna B.", "Anna Berg")


def test_a_real_name_does_not_turn_what_stands_beside_it(client, anna):
    client.force_login(anna)

    client.post("/account/", {"handle": "Anna", "real_name": "Anna \u202e  greB\u2066"})

    anna.refresh_from_db()
    assert anna.real_name == "Anna greB"


def test_nobody_takes_the_handle_of_another(client, anna, dora):
    client.force_login(anna)

    answer = client.post("/account/", {"handle": "dora", "real_name": ""})

    assert answer.status_code == 422
    assert answer.context["form"].errors == {"handle": ["This handle is taken. Choose another."]}


def test_one_may_change_the_case_of_ones_own_handle(client, anna):
    client.force_login(anna)

    assert client.post("/account/", {"handle": "ANNA", "real_name": ""}).status_code == 302


# --- personal links


def opened(client, token):
    return client.post(f"/p/{token}/")


def test_a_preview_does_not_burn_a_link(client, gus, dora):
    token = personal_links.issue_link(gus, by=dora)
    for _ in range(3):
        page = client.get(f"/p/{token}/")
        assert page.status_code == 200
        assert "Hello, Gus" in page.content.decode()

    assert opened(client, token).url == "/"


def test_opening_signs_in_under_a_new_key_at_a_clean_address(client, gus, dora):
    token = personal_links.issue_link(gus, by=dora)
    client.force_login(dora)
    before = client.session.session_key

    answer = opened(client, token)

    assert (answer.status_code, answer.url) == (302, "/")
    assert client.session.session_key != before
    assert client.session["_auth_user_id"] == str(gus.pk)
    assert token not in str(dict(client.session))


def test_a_link_leads_on_within_this_site_only(client, gus, dora):
    token = personal_links.issue_link(gus, by=dora)
    assert client.post(f"/p/{token}/?next=/tournaments/cup/").url == "/tournaments/cup/"

    token = personal_links.issue_link(gus, by=dora)
    assert client.post(f"/p/{token}/?next=https://evil.example/").url == "/"


@pytest.mark.parametrize("method", ["get", "post"])
def test_used_revoked_and_unknown_links_look_alike(gus, dora, method):
    used = personal_links.issue_link(gus, by=dora)
    personal_links.open_link(used)
    revoked = personal_links.issue_link(gus, by=dora)
    personal_links.revoke_links(gus, by=dora)

    answers = {token: getattr(Client(), method)(f"/p/{token}/") for token in (used, revoked, "unknown")}

    assert [answer.status_code for answer in answers.values()] == [410] * 3
    pages = {answer.content.decode().replace(token, "…") for token, answer in answers.items()}
    assert len(pages) == 1
    assert "Ask the desk for a new one" in pages.pop()


def test_a_page_with_a_link_in_its_address_is_not_kept(client, gus, dora):
    answer = client.get(f"/p/{personal_links.issue_link(gus, by=dora)}/")

    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_renewal_ends_the_earlier_session_and_says_who_did_it(client, gus, dora):
    opened(client, personal_links.issue_link(gus, by=dora))
    assert client.get("/account/").status_code == 200

    personal_links.issue_link(gus, by=dora)
    page = client.get("/account/", follow=True)

    assert page.redirect_chain[-1][0].startswith("/accounts/login/")
    assert "Your personal link was ended by Dora on" in page.content.decode()


def test_whoever_opens_a_new_link_learns_of_the_earlier_one(client, gus, dora):
    personal_links.issue_link(gus, by=dora)
    opened(client, personal_links.issue_link(gus, by=dora))

    page = client.get("/account/").content.decode()

    assert "This is a new link, created by Dora on" in page
    assert page.count("Created by Dora") == 2


def test_a_first_link_says_nothing_of_earlier_ones(client, gus, dora):
    opened(client, personal_links.issue_link(gus, by=dora))

    assert "The earlier one has ended" not in client.get("/account/").content.decode()


# --- guests


def test_a_guest_is_made_with_a_free_handle_only(gus):
    with pytest.raises(Refused) as refusal:
        guests.make_guest(handle="GUS")

    assert refusal.value.code == "handle_taken"


def test_a_guest_claims_the_account_and_stays_signed_in(client, gus, dora):
    opened(client, personal_links.issue_link(gus, by=dora))
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(pk=gus.pk))

    answer = client.post("/account/claim/", {"email": "Gus@Example.org", "password": "twelve blue lanterns"})

    gus.refresh_from_db()
    assert answer.url == "/account/"
    assert (gus.guest, gus.email) == (False, "gus@example.org")
    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    assert (
        Client().post("/accounts/login/", {"login": "gus@example.org", "password": "twelve blue lanterns"}).status_code
        == 302
    )


@pytest.mark.parametrize(
    ("email", "password", "field"),
    [
        ("dora@example.org", "twelve blue lanterns", "email"),
        ("no address", "twelve blue lanterns", "email"),
        ("gus@example.org", "short", "password"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_field(client, gus, dora, email, password, field):
    client.force_login(gus)

    answer = client.post("/account/claim/", {"email": email, "password": password})

    gus.refresh_from_db()
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert gus.guest


def test_an_account_has_nothing_to_claim(client, anna):
    client.force_login(anna)

    assert client.get("/account/claim/").status_code == 404
    with pytest.raises(Refused):
        guests.claim(anna, email="other@example.org", password="twelve blue lanterns")


@pytest.mark.parametrize(
    "where",
    [
        "/accounts/reauthenticate/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/reauthenticate/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/recovery-codes/download/",
    ],
)
def test_a_guest_whom_a_page_asks_for_a_password_is_led_to_choosing_one(client, gus, where):
    client.force_login(gus)

    answer = client.get(where, follow=True, headers={"Accept-Language": "de"})

    assert answer.redirect_chain == [("/account/claim/", 302)]
    assert "Ein Gast hat kein Passwort." in answer.content.decode()


def test_no_link_opens_a_claimed_account(gus, dora):
    token = personal_links.issue_link(gus, by=dora)
    guests.claim(gus, email="gus@example.org", password="twelve blue lanterns")

    with pytest.raises(Refused):
        personal_links.open_link(token)


# --- tokens


def test_a_token_is_shown_once_and_kept_as_digest(client, anna):
    client.force_login(anna)

    page = client.post("/account/tokens/", {"name": "scoreboard"})
    token = page.context["made"]

    assert token in page.content.decode()
    assert tokens.user_of(token) == anna
    assert token not in client.get("/account/tokens/").content.decode()
    assert token not in json.dumps(list(ApiToken.objects.values()), default=str)


def test_a_token_made_without_a_second_factor_carries_none(client, anna):
    client.force_login(anna)

    token = client.post("/account/tokens/", {"name": "scoreboard"}).context["made"]

    assert tokens.user_of(token).second_factor is False


def test_a_token_made_for_reading_says_so_and_others_stay_as_they_are(client, anna):
    older = tokens.make_token(anna, "scoreboard", second_factor=False)
    client.force_login(anna)

    token = client.post("/account/tokens/", {"name": "stream", "read_only": "on"}).context["made"]

    assert tokens.user_of(token).read_only is True
    assert tokens.user_of(older).read_only is False
    assert client.get("/account/tokens/").content.decode().count("read-only") == 1


def test_a_revoked_token_is_nobodys(client, anna):
    token = tokens.make_token(anna, "scoreboard", second_factor=True)
    assert tokens.user_of(token).second_factor is True
    client.force_login(anna)

    client.post(f"/account/tokens/{anna.api_tokens.get().pk}/revoke/")

    assert tokens.user_of(token) is None


def test_nobody_revokes_the_token_of_another(client, anna, dora):
    token = tokens.make_token(anna, "scoreboard", second_factor=False)
    client.force_login(dora)

    assert client.post(f"/account/tokens/{anna.api_tokens.get().pk}/revoke/").status_code == 404
    assert tokens.user_of(token) == anna


def test_a_token_of_a_closed_account_opens_nothing(anna):
    token = tokens.make_token(anna, "scoreboard", second_factor=False)
    User.objects.update(is_active=False)

    assert tokens.user_of(token) is None


@pytest.mark.parametrize("token", ["", "bos_", "unknown", "\x00", "x" * 5000])
def test_nonsense_is_nobodys_token(db, token):
    assert tokens.user_of(token) is None


def test_tokens_are_limited_in_number(client, anna):
    for number in range(tokens.MOST_TOKENS):
        tokens.make_token(anna, f"token {number}", second_factor=False)
    client.force_login(anna)

    answer = client.post("/account/tokens/", {"name": "one more"})

    assert answer.status_code == 422
    assert "Revoke one you no longer use" in answer.content.decode()


def test_a_guest_makes_no_tokens(client, gus):
    client.force_login(gus)

    assert client.post("/account/tokens/", {"name": "scoreboard"}).url == "/account/"
    assert not ApiToken.objects.exists()


# --- another address


PASSWORD = "correct horse battery"


def ask_for(client, email):
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client.post("/accounts/email/", {"email": email, "action_add": ""})


def confirmed(user):
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def test_an_address_changes_only_after_the_password_is_written_again(client, anna):
    client.force_login(anna)

    answer = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})

    assert answer.url == "/accounts/reauthenticate/?next=%2Faccounts%2Femail%2F"
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"


def test_a_confirmed_address_is_replaced_when_the_new_one_is_confirmed(client, anna, mailoutbox, settings):
    client.force_login(confirmed(anna))
    ask_for(client, "new@example.org")
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"
    assert "new@example.org" in client.get("/accounts/email/").content.decode()

    letter = next(letter for letter in mailoutbox if letter.to == ["new@example.org"])
    path = re.search(r"https?://\S+", letter.body)[0].removeprefix(settings.PUBLIC_URL)
    assert client.get(path).status_code == 200
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"
    client.post(path)

    assert User.objects.get(pk=anna.pk).email == "new@example.org"


def test_an_address_that_nobody_confirmed_is_replaced_at_once(client, anna):
    client.force_login(anna)

    ask_for(client, "new@example.org")

    assert User.objects.get(pk=anna.pk).email == "new@example.org"
    assert [one.email for one in EmailAddress.objects.filter(user=anna)] == ["new@example.org"]


def test_nobody_takes_the_unconfirmed_address_of_another(client, anna, dora):
    client.force_login(anna)

    answer = ask_for(client, dora.email)

    assert answer.status_code == 422
    assert User.objects.get(pk=anna.pk).email == "anna@example.org"


def test_with_confirmed_addresses_a_known_and_an_unknown_one_are_answered_alike(anna, dora):
    answers = []
    for email in (dora.email, "nobody@example.org"):
        one = Client()
        one.force_login(confirmed(UserFactory()))
        answers.append(ask_for(one, email))

    assert [(answer.status_code, answer.url) for answer in answers] == [(302, "/accounts/email/")] * 2
    assert User.objects.get(pk=dora.pk).email == "dora@example.org"


def test_mails_are_offered_only_to_people_who_have_an_address(client, anna, gus):
    for person, offered in ((anna, True), (gus, False)):
        client.force_login(person)

        fields = client.get("/account/").context["form"].fields

        assert ("mails_tables" in fields) == offered
