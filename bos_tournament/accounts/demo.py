"""People of the demo: those who only play, and those whom a visitor can sign in as."""

import os
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.allauth_internals import add_second_factor, code_at
from bos_tournament.errors import Refused

HOST = "demo.example"
CODE_SECONDS = 30
ROW = re.compile(r"^(?P<role>.{14}) (?P<email>\S+@\S+) +password (?P<password>\S+)(?: +secret (?P<secret>[A-Z2-7]+))?")


@dataclass(frozen=True)
class SignIn:
    """What a visitor types to be somebody of the demo; `secret` is that of the second factor, if there is one."""

    role: str
    """Who they are in the demo, such as “head judge” or “player 1”."""
    email: str
    """The address that is typed to sign in."""
    password: str
    """In plain text: a random one, made when the demo was set up."""
    secret: str = ""
    page: str = "/"
    """The page to look at after signing in, as a path."""


def make_player(number: int, handle: str) -> User:
    """An account nobody can sign in to until it is given a password."""
    return User.objects.create_user(f"player{number}@{HOST}", handle=handle)


def make_staff(name: str, handle: str, *, admin: bool = False) -> User:
    """An account for staff. In this process it counts as signed in with its second factor, as staff deeds ask."""
    make = User.objects.create_superuser if admin else User.objects.create_user
    user = make(f"{name}@{HOST}", handle=handle)
    user.second_factor = True
    return user


def let_in(user: User, role: str, *, page: str, second_factor: bool) -> SignIn:
    """Gives an account a random password and, if it is to have one, a second factor. ValueError for a guest."""
    if user.email is None:
        raise ValueError("A guest has no password.")
    password = secrets.token_urlsafe(15)
    hasher = PBKDF2PasswordHasher()
    # Stretching protects passwords that can be guessed. This one cannot, and signing in stretches it anyway.
    user.password = hasher.encode(password, hasher.salt(), iterations=1_000)
    user.save(update_fields=["password"])
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    secret = add_second_factor(user) if second_factor else ""
    return SignIn(role, user.email, password, secret, page)


def sign_ins_file() -> Path:
    """Where the sign-ins are kept, and printed from at each start."""
    return Path(settings.BOS_HOME) / "demo-sign-ins.txt"


def write_sign_ins(sign_ins: Sequence[SignIn]) -> None:
    """Keeps the sign-ins for whoever runs the site, and nobody else (mode 0600)."""
    lines = [f"{_row(sign_in)}\n{'':14} {sign_in.page}" for sign_in in sign_ins]
    hint = "The six digits of a second factor: .venv/bin/python manage.py code E-MAIL"
    path = sign_ins_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, hint, ""]))


def read_sign_ins() -> list[SignIn]:
    """The sign-ins as they were written. Raises Refused on a site without a demo."""
    try:
        rows = [ROW.match(line) for line in sign_ins_file().read_text(encoding="utf-8").splitlines()]
    except FileNotFoundError:
        raise Refused("This site has no demo, so there are no sign-ins of one.", code="no_demo") from None
    return [SignIn(row["role"].strip(), row["email"], row["password"], row["secret"] or "") for row in rows if row]


def code_now(secret: str) -> tuple[str, int]:
    """The six digits of this moment, and for how many seconds they stay."""
    now = int(time.time())
    return code_at(secret, now // CODE_SECONDS), CODE_SECONDS - now % CODE_SECONDS


def _row(sign_in: SignIn) -> str:
    secret = f"  secret {sign_in.secret}" if sign_in.secret else ""
    return f"{sign_in.role:14} {sign_in.email:24} password {sign_in.password}{secret}"
