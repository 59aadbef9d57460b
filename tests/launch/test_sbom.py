"""The bill of materials names every package that the site installs, once."""

import json
import subprocess
import sys

from bos_tournament.launch import home, sbom


def test_every_pin_is_in_the_bill_with_its_digests():
    said = subprocess.run(
        [sys.executable, "-m", "bos_tournament.launch.sbom"], cwd=home.CHECKOUT, capture_output=True, text=True
    )

    named = [(one["name"], one["version"]) for one in json.loads(said.stdout)["components"]]
    pinned = [line for line in sbom.PINS.read_text().splitlines() if "==" in line and not line.startswith((" ", "#"))]

    assert said.stderr == f"{len(pinned)} packages\n"
    assert len(set(named)) == len(pinned)
    assert any(name == "django" for name, _version in named)
    assert all(one["externalReferences"][0]["hashes"] for one in sbom.components())
