"""The embedded servers start for whoever starts them, stay apart, and survive a kill."""

import os
import shutil
import signal
from pathlib import Path

import psycopg
import pytest

from bos_tournament.launch import home, postgres, process, servers, unprivileged


@pytest.fixture
def place(tmp_path):
    home.make_home(tmp_path / "site")
    return tmp_path / "site"


def ask(url, question):
    with psycopg.connect(url) as connection:
        return connection.execute(question).fetchone()[0]


def test_the_servers_of_this_run_come_from_the_wheel():
    assert ask(os.environ["DATABASE_URL"], "SHOW server_version").startswith("18.")


def test_two_homes_have_servers_of_their_own_at_the_same_time(tmp_path):
    with servers.both(tmp_path / "anna", durable=False) as anna, servers.both(tmp_path / "ben", durable=False) as ben:
        with psycopg.connect(servers.owner_url(tmp_path / "anna"), autocommit=True) as connection:
            connection.execute("CREATE TABLE decks ()")

        assert ask(anna[0], "SELECT count(*) FROM pg_tables WHERE tablename = 'decks'") == 1
        assert ask(ben[0], "SELECT count(*) FROM pg_tables WHERE tablename = 'decks'") == 0
        assert anna[1] != ben[1]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has several ways to run PostgreSQL")
def test_root_runs_the_database_elsewhere_where_its_user_cannot_reach_the_home(tmp_path):
    home.make_home(tmp_path)
    cluster = postgres.cluster(tmp_path, way="copied")
    try:
        postgres.prepare(cluster, sync=False)
        server = postgres.start(cluster, options=postgres.NO_SYNC)
        servers.wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
        postgres.set_up(cluster)

        assert cluster.data.owner() == "nobody"
        process.stop(server, first=signal.SIGINT, seconds=10)
    finally:
        home.drop_socket_folder(cluster.data)
        shutil.rmtree(cluster.data.parent, ignore_errors=True)


def test_the_database_asks_both_its_roles_for_their_passwords(place):
    with servers.database(place, durable=False) as cluster:
        keys = {path.name: path.stat().st_mode & 0o777 for path in (place / "keys").iterdir()}
        wrong = cluster.url().replace(postgres.password(place, postgres.SITE), "guessed")
        for url in (wrong, wrong.replace(postgres.SITE, postgres.OWNER)):
            with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
                psycopg.connect(url)
        assert ask(cluster.url(), "SELECT current_user") == "bos_site"
        assert ask(cluster.url(role=postgres.OWNER), "SELECT current_user") == "postgres"

    assert keys == {"database.password": 0o600, "database-owner.password": 0o600}


def test_a_home_of_an_older_version_keeps_its_data_and_gets_the_roles(place):
    with servers.database(place, durable=False) as cluster, psycopg.connect(cluster.url(role="postgres")) as line:
        line.execute("CREATE TABLE decks AS SELECT 'Blaze' AS name")
        line.execute("ALTER ROLE postgres PASSWORD NULL")
        line.execute("DROP ROLE bos_site")
    shutil.rmtree(place / "keys")
    (cluster.data / "bos-passwords").unlink()
    (cluster.data / "pg_hba.conf").write_text("local all all trust\n")

    with servers.database(place, durable=False) as cluster:
        assert ask(cluster.url(role=postgres.OWNER), "SELECT name FROM decks") == "Blaze"
        assert ask(cluster.url(), "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False
        with pytest.raises(psycopg.OperationalError, match="no password supplied"):
            psycopg.connect(cluster.url().replace(f":{postgres.password(place, postgres.SITE)}@", "@"))


def test_keys_that_were_replaced_bring_new_passwords(place):
    with servers.database(place, durable=False):
        pass
    shutil.rmtree(place / "keys")

    with servers.database(place, durable=False) as cluster:
        assert ask(cluster.url(), "SELECT current_user") == "bos_site"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_root_gives_the_database_to_a_user_without_rights(place):
    with servers.database(place, durable=False) as cluster:
        number = int((cluster.data / "postmaster.pid").read_text().split()[0])
        status = Path(f"/proc/{number}/status").read_text()

    owners = {path.owner() for path in (place, *place.rglob("*"))}
    assert (cluster.account.name, owners) == ("nobody", {"nobody"})
    assert [line.split()[1:] for line in status.splitlines() if line.startswith("Uid:")] == [["65534"] * 4]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a home to hand over")
def test_what_has_another_name_elsewhere_is_not_handed_over(tmp_path):
    place, precious = tmp_path / "home", tmp_path / "precious"
    place.mkdir()
    precious.write_text("root's")
    (place / "link").symlink_to(precious)
    (place / "hard").hardlink_to(precious)

    unprivileged.hand_over(place, unprivileged.Account("nobody"))

    assert (place.owner(), precious.owner()) == ("nobody", "root")
