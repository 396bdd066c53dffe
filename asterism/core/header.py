"""What the record of every game begins with, and the numbers that are not seats or actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

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


Dtype = np.dtype[Any]
# A name with its type, and with a shape if the field is an array; the type may be a dtype made by `part_dtype`
FieldDeclaration = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]


def state_dtype(fields: Sequence[FieldDeclaration]) -> np.dtype[np.void]:
    """The dtype of a game: the header, then its own fields. All have 32 bits, so nothing lies between them and equal
    states are equal bytes; declared aligned, a GPU loads them as whole numbers."""
    return part_dtype([*HEADER, *fields])


def part_dtype(fields: Sequence[FieldDeclaration]) -> np.dtype[np.void]:
    """The dtype of a record inside the state. Such a record is copied whole: `s["before"] = s["board"]`."""
    return np.dtype([*fields], align=True)


def number_fields(record: Dtype, path: str = "", offset: int = 0) -> Iterator[tuple[str, Dtype, int]]:
    """Every field of numbers, with its offset in bytes; those of records inside by their path: `before.1.lane`.

    `path` and `offset` are of the record itself, where it is inside another one."""
    fields: Any = record.fields
    for name in record.names or ():
        own, start = fields[name][0], offset + fields[name][1]
        if own.base.names is None:
            yield f"{path}{name}", own, start
        elif own.shape == ():
            yield from number_fields(own, f"{path}{name}.", start)
        else:
            for place in range(own.shape[0]):
                yield from number_fields(own.base, f"{path}{name}.{place}.", start + place * own.base.itemsize)
