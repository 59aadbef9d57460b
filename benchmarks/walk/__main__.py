"""Walks over every format, state and role of a site of its own: `python -m benchmarks.walk`.

Presses every button that is shown, follows every link, and looks in every answer for what its reader may not know.
Each format is played twice, in worlds that differ in secrets alone. Exit status: 1 where something was found.
"""

import argparse
import logging
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from bos_tournament.launch import servers, translations


def main() -> int:
    asked = _asked()
    translations.compile_all()
    with tempfile.TemporaryDirectory(prefix="bos-walk-") as folder, servers.both(Path(folder), durable=False) as both:
        _prepare(Path(folder), *both)
        from django.db import connection

        found = _walk(asked)
        connection.close()
        connection.close_pool()
    for (kind, where, said), whom in sorted(found.items()):
        print(f"\n{kind}: {where}\n  {said}\n  {'; '.join(whom[:6])}{f' and {len(whom) - 6} more' * (len(whom) > 6)}")
    return 1 if found else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walk", description=__doc__.splitlines()[0])
    parser.add_argument("--format", action="append", help="by its name in story.py; several times for several (all)")
    parser.add_argument("--state", action="append", help="only look at states with this word (all)")
    parser.add_argument("--role", action="append", help="only as this role (all)")
    parser.add_argument("--once", action="store_true", help="one world, so nothing is compared")
    parser.add_argument("--quick", action="store_true", help="press no buttons")
    parser.add_argument("--doors", action="store_true", help="ask for every address, not only where links lead")
    return parser.parse_args()


def _prepare(folder: Path, database: str, broker: str) -> None:
    """A site of its own, in this process. Everything is done in one transaction, and takes its time."""
    os.environ |= {"BOS_HOME": str(folder), "DATABASE_URL": database, "BROKER_URL": broker}
    os.environ |= {"ALLOWED_HOSTS": "testserver", "DJANGO_SETTINGS_MODULE": "bos_tournament.settings"}
    os.environ["STATIC_STORAGE"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    os.environ["EMAIL_URL"] = "memorymail://"
    (folder / "static").mkdir()
    import django
    from django.conf import settings
    from django.core.management import call_command

    options = settings.DATABASES["default"]["OPTIONS"]
    options["options"] = f"{options.get('options', '')} -c idle_in_transaction_session_timeout=0"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", interactive=False, verbosity=0)


def _walk(asked: argparse.Namespace) -> dict[tuple[str, str, str], list[str]]:
    from benchmarks.walk.buttons import buttons_work, links_open
    from benchmarks.walk.cast import ONE, OTHER, ROLES
    from benchmarks.walk.evening import evening
    from benchmarks.walk.secrets import Twins, nobody_tells
    from benchmarks.walk.story import FORMATS

    found: dict[tuple[str, str, str], list[str]] = {}
    at = (lambda state: any(word in state for word in asked.state)) if asked.state else (lambda state: True)
    for name in asked.format or FORMATS:
        twins = Twins()
        for kept in (ONE,) if asked.once else (ONE, OTHER):
            press = [] if kept is OTHER or asked.quick or asked.doors else [buttons_work]
            looks = [nobody_tells, twins.look, *([] if asked.doors else [links_open]), *press]
            begun = perf_counter()
            pages = buttons = 0
            for seen in evening(name, kept, looks, at=at, roles=asked.role or ROLES, by_doors=asked.doors):
                pages, buttons = pages + seen.pages, buttons + seen.pressed.total()
                _say(f"  {seen.state:28}{seen.role:20}", seen.pages, seen.pressed.total(), len(seen.findings))
                for one in seen.findings:
                    if (key := (one.kind, one.where, one.said)) not in found:
                        print(f"{one.kind}: {one.where}\n    {one.said}", flush=True)
                    found.setdefault(key, []).append(f"{name}, {one.state}, {one.role}")
            twins.second = True
            _say(f"{name}, {(perf_counter() - begun) / 60:.1f} minutes:", pages, buttons, len(found))
    return found


def _say(whose: str, pages: int, buttons: int, found: int) -> None:
    print(f"{whose:48} {pages:6,} pages {buttons:6,} buttons {found:4} findings", flush=True)


if __name__ == "__main__":
    sys.exit(main())
