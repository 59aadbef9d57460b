"""What an ability means, told plainly for people: when, at what price, who chooses what, what happens and how long.

A meaning is a message, put together from the phrases in `engine/bos/phrases.toml`, and is said in the reader's language
where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from engine.bos.cardtext import paraphrase_conditions as conditions
from engine.bos.cardtext import paraphrase_targets as things
from engine.bos.cardtext.effects.replacements import asks_first
from engine.bos.cardtext.paraphrase_effects import chosen, happening, subject_of, until_phrase
from engine.bos.cardtext.paraphrase_targets import Context, player_phrase
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.printer_effects import decider
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType
from engine.messages import Arg, Message


def tell_meaning(
    text: syntax.Text, *, card_type: CardType | None = None, number: int = 1, enchants: bool = False
) -> Message:
    """The ability in plain words, part by part: "optional; in your main phase; cost: this card acts; …".

    `number` is its number on the card, and `enchants` says whether the card has a text that enchants: a spell is cast
    once, and what an enchantment says beside that is an ability it has where it lies. Raises Unsayable for a tree that
    has no sentence.
    """
    print_text(text, card_type=card_type)
    kind = _kind(text, card_type, number, enchants=enchants or _speaks_of_host(text))
    told = _one_after_another([kind, *_parts(text)])
    for other in text.beside:
        own = [_kind(other, card_type, 2, enchants=True), *_parts(other, text.enchant)]
        told = Message("bos.meaning.besides", first=told, then=_one_after_another(own))
    return told


def _parts(text: syntax.Text, under: terms.Filter | None = None) -> Iterator[Message]:
    context = conditions.context_of(text, under)
    now = replace(context, continuous=text.continuous and not text.enchant)
    yield from (conditions.moment(now, moment) for moment in text.moments)
    if text.instead:
        yield conditions.replaced(context, text.instead)
    if text.cost:
        yield conditions.price(context, text.cost)
    if text.enchant:
        yield Message("bos.meaning.put_under", what=things.one(context, text.enchant))
    yield from _steps(context, text)
    if text.limit:
        yield Message(f"bos.meaning.once_a_{text.limit}")


def _one_after_another(sentences: list[Message]) -> Message:
    first, *others = sentences
    for other in others:
        first = Message("bos.meaning.then", first=first, then=other)
    return first


def _kind(text: syntax.Text, card_type: CardType | None, number: int, *, enchants: bool) -> Message:
    if text.must:
        return Message("bos.meaning.mandatory")
    if text.enchant:
        return Message("bos.meaning.enchantment")
    if text.continuous:
        return Message("bos.meaning.always_on")
    if text.instead and asks_first(text):
        return Message("bos.meaning.optional")
    if text.instead:
        return Message("bos.meaning.by_itself" if card_type is not CardType.SPELL or enchants else "bos.meaning.cast")
    if card_type is not CardType.SPELL or enchants:
        return Message("bos.meaning.optional")
    return Message("bos.meaning.cast") if number == 1 else Message("bos.meaning.after_that")


def _speaks_of_host(text: syntax.Text) -> bool:
    return any(isinstance(part, terms.Host) for part in parts(text))


# Steps


def _steps(context: Context, text: syntax.Text) -> Iterator[Message]:
    mode: int | None = None
    for number, step in enumerate(text.steps):
        sentence = _step(context, number, step)
        if step.mode is not None and step.mode != mode:
            code = "bos.meaning.way" if mode is not None or text.ways != syntax.ONE_WAY else "bos.meaning.first_way"
            sentence = Message(code, number=step.mode, said=sentence)
            if mode is None and text.ways != syntax.ONE_WAY:
                sentence = Message("bos.meaning.then", first=_choosing(context, text.ways), then=sentence)
        mode = step.mode
        yield sentence


def _choosing(context: Context, ways: syntax.Ways) -> Message:
    """Who chooses how many different ways."""
    many = "" if ways.most == 1 else "s" if ways.least == ways.most else "s_between"
    numbers: dict[str, Arg] = {} if not many else {"number": ways.most}
    if many == "s_between":
        numbers = {"least": ways.least, "number": ways.most}
    who = player_phrase(ways.by, context)
    said = Message(f"bos.meaning.chooses_way{many}", player=who, **numbers)
    return Message(f"bos.meaning.not_chosen_{ways.fresh}", said=said) if ways.fresh else said


def _step(context: Context, number: int, step: syntax.Step) -> Message:
    before = list(_before(context, step))
    if isinstance(step.deed, syntax.Delay):
        return _later(context, step.deed, before)
    choice, deed = chosen(context, number, step.deed)
    now = replace(context, itself=subject_of(step.deed))
    happens = _granted(now, deed) if isinstance(deed, syntax.Grant) else happening(now, deed, step.deed)
    first, *then = [sentence for sentence in (choice, happens) if sentence]
    return _one_after_another([_behind(before, first), *then])


def _granted(context: Context, deed: syntax.Grant) -> Message:
    """An ability that cards have, or have from now on, told as a text of its own."""
    who = things.thing(context, things.unasked(deed.who), subject=True)
    said = tell_meaning(deed.text)
    if context.continuous:
        return Message("bos.deed.have_ability", who=who, said=said)
    if not deed.until:
        return Message("bos.deed.gain_ability", who=who, said=said)
    return Message("bos.deed.gain_ability_until", who=who, said=said, until=until_phrase(deed.until))


def _behind(before: list[Message], said: Message) -> Message:
    if not before:
        return said
    joined = reduce(lambda head, tail: Message("bos.meaning.before", first=head, last=tail), before)
    return Message("bos.meaning.step", before=joined, said=said)


def _later(context: Context, deed: syntax.Delay, before: list[Message]) -> Message:
    """What waits: its moment, and what is done then."""
    inner = replace(context, other=conditions.other((deed.when,)), delay=deed)
    said = [_step(inner, number, step) for number, step in enumerate(deed.steps)]
    awaited = Message("bos.meaning.awaited", moment=conditions.awaited(inner, deed), said=_one_after_another(said))
    return _behind(before, awaited)


def _before(context: Context, step: syntax.Step) -> Iterator[Message]:
    """What must be so before the step is carried out."""
    if step.did is not None:
        yield Message("bos.meaning.if_done" if step.did else "bos.meaning.if_not_done")
    if step.only:
        yield Message("bos.meaning.if_so", holds=conditions.predicate(context, step.only))
    if step.unless:
        yield Message("bos.meaning.unless", holds=conditions.predicate(context, step.unless))
    if step.may:
        yield Message("bos.meaning.if_likes", player=player_phrase(decider(step.deed), context))


# Conditions of summons and bosses


def tell_summoning_condition(condition: syntax.SummoningCondition) -> Message:
    """A summoning condition in plain words."""
    print_summoning_condition(condition)
    ways = things.listed([_wizards(way) for way in condition.ways], "or")
    price = [conditions.price(Context(), condition.cost)] if condition.cost else []
    return _one_after_another([Message("bos.meaning.to_summon", wizards=ways), *_only(condition.only), *price])


def _wizards(condition: syntax.SummoningCondition) -> Message:
    if condition.names:
        return things.listed([Message("bos.noun.by_name", name=name) for name in condition.names], "and")
    noun = things.bare(Context(), condition.wizard, many=condition.count != 1)
    if condition.count == 1:
        return Message("bos.which.any", noun=noun)
    return Message("bos.which.number", number=things.number_word(condition.count), noun=noun)


def _only(holds: terms.Predicate | None) -> list[Message]:
    if isinstance(holds, terms.Not):
        return [Message("bos.meaning.unless", holds=conditions.predicate(Context(), holds.part))]
    return [Message("bos.meaning.only_if", holds=conditions.predicate(Context(), holds))] if holds else []


def tell_boss_condition(condition: syntax.BossCondition) -> Message:
    """A boss's condition in plain words."""
    print_boss_condition(condition)
    price = [conditions.price(Context(), condition.cost)] if condition.cost else []
    return _one_after_another([Message("bos.meaning.to_rise"), *_only(condition.only), *price])
