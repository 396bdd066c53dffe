"""Calling a plan by its number: a chain of functions, one for each plan of a game, each of which calls the one before.

A template, executed once for each plan by `compile.bind`. Compiled code cannot index a list of functions; a chain does
the same for any number of plans, and every link is cached on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asterism.core.compile import apart

if TYPE_CHECKING:  # put here by `bind`
    NUMBER = 0  # of the plan

    def plan(s: Any, out: Any, n: int, weight: Any) -> None: ...

    def before(s: Any, out: Any, n: int, weight: Any, which: int) -> None: ...


@apart
def weigh_by_plan(s: Any, out: Any, n: int, weight: Any, which: int) -> None:
    """Weigh the listed actions by plan number `which`."""
    if which == NUMBER:
        plan(s, out, n, weight)
    else:
        before(s, out, n, weight, which)
