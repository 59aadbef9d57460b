"""What the engine says about an entry of the catalogue and about the sentences of a card, for whoever writes cards."""

from dataclasses import replace

from django.utils.translation import gettext_noop as _

from bos_tournament.history import sentences
from bos_tournament.history.sentences import ANYTHING, Patterns
from engine.bos.cards import EntryProblem

ENTRIES = (
    _("Another entry has this name; keep one of them."),
    _("This catalogue is too long: at most %(most)s characters can be read."),
    _("This is not JSON: line %(line)s, column %(column)s cannot be read."),
    _("This is not a catalogue: it holds a number or a nesting beyond reason."),
    _("A catalogue is a JSON list of cards: put the cards between [ and ]."),
    _("This catalogue has %(number)s cards; at most %(most)s can be read."),
    _("A card is an object with a name, a type and a color."),
    _("A card needs a name."),
    _("A name has at most %(most)s characters; shorten it."),
    _("A deck list could not hold this name; leave out #, outer or double spaces, counts and headings."),
    _("Choose one of %(words)s."),
    _("Write a sentence, or null where there is none."),
    _("At most %(most)s characters; this has %(number)s."),
    _("This holds characters that cannot be printed; type it again."),
    _("Write a whole number from %(number)s to %(most)s, or null where there is none."),
    _("Write true or false."),
    _('Write a list of at most %(most)s objects {"text": …, "mandatory": …}.'),
    _('Write a list of at most %(most)s objects {"set": …, "rarity": …, "artist": …}.'),
    _("Every ability needs its text."),
    _("%(kind)s has no %(fact)s; write null."),
    _("%(kind)s needs its %(fact)s."),
    _("A spell needs its text."),
    _("A boss"),
    _("A summon"),
    _("A wizard"),
    _("A spell"),
)

TEXTS = (
    _("A text has at most %(most)s characters; this has %(number)s. Split it into two abilities."),
    _("This is too complicated to read; split it into shorter sentences."),
    _("Here one says “%(text)s”, not “%(word)s”."),
    _("%(here)s %(after)s could stand: %(words)s."),
    _("%(here)s %(after)s could stand: %(words)s. Did you mean “%(text)s”?"),
    _("Here the text ends."),
    _("Everything before this was read."),
    _("At the beginning"),
    _("After “%(text)s”"),
    _("“Has”, “have” and “cost” say what holds all the time. For something that happens once write “gains”."),
    _("Say how long this lasts: “this turn”, “until the start of your next turn”, “for the rest of the game”."),
    _(
        "Behind “Enchant …” stands what holds as long as the spell lies there: more or less strength, or “cannot”. "
        "Write what happens once as a second ability: “When the enchanted summon …”."
    ),
    _("What happens instead cannot ask anybody yet: name the card, such as “this”, and leave out “may”."),
    _("It is not known on which card this stands; write the wizard's name."),
    _("Say when this happens: begin with “During your main phase, [act]:” or “When this …:”."),
    _("Nobody draws cards here: all of a castle and a spellbook can be used at any time."),
    _("What is cast is not taken back here; let spells “cost 1 more vim”."),
    _("Piles have no order here, so nothing is shuffled."),
    _("There is no luck in this game."),
    _("There are no words for abilities here; say what the card does."),
    _("%(wish)s is not read yet. What works and comes near: “%(text)s”"),
    _("Using the ability of another card"),
    _("Copying a card"),
    _("A change of control"),
    _("Looking through a pile"),
    _("An ability in quotation marks"),
    _("This costs nothing and has no limit, so it can be used without end; add a cost or a limit."),
    _("What this does sets it off again, and nobody can stop it; add a limit, a cost or a condition."),
    _("Nobody can control %(number)s of these cards; this never holds."),
    _("No card fits this: its parts exclude each other."),
    _("You never have such a card: all cards of a deck with this one are %(color)s."),
    _("This card is %(kind)s, not a summon; write “this”."),
    _("“Summon” leaves bosses out, though players are named; write “summon or boss” if bosses are meant."),
    _("Two cards could be meant by “it” here; name the one, such as “this” or “the other card”."),
    _("A deck has %(card)s only once, because its wizards differ from each other."),
    _("%(card)s is %(kind)s, not a wizard."),
    _("%(card)s is %(color)s, and this card is %(other_color)s."),
    _("All wizards of a deck with this card are %(color)s."),
    _("A deck has %(most)s wizards; nobody can use %(number)s."),
    _("“Must” belongs to the arrow of a mandatory ability; this one is optional. Change the symbol or the word."),
    _("A mandatory ability says “must”: write “you must …” or “this must …”, or make it optional."),
    _("This can be read in two ways: “%(text)s” or “%(word)s”. Write it as one of them."),
    _("This says something that cannot be meant: %(text)s."),
    _("This card is %(kind)s; say “this” or “this %(word)s”."),
    _("Not every card that can be enchanted here is %(kind)s; say “the enchanted card”."),
    _("No card is named before “it”; say which card is meant."),
    _("No cards are named before “them”; say which cards are meant."),
    _("“The target” is what this attacks: begin with “When this attacks”."),
    _("There is no other card in this event; say which card is meant."),
    _("Nothing is enchanted here: begin with “Enchant a summon.”"),
    _("No amount comes before “that much”; write the number."),
    _("No player is named before “that player”; say who is meant."),
    _("No card is named before “its controller”; say who is meant."),
)

# What the grammar of card texts has to say where a sentence goes astray.
GRAMMAR = (
    _("Only one event sets off an ability; write one ability for each."),
    _("“If you do” and “otherwise” need a sentence before them."),
    _("One chooses among at least two ways; put “•” before each."),
    _("Write what stands from here on as an ability of its own, below “Enchant …”."),
    _("How often the ability may be used is said twice."),
    _("A summon is conducted with wizards: write “any red wizard” or a wizard's name."),
    _("A summon is always conducted with your own wizards; leave it away."),
    _("Write “any” for one wizard."),
    _("After a number other than one the word stands in the plural."),
    _("Only a player does that: write “you may …”, “you must …” or leave the subject away."),
    _("Another player is named only where that player chooses a card."),
    _("Only a player loses the game; a card is defeated."),
    _("Players have life, vim and ether; cards have strength."),
    _("Only a player pays: write “you may pay …”."),
    _("That is done to cards, not to players."),
    _("Damage is dealt by one card; leave the subject away where it is this one."),
    _("The verb does not fit its subject."),
    _("A prohibition takes neither “may” nor “must”."),
    _("Somebody has to do that: write who, or the verb as an order."),
    _("This does not last, or its end was said already."),
    _("Write “spells you cast”, but “spells an opponent casts”."),
    _("Only what a player may do can be the price of something: write “you may …”."),
    _("Write “for each …” behind the amount: “deal 1 damage to a summon for each …”."),
    _("“X is …” belongs to one effect that says X; write the others with “equal to …”."),
    _("There are two conditions; join them with “and”."),
    _("Behind “you may …:” stands only what is done for it."),
    _("“Instead” needs a sentence before it that it can take the place of."),
    _("“Otherwise” needs a sentence before it that may or may not happen."),
    _("A range goes from the smaller number to the larger one."),
    _("Write “you control” and “you have”, but “an opponent controls” and “an opponent has”."),
    _("Who controls the cards was said already."),
    _("The pile must be the pile of the player who has the cards."),
    _("The abilities of a card work only while it is on the battlefield; leave this condition away."),
    _("A card goes to its owner's pile: write “its owner's”."),
    _("Nothing is left to choose there; say what happens to it."),
    _("What is removed is an enchantment; a card is defeated or returned."),
    _("A summon is conducted with a wizard."),
    _("The same event is named twice; name it once."),
    _("An event sets the ability off at once, in whatever turn; leave “this turn” away."),
    _("The same type of card is named twice; name it once."),
    _("Write “you control”, and “an opponent controls”."),
    _("Write “you own”, and “an opponent owns”."),
    _("This is said twice of the same card; say it once."),
    _("Only enchantments lie on a card: write “an enchantment on it”."),
    _("A card in a pile has an owner, but neither a controller nor a column."),
    _("“Other” is said twice; say it once."),
    _("“The” needs a card that there is only one of; write “a” or “each”."),
    _("Whose card it is was said twice; say it once."),
    _("Only spells have a price in vim: write “Spells you cast cost 1 less vim.”"),
)
NAMES = (
    _("No card is called %(name)s. Check the spelling or choose another card."),
    _("No card is called %(name)s. Did you mean %(near)s?"),
    _("%(name)s or %(next)s"),
)
COLOR = "(?:red|yellow|blue)"
PATTERNS = Patterns(
    *(*ENTRIES, *TEXTS, *GRAMMAR, *NAMES),
    gaps={
        **dict.fromkeys(("text", "word", "words", "card", "name", "next"), ANYTHING),
        **dict.fromkeys(("color", "other_color"), COLOR),
        **dict.fromkeys(("most", "number"), "[0-9,]+"),
        "kind": "[Aa] (?:boss|summon|wizard|spell)",
        "fact": "(?:condition|strength|cost)",
        "here": r"(?:Here the text ends\.|Everything before this was read\.)",
        "after": "(?:At the beginning|After “.*?”)",
    },
    words={"kind", "fact", "here", "after", "wish", "color", "other_color", "near"},
)


def in_words(said: str) -> str:
    """A sentence about a card, as the language of this moment says it; words of card texts stay English."""
    return sentences.in_words(said, PATTERNS)


def fault_in_words(fault: EntryProblem) -> EntryProblem:
    return replace(fault, message=in_words(fault.message))
