"""Whoever reads the database or a backup without its keys learns no list, draft or swap."""

import pytest
from django.db import connection
from django.db.models import F
from django.urls import reverse

from bos_tournament.decks import drafts, submitted_versions
from bos_tournament.decks.models import Deck, DeckVersion
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.models import CheckedDeck
from bos_tournament.matches import current_decks, reserve_swaps
from bos_tournament.matches.models import Match, Swap
from bos_tournament.operations.encrypted_text import Lost, Sealed, seal
from bos_tournament.privacy import erasure
from bos_tournament.tournaments.decklists import submissions as handing_in
from bos_tournament.tournaments.models import Entrant
from engine.bos.decks.deck_lists import read_deck, starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckVersionFactory, EntrantFactory, TournamentFactory, UserFactory, pinned_pool
from tests.judging.cases import at_a_table
from tests.matches.playing import match_at, seats
from tests.matches.test_secrets import everything_stored

pytestmark = pytest.mark.django_db
GROVE = next(iter(starter_decks().values()))
NAMED = GROVE.replace(GROVE.split("\n")[0], "Name: Nightingale", 1)
CATALOGUE = ("cards_",)  # what all cards are is no secret


def hand_in(owner, text=NAMED):
    return submitted_versions.hand_in(owner, text=text, pool=sample_pool(), edition="bos-1")


def told_by_the_database(*names):
    """The rows outside the catalogue in which one of these names stands, as text or as bytes."""
    forms = [form for name in names for form in (name, name.encode().hex())]
    rows = (row for row in everything_stored() if not row.startswith(CATALOGUE))
    return [row for row in rows if any(form in row for form in forms)]


def names_of(text):
    deck = read_deck(text)
    return sorted({entry.name for entry in (*deck.main, *deck.reserves)})


def swap_something(match):
    anna, _ = seats(match)
    kinds = reserve_swaps.movable(match.games.last(), anna)["summon"]
    out, into = kinds["out"][0].name, kinds["into"][0].name
    reserve_swaps.swap_reserves(anna, out=[out], into=[into])


def test_no_row_of_the_database_tells_a_card_of_a_list_a_draft_or_a_swap():
    anna = UserFactory(handle="Anna")
    tournament = TournamentFactory(pool=pinned_pool())
    handing_in.submit_list(EntrantFactory(tournament=tournament, user=anna), text=NAMED)
    drafts.save_draft(anna, None, name="Deck with Root Giant", text=NAMED)
    swap_something(match_at(Match.Step.SWAPPING))
    assert Swap.objects.get().out

    assert told_by_the_database("Nightingale", *names_of(GROVE)) == []
    version = anna.deck_versions.get()
    assert (version.name, version.text[:5]) == ("Nightingale", "Name:")


def test_a_deck_check_keeps_what_it_expects_and_finds_from_the_database_too():
    case = at_a_table()
    version = hand_in(case.anna.user)
    check = check_desk.DeckCheck.objects.create(
        pairing=case.match.pairing, rule="hand", state="begun", picked_by=case.judge
    )
    deck = CheckedDeck.objects.create(
        deck_check=check, seat=case.anna, expected=version.text, differences=[{"card": "Root Giant", "found": 2}]
    )

    kept = CheckedDeck.objects.get(pk=deck.pk)

    assert told_by_the_database("Nightingale", "Root Giant") == []
    assert (kept.expected, kept.differences) == (version.text, [{"card": "Root Giant", "found": 2}])


def test_what_was_opened_reads_as_it_was_written_on_every_way():
    version = hand_in(UserFactory())
    DeckVersion.objects.bulk_create([DeckVersion(owner=version.owner, text="2 Root Giant", color="red", boss="Igor")])

    loaded = DeckVersion.objects.get(pk=version.pk)
    deferred = DeckVersion.objects.defer("text").get(pk=version.pk)

    other = DeckVersion.objects.exclude(pk=version.pk).get()

    assert loaded.text == deferred.text == version.text
    assert (other.text, other.boss, other.name) == ("2 Root Giant", "Igor", "")
    loaded.refresh_from_db()
    assert loaded.boss == version.boss


def test_a_value_that_is_moved_to_another_row_or_field_does_not_open():
    anna, ben = hand_in(UserFactory()), DeckVersionFactory(text="1 Root Giant")
    table = DeckVersion._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET text = (SELECT text FROM {table} WHERE id = %s), name = text WHERE id = %s",
            [anna.pk, ben.pk],
        )

    moved = DeckVersion.objects.get(pk=ben.pk)

    assert isinstance(moved.text, Lost)
    assert str(moved.text).startswith("# This deck list can no longer be opened")
    assert moved.name == "(cannot be opened)"


def test_without_the_key_pages_say_so_and_the_list_is_asked_for_again(settings, tmp_path, signed_in):
    tournament = TournamentFactory(pool=pinned_pool())
    entrant = EntrantFactory(tournament=tournament)
    handing_in.submit_list(entrant, text=GROVE)
    deck = drafts.save_draft(entrant.user, None, name="Grove", text=GROVE)
    settings.LISTS_KEY_FILE = tmp_path / "keys" / "lists.key"
    browser = signed_in(entrant.user)

    page = browser.get(reverse("tournaments:deck", args=[tournament.slug]))
    draft = browser.get(reverse("decks:edit", args=[deck.pk]))

    assert "This deck list can no longer be opened" in draft.text
    assert page.status_code == 200
    assert handing_in.illegal([Entrant.objects.get(pk=entrant.pk)], tournament) == {entrant.pk}
    again = browser.post(reverse("tournaments:deck", args=[tournament.slug]), {"text": GROVE})
    assert again.status_code == 302
    assert Entrant.objects.get(pk=entrant.pk).deck_version.text.startswith("Name: ")


def test_a_row_that_did_not_open_is_saved_as_it_was(settings, tmp_path):
    deck = drafts.save_draft(UserFactory(), None, name="Grove", text=GROVE)
    key, settings.LISTS_KEY_FILE = settings.LISTS_KEY_FILE, tmp_path / "lists.key"
    lost = Deck.objects.get(pk=deck.pk)
    assert lost.name == "(cannot be opened)"

    lost.save()
    settings.LISTS_KEY_FILE = key

    assert Deck.objects.get(pk=deck.pk).text == GROVE


def test_a_query_neither_writes_nor_compares_what_is_sealed():
    with pytest.raises(TypeError):
        DeckVersion.objects.update(text="1 Root Giant")
    with pytest.raises(TypeError):
        DeckVersion.objects.filter(boss="Igor").exists()
    with pytest.raises(TypeError):
        DeckVersion.objects.annotate(same=F("boss")).filter(same="Igor").exists()


def test_each_sealing_is_another_one():
    assert seal("1 Root Giant", place=b"here") != seal("1 Root Giant", place=b"here")


def test_the_key_lies_in_a_file_for_its_owner_alone(settings, tmp_path):
    settings.LISTS_KEY_FILE = tmp_path / "keys" / "lists.key"

    sealed = seal("1 Root Giant", place=b"here")

    assert isinstance(sealed, Sealed)
    assert settings.LISTS_KEY_FILE.stat().st_mode & 0o777 == 0o600
    assert len(settings.LISTS_KEY_FILE.read_bytes()) == 32


def test_erasing_takes_the_name_out_of_a_list_and_leaves_the_cards():
    version = hand_in(UserFactory())

    erasure.erase(version.owner)

    kept = DeckVersion.objects.get(pk=version.pk)
    assert (kept.name, "Nightingale" in kept.text) == ("", False)
    assert names_of(kept.text) == names_of(version.text)


def test_the_lists_of_a_table_are_opened_without_asking_once_more(django_assert_num_queries):
    matches = [match_at(Match.Step.SWAPPING) for _ in range(2)]
    swap_something(matches[0])
    found = list(Match.objects.prefetch_related("seats__deck_version"))

    with django_assert_num_queries(1):
        now = current_decks.lists_now(found)

    assert len(now) == 4
    assert all(text.startswith(("Name", "Boss")) for text in now.values())
