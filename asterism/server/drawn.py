"""What was drawn, kept for everyone who is shown the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any


class Drawn:
    """Drawings with the things they were drawn from, thrown away when one of these is another.

    A table's row, seats, match and those present are replaced when they change, never changed themselves. So a look at
    whether they are the same tells whether a drawing is old, and nobody has to remember to throw it away."""

    __slots__ = ("_drawn", "_drawn_from")

    def __init__(self) -> None:
        self._drawn_from: tuple[object, ...] = ()
        self._drawn: dict[Hashable, Any] = {}

    def get(self, drawn_from: tuple[object, ...], what: Hashable, draw: Callable[[], Any]) -> Any:
        """What is kept or, if there is none, what `draw` makes."""
        if self._drawn_from != drawn_from:
            self._drawn_from, self._drawn = drawn_from, {}
        if what not in self._drawn:
            self._drawn[what] = draw()
        return self._drawn[what]
