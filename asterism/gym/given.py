"""The actions that a caller gives, of any whole numbers: none may become a legal one by being made narrower."""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.game import BadInput

Array = np.ndarray[Any, Any]


def check(actions: Any, matches: int) -> None:
    """On any device: one whole number for each match."""
    if actions.shape != (matches,) or actions.dtype.kind not in "iu":
        raise BadInput(f"a step takes one whole number for each of {matches} matches")


def narrowed(actions: Any, most: int, room: Array) -> Array:
    """As int32, where need be in `room`; what is below 0 or not below `most` stays so."""
    given = np.asarray(actions)
    check(given, len(room))
    if given.dtype == np.int32 and given.flags.c_contiguous:
        return given
    low = 0 if given.dtype.kind == "u" else -1
    return np.clip(given, low, min(most, np.iinfo(given.dtype).max), out=room, casting="unsafe")
