"""The embedded servers start for whoever starts them, stay apart, and survive a kill."""

import os
import shutil
import signal

import psycopg
import pytest

from bos_tournament.launch import home, postgres, process, servers


def ask(url, question):
    with psycopg.connect(url) as connection:
        return connection.execute(question).fetchone()[0]


def test_the_servers_of_this_run_come_from_the_wheel():
    assert ask(os.environ["DATABASE_URL"], "SHOW server_version").startswith("18.")


def test_two_homes_have_servers_of_their_own_at_the_same_time(tmp_path):
    with servers.both(tmp_path / "anna", durable=False) as anna, servers.both(tmp_path / "ben", durable=False) as ben:
        with psycopg.connect(anna[0], autocommit=True) as connection:
            connection.execute("CREATE TABLE decks ()")

        assert ask(anna[0], "SELECT count(*) FROM pg_tables WHERE tablename = 'decks'") == 1
        assert ask(ben[0], "SELECT count(*) FROM pg_tables WHERE tablename = 'decks'") == 0
        assert anna[1] != ben[1]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has several ways to run PostgreSQL")
def test_root_without_namespaces_runs_the_database_as_nobody(tmp_path):
    home.make_home(tmp_path)
    cluster = postgres.cluster(tmp_path, way="nobody")
    try:
        postgres.prepare(cluster, sync=False)
        server = postgres.start(cluster, options=postgres.NO_SYNC)
        servers.wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")

        assert cluster.data.owner() == "nobody"
        process.stop(server, first=signal.SIGINT, seconds=10)
    finally:
        home.drop_socket_folder(cluster.data)
        shutil.rmtree(cluster.data.parent, ignore_errors=True)
