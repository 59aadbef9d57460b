"""Posting to an address that somebody typed: only to the outside world, to the address that was checked, and briefly.

Knows no database, so that many posts may run side by side.
"""

import hashlib
import hmac
import http.client
import ipaddress
import socket
import ssl
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models.webhooks import Try

Fault = Try.Fault
MOST_URL = 500
CONNECT_SECONDS = 4
ALL_SECONDS = 8
MOST_READ = 2_000  # bytes of an answer; the rest is left unread
MOST_KEPT = 300
MOST_ADDRESSES = 2
PREFIX = "whsec_"
PORTS = (443, 8443)  # others would make the site a way to find out what runs where
# Parts of the internet that are for its own machinery, for relays or for examples; nobody's receiver is there.
SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("2001::/23", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
)
WORLDWIDE = ipaddress.ip_network("2000::/3")  # of IPv6; the rest stands for something else, or for nothing


class NotPosted(Exception):
    """There is no answer; says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True)
class Place:
    """An address taken apart: whom to ask for, and what to ask there."""

    url: str
    """The address as it was typed, without space around it."""
    secure: bool
    """Whether it is HTTPS."""
    host: str
    """A name or an IP address, without brackets."""
    port: int
    """The usual one of the scheme where none was typed."""
    path: str
    """With the query; at least `/`."""

    @property
    def shown(self) -> str:
        """The host as people read it, with a port that is not the usual one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


@dataclass(frozen=True)
class Posted:
    """What came of a post: a status and how the answer begins, or the fault for which there is none."""

    status: int | None
    """The HTTP status; None where there is no answer."""
    milliseconds: int
    """From asking for the address to the end."""
    answer: str = ""
    """One line, at most MOST_KEPT characters; or what TLS says of a fault."""
    fault: Fault | None = None
    """Why there is no answer; None where there is one."""

    @property
    def is_fine(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def parse_address(url: str) -> Place:
    """Takes an address apart. Raises Refused (`address_faulty`, `address_private`) for what is never posted to."""
    url = url.strip()
    fault = _fault(url)
    if fault:
        raise Refused(fault, code="address_faulty", fields={"url": fault})
    parts = urlsplit(url)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = Place(url, secure, host, parts.port or (443 if secure else 80), path)
    if not settings.WEBHOOKS_TO_LAN and (host == "localhost" or (_is_literal(host) and not is_public(host))):
        sentence = _("This address is inside a private network. Use one that is open to the internet.")
        raise Refused(sentence, code="address_private", fields={"url": sentence})
    return place


def _fault(url: str) -> str:
    """What is wrong with an address, as a sentence; empty when nothing is."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        has_user_name = parts.username is not None or parts.password is not None
        if host and not _is_literal(host):
            host.encode("idna")
    except ValueError:
        return _("This is not an address. Use one like https://example.org/bos.")
    if len(url) > MOST_URL:
        return _("Use an address of at most %(most)s characters.") % {"most": MOST_URL}
    if not url.isascii() or any(letter <= " " for letter in url):
        return _("Use plain letters in the address, without spaces.")
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.WEBHOOKS_TO_LAN):
        return _("Use an address that begins with https://.")
    if not host or port == 0:
        return _("This is not an address. Use one like https://example.org/bos.")
    if not settings.WEBHOOKS_TO_LAN and port not in (None, *PORTS):
        return _("Remove the port, or use 443 or 8443.")
    if has_user_name or parts.fragment:
        return _("Remove the user name, the password and anything after a #.")
    return ""


def sign(secrets: Iterable[str], *, id_: str, moment: int, body: bytes) -> str:
    """HMAC-SHA256 over id, moment (Unix seconds) and body, joined by full stops; one signature for each secret."""
    signed = b".".join((id_.encode(), str(moment).encode(), body))
    keys = (b64decode(secret.removeprefix(PREFIX)) for secret in secrets)
    return " ".join(f"v1,{b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}" for key in keys)


def is_public(address: str) -> bool:
    """Is this IP address one of the internet? Those that stand for another inside a network are not."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        if ip not in WORLDWIDE:
            return False
    if any(ip in network for network in SPECIAL):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def checked_addresses(place: Place) -> list[str]:
    """The IP addresses to connect to. Every one the name has must be public, whatever it pointed at before.

    Raises NotPosted.
    """
    try:
        records = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotPosted(Fault.UNKNOWN) from None
    addresses = [str(record[4][0]) for record in records]
    if not settings.WEBHOOKS_TO_LAN and not all(is_public(address) for address in addresses):
        raise NotPosted(Fault.PRIVATE)
    return list(dict.fromkeys(addresses))[:MOST_ADDRESSES]


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
    """Sends the body once, follows no redirect, and waits for the answer at most ALL_SECONDS. Never raises."""
    began = time.monotonic()
    try:
        place = parse_address(url)
        status, answer = _ask(place, checked_addresses(place), body, headers)
    except Refused:  # since a setting changed
        return Posted(None, _since(began), fault=Fault.ADDRESS)
    except NotPosted as none:
        return Posted(None, _since(began), fault=none.fault)
    except (OSError, http.client.HTTPException, ValueError) as why:
        late = time.monotonic() - began >= ALL_SECONDS
        reason = (why.reason or "") if isinstance(why, ssl.SSLError) else ""
        return Posted(None, _since(began), fault=Fault.LATE if late else _fault_of(why), answer=reason[:MOST_KEPT])
    return Posted(status, _since(began), answer=answer)


def _ask(place: Place, addresses: Sequence[str], body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """Speaks to exactly the address that was checked, under the name of its host."""
    line = _connected(addresses, place.port)
    if place.secure:
        line = _secured(line, place.host)
    # A receiver that drips its answer byte by byte would never run into the time of one reading.
    guard = Timer(ALL_SECONDS, _end, [line])
    guard.daemon = True
    guard.start()
    try:
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
        connection = http.client.HTTPConnection(place.host, place.port)
        connection.sock = line
        connection.request("POST", place.path, body, {"Host": place.shown, "Connection": "close", **headers})
        response = connection.getresponse()
        return response.status, _shown(response.read(MOST_READ))
    finally:
        guard.cancel()
        _end(line)
        line.close()


def _connected(addresses: Sequence[str], port: int) -> socket.socket:
    for address in addresses[:-1]:
        try:
            return socket.create_connection((address, port), timeout=CONNECT_SECONDS)
        except OSError:
            continue  # the next one may be in reach
    return socket.create_connection((addresses[-1], port), timeout=CONNECT_SECONDS)


def _secured(line: socket.socket, host: str) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(line, server_hostname=host, do_handshake_on_connect=False)


def _end(line: socket.socket) -> None:
    with suppress(OSError):  # it may have ended already
        socket.socket.shutdown(line, socket.SHUT_RDWR)  # also under a reading that goes on, safe or not


def _shown(answer: bytes) -> str:
    """How an answer begins, as one line that can be kept and shown."""
    text = answer.decode("utf-8", "replace")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:MOST_KEPT]


def _fault_of(why: Exception) -> Fault:
    if isinstance(why, TimeoutError):
        return Fault.LATE
    if isinstance(why, ssl.SSLError):
        return Fault.UNSAFE
    if isinstance(why, ConnectionRefusedError):
        return Fault.CLOSED
    return Fault.STRANGE if isinstance(why, http.client.HTTPException | ValueError) else Fault.BROKEN


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
