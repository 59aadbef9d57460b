"""Shows a replay: the page, the board after another line, and what is new in a game that is on."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.operations import conditional
from bos_tournament.play.recording import spectators
from bos_tournament.play.recording.replays import Replay, replay_page

PAGE, POSITION, NEWS = (f"play/recording/{name}.html" for name in ("replay", "_replay_position", "_replay_news"))


def show_replay(request: HtmxHttpRequest, replay: Replay) -> HttpResponse:
    """The page; for htmx the board alone, or what is new since the page was `seen`."""
    alone = request.htmx and not request.htmx.history_restore_request
    if alone and "seen" in request.GET:
        return _news(request, replay)
    page = replay_page(replay, request.GET.get("line"))
    if replay.is_live and not alone:
        page["spectator"] = spectators.new_spectator(request.session.session_key)
    answer = render(request, POSITION if alone else PAGE, {**page, **_live(replay)})
    patch_vary_headers(answer, ["HX-Request"])
    if replay.is_live:
        add_never_cache_headers(answer)
    return answer


def show_end_of_watching(request: HtmxHttpRequest) -> HttpResponse:
    """For an open page whose game is not for spectators any more: its table is not featured, or nobody recorded it."""
    return render(request, NEWS, {"not_shown": True})


def seen_tag(replay: Replay) -> str:
    """Names what spectators see of the game; another one says that there is something new."""
    rows = [row.pk for row in replay.rows]
    return conditional.digest([replay.delay, replay.recording and replay.recording.pk, rows, replay.bids()])


def _live(replay: Replay) -> dict[str, Any]:
    """What stands above the board of a game that is on."""
    if not replay.is_live:
        return {}
    return {"tag": seen_tag(replay), "spectators": spectators.count_spectators(replay.game)}


def _news(request: HtmxHttpRequest, replay: Replay) -> HttpResponse:
    """What is new: 204 for nothing. A page that shows nothing yet, or another delay, is loaded again. Whoever looks at
    the latest line is taken along to the new one; others stay where they look."""
    asked = request.GET
    if not replay.is_live:
        return render(request, NEWS, {"over": True})
    spectators.note_spectator(replay.game, asked.get("spectator", ""))
    live = _live(replay)
    is_same = asked["seen"] == live["tag"]
    if is_same and asked.get("spectators") == str(live["spectators"]):
        return HttpResponse(status=204)
    if not is_same and not asked.get("latest"):
        answer = HttpResponse(status=204)
        answer["HX-Refresh"] = "true"
        return answer
    line = None if asked.get("shown") == asked.get("latest") else asked.get("shown")
    page = replay_page(replay, line)
    context = {**page, **live, "spectator": asked.get("spectator", ""), "news": not is_same, "moves_on": line is None}
    return render(request, NEWS, context)
