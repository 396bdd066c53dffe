"""How strong a bot plays: a level is a budget of simulations and a chance of a slip, never a peek.

A slip is one of the legal actions, each as likely, in place of the one the bot would choose. A table of exact play has
no budget to cut: there the slips alone make the levels, and are more frequent. docs/BOTS.md has what was measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from asterism.core.game import BadInput


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    name: str
    slip: float  # how often a search is not asked, and an action drawn at random
    simulations: int  # what a search may spend on one choice
    table_slip: float  # the same as `slip`, where there is a table
    weighs: bool = False  # whether a search concludes from the choices of others what they may hold


LEVELS = (
    Level("beginner", 0.45, 30, 0.80),
    Level("learner", 0.35, 55, 0.65),
    Level("easy", 0.25, 100, 0.50),
    Level("medium", 0.10, 400, 0.28),
    Level("hard", 0.03, 2_000, 0.12),
    Level("best", 0.0, 20_000, 0.0, weighs=True),
)
NAMES = tuple(level.name for level in LEVELS)
USUAL = NAMES[len(NAMES) // 2]  # in the middle, where nobody has chosen


def level_named(name: str) -> Level:
    """The level of this name; BadInput in words where there is none."""
    for level in LEVELS:
        if level.name == name:
            return level
    close = get_close_matches(str(name), NAMES, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise BadInput(f"there is no level {name!r}; {hint}the levels are {', '.join(NAMES)}")
