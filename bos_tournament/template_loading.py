"""Templates as they are sent: without the margins that keep them readable, which would be a fifth of a page."""

import re

from django.template import Origin
from django.template.loaders import filesystem

MARGIN = re.compile(r"(?<=\n)[ \t]+")


class Loader(filesystem.Loader):
    """Reads the site's own templates; lines stay where they are, so that an error names the right one."""

    def get_contents(self, origin: Origin) -> str:
        return MARGIN.sub("", super().get_contents(origin))
