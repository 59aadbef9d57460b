"""What is alike on every page, or on all of a few kinds of pages, rendered once for each language."""

from collections.abc import Sequence

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.translation import get_language

register = template.Library()


@register.tag
def per_language(parser: Parser, token: Token) -> "PerLanguage":
    """`{% per_language section %}…{% endper_language %}`: nothing in it may depend on anything but the language and
    what is named, which has few values whoever asks for whatever: all are kept."""
    content = parser.parse(("endper_language",))
    parser.delete_first_token()
    return PerLanguage(content, [parser.compile_filter(word) for word in token.split_contents()[1:]])


class PerLanguage(template.Node):
    def __init__(self, nodelist: NodeList, kinds: Sequence[FilterExpression]) -> None:
        self.nodelist, self.kinds = nodelist, kinds
        self.rendered: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        key = (get_language(), *(kind.resolve(context, ignore_failures=True) for kind in self.kinds))
        if key not in self.rendered:
            self.rendered[key] = self.nodelist.render(context)
        return self.rendered[key]
