"""Exact play, and the next best where there is none: whoever plays asks `best_known`.

`races` and `score_cards` solve two kinds of games, each through what a game offers of itself; neither knows a game by
name, nor the other.
"""

from __future__ import annotations

from .compiled import Compiled, compiled
from .known import Known, best_known, is_large

__all__ = ["Compiled", "Known", "best_known", "compiled", "is_large"]
