"""Functions that do nothing: the end of the chain of plans, and stand-ins for marks and tables that are not there."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart


@apart
def no_plan(s: Any, out: Any, n: int, weight: Any, which: int) -> None:
    """Weigh all listed actions alike."""
    for i in range(n):
        weight[i] = 1


@apart
def no_mark(s: Any, out: Any) -> None:
    """Set no mark."""


@apart
def no_table(s: Any, out: Any, n: int, table: Any) -> int:
    """In place of an action by a table: never called."""
    return 0
