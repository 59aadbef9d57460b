"""How sign-up and sign-in treat our users."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """Accounts by e-mail, with a handle."""
