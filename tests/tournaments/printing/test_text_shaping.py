"""Letters on paper: every script a name may have, its direction, and an honest word for what no font has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.tournaments.printing import text_shaping


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz Žižka", "Ελένη Παπά", "Юлия Щёголева", "Nguyễn Thị Ánh", "יוסף כהן", "محمد الأمين", "پژمان گل",
        "Արամ", "გიორგი", "กิ่งแก้ว", "क्षितिज शर्मा", "শ্রীলেখা", "தமிழ்செல்வி", "王小明", "さくらサクラ", "김철수 쀍",
    ],
)  # fmt: skip
def test_names_of_many_scripts_can_be_printed(name):
    assert text_shaping.missing(name) == set()
    assert text_shaping.width(name, 12) > 0


def shown(text):
    """The runs from left to right, without what is only space."""
    return [run.text.strip() for run in text_shaping.runs(text) if run.text.strip()]


def test_a_letter_that_no_font_has_is_named_and_leaves_a_line_to_write_on():
    assert text_shaping.missing("Anna አ😀") == {"አ", "😀"}
    assert "".join(run.text for run in text_shaping.runs("Anna አ😀")) == "Anna __"


def test_a_font_that_names_a_letter_but_has_only_an_empty_picture_for_it_is_passed_over():
    assert [run.font for run in text_shaping.runs("王")] == ["DroidSansFallbackFull"]
    assert [run.font for run in text_shaping.runs("김")] == ["NanumSquareR"]


def test_a_line_that_begins_from_the_right_stands_from_the_right():
    assert shown("יוסף Bob") == ["Bob", "יוסף"]
    assert shown("محمد 7") == ["7", "محمد"]


def test_words_read_from_the_right_keep_their_place_in_a_line_read_from_the_left():
    assert shown("Anna محمد الأمين Ben") == ["Anna", "محمد الأمين", "Ben"]


def test_arabic_letters_join_and_stand_for_one_another():
    assert text_shaping.width("لا", 12) < text_shaping.width("ل", 12) + text_shaping.width("ا", 12)


@given(st.text(max_size=60))
def test_any_text_can_be_measured_and_fitted(text):
    fitted, size = text_shaping.fitting(text, 12, 80)

    assert text_shaping.width(fitted, size) <= 80.01


def test_a_name_that_is_too_long_shrinks_before_it_is_cut():
    assert text_shaping.fitting("Maximiliana", 12, 50)[0] == "Maximiliana"
    assert text_shaping.fitting("M" * 60, 12, 50)[0].endswith("M…")
