"""Answers that are packed in parts read as if they had been packed whole, whatever the parts are."""

import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.operations.serving.packing import gzipped, joined, pack_part, store_part

PARTS = st.lists(st.tuples(st.sampled_from([pack_part, store_part]), st.binary(max_size=2_000)), max_size=12)


@given(PARTS)
def test_parts_that_were_packed_one_by_one_are_one_gzip_answer(parts):
    packed = [how(text) for how, text in parts]

    whole = b"".join(text for _, text in parts)
    assert joined(packed) == whole
    assert gzip.decompress(gzipped(packed)) == whole
    press = zlib.decompressobj(31)  # as a browser reads it: one member, and nothing after it
    assert press.decompress(gzipped(packed)) == whole
    assert press.eof
    assert not press.unused_data
