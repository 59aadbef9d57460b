"""Answers by their keys, as a page or a program gives them."""

from engine.bos.game import check, move_key, read_answer
from engine.bos.notation.line_patterns import table_shape
from engine.choice import Violation


def by_key(seat, key, choice=None):
    """The answer that a key writes."""
    answer = read_answer(seat, key, choice)
    assert not isinstance(answer, Violation), answer
    return answer


def refusal_of(state, seat, key, choice=None):
    """Why an answer that is given by its key is refused, or None."""
    answer = read_answer(seat, key, choice, table_shape(state.setup))
    return answer if isinstance(answer, Violation) else check(state, answer)


def key_of(said):
    """The key of an answer or option."""
    return move_key(said.move)


def verb_of(answer):
    """What kind of answer it is, as its key says."""
    return key_of(answer).partition(":")[0]
