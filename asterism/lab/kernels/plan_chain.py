"""A template bound once for each plan of a game: a plan by its number, or else what the plans before it say.

Compiled code cannot choose among functions by a number; a chain of them, each calling the one before, can, for any
number of plans, and every link is cached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import apart

if TYPE_CHECKING:  # put there by `bind`
    NUMBER = 0

    def plan(s: Any, out: Any, n: int, weight: Any) -> None: ...

    def before(s: Any, out: Any, n: int, weight: Any, which: int) -> None: ...


@apart
def weigh_by_plan(s: Any, out: Any, n: int, weight: Any, which: int) -> None:
    """Weigh the listed actions as the plan of this number does."""
    if which == NUMBER:
        plan(s, out, n, weight)
    else:
        before(s, out, n, weight, which)
