"""Races, solved exactly: seats take turns, never touch each other's things, and the first to finish wins.

A stochastic game in which each seat plays a Markov decision process of its own: `explore` finds it, `minimise` makes it
small, `value_iteration` solves it by the backups of `bellman`, and `solution` tells what everyone can expect; with more
seats than a table can hold, `fewer_seats` does. `lookup` is for compiled code that plays by a table.
"""

from __future__ import annotations

from .explore import NotARace, is_race
from .fewer_seats import FewerSeats
from .race import race_of
from .solution import Solution, solve, solved

__all__ = ["FewerSeats", "NotARace", "Solution", "is_race", "race_of", "solve", "solved"]
