"""Named plans: simple policies of a game, each a few lines in the `plans.py` of its folder, to measure players with.

A plan is a rule like `hints`: it weighs the legal actions of the seat to act, and the heaviest is played (the first of
equal ones). So it is compiled, and kernels can call it directly.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.played import Past

Plan = Callable[[Any, Any, int, Any], None]  # (record, actions, how many, weights to fill in)
PREFIX = "plan:"
FILE = "plans"  # the module of a game's folder: PLANS, and LEVELS if a plan plays one of the levels


def plans(game: Game) -> dict[str, Plan]:
    """The plans of a game by name; none where its folder has no `plans.py`."""
    found: dict[str, Plan] = getattr(game.part(FILE), "PLANS", {})
    return found


def planner_of(game: Game, level: str) -> Planner | None:
    """The bot that plays a level by a plan, where the game declares one; a search is too strong for a beginner."""
    name = getattr(game.part(FILE), "LEVELS", {}).get(level)
    return Planner(game, name) if name else None


class Planner:
    """A bot that plays by a plan."""

    def __init__(self, game: Game, name: str) -> None:
        known = plans(game)
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise BadInput(f"{game.name} has no plan {name!r}; {hint}it has: {', '.join(known) or 'none'}")
        self._plan = known[name]
        self._out = np.empty(game.actions, np.int32)
        self._weight = np.empty(game.actions, np.int64)

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose the legal action that the plan weighs most, from what the seat sees now."""
        n = len(legal)
        self._out[:n] = legal
        self._plan(seen[0], self._out, n, self._weight)
        return legal[int(np.argmax(self._weight[:n]))]
