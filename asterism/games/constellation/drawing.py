"""The board as a picture of shapes, from what a seat sees."""

from __future__ import annotations

from typing import Any

from asterism.kit.shapes import FAINT, INK, NIGHT, STAR, Area, Disc, Drawing, Label, hexagon, hexagon_middle

from . import state as S
from .goals import GOALS

SIZE = 30  # of a tile
SMALL = 9  # of a cell of a goal
MARGIN = 60
RIGHT = 150  # for the goals
COLOURS = ("#d9a441", "#4f8fd9", "#c75a7a")  # of stars with four, five and six points


def draw(s: Any) -> Drawing:
    """The tiles, each with its clouds, and the goals that the reader may see."""
    tiles = [*range(int(s["stars"])), S.MOON]
    places = {tile: hexagon_middle(int(s["q"][tile]), int(s["r"][tile]), SIZE) for tile in tiles}
    left, top = (min(place[axis] for place in places.values()) - MARGIN for axis in (0, 1))
    wide, high = (max(place[axis] for place in places.values()) + MARGIN for axis in (0, 1))
    shapes: list[Disc | Area | Label] = []
    for tile, (x, y) in places.items():
        middle = (x - left, y - top)
        if tile == S.MOON:
            shapes += [hexagon(middle, SIZE, NIGHT, INK), Disc(middle, SIZE * 0.6, "#f2efe0")]
        else:
            kind = int(s["kind"][tile])
            shapes += [hexagon(middle, SIZE, COLOURS[kind], INK), Label(middle, str(kind + 4), SIZE, NIGHT)]
        for seat in range(int(s["seats"])):
            if s["cloud"][seat] == tile:
                cloud = (middle[0] - SIZE / 2 + seat * SIZE / 3, middle[1] + SIZE * 0.62)
                shapes += [Disc(cloud, 8, "white", FAINT), Label(cloud, str(seat + 1), 12, NIGHT)]
    for seat in range(int(s["seats"])):
        shapes += goals(s, seat, wide - left, 30.0 + 75 * seat)
    return Drawing(wide - left + RIGHT, max(high - top, 30.0 + 75 * int(s["seats"])), shapes)


def goals(s: Any, seat: int, x: float, y: float) -> list[Disc | Area | Label]:
    """A seat's goals as small shapes; a question mark for one that is secret."""
    shapes: list[Disc | Area | Label] = []
    mark = "> " if int(s["to_act"]) == seat else ""
    shapes.append(Label((x, y), f"{mark}seat {seat + 1}", 14, STAR if mark else INK, from_left=True))
    for slot in range(int(s["goals"])):
        goal, begin = int(s["goal"][seat, slot]), (x + 15 + 60 * slot, y + 25)
        if goal == S.NONE:
            continue
        if goal < 0:
            shapes.append(Label(begin, "?", 20))
            continue
        for q, r in GOALS[goal]:
            aside, below = hexagon_middle(q, r, SMALL)
            shapes.append(hexagon((begin[0] + aside, begin[1] + below), SMALL, FAINT, INK))
    return shapes
