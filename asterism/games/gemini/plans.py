"""Simple ways to play the Gemini Card Game, to measure others with."""

from __future__ import annotations

from .hints import hints

PLANS = {"greedy": hints}  # always what looks most promising
