"""Starting: the preview says what happens, the start does exactly that or refuses."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.tournaments.entrants import check_in
from bos_tournament.tournaments.models import Entrant, Stage, Tournament
from bos_tournament.tournaments.rounds import tournament_start
from engine.messages import Message
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import NAMES, entrant, opened, ready, start

pytestmark = pytest.mark.django_db
State = Entrant.State


def code_of(refusal):
    return refusal.value.code


def test_the_preview_says_who_plays_who_is_left_out_and_who_comes_from_the_waitlist():
    cup = opened(["Anna", "Ben"], capacity=3)
    cleo = EntrantFactory(tournament=cup, user=UserFactory(handle="Cleo"), place=3)
    dora = ready(cup, "Dora", place=None, state=State.WAITLISTED)
    emil = ready(cup, "Emil", place=None, state=State.WAITLISTED)

    preview = tournament_start.preview_start(cup)

    assert [str(one.user) for one in preview.playing] == ["Anna", "Ben"]
    assert preview.left_out == ((cleo, Message("entrant.no_list")),)
    assert preview.from_waitlist == (dora,)
    assert preview.waiting == ((emil, None),)


def test_the_start_does_what_the_preview_showed():
    cup = opened(["Anna", "Ben"], capacity=3)
    EntrantFactory(tournament=cup, user=UserFactory(handle="Cleo"), place=3)
    ready(cup, "Dora", place=None, state=State.WAITLISTED)
    ready(cup, "Emil", place=None, state=State.WAITLISTED)

    cup = start(cup)

    states = {str(one.user): (one.state, one.place) for one in cup.entrants.select_related("user")}
    assert cup.state == Tournament.State.RUNNING
    assert states == {
        "Anna": (State.PLAYING, 1),
        "Ben": (State.PLAYING, 2),
        "Cleo": (State.REMOVED, None),
        "Dora": (State.PLAYING, 3),
        "Emil": (State.WAITLISTED, None),
    }
    assert entrant(cup, "Cleo").note_words == "Not seated at the start. No deck list was submitted."


def test_without_a_check_in_nobody_is_left_out_for_not_checking_in():
    cup = opened(["Anna", "Ben"])
    cup.entrants.update(checked_in_at=None)

    assert tournament_start.preview_start(cup).players == 2


def test_with_a_check_in_whoever_did_not_come_is_left_out(settings):
    from django.utils import timezone

    cup = opened(["Anna", "Ben", "Cleo"], check_in_opens_at=timezone.now())
    cup.entrants.filter(user__handle="Cleo").update(checked_in_at=None)

    preview = tournament_start.preview_start(cup)

    assert [(str(one.user), why) for one, why in preview.left_out] == [("Cleo", Message("entrant.not_checked_in"))]


def test_the_preview_names_both_reasons_of_who_has_no_list_and_did_not_come():
    from django.utils import timezone

    cup = opened(["Anna", "Ben", "Cleo"], check_in_opens_at=timezone.now())
    cup.entrants.filter(user__handle="Cleo").update(checked_in_at=None, deck_version=None)

    preview = tournament_start.preview_start(cup)

    assert [localize(why) for _one, why in preview.left_out] == ["No deck list was submitted. Did not check in."]


def test_an_illegal_list_is_left_out():
    cup = opened(["Anna", "Ben", "Cleo"])
    version = entrant(cup, "Cleo").deck_version
    version.text = "1 Thornback"
    version.save()

    preview = tournament_start.preview_start(cup)

    assert [(str(one.user), why) for one, why in preview.left_out] == [("Cleo", Message("entrant.illegal_list"))]


def test_an_outdated_preview_is_refused_and_changes_nothing():
    cup = opened(["Anna", "Ben", "Cleo"])
    preview = tournament_start.preview_start(cup)
    check_in.set_checked_in(entrant(cup, "Cleo"), present=False)

    with pytest.raises(Refused) as refusal:
        tournament_start.start_tournament(cup, token=preview.token, rounds=2)

    cup.refresh_from_db()
    assert code_of(refusal) == "preview_outdated"
    assert cup.state == Tournament.State.OPEN


def test_nobody_starts_alone():
    cup = opened(["Anna"])

    with pytest.raises(Refused) as refusal:
        start(cup)

    assert code_of(refusal) == "too_few_players"


@pytest.mark.parametrize("rounds", [0, 21])
def test_a_number_of_rounds_nobody_plays_is_refused(rounds):
    cup = opened(NAMES[:4])

    with pytest.raises(Refused) as refusal:
        tournament_start.start_tournament(cup, token=tournament_start.preview_start(cup).token, rounds=rounds)

    assert code_of(refusal) == "rounds_out_of_range"


def test_a_tournament_starts_once():
    cup = start(opened(NAMES[:4]))

    with pytest.raises(Refused) as refusal:
        tournament_start.start_tournament(cup, token="", rounds=2)

    assert code_of(refusal) == "not_open"


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (5, 3), (8, 3), (9, 5)])
def test_rounds_are_suggested_by_the_number_of_players(players, rounds):
    cup = opened([f"Player no {number}" for number in range(players)])

    assert tournament_start.preview_start(cup).rounds == rounds


def test_the_pool_is_pinned_at_the_start_at_the_latest(monkeypatch):
    from bos_tournament.cards import catalogue
    from engine.bos.model.card_pool import sample_pool

    catalogue.load(sample_pool().write(), publish=True)
    cup = TournamentFactory()
    ready(cup, "Anna", place=1)
    ready(cup, "Ben", place=2)

    assert start(cup).pool is not None


def test_a_bracket_is_seeded_by_the_published_seed_alone():
    first = start(opened(NAMES[:6], format=Tournament.Format.SINGLE))
    Tournament.objects.filter(pk=first.pk).update(slug="before", join_code="BEFORE")
    first.entrants.all()
    stage = first.stages.get()

    places = [Entrant.objects.get(pk=pk).place for pk in stage.seeds]

    assert (stage.format, stage.rounds_planned, stage.size) == (Stage.Format.SINGLE, 3, 6)
    assert sorted(places) == [1, 2, 3, 4, 5, 6]
    again = start(opened([f"Other {name}" for name in NAMES[:6]], format=Tournament.Format.SINGLE))
    assert [Entrant.objects.get(pk=pk).place for pk in again.stages.get().seeds] == places


def test_the_start_leads_to_whom_it_leaves_out(at_the_desk):
    cup = opened(NAMES[:3], check_in_opens_at=timezone.now() - timedelta(hours=1))
    cup.entrants.update(checked_in_at=None)

    page = tight(at_the_desk(StaffFactory(tournament=cup)).get(f"/tournaments/{cup.slug}/desk/start/"))

    assert "Did not check in." in page
    assert f'href="/tournaments/{cup.slug}/entrants/?only=not-there"' in page
