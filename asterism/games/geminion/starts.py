"""Starts that the lab tries, to see what would be fair to those who do not begin."""

from __future__ import annotations

from typing import Any


def give(s: Any, gems: int) -> None:
    """So many gems to the second seat, twice as many to the third, and so on."""
    for seat in range(1, s["seats"]):
        s["taken"][seat] = gems * seat
        s["bank"] -= gems * seat


STARTS = {
    "gem": ("The second begins with 1 gem, the third with 2, the fourth with 3.", lambda s: give(s, 1)),
    "two-gems": ("The second begins with 2 gems, the third with 4, the fourth with 6.", lambda s: give(s, 2)),
    "three-gems": ("The second begins with 3 gems, the third with 6, the fourth with 9.", lambda s: give(s, 3)),
}
