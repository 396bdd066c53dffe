"""What stands at the end of a chain, and in the place of what a game does not have."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import apart


@apart
def no_plan(s: Any, out: Any, n: int, weight: Any, which: int) -> None:
    for i in range(n):
        weight[i] = 1


@apart
def no_mark(s: Any, out: Any) -> None:
    pass


@apart
def no_table(s: Any, out: Any, n: int, table: Any) -> int:
    return 0
