"""Other starts: what might make a game fairer to those who do not begin, tried before it becomes a rule.

The `starts.py` of a game's folder has them by name (`STARTS`): a sentence, and a function that changes the record of a
match that is about to begin.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from asterism.core.game import BadInput, Game

Start = tuple[str, Callable[[Any], None]]  # what it gives, in a sentence; and how


@cache
def starts_of(game: Game) -> Mapping[str, Start]:
    """The other starts of a game; none where its folder has no `starts.py`."""
    name = f"{game.module}.starts"
    is_package = hasattr(importlib.import_module(game.module), "__path__")
    found: Mapping[str, Start] = {}
    if is_package and importlib.util.find_spec(name):
        found = importlib.import_module(name).STARTS
    return found


def start_named(game: Game, name: str) -> Start:
    """BadInput where there is none of this name."""
    known = starts_of(game)
    if name not in known:
        raise BadInput(f"{game.name} has no start {name!r}; it has: {', '.join(known) or 'none'}")
    return known[name]
