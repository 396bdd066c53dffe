"""A picture as a list of shapes, for games that say how their board looks; whoever has a toolkit draws them.

Places and sizes are in pixels from the top left, colours are names of CSS or #rrggbb.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

Point = tuple[float, float]

NIGHT, INK, FAINT, STAR = "#0e1226", "#e2e6f5", "#39406b", "#ffcd5a"
TAG = 30.0  # pixels from one line of tags to the next


class Disc(NamedTuple):
    """A filled circle."""

    middle: Point
    radius: float
    colour: str
    edge: str = ""


class Area(NamedTuple):
    """A filled polygon; of two corners, a line."""

    corners: Sequence[Point]
    colour: str
    edge: str = ""


class Label(NamedTuple):
    """A line of text around its middle, or from its left end on."""

    place: Point
    text: str
    size: float
    colour: str = INK
    from_left: bool = False


class Drawing(NamedTuple):
    """A board, on the night sky."""

    width: float
    height: float
    shapes: Sequence[Disc | Area | Label]


def box(x: float, y: float, width: float, height: float, colour: str, edge: str = "") -> Area:
    """A rectangle, from its top left corner on."""
    return Area([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], colour, edge)


class Tag(NamedTuple):
    """A card with one line on it, for rows of many."""

    text: str
    colour: str
    edge: str = FAINT


def tags(row: Sequence[Tag], left: float, top: float, width: float) -> tuple[list[Disc | Area | Label], float]:
    """Cards side by side, each as wide as its words, in as many lines as they need; and where the next line begins."""
    shapes: list[Disc | Area | Label] = []
    x = left
    for tag in row:
        wide = 16 + 7.0 * len(tag.text)
        if x > left and x + wide > left + width:
            x, top = left, top + TAG
        shapes.append(box(x, top, wide, TAG - 6, tag.colour, tag.edge))
        shapes.append(Label((x + wide / 2, top + TAG / 2 - 3), tag.text, 12))
        x += wide + 6
    return shapes, top + TAG


def hexagon(middle: Point, radius: float, colour: str, edge: str = "") -> Area:
    """One that stands on a corner."""
    x, y = middle
    corners = [(x + radius * sin(pi / 3 * side), y - radius * cos(pi / 3 * side)) for side in range(6)]
    return Area(corners, colour, edge)


def hexagon_middle(q: float, r: float, radius: float) -> Point:
    """Where the hexagon of a cell lies, from that of (0, 0)."""
    return 3**0.5 * radius * (q + r / 2), 1.5 * radius * r
