"""The board as pixels: as the game draws it (`drawing.py` in its folder), or else the text that `show` makes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from math import ceil
from typing import Any

import numpy as np

from asterism.core.game import Game
from asterism.kit.shapes import INK, NIGHT, STAR, Area, Disc, Drawing, Label

from . import needs

CELL = (10.0, 18.0)  # pixels of a character: wide, high
MARGIN = 12
SIZE = 14  # of the letters

Picture = np.ndarray[Any, np.dtype[np.uint8]]


@cache
def letters(size: float) -> Any:
    with needs("pillow"):
        from PIL import ImageFont
    return ImageFont.load_default(size)


def picture(game: Game, seen: Any) -> Picture:
    """A seen record as pixels: (height, width, 3)."""
    draw = drawing_of(game)
    return painted(draw(seen) if draw else written(game.show(seen)))


@cache
def drawing_of(game: Game) -> Callable[[Any], Drawing] | None:
    """How a game draws its board, if it says so."""
    name = f"{game.module}.drawing"
    is_package = hasattr(importlib.import_module(game.module), "__path__")
    if not is_package or importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Any], Drawing] = importlib.import_module(name).draw
    return found


def written(text: str) -> Drawing:
    """A text, one character a cell."""
    lines = text.splitlines() or [""]
    wide, high = CELL
    shapes: list[Disc | Area | Label] = []
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            middle = (MARGIN + wide * (column + 0.5), MARGIN + high * (row + 0.5))
            if letter == "●":  # a star: the font has none
                shapes.append(Disc(middle, wide / 2 - 1, STAR))
            elif letter != " ":
                shapes.append(Label(middle, letter, SIZE, STAR if letter == ">" else INK))
    return Drawing(2 * MARGIN + wide * max(map(len, lines)), 2 * MARGIN + high * len(lines), shapes)


def painted(drawing: Drawing) -> Picture:
    """A drawing as pixels."""
    letters(SIZE)  # says what to install where it is not there
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (ceil(drawing.width), ceil(drawing.height)), NIGHT)
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Disc):
            canvas.circle(shape.middle, shape.radius, shape.colour, shape.edge or None, 2)
        elif isinstance(shape, Label):
            anchor = "lm" if shape.from_left else "mm"
            canvas.text(shape.place, shape.text, shape.colour, letters(shape.size), anchor=anchor)
        elif len(shape.corners) == 2:
            canvas.line(list(shape.corners), shape.colour, 3)
        else:
            canvas.polygon(list(shape.corners), shape.colour, shape.edge or None, 2)
    return np.array(image)
