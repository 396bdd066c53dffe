"""What comes out of matches between two players."""

from __future__ import annotations

from dataclasses import dataclass

SURE = 1.96  # standard errors to either side: 19 times of 20 the truth lies within


@dataclass(frozen=True)
class Score:
    """What one player got against another."""

    first: str
    second: str
    matches: int
    share: float  # of the first, on average
    error: float  # half the width of the interval in which the truth lies, 19 times of 20
