"""Parts of a page that ask again whether something changed."""

import json

from django import template
from django.utils.html import format_html

register = template.Library()


@register.simple_tag
def if_none_match(tag: str | None) -> str:
    """The attribute by which htmx sends back the tag of what is shown; nothing where there is no tag."""
    return format_html("hx-headers='{}'", json.dumps({"If-None-Match": tag})) if tag else ""
