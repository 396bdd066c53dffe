"""The result of many matches between two players."""

from __future__ import annotations

from dataclasses import dataclass

Z_95 = 1.96  # standard errors to either side of a mean: its 95 % confidence interval


@dataclass(frozen=True)
class DuelScore:
    """What one player got against another."""

    first: str  # names of the players
    second: str
    matches: int
    share: float  # mean share of the first, 0 to 1
    error: float  # half the width of the 95 % confidence interval of the share
