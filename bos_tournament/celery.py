"""The worker's application: tasks of the apps over the broker of the settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

from engine.gc_tuning import look_seldom

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
app = Celery("bos_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def _judge_undisturbed(**arguments: Any) -> None:
    """A worker's time goes into judging records."""
    look_seldom()
