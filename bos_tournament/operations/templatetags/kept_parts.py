"""Parts of a page that come again and again with the same contents, such as a card on a board."""

import json
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.translation import get_language

register = template.Library()
MOST = 4_096
"""So many parts are kept; the ones that were asked for longest ago are let go."""


@register.simple_tag
def kept_part(template_name: str, **given: Any) -> str:
    """`{% kept_part "matches/_board_card.html" card=card %}`: that template, which may depend on nothing but what is
    given here, plain values all of them, and on the language."""
    return _rendered(template_name, json.dumps(given, default=str), get_language())


@lru_cache(maxsize=MOST)
def _rendered(template_name: str, given: str, _language: str | None) -> str:
    return render_to_string(template_name, json.loads(given))
