"""A card that Ada types by hand into the admin is published, handed in with a deck, played and judged.

Its meaning is pinned with the tournament's cards: a later change of the language changes neither finding nor table.
"""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bos_tournament.cards import catalogue, meaning_review
from bos_tournament.cards.models import Card, Meaning, PinnedPool
from bos_tournament.judging.models import Record
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import first_player_choice, result_reports
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.models import Tournament
from engine.bos.cardtext import serialization
from engine.bos.cardtext.reader import spoken
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.judging.games import work
from tests.matches.playing import bid_both, fresh, greet_both, seats, start_match

DECK = starter_decks()["Quick Fire"].replace("3 Anvil Wolf", "3 Kindled Cub")
HEADS = "[Wizards P1 Spark Drummer, Ember Adept, Kiln Warden]\n[Wizards P2 Spark Drummer, Ember Adept, Kiln Warden]\n"
GAME = HEADS + "\n".join(
    [
        "1. T1 P2",
        "2. E",
        "3. T2 P1",
        "4. S a Kindled Cub",
        "5. U a",
        "6. = 1a=4",
        "7. E",
        "8. T3 P2",
        "9. X P2 concedes",
    ]
)
GROWS = "During your main phase, [act]: This gains 2 strength."
GROWS_FIVE = GROWS.replace("2", "5")
TYPED = {
    "name": "Kindled Cub",
    "type": "summon",
    "color": "red",
    "condition": "Conduct a summon with any red wizard.",
    "strength": "2",
    "abilities": GROWS,
    "state": "published",
    "printings-TOTAL_FORMS": "0",
    "printings-INITIAL_FORMS": "0",
}


def ada(signed_in):
    return signed_in(UserFactory(handle="Ada", is_staff=True, is_superuser=True), second_factor=True)


def seated():
    """Anna and Ben hand in the deck, the list deadline passes, and they come to play at a table."""
    anna = EntrantFactory(
        user=UserFactory(handle="Anna"), tournament__list_deadline=timezone.now() + timedelta(hours=1)
    )
    people = [anna, EntrantFactory(user=UserFactory(handle="Ben"), tournament=anna.tournament)]
    versions = [submissions.submit_list(entrant, text=DECK) for entrant in people]
    tournament = submissions.pin_pool(anna.tournament)
    match = start_match(
        [(entrant.user, version) for entrant, version in zip(people, versions, strict=True)],
        edition="bos-1",
        pool=tournament.pool,
        draws_allowed=True,
        bids_on_paper=False,
    )
    greet_both(match)
    bid_both(match)
    first_player_choice.choose_first(seats(match)[1], goes_first=True)
    for seat in seats(match):
        result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED)
    return tournament, fresh(match)


def handed_in(client, match, text=GAME):
    """The record as Anna hands it in on the page of the match, and what the engine finds in it."""
    game = match.games.get()
    answer = client.post(reverse("judging:records", args=[match.pk]), {"game": game.pk, "text": text})
    assert answer.status_code == 302, answer.content.decode()
    work()
    return find(Record.objects.get(game=game).pk)


@pytest.mark.django_db(transaction=True)
def test_a_card_typed_by_hand_is_played_in_a_judged_game(page_desk, live_server, signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    cookie = ada(signed_in).cookies[settings.SESSION_COOKIE_NAME]
    page_desk.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page_desk.goto("/admin/cards/card/add/")
    page_desk.locator("#id_name").fill(TYPED["name"])
    page_desk.locator("#id_type").select_option("summon")
    page_desk.locator("#id_color").select_option("red")
    page_desk.locator("#id_condition").fill(TYPED["condition"])
    page_desk.locator("#id_strength").fill("2")
    page_desk.locator("#id_abilities").fill(GROWS)
    expect(page_desk.get_by_text("After: Your Kindled Cub (b) has acted and has strength 4.")).to_be_visible()
    page_desk.locator("#id_state").select_option("published")
    page_desk.get_by_role("button", name="Save", exact=True).click()
    expect(page_desk.locator(".messagelist .success")).to_contain_text("Kindled Cub")

    _, match = seated()
    anna = signed_in(seats(match)[0].user)
    finding = handed_in(anna, match)

    assert (finding.finding, finding.data["winner"]) == ("legal", "P1")
    shown = anna.get(reverse("judging:record", args=[finding.record.pk]), {"line": "5"}).content.decode()
    assert "The strength of Kindled Cub (1a) goes from 2 to 4." in shown


@pytest.mark.django_db
def test_a_wrong_total_of_the_new_card_is_found(signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    ada(signed_in).post("/admin/cards/card/add/", TYPED)

    _, match = seated()
    finding = handed_in(signed_in(seats(match)[0].user), match, GAME.replace("1a=4", "1a=3"))

    assert (finding.finding, finding.line) == ("contradicted", 6)


@pytest.mark.django_db
def test_a_change_of_the_language_does_not_change_a_running_tournament(signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    ada(signed_in).post("/admin/cards/card/add/", TYPED)
    card = Card.objects.get(name="Kindled Cub")
    as_if_read_so_then(card)
    tournament, match = seated()

    meaning_review.publish_anew({one.card.pk: one.digest for one in meaning_review.changed()})

    assert meaning_review.changed() == []
    finding = handed_in(signed_in(seats(match)[0].user), match, GAME.replace("1a=4", "1a=7"))
    assert finding.finding == "legal"
    assert submissions.cards_with_changed_meaning(tournament) == ("Kindled Cub",)


def as_if_read_so_then(card):
    """As if the language had understood the sentence so when the card was published."""
    face = catalogue.engine_card(card)
    other = spoken(replace(face, abilities=(Ability(GROWS_FIVE),)), catalogue.known())
    Meaning.objects.filter(card=card).update(said=serialization.write_spoken(other))


@pytest.mark.django_db
def test_the_staff_page_says_which_pinned_cards_are_read_otherwise_today(signed_in):
    catalogue.load(sample_pool().write(), publish=True)
    olga = StaffFactory(tournament__state=Tournament.State.OPEN)
    url = reverse("tournaments:staff", args=[olga.tournament.slug])
    page = signed_in(olga.user, second_factor=True)
    assert "read differently today" not in page.get(url).content.decode()

    submissions.pin_pool(olga.tournament)
    assert "read differently today" not in page.get(url).content.decode()
    row = PinnedPool.objects.get()
    PinnedPool.objects.create(
        hash="sha256:other", cards_hash=row.cards_hash, text=row.text, meanings=other_meanings(row.meanings)
    )
    Tournament.objects.filter(pk=olga.tournament.pk).update(pool="sha256:other")

    said = page.get(url).content.decode()
    assert "1 of the cards pinned for this tournament is read differently today: Moon Lily." in said
    assert "as they were pinned" in said


def other_meanings(kept):
    """Moon Lily once gave nine life."""
    said = json.loads(kept)
    said["moon lily"]["texts"][0]["steps"][0]["deed"]["amount"]["value"] = 9
    return json.dumps(said)
