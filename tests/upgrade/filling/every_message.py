"""Every message that the site may keep, once: those that no evening happens to bring about are written by hand."""

import re

from bos_tournament.audit.database_roles import as_owner
from django.db import connection

from bos_tournament.judging.models import Penalty
from bos_tournament.matches.models import Correction, Match
from bos_tournament.messages import sentences_of_the_site, words
from bos_tournament.pairing import messages as of_pairing
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from engine.messages import Message, code_json, in_a_row
from tests.factories import EntrantFactory, StaffFactory, UserFactory, pinned_pool
from tests.tournaments import running_tournaments
from tests.upgrade.filling.every_format import begun, finish, named

GAP = re.compile(r"%\((\w+)\)s")
ON = Message("result.still_on", games="Word A 2 – Word B 1")
SAMPLES = {
    "round_called": Message("round_called.semi_finals"),
    **dict.fromkeys(("player", "former"), "Word A"),
    "note": "Signed by both.",
    "group": "B",
    "why": Message("entrant.no_list"),
    "reason": Message("reason.played"),
    "result": ON,
    "games": "Word A 2 – Word B 1",
    "numbers": Message("consequence.or", some="2", last="4"),
    "card": "Thornback",
    "differences": in_a_row(
        [
            Message("deck_check.other_in_deck", card="Thornback", found=3, expected=2),
            Message("deck_check.only_in_reserves", card="Bellows", found=1),
        ]
    ),
}
# What stands within other messages.
PARTS = {"consequence.or", "result.still_on", "result.nobody_wins", "result.one_wins"}
SENTENCES = {**sentences_of_the_site(), **of_pairing.sentences()}


def filled(*subjects):
    """Every message of these subjects, with something in each gap."""
    for code, said in SENTENCES.items():
        if code.partition(".")[0] in subjects and code not in PARTS:
            yield Message(code, **{name: SAMPLES.get(name, "7") for name in GAP.findall(said)})


def keep_all():
    cup = running_tournaments.start(begun("Word", 16), planned=5)
    for _ in range(5):
        running_tournaments.play_and_close(cup)
    finish(cup)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        reasons_of_pairs(cup)
        changes(cup)
        cursor.execute("RESET session_replication_role")
    notes()


def reasons_of_pairs(cup):
    pairings = Pairing.objects.filter(round__stage__tournament=cup).order_by("round__number", "table")
    reasons = list(filled("bye", "pair", "drawn"))
    assert pairings.count() >= len(reasons)
    for pairing, why in zip(pairings, reasons, strict=False):
        Pairing.objects.filter(pk=pairing.pk).update(why_message=code_json(why))


def changes(cup):
    """What a penalty and a correction changed, and for which reasons of the site results were entered."""
    penalty = Penalty.objects.filter(level="match_loss").order_by("made_at").first()
    told = list(map(code_json, filled("result", "consequence", "penalty")))
    note = next(one for one in filled("deck_check") if one.code == "deck_check.found")
    Penalty.objects.filter(pk=penalty.pk).update(told=told, **words("note", note))
    corrections = Correction.objects.filter(match__pairing__round__stage__tournament=cup).order_by("made_at", "pk")
    first = corrections.first()
    after = {**first.after, "changes": list(map(code_json, filled("result")))}
    Correction.objects.filter(pk=first.pk).update(after=after)
    for correction, reason in zip(corrections, filled("desk", "penalty", "deck_check"), strict=False):
        Correction.objects.filter(pk=correction.pk).update(**words("reason", reason))
    assert Match.objects.filter(corrections=first).exists()


def notes():
    """Why somebody is not in, for every reason there is, at a tournament that is open and one that runs."""
    for slug, states in (("note-cup", ("refused", "removed")), ("noted-cup", ("removed", "dropped"))):
        word = slug.partition("-")[0].title()
        cup = running_tournaments.opened(named(word, 4), name=slug.replace("-", " ").title(), slug=slug)
        StaffFactory(tournament=cup, role="head_judge")
        if slug == "noted-cup":
            cup = running_tournaments.start(cup)
        for number, note in enumerate(filled("entrant")):
            user = UserFactory(handle=f"{word} {number}", password=None)
            facts = {"state": states[number % 2], "place": None, **words("note", note)}
            EntrantFactory(tournament=cup, user=user, dropped_after=0 if facts["state"] == "dropped" else None, **facts)
    assert Tournament.objects.get(slug="noted-cup").pool_id or pinned_pool()
    assert Entrant.objects.filter(note_message__code="entrant.left_out").exists()
