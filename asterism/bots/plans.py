"""Named plans: simple ways to play a game, each a few lines in the `plans.py` of its folder, to measure players with.

A plan is a rule like `hints`: it weighs the legal actions of the seat to act, and what weighs most is played (of equal
ones the first). So it is compiled, and a simulation can call it directly.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.played import Past

Plan = Callable[[Any, Any, int, Any], None]  # (record, actions, how many, weights to fill in)
PREFIX = "plan:"


def plans(game: Game) -> dict[str, Plan]:
    """The plans of a game by name; none where its folder has no `plans.py`."""
    found: dict[str, Plan] = _told(game, "PLANS")
    return found


def planner_of(game: Game, level: str) -> Planner | None:
    """Who plays a level by a plan, if the game says so: a beginner of five does not search."""
    name = _told(game, "LEVELS").get(level)
    return Planner(game, name) if name else None


def _told(game: Game, what: str) -> dict[str, Any]:
    """What the `plans.py` of a game says; nothing where there is none, or where it does not."""
    name = f"{game.module}.plans"
    is_package = hasattr(importlib.import_module(game.module), "__path__")
    if not is_package or importlib.util.find_spec(name) is None:
        return {}
    return getattr(importlib.import_module(name), what, {})


class Planner:
    """Plays by a plan."""

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
        n = len(legal)
        self._out[:n] = legal
        self._plan(seen[0], self._out, n, self._weight)
        return legal[int(np.argmax(self._weight[:n]))]
