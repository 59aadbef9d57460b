"""A result is corrected when the next round is out already: the organizer sees all of it, then mends the round."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Reason
from bos_tournament.messages import localize_all
from bos_tournament.pairing.event_file import read_event
from bos_tournament.pairing.repair import Mending
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.tournaments.models import Pairing, Staff
from bos_tournament.tournaments.rounds import result_entry, round_cycle, round_repair
from bos_tournament.tournaments.structure import stage_standings
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, enter, entrant, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def wrongly_paired(names=NAMES[:8]):
    """Round 2 is published; then the winner of Anna's first match turns out to be the other one."""
    cup = running(names, planned=3)
    first = play_and_close(cup)
    second = publish(cup)
    pairing = first.pairings.get(sittings__entrant=entrant(cup, "Anna"))
    settle(pairing, winner=3 - pairing.sittings.get(entrant__user__handle="Anna").number)
    return cup, second


def settle(pairing, *, winner):
    pairing.match.refresh_from_db()
    result_entry.enter_result(
        pairing,
        by=UserFactory(),
        wins={winner: 2, 3 - winner: 0},
        winner=pairing.match.seats.get(number=winner),
        reason=Reason.PLAYED,
        why="The slip was read the wrong way round.",
        seen=pairing.match.version,
    )


def opponents(round_):
    found = {}
    for pairing in round_.pairings.all():
        names = [str(sitting.entrant.user) for sitting in pairing.sittings.all()]
        found |= {name: {*names} - {name} for name in names}
    return found


def offer_of(round_, mending):
    repair = round_repair.repair_of(round_)
    return repair, next(offer for offer in repair.offers if offer.mending == mending)


def test_a_round_that_fits_its_results_needs_no_mending():
    cup = running(NAMES[:8], planned=3)
    play_and_close(cup)

    assert round_repair.repair_of(publish(cup)) is None


def test_the_players_with_other_points_are_named():
    _, second = wrongly_paired()
    repair = round_repair.repair_of(second)

    told = {str(one.entrant.user): (one.before, one.after) for one in repair.corrected}
    assert told["Anna"] == (3, 0)
    assert sorted(told.values()) == [(0, 3), (3, 0)]


def test_leaving_it_moves_nobody_and_everybody_reads_why(client):
    cup, second = wrongly_paired()
    before = opponents(second)
    repair, _ = offer_of(second, Mending.LEAVE)

    round_repair.repair_round(second, mending=Mending.LEAVE, token=repair.token, why="Ten minutes are played.")

    assert opponents(second) == before
    page = client.get(reverse("tournaments:pairings", args=[cup.slug])).content.decode()
    assert "Ten minutes are played." in page
    assert round_repair.repair_of(second) is None


def test_a_swap_moves_exactly_whom_the_offer_names_and_marks_their_tables(client):
    cup, second = wrongly_paired()
    before = opponents(second)
    repair, offer = offer_of(second, Mending.SWAP)

    round_repair.repair_round(second, mending=Mending.SWAP, token=repair.token, why="Anna's slip was wrong.")

    after = opponents(second)
    assert {name for name in before if before[name] != after[name]} == {str(one.entrant.user) for one in offer.changes}
    assert Pairing.objects.filter(round=second, by_hand="Anna's slip was wrong.").count() == 2
    assert sorted(second.pairings.values_list("table", flat=True)) == [1, 2, 3, 4]
    assert all(pairing.match for pairing in second.pairings.all())
    page = client.get(reverse("tournaments:pairings", args=[cup.slug])).content.decode()
    assert page.count("set by hand") == 2


def test_whoever_meets_somebody_else_is_told_by_mail(mailoutbox, django_capture_on_commit_callbacks):
    from bos_tournament.tournaments.entrants.emails import tell_new_opponent

    cup, second = wrongly_paired()
    repair, offer = offer_of(second, Mending.SWAP)
    round_repair.repair_round(second, mending=Mending.SWAP, token=repair.token, why="Anna's slip was wrong.")
    moved = offer.changes[0]

    tell_new_opponent(moved.entrant.pk)

    assert mailoutbox[0].subject == f"Your opponent changed: {cup}"
    assert f"against {moved.after.user}" in mailoutbox[0].body
    assert "Anna's slip was wrong." in mailoutbox[0].body


def test_a_mail_about_another_opponent_that_comes_late_tells_of_no_draft(mailoutbox):
    from bos_tournament.tournaments.entrants.emails import tell_new_opponent

    cup, second = wrongly_paired()
    repair, offer = offer_of(second, Mending.SWAP)
    round_repair.repair_round(second, mending=Mending.SWAP, token=repair.token, why="Anna's slip was wrong.")
    round_cycle.unpublish(second)

    tell_new_opponent(offer.changes[0].entrant.pk)

    assert not mailoutbox


def test_a_table_where_a_game_is_decided_stays_and_the_whole_round_is_not_offered():
    cup, second = wrongly_paired()
    played = second.pairings.get(sittings__entrant=entrant(cup, "Anna"))
    enter(played)
    repair = round_repair.repair_of(second)

    assert Mending.ROUND not in [offer.mending for offer in repair.offers]
    for offer in repair.offers:
        assert "Anna" not in [str(change.entrant.user) for change in offer.changes]


def test_the_whole_round_is_paired_again_and_goes_on_to_the_end():
    cup, second = wrongly_paired(NAMES[:11])
    repair = round_repair.repair_of(second)
    offer = repair.offers[-1]

    round_repair.repair_round(second, mending=offer.mending, token=repair.token, why="The slip was wrong.")
    for pairing in second.pairings.exclude(match=None):
        enter(pairing)
    round_cycle.close(second)

    assert publish(cup).number == 3


@pytest.mark.parametrize(
    ("change", "code"), [({"why": "  "}, "reason_missing"), ({"token": "0" * 32}, "repair_outdated")]
)
def test_mending_is_refused(change, code):
    _, second = wrongly_paired()
    repair = round_repair.repair_of(second)
    asked = {"mending": Mending.SWAP, "token": repair.token, "why": "The slip was wrong."} | change

    with pytest.raises(Refused) as refusal:
        round_repair.repair_round(second, **asked)

    assert refusal.value.code == code


def test_mended_twice_there_is_nothing_left_to_mend():
    _, second = wrongly_paired()
    repair = round_repair.repair_of(second)
    round_repair.repair_round(second, mending=Mending.SWAP, token=repair.token, why="The slip was wrong.")

    with pytest.raises(Refused) as refusal:
        round_repair.repair_round(second, mending=Mending.SWAP, token=repair.token, why="The slip was wrong.")

    assert refusal.value.code == "nothing_to_mend"


def test_the_organizer_mends_a_round_by_its_pages(at_the_desk):
    cup, second = wrongly_paired()
    desk = at_the_desk(StaffFactory(tournament=cup))
    url = reverse("tournaments:repair", args=[cup.slug, 2])

    assert "View possible fixes" in desk.get(reverse("tournaments:desk_round", args=[cup.slug, 2])).content.decode()
    page = desk.get(url).content.decode()
    assert "0 instead of 3" in page
    assert "Swap opponents between two tables" in page
    token = round_repair.repair_of(second).token
    assert desk.post(url, {"mending": "swap", "token": token, "why": ""}).status_code == 422
    assert desk.post(url, {"mending": "swap", "token": token, "why": "Wrong slip."}).status_code == 302
    assert "nothing to fix" in desk.get(url).content.decode()


def test_a_scorekeeper_corrects_results_but_mends_no_round(at_the_desk):
    cup, _ = wrongly_paired()
    keeper = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.SCOREKEEPER))

    assert keeper.get(reverse("tournaments:repair", args=[cup.slug, 2])).status_code == 403


@pytest.mark.parametrize("count", [8, 24])
def test_looking_at_a_repair_takes_the_same_queries_however_many_play(django_assert_max_num_queries, count):
    _, second = wrongly_paired(["Anna", *(f"Player {number}" for number in range(1, count))])

    with django_assert_max_num_queries(9):
        assert round_repair.repair_of(second) is not None


def test_before_it_is_corrected_everybody_reads_which_ranks_seats_and_pairs_change():
    cup = running(NAMES[:8], planned=2, format="swiss_cut", cut=2)
    play_and_close(cup)
    second = play_and_close(cup)
    pairing = second.pairings.get(sittings__entrant=entrant(cup, "Anna"))
    loser = 3 - pairing.sittings.get(entrant__user__handle="Anna").number
    told = foresee(pairing, winner=loser)

    assert any(said.startswith("Anna: rank ") for said in told)
    assert "Anna drops out of the top 2." in told


def test_before_it_is_corrected_the_round_on_the_tables_is_named_with_how_many_would_move():
    cup = running(NAMES[:8], planned=3)
    first = play_and_close(cup)
    second = publish(cup)
    pairing = first.pairings.get(sittings__entrant=entrant(cup, "Anna"))
    told = foresee(pairing, winner=3 - pairing.sittings.get(entrant__user__handle="Anna").number)

    assert any("Round 2 was paired from the old result" in said and "new opponent for 4" in said for said in told)
    assert round_repair.repair_of(second) is None


def foresee(pairing, *, winner):
    changes = result_entry.preview_result(
        pairing,
        by=UserFactory(),
        wins={winner: 2, 3 - winner: 0},
        winner=pairing.match.seats.get(number=winner),
        reason=Reason.PLAYED,
        why="The slip was read the wrong way round.",
    )
    return localize_all(changes)


def tables_of(round_):
    return {
        frozenset(stage_standings.player_id(one.entrant) for one in table.sittings.all()) for table in drawn(round_)
    }


def drawn(round_):
    return round_.pairings.filter(unplayed="").prefetch_related("sittings__entrant")


def test_the_file_of_a_round_draws_it_again_whatever_was_corrected_since(client):
    cup, second = wrongly_paired()
    file = client.get(reverse("tournaments:round_event_file", args=[cup.slug, 2])).content.decode()

    again = pair_round(read_event(file))

    assert {frozenset(pair.players) for pair in again.pairs} == tables_of(second)
    assert round_repair.repair_of(second).corrected != ()


def test_the_desk_says_that_a_correction_touches_the_round_that_is_on(at_the_desk):
    cup, second = wrongly_paired()
    organizer, scorekeeper = (
        at_the_desk(StaffFactory(tournament=cup, role=role)) for role in (Staff.Role.ORGANIZER, Staff.Role.SCOREKEEPER)
    )
    desk = reverse("tournaments:desk", args=[cup.slug])

    (card,) = organizer.get(desk).context["waiting"]
    (told,) = scorekeeper.get(desk).context["waiting"]

    assert card.title == told.title == "Round 2 was paired on outdated scores for 2 players"
    assert card.url == reverse("tournaments:repair", args=[cup.slug, 2])
    assert organizer.get(card.url).status_code == scorekeeper.get(told.url).status_code == 200
    rounds_end(second)
    assert organizer.get(desk).context["waiting"] == []


def rounds_end(round_):
    for pairing in round_.pairings.exclude(match=None):
        enter(pairing)
    round_cycle.close(round_)


def reasons(client, cup):
    page = client.get(reverse("tournaments:pairings", args=[cup.slug])).content.decode()
    return page.count("same points, never met"), page.count("paired before an earlier result was corrected")


def test_tables_that_were_drawn_with_other_points_claim_the_old_reason_no_more(client, at_the_desk):
    cup, second = wrongly_paired()
    touched = {sitting.pairing_id for sitting in second.sittings.exclude(corrected_points=None)}

    assert reasons(client, cup) == (4 - len(touched), len(touched))
    for pk in touched:
        why = client.get(f"/tournaments/{cup.slug}/pairings/{pk}/why/").content.decode()
        assert "Paired before an earlier result" in why


def test_a_correction_that_is_corrected_back_brings_the_old_reasons_back(client):
    cup, second = wrongly_paired()
    pairing = cup.stages.get().rounds.get(number=1).pairings.get(sittings__entrant=entrant(cup, "Anna"))
    settle(pairing, winner=pairing.sittings.get(entrant__user__handle="Anna").number)

    assert reasons(client, cup) == (4, 0)
    assert not second.sittings.exclude(corrected_points=None).exists()


def test_tables_that_are_left_as_they_are_do_not_claim_the_old_reason_either(client):
    cup, second = wrongly_paired()
    before = reasons(client, cup)
    repair, _ = offer_of(second, Mending.LEAVE)

    round_repair.repair_round(second, mending=Mending.LEAVE, token=repair.token, why="Ten minutes are played.")

    assert reasons(client, cup) == before
    assert not second.sittings.exclude(corrected_points=None).exists()
