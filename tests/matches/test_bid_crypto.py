"""The box of a bid and the key that opens it."""

import hashlib
import multiprocessing
import stat
import struct
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.conf import settings as site
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.matches import bid_crypto
from bos_tournament.matches.bid_crypto import BrokenSeal, KeyFault, Place, Sealed
from tests.polling import PATIENCE

PLACE = Place(UUID(int=0xA1), 1, UUID(int=0xB1))
amounts = st.integers(0, 2**63 - 1)


@pytest.fixture
def key_file(settings, tmp_path):
    settings.BID_KEY_FILE = tmp_path / "keys" / "bids.key"
    return settings.BID_KEY_FILE


def test_a_commitment_is_the_agreed_bytes():
    nonce = bytes(range(32))
    text = b"bos/bid/v1\0\0\0\0\0\0" + UUID(int=0xA1).bytes + struct.pack(">I", 1) + UUID(int=0xB1).bytes
    text += (7).to_bytes(8, "big") + nonce

    assert len(text) == 92
    assert bid_crypto.commitment(PLACE, 7, nonce) == hashlib.sha256(text).digest()


@given(amounts)
def test_a_sealed_bid_opens_to_what_was_bid_and_every_box_has_the_same_length(amount):
    sealed = bid_crypto.seal(PLACE, amount)
    opened, nonce = bid_crypto.unseal(PLACE, sealed)

    assert opened == amount
    assert bid_crypto.commitment(PLACE, amount, nonce) == sealed.commitment
    assert (len(sealed.box), len(sealed.commitment), len(sealed.key_id), len(nonce)) == (68, 32, 16, 32)


def test_equal_bids_look_different_each_time():
    first, second = bid_crypto.seal(PLACE, 7), bid_crypto.seal(PLACE, 7)

    assert first.box != second.box
    assert first.commitment != second.commitment


@given(st.integers(0, 68 * 8 - 1))
def test_a_box_with_one_changed_bit_stays_shut(bit):
    sealed = bid_crypto.seal(PLACE, 7)
    box = bytearray(sealed.box)
    box[bit // 8] ^= 1 << bit % 8

    with pytest.raises(BrokenSeal):
        bid_crypto.unseal(PLACE, sealed._replace(box=bytes(box)))


@pytest.mark.parametrize(
    "place",
    [Place(uuid4(), 1, PLACE.seat), Place(PLACE.match, 2, PLACE.seat), Place(PLACE.match, 1, uuid4())],
    ids=["another match", "another attempt", "another seat"],
)
def test_a_box_opens_only_where_it_belongs(place):
    with pytest.raises(BrokenSeal):
        bid_crypto.unseal(place, bid_crypto.seal(PLACE, 7))


def test_a_box_opens_only_with_its_own_commitment():
    mine, other = bid_crypto.seal(PLACE, 7), bid_crypto.seal(PLACE, 7)

    with pytest.raises(BrokenSeal):
        bid_crypto.unseal(PLACE, Sealed(other.commitment, mine.box, mine.key_id))


def test_the_key_is_made_at_the_first_seal_for_its_owner_alone(key_file):
    sealed = bid_crypto.seal(PLACE, 7)

    assert len(key_file.read_bytes()) == 32
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert sealed.key_id == bid_crypto.key_id_of(key_file.read_bytes())
    assert [file.name for file in key_file.parent.iterdir()] == ["bids.key"]


def test_a_lost_key_is_said_and_never_made_anew_by_opening(key_file):
    sealed = bid_crypto.seal(PLACE, 7)
    key_file.unlink()

    with pytest.raises(BrokenSeal, match="no_key"):
        bid_crypto.unseal(PLACE, sealed)
    assert not key_file.exists()


def test_another_key_is_noticed_by_its_name(key_file):
    sealed = bid_crypto.seal(PLACE, 7)
    key_file.write_bytes(b"k" * 32)

    with pytest.raises(BrokenSeal, match="other_key"):
        bid_crypto.unseal(PLACE, sealed)


def test_a_file_that_holds_no_key_is_refused_by_name(key_file):
    key_file.parent.mkdir()
    key_file.write_bytes(b"short")

    with pytest.raises(KeyFault, match="32 bytes"):
        bid_crypto.seal(PLACE, 7)


def _seal_in_process(path, gate, answers):
    site.BID_KEY_FILE = path
    gate.wait()
    answers.put(bid_crypto.seal(PLACE, 7).key_id)


def test_processes_that_start_together_agree_on_one_key(tmp_path):
    run = multiprocessing.get_context("fork")
    gate, answers = run.Barrier(8), run.Queue()
    path = Path(tmp_path / "bids.key")
    processes = [run.Process(target=_seal_in_process, args=(path, gate, answers)) for _ in range(8)]
    for process in processes:
        process.start()
    ids = {answers.get(timeout=PATIENCE) for _ in processes}
    for process in processes:
        process.join()

    assert ids == {bid_crypto.key_id_of(path.read_bytes())}
