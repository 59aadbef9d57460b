"""`{% load i18n %}` with a memory: a page has a score of words that stand in its template and never change."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


@register.tag("trans")
@register.tag("translate")
def translate(parser: Parser, token: Token) -> template.Node:
    """As Django's own."""
    asked = i18n.do_translate(parser, token)
    word, about = asked.filter_expression, asked.message_context
    is_fixed = not (word.filters or word.var.lookups or asked.asvar or (about and (about.filters or about.is_var)))
    return Words(asked) if is_fixed else asked


class Words(template.Node):
    """Translates the same words once into each language."""

    child_nodelists = ()

    def __init__(self, asked: template.Node) -> None:
        self.asked = asked
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        if language not in self.said:
            self.said[language] = self.asked.render(context)
        return self.said[language]
