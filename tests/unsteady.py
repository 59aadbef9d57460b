"""Runs each failed test once more in a fresh process: `-p tests.unsteady`. One that passes there is *unsteady*.

An unsteady test is shown at the end with both outputs. Up to three of them do not fail the run, since no test should
cost a day; each is still a fault to be mended first. When very many fail, nothing is run once more.
"""

import os
import subprocess
import sys

import pytest

MOST_UNSTEADY = 3
MOST_RUN_ONCE_MORE = 12
OURS = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "BOS_HOME", "QUEUE")
GIVEN = {name: os.environ.get(name) for name in OURS}
"""What the caller set, before the servers of this run were started: a fresh process starts its own."""
OTHER_PLUGINS = ("-p", "no:tests.unsteady")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Sort the unsteady out of the failed, before the terminal says what failed."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or os.environ.get("PYTEST_XDIST_WORKER"):
        return
    failed = failed_tests(terminal.stats)
    if 0 < len(failed) <= MOST_RUN_ONCE_MORE:
        unsteady = {test: said for test in failed if (said := once_more(session.config, test)) is not None}
        move(terminal.stats, unsteady)
        session.exitstatus = verdict(terminal.stats, session.exitstatus)


def failed_tests(stats):
    return list(dict.fromkeys(report.nodeid for kind in ("failed", "error") for report in stats.get(kind, ())))


def once_more(config, test):
    """What the test says when it passes alone in a fresh process; None when it fails there too."""
    command = [sys.executable, "-m", "pytest", *OTHER_PLUGINS, "-p", "no:cacheprovider", "-p", "no:xdist", "-rP", test]
    kept = {name: value for name, value in os.environ.items() if name not in GIVEN}
    environment = kept | {name: value for name, value in GIVEN.items() if value is not None}
    done = subprocess.run(command, cwd=config.rootpath, env=environment, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def move(stats, unsteady):
    for kind in ("failed", "error"):
        reports = stats.pop(kind, [])
        if still := [report for report in reports if report.nodeid not in unsteady]:
            stats[kind] = still
        for report in reports:
            if report.nodeid in unsteady:
                report.once_more = unsteady[report.nodeid]
                stats.setdefault("unsteady", []).append(report)


def verdict(stats, status):
    unsteady = {report.nodeid for report in stats.get("unsteady", ())}
    if stats.get("failed") or stats.get("error") or len(unsteady) > MOST_UNSTEADY:
        return status
    return pytest.ExitCode.OK if status == pytest.ExitCode.TESTS_FAILED else status


def pytest_terminal_summary(terminalreporter):
    reports = terminalreporter.stats.get("unsteady", ())
    if not reports:
        return
    terminalreporter.section("unsteady: failed, and passed once more in a fresh process", sep="=")
    for report in reports:
        terminalreporter.section(f"{report.nodeid}, as it failed", sep="_")
        terminalreporter.write_line(report.longreprtext)
        for title, text in report.sections:
            terminalreporter.section(title, sep="-")
            terminalreporter.write_line(text)
        terminalreporter.section("as it passed", sep="_")
        terminalreporter.write_line(report.once_more)
    tests = list(dict.fromkeys(report.nodeid for report in reports))
    terminalreporter.section(f"{len(tests)} unsteady; more than {MOST_UNSTEADY} fail the run", sep="=")
    for test in tests:
        terminalreporter.write_line(f"UNSTEADY {test}")
