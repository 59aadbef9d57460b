"""Tries every form of the site on the place of the access matrix, as five people who may open its pages: each field
wrong in each way, and everything right after something happened meanwhile. Prints whose words are lost; takes minutes.

`python -m pytest -s -q benchmarks/forms/every_form.py`
"""

import pytest

from benchmarks.forms import losing
from benchmarks.forms.filling import spoiled
from tests.populated_site import fill
from tests.test_access_matrix import TABLE, address, doors
from tests.test_access_matrix import place as place

pytestmark = pytest.mark.django_db
READERS = ("organizer", "head_judge", "judge", "anna", "ben")
ONLY_A_NUMBER = ("/clock/start/", "/clock/lengthen/")  # one figure beside its button, which the desk proposes again


def test_nobody_loses_a_word(place):
    browsers, known = place
    elsewhere = fill(place)
    addresses = {
        name: [address(name, route, known), *elsewhere.get(name, [])]
        for name, route in doors()
        if "o" in TABLE[name][0] or name in elsewhere
    }
    found = list(losing.sheets({who: browsers[who] for who in READERS}, addresses))
    wrong = [line for one in found for line in losing.wrongly(browsers[one.who], one)]
    late = [line for one in found for line in losing.too_late(browsers[one.who], one)]

    print(f"\n{len(addresses)} doors, {len(found)} forms, {sum(len(list(spoiled(one.form))) for one in found)} wrong")
    print("\n".join([f"{len(found) * len(losing.MOVES)} too late", *wrong, *late]))
    assert [line for line in (*wrong, *late) if not any(one in line for one in ONLY_A_NUMBER)] == []
