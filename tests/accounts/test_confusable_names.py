"""Handles that the eye takes for others, or for staff, and lines that nobody can read."""

from dataclasses import replace

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.urls import reverse

from bos_tournament.accounts import guests, profiles, single_line_text
from bos_tournament.accounts.confusable_names import is_mixed, skeleton, sounds_like_staff
from bos_tournament.accounts.models import User
from bos_tournament.decks import drafts
from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import duplicates, lifecycle
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.series.series_setup import SeriesPlan
from tests.factories import DeckFactory, StaffFactory, UserFactory

pytestmark = pytest.mark.django_db
NEW = {"email": "ben@example.org", "password1": "twelve blue lanterns", "real_name": ""}
UNSEEN = ("Moon\u202eCup", "Moon\u200bCup", "Moon\x07Cup", "\u3164\u3164", "\u2800", "\u2066Moon")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Desk Owl", "Dеsk Оwl"), ("Cape", "Саре"), ("Ian", "lan"), ("B0B", "BOB"), ("Anna1", "Annal"), ("ɡus", "gus")],
)
def test_what_looks_alike_has_one_shape(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "Lan"), ("Arno", "Amo"), ("Zoe", "Zoë"), ("Ben", "Bea"), ("Muñoz", "Munoz")]
)
def test_honest_names_that_differ_have_two_shapes(one, other):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", ["Anna", "Иван 2", "Ελένη", "田中 Ken", "김 Anna", "محمد", "Ωμέγα", "O'Brien-Łuk"])
def test_names_in_the_letters_of_one_script_are_taken(name):
    assert not is_mixed(name)


@pytest.mark.parametrize("name", ["Dеsk", "Ωmega", "Anna Иван", "ᎪᎠᎷ", "𐌀bc", "أnna שלום"])
def test_letters_that_share_shapes_are_not_mixed(name):
    assert is_mixed(name)


@pytest.mark.parametrize("name", ["Staff", "ADMIN 2", "Head Judge", "Árbitro", "turnierleitung", "BOS Team Support"])
def test_words_for_staff_are_nobodys_handle(name):
    assert sounds_like_staff(name)
    assert not sounds_like_staff(f"{name} Anna")


def test_ben_cannot_sign_up_as_somebody_who_looks_like_anna(client):
    guests.make_guest(handle="Anna Kern")

    for handle, said in {
        "Аnna Kern": "Use letters of one alphabet only: letters of two can look alike.",
        "Anna Kеrn": "Use letters of one alphabet only: letters of two can look alike.",
        "ɑnna Kern": "This handle looks too much like someone else's. Choose another.",
        "Organizer": "This handle sounds like site staff. Choose another.",
        "Anna\u202eKern": "A handle has 2 to 30 letters, digits, spaces or . ' - _ characters.",
    }.items():
        answer = client.post("/accounts/signup/", {**NEW, "handle": handle})
        assert (handle, answer.context["form"].errors["handle"]) == (handle, [said])
    client.post("/accounts/signup/", {**NEW, "handle": "Ben Kern"})

    assert User.objects.get(email="ben@example.org").skeleton == skeleton("Ben Kern")


def test_nobody_looks_like_an_admin_who_was_made_by_command(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "twelve blue lanterns")
    call_command("createsuperuser", interactive=False, email="ian@example.org", handle="Ian")

    with pytest.raises(Refused) as refusal:
        guests.make_guest(handle="lan")

    assert refusal.value.code == "handle_alike"


def test_two_who_take_one_shape_at_once_do_not_both_get_it():
    guests.make_guest(handle="Ian")

    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(handle="lan", skeleton=skeleton("lan"))


def test_who_has_a_handle_that_is_not_taken_any_more_keeps_it():
    organizer = UserFactory(handle="Organizer")

    profiles.rename(organizer, handle="Organizer", real_name="Olga")

    assert User.objects.get(pk=organizer.pk).real_name == "Olga"
    with pytest.raises(Refused) as refusal:
        profiles.rename(organizer, handle="Organizer 2", real_name="Olga")
    assert refusal.value.code == "handle_reserved"


@pytest.mark.parametrize("line", UNSEEN)
def test_a_line_that_hides_or_turns_letters_or_shows_none_is_refused(line):
    assert single_line_text.fault(line)


@pytest.mark.parametrize("line", ["", "Moon Cup", "Кубок", "کیک\u200cها", "👩\u200d💻 Cup", "Copa — 2ª edición"])
def test_a_line_that_can_be_read_is_taken(line):
    assert single_line_text.fault(line) == ""


@pytest.mark.parametrize("line", UNSEEN)
def test_no_line_that_everybody_reads_holds_what_nobody_sees(line):
    staff = StaffFactory()
    organizer, tournament, deck = staff.user, staff.tournament, DeckFactory(owner=staff.user)
    plan = lifecycle.plan_of(tournament)

    for field, deed in {
        "text": lambda: lifecycle.announce(tournament, text=line),
        "place": lambda: lifecycle.edit(tournament, replace(plan, place=line)),
        "name": lambda: lifecycle.edit(tournament, replace(plan, name=line)),
        "name ": lambda: series_setup.create(organizer, SeriesPlan(name=line)),
        "name  ": lambda: drafts.save_draft(organizer, deck, name=line, text=deck.text),
        "name   ": lambda: duplicates.keep_template(tournament, by=organizer, name=line),
    }.items():
        with pytest.raises(Refused) as refusal:
            deed()
        assert refusal.value.facts["fields"][field.strip()]


def test_a_line_that_was_taken_before_does_not_stop_other_changes():
    tournament = StaffFactory().tournament
    Tournament.objects.filter(pk=tournament.pk).update(name="Moon\u200bCup", place="Hall")
    tournament.refresh_from_db()

    lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), description="Bring a pen."))

    assert Tournament.objects.get(pk=tournament.pk).description == "Bring a pen."


def test_the_organizer_reads_why_an_announcement_is_not_shown(signed_in):
    staff = StaffFactory()

    where = reverse("tournaments:announce", args=[staff.tournament.slug])
    answer = signed_in(staff.user, second_factor=True).post(where, {"text": "Go \u202eon"}, follow=True)

    assert "invisible characters" in answer.content.decode()
