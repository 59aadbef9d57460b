"""People: users with and without an account, their personal links and their tokens."""

import uuid
from importlib import import_module

import pgtrigger
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts import models_rate_limits  # noqa: F401, Django looks here

HANDLE = RegexValidator(
    r"^[\w][\w .'-]{1,29}\Z", _("A handle has 2 to 30 letters, digits, spaces or . ' - _ characters.")
)


# Whoever changes a name, on a page, in the admin or by confirming another address: the one before is kept.
KEEP_THE_NAME = """
INSERT INTO accounts_formername (user_id, name, until)
SELECT DISTINCT OLD.id, was, now() FROM unnest(ARRAY[OLD.handle, OLD.real_name, OLD.email]::text[]) AS was
WHERE was <> '' AND was NOT IN (NEW.handle, NEW.real_name, COALESCE(NEW.email, ''))
ON CONFLICT DO NOTHING;
RETURN NEW;
"""


class UserManager(BaseUserManager["User"]):
    """Makes users; an account needs an e-mail address, a guest needs none."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, *, handle: str, real_name: str = "") -> "User":
        user = self.model(email=self.normalize_email(email).lower(), real_name=real_name)
        user.set_handle(handle)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, *, handle: str) -> "User":
        user = self.create_user(email, password, handle=handle)
        user.is_staff = user.is_superuser = True
        user.save(using=self._db)
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who takes part. A guest has no e-mail and no usable password, and can be claimed later."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(unique=True, null=True, blank=True)
    handle = models.CharField(max_length=30, validators=[HANDLE], help_text=_("Shown to everyone."))
    skeleton = models.CharField(
        max_length=120, null=True, unique=True, editable=False, help_text="The shape of the handle; none if taken."
    )
    real_name = models.CharField(max_length=80, blank=True, help_text=_("Only you and tournament staff see it."))
    guest = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True, help_text=_("Empty: the browser's language."))
    hides_history = models.BooleanField(
        default=False, help_text=_("Hides the page with earlier tournaments from others.")
    )
    mails_tables = models.BooleanField(default=False, help_text=_("Email when a round is published."))
    is_staff = models.BooleanField(_("can open the admin"), default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["handle"]

    # Set for each request by the SecondFactor middleware and by token authentication.
    second_factor = False
    second_factor_lately = False  # within minutes, as deeds ask that cannot be taken back or that open doors to others
    read_only = False  # of this request: it came with a token that does no deed

    class Meta:
        triggers = [
            pgtrigger.Trigger(
                name="keeps_former_names",
                when=pgtrigger.After,
                operation=pgtrigger.UpdateOf("handle", "real_name", "email"),
                condition=pgtrigger.Q(new__erased_at__isnull=True),
                func=KEEP_THE_NAME,
            )
        ]
        constraints = [
            models.UniqueConstraint(Lower("handle"), name="one_handle_each"),
            models.UniqueConstraint(Lower("email"), name="one_account_per_email"),
            models.CheckConstraint(
                condition=models.Q(guest=False) | models.Q(email=None, is_staff=False), name="guests_have_no_email"
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    def set_handle(self, handle: str) -> None:
        """The handle with its shape, by which nobody else takes one that looks like it. Saves nothing."""
        from bos_tournament.accounts.confusable_names import skeleton

        self.handle, self.skeleton = handle, skeleton(handle)

    def get_full_name(self) -> str:
        return self.real_name or self.handle

    def get_short_name(self) -> str:
        return self.handle


def shown_name(user: User) -> str:
    """The name that pages and mails show for a user."""
    return user.handle


class FormerName(models.Model):
    """A handle, real name or address from before a change. Nobody looks people up by it: it is kept so that erasing
    finds the name where others wrote it, and goes with the account."""

    user = models.ForeignKey(User, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=254)
    until = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="a_former_name_once")]

    def __str__(self) -> str:
        return f"former name of {self.user}"


class PersonalLink(models.Model):
    """A secret link that signs a guest in once; only the token's digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="links")
    token_digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    midway = models.BooleanField(default=False, help_text="Made or opened while a list was in or a match was on.")
    confirmed_at = models.DateTimeField(null=True, blank=True, help_text="when others said that this is the guest")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(opened_at=None, revoked_at=None), name="one_waiting_link_each"
            )
        ]

    def __str__(self) -> str:
        return f"link of {self.user}"


class ApiToken(models.Model):
    """Lets a program act for its user; only the digest is kept. A token made under a second factor carries it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    token_digest = models.CharField(max_length=64, unique=True)
    second_factor = models.BooleanField(default=False)
    read_only = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Merger(models.Model):
    """Two users who turned out to be one person: `gone` forwards to `kept`. Undoing it needs to know what moved."""

    gone = models.OneToOneField(User, models.CASCADE, related_name="merger")
    kept = models.ForeignKey(User, models.CASCADE, related_name="mergers")
    moved = models.JSONField(default=dict, help_text="ids of the rows that changed hands, by model and field")
    was_active = models.BooleanField(help_text="could `gone` sign in before?")
    began_to_hide = models.BooleanField(help_text="does `kept` hide its history only since then?")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.gone} into {self.kept}"


class FirstAdminLink(models.Model):
    """A link that lets whoever runs the server make the first admin, once."""

    token_digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"first admin link of {self.made_at:%Y-%m-%d}"


class Erasure(models.Model):
    """Who was erased, by their id alone: a restored backup of an earlier day has them erased again."""

    person = models.UUIDField(primary_key=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.person)


class Session(AbstractBaseSession):
    """A sign-in. It knows its user, so that all sessions of somebody can be ended at once, and not its own key."""

    session_key = models.CharField(primary_key=True, max_length=64, help_text="The digest of what the browser sends.")
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions", db_index=True)
    device = models.CharField(max_length=60, blank=True, help_text="Browser and system, by name alone.")
    made_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(
        default=timezone.now, help_text="Some minutes late: not every request is written down."
    )

    NAME = 16  # digits

    @property
    def name(self) -> str:
        """By which its owner ends it. Of a digest, so it opens nothing."""
        return self.session_key[: self.NAME]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """The store that the settings name; it is made of this model, so it cannot be imported here."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
