"""The lessons that the game brings along."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType


@cache
def lesson_texts() -> Mapping[str, str]:
    """Each lesson as text, in the order in which they are learnt, by the name that stands in addresses."""
    folder = resources.files("engine.bos").joinpath("lessons")
    files = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".bln"))
    return MappingProxyType({name[2:-4]: file.read_text(encoding="utf-8") for name, file in files})
