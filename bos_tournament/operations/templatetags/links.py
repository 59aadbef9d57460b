"""`{% url %}` with a memory: a page has a score of links, and most of them stand on every page like it."""

from functools import lru_cache

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.template.context import Context
from django.urls import reverse
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
        if self.asvar or not context.autoescape:
            return super().render(context)
        page = getattr(getattr(context, "request", None), "resolver_match", None)
        args = tuple(arg.resolve(context) for arg in self.args)
        named = tuple((name, arg.resolve(context)) for name, arg in self.kwargs.items())
        return _link(self.view_name.resolve(context), args, named, page.namespace if page else None)


@lru_cache(maxsize=MOST)
def _link(view: str, args: tuple[object, ...], named: tuple[tuple[str, object], ...], app: str | None) -> str:
    return conditional_escape(reverse(view, args=args, kwargs=dict(named), current_app=app))
