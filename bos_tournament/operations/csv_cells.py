"""Cells of tables for spreadsheets: what a person wrote stays text there and is never computed."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would compute


def plain(cell: object) -> object:
    """The cell as it goes into a table: a text that looks like a formula gets an apostrophe in front."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def as_written(cell: str) -> str:
    """The text that `plain` was given."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell
