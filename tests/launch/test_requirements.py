"""What is installed: wheels that each supported machine and Python has, of known content, and no more than needed."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from zipfile import ZipFile

import pytest

from bos_tournament.launch import engine_build, home
from requirements import wheels
from tests.polling import PATIENCE

ASK_AGAIN = (
    "Run .venv/bin/python requirements/wheels.py, which asks the package index and writes requirements/wheels.tsv."
)
HELD = "--require-hashes --only-binary :all:"


@pytest.mark.parametrize("platform", wheels.PLATFORMS, ids=lambda platform: platform.name)
@pytest.mark.parametrize("python", wheels.PYTHONS)
def test_every_pin_has_a_wheel_for_each_platform_and_python(platform, python):
    table = wheels.read_table()

    wanted = {
        pin.name for path in wheels.LISTS.values() for pin in wheels.pins(path) if pin.is_wanted(platform, python)
    }
    there = {pin: table.get((pin, platform.name, python), "no row") for pin in wanted}
    lacking = {pin: tag for pin, tag in there.items() if wheels.best([tag], platform, python) != tag}

    assert len(wanted) >= 100
    assert not lacking, ASK_AGAIN


def test_the_table_of_wheels_holds_the_pins_of_today_and_no_others():
    told = {pin for pin, _, _ in wheels.read_table()}

    assert told == {pin.name for pin in wheels.pins(wheels.LISTS["dev"])}, ASK_AGAIN


@pytest.mark.parametrize(
    ("offered", "taken"),
    [
        (["cp311-cp311-manylinux_2_17_x86_64", "cp313-cp313-manylinux_2_17_x86_64"], 1),
        (["py3-none-any", "cp313-cp313-manylinux_2_28_x86_64"], 1),
        (["cp39-abi3-manylinux2014_x86_64", "py2.py3-none-any"], 0),
        (["cp313-cp313t-manylinux_2_28_x86_64", "cp314-cp314-manylinux_2_28_x86_64"], None),
        (["cp313-cp313-manylinux_2_39_x86_64", "cp313-cp313-musllinux_1_2_x86_64"], None),
        (["cp313-cp313-manylinux_2_28_aarch64", "cp313-cp313-win_amd64"], None),
        ([], None),
    ],
)
def test_of_the_wheels_on_offer_the_best_that_runs_there_is_told(offered, taken):
    tag = wheels.best(offered, wheels.PLATFORMS[0], "3.13")

    assert tag == (wheels.NONE if taken is None else offered[taken])


def test_what_only_the_first_patches_of_a_python_need_is_wanted_there():
    pin = wheels.Pin("extra==1", "python_full_version < '3.11.3' and sys_platform != 'win32'", frozenset())

    wanted = [python for python in wheels.PYTHONS if pin.is_wanted(wheels.PLATFORMS[0], python)]

    assert wanted == ["3.11"]


@pytest.mark.parametrize("name", ["base", "compile"])
def test_the_tests_list_holds_each_pin_of_the_other_lists_with_the_same_hashes(name):
    missing = set(wheels.pins(wheels.LISTS[name])) - set(wheels.pins(wheels.LISTS["dev"]))

    assert not missing


def test_every_pin_has_a_hash_and_no_list_names_an_address():
    bare = [pin.name for path in wheels.LISTS.values() for pin in wheels.pins(path) if not pin.hashes]
    texts = [path.read_text() for path in (*wheels.LISTS.values(), wheels.TABLE)]

    assert not bare
    assert not [text for text in texts if "://" in text or "index-url" in text.replace("--no-emit-index-url", "")]


def test_what_checks_types_and_compiles_is_not_installed_to_run_the_site():
    of_the_site = {pin.name.partition("==")[0] for pin in wheels.pins(wheels.LISTS["base"])}

    assert not of_the_site & {"mypy", "mypy-extensions", "setuptools", "pytest", "uv"}


# Installing


def sourced(words, cwd, path):
    """What bash says to words after it read bos_tournament/launch/venv.sh."""
    script = f". {home.CHECKOUT}/bos_tournament/launch/venv.sh; {words}"
    command = [shutil.which("bash"), "-c", script]
    return subprocess.run(command, cwd=cwd, env={"PATH": path}, capture_output=True, text=True, timeout=PATIENCE)


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/usr/bin/env bash\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("pretends", "fits"),
    [
        ("sys.version_info = (3, 10, 13)", False),
        ("sys.version_info = (3, 11, 2)", True),
        ("sys.version_info = (3, 12, 1)", True),
        ("sys.version_info = (3, 13, 5)", True),
        ("sys.version_info = (3, 14, 0)", True),
        ("sys.version_info = (3, 15, 0)", False),
        ("sys.implementation.name = 'pypy'", False),
        ("sysconfig.get_config_var = {'Py_GIL_DISABLED': 1}.get", False),
    ],
)
def test_python_3_11_to_3_14_is_taken_and_no_other(tmp_path, pretends, fits):
    python = program(tmp_path / "python", f'exec {sys.executable} -c "import sys, sysconfig; {pretends}; $2"')

    done = sourced(f"fits {python}", tmp_path, "/usr/bin:/bin")

    assert (done.returncode == 0) is fits, done.stderr


def test_an_environment_whose_python_has_become_another_one_is_made_again(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True, timeout=PATIENCE)
    assert sourced("fits venv/bin/python", tmp_path, "/usr/bin:/bin").returncode == 0

    (there,) = (tmp_path / "venv" / "lib").iterdir()
    there.rename(there.with_name("python3.10"))

    assert sourced("fits venv/bin/python", tmp_path, "/usr/bin:/bin").returncode == 1


@pytest.mark.parametrize("uv_works", [True, False])
def test_all_is_installed_from_wheels_of_known_content_and_so_is_what_installs_them(tmp_path, uv_works):
    shutil.copytree(home.CHECKOUT / "requirements", tmp_path / "requirements")
    said = tmp_path / "said"
    program(tmp_path / ".venv/bin/python", f'echo "$*" >>{said}; [[ $2 != uv ]] || {"true" if uv_works else "false"}')

    done = sourced("install_requirements base", tmp_path, "/usr/bin:/bin")

    installs = said.read_text().splitlines()
    assert done.returncode == 0
    assert [line.split()[1] for line in installs] == (["pip", "uv"] if uv_works else ["pip", "uv", "pip"])
    assert all(HELD in line for line in installs)
    assert installs[0].endswith("--no-deps -r .venv/uv.txt")
    assert [pin.name.partition("==")[0] for pin in wheels.pins(tmp_path / ".venv/uv.txt")] == ["uv"]
    assert wheels.pins(tmp_path / ".venv/uv.txt")[0] in wheels.pins(wheels.LISTS["dev"])


# What compiles the engine


@pytest.fixture
def compiling_with(tmp_path, monkeypatch):
    """Compiles something with a tool that this Python lacks; `digest` is what the list says of the tool's wheel."""
    name, work = "tool_of_this_test", tmp_path / "work"
    work.mkdir()
    wheel = tmp_path / f"{name}-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.writestr(f"{name}.py", "def build(): open('built', 'w').close()\n")
        archive.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        archive.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{name}-1.dist-info/RECORD", "")
    monkeypatch.setattr(engine_build, "NEEDED", (name,))
    monkeypatch.setattr(engine_build, "BUILD", f"import {name}; {name}.build()")
    monkeypatch.setattr(engine_build, "TOOLS", tmp_path / "compile.txt")

    def compile_it(digest=None):
        digest = digest or hashlib.sha256(wheel.read_bytes()).hexdigest()
        engine_build.TOOLS.write_text(f"{name} @ {wheel.as_uri()} --hash=sha256:{digest}\n")
        engine_build._run(work)
        return work

    return compile_it


def test_what_compiles_the_engine_is_installed_apart_for_as_long_as_it_compiles(compiling_with):
    work = compiling_with()

    assert (work / "built").exists()
    assert importlib.util.find_spec("tool_of_this_test") is None


def test_what_would_compile_the_engine_is_refused_when_its_content_is_another(compiling_with):
    with pytest.raises(home.LaunchError, match=r"runs as it is written\.\n(.|\n)*[Hh]ash"):
        compiling_with(digest="0" * 64)
