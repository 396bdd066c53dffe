"""The board as a picture of shapes: a tracker for each seat, and the die."""

from __future__ import annotations

from typing import Any

from asterism.kit.shapes import FAINT, INK, NIGHT, STAR, Area, Disc, Drawing, Label

from . import state as S

COLOURS = ("#4f8fd9", "#d9a441", "#63b38a", "#c75a7a", "#8a74d1", "#e2e6f5")
SPOT, ROW = 96, 110


def draw(s: Any) -> Drawing:
    """Covered spots are filled; beside the NOIRLab spot lies the second token, if there is one."""
    seats = int(s["seats"])
    shapes: list[Disc | Area | Label] = []
    for seat in range(seats):
        y, mine = 60.0 + ROW * seat, int(s["mover"]) == seat
        shapes.append(Label((20, y - 45), f"{'> ' if mine else ''}seat {seat + 1}", 15, STAR if mine else INK, True))
        tokens = int(s["tokens"][seat])
        covered = [*s["covered"][seat].tolist(), min(tokens, 1)]
        for face, name in enumerate((*S.PROGRAMS, "noirlab")):
            middle = (70.0 + SPOT * face, y)
            shapes.append(Disc(middle, 30, COLOURS[face] if covered[face] else NIGHT, COLOURS[face]))
            shapes.append(Label((middle[0], y + 42), name, 14))
        if tokens > 1:
            shapes.append(Disc((70.0 + SPOT * S.NOIRLAB + 38, y), 10, COLOURS[S.NOIRLAB], FAINT))
        if s["wait"][seat] > 0:
            shapes.append(Label((150.0, y - 45), f"wait {int(s['wait'][seat])}", 13, INK, True))
    x, y, face = 70.0 + SPOT * 6.6, 60.0, int(s["face"])
    corners = [(x - 45, y - 30), (x + 45, y - 30), (x + 45, y + 30), (x - 45, y + 30)]
    shapes.append(Area(corners, COLOURS[face] if face >= 0 else FAINT, INK))
    shapes.append(Label((x, y), S.FACES[face] if face >= 0 else "-", 18, NIGHT if face >= 0 else INK))
    return Drawing(x + 70, 30.0 + ROW * seats, shapes)
