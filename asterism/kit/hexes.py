"""Hexagons: a plane without an edge, in axial coordinates, and the shapes that grow on it.

A cell is (q, r): q counts along a row to the east, r counts rows to the south; each row lies half a cell further east.

          NW  NE              (0,-1)  (1,-1)
        W   ·   E        (-1,0)   (0,0)   (1,0)
          SW  SE              (-1,1)  (0,1)
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Cell = tuple[int, int]
Shape = tuple[Cell, ...]  # cells in reading order, moved so that the first is (0, 0)

SIDES = ("east", "south-east", "south-west", "west", "north-west", "north-east")  # clockwise; the opposite is 3 on
STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDE_Q = np.array([q for q, _ in STEPS], np.int32)
SIDE_R = np.array([r for _, r in STEPS], np.int32)


def beside(cell: Cell) -> list[Cell]:
    """The six cells that share a side with a cell, in the order of SIDES."""
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS]


def distance(a: Cell, b: Cell) -> int:
    """How many steps from cell to cell."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def moved(cells: Iterable[Cell]) -> Shape:
    """The shape of these cells, wherever they lie."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    q0, r0 = ordered[0]
    return tuple((q - q0, r - r0) for q, r in ordered)


def turned(shape: Shape) -> Shape:
    """The shape turned clockwise by a sixth."""
    return moved((-r, q + r) for q, r in shape)


def mirrored(shape: Shape) -> Shape:
    """The shape as in a mirror that stands to its east."""
    return moved((-q - r, r) for q, r in shape)


def turns(shape: Shape) -> list[Shape]:
    """The shape in its six directions, itself first; a symmetrical one repeats."""
    found = [shape]
    while len(found) < 6:
        found.append(turned(found[-1]))
    return found


def rows(shape: Shape) -> int:
    """How many rows the shape fills as it stands."""
    return shape[-1][1] + 1


def width(shape: Shape) -> int:
    """How wide the shape is as it stands, in half cells."""
    across = [2 * q + r for q, r in shape]
    return max(across) - min(across) + 2


def upright(shape: Shape) -> Shape:
    """Of its six directions, the one to draw it in: the lowest, then the narrowest."""
    return min(turns(shape), key=lambda turn: (rows(turn), width(turn), turn))


def grown(size: int) -> list[Shape]:
    """Every shape of `size` joined cells, in a fixed order. Turned it is the same shape, mirrored another."""
    found = {moved([(0, 0)])}
    for _ in range(size - 1):
        found = {
            upright(moved({*shape, cell}))
            for shape in found
            for old in shape
            for cell in beside(old)
            if cell not in shape
        }
    return sorted(found)


def joints(shape: Shape) -> int:
    """How many pairs of its cells share a side: the more, the rounder."""
    return sum(cell in shape for old in shape for cell in beside(old)) // 2


def _around() -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """For a tile at (q - 3, r - 3) of a centre: bit d where it lies on side d, bit 6 + d where it touches side d."""
    table = np.zeros((7, 7), np.int32)
    for q in range(-3, 4):
        for r in range(-3, 4):
            for d, cell in enumerate(STEPS):
                table[q + 3, r + 3] |= (cell == (q, r)) << d | (distance(cell, (q, r)) == 1) << 6 + d
    return table


AROUND = _around()
