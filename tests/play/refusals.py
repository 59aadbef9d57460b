"""What a deed refuses, in tests."""

import pytest

from bos_tournament.errors import Refused


def refused(code, deed, *args, **told):
    """The refusal of a deed, which has this code."""
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code
    return refusal.value
