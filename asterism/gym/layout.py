"""The seen vector: every number of a seen record, in the order of the record, as int32.

The same for every adapter and device, and made from the record's dtype alone: nothing that `see` did not let through
can get into it, and it can be read back as the record (`record_of`).

    python -m asterism.gym.layout GAME      what stands where in the vector of a game
"""

from __future__ import annotations

import inspect
import math
import re
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.core import header
from asterism.core.discover import find
from asterism.core.game import Game, States

Vector = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True)
class Field:
    """Where the numbers of one field of the record stand in the vector."""

    name: str  # of a record inside the record with its path: `board.lane`
    offset: int  # of the first of them
    shape: tuple[int, ...]  # () for a single number; the last index runs fastest
    says: str  # the comment beside the field in the game's `state.py`: unit and range

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def width(game: Game) -> int:
    """How many numbers the vector has."""
    return game.state.itemsize // 4


def layout(game: Game) -> tuple[Field, ...]:
    """What stands where in the vector of a game."""
    comments = comments_of(header.__name__) | comments_of(f"{game.module}.state")
    return tuple(
        Field(name, offset // 4, own.shape, comments.get(name.rpartition(".")[2], ""))
        for name, own, offset in header.number_fields(game.state)
    )


def comments_of(module: str) -> dict[str, str]:
    """The comments behind the fields in a file that declares a record."""
    if module not in sys.modules:
        return {}
    lines = inspect.getsource(sys.modules[module]).splitlines()
    found = (re.match(r'\s*\("(\w+)", np\.int32.*\),\s*#\s*(.+)$', line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def vector_of(seen: States) -> Vector:
    """A seen record as a vector (a view of the same memory)."""
    return seen.view(np.int32)


def record_of(game: Game, vector: Vector) -> States:
    """The seen record that a vector was made from."""
    return np.ascontiguousarray(vector, np.int32).view(game.state)


def main() -> None:
    """Print what stands where in the vector of a game."""
    for field in layout(find(sys.argv[1])):
        shape = " x ".join(map(str, field.shape)) or "1"
        print(f"{field.offset:5}  {field.name:16} {shape:10} {field.says}".rstrip())


if __name__ == "__main__":
    main()
