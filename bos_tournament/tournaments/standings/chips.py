"""The chips of a table, each drawn once: a table has few of them, on many rows."""

from typing import Any

from django.template.loader import render_to_string


class Chips:
    """Those of one table."""

    def __init__(self) -> None:
        self.drawn: dict[str, str] = {}

    def word(self, text: str, icon: str, kind: str) -> str:
        return self.draw(text, "_chip.html", {"text": text, "icon": icon, "kind": kind})

    def draw(self, key: str, template: str, context: dict[str, Any]) -> str:
        """What the template makes of the context, kept under this key, without needless space."""
        if key not in self.drawn:
            self.drawn[key] = " ".join(render_to_string(template, context).split())
        return self.drawn[key]
