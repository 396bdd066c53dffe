"""What a tree search found: statistics of the actions at its root, and what every seat can expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class ActionStats(NamedTuple):
    """An action of the seat to act, and what that seat got on average in the simulations that began with it."""

    action: int
    visits: int
    value: float  # share, 0 to 1
    points: float  # final score


@dataclass(frozen=True)
class SearchResult:
    """The findings of a search, over all its simulations."""

    shares: list[float]  # each seat's mean share
    wins: list[float]  # how often each seat got any share; of a team, its chance of winning
    points: list[float]  # each seat's mean final score; 0 where the game has no score
    actions: list[ActionStats]  # most visited first
    simulations: int
