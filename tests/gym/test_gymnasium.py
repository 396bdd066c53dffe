"""Gymnasium's own checks, and that one seat plays against the bots that were named."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env

from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.gym.gymnasium import Env, Vector

SPREAD = [
    ("noirlab-dice", {"seats": 2, "against": "easy"}),
    ("geminos", {"seats": 3, "seat": 2, "against": "uniform"}),
    ("geminion", {"seats": 2, "against": "plan:mine-only", "shuffle": 1}),
    ("constellation", {"seats": 2, "against": "uniform"}),
    ("gemini", {"seats": 2, "against": "uniform", "hidden": 1}),
]


@pytest.mark.filterwarnings("ignore:.*WARN.*:UserWarning")
@pytest.mark.parametrize(("name", "how"), SPREAD)
def test_its_own_check_passes(name: str, how: dict[str, object]) -> None:
    check_env(Env(name, render_mode="rgb_array", **how), skip_close_check=True)


def some_legal(mask: np.ndarray, dice: np.random.Generator) -> int:
    return int(dice.choice(np.flatnonzero(mask)))


def test_one_seat_is_played_and_the_others_play_themselves() -> None:
    one = Env("geminos", seat=1, seats=3, against="uniform")
    observation, _ = one.reset(seed=2)
    ended, reward, info, dice = False, 0.0, {}, np.random.default_rng(1)
    while not ended:
        assert one.match.to_act == 1
        observation, reward, ended, cut, info = one.step(some_legal(observation["action_mask"], dice))
        assert not cut
    assert reward == (one.match.shares or [])[1]
    assert info == {"illegal": False, "score": (one.match.scores or [])[1]}


def test_who_nobody_knows_is_told_in_one_line() -> None:
    with pytest.raises(BadInput, match="there is no level 'grandmaster'"):
        Env("geminos", seats=2, against="grandmaster")


def test_many_matches_are_a_vector_environment() -> None:
    envs = Vector("noirlab-dice", 512, seat=1, seats=2)
    observation, _ = envs.reset(seed=3)
    assert envs.observation_space.contains({key: value.copy() for key, value in observation.items()})
    total, ended = 0.0, 0
    for _ in range(300):
        actions = observation["action_mask"].argmax(1)
        observation, rewards, over, cut, info = envs.step(actions)
        assert not info["illegal"].any()
        assert not cut.any()
        total += rewards.sum()
        ended += over.sum()
    assert ended > 512
    assert 0 < total < ended
    envs.close()


def test_a_match_alone_is_rewarded_by_its_score() -> None:
    one = Env("noirlab-dice", seats=1)
    observation, _ = one.reset(seed=2)
    ended, reward, dice = False, 0.0, np.random.default_rng(1)
    while not ended:
        observation, reward, ended, _, _ = one.step(some_legal(observation["action_mask"], dice))
    assert reward == -(one.match.scores or [0])[0] < 0
    assert find("noirlab-dice").best == "fewest"
