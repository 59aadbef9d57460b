"""Offers people what they may ask of their data, and has a restored backup forget again."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    name = "bos_tournament.privacy"

    def ready(self) -> None:
        from bos_tournament.accounts import page_links
        from bos_tournament.operations import backups
        from bos_tournament.privacy import erasure

        page_links.add("account.data", page_links.PageLink("privacy:export", _("Download my data")))
        page_links.add("account.data", page_links.PageLink("privacy:erase", _("Erase your account")))
        backups.after_restore.append(erasure.erase_again)
