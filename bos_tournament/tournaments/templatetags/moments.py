"""A moment inside a translated sentence."""

from datetime import datetime

from django import template
from django.template.loader import render_to_string

register = template.Library()


@register.filter
def moment(at: datetime) -> str:
    """The moment as `tournaments/_local_time.html` writes it, where an include cannot stand: `with when=at|moment`."""
    return render_to_string("tournaments/_local_time.html", {"at": at})
