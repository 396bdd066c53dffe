"""Hex: two seats take turns to fill a cell of a rhombus; seat 0 joins top and bottom, seat 1 left and right.

The board stands in a frame of cells that belong to the seat whose side it is. A stone that hangs together with a side
of its seat bears that side's mark; the stone that would bear both wins. A mark spreads once to each stone, so most
stones cost a look at six neighbours.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import rule
from asterism.core.header import OVER, state_dtype

MOST = 11  # cells along a side
CELLS = MOST * MOST
ACTIONS = 128  # the cell at row * 11 + column, whatever the size; room for lists in whole vectors
WIDTH = MOST + 2
FRAMED = WIDTH * WIDTH
FIRST, SECOND = 4, 8  # marks: hangs together with the top or left side, with the bottom or right side
BOTH = FIRST | SECOND
BESIDE = np.array([-WIDTH, 1 - WIDTH, -1, 1, WIDTH - 1, WIDTH], np.int32)
IN_FRAME = np.array([(a // MOST + 1) * WIDTH + a % MOST + 1 for a in range(CELLS)], np.int32)
NO_CELL = 255
CELL = np.array([max(0, f // WIDTH - 1) * MOST + f % WIDTH - 1 for f in range(FRAMED)], np.int32)  # the other way

STATE = state_dtype(
    [
        ("size", np.int32),  # the option: 2 to 11
        ("left", np.int32),  # how many cells are empty
        ("empty", np.uint8, (ACTIONS + 1,)),  # the empty cells in rising order; then NO_CELL
        ("stone", np.uint8, (FRAMED,)),  # 0, or seat + 1 and a mark
        ("winner", np.int32),  # once it is over
    ]
)


@rule
def setup(s: Any) -> None:
    size = s["size"]
    for i in range(ACTIONS + 1):
        s["empty"][i] = NO_CELL
    left = 0
    for row in range(-1, size + 1):
        for column in range(-1, size + 1):
            here = (row + 1) * WIDTH + column + 1
            if 0 <= row < size and 0 <= column < size:
                s["empty"][left] = row * MOST + column
                left += 1
            elif row < 0 or row == size:
                s["stone"][here] = 1 + (FIRST if row < 0 else SECOND)
            else:
                s["stone"][here] = 2 + (FIRST if column < 0 else SECOND)
    s["left"] = left
    s["to_act"] = 0


@rule
def legal(s: Any, out: Any) -> int:
    for i in range((s["left"] + 31) & ~31):  # in whole vectors: what is written too much is not read
        out[i] = s["empty"][i]
    return s["left"]  # type: ignore[no-any-return]


@rule
def play(s: Any, action: int) -> None:
    seat = s["to_act"]
    gone = np.uint8(action)  # compared as narrow as it is stored, so that many are done at a time
    for i in range((s["left"] + 31) & ~31):  # those after it move up
        s["empty"][i] = s["empty"][i + 1] if s["empty"][i] >= gone else s["empty"][i]
    s["left"] -= 1
    cell = IN_FRAME[action]
    mark = 0
    for d in range(6):
        other = s["stone"][cell + BESIDE[d]]
        mark |= other if other & 3 == seat + 1 else 0
    s["stone"][cell] = seat + 1 | mark & BOTH
    if mark & BOTH == BOTH:
        s["winner"] = seat
        s["to_act"] = OVER
        return
    if mark & BOTH:
        spread(s, action, seat + 1, mark & BOTH)
    s["to_act"] = 1 - seat


@rule
def spread(s: Any, action: int, plain: int, mark: int) -> None:
    """A mark goes on to all stones without one that hang together with the stone just laid."""
    bottom = s["left"]  # the cells still to look around lie after the empty ones: there are as many as stones
    top = bottom
    s["empty"][top] = action
    top += 1
    while top > bottom:
        top -= 1
        cell = IN_FRAME[s["empty"][top]]
        s["empty"][top] = NO_CELL
        for d in range(6):
            other = cell + BESIDE[d]
            goes_on = s["stone"][other] == plain  # no branch: it could not be guessed
            s["stone"][other] |= mark if goes_on else 0
            s["empty"][top] = CELL[other] if goes_on else NO_CELL
            top += 1 if goes_on else 0


@rule
def result(s: Any, share: Any) -> None:
    """There is always exactly one winner: a full board joins the sides of one seat."""
    share[s["winner"]] = 1.0
    share[1 - s["winner"]] = 0.0
