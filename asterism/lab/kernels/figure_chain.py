"""A template bound once for each figure that a game counts by itself, as `plan_chain` is for plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import apart

if TYPE_CHECKING:  # put there by `bind`
    NUMBER = 0

    def figure(s: Any) -> int: ...

    def before(s: Any, which: int) -> int: ...


@apart
def count_figure(s: Any, which: int) -> int:
    """The figure of this number in this record."""
    if which == NUMBER:
        return int(figure(s))
    return before(s, which)
