"""Lines of text in pictures: each run in the font that has its letters, smaller where there is too little room."""

from PIL import ImageDraw, ImageFont

from bos_tournament.tournaments.printing import text_shaping
from bos_tournament.tournaments.printing.text_shaping import FOLDER


def write_line(
    pen: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    color: str,
    *,
    room: float,
    strong: bool = False,
) -> None:
    """Writes a line whose base line is y, from x on. All are pixels."""
    text, fitting = text_shaping.fitting(text, size, room, strong=strong)
    for run in text_shaping.runs(text, strong=strong):
        font = ImageFont.truetype(FOLDER / f"{run.font}.ttf", round(fitting))
        pen.text((x, y), run.text, fill=color, font=font, anchor="ls")
        x += run.width * fitting
