"""A worker whose broker is away is back two seconds after it, at most, however long that took."""

import os
import signal
import socket

from bos_tournament.launch import commands, process
from tests.polling import wait_until


def test_a_worker_asks_for_its_broker_every_two_seconds(tmp_path):
    log = tmp_path / "worker.log"
    with socket.create_server(("127.0.0.1", 0)) as line:
        nobody = line.getsockname()[1]
    worker = process.start(
        commands.worker(queue="nobody", processes=1),
        if_orphaned=signal.SIGKILL,
        env={**os.environ, "BROKER_URL": f"redis://127.0.0.1:{nobody}/0"},
        log=log,
    )
    try:
        wait_until(lambda: log.exists() and log.read_text().count("Trying again") >= 4)
    finally:
        process.stop(worker, first=signal.SIGQUIT, seconds=5)

    told = [line for line in log.read_text().splitlines() if "Trying again" in line]
    assert all("Trying again in 2.00 seconds" in line for line in told)
