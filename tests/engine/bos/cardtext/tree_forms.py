"""The form that the reader gives a tree, and the card on which it can stand."""

from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.lints import impossible_moves
from engine.bos.cardtext.printer import print_text
from engine.bos.model import syntax
from engine.bos.model.cards import Card, CardType


def card_type(text):
    """A type of card on which this text can stand."""
    if "the enchanted" in print_text(text):
        return CardType.SPELL
    bare = not text.moments and not text.cost and not text.instead and not text.continuous
    return CardType.SPELL if text.enchant or bare else CardType.SUMMON


def is_possible(text):
    """Whether every card can go where the text puts it."""
    return not list(impossible_moves(text, Card("Somebody", card_type(text), None)))


def with_words_bound(made):
    """The tree as the reader makes it: every pronoun bound to what it means."""
    if not isinstance(made, syntax.Text):
        return made
    plain = bind(made, None, host=True)[0]
    lies_under = made.enchant is not None or "the enchanted" in print_text(plain)
    return bind(made, card_type(plain), host=lies_under)[0]


def bindable(made):
    """Whether every pronoun has something that it can mean."""
    return bind(made, None, host=True)[1] == ()
