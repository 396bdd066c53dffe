"""The levels of strength: a budget of simulations, and a chance of a slip. No level sees more than its seat does.

A slip is a legal action, drawn uniformly, in place of the one that the bot would choose. Where a game is solved there
is no budget to cut: slips alone make the levels there, and are more frequent. docs/BOTS.md has the measured strengths.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from asterism.core.game import BadInput


@dataclass(frozen=True)
class Level:
    """One level of strength."""

    name: str
    slip: float  # the chance of a slip at each choice, 0 to 1
    simulations: int  # of a search, for one choice
    table_slip: float  # the chance of a slip where the game is solved
    weighs: bool = False  # whether the search learns about secrets from the actions of others


LEVELS = (
    Level("beginner", 0.45, 30, 0.80),
    Level("learner", 0.35, 55, 0.65),
    Level("easy", 0.25, 100, 0.50),
    Level("medium", 0.10, 400, 0.28),
    Level("hard", 0.03, 2_000, 0.12),
    Level("best", 0.0, 20_000, 0.0, weighs=True),
)
NAMES = tuple(level.name for level in LEVELS)
USUAL = NAMES[len(NAMES) // 2]  # where nobody has chosen


def level_named(name: str) -> Level:
    """The level of this name; BadInput where there is none."""
    for level in LEVELS:
        if level.name == name:
            return level
    close = get_close_matches(str(name), NAMES, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise BadInput(f"there is no level {name!r}; {hint}the levels are {', '.join(NAMES)}")
