"""Posting to addresses that somebody typed: which are refused, and that nobody gets in or holds the line."""

import pytest

from bos_tournament.errors import Refused
from bos_tournament.tournaments.webhooks import outbound_http
from tests.tournaments.webhook_receiver import receiver

PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104
    "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1",
    "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:0:1::1",
    "192.88.99.1", "3fff::1", "192.0.0.9", "192.175.48.1", "2620:4f:8000::1", "5f00::1", "100::1", "2001:20::1",
    "::ffff:192.88.99.1", "2001:db8::1",
)  # fmt: skip


@pytest.fixture
def ear(settings):
    settings.WEBHOOKS_TO_LAN = True
    with receiver() as here:
        yield here


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_inside_a_network_is_not_public(address):
    assert not outbound_http.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_an_address_of_the_internet_is_public(address):
    assert outbound_http.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "example.org", "http://example.org/", "ftp://example.org/", "https://", "https:///path", "javascript:a(1)",
        "https://anna:secret@example.org/", "https://example.org/#there", "https://exa mple.org/", "https://[::1/",
        "https://example.org:99999/", "https://example.org:0/", "https://example.org/\r\nHost: elsewhere",
        f"https://example.org/{'a' * 500}", "https://exämple.org/", "https://a..b/",
        "https://example.org:22/", "https://example.org:80/",
    ],
)  # fmt: skip
def test_what_is_no_address_to_tell_is_refused_with_a_sentence(url):
    with pytest.raises(Refused) as refusal:
        outbound_http.parse_address(url)

    assert refusal.value.code == "address_faulty"
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://[::1]:8443/x", "https://localhost/", "https://10.0.0.9/"]
)
def test_an_address_inside_the_network_is_refused_when_it_is_typed(url):
    with pytest.raises(Refused) as refusal:
        outbound_http.parse_address(url)

    assert refusal.value.code == "address_private"


def test_an_address_is_taken_apart():
    plain, own_port = (
        outbound_http.parse_address(" https://Example.org/a?b=c "),
        outbound_http.parse_address("https://[2606:4700::1]:8443"),
    )

    assert (plain.host, plain.port, plain.path, plain.shown) == ("example.org", 443, "/a?b=c", "example.org")
    assert (own_port.path, own_port.shown) == ("/", "[2606:4700::1]:8443")


def test_a_name_that_leads_inside_is_refused_at_the_moment_of_sending(settings, monkeypatch):
    # The name was fine when it was typed; since then it points at this machine, among others.
    inside = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(outbound_http.socket, "getaddrinfo", lambda *asked, **how: inside)

    assert outbound_http.post("https://example.org/", b"{}", {}).fault == "private"


def test_a_receiver_inside_hears_nothing_without_the_setting(settings, ear):
    settings.WEBHOOKS_TO_LAN = False

    assert outbound_http.post(ear.url, b"{}", {}).fault == "address"
    assert ear.heard == []


def test_the_answer_is_told_with_its_beginning_as_one_line(ear):
    ear.status, ear.answer = 201, b"Fine,\n\x00thank you. " + b"x" * 1_000_000

    posted = outbound_http.post(ear.url, b'{"a": 1}', {"X-Of-Us": "yes"})

    assert (posted.status, posted.is_fine, len(posted.answer)) == (201, True, outbound_http.MOST_KEPT)
    assert posted.answer.startswith("Fine, thank you. xxx")
    assert (ear.heard[0].path, ear.told[0], ear.heard[0].headers["X-Of-Us"]) == ("/bos", {"a": 1}, "yes")


def test_a_redirect_is_not_followed(ear):
    with receiver() as elsewhere:
        ear.status, ear.headers = 307, {"Location": elsewhere.url}

        posted = outbound_http.post(ear.url, b"{}", {})

        assert (posted.status, posted.is_fine, elsewhere.heard) == (307, False, [])


def test_nobody_there_and_a_name_nobody_has(ear):
    with receiver() as gone:
        pass

    assert outbound_http.post(gone.url, b"{}", {}).fault == "closed"
    assert outbound_http.post("https://no-such-name.invalid/", b"{}", {}).fault == "unknown"


def test_a_receiver_that_never_ends_its_answer_is_left(ear, monkeypatch):
    monkeypatch.setattr(outbound_http, "ALL_SECONDS", 0.5)
    ear.pause = 120

    posted = outbound_http.post(ear.url, b"{}", {})

    assert (posted.status, posted.fault) == (None, "late")


def test_one_that_does_not_speak_tls_gets_nothing(ear):
    posted = outbound_http.post(ear.url.replace("http:", "https:"), b"{}", {})

    assert (posted.fault, ear.heard) == ("unsafe", [])


def test_the_signature_is_the_one_that_others_compute():
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105, a known pair of secret and signature

    told = outbound_http.sign(
        [secret], id_="msg_p5jXN8AQM9LWM0D4loKWxJek", moment=1614265330, body=b'{"test": 2432232314}'
    )

    assert told == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
