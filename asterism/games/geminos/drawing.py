"""The board as a picture of shapes: the zodiac with the last roll, and the score cards."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from asterism.kit.shapes import FAINT, INK, NIGHT, STAR, Area, Disc, Drawing, Label

from . import state as S

CIRCLE = 150.0  # its radius
MIDDLE = (250.0, 200.0)
CARDS, COLUMN, ROW = 510.0, 100.0, 34.0


def place(sign: int, wide: float, high: float) -> tuple[float, float]:
    """Where a sign is on a clock face of this size: Aries at the top, then to the left."""
    return MIDDLE[0] - wide * sin(2 * pi * sign / S.FACES), MIDDLE[1] - high * cos(2 * pi * sign / S.FACES)


def draw(s: Any) -> Drawing:
    """Both signs of the last roll shine and are joined; beside them is what everyone has scored."""
    seats, roll = int(s["seats"]), int(s["roll"])
    rolled = S.PAIRS[roll] if roll >= 0 else ()
    shapes: list[Disc | Area | Label] = []
    if rolled:
        shapes.append(Area([place(sign, CIRCLE, CIRCLE) for sign in rolled], STAR, STAR))
    for sign, name in enumerate(S.SIGNS):
        here = place(sign, CIRCLE, CIRCLE)
        shapes.append(Disc(here, 18, STAR if sign in rolled else FAINT, INK))
        shapes.append(Label(here, str(S.VALUES[sign]), 16, NIGHT if sign in rolled else INK))
        shapes.append(Label(place(sign, CIRCLE + 62, CIRCLE + 34), name, 12))
    for kind, name in enumerate(S.AFFINITIES):
        shapes.append(Label((CARDS, 70 + ROW * kind), name, 15, from_left=True))
    shapes.append(Label((CARDS, 70 + ROW * S.KINDS), "sum", 15, from_left=True))
    for seat in range(seats):
        x, mine = CARDS + 160 + COLUMN * seat, int(s["mover"]) == seat
        shapes.append(Label((x, 36), f"seat {seat + 1}", 15, STAR if mine else INK))
        scores = s["scores"][seat].tolist()
        for kind, score in enumerate(scores):
            new = mine and int(s["roller"]) == seat and int(s["entered"]) == kind
            shapes.append(Label((x, 70 + ROW * kind), str(score or "·"), 17, STAR if new else INK))
        shapes.append(Label((x, 70 + ROW * S.KINDS), str(sum(scores)), 17))
    return Drawing(CARDS + 160 + COLUMN * seats, 400.0, shapes)
