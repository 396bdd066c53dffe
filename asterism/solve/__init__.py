"""Exact answers: a race (see `turns`) is solved by `race`; with more seats than a table can hold, see `reduced`."""

from __future__ import annotations

from .race import Solution, solve, solved
from .reduced import Reduced
from .turns import NotARace, is_race

__all__ = ["NotARace", "Reduced", "Solution", "is_race", "solve", "solved"]
