"""Every game for PettingZoo: one agent a seat, in turns (AEC), with action masks.

    env = asterism.gym.pettingzoo.env(GAME, seats=2)

Observations are the seen vector (see `layout`) and the mask; the reward comes at the end: the share, 0 to 1, of a team
the team's. Chance plays itself.
"""

from __future__ import annotations

import secrets
from typing import Any, Literal

import numpy as np

from asterism.core.edition import Edition
from asterism.core.game import BadInput, Game, States
from asterism.core.header import NOBODY, OVER

from . import needs
from .batch import Batch, Reward
from .picture import Picture, picture
from .spaces import Observation, observation_space, vector_space

with needs("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

RenderMode = Literal["human", "ansi", "rgb_array"]


class Env(AECEnv):  # type: ignore[misc]  # it has no types to mypy
    """A match as agents `seat_0`, `seat_1` ... play it. Once it is over, `infos` have the `score` of each, if any.

    `max_cycles`: after so many actions of seats every agent is truncated; without it a match goes on to its end.
    `edition`, `reward` and the options are as for a `Batch`."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (PettingZoo's own form)
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "asterism",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
        edition: Edition | None = None,
        reward: Reward | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadInput(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.render_mode, self.max_cycles = render_mode, max_cycles
        # One match of a batch: what it gives is the same everywhere
        self._batch = Batch(game, 1, seats=seats, edition=edition, again=False, reward=reward, **options)
        self.game = self._batch.game
        self.metadata = {**self.metadata, "name": f"asterism_{self.game.name}_v{self.game.version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self._batch.seats)]
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self.state_space = vector_space(self.game)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = np.random.default_rng(secrets.randbits(128))
        # The only row of each array of the batch, which every step writes anew
        batch, self._action = self._batch, np.zeros(1, np.int32)
        self._to_act, self._illegal, self._done = batch.to_act, batch.illegal, batch.done
        self._seen, self._mask = batch.seen[0], batch.mask[0].view(np.int8)
        self._nothing = np.zeros(self.game.actions, np.int8)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. With a seed its dice, and those of all that follow until the next seed, are always the same."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._batch.reset(seeds=[int(self._seeds.integers(2**63))])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} is to act, and its action is None")
        self._action[0] = action
        self._batch.step(self._action)
        if self._illegal[0]:
            raise BadInput(f"action {action} of {agent} is not legal here: see its action_mask")
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        if self._done[0]:
            self._end()
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        seat = self._to_act.item()
        self.agent_selection = self.possible_agents[seat if seat > 0 else 0]

    def _end(self) -> None:
        rewards, scores = self._batch.rewards[0].tolist(), self._batch.scores[0].tolist()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        if self.game.has["score"]:
            self.infos = {agent: {"score": score} for agent, score in zip(self.agents, scores, strict=True)}

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; nothing is legal to it while another one is to act."""
        if self._to_act.item() == self._seats[agent]:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self.record(agent).view(np.int32), "action_mask": self._nothing.copy()}

    def record(self, agent: str) -> States:
        """What an agent sees, as the game's record in a 1-element array: fields by name."""
        return self.game.seen(self._batch.states(), self._seats[agent])

    def state(self) -> Any:
        """The whole truth, as a vector of the same layout: for critics, not for players."""
        return self._batch.states().view(np.int32)

    def render(self) -> str | Picture | None:
        """The board as the agent to act sees it; once the match is over, as a spectator does."""
        if self.render_mode is None:
            return None
        to_act = int(self._batch.to_act[0])
        seen = self.game.seen(self._batch.states(), NOBODY if to_act == OVER else to_act)[0]
        if self.render_mode == "rgb_array":
            return picture(self.game, seen)
        text = self.game.show(seen)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass


class Parallel(ParallelEnv):  # type: ignore[misc]
    """The same match where every agent gives an action in every cycle: that of the seat to act is played, the others'
    are not looked at. One that is not legal is not played either; the cycle passes."""

    def __init__(self, game: str | Game, **how: Any) -> None:
        super().__init__()
        self._turns = Env(game, **{**how, "max_cycles": None})
        self._max_cycles = how.get("max_cycles")
        self.metadata = {**self._turns.metadata, "is_parallelizable": True}
        self.render_mode = self._turns.render_mode
        self.possible_agents = self._turns.possible_agents
        self.observation_spaces, self.action_spaces = self._turns.observation_spaces, self._turns.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self._turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        turns, agent = self._turns, self._turns.agent_selection
        self._cycles += 1
        if turns.observe(agent)["action_mask"][actions[agent]]:
            turns.step(actions[agent])
        cut = self._max_cycles is not None and self._cycles >= self._max_cycles
        told = (
            self._observations(),
            dict(turns.rewards),
            dict(turns.terminations),
            dict.fromkeys(self.agents, cut and not turns.terminations[agent]),
            {agent: dict(info) for agent, info in turns.infos.items()},
        )
        if cut or turns.terminations[agent]:
            self.agents = []
        return told

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._turns.observe(agent) for agent in self.agents}

    def render(self) -> str | Picture | None:
        return self._turns.render()

    def state(self) -> Any:
        return self._turns.state()


env = raw_env = Env
parallel_env = Parallel
