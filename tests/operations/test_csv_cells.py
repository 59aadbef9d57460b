"""What a person wrote is text in a spreadsheet, never a formula, and comes back as it was."""

import pytest

from bos_tournament.operations.csv_cells import as_written, plain


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_compute_gets_an_apostrophe_and_comes_back(begin):
    cell = f"{begin}HYPERLINK(1)"

    assert plain(cell) == f"'{cell}"
    assert as_written(f"'{cell}") == cell


@pytest.mark.parametrize("cell", ["Anna", "'Anna", "", "'", -3, 2.5])
def test_other_texts_and_figures_stay_as_they_are(cell):
    assert plain(cell) == cell
    if isinstance(cell, str):
        assert as_written(cell) == cell
