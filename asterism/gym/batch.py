"""Thousands of matches at once, as arrays: actions in; what is seen, what is legal, rewards and ends out.

    batch = Batch(GAME, 4096, seats=2, seed=7)
    while ...:
        batch.step(actions_for(batch.seen, batch.mask))     # one action for the seat to act in each match
        batch.rewards, batch.done

Every array is made once and written anew by each step, so copy what you keep.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from asterism.core.discover import find
from asterism.core.edition import Edition, fill, standard
from asterism.core.game import BadInput, Game

from .kernels.steps import AGAIN, BITS, BY_HINTS, BY_SCORE, CHANCE_ACTS, EVERY, HOW, KEEP_ENDS
from .layout import width
from .on_cpu import OnCpu

Array = np.ndarray[Any, Any]
Reward = Literal["share", "score"]

STEP_OF_SEEDS = np.uint64(0xD1342543DE82EF95)  # odd, so that different seeds stay different


def streams(seeds: Array) -> Array:
    """The state of a match's random numbers for each seed: far apart also where the seeds are neighbours."""
    with np.errstate(over="ignore"):
        return (seeds.astype(np.uint64) + np.uint64(1)) * STEP_OF_SEEDS


def reward_of(game: Game, seats: int, reward: Reward | None) -> int:
    """What `how` says of rewards: 0 for the share; 1 or -1 for the score, by whether the most or the fewest is best.

    Alone, everyone who comes to the end has the whole share, so there the score is the reward, if there is one."""
    if reward not in (None, "share", "score"):
        raise BadInput(f"a reward is 'share' or 'score', not {reward!r}")
    if reward == "score" and not game.has["score"]:
        raise BadInput(f"{game.name} counts no score")
    if reward == "score" or (reward is None and seats == 1 and game.has["score"]):
        return 1 if game.best == "most" else -1
    return 0


def start_of(game: Game, seats: int, options: dict[str, int], edition: Edition | None) -> Array:
    return game.new(seats, options, lambda states: fill(game, states, edition or standard(game)))


def on_host(array: Any) -> Array:
    """An array of a batch in main memory, wherever it lies."""
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


class Batch:
    """Many matches of one game, stepped together.

    `seats` and the options are as for a match; `edition` is one for all, or a list of which each match takes the next.
    `seed`: match i has the seed `seed + i`, or `seeds[i]`; the same seeds give the same numbers on every device.
    `chance`: "played" here, or "left" to the caller, who also gives the actions of CHANCE, by the weights in `odds`.
    `mine`: the caller plays "every" seat, or this one, or in each match the one of an array; `others` then play
    "uniform" or by their "hints".
    `again`: a match that ends is followed by a new one in the same step: `rewards`, `done` and `scores` are of the old
    one, all else of the new. `keep_ends`: how the old one ended is kept, too: see `ends`.
    `mask`: "bytes" (matches x actions) or "bits" (matches x words of 32 actions, the lowest bit first).
    `device`: "cpu", on so many `cores` (default: all), or "gpu" (see `on_gpu`), where every array stays on the device.
    `reward`: "share" (0 to 1) or "score"; alone the score, if the game has one, is the default.
    """

    def __init__(
        self,
        game: str | Game,
        matches: int,
        *,
        seats: int | None = None,
        device: Literal["cpu", "gpu"] = "cpu",
        seed: int = 0,
        seeds: Sequence[int] | Array | None = None,
        chance: Literal["played", "left"] = "played",
        mine: Literal["every"] | int | Array = "every",
        others: Literal["uniform", "hints"] = "uniform",
        again: bool = True,
        keep_ends: bool = False,
        mask: Literal["bytes", "bits"] = "bytes",
        reward: Reward | None = None,
        edition: Edition | Sequence[Edition] | None = None,
        cores: int | None = None,
        **options: int,
    ) -> None:
        game = find(game) if isinstance(game, str) else game
        self.seats = game.seats[0] if seats is None else seats
        self.options = game.check_options(self.seats, options)
        self.game = game = game.for_options(self.options)
        self.matches = matches
        self.width = width(game)
        if matches < 1:
            raise BadInput(f"a batch has at least one match, not {matches}")
        for name, given, known in (
            ("device", device, ("cpu", "gpu")),
            ("chance", chance, ("played", "left")),
            ("others", others, ("uniform", "hints")),
            ("mask", mask, ("bytes", "bits")),
        ):
            if given not in known:
                raise BadInput(f"{name} is {known[0]!r} or {known[1]!r}, not {given!r}")
        if others == "hints" and not game.has["hints"]:
            raise BadInput(f"{game.name} has no hints")
        how = np.zeros(HOW, np.int32)
        how[CHANCE_ACTS] = chance == "played"
        how[BY_HINTS] = others == "hints"
        how[AGAIN], how[KEEP_ENDS] = again, keep_ends
        how[BY_SCORE] = reward_of(game, self.seats, reward)
        how[BITS] = mask == "bits"
        mine = EVERY if isinstance(mine, str) else mine
        each = np.broadcast_to(np.asarray(mine, np.int32), (matches,)).copy()
        if each.min() < EVERY or each.max() >= self.seats:
            raise BadInput(f"there are the seats 0 to {self.seats - 1}")
        editions = [edition] if edition is None or isinstance(edition, Edition) else list(edition)
        starts = np.concatenate([start_of(game, self.seats, self.options, one) for one in editions])
        starts = starts.view(game.state)  # an equal dtype is compared field by field at every call, the same one is not
        self._seeds = self._checked(range(seed, seed + matches) if seeds is None else seeds)
        self._engine: Any
        if device == "gpu":
            from .on_gpu import OnGpu

            self._engine = OnGpu(game, starts, each, how, self.seats)
        else:
            self._engine = OnCpu(game, starts, each, how, self.seats, cores)
        self.reset()

    # What a step leaves behind. One row a match.

    @property
    def seen(self) -> Any:
        """What the seat to act sees, as the vector of `layout`: (matches, width) int32."""
        return self._engine.seen

    @property
    def mask(self) -> Any:
        """What is legal: (matches, actions) uint8, or (matches, words) uint32; all 0 where the match is over."""
        return self._engine.mask

    @property
    def to_act(self) -> Any:
        """The seat to act, CHANCE or OVER: (matches,) int32."""
        return self._engine.to_act

    @property
    def rewards(self) -> Any:
        """What each seat got in this step: (matches, seats) float32, 0 unless a match ended."""
        return self._engine.rewards

    @property
    def done(self) -> Any:
        """How many matches ended in this step: (matches,) uint8. More than one only where others play before you."""
        return self._engine.done

    @property
    def scores(self) -> Any:
        """What each seat had reached at the end of the last match that ended: (matches, seats) int32."""
        return self._engine.scores

    @property
    def illegal(self) -> Any:
        """1 where the action of this step was not legal, and so was not played: (matches,) uint8."""
        return self._engine.illegal

    @property
    def odds(self) -> Any:
        """Where chance is left to the caller and is to act: the weight of each outcome, (matches, actions) int64."""
        return self._engine.odds

    @property
    def ends(self) -> Any:
        """With `keep_ends`: the whole truth when the last match ended that a new one followed: (matches,) records."""
        return self._engine.ends

    def states(self) -> Array:
        """A copy of the whole truth: an array of records, for those who may know it."""
        states: Array = self._engine.states()
        return states

    def digest(self) -> str:
        """A hash of all that the last step left behind: equal seeds and actions give equal ones on every device."""
        told = (self.seen, self.mask, self.to_act, self.odds, self.rewards, self.scores, self.done, self.illegal)
        found = hashlib.sha256(self.states().tobytes())
        for array in told:
            found.update(on_host(array).tobytes())
        return found.hexdigest()

    # What happens

    def reset(self, seeds: Sequence[int] | Array | None = None) -> None:
        """Begin every match anew, with its seed or another one."""
        self._seeds = self._seeds if seeds is None else self._checked(seeds)
        self._engine.begin(streams(self._seeds))

    def _checked(self, seeds: Sequence[int] | Array) -> Array:
        if len(seeds) != self.matches:
            raise BadInput(f"there is one seed for each of the {self.matches} matches, and here are {len(seeds)}")
        return np.array([int(seed) & (2**64 - 1) for seed in seeds], np.uint64)

    def put(self, states: Array) -> None:
        """Go on from these states (an array of records, one a match) instead."""
        if states.shape != (self.matches,) or states.dtype != self.game.state:
            raise BadInput(f"a batch of {self.matches} matches takes as many records of {self.game.name}")
        self._engine.put(states)

    def step(self, actions: Any) -> None:
        """Play one action in each match. Where it is not legal, nothing happens there: see `illegal`."""
        self._engine.step(actions)

    def play_out(self, times: int = 1) -> tuple[Any, int]:
        """Play on from every state to the end, so many times, at random (or by the hints of `others`); the states stay.

        Returns the sum of what each seat got, (matches, seats) float32, and how many actions were played."""
        answer: tuple[Any, int] = self._engine.play_out(times)
        return answer
