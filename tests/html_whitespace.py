"""Pages as markup that a test can quote: without the white space that only keeps templates readable."""

import re

from django.http import HttpResponseBase

BLOCK = re.compile(
    r"html|head|body|main|section|article|aside|header|footer|nav|div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th"
    r"|caption|h[1-6]|form|fieldset|legend|details|summary|figure|blockquote|pre|title|meta|link|script|option|select"
    r"|label|button|g|text|rect|use|path"
)
TAG = re.compile(r"(<[^<>]*>)")
KEPT = re.compile(r"(<(pre|textarea)\b.*?</\2>)", re.DOTALL)


def tight(page: HttpResponseBase | str) -> str:
    """The page with a line break turned into what it shows: nothing at the edge of an element, else one space."""
    html = page if isinstance(page, str) else page.content.decode()
    if not isinstance(page, str) and not page.headers["Content-Type"].startswith("text/html"):
        return html
    parts = KEPT.split(html)
    return "".join(part if at % 3 else _tightened(part) for at, part in enumerate(parts) if at % 3 < 2)


def _tightened(html: str) -> str:
    tokens = TAG.split(html)
    return "".join(_tag(token) if at % 2 else _words(tokens, at) for at, token in enumerate(tokens))


def _tag(tag: str) -> str:
    tag = re.sub(r"\s+", " ", tag).replace(" >", ">")
    return re.sub(r'class="([^"]*)"', lambda found: f'class="{found[1].strip()}"', tag)


def _words(tokens: list[str], at: int) -> str:
    before = tokens[at - 1] if at else "<div>"
    after = tokens[at + 1] if at + 1 < len(tokens) else "</div>"
    words = tokens[at]
    if not words.strip():
        apart = "\n" in words and not (_is_edge(before, "open") or _is_edge(after, "close"))
        return (" " if apart else "") if "\n" in words else words
    start, text, end = re.fullmatch(r"(\s*)(.*?)(\s*)", words, re.DOTALL).groups()
    if "\n" in start:
        start = "" if _is_edge(before, "open") else " "
    if "\n" in end:
        end = "" if _is_edge(after, "close") else " "
    return start + re.sub(r"\s*\n\s*", " ", text) + end


def _is_edge(tag: str, side: str) -> bool:
    """Whether white space beside this tag shows nowhere: any around a block, and that within an element's ends."""
    name = re.sub(r"[^a-z0-9].*", "", tag.strip("<>/").lower(), flags=re.DOTALL)
    return bool(BLOCK.fullmatch(name)) or tag.startswith("</") == (side == "close")
