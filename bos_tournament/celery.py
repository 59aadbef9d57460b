"""The worker's application: tasks of the apps over the broker of the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
app = Celery("bos_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
