"""The simplest player: every legal action is as likely as any other."""

from __future__ import annotations

from asterism.core.game import States
from asterism.core.played import Past
from asterism.core.rng import Rng, draw


class Uniform:
    """Plays at random, from its own stream of numbers."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        return legal[int(draw(self._rng, len(legal)))]
