"""Whether the site is up, for those who watch it."""

import logging
from secrets import compare_digest

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import tokens
from bos_tournament.operations.health import report
from bos_tournament.operations.health.component_status import ComponentStatus
from bos_tournament.operations.health.report import Health

log = logging.getLogger(__name__)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """503 while pages cannot be served, else 200: `ok`, or `degraded` when something behind them needs an operator.

    Strangers get the word alone; why stands in the log, in the operator's page, and here for whoever sends the site's
    HEALTH_TOKEN, an API token of an operator, or is signed in as one.
    """
    status = report.health()
    if status.health is Health.DOWN:
        log.warning("The database does not answer.")
        return JsonResponse({"ok": False, "state": status.health.value}, status=503)
    answer: dict[str, object] = {"ok": True, "state": status.health.value}
    if may_know(request):
        answer["parts"] = [_shown(part) for part in status.parts]
    return JsonResponse(answer)


def may_know(request: HttpRequest) -> bool:
    """Operators with a second factor, by session or token, and whoever was given the site's own token."""
    scheme, _sep, sent = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and (token := sent.strip()):
        if settings.HEALTH_TOKEN and compare_digest(token.encode(), settings.HEALTH_TOKEN.encode()):
            return True
        user: Viewer | None = tokens.user_of(token)
    else:
        user = request.user
    return user is not None and user.is_authenticated and user.is_superuser and user.second_factor


def _shown(part: ComponentStatus) -> dict[str, object]:
    facts = [{"name": name, "value": value} for name, value in part.facts]
    return {"part": part.key, "state": part.state.value, "said": part.said, "todo": part.todo, "facts": facts}
