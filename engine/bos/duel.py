"""The duel in the protocol that every game here speaks; whoever hosts games needs this module alone.

`start(setup)`, `options(state)`, `check(state, answer)`, `apply(state, answer)`, `view(state, who)`,
`read(state, line)`, `write(state, answer)`.
"""

from engine.bos.checks import check
from engine.bos.flow import apply
from engine.bos.options import options
from engine.bos.reading import read
from engine.bos.setup import start
from engine.bos.views import view
from engine.bos.writing import write

__all__ = ["apply", "check", "options", "read", "start", "view", "write"]
