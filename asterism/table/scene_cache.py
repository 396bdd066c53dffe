"""What was drawn, kept for everyone who is shown the same."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

AlreadyDrawn = dict[Hashable, Any]  # of one moment, by what it is


class Drawn:
    """Drawings with the things they were drawn from, thrown away when one of these is another.

    A table's row, seats, match and those present are replaced when they change, never changed themselves. So a look at
    whether they are the same tells whether a drawing is old, and nobody has to remember to throw it away."""

    __slots__ = ("_drawn", "_drawn_from")

    def __init__(self) -> None:
        self._drawn_from: tuple[object, ...] = ()
        self._drawn: AlreadyDrawn = {}

    def of(self, *drawn_from: object) -> AlreadyDrawn:
        """What was drawn from these, to look into and to add to; nothing yet if one of them is another now."""
        if self._drawn_from != drawn_from:
            self._drawn_from, self._drawn = drawn_from, {}
        return self._drawn


class LatelyDrawn:
    """Drawings of several tables, of so many that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[str, Drawn] = {}  # by their codes, the one that was asked for last at the end

    def of(self, code: str, *drawn_from: object) -> AlreadyDrawn:
        drawn = self._tables[code] = self._tables.pop(code, Drawn())
        if len(self._tables) > self._most:
            del self._tables[next(iter(self._tables))]
        return drawn.of(*drawn_from)
