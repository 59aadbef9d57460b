"""What is alike on every page, rendered once for each language."""

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.translation import get_language

register = template.Library()


@register.tag
def per_language(parser: Parser, token: Token) -> "PerLanguage":
    """`{% per_language %}…{% endper_language %}`: nothing in it may depend on anything but the language."""
    content = parser.parse(("endper_language",))
    parser.delete_first_token()
    return PerLanguage(content)


class PerLanguage(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self.rendered: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        if language not in self.rendered:
            self.rendered[language] = self.nodelist.render(context)
        return self.rendered[language]
