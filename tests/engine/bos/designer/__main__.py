"""`python -m tests.engine.bos.designer`: the report on all sentences; with `--keep` also the list of those read."""

import sys

from tests.engine.bos.designer.report import READ_IDS, outcomes, told

if __name__ == "__main__":
    found = outcomes()
    if "--keep" in sys.argv:
        READ_IDS.write_text("".join(f"{each.sentence.id}\n" for each in found if each.read))
    print(told(found))
