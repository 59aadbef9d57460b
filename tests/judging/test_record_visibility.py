"""A record is no oracle: it is sealed from the other player, answered after the report, and tells nothing of a list."""

import re
from random import Random

import pytest
from django.urls import reverse

from bos_tournament.cards import catalogue
from bos_tournament.decks.models import DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.models import Comparison, Finding, Record
from bos_tournament.judging.records import record_entry
from bos_tournament.judging.records.adjudication import find
from bos_tournament.matches import result_reports
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments.models import Staff, Tournament
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.html_whitespace import tight
from tests.judging.cases import PLAIN, at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db

BLUE = [card for card in sample_pool().cards if card.color == "blue" and card.playable]
IN_LIST = {line.strip().lstrip("123 ") for line in PLAIN.splitlines()}
WON = ("1. T1 P2", "2. E", "3. T2 P1", "4. X P2 concedes")


def url(name, row):
    return reverse(f"judging:{name}", args=[row.pk])


def told(answer):
    """What a page says, without what differs each time it is asked for."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"x-csrftoken": "\w+"', "", tight(answer), flags=re.I)
    return " ".join(page.split())


def hand_in(case, seat, *lines, game=None, text=None):
    text = record(case, *lines) if text is None else text
    handed = record_entry.hand_in(game or case.game, by=seat.user, seat=seat, text=text)
    work()
    return handed


def report(case):
    """Both say that Anna won by concession."""
    result_reports.report_result(case.anna, winner=case.anna, reason=Reason.CONCEDED)
    result_reports.agree(case.ben)


def differ(case):
    """Each says that they won."""
    for seat in (case.anna, case.ben):
        result_reports.report_result(seat, winner=seat, reason=Reason.PLAYED)


# Answered after the report


def test_a_record_handed_in_during_the_game_is_received_and_answered_after_the_report(signed_in, program):
    case = at_a_table()
    ben = signed_in(case.ben.user)
    asked = {"game": case.game.pk, "text": record(case, "1. T1 P2", "2. E", "3. T2 P1", "4. S a S")}

    answer = ben.post(reverse("judging:records", args=[case.match.pk]), asked, follow=True)
    work()
    handed = Record.objects.get()
    during = [told(ben.get(url("record", handed))), told(ben.get(reverse("judging:records", args=[case.match.pk])))]
    by_program = program(case.ben.user).get(f"records/{handed.pk}/").json()
    report(case)
    after = told(ben.get(url("record", handed)))

    assert "The engine answers once the game is reported." in told(answer)
    for page in during:
        assert "received" in page
        assert not re.search("unproven|illegal|[Ll]egal so far|The table|not enough", page)
    assert (by_program["state"], by_program["finding"], by_program["table"]) == ("received", None, None)
    assert {line["how"] for line in by_program["lines"]} == {"not played"}
    assert "“S” is not enough of a name" in after


def test_one_report_that_can_be_withdrawn_opens_no_answer(signed_in):
    case = at_a_table()
    handed = hand_in(case, case.ben, *WON)
    result_reports.report_result(case.ben, winner=case.anna, reason=Reason.CONCEDED)

    page = told(signed_in(case.ben.user).get(url("record", handed)))

    assert "received" in page
    assert not re.search(r"\b[Ll]egal", page)


def test_a_judge_reads_the_finding_at_once_by_the_lists_that_were_played(signed_in):
    case = at_a_table()
    handed = hand_in(case, case.ben, "1. T1 P2", "2. E", "3. T2 P1", "4. S a S")

    page = told(signed_in(case.judge, second_factor=True).get(url("record", handed)))

    assert "“S” fits several cards of P1" in page or "No card in the registered list of P1" in page


# Sealed from the other player


def doors(row):
    return [url("record", row), url("record_text", row)]


def test_ben_reads_annas_record_only_when_both_are_in_and_the_game_is_reported(signed_in, program):
    case = at_a_table()
    annas = hand_in(case, case.anna, *WON)
    ben, bens_program = signed_in(case.ben.user), program(case.ben.user)

    def seen():
        by_program = [bens_program.get(f"records/{annas.pk}/{part}").status_code for part in ("", "text/")]
        return [ben.get(door).status_code for door in doors(annas)] + by_program

    alone = seen()
    hand_in(case, case.ben, *WON)
    during = seen()
    report(case)

    assert (alone, during, seen()) == ([403] * 4, [403] * 4, [200] * 4)


def test_nothing_of_a_sealed_record_stands_on_the_pages_of_its_game(signed_in, program):
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, "1. T1 P2", "2. E", "3. T2 P1", "4. X P1 concedes  # a sealed remark"))
    work()
    ben, bens_program = signed_in(case.ben.user), program(case.ben.user)

    pages = [told(ben.get(page)) for page in (dispute.get_absolute_url(), url("records", case.match))]
    listed = bens_program.get(f"disputes/{dispute.pk}/").json()["records"]

    for page in pages:
        assert "sealed" in page
        assert not re.search("a sealed remark|concedes|legal", page.partition("Submit")[0])
    assert [(one["state"], one["finding"]) for one in listed] == [("sealed", None)]


def test_what_ben_copied_once_he_could_read_it_verifies_nothing():
    case = at_a_table()
    annas = hand_in(case, case.anna, *WON)
    hand_in(case, case.ben, "1. T1 P2")
    game = case.game
    report(case)

    copied = hand_in(case, case.ben, text=annas.text, game=game)

    assert (annas.blind, copied.blind) == (True, False)
    assert Comparison.objects.get(game=game).data["same"]
    assert not Comparison.objects.get(game=game).verifies


def test_two_records_that_neither_could_copy_verify_the_game(signed_in, client):
    case = at_a_table()
    game = case.game
    for seat in (case.anna, case.ben):
        hand_in(case, seat, *WON)

    report(case)

    assert Comparison.objects.get(game=game).verifies
    assert "both players wrote down the same game" in told(client.get(case.match.get_absolute_url()))
    assert "verified" in told(signed_in(case.ben.user).get(url("records", case.match)))


def test_how_two_records_compare_stays_sealed_during_the_game(signed_in, program):
    case = at_a_table()
    hand_in(case, case.anna, *WON)
    hand_in(case, case.ben, "1. T1 P2", "2. X P1 concedes")

    page = told(signed_in(case.ben.user).get(url("records", case.match)))
    (game,) = program(case.ben.user).get(f"matches/{case.match.pk}/records/").json()["games"]

    assert "differ" not in page
    assert game["comparison"] is None


def test_a_result_that_was_taken_back_makes_no_copy_blind_again():
    case = at_a_table()
    game = case.game
    for seat in (case.anna, case.ben):
        hand_in(case, seat, *WON)
    report(case)
    game.refresh_from_db()
    game.outcome, game.winner, game.ended_at = "", None, None
    case.match.games.exclude(pk=game.pk).update(outcome="cut")
    game.save()

    again = hand_in(case, case.ben, "1. T1 P2", game=game)

    assert not again.blind


# A judge opens them


def test_a_judge_opens_the_records_of_a_dispute_to_both_players(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))
    work()
    annas = Record.objects.get()
    judge, ben = signed_in(case.judge, second_factor=True), signed_in(case.ben.user)

    offered = "Open records to both players" in told(judge.get(dispute.get_absolute_url()))
    answer = judge.post(url("open_records", dispute), follow=True)

    assert offered
    assert "Both players can now read the records of this game." in told(answer)
    assert "Open records to both players" not in told(answer)
    assert [ben.get(door).status_code for door in doors(annas)] == [200, 200]
    assert "legal" in told(ben.get(url("record", annas)))
    assert not hand_in(case, case.ben, *WON).blind


def test_a_program_of_a_judge_opens_them_too_and_once(program):
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))
    judge, path = program(case.judge, second_factor=True), f"disputes/{dispute.pk}/open-records/"

    first, again = judge.post(path), judge.post(path)

    assert (first.status_code, first.json()["may_open_records"]) == (200, False)
    assert (again.status_code, again.json()["code"]) == (409, "records_open")


def test_what_is_handed_in_after_they_were_opened_is_sealed_again_while_the_game_goes_on(signed_in):
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))
    filing.open_records(dispute, by=case.judge)
    later = hand_in(case, case.ben, *WON)

    anna, ben = signed_in(case.anna.user), signed_in(case.ben.user)

    assert anna.get(url("record", later)).status_code == 403
    assert "received" in told(ben.get(url("record", later)))


def test_a_ruling_that_the_game_goes_on_opens_none():
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))

    dispute_rulings.rule_on_dispute(dispute, by=case.judge, decision="go_on", reason="7.1.2: take it back.")

    dispute.refresh_from_db()
    assert dispute.records_opened_at is None


def test_a_ruling_opens_them():
    case = at_a_table(Step.DIFFERING)
    dispute = case.dispute(text=record(case, *WON))

    dispute_rulings.rule_on_dispute(
        dispute, by=case.judge, decision="correct", winner=case.anna, reason="11.1.1: Ben conceded."
    )

    dispute.refresh_from_db()
    assert dispute.records_opened_by == case.judge


def test_players_organizers_and_onlookers_open_no_records(signed_in, program):
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))
    organizer = StaffFactory(tournament=case.tournament, role=Staff.Role.ORGANIZER).user

    for user, status in ((case.anna.user, 403), (case.ben.user, 403), (organizer, 403), (UserFactory(), 404)):
        assert signed_in(user, second_factor=True).post(url("open_records", dispute)).status_code == status
        by_program = program(user, second_factor=True).post(f"disputes/{dispute.pk}/open-records/")
        assert by_program.status_code == status
    dispute.refresh_from_db()
    assert dispute.records_opened_at is None


def test_records_are_opened_once():
    case = at_a_table()
    dispute = case.dispute(text=record(case, *WON))
    filing.open_records(dispute, by=case.judge)

    with pytest.raises(Refused) as refusal:
        filing.open_records(dispute, by=case.judge)

    assert refusal.value.code == "records_open"


# What a record tells of a list

FOREIGN = next(
    card for card in BLUE if card.type is CardType.SUMMON and card.name not in IN_LIST and "any" in card.condition
)


def asked_by_ben(case, *lines):
    """Ben's record of a game that both reported, each otherwise."""
    handed = hand_in(case, case.ben, *lines)
    differ(case)
    return handed


def test_a_card_that_is_not_in_annas_list_is_told_to_judges_alone(signed_in):
    case = at_a_table()
    handed = asked_by_ben(case, "1. T1 P2", "2. E", "3. T2 P1", f"4. S a {FOREIGN.name}")

    ben = told(signed_in(case.ben.user).get(url("record", handed)))
    judge = told(signed_in(case.judge, second_factor=True).get(url("record", handed)))

    assert "registered list" not in ben
    assert f"{FOREIGN.name} is not in the registered list of P1." in judge


@pytest.mark.parametrize("role", [Staff.Role.ORGANIZER, Staff.Role.SCOREKEEPER])
def test_staff_who_read_no_lists_are_told_what_everybody_may_know(signed_in, role):
    case = at_a_table()
    handed = hand_in(case, case.ben, "1. T1 P2", "2. E", "3. T2 P1", f"4. S a {FOREIGN.name}")
    staff = StaffFactory(tournament=case.tournament, role=role).user

    page = told(signed_in(staff, second_factor=True).get(url("record", handed)))

    assert "registered list" not in page
    assert "Legal here:" not in page


def test_a_judge_who_takes_part_tries_no_lines_and_reads_no_list(signed_in, program):
    case = at_a_table()
    handed = hand_in(case, case.ben, "1. T1 P2", "2. E", "3. T2 P1", f"4. S a {FOREIGN.name}")
    EntrantFactory(tournament=case.tournament, user=case.judge, state="playing", place=3)
    judge = signed_in(case.judge, second_factor=True)

    assert "registered list" not in told(judge.get(url("record", handed)))
    assert {judge.get(url(door, handed)).status_code for door in ("try_line", "continuations")} == {403}
    assert program(case.judge, second_factor=True).get(f"records/{handed.pk}/continuations/").status_code == 403


def test_once_the_lists_are_open_ben_is_told_what_they_say(signed_in):
    case = at_a_table()
    handed = asked_by_ben(case, "1. T1 P2", "2. E", "3. T2 P1", f"4. S a {FOREIGN.name}")
    Tournament.objects.filter(pk=case.tournament.pk).update(stage_lists=Tournament.Lists.OPEN)
    for seat in (case.anna, case.ben):
        case.tournament.entrants.filter(user=seat.user).update(deck_version=seat.deck_version)

    page = told(signed_in(case.ben.user).get(url("record", handed)))

    assert f"{FOREIGN.name} is not in the registered list of P1." in page


def test_after_the_match_a_closed_list_stays_closed(signed_in):
    case = at_a_table(Step.FINISHED)
    game = case.match.games.order_by("number").first()
    handed = hand_in(case, case.ben, "1. T1 P2", "2. E", "3. T2 P1", "4. S a S", game=game)

    page = told(signed_in(case.ben.user).get(url("record", handed)))

    assert "“S” is not enough of a name" in page


def some_list(luck):
    """A legal list with the boss of the starter list, otherwise any cards of its color."""

    def filled(kind, size):
        cards = [card.name for card in BLUE if card.type is kind] * 3
        return luck.sample(cards, size)

    wizards = luck.sample([card.name for card in BLUE if card.type is CardType.WIZARD], 3)
    summons, spells = filled(CardType.SUMMON, 10), filled(CardType.SPELL, 10)
    return "\n".join(["Boss", "Abyss Regent", "Wizards", *wizards, "Summons", *summons, "Spells", *spells]) + "\n"


def some_record(luck):
    """A record with names in full and cut short, most of them of cards that may be in a list or not."""

    def name(kind):
        card = luck.choice([card for card in BLUE if card.type is kind])
        return card.name[: luck.choice([1, 3, 99, 99, 99])].strip()

    wizards = [card.name for card in BLUE if card.type is CardType.WIZARD]
    lines = [f"[Wizards P{seat} {', '.join(luck.sample(wizards, 3))}]" for seat in (1, 2)]
    for turn in range(1, luck.randint(2, 6)):
        lines.append(f"T{turn} P{1 + turn % 2}")
        for _ in range(luck.randint(0, 3)):
            summon = f"S {luck.choice('abc')} {name(CardType.SUMMON)}"
            spell = f"C {name(CardType.SPELL)} -> {luck.choice(['1a', '2b', name(CardType.SUMMON)])}"
            lines.append(luck.choice([summon, summon, spell, "A a P1", "= L30/30", "BOSS"]))
        lines.append("E")
    return "\n".join(lines) + "\n"


def told_to_ben(case, dispute, rows, browser, asked):
    """Every answer that Ben and the public get about the records of the game."""
    pages = [dispute.get_absolute_url(), url("records", case.match), case.match.get_absolute_url()]
    pages += [f"{url('record', row)}?line={line}" for row in rows for line in ("", "3", "5")]
    paths = [f"matches/{case.match.pk}/records/", f"disputes/{dispute.pk}/", f"matches/{case.match.pk}/"]
    paths += [f"records/{row.pk}/{part}" for row in rows for part in ("", "?line=3", "text/", "try/?written=E")]
    return {page: told(browser.get(page)) for page in pages} | {path: asked.get(path).content for path in paths}


@pytest.mark.parametrize("seed", range(2))
def test_for_any_two_lists_of_anna_every_answer_to_ben_is_the_same(signed_in, program, seed):
    """The lists agree on the boss alone, which is all that was shown beside the record."""
    luck = Random(seed)
    catalogue.load(sample_pool().write(), publish=True)
    case = at_a_table()
    texts = [some_record(luck), some_record(luck)]
    dispute = case.dispute()
    rows = [hand_in(case, seat, text=text) for seat, text in zip((case.anna, case.ben), texts, strict=True)]
    differ(case)
    ben, asked = signed_in(case.ben.user), program(case.ben.user)
    first = told_to_ben(case, dispute, rows, ben, asked)
    version, compared = Match.objects.get(pk=case.match.pk).version, Comparison.objects.get().made_at

    listed = DeckVersion.objects.get(pk=case.anna.deck_version_id)
    listed.text = some_list(luck)
    listed.save()
    Comparison.objects.all().delete()
    Finding.objects.all().delete()
    for row in rows:
        find(row.pk)
    work()
    Comparison.objects.update(made_at=compared)  # When it was made is no part of an answer.
    Match.objects.filter(pk=case.match.pk).update(version=version)
    second = told_to_ben(case, dispute, rows, ben, asked)

    assert [page for page in first if first[page] != second[page]] == []
