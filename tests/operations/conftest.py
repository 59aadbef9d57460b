"""What tests of the web server share: a real one, on the test's database."""

import os
import signal
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from django.db import connection

from bos_tournament.launch import commands, process


@pytest.fixture
def serve(transactional_db, tmp_path):
    """`serve(REQUEST_SECONDS="1")` starts a web server with these settings and gives its port; its log is `web.log`."""
    with ExitStack() as stack:

        def start(**environment):
            given = urlsplit(os.environ["DATABASE_URL"])
            here = given._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
            line = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=600))
            web = process.start(
                commands.web(line.fileno()),
                if_orphaned=signal.SIGKILL,
                env={**os.environ, "DATABASE_URL": here, "WEB_PROCESSES": "1", **environment},
                log=tmp_path / "web.log",
                fds=[line.fileno()],
            )
            stack.callback(process.stop, web, first=signal.SIGKILL, seconds=5)
            return line.getsockname()[1]

        yield start


@pytest.fixture
def site(serve):
    """The port of a web server as it is."""
    return serve()
