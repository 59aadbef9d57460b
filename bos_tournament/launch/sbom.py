"""What the site is made of, for programs that compare it with advisories: CycloneDX, from the pinned requirements.

It asks nobody and needs no network; `python -m bos_tournament.launch.sbom` prints it.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bos_tournament.launch import home

PINS = home.CHECKOUT / "requirements" / "base.txt"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def components(pins: Path = PINS) -> Iterator[dict[str, object]]:
    """Each pinned package with its version and the digests of the files that may be installed."""
    for block in re.split(r"\n(?=\S)", pins.read_text()):
        if hit := PIN.match(block):
            name, version = hit.groups()
            purl = f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version}"
            digests = [{"alg": "SHA-256", "content": digest} for digest in HASH.findall(block)]
            yield {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "purl": purl,
                "externalReferences": [{"type": "distribution", "url": purl, "hashes": digests}],
            }


def bill() -> dict[str, object]:
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": list(components())}


if __name__ == "__main__":
    print(json.dumps(bill(), indent=1))
    print(f"{len(list(components()))} packages", file=sys.stderr)
