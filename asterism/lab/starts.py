"""Alternative starts: changes to the record of a match about to begin, tried for fairness before they become rules.

The `starts.py` of a game's folder has them by name (`STARTS`): a sentence, and a function that changes the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from asterism.core.game import BadInput, Game

Start = tuple[str, Callable[[Any], None]]  # what it changes, in a sentence; the function that does so


def starts_of(game: Game) -> Mapping[str, Start]:
    """The alternative starts of a game; none where its folder has no `starts.py`."""
    found: Mapping[str, Start] = getattr(game.part("starts"), "STARTS", {})
    return found


def start_named(game: Game, name: str) -> Start:
    """The alternative start of this name; BadInput where there is none."""
    known = starts_of(game)
    if name not in known:
        raise BadInput(f"{game.name} has no start {name!r}; it has: {', '.join(known) or 'none'}")
    return known[name]
