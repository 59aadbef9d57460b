"""Every deed of the site once, in the three languages by turns, as the scenes of the trail play it."""

from itertools import cycle

import pghistory
from django.utils import translation

from bos_tournament.accounts.models import FormerName, User
from tests.judging import audited_scenarios
from tests.judging.scenario_people import olga
from tests.tournaments.running_tournaments import NAMES

LANGUAGES = ("en", "de", "es")
CALLED_AGAIN = (*NAMES, "Judith", "Olga", "Jonas", "Hera")


def play_all():
    for number, (language, (scene, _)) in enumerate(
        zip(cycle(LANGUAGES), audited_scenarios.SCENES.values(), strict=False)
    ):
        play(scene, language)
        step_aside(f"{number:02}")


def play(scene, language):
    going_on = scene()
    next(going_on)
    organizer = olga()
    User.objects.filter(pk=organizer.pk).update(language=language)
    with pghistory.context(user=str(organizer.pk), url="/desk/"), translation.override(language):
        next(going_on, None)


def step_aside(number):
    """The next scene has its own Anna."""
    for user in User.objects.filter(handle__in=CALLED_AGAIN):
        user.set_handle(f"{user.handle} {number}")
        user.email = user.email and f"{user.handle.lower().replace(' ', '.')}@example.org"
        user.save()
    FormerName.objects.filter(user__handle__endswith=f" {number}").delete()
