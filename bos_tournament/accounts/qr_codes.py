"""QR codes as SVG that the strict content policy allows: attributes only, no style."""

import io

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str, *, title: str = "QR code", grows: bool = False) -> SafeString:
    """The code of a text or address, as an <svg> for a page or for a data: image. Black on white, so that it scans.

    One that `grows` has no size of its own.
    """
    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(
        drawn,
        kind="svg",
        scale=5,
        border=4,
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        nl=False,
        omitsize=True,  # a page may draw it in another size, and it stays in the middle
    )
    svg = drawn.getvalue().decode()
    head, rest = svg.split(">", 1)
    if not grows:
        wide, high = code.symbol_size(scale=5, border=4)
        head += f' width="{wide}" height="{high}"'
    # The drawing is segno's own; only the title comes from outside, and is escaped.
    return mark_safe(head) + format_html(' role="img"><title>{}</title>', title) + mark_safe(rest)  # noqa: S308
