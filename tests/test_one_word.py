"""The address, the name, the view and the template of a page share a word, so that one search finds them all."""

import ast
import inspect
import re
from importlib import import_module

import pytest
from django.urls import URLPattern

APPS = ("accounts", "operations", "cards", "decks", "matches", "tournaments", "judging", "privacy")
# The pages that share no word of their own, and why.
NAMED_BY_THEIR_APP = {
    "tournaments:home": "the first page of the site has no address but /",
    **dict.fromkeys(("cards:list", "decks:list", "tournaments:list"), "all there are, at the app's own address"),
    **dict.fromkeys(("cards:detail", "matches:detail", "tournaments:detail"), "one of them, at its own address"),
    "decks:edit": "one deck at its own address, which is where it is changed",
    "accounts:profile": "the first page of an account",
    "accounts:personal_link": "printed on cards, so its address is as short as can be",
}
OTHER_TEMPLATE = {
    **dict.fromkeys(("decks:check", "decks:new"), "opens the editor"),
    "judging:undo_penalty": "asked for on the page on which an entrant is penalized",
    "tournaments:cancel": "asked for on the page on which a tournament is edited",
    "tournaments:deck_check_sheets_pdf": "asked for on the page of all that is printed",
}


def pages(patterns, before=""):
    """The whole address, the name and the view of each page that is not allauth's."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            view = inspect.unwrap(pattern.callback)
            theirs = pattern.name.startswith(("account_", "mfa_")) or not view.__module__.startswith("bos_tournament.")
            if not theirs:
                yield f"{before}{pattern.pattern}", pattern.name, view
        else:
            yield from pages(pattern.url_patterns, f"{before}{pattern.pattern}")


def words(text):
    """The words of a name, each in the singular."""
    return {re.sub("(?<=ch)es$|s$", "", word) for word in re.findall("[a-z]+", text.lower())}


def templates(view):
    """What the view renders, by itself or through the functions of its module."""
    module = ast.parse(inspect.getsource(inspect.getmodule(view)))
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    seen, waiting = set(), {view.__name__}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for node in ast.walk(functions[name]):
            if isinstance(node, ast.Constant) and str(node.value).endswith(".html"):
                yield node.value.rpartition("/")[2].removesuffix(".html")
            if isinstance(node, ast.Name) and node.id in functions and node.id not in seen:
                waiting.add(node.id)


@pytest.mark.parametrize("app", APPS)
def test_the_address_the_name_the_view_and_the_template_of_a_page_share_a_word(app):
    apart = []
    for address, name, view in pages(import_module(f"bos_tournament.{app}.urls").urlpatterns):
        fixed = [part for part in address.split("/") if part and "<" not in part]
        shared = words(fixed[-1] if fixed else "") & words(name) & words(view.__name__)
        shown = set().union(*map(words, templates(view)))
        around = words(" ".join([*fixed, name, view.__name__, "detail"]))  # deeds at one thing are refused on its page
        if not shared and f"{app}:{name}" not in NAMED_BY_THEIR_APP:
            apart.append(f"{address} is called {name} and is answered by {view.__name__}")
        elif shown and not shown & around and f"{app}:{name}" not in OTHER_TEMPLATE:
            apart.append(f"{name} renders {sorted(shown)}")

    assert apart == []
