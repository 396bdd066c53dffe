"""Gymnasium's own checks, and that one seat plays against the bots that were named."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env

from asterism.core.contract import imagine
from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.header import CHANCE, OVER
from asterism.gym.gymnasium import Env, Vector
from asterism.gym.layout import record_of

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


@pytest.mark.parametrize(("name", "how"), [("constellation", {}), ("gemini", {"hidden": 1})])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_what_a_seat_cannot_know_changes_nothing_it_is_given(name: str, how: dict[str, int], mode: str) -> None:
    one, other = (Env(name, seat=1, seats=2, against="uniform", render_mode=mode, **how) for _ in range(2))
    observation, info = one.reset(seed=3)
    other.reset(seed=3)
    dice, changed = random.Random(1), 0
    for _ in range(10):
        guessed = imagine(one.game, one.match.seen(1), 1, dice)
        changed += guessed.tobytes() != one.match.states.tobytes()
        other.match.states[:] = guessed
        other.match.begin_here()
        for key, value in other._observation().items():
            assert observation[key].tobytes() == value.tobytes()
        assert other._info() == info
        assert np.array_equal(other.render(), one.render())
        observation, _, _, _, info = one.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert changed > 5


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


def test_a_vector_environment_begins_anew_with_other_dice_unless_it_is_given_seeds() -> None:
    envs = Vector("noirlab-dice", 64, seat=0, seats=2)

    def sights(**how: object) -> list[bytes]:
        observation, _ = envs.reset(**how)
        found = []
        for _ in range(12):
            observation, *_ = envs.step(observation["action_mask"].argmax(1))
            found.append(observation["observation"].copy())
        return [row.tobytes() for row in np.stack(found, 1)]

    first, second = sights(), sights()
    assert first != second
    drawn = sights(seed=[None] * 64)
    assert len(set(drawn)) > 32
    assert sights(seed=[5] * 32 + [None] * 32)[0] == sights(seed=5)[0]
    again = []
    for _ in range(2):
        again.append((sights(seed=5), sights()))
    assert again[0] == again[1]
    assert again[0][0] != again[0][1]


@pytest.mark.parametrize(("name", "how"), [("noirlab-dice", {}), ("signal-lamps", {})])
def test_a_vector_environment_tells_how_matches_ended(name: str, how: dict[str, int]) -> None:
    """In the form of Gymnasium's own: `final_obs` one for each match that ended, `final_info` as arrays."""
    envs = Vector(name, 64, seat=1, seats=2, **how)
    observation, info = envs.reset(seed=3)
    assert info == {}
    ended = 0
    for _ in range(200):
        observation, _, over, _, info = envs.step(observation["action_mask"].argmax(1))
        assert ("final_obs" in info) == over.any()
        if not over.any():
            continue
        ended += over.sum()
        assert info["_final_obs"].tolist() == info["_final_info"].tolist() == over.tolist()
        for i, last in enumerate(info["final_obs"]):
            assert (last is not None) == over[i]
            if last is not None:
                assert envs.single_observation_space.contains(last)
                assert not last["action_mask"].any()
                seen = record_of(envs.game, last["observation"])
                assert seen["to_act"][0] == OVER
                assert info["final_info"]["score"][i] == (envs.game.scores(seen) or [0, 0])[1]
    assert ended > 64


@pytest.mark.parametrize(
    "how", [{"mask": "bits"}, {"device": "gpu"}, {"chance": "left"}, {"again": False}, {"mine": 0}]
)
def test_what_a_vector_environment_settles_itself_is_refused_in_one_line(how: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=f"settles {next(iter(how))} itself"):
        Vector("noirlab-dice", 8, seat=0, seats=2, **how)


def test_a_match_alone_is_rewarded_by_its_score() -> None:
    one = Env("noirlab-dice", seats=1)
    observation, _ = one.reset(seed=2)
    ended, reward, dice = False, 0.0, np.random.default_rng(1)
    while not ended:
        observation, reward, ended, _, _ = one.step(some_legal(observation["action_mask"], dice))
    assert reward == -(one.match.scores or [0])[0] < 0
    assert find("noirlab-dice").best == "fewest"


@pytest.mark.parametrize(
    ("name", "against"), [("gemini", "uniform"), ("geminion", "plan:mine-only"), ("noirlab-dice", "medium")]
)
def test_against_players_that_do_not_read_the_past_none_is_computed(
    name: str, against: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At random, by a plan and by a table: a step costs as much late in a match as at its beginning."""
    seen: list[int] = []
    see = Game.seen

    def noted(game: Game, states: Any, seat: int) -> Any:
        seen.append(seat)
        return see(game, states, seat)

    monkeypatch.setattr(Game, "seen", noted)
    one, dice = Env(name, seats=2, against=against), np.random.default_rng(1)
    observation, _ = one.reset(seed=4)
    steps = 0
    while not one.match.over and steps < 100:
        observation, *_ = one.step(some_legal(observation["action_mask"], dice))
        steps += 1
    assert steps > 5
    by_others = sum(played.actor not in (CHANCE, one.seat) for played in one.match.standing())
    assert len(seen) == 1 + steps + by_others, "one look for each observation, and for each choice of another"
