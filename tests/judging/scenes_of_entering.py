"""What is done with a tournament and its entrants before play, each deed as a scene, and the line it leaves in the trail."""
# ruff: noqa: E501 (a sentence is read best in one piece)

from dataclasses import replace

from django.utils import timezone

from bos_tournament.accounts.digests import digest
from bos_tournament.tournaments import (
    apart,
    approving,
    check_in,
    deck_sheets,
    guest_links,
    guests,
    importing,
    join_codes,
    joining,
    lists,
    planning,
    seating,
    series,
    staff,
    webhooks,
)
from engine.bos.decks import starter_decks
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.judging.cast import FOUR, cup, judge, olga
from tests.tournaments import running


def create():
    yield TournamentFactory()
    plan = planning.Plan(name="Moon Cup", place="Hall", starts_at=timezone.now() + timezone.timedelta(hours=3))
    yield planning.create(olga(), plan)


def edit():
    tournament = TournamentFactory(place="Hall")
    yield tournament
    planning.edit(tournament, replace(planning.plan_of(tournament), place="Barn"))


def open_registration():
    tournament = TournamentFactory(state="draft")
    yield tournament
    planning.open_registration(tournament)


def announce():
    tournament = TournamentFactory()
    yield tournament
    planning.announce(tournament, text="Lunch at noon.")


def cancel():
    tournament = TournamentFactory()
    yield tournament
    planning.cancel(tournament, confirmation=tournament.name)


def delete():
    tournament = TournamentFactory(state="draft")
    yield tournament
    planning.delete(tournament)


def pin_pool():
    tournament = TournamentFactory()
    yield tournament
    lists.pin_pool(tournament)


def do_check_in():
    tournament = TournamentFactory(check_in_opens_at=timezone.now() - timezone.timedelta(minutes=5))
    entrant = EntrantFactory(tournament=tournament, user__handle="Anna")
    yield tournament
    check_in.check_in(entrant)


def mark():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    check_in.mark(entrant, present=True)


def mark_all():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    check_in.mark_all(entrant.tournament)


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
    joining.join(UserFactory(handle="Anna"), tournament)


def asked():
    return EntrantFactory(user__handle="Anna", state="asked", place=None, tournament__approval=True)


def accept_entrant():
    entrant = asked()
    yield entrant.tournament
    approving.accept(entrant)


def refuse_entrant():
    entrant = asked()
    yield entrant.tournament
    approving.refuse(entrant, why="For members only.")


def import_entrants():
    tournament = TournamentFactory()
    yield tournament
    importing.import_entrants(tournament, "Gus\nHana\n", by=olga())


def seat_meeting():
    tournament = running.opened(FOUR)
    yield tournament
    seating.seat_meeting(tournament)


def withdraw():
    entrant = EntrantFactory(user__handle="Anna")
    yield entrant.tournament
    joining.withdraw(entrant)


LEGAL = next(iter(starter_decks().values()))


def submit_list():
    entrant = EntrantFactory(user__handle="Anna", tournament__pool=pinned_pool())
    yield entrant.tournament
    lists.submit_list(entrant, text=LEGAL)


def amend_list():
    tournament = running.opened(FOUR)
    yield tournament
    other = [text for text in starter_decks().values() if text != LEGAL][0]
    lists.amend_list(running.entrant(tournament, "Anna"), by=judge(), text=other, reason="Ash missed.")


def unlock_list():
    tournament = running.opened(running.NAMES[:2], list_deadline=timezone.now() - timezone.timedelta(hours=1))
    yield tournament
    lists.unlock_list(running.entrant(tournament, "Anna"), by=judge())


def check_sheets():
    tournament = cup()
    round_ = running.publish(tournament)
    yield tournament
    deck_sheets.deck_sheets(round_, tables=None, by=judge(), purpose="Deck check.")


def list_sheets():
    tournament = running.opened(FOUR)
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
    importing.import_entrants(tournament, "Gus", by=judge())
    yield tournament
    guest_links.issue_links(tournament, by=olga())


def revoke_link():
    entrant = guest_in(tournament := TournamentFactory())
    yield tournament
    guests.revoke_link(entrant, by=olga())


def told(tournament):
    made, _ = webhooks.add(tournament, url="https://chat.example/hush", topics=["results"])
    return made


def add_webhook():
    tournament = TournamentFactory()
    yield tournament
    told(tournament)


def change_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.change(webhook, url=webhook.url, topics=["results", "standings"])


def rotate_secret():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.rotate(webhook)


def webhook_off():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.switch_off(webhook)


def webhook_on():
    webhook = webhooks.switch_off(told(tournament := TournamentFactory()))
    yield tournament
    webhooks.switch_on(webhook)


def remove_webhook():
    webhook = told(tournament := TournamentFactory())
    yield tournament
    webhooks.remove(webhook)


def invite():
    tournament = TournamentFactory()
    yield tournament
    staff.invite(tournament, role="judge", by=olga())


def invited(tournament):
    token = staff.invite(tournament, role="judge", by=olga())
    return token, tournament.invitations.get(token_digest=digest(token))


def accept():
    token, _ = invited(tournament := TournamentFactory())
    yield tournament
    staff.accept(UserFactory(handle="Judith", second_factor=True), token)


def withdraw_invitation():
    _, invitation = invited(tournament := TournamentFactory())
    yield tournament
    staff.withdraw_invitation(invitation)


def remove_role():
    role = StaffFactory(role="judge", user__handle="Judith")
    yield role.tournament
    staff.remove(role)


def put_into_series():
    tournament = TournamentFactory()
    season = series.create(olga(), series.SeriesPlan(name="Moon Season"))
    yield tournament
    series.attach(season, tournament)


def take_out_of_series():
    """Of one that is deleted afterwards: the line keeps its name."""
    tournament = TournamentFactory()
    season = series.create(olga(), series.SeriesPlan(name="Moon Season"))
    leg = series.attach(season, tournament)
    yield tournament
    series.take_out(leg)
    series.delete(season)


def kept_apart():
    tournament = running.opened(FOUR)
    return tournament, [running.entrant(tournament, name) for name in ("Anna", "Ben")]


def keep_apart():
    tournament, pair = kept_apart()
    yield tournament
    apart.keep_apart(*pair, never=True, why="They are sisters.")


def let_meet():
    tournament, pair = kept_apart()
    kept = apart.keep_apart(*pair, never=True)
    yield tournament
    apart.let_meet(kept)


# Each deed by module and name: its scene, and the line it leaves when Olga's request did it.
SCENES = {
    "tournaments.planning.create": (create, "Olga set up the tournament."),
    "tournaments.planning.edit": (edit, "Olga changed the settings: Place."),
    "tournaments.planning.delete": (delete, "Olga deleted the draft."),
    "tournaments.planning.open_registration": (open_registration, "Olga opened registration."),
    "tournaments.planning.announce": (announce, "Olga announced: “Lunch at noon.”"),
    "tournaments.planning.cancel": (cancel, "Olga cancelled the tournament."),
    "tournaments.lists.pin_pool": (pin_pool, "Olga pinned the cards that count in this tournament."),
    "tournaments.check_in.check_in": (do_check_in, "Olga checked in Anna."),
    "tournaments.check_in.mark": (mark, "Olga checked in Anna."),
    "tournaments.check_in.mark_all": (mark_all, "Olga checked in Anna."),
    "tournaments.join_codes.renew": (renew_code, "Olga made a new code to join; the old one ended."),
    "tournaments.join_codes.limit": (limit_code, "Olga let at most 20 people join by code."),
    "tournaments.joining.join": (join, "Anna joined, entered by Olga."),
    "tournaments.approving.accept": (accept_entrant, "Olga accepted Anna."),
    "tournaments.approving.refuse": (refuse_entrant, "Olga did not accept Anna, because: “For members only.”"),
    "tournaments.importing.import_entrants": (import_entrants, "Olga entered Gus and Hana at the door."),
    "tournaments.seating.seat_meeting": (seat_meeting, "Olga seated the player meeting."),
    "tournaments.joining.withdraw": (withdraw, "Olga withdrew the entry of Anna."),
    "tournaments.lists.submit_list": (submit_list, "Anna handed in a list."),
    "tournaments.lists.amend_list": (amend_list, "Judith amended the list of Anna, because: “Ash missed.”"),
    "tournaments.lists.unlock_list": (unlock_list, "Olga let Anna hand in a list after the deadline."),
    "tournaments.deck_sheets.deck_sheets": (check_sheets, "Judith read the list of Anna, Ben, Cleo and Dora, for: “Deck check.”"),
    "tournaments.deck_sheets.list_sheets": (list_sheets, "Judith read the list of Anna, Ben, Cleo and Dora, for: “At the door.”"),
    "tournaments.guests.add_guest": (add_guest, "Olga entered Gus at the door."),
    "tournaments.guests.renew_link": (renew_link, "Olga made a personal link for Gus."),
    "tournaments.guest_links.issue_links": (issue_links, "Olga made a personal link for Gus."),
    "tournaments.guests.revoke_link": (revoke_link, "Olga ended a personal link of Gus."),
    "tournaments.webhooks.add": (add_webhook, "Olga lets chat.example be told of the tournament."),
    "tournaments.webhooks.change": (change_webhook, "Olga changed what chat.example is told: Topics."),
    "tournaments.webhooks.rotate": (rotate_secret, "Olga made a new secret for chat.example."),
    "tournaments.webhooks.switch_off": (webhook_off, "Olga switched chat.example off; it is told nothing."),
    "tournaments.webhooks.switch_on": (webhook_on, "Olga switched chat.example on; it is told what happens."),
    "tournaments.webhooks.remove": (remove_webhook, "Olga removed chat.example; it is told nothing any more."),
    "tournaments.staff.invite": (invite, "Olga made an invitation for a judge."),
    "tournaments.staff.accept": (accept, "Olga made Judith judge."),
    "tournaments.staff.withdraw_invitation": (withdraw_invitation, "Olga withdrew an invitation for a judge."),
    "tournaments.staff.remove": (remove_role, "Olga took the role of judge from Judith."),
    "tournaments.series.attach": (put_into_series, "Olga put the tournament into the series “Moon Season”"),
    "tournaments.series.take_out": (take_out_of_series, "Olga took the tournament out of the series “Moon Season”"),
    "tournaments.apart.keep_apart": (keep_apart, "Olga keeps Anna and Ben apart, because: “They are sisters.”"),
    "tournaments.apart.let_meet": (let_meet, "Olga lets Anna and Ben meet again."),
}  # fmt: skip
