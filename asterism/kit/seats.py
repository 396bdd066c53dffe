"""Whose turn comes next."""

from __future__ import annotations

from typing import Any

from asterism.core.compile import rule


@rule
def next_seat(s: Any, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < s["seats"] else 0  # a comparison: a division costs ten times as much
