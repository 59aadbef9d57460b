"""Descriptions: written in Markdown, shown as safe HTML."""

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

# Brackets that never close cost as much as they may nest, so they nest no deeper than anybody writes.
OPTIONS = {"html": False, "linkify": False, "typographer": False, "maxNesting": 10}
READER = MarkdownIt("js-default", OPTIONS).disable("image")
# The page has h1 and h2 of its own.
LOWERED = {"h1": "h3", "h2": "h3", "h3": "h4", "h4": "h4", "h5": "h4", "h6": "h4"}
TEXT_TAGS = {
    "a",
    "b",
    "strong",
    "em",
    "i",
    "s",
    "p",
    "br",
    "hr",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "blockquote",
    "code",
    "pre",
}
TABLE_TAGS = {"table", "thead", "tbody", "tr", "th", "td"}


@lru_cache(maxsize=256)
def rendered(text: str) -> SafeString:
    """The HTML of a description: no images, no raw HTML, only links that people may follow. Kept for further visits."""
    tokens = READER.parse(text)
    for token in tokens:
        token.tag = LOWERED.get(token.tag, token.tag)
    html = READER.renderer.render(tokens, READER.options, {})
    safe = nh3.clean(
        html,
        tags=TEXT_TAGS | TABLE_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(safe)  # noqa: S308
