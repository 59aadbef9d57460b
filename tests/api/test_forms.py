"""What the API takes and how it says no: one form of refusal, nothing unknown, nothing of another type."""

import pytest
from django.test import Client

from bos_tournament.accounts.models import ApiToken
from tests.factories import DeckFactory, GuestFactory, UserFactory

pytestmark = pytest.mark.django_db


def told(answer):
    """The refusal, after a look that it has the one form."""
    said = answer.json()
    assert set(said) == {"detail", "code", "fields"}
    return answer.status_code, said["code"], sorted(said["fields"])


def test_a_field_nobody_asked_for_is_refused_with_its_name(program):
    answer = program(UserFactory()).post("decks/", {"text": "", "owner": "somebody else"})

    assert told(answer) == (400, "invalid", ["owner"])


def test_of_many_fields_nobody_asked_for_the_first_are_named(program):
    answer = program().post("decks/check/", {"text": "", **{f"field {number}": 1 for number in range(5_000)}})

    assert told(answer) == (400, "invalid", sorted(f"field {number}" for number in range(20)))
    assert len(answer.content) < 10_000


def test_a_token_that_came_over_plain_http_is_refused_and_not_sent_on(program, settings):
    settings.SECURE = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    anna = program(UserFactory())

    assert told(anna.get("me/")) == (403, "https_needed", [])
    assert told(program().get("cards/"))[1] == "https_needed"
    assert anna.client.get("/health/", headers={"Authorization": "Bearer secret"}).status_code == 403
    assert anna.client.get("/cards/").status_code == 301
    assert anna.get("me/", X_Forwarded_Proto="https").status_code == 200


def test_a_misspelled_filter_is_refused_instead_of_ignored(program):
    assert told(program().get("cards/?colour=red")) == (400, "invalid", ["colour"])


@pytest.mark.parametrize("wrong", [7, 7.5, True, [], {}, None, ["a"], {"a": 1}])
def test_a_text_is_taken_from_a_text_alone(program, wrong):
    assert told(program().post("decks/check/", {"text": wrong})) == (400, "invalid", ["text"])


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b'{"text": "", "text": ""}',
        b'{"text": NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text": ' + b"9" * 5_000 + b"}",
        b'{"\\ud800": ""}',
        b'{"text": "\\udfff"}',
        b'{"text": "", "edition": "\\ud83d"}',
    ],
)
def test_what_is_not_json_is_refused_and_never_a_fault(raw):
    answer = Client().post("/api/v1/decks/check/", data=raw, content_type="application/json")

    assert told(answer)[0] == 400


@pytest.mark.parametrize("body", [[], "text", 7, None])
def test_a_body_is_an_object(program, body):
    answer = Client().post("/api/v1/decks/check/", data=body, content_type="application/json")

    assert told(answer)[0] == 400


def test_a_body_is_not_endless():
    answer = Client().post("/api/v1/decks/check/", data=b" " * 600_000, content_type="application/json")

    assert told(answer) == (413, "too_large", [])


def test_another_kind_of_body_is_refused():
    assert told(Client().post("/api/v1/decks/check/", {"text": ""})) == (415, "unsupported_media_type", [])


def test_an_address_nobody_has_is_refused_like_everything(program):
    assert told(program().get("duels/")) == (404, "not_found", [])
    assert told(program().post("decks/not-a-number/copy/")) == (404, "not_found", [])


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=99", "page=%00"])
def test_a_page_that_is_not_there_is_not_found(program, query):
    assert told(program().get(f"cards/?{query}"))[0] == 404


def test_no_byte_of_a_query_reaches_the_database_unread(program):
    assert told(program().get("cards/?name=%00")) == (400, "invalid", ["name"])


def test_without_a_token_private_doors_ask_for_one(program):
    answer = program().get("decks/")

    assert told(answer) == (401, "not_authenticated", [])
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_unknown_token_is_refused_even_at_a_public_door():
    assert told(Client().get("/api/v1/cards/", headers={"Authorization": "Bearer bos_nothing"}))[:2] == (
        401,
        "authentication_failed",
    )


def test_a_session_proves_each_deed_with_its_csrf_token():
    anna, client = UserFactory(), Client(enforce_csrf_checks=True)
    client.force_login(anna)
    body = {"data": '{"text": ""}', "content_type": "application/json"}

    refused = client.post("/api/v1/decks/", **body)
    client.get("/account/")
    taken = client.post("/api/v1/decks/", **body, headers={"X-CSRFToken": client.cookies["csrftoken"].value})

    assert told(refused)[:2] == (403, "permission_denied")
    assert taken.status_code == 201


def test_too_many_requests_are_told_when_to_come_back(program, settings):
    settings.API_RATE = "2/min"
    anna, ben = program(UserFactory()), program(UserFactory())

    answers = [anna.get("me/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert told(answers[-1])[1] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert ben.get("me/").status_code == 200


def test_answers_to_somebody_are_kept_nowhere_and_public_ones_have_a_tag(program):
    private, public = program(UserFactory()).get("cards/"), program().get("cards/")

    again = program().get("cards/", If_None_Match=public["ETag"])

    assert private["Cache-Control"] == "private, no-store"
    assert "ETag" not in private
    assert (again.status_code, again.content) == (304, b"")
    assert {"Authorization", "Cookie"} <= {name.strip() for name in public["Vary"].split(",")}


# --- decks and oneself ---


def test_anna_keeps_changes_copies_and_deletes_a_deck(program):
    anna = program(UserFactory())

    made = anna.post("decks/", {"name": "Grove", "text": "3 Nobody\n"}).json()
    changed = anna.patch(f"decks/{made['id']}/", {"name": "Glade"}).json()
    copied = anna.post(f"decks/{made['id']}/copy/").json()
    gone = anna.delete(f"decks/{made['id']}/")

    assert not made["report"]["legal"]
    assert (changed["name"], changed["text"]) == ("Glade", "3 Nobody\n")
    assert copied["name"] == "Copy of Glade"
    assert gone.status_code == 204
    assert [deck["name"] for deck in anna.get("decks/").json()["results"]] == ["Copy of Glade"]


def test_a_deck_of_somebody_else_does_not_exist(program):
    deck, cleo = DeckFactory(), program(UserFactory())

    answers = [
        cleo.get(f"decks/{deck.pk}/"),
        cleo.get(f"decks/{deck.pk}/text/"),
        cleo.patch(f"decks/{deck.pk}/", {"name": "Mine"}),
        cleo.post(f"decks/{deck.pk}/copy/"),
        cleo.delete(f"decks/{deck.pk}/"),
    ]

    assert [told(answer)[0] for answer in answers] == [404] * 5


def test_a_list_too_long_is_refused_alike_by_page_and_program(program, signed_in):
    anna, lines = UserFactory(), "1 X\n" * 300

    page = signed_in(anna).post("/decks/new/", {"text": lines, "do": "save", "into": "deck"})
    answer = program(anna).post("decks/", {"text": lines})

    assert page.status_code == 422
    assert told(answer) == (409, "list_too_long", [])
    assert answer.json()["detail"] in page.content.decode()


def test_anna_renames_herself_unless_the_handle_is_taken(program):
    ben, anna = UserFactory(handle="Ben"), program(UserFactory(handle="Anna"))

    refused = anna.patch("me/", {"handle": "ben"})
    renamed = anna.patch("me/", {"handle": "Anna Two"}).json()

    assert told(refused)[0] == 409
    assert (renamed["handle"], ben.handle) == ("Anna Two", "Ben")


def test_tokens_are_listed_without_what_opens_doors_and_end_at_once(program):
    user = UserFactory()
    anna = program(user)

    shown = anna.get("me/tokens/").json()["results"]
    ended = anna.delete(f"me/tokens/{shown[0]['id']}/")

    assert set(shown[0]) == {"id", "name", "second_factor", "read_only", "made_at", "used_at", "ends_at"}
    assert (ended.status_code, anna.get("me/").status_code) == (204, 401)


def test_nobody_ends_a_token_of_somebody_else(program):
    owner = UserFactory()
    program(owner)

    answer = program(UserFactory()).delete(f"me/tokens/{owner.api_tokens.get().pk}/")

    assert (told(answer)[0], ApiToken.objects.filter(user=owner).count()) == (404, 1)


def test_a_guest_has_no_tokens_to_list():
    client = Client()
    client.force_login(GuestFactory())

    assert told(client.get("/api/v1/me/tokens/")) == (409, "guest", [])
