"""Simulated newcomers ("stand-ins"): a model of people who are new to a game, to measure first matches and levels with.

A stand-in looks one action ahead: each legal action has a visible gain, given by a plan of the game or by its hints.
The stand-in overlooks some actions, plays the one with the largest gain among the rest, and now and then slips, that
is, plays a random legal action. Gains, percentages and random numbers are integers, so a seed plays the same on every
machine. docs/BOTS.md says how the model was measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from asterism.core.game import BadInput, Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng, new_rng, random_below

from .newcomers import FILE, Eyes, newcomers_of
from .plans import Plan, plans

PREFIX = "stand-in:"
HINTS = "hints"  # in place of the name of a plan: the gain is the hint


@dataclass(frozen=True)
class Person:
    """The error rates of a kind of newcomer, in percent; `overlooks` may be set otherwise by a game."""

    overlooks: int  # chance that a legal action goes unnoticed, sampled for each action at each choice
    slips: int  # chance that a choice is a random legal action


PEOPLE: Mapping[str, Person] = {
    "child": Person(overlooks=25, slips=15),  # six years old, knows what is legal
    "adult": Person(overlooks=15, slips=3),  # has just read the rules, plays with care
}


class SimulatedNewcomer:
    """A bot that plays as a newcomer of one kind does, repeatably from its seed; for one thread at a time."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self._eyes = eyes_of(game, name)
        self._game, self._look = game, look_of(game, self._eyes)
        self._slips, overlooks = PEOPLE[name].slips, self._eyes.overlooks
        self._overlooks = PEOPLE[name].overlooks if overlooks is None else overlooks
        self._rng: Rng = new_rng(seed)
        self._out = np.empty(game.actions, np.int32)
        self._gain = np.empty(game.actions, np.int64)

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose from what the seat sees now; the past is not used."""
        known = self._considered(seen, legal)
        n = len(known)
        if n == 1:
            return known[0]
        if self._happens(self._slips):
            return known[int(random_below(self._rng, n))]
        self._out[:n] = known
        self._look(seen[0], self._out, n, self._gain)
        noticed = [i for i in range(n) if not self._happens(self._overlooks)] or list(range(n))
        most = max(self._gain[i] for i in noticed)
        best = [known[i] for i in noticed if self._gain[i] == most]
        return best[int(random_below(self._rng, len(best)))]

    def _considered(self, seen: States, legal: list[int]) -> list[int]:
        """The legal actions without those that a newcomer never thinks of, unless no others are left."""
        if not self._eyes.never:
            return legal
        return [a for a in legal if self._game.say(seen[0], a).id not in self._eyes.never] or legal

    def _happens(self, percent: int) -> bool:
        return int(random_below(self._rng, 100)) < percent


def eyes_of(game: Game, name: str) -> Eyes:
    """What the stand-in of this name notices in a game; BadInput where the game declares no such stand-in."""
    eyes = newcomers_of(game).eyes
    if name not in eyes:
        close = get_close_matches(name, eyes, 1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise BadInput(f"{game.name} has no stand-in {name!r}; {hint}it has: {', '.join(eyes) or 'none'}")
    if name not in PEOPLE:
        raise BadInput(f"{FILE} of {game.name}: stand-ins are {' and '.join(PEOPLE)}, not {name!r}")
    return eyes[name]


def look_of(game: Game, eyes: Eyes) -> Plan:
    """The plan or the hints that give the visible gain of each action; BadInput where the game has none so named."""
    if eyes.looks == HINTS and game.has[HINTS]:
        hints: Plan = game.rules.hints
        return hints
    known = plans(game)
    if eyes.looks not in known:
        raise BadInput(f"{FILE} of {game.name}: there is no plan {eyes.looks!r} to look at")
    return known[eyes.looks]


def check_newcomers(game: Game) -> None:
    """Raise BadInput where the first match of a game, or one of its stand-ins, cannot be played."""
    for name in newcomers_of(game).eyes:
        SimulatedNewcomer(game, name, seed=1)
