"""The passphrase of a backup, typed or found in the environment, where a timer may put it."""

import getpass
import os

from django.core.management.base import CommandError

ASKS = "asks for the passphrase of an encrypted file; BACKUP_PASSPHRASE may hold it instead"


def passphrase_for(wanted: bool, *, twice: bool = False) -> str:
    """The passphrase, or nothing where none is wanted. One that is new is typed `twice`."""
    if passphrase := os.environ.get("BACKUP_PASSPHRASE"):
        return passphrase
    if not wanted:
        return ""
    typed = getpass.getpass("Passphrase: ")
    if not typed or (twice and getpass.getpass("The same again: ") != typed):
        raise CommandError("No passphrase, or two different ones. Nothing was done; try again.")
    return typed
