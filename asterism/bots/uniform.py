"""The random player: every legal action is equally likely."""

from __future__ import annotations

from asterism.core.game import States
from asterism.core.played import Past
from asterism.core.rng import Rng, random_below


class Uniform:
    """A bot that plays uniformly at random, from a stream of its own."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose any of the legal actions."""
        return legal[int(random_below(self._rng, len(legal)))]
