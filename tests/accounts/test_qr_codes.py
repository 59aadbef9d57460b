"""QR codes that pages may show: one safe <svg>, without style, with a title."""

from xml.etree import ElementTree

from bos_tournament.accounts.qr_codes import qr_svg

ADDRESS = "https://example.org/p/" + "x" * 43 + "/"


def test_a_code_is_one_well_formed_drawing_with_its_title():
    svg = ElementTree.fromstring(qr_svg(ADDRESS, title="Anna's personal link"))

    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert svg[0].text == "Anna's personal link"
    assert svg.get("role") == "img"


def test_a_code_carries_nothing_the_content_policy_forbids():
    svg = qr_svg(ADDRESS)

    assert [word for word in ("style", "<script", " on", "href") if word in svg] == []


def test_a_title_cannot_break_out():
    svg = qr_svg(ADDRESS, title="</title><script>")

    assert "<script>" not in svg
    assert ElementTree.fromstring(svg)[0].text == "</title><script>"


def test_another_address_is_another_code():
    assert qr_svg(ADDRESS) != qr_svg(ADDRESS + "?")


def test_a_code_stays_in_the_middle_whatever_size_a_page_gives_it():
    svg = ElementTree.fromstring(qr_svg(ADDRESS))

    assert svg.get("viewBox") == f"0 0 {svg.get('width')} {svg.get('height')}"
    assert ElementTree.fromstring(qr_svg(ADDRESS, grows=True)).get("width") is None
