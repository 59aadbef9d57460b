"""`{% url %}` with a memory: a page has a score of links, and most of them stand on every page like it."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.template.context import Context
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape

register = template.Library()
MOST = 4_096
"""So many links are kept; the ones that were asked for longest ago are let go."""


@register.tag
def url(parser: Parser, token: Token) -> "Link":
    """As Django's own."""
    asked = defaulttags.url(parser, token)
    return Link(asked.view_name, asked.args, asked.kwargs, asked.asvar)


class Link(defaulttags.URLNode):
    def render(self, context: Context) -> str:
        page = getattr(getattr(context, "request", None), "resolver_match", None)
        args = tuple(arg.resolve(context) for arg in self.args)
        named = tuple((name, arg.resolve(context)) for name, arg in self.kwargs.items())
        asked = (self.view_name.resolve(context), args, named, page.namespace if page else None)
        if not self.asvar:
            return _escaped(*asked) if context.autoescape else _reversed(*asked)
        context[self.asvar] = ""
        with suppress(NoReverseMatch):
            context[self.asvar] = _reversed(*asked)
        return ""


def address_of(view: str, *args: object) -> str:
    """As Django's own `reverse`, with the same memory."""
    return _reversed(view, args, (), None)


@lru_cache(maxsize=MOST)
def _reversed(view: str, args: tuple[object, ...], named: tuple[tuple[str, object], ...], app: str | None) -> str:
    return reverse(view, args=args, kwargs=dict(named), current_app=app)


@lru_cache(maxsize=MOST)
def _escaped(*asked: Any) -> str:
    return conditional_escape(_reversed(*asked))
