"""Whether letters reach anybody: a site on its own prints them where it was started."""

from django.conf import settings


def are_printed() -> bool:
    return settings.MAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"
