"""The language of attacks and blocks: what is forbidden, demanded and paid for, attacks that end or go elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, any_of, maybe, meaning, perhaps, saying, seq, some
from engine.bos.cardtext.effects.bans import Ban, Limit, but, forbidden, only_so_often, other_side, too_often
from engine.bos.cardtext.effects.phrases import SUBJECT, Phrase, made, until, until_said, verb
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, theirs, thing
from engine.bos.cardtext.grammar_words import Participant, number, player, resource
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import syntax, terms

# Prohibitions


def _cannot(bans: tuple[Ban, ...], end: Any) -> Phrase:
    return Phrase(None, tuple(syntax.Cannot(SUBJECT, what, end, other, only) for what, other, only in bans))


def _limited(limit: Limit, end: Any) -> Phrase:
    what, other, most = limit
    return Phrase(None, (syntax.Cannot(SUBJECT, what, end, other, most=most),))


_or = saying("or", "and", ",", ", or", "nor")
_cant = saying("cannot", "can't", "can not", "can neither")
_may = saying("can", "may")


def _spared(third: bool, other: Any, end: Any) -> Phrase:
    return Phrase(third, (syntax.Cannot(SUBJECT, "be damaged", end, other),))


def _unhurt_by_it(third: bool) -> Phrase:
    """ "Takes no damage from that attack"."""
    return Phrase(third, (syntax.Cannot(SUBJECT, "be damaged in battle", "end of the attack"),))


_unhurt = meaning({
    "no damage": "be damaged",
    "no damage in battle | no battle damage | no damage from attacks | no damage from battles": "be damaged in battle",
    "no damage in battles": "be damaged in battle",
})  # fmt: skip
prohibitions = any_of(
    seq(_unhurt_by_it, any_of(verb("take", "takes"), meaning({"are dealt": False, "is dealt": True})),
        saying("no damage from that attack", "no damage from the attack", "no damage from this attack")),
    seq(_spared, any_of(verb("take", "takes"), meaning({"are dealt": False, "is dealt": True})),
        seq(lambda other: other, saying("no damage from", "no damage by"), other_side), until_said),
    seq(lambda third, what, end: Phrase(third, (syntax.Cannot(SUBJECT, what, end),)),
        any_of(verb("take", "takes"), meaning({"are dealt": False, "is dealt": True})), _unhurt, until_said),
    seq(_cannot, _cant, some(forbidden, _or), until_said),
    seq(lambda ban, end: _cannot((ban,), end), _may, but, until_said),
    seq(_limited, _cant, too_often, until_said),
    seq(_limited, _may, only_so_often, until_said),
)  # fmt: skip
"""What somebody cannot do."""
none_can = any_of(
    seq(_cannot, _may, some(forbidden, _or), until_said),
    seq(_limited, _may, too_often, until_said),
)
"""What nobody can do, behind "no summon"."""
nobody = any_of(
    meaning(
        {
            "no player | neither player | nobody": terms.Who("each player"),
            "no opponent": terms.Who("each opponent"),
        }
    ),
    seq(terms.Each, "no", any_of(filter_one, filter_many)),
    seq(terms.Each, saying("none of"), theirs),
)
"""What "no player" and "no summon" forbid, it forbids each of them."""


# Cards that do not ready

_WHOSE = (
    "its controller's", "their controller's", "their controllers'", "that player's", "an opponent's", "your opponent's",
    "the opponent's", "your", "their", "its owner's", "the next", "his or her",
)  # fmt: skip
_DURING = ("during", "in", "at")


def _startups(noun: str) -> list[str]:
    return [f"{word} {whose} {noun}" for word in _DURING for whose in _WHOSE if whose != "the next"]


_NEXT = [*_startups("next startup phase"), *_startups("next startup"), *_startups("next turn"),
         "during the next startup phase", "next turn", "during the next turn"]  # fmt: skip
_ALWAYS = [*_startups("startup phase"), *_startups("startup phases"), "during startup phases", "during startup",
           "during the startup phase", "during each startup phase",
           "in the startup phase", "in startup phases"]  # fmt: skip
_not_ready = saying(
    "does not ready", "doesn't ready", "do not ready", "don't ready", "will not ready", "won't ready", "cannot ready",
    "can't ready", "does not become ready", "doesn't become ready", "do not become ready", "is not readied",
    "are not readied", "stays acted", "stay acted", "remains acted", "remain acted",
)  # fmt: skip


def _frozen(what: Any, end: Any) -> Phrase:
    return Phrase(None, (syntax.Cannot(SUBJECT, what, end),))


frozen = any_of(
    seq(lambda what: _frozen(what, ""), _not_ready, meaning(dict.fromkeys(_NEXT, "ready in next startup"))),
    seq(_frozen, _not_ready, meaning(dict.fromkeys(_ALWAYS, "ready in startup")), until_said),
    seq(lambda end: _frozen("ready", end), saying(
        "does not ready", "doesn't ready", "do not ready", "don't ready", "will not ready", "won't ready"), until_said),
    seq(lambda: _frozen("ready in next startup", ""), saying(
        "skips its next ready", "skip their next ready", "skips its next readying", "stays acted next turn")),
)  # fmt: skip
"""Who does not ready."""
_unturned = saying(*(f"{word} {up}" for up in ("face-up", "face up") for word in (
    "is not turned", "isn't turned", "are not turned", "aren't turned", "does not turn", "doesn't turn", "do not turn",
    "don't turn", "cannot turn", "cannot be turned", "will not turn")))  # fmt: skip
unturned = any_of(
    seq(lambda what: _frozen(what, ""), _unturned, meaning(dict.fromkeys(_NEXT, "ready in next startup"))),
    seq(_frozen, _unturned, meaning(dict.fromkeys(_ALWAYS, "ready in startup")), until_said),
)
"""What wizards do not do that do not ready."""

# Duties and permissions


def _combat_rule(what: Any) -> Any:
    return lambda end: Phrase(None, (syntax.CombatRule(SUBJECT, what, end),))


def _against(other: Any, end: Any) -> Phrase:
    return Phrase(None, (syntax.CombatRule(SUBJECT, "must attack", end, other),))


def _made(third: bool, who: terms.Thing, end: Any) -> Phrase:
    return Phrase(third, (syntax.CombatRule(who, "must attack", end),))


def _block_this(who: terms.Thing, end: Any) -> syntax.Step:
    """ "Opponents must block this if able": it must be blocked."""
    return syntax.Step(syntax.CombatRule(who, "must be blocked", end))


_can = saying("can", "may", "is able to", "are able to")
_opponents = saying(
    "opponents", "an opponent", "your opponent", "your opponents", "the opponent", "players", "a player",
    "each opponent", "the defending player", "all opponents",
)  # fmt: skip
_past = saying(
    "even if they control summons",
    "even if they control a summon",
    "even if that player controls summons",
    "even if a summon faces it",
    "even if a summon is facing it",
    "even if a summon faces them",
    "even if summons face them",
    "even if a summon is facing them",
    *(
        f"even if {summons} {across} {it}"
        for summons in ("there is a summon", "there are summons", "a summon stands", "a summon is")
        for across in ("facing", "opposite", "across from", "opposing")
        for it in ("it", "this")
    ),
    "even if a summon faces this",
    "even if a summon opposes it",
    "even if its column isn't open",
    "even if its column is not open",
    "even if its column is closed",
    "as though they controlled no summons",
    "as if they controlled no summons",
)
_anywhere = saying(
    "block attacks in any column",
    "block an attack in any column",
    "block in any column",
    "block from any column",
    "block attacks from any column",
    "block from any column, not just an adjacent one",
    "block from any column and not just an adjacent one",
    "block in any column, not just an adjacent one",
    "block attacks in any column, not just an adjacent one",
)
_each_turn = saying(
    *(f"must attack{often} if {able}" for often in ("", " each turn", " every turn", " each of its controller's turns")
      for able in ("able", "it can", "possible", "they can")),
)  # fmt: skip
_that_attack = maybe(
    "it", "that attack", "the attack", "this attack", "attacks", "each attack", "each turn", "every attack",
    "the attacker", "that summon", "the attacking summon", "that attacker", "an attack",
)  # fmt: skip
_twice = saying(
    "attack twice", "attack a second time", "attack one more time", "attack one additional time", "attack again",
    "attack an additional time", "attack two times", "attack up to twice",
)  # fmt: skip
_attacks_anyway = meaning({"attack each turn if able": False, "attacks each turn if able | attacks if able": True})
_blocks_anyway = meaning({"block each turn if able": False, "blocks each turn if able | blocks if able": True})
_in_a_turn = maybe("each turn", "per turn", "a turn", "in a turn", "every turn", "each of your turns", "in each turn")
fighting = any_of(
    seq(_combat_rule("attack past summons"), _can, "attack", _opponents, _past, until_said),
    seq(_combat_rule("attack past summons"), seq(lambda end: end, _can, "attack", _opponents, until), _past),
    seq(_combat_rule("block anywhere"), _can, _anywhere, until_said),
    seq(_combat_rule("attack twice"), _can, _twice, _in_a_turn, until_said),
    seq(lambda third, end: _combat_rule("attack twice")(end), verb("attack twice", "attacks twice"), _in_a_turn,
        until_said),
    seq(lambda third, end: _combat_rule("must attack")(end), _attacks_anyway, until_said),
    seq(lambda third, end: _combat_rule("must block")(end), _blocks_anyway, until_said),
    seq(_combat_rule("must attack"), _each_turn, until_said),
    seq(_combat_rule("must attack"), seq(lambda end: end, "must attack", until), maybe("if able")),
    seq(_against, "must attack", other_side, maybe("each turn"), seq(lambda end: end, "if able", until_said)),
    seq(_against, "must attack", other_side, seq(lambda end: end, until, maybe("if able"))),
    seq(_combat_rule("must block"), "must block", _that_attack, seq(lambda end: end, until_said, "if able")),
    seq(_combat_rule("must block"), "must block", _that_attack, seq(lambda end: end, "if able", until)),
    seq(_combat_rule("must be blocked"), "must be blocked", maybe("each turn"), seq(lambda end: end, until_said,
        "if able")),
    seq(_combat_rule("must be blocked"), "must be blocked", seq(lambda end: end, "if able", until)),
    seq(_made, verb("make", "makes"), thing, "attack if able", until_said),
    seq(_made, verb("make", "makes"), thing, "attack", seq(lambda end: end, until, "if able")),
)  # fmt: skip
"""How somebody attacks and blocks."""


def fighters_of(who: terms.Who) -> terms.Each:
    """Players attack and block with their summons and bosses."""
    control = None if who.player in ("a player", "each player") else who.player
    return terms.Each(terms.Filter(("summon", "boss"), control=control))


# Prices


def _toll(what: Any) -> Any:
    def built(other: Any, much: int, of: Any, end: Any) -> Phrase:
        return Phrase(None, (syntax.Toll(SUBJECT, what, much, of, end, other),))

    return built


_payer = saying(
    "its controller pays", "their controller pays", "their controllers pay", "that player pays", "they pay", "you pay",
    "your opponent pays", "an opponent pays", "the opponent pays", "its controller first pays", "each controller pays",
)  # fmt: skip
_each_time = maybe(
    "for each attack", "each time", "for each of them", "for each attacking summon", "for each such attack",
    "for each summon", "for each summon that attacks", "for each block", "per attack", "for each one",
)  # fmt: skip
_unless = seq(lambda much, of: (much, of), saying("unless", ", unless"), _payer, number, resource, _each_time)
tolls = any_of(
    seq(lambda end, paid: _toll("attack")(None, *paid, end), _cant, "attack", until_said, _unless),
    seq(lambda other, end, paid: _toll("attack")(other, *paid, end), _cant, "attack", other_side, until_said, _unless),
    seq(lambda end, paid: _toll("block")(None, *paid, end), _cant, "block", until_said, _unless),
    seq(
        lambda much, of, other, end: _toll("attack")(other, much, of, end),
        "must pay", number, resource, seq(lambda side: side, "to attack", perhaps(other_side)), until_said,
    ),
    seq(lambda much, of, end: _toll("block")(None, much, of, end), "must pay", number, resource, "to block",
        until_said),
)  # fmt: skip
"""What has to be paid for."""

# Sentences about attacks


def _if_it_attacks(who: terms.Filter, other: Any, end: Any) -> syntax.Step:
    """ "Summons that attack must attack this": they can attack nothing else."""
    return syntax.Step(syntax.Cannot(terms.Each(who), "attack", end, other, only=True))


def _no_more(most: int, meant: terms.Filter, end: Any) -> syntax.Step:
    """ "Only one summon you control can attack each turn": its controller cannot attack with more."""
    whose = meant.control or "each player"
    return syntax.Step(
        syntax.Cannot(terms.Who(whose), "attack with", end, terms.Each(replace(meant, control=None)), most=most)
    )


def _moved(what: terms.Thing) -> syntax.Step:
    if isinstance(what, terms.Each | terms.Both | terms.Who):
        raise Refusal()
    return syntax.Step(syntax.Retarget(what))


_attack = saying("the attack", "that attack", "this attack")
_of_attack = maybe("of the attack", "of that attack", "of this attack")
_ended = saying(
    "ends", "has no effect", "is ended", "is cancelled", "is canceled", "is negated", "is over", "is stopped", "fails",
    "deals no damage", "is prevented",
)  # fmt: skip
_cards = any_of(filter_many, theirs)


def _not_blocked(who: terms.Thing, other: Any, end: Any) -> syntax.Step:
    """ "Your summons' attacks cannot be blocked by summons with less strength than the attacker"."""
    attacker: Any = Participant("attacker")
    side = change(other, lambda part: terms.It() if part == attacker else part)
    return syntax.Step(syntax.Cannot(who, "be blocked", end, side))


def _unblockable() -> syntax.Step:
    """ "That attack cannot be blocked"."""
    attacker: Any = Participant("attacker")
    return syntax.Step(syntax.Cannot(attacker, "be blocked", "end of the attack"))


def _banned_with(who: terms.Player, what: Any, meant: terms.Filter, end: Any) -> syntax.Step:
    """ "Opponents cannot block with acted summons": those that they control cannot."""
    if meant.control or who not in ("you", "an opponent", "each opponent", "each player"):
        raise Refusal()
    control = None if who == "each player" else who
    return syntax.Step(syntax.Cannot(terms.Each(replace(meant, control=control)), what, end))


_attackers = any_of(
    seq(lambda who: who, any_of(thing, seq(terms.Each, filter_many)), saying("'s attacks", "' attacks")),
    seq(
        lambda who: who,
        saying("attacks by", "attacks of", "attacks made by", "attacks declared by"),
        any_of(thing, seq(terms.Each, filter_many)),
    ),
    meaning({"its attacks": terms.It(), "their attacks": terms.Them()}),
)
about_attacks = any_of(
    seq(_not_blocked, _attackers, _cant, saying("be blocked by"), other_side, until_said),
    seq(lambda who, end: _not_blocked(who, None, end), _attackers, _cant, "be blocked", until_said),
    seq(lambda: syntax.Step(syntax.EndAttack()), _attack, _ended),
    seq(_unblockable, _attack, _cant, "be blocked"),
    seq(_banned_with, player, _cant, meaning({"attack with": "attack", "block with": "block"}), filter_many,
        until_said),
    seq(lambda what: _moved(what), "the target of the attack becomes", thing, maybe("instead")),
    seq(lambda what: _moved(what), "the attack is redirected to", thing, maybe("instead")),
    seq(lambda what: _moved(what), saying("it attacks", "the attacker attacks", "the attacking summon attacks",
        "that summon attacks"), thing, "instead"),
    seq(_if_it_attacks, _cards, saying("that attack must attack", "must attack only"), other_side, until_said),
    seq(_if_it_attacks, seq(lambda who: who, saying("each", "a"), filter_one),
        saying("that attacks must attack", "must attack only"), other_side, until_said),
    seq(_block_this, _opponents, "must block", thing, seq(lambda end: end, until_said, "if able")),
    seq(_no_more, saying("only", "no more than", "at most"), number, any_of(filter_one, filter_many),
        saying("can attack", "may attack"), _in_a_turn, until_said),
)  # fmt: skip
"""Sentences about the attack under way, and about who attacks, as steps."""


def _retargeted(what: Any) -> syntax.Deed:
    return syntax.Retarget(what)


_ends = meaning({"end | cancel | stop | negate | prevent": False, "ends | cancels | stops | negates": True})
attack_orders = any_of(
    seq(made(syntax.EndAttack), _ends, _attack),
    seq(made(_retargeted), meaning({"change the target": False, "changes the target": True}), _of_attack, "to", thing),
    seq(
        made(_retargeted), verb("have", "has"), thing,
        saying("become the target", "become the new target", "be attacked"), _of_attack, maybe("instead"),
    ),
    seq(made(_retargeted), verb("redirect", "redirects"), _attack, "to", thing, maybe("instead")),
    seq(lambda third: Phrase(third, (syntax.Retarget(SUBJECT),)), meaning({
        "become the target | become the new target": False, "becomes the target | becomes the new target": True,
        "is attacked": True}), _of_attack, maybe("instead")),
)  # fmt: skip
"""What is done with the attack under way."""
