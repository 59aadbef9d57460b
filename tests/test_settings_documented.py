"""An operator finds every setting in docs/operators.md, and no setting there that is gone."""

import re
from pathlib import Path

from bos_tournament.launch import home

READ = re.compile(r"""(?:env(?:\.\w+)?\(\s*|environ(?:ment)?(?:\.get\(|\[)\s*)["']([A-Z][A-Z_]+)["']""")
ROW = re.compile(r"^\| `([A-Z][A-Z_]+)` \|", re.MULTILINE)
# What every program may find in its environment is no setting of this site.
OF_THE_SYSTEM = {"LD_LIBRARY_PATH", "FONTCONFIG_PATH", "DJANGO_SETTINGS_MODULE", "PGAPPNAME", "PYTHONPATH"}


def names_read(files):
    return {name for path in files for name in READ.findall(path.read_text())} - OF_THE_SYSTEM


def sources():
    return [path for path in Path(home.CHECKOUT, "bos_tournament").rglob("*.py") if "migrations" not in path.parts]


def test_every_setting_is_documented_and_every_documented_setting_is_read():
    documented = ROW.findall(Path(home.CHECKOUT, "docs", "operators.md").read_text())

    assert "DATABASE_URL" in documented
    assert sorted(documented) == sorted(names_read(sources()))
