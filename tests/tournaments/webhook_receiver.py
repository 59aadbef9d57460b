"""A real receiver of webhooks on this machine, which keeps what it is sent and answers as a test wants."""

import json
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

from bos_tournament.api import webhook_payloads
from bos_tournament.tournaments.models.webhooks import Delivery, Webhook
from bos_tournament.tournaments.webhooks import deliveries
from tests.polling import wait_until


class Receiver:
    """`heard` holds what came in; `status`, `answer` and `pause` (seconds) are what it does about it."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}/bos"
        self.heard = []
        self.status, self.answer, self.pause, self.headers = 200, b"Thank you.", 0, {}

    @property
    def told(self):
        return [one.message for one in self.heard]

    @property
    def events(self):
        return [message["event"] for message in self.told]

    def wait_for(self, count):
        wait_until(lambda: len(self.heard) >= count)


@contextmanager
def receiver():
    class Answer(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            here.heard.append(
                SimpleNamespace(path=self.path, headers=dict(self.headers), body=body, message=json.loads(body))
            )
            time.sleep(here.pause)
            self.send_response(here.status)
            for name, value in here.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the site may have read enough
                self.wfile.write(here.answer)

        def log_message(self, *said):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    here = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    yield here
    server.shutdown()
    server.server_close()


def send():
    """What the worker does every few seconds."""
    return deliveries.send_due(webhook_payloads.payload)


def later(**passed):
    """As if so much time had passed for everything that waits and every address that rests or fails."""
    gap = deliveries.timedelta(**passed)
    for delivery in Delivery.objects.all():
        delivery.next_at -= gap
        delivery.made_at -= gap
        delivery.give_up_at -= gap
        delivery.save()
        delivery.tries.update(at=deliveries.db_now() - gap)
    for webhook in Webhook.objects.all():
        webhook.rests_until = webhook.rests_until and webhook.rests_until - gap
        webhook.failing_since = webhook.failing_since and webhook.failing_since - gap
        webhook.rotated_at = webhook.rotated_at and webhook.rotated_at - gap
        webhook.save()
