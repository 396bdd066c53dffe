"""The board as a picture: the text that `show` makes, one character a cell, for those who want pixels."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from . import needs

CELL = (10, 18)  # pixels: wide, high
MARGIN = 12
SIZE = 14  # of the letters
NIGHT, INK, STAR = (14, 18, 38), (226, 230, 245), (255, 205, 90)

Picture = np.ndarray[Any, np.dtype[np.uint8]]


@cache
def letters() -> Any:
    with needs("pillow"):
        from PIL import ImageFont
    return ImageFont.load_default(SIZE)


def picture(text: str) -> Picture:
    """A text as pixels: (height, width, 3)."""
    font = letters()
    from PIL import Image, ImageDraw

    lines = text.splitlines() or [""]
    wide, high = CELL
    image = Image.new("RGB", (2 * MARGIN + wide * max(map(len, lines)), 2 * MARGIN + high * len(lines)), NIGHT)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            middle = (MARGIN + wide * (column + 0.5), MARGIN + high * (row + 0.5))
            if letter == "●":  # a star: the font has none
                draw.circle(middle, wide / 2 - 1, STAR)
            elif letter != " ":
                draw.text(middle, letter, STAR if letter == ">" else INK, font, anchor="mm")
    return np.array(image)
