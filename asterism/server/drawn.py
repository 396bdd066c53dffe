"""What was drawn, kept for everyone who is shown the same."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class Drawn:
    """Drawings with the things they were drawn from, thrown away when one of these is another.

    A table's row, seats, match and those present are replaced when they change, never changed themselves. So a look at
    whether they are the same tells whether a drawing is old, and nobody has to remember to throw it away."""

    __slots__ = ("_drawn", "_drawn_from")

    def __init__(self) -> None:
        self._drawn_from: tuple[object, ...] = ()
        self._drawn: dict[Hashable, Any] = {}

    def of(self, *drawn_from: object) -> dict[Hashable, Any]:
        """What was drawn from these, to look into and to add to; nothing yet if one of them is another now."""
        if self._drawn_from != drawn_from:
            self._drawn_from, self._drawn = drawn_from, {}
        return self._drawn

    def forget(self) -> None:
        """Throw all of it away: whoever asks next has it drawn again."""
        self._drawn_from, self._drawn = (), {}
