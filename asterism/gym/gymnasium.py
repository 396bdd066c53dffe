"""Every game for Gymnasium: one seat against named bots, or thousands of matches as a vector environment.

    env = asterism.gym.gymnasium.Env(GAME, seat=0, seats=2, against="medium")
    envs = asterism.gym.gymnasium.Vector(GAME, 4096, seat=0, seats=2, others="hints")

An observation is the seen vector (see `layout`) and the mask; the reward comes at the end. An action that is not legal
changes nothing, and `info["illegal"]` says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.bots import Bot, bot
from asterism.bots.uniform import Uniform
from asterism.core.discover import find
from asterism.core.edition import Edition
from asterism.core.game import BadInput, Game
from asterism.core.header import NOBODY
from asterism.core.match import Match
from asterism.core.rng import new_rng

from . import needs
from .batch import Array, Batch, Reward, reward_of
from .picture import picture
from .spaces import Observation, observation_space

with needs("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

UNIFORM = "uniform"


def opponent(game: Game, name: str, seed: int) -> Bot:
    """A bot by its level or plan; `uniform` plays at random."""
    return Uniform(new_rng(seed)) if name == UNIFORM else bot(game, name, seed)


class Env(gymnasium.Env[Any, Any]):
    """One seat of a match; the others are bots: a level (`beginner` to `best`), `plan:NAME`, `stand-in:NAME` or
    `uniform`."""

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 0,
        seats: int | None = None,
        against: str = "medium",
        render_mode: str | None = None,
        edition: Edition | None = None,
        reward: Reward | None = None,
        **options: Any,
    ) -> None:
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}
        if render_mode not in (None, "ansi", "rgb_array"):
            raise BadInput(f"render_mode is ansi or rgb_array, not {render_mode!r}")
        game = find(game) if isinstance(game, str) else game
        seats = game.seats[0] if seats is None else seats
        self._options: dict[str, Any] = game.check_options(seats, options)
        self.game = game.for_options(self._options)
        if not 0 <= seat < seats:
            raise BadInput(f"there are the seats 0 to {seats - 1}")
        opponent(self.game, against, 0)  # an unknown name is told at once
        self.seat, self.seats, self.against, self.edition = seat, seats, against, edition
        self.render_mode = render_mode
        self._by_score = reward_of(self.game, seats, reward)
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        seeds = [int(number) for number in self.np_random.integers(2**62, size=self.seats + 1)]
        self.match = Match(self.game, seats=self.seats, seed=seeds[0], edition=self.edition, **self._options)
        self._bots = [opponent(self.game, self.against, one) for one in seeds[1:]]
        self._let_others_act()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        legal = self.match.legal()
        if int(action) not in legal:
            return self._observation(), 0.0, self.match.over, False, {**self._info(), "illegal": True}
        self.match.play(int(action))
        self._let_others_act()
        return self._observation(), self._reward(), self.match.over, False, self._info()

    def _let_others_act(self) -> None:
        match = self.match
        while not match.over and match.to_act != self.seat:
            match.play(self._bots[match.to_act].choose(match.seen(), match.legal(), match.past()))

    def _reward(self) -> float:
        if not self.match.over:
            return 0.0
        if self._by_score and self.match.scores is not None:
            return float(self._by_score * self.match.scores[self.seat])
        return float((self.match.shares or [])[self.seat])

    def _info(self) -> dict[str, Any]:
        scores = self.match.scores if self.match.over else None
        return {"illegal": False} if scores is None else {"illegal": False, "score": scores[self.seat]}

    def _observation(self) -> Observation:
        mask = np.zeros(self.game.actions, np.int8)
        if self.match.to_act == self.seat:
            mask[self.match.legal()] = 1
        return {"observation": self.match.seen(self.seat).view(np.int32), "action_mask": mask}

    def render(self) -> Any:
        who = NOBODY if self.match.over else self.seat
        if self.render_mode == "rgb_array":
            return picture(self.game, self.match.seen(who)[0])
        return self.match.show(who) if self.render_mode == "ansi" else None


class Vector(VectorEnv[Any, Any, Any]):
    """Many matches, one seat of each, on the batch; `how` is what `Batch` takes.

    A match that ends is followed by a new one in the same step; `infos` then have what was seen and scored at its end,
    as `final_obs` and `final_info`. Observations are the batch's own arrays: each step writes them anew, so copy what
    you keep."""

    def __init__(self, game: str | Game, num_envs: int, *, seat: int = 0, **how: Any) -> None:
        for name in ("mine", "device", "chance", "again", "keep_ends", "mask"):
            if name in how:
                raise BadInput(f"a vector environment settles {name} itself: take a Batch to choose it")
        self._batch = Batch(game, num_envs, mine=seat, keep_ends=True, **how)
        self.game, self.num_envs, self.seat = self._batch.game, num_envs, seat
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Any = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Match i has the seed `seed + i`, or its own of a list; without one each begins anew with other dice, which
        follow from the last seeds that were given."""
        each = (
            [None if seed is None else seed + i for i in range(self.num_envs)] if not isinstance(seed, list) else seed
        )
        seeds = [int(self.np_random.integers(2**63)) if one is None else one for one in each]
        self._batch.reset(seeds=seeds)
        if seed is not None:
            self._np_random = np.random.default_rng(seeds)
        return self._observation(), {}

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        batch = self._batch
        batch.step(actions)
        over = batch.done.astype(np.bool_)
        info = {"illegal": batch.illegal, **(self._ends(over) if over.any() else {})}
        return self._observation(), batch.rewards[:, self.seat], over, self._never, info

    def _ends(self, over: Array) -> dict[str, Any]:
        """What Gymnasium wants of matches that a new one followed; names with _ say in which matches there is any."""
        last, ends = np.full(self.num_envs, None, object), self._batch.ends
        for i in np.flatnonzero(over):
            seen = self.game.seen(ends[i : i + 1], self.seat).view(np.int32)
            last[i] = {"observation": seen, "action_mask": np.zeros(self.game.actions, np.int8)}
        score = {"score": self._batch.scores[:, self.seat].copy(), "_score": over} if self.game.has["score"] else {}
        return {"final_obs": last, "_final_obs": over, "final_info": score, "_final_info": over}

    def _observation(self) -> Observation:
        return {"observation": self._batch.seen, "action_mask": self._batch.mask.view(np.int8)}
