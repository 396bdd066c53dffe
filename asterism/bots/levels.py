"""How strong a bot plays: a level is a budget of simulations and a chance of a slip, never a peek."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from asterism.core.game import BadInput


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    name: str
    slip: float  # how often an action is drawn at random instead
    simulations: int  # what a search may spend on one choice


LEVELS = (
    Level("beginner", 0.60, 30),
    Level("easy", 0.35, 100),
    Level("medium", 0.15, 400),
    Level("hard", 0.05, 2_000),
    Level("best", 0.0, 10_000),
)
NAMES = tuple(level.name for level in LEVELS)


def level_named(name: str) -> Level:
    """The level of this name; BadInput in words where there is none."""
    for level in LEVELS:
        if level.name == name:
            return level
    close = get_close_matches(str(name), NAMES, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise BadInput(f"there is no level {name!r}; {hint}the levels are {', '.join(NAMES)}")
