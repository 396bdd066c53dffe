"""What a team of the Gemini Card Game can expect, told from what the simulations of a search found.

Simulations play on in haste and win less often than teams do, the less, the more is still to be played. By how much was
measured: `python -m tests.games.gemini_chances fit FILE` finds these numbers (a logistic regression).
"""

from __future__ import annotations

from math import exp, log
from typing import Any

LIFT = 2.916  # what the log-odds of a win gain over a whole semester
STEEP, FLATTER = 0.919, 0.033  # how much those of the simulations count: at the end, and less of it at the beginning
MORE_POINTS = 57.6  # what teams score beyond the simulations, over a whole semester
LEAST = 1 / 8000  # a chance: no simulation of four thousand won, which does not make it none at all


def left(s: Any) -> float:
    """How much of the semester is still to be played, 1 to 0."""
    done = max(0, int(s["round"]) - 1) + int(s["turn"]) / int(s["turns"])
    return 1 - done / int(s["rounds"])


def log_odds(share: float) -> float:
    return log((share + LEAST) / (1 - share + LEAST))


def forecast(s: Any, found: float, points: float) -> tuple[float, float]:
    """How likely the team wins, and with how many points."""
    ahead = left(s)
    odds = LIFT * ahead + (STEEP - FLATTER * ahead) * log_odds(found)
    return 1 / (1 + exp(-odds)), points + MORE_POINTS * ahead
