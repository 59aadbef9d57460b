"""What is done with a tournament and its entrants before play, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from dataclasses import replace

from django.utils import timezone

from bos_tournament.accounts.sign_in.token_digests import digest
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import (
    check_in,
    csv_import,
    guest_links,
    guests,
    join_codes,
    join_requests,
    player_meeting,
    registration,
)
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.printing import deck_sheets
from bos_tournament.tournaments.rounds import separated_pairs
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.staff import staff_roles
from bos_tournament.tournaments.webhooks import subscriptions
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.judging.scenario_people import FOUR, cup, judge, olga
from tests.tournaments import running_tournaments


def create():
    yield TournamentFactory()
    plan = Plan(name="Moon Cup", place="Hall", starts_at=timezone.now() + timezone.timedelta(hours=3))
    yield lifecycle.create(olga(), plan)


def edit():
    tournament = TournamentFactory(place="Hall")
    yield tournament
    lifecycle.edit(tournament, replace(lifecycle.plan_of(tournament), place="Barn"))


def open_registration():
    tournament = TournamentFactory(state="draft")
    yield tournament
    lifecycle.open_registration(tournament)


def announce():
    tournament = TournamentFactory()
    yield tournament
    lifecycle.announce(tournament, text="Lunch at noon.")


def cancel():
    tournament = TournamentFactory()
    yield tournament
    lifecycle.cancel(tournament, confirmation=tournament.name)


def delete():
    tournament = TournamentFactory(state="draft")
    yield tournament
    lifecycle.delete(tournament)


def pin_pool():
    tournament = TournamentFactory()
    yield tournament
    submissions.pin_pool(tournament)


def do_check_in():
    tournament = TournamentFactory(check_in_opens_at=timezone.now() - timezone.timedelta(minutes=5))
    entrant = EntrantFactory(tournament=tournament, user__handle="Anna")
    yield tournament
    check_in.check_in(entrant)


def mark():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    check_in.set_checked_in(entrant, present=True)


def mark_all():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    check_in.check_in_all(entrant.tournament)


def renew_code():
    tournament = TournamentFactory()
    yield tournament
    join_codes.renew(tournament)


def limit_code():
    tournament = TournamentFactory(code_only=True)
    yield tournament
    join_codes.limit(tournament, most=20)


def join():
    tournament = TournamentFactory()
    yield tournament
    registration.join(UserFactory(handle="Anna"), tournament)


def asked():
    return EntrantFactory(user__handle="Anna", state="asked", place=None, tournament__approval=True)


def accept_entrant():
    entrant = asked()
    yield entrant.tournament
    join_requests.accept(entrant)


def refuse_entrant():
    entrant = asked()
    yield entrant.tournament
    join_requests.refuse(entrant, why="For members only.")


def import_entrants():
    tournament = TournamentFactory()
    yield tournament
    csv_import.import_entrants(tournament, "Gus\nHana\n", by=olga())


def seat_meeting():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    player_meeting.seat_meeting(tournament)


def withdraw():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    registration.withdraw(entrant)


LEGAL = next(iter(starter_decks().values()))


def submit_list():
    entrant = EntrantFactory(user__handle="Anna", tournament__pool=pinned_pool())
    yield entrant.tournament
    submissions.submit_list(entrant, text=LEGAL)


def amend_list():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    other = [text for text in starter_decks().values() if text != LEGAL][0]
    submissions.amend_list(
        running_tournaments.entrant(tournament, "Anna"), by=judge(), text=other, reason="Ash missed."
    )


def unlock_list():
    tournament = running_tournaments.opened(
        running_tournaments.NAMES[:2], list_deadline=timezone.now() - timezone.timedelta(hours=1)
    )
    yield tournament
    submissions.unlock_list(running_tournaments.entrant(tournament, "Anna"), by=judge())


def check_sheets():
    tournament = cup()
    round_ = running_tournaments.publish(tournament)
    yield tournament
    deck_sheets.deck_sheets(round_, tables=None, by=judge(), purpose="Deck check.")


def list_sheets():
    tournament = running_tournaments.opened(FOUR)
    yield tournament
    deck_sheets.list_sheets(tournament, tables=None, by=judge(), purpose="At the door.")


def add_guest():
    tournament = TournamentFactory()
    yield tournament
    guests.add_guest(tournament, handle="Gus", real_name="", by=judge())


def guest_in(tournament):
    return guests.add_guest(tournament, handle="Gus", real_name="", by=judge())[0]


def renew_link():
    entrant = guest_in(tournament := TournamentFactory())
    yield tournament
    guests.renew_link(entrant, by=olga())


def issue_links():
    tournament = TournamentFactory()
    csv_import.import_entrants(tournament, "Gus", by=judge())
    yield tournament
    guest_links.issue_links(tournament, by=olga())


def revoke_link():
    entrant = guest_in(tournament := TournamentFactory())
    yield tournament
    guests.revoke_link(entrant, by=olga())


def told(tournament):
    made, _ = subscriptions.add_webhook(tournament, url="https://chat.example/hush", topics=["results"])
    return made


def add_webhook():
    tournament = TournamentFactory()
    yield tournament
    told(tournament)


def change_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    subscriptions.change(webhook, url=webhook.url, topics=["results", "standings"])


def rotate_secret():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    subscriptions.rotate(webhook)


def webhook_off():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    subscriptions.switch_off(webhook)


def webhook_on():
    webhook = subscriptions.switch_off(told(tournament := TournamentFactory()))
    yield tournament
    subscriptions.switch_on(webhook)


def remove_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    subscriptions.remove_webhook(webhook)


def invite():
    tournament = TournamentFactory()
    yield tournament
    staff_roles.invite(tournament, role="judge", by=olga())


def invited(tournament):
    token = staff_roles.invite(tournament, role="judge", by=olga())
    return token, tournament.invitations.get(token_digest=digest(token))


def accept():
    token, _ = invited(tournament := TournamentFactory())
    yield tournament
    staff_roles.accept_invitation(UserFactory(handle="Judith", second_factor=True), token)


def withdraw_invitation():
    _, invitation = invited(tournament := TournamentFactory())
    yield tournament
    staff_roles.withdraw_invitation(invitation)


def remove_role():
    role = StaffFactory(role="judge", user__handle="Judith")
    yield role.tournament
    staff_roles.remove_staff(role)


def put_into_series():
    tournament = TournamentFactory()
    season = series_setup.create(olga(), series_setup.SeriesPlan(name="Moon Season"))
    yield tournament
    series_setup.attach(season, tournament)


def take_out_of_series():
    """Of one that is deleted afterwards: the line keeps its name."""
    tournament = TournamentFactory()
    season = series_setup.create(olga(), series_setup.SeriesPlan(name="Moon Season"))
    leg = series_setup.attach(season, tournament)
    yield tournament
    series_setup.take_out(leg)
    series_setup.delete_series(season)


def kept_apart():
    tournament = running_tournaments.opened(FOUR)
    return tournament, [running_tournaments.entrant(tournament, name) for name in ("Anna", "Ben")]


def keep_apart():
    tournament, pair = kept_apart()
    yield tournament
    separated_pairs.separate_pair(*pair, never=True, why="They are sisters.")


def let_meet():
    tournament, pair = kept_apart()
    kept = separated_pairs.separate_pair(*pair, never=True)
    yield tournament
    separated_pairs.remove_separation(kept)


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "tournaments.lifecycle.create": (create, "Olga set up the tournament."),
    "tournaments.lifecycle.edit": (edit, "Olga changed the settings: Place."),
    "tournaments.lifecycle.delete": (delete, "Olga deleted the draft."),
    "tournaments.lifecycle.open_registration": (open_registration, "Olga opened registration."),
    "tournaments.lifecycle.announce": (announce, "Olga announced: “Lunch at noon.”"),
    "tournaments.lifecycle.cancel": (cancel, "Olga cancelled the tournament."),
    "tournaments.submissions.pin_pool": (pin_pool, "Olga pinned the cards that count in this tournament."),
    "tournaments.check_in.check_in": (do_check_in, "Olga checked in Anna."),
    "tournaments.check_in.set_checked_in": (mark, "Olga checked in Anna."),
    "tournaments.check_in.check_in_all": (mark_all, "Olga checked in Anna."),
    "tournaments.join_codes.renew": (renew_code, "Olga replaced the join code."),
    "tournaments.join_codes.limit": (limit_code, "Olga limited the join code to 20 players."),
    "tournaments.registration.join": (join, "Olga added Anna."),
    "tournaments.join_requests.accept": (accept_entrant, "Olga accepted Anna."),
    "tournaments.join_requests.refuse": (refuse_entrant, "Olga declined Anna, because: “For members only.”"),
    "tournaments.csv_import.import_entrants": (import_entrants, "Olga added Gus and Hana on site."),
    "tournaments.player_meeting.seat_meeting": (seat_meeting, "Olga seated the player meeting."),
    "tournaments.registration.withdraw": (withdraw, "Olga withdrew the entry of Anna."),
    "tournaments.submissions.submit_list": (submit_list, "Anna submitted a deck list."),
    "tournaments.submissions.amend_list": (amend_list, "Judith amended the deck list of Anna, because: “Ash missed.”"),
    "tournaments.submissions.unlock_list": (unlock_list, "Olga reopened the deck list of Anna after the deadline."),
    "tournaments.deck_sheets.deck_sheets": (check_sheets, "Judith read the deck list of Anna, Ben, Cleo and Dora, for: “Deck check.”"),
    "tournaments.deck_sheets.list_sheets": (list_sheets, "Judith read the deck list of Anna, Ben, Cleo and Dora, for: “At the door.”"),
    "tournaments.guests.add_guest": (add_guest, "Olga added Gus on site."),
    "tournaments.guests.renew_link": (renew_link, "Olga created a personal link for Gus."),
    "tournaments.guest_links.issue_links": (issue_links, "Olga created a personal link for Gus."),
    "tournaments.guests.revoke_link": (revoke_link, "Olga ended a personal link of Gus."),
    "tournaments.subscriptions.add_webhook": (add_webhook, "Olga added a webhook to chat.example."),
    "tournaments.subscriptions.change": (change_webhook, "Olga changed the webhook to chat.example: Topics."),
    "tournaments.subscriptions.rotate": (rotate_secret, "Olga created a new secret for the webhook to chat.example."),
    "tournaments.subscriptions.switch_off": (webhook_off, "Olga paused the webhook to chat.example."),
    "tournaments.subscriptions.switch_on": (webhook_on, "Olga resumed the webhook to chat.example."),
    "tournaments.subscriptions.remove_webhook": (remove_webhook, "Olga removed the webhook to chat.example."),
    "tournaments.staff_roles.invite": (invite, "Olga created an invitation for a judge."),
    "tournaments.staff_roles.accept_invitation": (accept, "Olga made Judith judge."),
    "tournaments.staff_roles.withdraw_invitation": (withdraw_invitation, "Olga withdrew an invitation for a judge."),
    "tournaments.staff_roles.remove_staff": (remove_role, "Olga removed the role of judge from Judith."),
    "tournaments.series_setup.attach": (put_into_series, "Olga added the tournament to the series “Moon Season”"),
    "tournaments.series_setup.take_out": (take_out_of_series, "Olga removed the tournament from the series “Moon Season”"),
    "tournaments.separated_pairs.separate_pair": (keep_apart, "Olga keeps Anna and Ben apart, because: “They are sisters.”"),
    "tournaments.separated_pairs.remove_separation": (let_meet, "Olga allowed Anna and Ben to be paired again."),
}  # fmt: skip
