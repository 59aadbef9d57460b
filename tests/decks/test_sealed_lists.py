"""Whoever reads the database or a backup without its keys learns no list, draft or swap."""

from importlib import import_module

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.urls import reverse

from bos_tournament.accounts import erasing
from bos_tournament.decks import lists, versions
from bos_tournament.decks.models import Deck, DeckVersion
from bos_tournament.history.database_roles import as_owner
from bos_tournament.history.sealed_text import Lost, Sealed, seal, seal_column
from bos_tournament.judging import deck_checks
from bos_tournament.judging.models import CheckedDeck
from bos_tournament.matches import expected, swapping
from bos_tournament.matches.models import Match, Swap
from bos_tournament.tournaments import lists as handing_in
from bos_tournament.tournaments.models import Entrant
from engine.bos.cards import sample_pool
from engine.bos.decks import read_deck, starter_decks
from tests.factories import DeckVersionFactory, EntrantFactory, TournamentFactory, UserFactory, pinned_pool
from tests.judging.cases import at_a_table
from tests.matches.playing import match_at, seats
from tests.matches.test_secrets import everything_stored

pytestmark = pytest.mark.django_db
GROVE = next(iter(starter_decks().values()))
NAMED = GROVE.replace(GROVE.split("\n")[0], "Name: Nightingale", 1)
CATALOGUE = ("cards_",)  # what all cards are is no secret


def hand_in(owner, text=NAMED):
    return versions.hand_in(owner, text=text, pool=sample_pool(), edition="bos-1")


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
    kinds = swapping.movable(match.games.last(), anna)["summon"]
    out, into = kinds["out"][0].name, kinds["into"][0].name
    swapping.swap_reserves(anna, out=[out], into=[into])


def test_no_row_of_the_database_tells_a_card_of_a_list_a_draft_or_a_swap():
    anna = UserFactory(handle="Anna")
    tournament = TournamentFactory(pool=pinned_pool())
    handing_in.submit_list(EntrantFactory(tournament=tournament, user=anna), text=NAMED)
    lists.save_draft(anna, None, name="Deck with Root Giant", text=NAMED)
    swap_something(match_at(Match.Step.SWAPPING))
    assert Swap.objects.get().out

    assert told_by_the_database("Nightingale", *names_of(GROVE)) == []
    version = anna.deck_versions.get()
    assert (version.name, version.text[:5]) == ("Nightingale", "Name:")


def test_a_deck_check_keeps_what_it_expects_and_finds_from_the_database_too():
    case = at_a_table()
    version = hand_in(case.anna.user)
    check = deck_checks.DeckCheck.objects.create(
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
    assert str(moved.text).startswith("# This list cannot be opened any more")
    assert moved.name == "(cannot be opened)"


def test_without_the_key_pages_say_so_and_the_list_is_asked_for_again(settings, tmp_path, signed_in):
    tournament = TournamentFactory(pool=pinned_pool())
    entrant = EntrantFactory(tournament=tournament)
    handing_in.submit_list(entrant, text=GROVE)
    deck = lists.save_draft(entrant.user, None, name="Grove", text=GROVE)
    settings.LISTS_KEY_FILE = tmp_path / "keys" / "lists.key"
    browser = signed_in(entrant.user)

    page = browser.get(reverse("tournaments:deck", args=[tournament.slug]))
    draft = browser.get(reverse("decks:edit", args=[deck.pk]))

    assert "This list cannot be opened any more" in draft.text
    assert page.status_code == 200
    assert handing_in.illegal([Entrant.objects.get(pk=entrant.pk)], tournament) == {entrant.pk}
    again = browser.post(reverse("tournaments:deck", args=[tournament.slug]), {"text": GROVE})
    assert again.status_code == 302
    assert Entrant.objects.get(pk=entrant.pk).deck_version.text.startswith("Name: ")


def test_a_row_that_did_not_open_is_saved_as_it_was(settings, tmp_path):
    deck = lists.save_draft(UserFactory(), None, name="Grove", text=GROVE)
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


def test_what_lay_open_before_is_sealed_in_its_place():
    version = DeckVersionFactory()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE decks_deckversion SET text = %s, boss = %s", [b"1 Root Giant", b"Igor"])
        assert told_by_the_database("Root Giant")
        for field in ("text", "boss"):
            seal_column(cursor, label="decks.deckversion", field=field)

    found = DeckVersion.objects.get(pk=version.pk)

    assert told_by_the_database("Root Giant", "Igor") == []
    assert (found.text, found.boss) == ("1 Root Giant", "Igor")


@pytest.mark.django_db(transaction=True)
def test_an_older_database_is_sealed_when_it_is_brought_up():
    """Its columns are text and JSON, as they were; then come the migrations' own statements."""
    swap_something(match_at(Match.Step.SWAPPING))
    of_lists = import_module("bos_tournament.decks.migrations.0002_sealed_lists")
    of_swaps = import_module("bos_tournament.matches.migrations.0008_sealed_swaps")
    of_checks = import_module("bos_tournament.judging.migrations.0007_sealed_checks")
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE decks_deckversion ALTER text TYPE text USING '1 Root Giant'")
        cursor.execute("""ALTER TABLE matches_swap ALTER "out" TYPE jsonb USING '["Root Giant"]'::jsonb""")
        cursor.execute("ALTER TABLE judging_checkeddeck ALTER expected TYPE text USING ''")
        before = told_by_the_database("Root Giant")

        cursor.execute(of_lists.to_bytes("deckversion", "text"))
        cursor.execute(of_swaps.to_bytes("out"))
        cursor.execute(of_checks.to_bytes("expected"))
        seal_column(cursor, label="decks.deckversion", field="text")
        seal_column(cursor, label="matches.swap", field="out")
        after = told_by_the_database("Root Giant")
        lists_now, swap = {version.text for version in DeckVersion.objects.all()}, Swap.objects.get()
        transaction.set_rollback(True)

    assert (len(before), after) == (3, [])  # two who play, and what one of them swapped
    assert (lists_now, swap.out) == ({"1 Root Giant"}, ["Root Giant"])


def test_the_key_lies_in_a_file_for_its_owner_alone(settings, tmp_path):
    settings.LISTS_KEY_FILE = tmp_path / "keys" / "lists.key"

    sealed = seal("1 Root Giant", place=b"here")

    assert isinstance(sealed, Sealed)
    assert settings.LISTS_KEY_FILE.stat().st_mode & 0o777 == 0o600
    assert len(settings.LISTS_KEY_FILE.read_bytes()) == 32


def test_erasing_takes_the_name_out_of_a_list_and_leaves_the_cards():
    version = hand_in(UserFactory())

    erasing.erase(version.owner)

    kept = DeckVersion.objects.get(pk=version.pk)
    assert (kept.name, "Nightingale" in kept.text) == ("", False)
    assert names_of(kept.text) == names_of(version.text)


def test_the_lists_of_a_table_are_opened_without_asking_once_more(django_assert_num_queries):
    matches = [match_at(Match.Step.SWAPPING) for _ in range(2)]
    swap_something(matches[0])
    found = list(Match.objects.prefetch_related("seats__deck_version"))

    with django_assert_num_queries(1):
        now = expected.lists_now(found)

    assert len(now) == 4
    assert all(text.startswith(("Name", "Boss")) for text in now.values())
