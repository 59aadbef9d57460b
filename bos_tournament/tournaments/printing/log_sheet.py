"""The record notation in short, as it stands on the back of a sheet for writing a game down."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

TO_FILL_IN = (
    "[Bid P1 ____ P2 ____]   [First P___]   [Clock 15:00 30]   [Result P___ ______________]",
    "[Wizards P1 a ____________________  b ____________________  c ____________________]",
    "[Wizards P2 a ____________________  b ____________________  c ____________________]",
)
NOTE = _("One line for each decision. Columns are a, b, c from the left of P1, for both players.")
REFERENCE: tuple[tuple[Promise, tuple[tuple[str | Promise, Promise], ...]], ...] = (
    (
        pgettext_lazy("on the battlefield", "Places"),
        (
            ("a · wb · *", _("your summon in column a, your wizard in column b, your boss")),
            ("2a · 2wb · 2* · P2", _("those of P2, and P2 as a player; add the number whenever it is not your own")),
        ),
    ),
    (
        _("A turn"),
        (
            ("T3 P1", _("turn 3 begins, and it is the turn of P1")),
            ("S b Granite Ox", _("summon in column b; the wizards in brackets after it if it needs several")),
            ("C Bark Ward -> a", _("cast a spell with its aim; {1v+1e} behind it if not vim was spent first")),
            ("U wa -> b · U *.2", _("use an ability; the second one of that card")),
            ("A a x 2b · A a P2", _("attack a summon or boss; attack the player")),
            ("BOSS", _("turn your boss face up")),
            ("E", _("the turn ends")),
            ("= L30/21 V4/2 E0/3 1a=3", _("totals after E: life, vim, ether, P1 first, and any strength worth noting")),
        ),
    ),
    (
        _("Answers"),
        (
            ("> B b · > no", _("the attacked player blocks with b, or does not block")),
            ("> C Still Water", _("a spell, or with U an ability, in the turn of the other player")),
            ("+ a · - a", _("an optional ability was used, or was not")),
            ("! a -> 2b", _("a mandatory ability and what was chosen for it")),
            ("-> a, P2 = 2", _("several aims in the order of the text; a number: X, or which way of several")),
        ),
    ),
    (
        _("Judge and end"),
        (
            ("X P2 concedes · X draw", _("an end that the board does not show; also X P1 time")),
            ("J undo to 17 · J set 1a=4", _("a judge went back to the state after line 17, or corrected a number")),
            ("J pause · J go on", _("the clock stops, and runs again")),
        ),
    ),
    (
        _("If nothing is written"),
        (
            (_("not written"), _("An optional ability that is not written was not used.")),
            (
                _("a choice"),
                _("A mandatory ability with a choice has to be written; without one it happens by itself."),
            ),
            (_("payment"), _("Vim is spent before ether unless the line says otherwise.")),
            (
                _("a block"),
                _("If a player could have blocked, write > no. Otherwise the record proves nothing from there on."),
            ),
            (_("order"), _("Any order was meant. If it matters and is not written, nothing is proved from there on.")),
            (_("names"), _("The beginning of a card's name is enough while only one card of that list begins so.")),
            (_("remarks"), _("Anything after # is a remark. Strike out a wrong line; never write over it.")),
        ),
    ),
)
