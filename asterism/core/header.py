"""What the record of every game begins with, and the numbers that are not seats or actions."""

from __future__ import annotations

import numpy as np

CHANCE = -1  # to_act: the dice or the deck, not a seat
OVER = -2  # to_act: nobody, the match is over
NOBODY = -3  # a seat that knows no secret: a spectator
UNHEARD = -1  # an action that a seat only knows has happened

HEADER = [
    ("to_act", np.int32),  # a seat from 0, CHANCE or OVER
    ("seats", np.int32),  # how many play, from 1
    ("ply", np.int32),  # how many actions have been played; kept by the middle, not by the rules
]


def state_dtype(fields: list[tuple[str, type] | tuple[str, type, tuple[int, ...]]]) -> np.dtype[np.void]:
    """The dtype of a game: the header, then its own fields. All have 32 bits, so nothing lies between them and equal
    states are equal bytes; declared aligned, a GPU loads them as whole numbers."""
    return np.dtype([*HEADER, *fields], align=True)
