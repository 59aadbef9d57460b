"""Pairs kept apart, the seeding and fixed tables: set by the organizer, kept by every drawing, checked by anybody."""

import json

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import KeptApart, Staff
from bos_tournament.tournaments.rounds import manual_pairing, round_cycle, separated_pairs, tournament_end
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.tournaments.running_tournaments import (
    NAMES,
    entrant,
    names_at,
    opened,
    play,
    play_and_close,
    publish,
    ready,
    running,
    start,
)

pytestmark = pytest.mark.django_db


def url(name, cup, *args):
    return reverse(f"tournaments:{name}", args=[cup.slug, *args])


def keep(cup, one, other, *, never=True, why=""):
    return separated_pairs.separate_pair(entrant(cup, one), entrant(cup, other), never=never, why=why)


def begin(cup, *, planned=2):
    cup.refresh_from_db()
    return start(cup, planned=planned)


def code(deed):
    with pytest.raises(Refused) as refusal:
        deed()
    return refusal.value.code


def file_of(client, name, cup, *args):
    return tight(client.get(url(name, cup, *args)))


def test_siblings_never_meet_although_everybody_else_must_then_meet_twice():
    cup = running(NAMES[:4], planned=5)
    keep(cup, "Anna", "Ben")

    for _ in range(5):
        assert {"Anna", "Ben"} not in names_at(play_and_close(cup)).values()


def test_friends_meet_only_where_that_saves_a_rematch():
    cup = running(NAMES[:4], planned=3)
    keep(cup, "Anna", "Ben", never=False)

    met = [{"Anna", "Ben"} in names_at(play_and_close(cup)).values() for _ in range(3)]

    assert met == [False, False, True]


def test_a_pair_said_twice_is_one_pair_with_the_last_word():
    cup = running(NAMES[:4])
    keep(cup, "Anna", "Ben", never=False, why="Clubmates.")
    keep(cup, "Ben", "Anna", never=True, why="  Brother   and sister. ")

    kept = KeptApart.objects.get()
    assert (kept.never, kept.why) == (True, "Brother and sister.")


def test_what_makes_no_pair_is_refused():
    cup, other = running(NAMES[:2]), running(("Zoe", "Yan"))
    anna = entrant(cup, "Anna")

    assert code(lambda: separated_pairs.separate_pair(anna, anna, never=True)) == "same_person"
    assert (
        code(lambda: separated_pairs.separate_pair(anna, entrant(other, "Zoe"), never=True)) == "not_in_this_tournament"
    )
    play_and_close(cup)
    kept = keep(cup, "Anna", "Ben")
    tournament_end.finish_tournament(cup)
    assert code(lambda: keep(cup, "Anna", "Ben")) == "already_over"
    assert code(lambda: separated_pairs.remove_separation(kept)) == "already_over"


def test_there_is_an_end_of_pairs(monkeypatch):
    monkeypatch.setattr(separated_pairs, "MOST_PAIRS", 1)
    cup = running(NAMES[:3])
    keep(cup, "Anna", "Ben")
    keep(cup, "Anna", "Ben", never=False)

    assert code(lambda: keep(cup, "Anna", "Cleo")) == "too_many_pairs"


def test_they_may_meet_again_once_the_organizer_says_so():
    cup = running(NAMES[:2])
    kept = keep(cup, "Anna", "Ben")

    separated_pairs.remove_separation(kept)
    separated_pairs.remove_separation(kept)

    assert not KeptApart.objects.exists()


def test_a_draft_does_not_fit_any_more_once_two_of_a_table_are_kept_apart():
    cup = running(NAMES[:4], planned=2)
    draft = round_cycle.create_draft_round(cup, number=1)
    one, other = names_at(draft)[1]

    keep(cup, one, other)

    assert code(lambda: round_cycle.publish(draft)) == "draft_outdated"
    round_cycle.redraw_round(draft)
    assert {one, other} not in names_at(round_cycle.publish(draft)).values()


def test_not_even_by_hand_do_two_meet_who_never_should():
    cup = running(NAMES[:4], planned=2)
    keep(cup, "Anna", "Ben")
    draft = round_cycle.create_draft_round(cup, number=1)
    against_ben = next(names - {"Ben"} for names in names_at(draft).values() if "Ben" in names).pop()

    def exchange():
        manual_pairing.swap_entrants(
            draft, one=entrant(cup, "Anna").pk, other=entrant(cup, against_ben).pk, why="For fun."
        )

    assert code(exchange) == "never_to_meet"


def test_whoever_has_a_fixed_table_keeps_it_when_a_pair_is_set_by_hand():
    cup = running(NAMES[:6], planned=2)
    participation.fix_table(entrant(cup, "Anna"), table=7)
    draft = round_cycle.create_draft_round(cup, number=1)
    someone = next(name for table, names in names_at(draft).items() if table != 7 for name in names)

    manual_pairing.swap_entrants(
        draft, one=entrant(cup, "Anna").pk, other=entrant(cup, someone).pk, why="To see the screen."
    )

    assert "Anna" in names_at(draft)[7]
    assert someone not in names_at(draft)[7]
    assert sorted(names_at(draft)) == [1, 2, 7]


def test_the_page_keeps_two_apart_and_lets_them_meet(at_the_desk):
    cup = running(NAMES[:4])
    desk = at_the_desk(StaffFactory(tournament=cup))
    said = {"one": "anna", "other": "Ben", "never": "yes", "why": "Sisters."}

    page = tight(desk.post(url("separated_pairs", cup), said, follow=True))
    kept = KeptApart.objects.get()
    after = tight(desk.post(url("remove_separation", cup, kept.pk), follow=True))

    assert kept.never
    assert "Sisters." in page
    assert "1 pair<" in page
    assert "Anyone can be paired with anyone." in after


def test_a_wrong_choice_on_the_page_is_answered_in_place(at_the_desk):
    cup = running(NAMES[:4])
    desk = at_the_desk(StaffFactory(tournament=cup))

    same = desk.post(url("separated_pairs", cup), {"one": "Anna", "other": "Anna", "never": "no", "why": "Hm."})
    nobody = desk.post(url("separated_pairs", cup), {"one": "Anna", "other": "", "never": "perhaps"})

    assert (same.status_code, nobody.status_code) == (422, 422)
    assert "Choose two players." in tight(same)
    assert 'value="Hm."' in tight(same)


def test_a_part_of_a_handle_names_somebody_only_if_it_fits_nobody_else(at_the_desk):
    cup = running(("Anna", "Annabel", "Hannah", "Ben Li"))
    desk = at_the_desk(StaffFactory(tournament=cup))

    def answer(one):
        return tight(desk.post(url("separated_pairs", cup), {"one": one, "other": " LI ", "never": "yes"}, follow=True))

    assert "“nn” matches several players: Anna, Annabel, Hannah. Type the whole handle." in answer("nn")
    assert "No player here is called “Cleo”." in answer("Cleo")
    assert not KeptApart.objects.exists()
    answer("anna")
    kept = KeptApart.objects.get()
    assert {str(kept.one.user), str(kept.other.user)} == {"Anna", "Ben Li"}


def test_why_they_met_says_who_was_kept_apart(client):
    cup = running(NAMES[:4], planned=2)
    keep(cup, "Anna", "Ben")
    round_ = publish(cup)
    pairing = round_.pairings.get(sittings__entrant=entrant(cup, "Anna"))

    page = tight(client.get(url("why_pair", cup, pairing.pk)))

    assert "kept apart by the organizer; sits at table" in page


def test_the_reason_of_a_pair_stays_with_the_staff(client):
    cup = running(NAMES[:4], planned=2)
    keep(cup, "Anna", "Ben", why="They quarrelled.")
    publish(cup)

    for name, args in (("standings_event_file", ()), ("round_event_file", (1,)), ("pairings", ())):
        assert "quarrelled" not in file_of(client, name, cup, *args)
    assert ["P1", "P2"] in json.loads(file_of(client, "round_event_file", cup, 1))["forbidden"]


@pytest.mark.parametrize(
    ("kind", "tables"),
    [
        ("top_table", [{"Finn", "Emil"}, {"Dora", "Cleo"}, {"Ben", "Anna"}]),
        ("cross", [{"Finn", "Cleo"}, {"Emil", "Ben"}, {"Dora", "Anna"}]),
    ],
)
def test_a_first_round_by_seeding_pairs_as_the_organizer_chose(kind, tables):
    cup = opened(NAMES[:6], first_round=kind)
    for seeding, name in enumerate(reversed(NAMES[:6]), start=1):
        participation.seed(entrant(cup, name), seeding=seeding)

    assert names_at(publish(begin(cup))) == dict(enumerate(tables, start=1))


def test_a_bracket_follows_the_seeding_and_lots_seat_the_rest():
    cup = opened(NAMES[:4], format="single_elimination")
    participation.seed(entrant(cup, "Dora"), seeding=1)
    participation.seed(entrant(cup, "Cleo"), seeding=2)

    stage = begin(cup).stages.get()

    assert stage.seeds[:2] == [str(entrant(cup, name).pk) for name in ("Dora", "Cleo")]


def test_a_place_in_the_seeding_is_given_once_and_before_the_start():
    cup = opened(NAMES[:3])
    anna, ben = entrant(cup, "Anna"), entrant(cup, "Ben")
    participation.seed(anna, seeding=1)

    assert code(lambda: participation.seed(ben, seeding=1)) == "place_taken"
    assert code(lambda: participation.seed(ben, seeding=0)) == "no_such_place"
    participation.seed(anna, seeding=None)
    assert participation.seed(ben, seeding=1).seeding == 1
    participation.remove_entrant(ben, by=StaffFactory().user, why="Went home.")
    assert entrant(cup, "Ben").seeding is None
    assert code(lambda: participation.seed(ben, seeding=2)) == "not_entered"
    begin(cup)
    assert code(lambda: participation.seed(anna, seeding=2)) == "already_started"


def test_the_organizer_seeds_on_the_page_of_a_player(at_the_desk):
    cup = opened(NAMES[:3])
    anna = entrant(cup, "Anna")
    desk = at_the_desk(StaffFactory(tournament=cup))

    desk.post(url("seed", cup, anna.pk), {"seeding-seeding": "2"})
    wrong = desk.post(url("seed", cup, anna.pk), {"seeding-seeding": "0"})

    anna.refresh_from_db()
    assert (anna.seeding, wrong.status_code) == (2, 422)
    judge = at_the_desk(StaffFactory(tournament=cup, role=Staff.Role.JUDGE))
    assert judge.post(url("seed", cup, anna.pk), {"seeding-seeding": "1"}).status_code == 403


def test_anybody_draws_every_round_again_although_everything_changed_meanwhile(client):
    """Seeding, two kinds of pairs, fixed tables, a drop, a late entrant: all of it comes and goes between rounds."""
    cup = opened(NAMES[:9], first_round="cross", swiss_rounds=4)
    for seeding, name in enumerate(NAMES[2:7], start=1):
        participation.seed(entrant(cup, name), seeding=seeding)
    participation.fix_table(entrant(cup, "Gus"), table=6)
    keep(cup, "Anna", "Hana", never=False)
    begin(cup, planned=4)
    published = {}

    def play_one():
        round_ = publish(cup)
        published[round_.number] = names_at(round_)
        play(round_, upset=(2,))
        round_cycle.close(round_)

    play_one()
    kept = keep(cup, "Ben", "Cleo")
    participation.fix_table(entrant(cup, "Gus"), table=None)
    participation.fix_table(entrant(cup, "Ida"), table=8)
    play_one()
    separated_pairs.remove_separation(kept)
    participation.drop(entrant(cup, "Emil"))
    play_one()
    keep(cup, "Finn", "Gus")
    play_one()

    event = read_event(file_of(client, "standings_event_file", cup))
    assert [check.verdict for check in check_rounds(event)] == [Verdict.SAME] * 4
    names = {f"P{one.place}": str(one.user) for one in entrants_in(cup)}
    for number, tables in published.items():
        again = pair_round(read_event(file_of(client, "round_event_file", cup, number)))
        drawn = {pair.table: {names[one] for one in pair.players} for pair in again.pairs}
        drawn |= {None: {names[bye.player]} for bye in again.byes}
        assert drawn == tables


def entrants_in(cup):
    return cup.entrants.exclude(place=None).select_related("user")


def test_a_round_of_before_is_not_blamed_for_a_pair_kept_apart_since(client):
    cup = running(NAMES[:4], planned=2)
    first = play_and_close(cup)
    keep(cup, *names_at(first)[1])

    event = read_event(file_of(client, "standings_event_file", cup))

    assert len(event.forbidden) == 1
    assert check_rounds(event)[0].verdict is Verdict.SAME


def test_a_late_entrant_can_be_kept_apart_too():
    cup = running(NAMES[:3], planned=3)
    play_and_close(cup)
    ready(cup, "Dora", place=4, state="playing")
    keep(cup, "Anna", "Dora")

    assert {"Anna", "Dora"} not in names_at(publish(cup)).values()
