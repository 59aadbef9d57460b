"""What was told when the site was filled: files beside this one.

`BOS_EXPECT=words` writes down the words of sentences as they are now, for those that are changed on purpose: what git
then shows as changed is what to read. `BOS_EXPECT=write` writes down everything, and is for columns, addresses and
answers that become others on purpose.
"""

import json
import os
from pathlib import Path

FOLDER = Path(__file__).parent
WRITES = os.environ.get("BOS_EXPECT") == "write"
WRITES_WORDS = os.environ.get("BOS_EXPECT") == "words"


def expected(name, now=None):
    """What was written down, or is now."""
    file = FOLDER / f"{name}.json"
    if (WRITES or WRITES_WORDS) and now is not None:
        file.write_text(json.dumps(now, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))
