"""Names between back-ticks, as the schema writes them, as code on a page."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def code_marked(text: str) -> SafeString:
    """`{{ field.said|code_marked }}`; everything else is escaped."""
    return mark_safe(re.sub("`([^`]+)`", r"<code>\1</code>", escape(text)))  # noqa: S308
