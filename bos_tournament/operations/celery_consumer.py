"""The part of a worker that holds its connection to the broker (CELERY_WORKER_CONSUMER)."""

from functools import partial
from typing import Any

from celery.worker import consumer


class Consumer(consumer.Consumer):
    """Asks for a broker that is away every two seconds, so that no bids wait for it longer. Celery waits up to 30."""

    def ensure_connected(self, conn: Any) -> Any:
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=2, interval_step=0, interval_max=2)
        return super().ensure_connected(conn)
