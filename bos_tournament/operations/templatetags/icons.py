"""Icons, on almost every line of some pages: a template for each would take most of their time."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html

register = template.Library()
SVG = '<svg width="16" height="16" class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>'


@register.simple_tag
@cache
def icon(name: str, size: str = "") -> str:
    """`{% icon "down" %}`: the drawing of this id in static/icons.svg; `size` is big or nothing."""
    return format_html(SVG, f"icon {size}".strip(), static("icons.svg"), name)
