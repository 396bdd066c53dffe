"""What a seat comes to believe about what it cannot know, from what the others choose (the kernel is in `truths`)."""

from __future__ import annotations

from copy import copy

import numpy as np

from asterism.core.compile import COMPILED
from asterism.core.game import Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng

TRUTHS = 1_000 if COMPILED else 20  # that are thought possible at a time; interpreted, each takes its time
FEWEST = TRUTHS // 20  # so many of them have a say at least
FOLLOWED = 200  # actions: of a longer past the last so many to twice as many are followed, so that it keeps its time


def learns(game: Game) -> bool:
    """Whether the choices of others tell anything: there are secrets, and hints say what would be a good choice."""
    return game.has["guess"] and game.has["hints"]


class Belief:
    """Possible truths, each with as many lots as it counts. It goes on where it was while the match goes on."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self._rng = rng
        self._kernel = game.bound("asterism.bots.truths")
        self.truths = np.empty(TRUTHS, game.state)
        self.lots = np.zeros(TRUTHS, np.int32)  # truths by their number, to draw from
        self._counts = np.ones(TRUTHS)
        self._look = np.empty(1, game.state)
        self._out = np.empty(game.actions, np.int32)
        self._weight = np.empty(game.actions, np.int64)
        self._known: list[bytes] = []  # what was seen up to where the truths are

    def fork(self) -> Belief:
        """One that goes its own way from here: for what might have been."""
        other = copy(self)
        other._rng = self._rng.copy()
        other.truths, other.lots, other._counts = self.truths.copy(), self.lots.copy(), self._counts.copy()
        return other

    def follow(self, past: Past, seen: States, seat: int) -> None:
        """Take in what has happened since the last time; another match, or one taken back, begins anew.

        What others chose very long ago is left out."""
        past = past[max(0, len(past) // FOLLOWED - 1) * FOLLOWED :]
        records = np.concatenate([*(before for before, _ in past), seen])
        heard = np.array([action for _, action in past], np.int32)
        as_bytes = records.view(np.uint8).reshape(records.size, -1)
        wanted = [row.tobytes() for row in as_bytes]
        done = len(self._known) - 1
        if done < 0 or self._known != wanted[: done + 1]:
            done = 0
            self._kernel.imagine(records, 0, seat, self.truths, self._counts, self._rng)
        for at in range(done, len(past)):
            self._kernel.follow(
                records,
                as_bytes,
                heard,
                at,
                seat,
                self.truths,
                self._counts,
                self._look,
                self._look.view(np.uint8),
                self._out,
                self._weight,
                self._rng,
            )
        self._known = wanted
        self._kernel.lots(self._counts, self.lots, FEWEST)
