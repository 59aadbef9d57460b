"""A bad connection in tests: of what phones send, some arrives twice, some answers are lost, and some come late."""

import re
import time
from itertools import cycle

from tests.polling import PATIENCE

FATES = ("twice", "lost", "late")
LATE = 300  # milliseconds


class BadConnection:
    """What happens to the deeds of the phones that use it, door by door: the first is sent twice, of the second the
    answer is lost, that of the third comes late, and so on."""

    def __init__(self):
        self._fates = {}
        self.happened, self.refused = [], []

    def carry(self, page):
        """From now on this phone has that connection."""
        page.route(re.compile(r"/matches/"), lambda route: self._carry(page, route))

    def _carry(self, page, route):
        request = route.request
        if request.method != "POST":
            route.continue_()
            return
        door = request.url.rstrip("/").rsplit("/", 1)[-1]
        fate = next(self._fates.setdefault(door, cycle(FATES)))
        answer = route.fetch(max_redirects=0)
        if not answer.ok and answer.status != 302:
            self.refused.append(answer.text())
        if fate == "twice":
            answer = route.fetch(max_redirects=0)
        if fate == "late" and "hx-request" in request.headers:
            hint(page)  # what the site says overtakes its answer
        if fate == "late":
            page.wait_for_timeout(LATE)
        if fate == "lost":
            route.abort()
        else:
            route.fulfill(response=answer)
        self.happened.append((door, fate))

    def after(self, page, deed):
        """Does it, waits until what it sends has had its fate, and says which."""
        before, end = len(self.happened), time.monotonic() + PATIENCE
        deed()
        while len(self.happened) == before:
            assert time.monotonic() < end, "Nothing was sent."
            page.wait_for_timeout(30)  # nothing is carried while the test sleeps without the browser
        assert self.refused == []
        return self.happened[-1][1]


def hint(page):
    """What the site says to an open page when something changed, so that it asks at once."""
    page.evaluate("document.body.dispatchEvent(new Event('live'))")
