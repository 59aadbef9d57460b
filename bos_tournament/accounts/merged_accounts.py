"""Accounts that were merged into others, and where they lead."""

from bos_tournament.accounts.models import Merger, User


def former_accounts(person: User) -> list[User]:
    """Everybody who was merged into this person, directly or through another."""
    accounts: list[User] = []
    waiting = [person.pk]
    while waiting:
        further = list(User.objects.filter(merger__kept__in=waiting))
        accounts += further
        waiting = [account.pk for account in further]
    return accounts


def last_account(user: User) -> User:
    """The account that a merged one forwards to, through however many; the user itself when it was never merged."""
    while merger := Merger.objects.filter(gone=user).select_related("kept").first():
        user = merger.kept
    return user
