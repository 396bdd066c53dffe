"""Players that stand for people who are new to a game, to measure first matches and levels with (docs/BOTS.md).

A stand-in sees one action ahead: each legal action has a visible gain, told by a plan of the game or by its hints. The
stand-in overlooks some actions, plays the one with the largest gain among the rest, and now and then slips, that is,
plays any legal action. Gains, shares of a hundred and draws are integers: the same seed plays the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng, draw, new_rng

from .newcomers import FILE, Eyes, newcomers_of
from .plans import Plan, plans

PREFIX = "stand-in:"
HINTS = "hints"  # what a stand-in may look at besides a plan


@dataclass(frozen=True)
class Person:
    """How often somebody who is new to a game errs, where the game does not say otherwise."""

    overlooks: int  # of a hundred legal actions, how many are not noticed; drawn anew at each choice
    slips: int  # of a hundred choices, how many are any legal action


PEOPLE: Mapping[str, Person] = {
    "child": Person(overlooks=25, slips=15),  # of six years, who knows what may be done
    "adult": Person(overlooks=15, slips=3),  # who has just read the rules, and is careful
}


class StandIn:
    """A bot that plays as a newcomer does; with a seed it plays the same every time. One thread at a time."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self._eyes = eyes_of(game, name)
        self._game, self._look = game, look_of(game, self._eyes)
        self._slips, overlooks = PEOPLE[name].slips, self._eyes.overlooks
        self._overlooks = PEOPLE[name].overlooks if overlooks is None else overlooks
        self._rng: Rng = new_rng(seed)
        self._out = np.empty(game.actions, np.int32)
        self._gain = np.empty(game.actions, np.int64)

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose from what the seat sees now; a stand-in does not remember the past."""
        known = self._thought_of(seen, legal)
        n = len(known)
        if n == 1:
            return known[0]
        if self._happens(self._slips):
            return known[int(draw(self._rng, n))]
        self._out[:n] = known
        self._look(seen[0], self._out, n, self._gain)
        noticed = [i for i in range(n) if not self._happens(self._overlooks)] or list(range(n))
        most = max(self._gain[i] for i in noticed)
        best = [known[i] for i in noticed if self._gain[i] == most]
        return best[int(draw(self._rng, len(best)))]

    def _thought_of(self, seen: States, legal: list[int]) -> list[int]:
        """The legal actions without those that never come to this person's mind, unless nothing else is left."""
        if not self._eyes.never:
            return legal
        return [a for a in legal if self._game.say(seen[0], a).id not in self._eyes.never] or legal

    def _happens(self, of_hundred: int) -> bool:
        return int(draw(self._rng, 100)) < of_hundred


def eyes_of(game: Game, name: str) -> Eyes:
    """Find what the stand-in of this name sees of a game; raise BadInput where the game has no such stand-in."""
    eyes = newcomers_of(game).eyes
    if name not in eyes:
        close = get_close_matches(name, eyes, 1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise BadInput(f"{game.name} has no stand-in {name!r}; {hint}it has: {', '.join(eyes) or 'none'}")
    if name not in PEOPLE:
        raise BadInput(f"{FILE} of {game.name}: stand-ins are {' and '.join(PEOPLE)}, not {name!r}")
    return eyes[name]


def look_of(game: Game, eyes: Eyes) -> Plan:
    """The function that tells the visible gain of each action; raise BadInput where the game has none of its name."""
    if eyes.looks == HINTS and game.has[HINTS]:
        hints: Plan = game.rules.hints
        return hints
    known = plans(game)
    if eyes.looks not in known:
        raise BadInput(f"{FILE} of {game.name}: there is no plan {eyes.looks!r} to look at")
    return known[eyes.looks]


def check_newcomers(game: Game) -> None:
    """Raise BadInput where a game's first match or one of its stand-ins cannot be played."""
    for name in newcomers_of(game).eyes:
        StandIn(game, name, seed=1)
