"""What the rules of any game may say, with the defaults of what is optional: the contract's compiled words.

`s` is one record of the game's dtype. Kernels are written against this page and bound to a game's `rules.py`, which has
the four words of `ALWAYS` and those of `OPTIONAL` that fit it. The contract's page and its test are made from here.
"""

from __future__ import annotations

from typing import Any

from .compile import rule

State = Any  # one record: np.void interpreted, a record compiled
Array = Any

ALWAYS = ("setup", "legal", "play", "result")
OPTIONAL = {  # and when a game has it
    "odds": "if chance is not uniform",
    "outcome": "if chance draws from long lists",
    "see": "with secrets",
    "hear": "with secrets",
    "guess": "with secrets",
    "score": "if there is something to count",
    "hints": "if it helps those who search",
    "sensible": "if much of what is legal comes to the same",
    "alone": "if it is a race, to be solved exactly",
}
SECRET = ("see", "hear", "guess")  # of no use in a match whose options leave nothing secret

HAS_ODDS = HAS_OUTCOME = HAS_SEE = HAS_HEAR = HAS_GUESS = HAS_SCORE = HAS_HINTS = HAS_SENSIBLE = HAS_ALONE = False
TEAM = False  # whether all seats win or lose together


def setup(s: State) -> None:
    """Fill a record of zeros whose seats, options and edition are set."""


def legal(s: State, out: Array) -> int:
    """Write the legal actions of `to_act` (a seat or CHANCE) in rising order; return how many."""
    return 0


def play(s: State, action: int) -> None:
    """Change the record by a legal action."""


def result(s: State, share: Array) -> None:
    """Once OVER: what each seat gets, 0 to 1; a team gets the same for all, the more the better it won."""


@rule
def odds(s: State, out: Array, n: int, weight: Array) -> None:
    """At CHANCE: the integer weight of each of the `n` outcomes listed in `out`."""
    for i in range(n):
        weight[i] = 1


@rule
def outcome(s: State, out: Array, rng: Array) -> int:
    """At CHANCE: one outcome, the same that drawing from the list of all by their odds gives, only sooner; `out` is
    room for a list."""
    return 0


@rule
def see(s: State, seat: int, out: State) -> None:
    """Blank in `out`, a copy of `s`, what `seat` (or NOBODY, a spectator) cannot know."""


@rule
def hear(s: State, seat: int, action: int) -> int:
    """The action, about to be played in `s`, as `seat` hears of it: itself, one that stands for all that sound alike
    (it may be one that is never legal), or UNHEARD."""
    return action


@rule
def guess(s: State, seat: int, rng: Array) -> None:
    """Fill the blanks of a record seen by `seat` with one possibility, each as likely as it is."""


@rule
def score(s: State, seat: int) -> int:
    """What a seat (of a team: all together) has reached so far; at the end, what a list of best scores keeps."""
    return 0


@rule
def hints(s: State, out: Array, n: int, weight: Array) -> None:
    """For a seat to act: how promising each of the `n` actions listed in `out` looks, as whole numbers from 1 on."""
    for i in range(n):
        weight[i] = 1


@rule
def sensible(s: State, out: Array) -> int:
    """Like `legal`, for a seat to act, without what comes to the same as another action or never helps: a search looks
    at no more than this."""
    return 0


@rule
def alone(s: State, seat: int, out: State) -> None:
    """In a race: write the one-seat match that `seat` is playing inside this one, up to symmetry."""
