"""Sign-ins of staff age, those of players do not; deeds that cannot be taken back ask for the second factor again."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from bos_tournament.accounts.models import ApiToken, Session
from bos_tournament.accounts.sign_in import personal_links, sessions, tokens
from bos_tournament.accounts.sign_in.allauth_internals import PROOFS_KEY
from bos_tournament.accounts.sign_in.session_lifetimes import name_of
from bos_tournament.tournaments.models import StaffInvitation
from tests.accounts.sign_in.test_second_factor import code, with_totp
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, UserFactory
from tests.html_whitespace import tight

PASSWORD = "correct horse battery"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
pytestmark = pytest.mark.django_db


def leave_alone(client, **time):
    """The browser asks for nothing meanwhile."""
    Session.objects.update(seen_at=F("seen_at") - timedelta(**time))


def let_pass(client, **time):
    """The browser asked all the while; only what was given at the beginning grows old."""
    session = client.session
    for record in session.get(PROOFS_KEY, ()):
        record["at"] -= timedelta(**time).total_seconds()
    session[sessions.SIGNED_IN] = (timezone.now() - timedelta(**time)).isoformat()
    session.save()


@pytest.fixture
def rita():
    return UserFactory(handle="Rita", is_staff=True, is_superuser=True)


@pytest.fixture
def cup():
    """A tournament with its organizer, who has an app for codes."""
    role = StaffFactory()
    role.secret = with_totp(role.user)
    return role


def desk(role):
    return f"/tournaments/{role.tournament.slug}/desk/"


# --- how long a sign-in lasts


def test_an_admin_who_went_away_is_signed_out_after_half_an_hour(signed_in, rita):
    browser = signed_in(rita, second_factor=True)
    leave_alone(browser, minutes=29)
    assert browser.get("/admin/").status_code == 200
    leave_alone(browser, minutes=31)

    page = browser.get("/admin/", follow=True)

    assert page.redirect_chain[-1][0].startswith("/accounts/login/")
    assert "signed out after a while" in tight(page)
    assert not Session.objects.filter(user=rita).exists()


def test_an_admin_signs_in_again_after_twelve_hours_however_busy(signed_in, rita):
    browser = signed_in(rita, second_factor=True)
    let_pass(browser, hours=11)
    assert browser.get("/account/").status_code == 200
    let_pass(browser, hours=13)

    assert browser.get("/account/").url.startswith("/accounts/login/")


def test_an_organizer_who_went_away_confirms_the_second_factor_and_is_back_at_the_desk(signed_in, cup):
    browser = signed_in(cup.user, second_factor=True)
    assert browser.get(desk(cup)).status_code == 200
    leave_alone(browser, minutes=31)

    asked = browser.get(desk(cup))
    assert asked.url.startswith("/accounts/2fa/reauthenticate/")
    back = browser.post(asked.url, {"code": code(cup.secret)})

    assert back.url == desk(cup)
    assert browser.get(desk(cup)).status_code == 200


def test_a_desk_that_is_looked_at_stays_open_for_an_evening_and_no_longer(signed_in, cup):
    browser = signed_in(cup.user, second_factor=True)
    for _round in range(4):
        leave_alone(browser, minutes=25)
        assert browser.get(desk(cup)).status_code == 200
    let_pass(browser, hours=12)

    assert browser.get(desk(cup)).url.startswith("/accounts/2fa/reauthenticate/")


@pytest.mark.parametrize("made", [UserFactory, GuestFactory])
def test_players_and_guests_stay_signed_in(signed_in, made):
    browser = signed_in(made())
    leave_alone(browser, days=13)
    let_pass(browser, days=13)

    assert browser.get("/account/").status_code == 200


def test_that_a_session_is_used_is_written_down_now_and_then(signed_in, django_assert_num_queries):
    browser = signed_in(UserFactory())
    leave_alone(browser, minutes=11)
    before = Session.objects.get().seen_at
    browser.get("/account/")
    seen = Session.objects.get().seen_at
    browser.get("/account/")

    assert seen - before > timedelta(minutes=10)
    assert Session.objects.get().seen_at == seen


# --- deeds that ask again


def test_inviting_staff_asks_again_after_ten_minutes_and_loses_nothing(signed_in, cup):
    browser = signed_in(cup.user, second_factor=True)
    invite = f"/tournaments/{cup.tournament.slug}/staff/invite/"
    let_pass(browser, minutes=11)
    assert browser.get(desk(cup)).status_code == 200

    asked = browser.post(invite, {"role": "head_judge"})
    assert asked.url == "/accounts/2fa/reauthenticate/?next=%2Faccount%2Fresume%2F"
    assert not StaffInvitation.objects.exists()
    page = tight(browser.get(browser.post(asked.url, {"code": code(cup.secret)}).url))
    kept = dict(re.findall(r'<input type="hidden" name="(?!csrf)(\w+)" value="([^"]*)"', page))
    done = browser.post(re.search(r'<form method="post" action="(/tour[^"]+)"', page)[1], kept)

    assert (done.status_code, StaffInvitation.objects.get().role) == (200, "head_judge")


def test_what_waits_is_its_senders_alone_and_not_for_long(signed_in, cup):
    browser = signed_in(cup.user, second_factor=True)
    let_pass(browser, minutes=11)
    browser.post(f"/tournaments/{cup.tournament.slug}/staff/invite/", {"role": "judge"})

    assert signed_in(UserFactory()).get("/account/resume/").url == "/account/"
    assert browser.get("/account/resume/").status_code == 200
    session = browser.session
    session["unfinished_form"] = {**session["unfinished_form"], "at": 0}
    session.save()
    assert browser.get("/account/resume/").url == "/account/"


@pytest.mark.parametrize(
    ("role", "deed"),
    [
        ("organizer", "staff/{staff}/remove/"),
        ("head_judge", "desk/entrants/{entrant}/disqualify/"),
        ("scorekeeper", "entrants/{guest}/link/"),
    ],
)
def test_deeds_that_open_doors_or_end_something_ask_again(signed_in, cup, role, deed):
    other = StaffFactory(tournament=cup.tournament, role="judge")
    guest = EntrantFactory(tournament=cup.tournament, user=GuestFactory())
    guest.user.links.create(token_digest="0" * 64, opened_at=timezone.now())
    who = StaffFactory(tournament=cup.tournament, role=role)
    with_totp(who.user)
    browser = signed_in(who.user, second_factor=True)
    let_pass(browser, minutes=11)
    ids = {"staff": other.pk, "entrant": EntrantFactory(tournament=cup.tournament).pk, "guest": guest.pk}

    answer = browser.post(f"/tournaments/{cup.tournament.slug}/{deed.format(**ids)}", {"why": "x"})

    assert answer.url.startswith("/accounts/2fa/reauthenticate/")


def test_a_first_link_for_a_guest_asks_nothing_at_the_desk(signed_in, cup):
    guest = EntrantFactory(tournament=cup.tournament, user=GuestFactory())
    browser = signed_in(cup.user, second_factor=True)
    let_pass(browser, hours=3)

    answer = browser.post(f"/tournaments/{cup.tournament.slug}/entrants/{guest.pk}/link/")

    assert answer.status_code == 200


def test_the_admin_changes_something_only_right_after_the_second_factor(signed_in, rita):
    secret, anna = with_totp(rita), UserFactory(handle="Anna")
    browser = signed_in(rita, second_factor=True)
    let_pass(browser, minutes=11)
    sent = {"action": "end_links", "_selected_action": [str(anna.pk), str(rita.pk)]}

    assert browser.get("/admin/accounts/user/").status_code == 200
    asked = browser.post("/admin/accounts/user/", sent)
    page = tight(browser.get(browser.post(asked.url, {"code": code(secret)}).url))

    assert page.count('name="_selected_action"') == 2
    assert browser.post("/admin/accounts/user/", sent).status_code == 302


def test_ones_data_is_given_after_the_password_and_a_guests_at_once(client, signed_in):
    anna = UserFactory(handle="Anna")
    browser = signed_in(anna)
    let_pass(browser, minutes=11)
    asked = browser.get("/account/export/")
    client.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})

    assert asked.url == "/accounts/reauthenticate/?next=%2Faccount%2Fexport%2F"
    assert client.get("/account/export/").json()["account"]["handle"] == "Anna"
    assert signed_in(GuestFactory()).get("/account/export/").status_code == 200


# --- one's sessions


def test_anna_sees_where_she_is_signed_in_and_ends_one(client, signed_in):
    anna = UserFactory(handle="Anna")
    phone = Client(headers={"User-Agent": PHONE})
    phone.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    laptop = signed_in(anna)
    page = tight(laptop.get("/account/sessions/"))
    name = re.search(r'name="session" value="(\w+)"', page)[1]

    assert "Firefox, Android" in page
    assert page.count("this device") == 1
    assert laptop.post("/account/sessions/", {"session": name}).url == "/account/sessions/"
    assert phone.get("/account/").status_code == 302
    assert laptop.get("/account/").status_code == 200


def test_anna_ends_all_others_at_once(signed_in):
    anna = UserFactory(handle="Anna")
    here, there, elsewhere = (signed_in(anna) for _ in range(3))

    here.post("/account/sessions/")

    assert [one.get("/account/").status_code for one in (here, there, elsewhere)] == [200, 302, 302]


def test_a_new_password_leaves_no_other_device_on_the_page(signed_in):
    anna, new = UserFactory(handle="Anna"), "twelve blue lanterns"
    phone, laptop = signed_in(anna), signed_in(anna)

    laptop.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    page = tight(laptop.get("/account/sessions/"))
    assert (page.count("this device"), page.count('name="session"')) == (1, 0)
    assert phone.get("/account/").status_code == 302


def test_a_new_link_leaves_no_phone_of_the_earlier_one_on_the_page():
    gus, organizer = GuestFactory(handle="Gus"), StaffFactory()
    old, new = Client(), Client()
    for phone in (old, new):
        phone.post(f"/p/{personal_links.issue_link(gus, by=organizer.user)}/")

    page = tight(new.get("/account/sessions/"))

    assert (page.count("this device"), page.count('name="session"')) == (1, 0)
    assert "was ended by" in tight(old.get("/", follow=True))


@pytest.mark.parametrize("name", ["0", "0123456789abcdef", "%"])
def test_nobody_ends_the_session_of_another(signed_in, name):
    ben = signed_in(UserFactory(handle="Ben"))
    theirs = Session.objects.get().name

    answers = [signed_in(UserFactory()).post("/account/sessions/", {"session": one}) for one in (theirs, name)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert ben.get("/account/").status_code == 200


def test_thirty_sessions_cost_no_more_questions_than_one(signed_in, django_assert_num_queries):
    anna = UserFactory(handle="Anna")
    browser = signed_in(anna)
    browser.get("/account/sessions/")
    with django_assert_num_queries(4, exact=False) as few:
        browser.get("/account/sessions/")
    for _ in range(29):
        signed_in(anna)

    with django_assert_num_queries(len(few)):
        assert tight(browser.get("/account/sessions/")).count('name="session"') == 29


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Firefox, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0 Safari/537.36 Edg/138.0", "Edge, Windows"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_devices_are_called_by_browser_and_system(agent, name):
    assert name_of(agent) == name


# --- tokens


def test_a_token_ends_after_ninety_days_or_as_its_owner_chose(signed_in):
    anna = UserFactory(handle="Anna")
    browser = signed_in(anna)
    made = [browser.post("/account/tokens/", {"name": "one", **days}).context["made"] for days in ({}, {"days": 365})]
    ages = [(one.ends_at - one.made_at).days for one in ApiToken.objects.order_by("made_at")]

    assert ages == [90, 365] or ages == [89, 364]
    ApiToken.objects.update(ends_at=F("ends_at") - timedelta(days=91))
    assert [tokens.user_of(token) for token in made] == [None, anna]
    assert tight(browser.get("/account/tokens/")).count("Revoke <") == 1
    assert browser.get("/api/v1/me/tokens/").json()["count"] == 1


def test_a_token_for_longer_than_a_year_is_refused(signed_in):
    answer = signed_in(UserFactory()).post("/account/tokens/", {"name": "one", "days": 5000})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["days"])


def test_tokens_fall_with_the_password(client):
    anna, new = UserFactory(handle="Anna"), "twelve blue lanterns"
    token = tokens.make_token(anna, "one", second_factor=False)
    client.force_login(anna)

    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert tokens.user_of(token) is None
