"""The engine is compiled where a machine can, is the same engine then, and is never older than its sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bos_tournament.launch import engine_build, home, process
from engine import compiled

TELL = (
    "from engine import compiled; from engine.bos.rules import game_loop; print(compiled.FOUND or game_loop.__file__)"
)


def run(code, *, cwd=home.CHECKOUT, **environment):
    """What Python says, with the engine that it finds from there."""
    command = [sys.executable, *([code] if isinstance(code, str) else code)]
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def sources(tmp_path):
    """The engine's sources in a folder of their own, with a folder that says it holds them compiled."""
    shutil.copytree(compiled.ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
    ask = "from engine import compiled; print(compiled.folder())"
    made = run(["-c", ask], cwd=tmp_path).strip()
    os.makedirs(made)
    return tmp_path, made


@pytest.mark.skipif(not compiled.folder().is_dir(), reason="compiled by ./check where the machine has a C compiler")
def test_the_compiled_engine_finds_and_offers_what_the_written_one_does():
    tell = ["-m", "tests.engine.bos.findings"]

    written, quick = run(tell, BOS_ENGINE="plain"), run(tell, BOS_ENGINE="")

    assert run(["-c", TELL], BOS_ENGINE="").strip() == str(compiled.folder())
    assert run(["-c", TELL], BOS_ENGINE="plain").strip().endswith("game_loop.py")
    assert len(written.splitlines()) >= 300
    assert written.splitlines() == quick.splitlines()


def test_what_was_compiled_serves_only_the_sources_it_was_made_from(sources):
    folder, made = sources
    assert run(["-c", TELL], cwd=folder).strip() == made

    with (folder / "engine" / "bos" / "rules" / "game_loop.py").open("a") as source:
        source.write("# another rule\n")

    assert run(["-c", TELL], cwd=folder).strip().endswith("game_loop.py")


def test_a_machine_without_a_compiler_runs_the_engine_as_it_is_written_and_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled, "KEPT", tmp_path / "nothing")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert not engine_build.is_wanted()
    with pytest.raises(home.LaunchError, match=r"half as fast.*is missing.*apt-get install gcc python3-dev"):
        engine_build.compile_engine()
    assert not (tmp_path / "nothing").exists()


def test_what_cannot_be_compiled_says_why_and_leaves_nothing_behind(monkeypatch, tmp_path):
    if engine_build.lacking():
        pytest.skip("this machine has no C compiler")
    monkeypatch.setattr(compiled, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(compiled, "SOURCES", ("engine/no_such_room.py",))

    with pytest.raises(home.LaunchError, match=r"runs as it is written\.\n(.|\n)*no_such_room"):
        engine_build.compile_engine()
    assert not (tmp_path / "kept").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent was killed")
def test_a_compiler_whose_starter_was_killed_ends_too(tmp_path):
    build = "import os, time, pathlib; pathlib.Path('begun').write_text(str(os.getpid())); time.sleep(600)"
    start = (
        "import sys; from pathlib import Path; from bos_tournament.launch import engine_build;"
        "engine_build.BUILD = sys.argv[1]; engine_build._run(Path(sys.argv[2]))"
    )
    starter = subprocess.Popen([sys.executable, "-c", start, build, str(tmp_path)], cwd=home.CHECKOUT)
    try:
        begun = tmp_path / "begun"
        assert process.wait_until(
            lambda: begun.exists() and begun.read_text(), alive=lambda: starter.poll() is None, seconds=120
        )
    finally:
        starter.kill()
        starter.wait()

    assert process.wait_until(lambda: not is_at_work(int(begun.read_text())), alive=lambda: True, seconds=120)


def is_at_work(pid):
    """Whether this process lives, and has not merely been left unreaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
