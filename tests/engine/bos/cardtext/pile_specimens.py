"""The trees of what the page says of piles that are shown, and of spells that are cast out of them."""

from engine.bos.model.syntax import CastSpell, During, Gain, PayAct, Put, Reveal, Select, Step, Text
from engine.bos.model.terms import Choose, Each, Earlier, Filter, Number, This, Who

THEIR_CASTLE, THEIR_BOOK = (Filter(owner="an opponent", zone=zone) for zone in ("castle", "spellbook"))
LIFE = Step(Gain(Who("you"), Number(1), "life"))
SUMMON = Filter(("summon",), owner="an opponent", zone="castle")
SPELL, USED = (Filter(("spell",), owner="you", zone=zone) for zone in ("spellbook", "graveyard"))
PRAYER = {"moments": (During("main"),), "cost": (PayAct(This()),)}

SHOWN = [
    Text((Step(Reveal(Each(THEIR_CASTLE), Who("an opponent"))), Step(Select(Choose(SUMMON))),
          Step(Put(Earlier("step", 1), "graveyard")))),
    Text((Step(Reveal(Each(THEIR_BOOK), Who("you"), look=True)), LIFE)),
    Text((Step(Reveal(Choose(SPELL))), LIFE)),
    Text((Step(CastSpell(Choose(USED))),), **PRAYER),
    Text((Step(CastSpell(Choose(USED), paid=True)),), **PRAYER),
]  # fmt: skip
