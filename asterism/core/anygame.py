"""What the rules of any game may say, with the defaults of what is optional. Kernels are written against this page.

`s` is one record of the game's dtype. A game's `rules.py` has `setup`, `legal`, `play` and `result` always; `odds`
only if its chance is not uniform; `see`, `hear` and `guess` only if it has secrets; `alone` only if it is a race;
`hints` only if it helps those who search.
"""

from __future__ import annotations

from typing import Any

from .compile import rule

State = Any  # one record: np.void interpreted, a record compiled
Array = Any

HAS_ODDS = HAS_SEE = HAS_HEAR = HAS_GUESS = HAS_ALONE = HAS_HINTS = False


def setup(s: State) -> None:
    """Fill a record of zeros whose `seats` and options are set."""


def legal(s: State, out: Array) -> int:
    """Write the legal actions of `to_act` (a seat or CHANCE) in rising order; return how many."""
    return 0


def play(s: State, action: int) -> None:
    """Change the record by a legal action."""


def result(s: State, share: Array) -> None:
    """Once OVER: what each seat gets, 0 to 1."""


@rule
def odds(s: State, out: Array, n: int, weight: Array) -> None:
    """At CHANCE: the integer weight of each of the `n` outcomes listed in `out`."""
    for i in range(n):
        weight[i] = 1


@rule
def see(s: State, seat: int, out: State) -> None:
    """Blank in `out`, a copy of `s`, what `seat` (or NOBODY, a spectator) cannot know."""


@rule
def hear(s: State, seat: int, action: int) -> int:
    """The action as `seat` hears of it when it is about to be played in `s`: itself, or UNHEARD."""
    return action


@rule
def guess(s: State, seat: int, rng: Array) -> None:
    """Fill the blanks of a record seen by `seat` with one possibility, each as likely as it is."""


@rule
def alone(s: State, seat: int, out: State) -> None:
    """In a race: write the one-seat match that `seat` is playing inside this one, up to symmetry."""


@rule
def hints(s: State, out: Array, n: int, weight: Array) -> None:
    """For a seat to act: how promising each of the `n` actions listed in `out` looks, as whole numbers from 1 on."""
    for i in range(n):
        weight[i] = 1
