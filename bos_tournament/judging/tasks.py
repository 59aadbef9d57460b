"""What workers do with records."""

from bos_tournament.judging.records.adjudication import find
from bos_tournament.judging.records.comparisons import compare_game
from bos_tournament.judging.records.record_suggestions import suggest_repairs
from bos_tournament.operations.jobs import DEEDS

DEEDS |= {"judging.find": find, "judging.mend": suggest_repairs, "judging.compare": compare_game}
