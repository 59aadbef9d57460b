"""What of a page or an answer must survive any change of its words: names, figures, and which sentence stands where."""

import re
from collections import Counter
from functools import cache, cached_property
from html.parser import HTMLParser

BLOCKS = frozenset(
    {"tr", "li", "p", "h1", "h2", "h3", "dt", "dd", "div", "section", "form", "ul", "ol", "table", "summary", "article"}
)
UNREAD = frozenset({"script", "style", "select", "textarea", "time", "svg", "template", "title", "nav", "footer"})
EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "wbr", "col", "path"})
FIGURE = re.compile(r"\d+(?:[.,/–-]\d+)*")
CLOCK = re.compile(r"\b\d?\d:\d\d(?::\d\d)?\b")
GAP = re.compile(r"%\(\w+\)|\{[a-z_]+\}|\{\d\}")


class Blocks(HTMLParser):
    """The texts of a page, a block each."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.found, self.open, self.unread = [""], [], 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag in BLOCKS or tag == "br":
            self.found.append("")
        if tag not in EMPTY:
            hidden = tag in UNREAD
            self.open.append((tag, hidden))
            self.unread += hidden

    def handle_endtag(self, tag):
        if tag in [name for name, _ in self.open]:
            while self.open:
                name, hidden = self.open.pop()
                self.unread -= hidden
                if name == tag:
                    break
        if tag in BLOCKS:
            self.found.append("")

    def handle_data(self, data):
        if not self.unread:
            self.found[-1] += f" {data} "

    @cached_property
    def texts(self):
        return [text for found in self.found if (text := " ".join(found.split()))]


class Names:
    """The names that people, cards and tournaments have, found in any text."""

    def __init__(self, names):
        ordered = sorted({one for one in names if len(one) > 1}, key=lambda one: (-len(one), one))
        self.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?!\w)")

    def in_(self, text):
        return self.pattern.findall(text)

    def facts(self, text):
        """Names and figures of a text, in an order that no language has a say in."""
        names = self.in_(text)
        figures = FIGURE.findall(CLOCK.sub("", self.pattern.sub(" ", text)))
        return [*sorted(names), *sorted(plain(one) for one in figures)]

    @cache  # noqa: B019, one for all pages
    def mask(self, text):
        """The sentence without its names and figures: the same for all that say the same of others."""
        return FIGURE.sub("#", self.pattern.sub("@", text))


def plain(figure):
    """The same in every language: 0,4167 as 0.4167, 1.234 as 1234."""
    return re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", figure).replace(",", ".")


def told_on(html, names):
    """Each block of a page that names somebody, as its names and figures."""
    main = html.partition("<main")[2] or html
    found = Counter(" · ".join(names.facts(text)) for text in Blocks(f"<main{main}").texts if names.in_(text))
    return sorted(found)


def shown_text(html):
    return "\n".join(Blocks(html).texts)
