"""PettingZoo's own tests, unmodified, for every game; and what they do not ask."""

from __future__ import annotations

import random
import sys
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("pettingzoo")
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its test imports a game of its own in its old way
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test
    from pettingzoo.utils.conversions import parallel_to_aec

from asterism.cli import load_benchmark
from asterism.core.contract import imagine
from asterism.core.discover import find
from asterism.core.edition import varied
from asterism.core.game import BadInput
from asterism.gym.pettingzoo import env, parallel_env
from asterism.gym.picture import drawing_of
from asterism.kit.shapes import Disc, Label

SPREAD = [
    ("noirlab-dice", {"seats": 1}),
    ("noirlab-dice", {"seats": 6}),
    ("geminos", {"seats": 3}),
    ("geminion", {"seats": 4, "shuffle": 1, "edition": varied(find("geminion"), random.Random(2), 5)}),
    ("constellation", {"seats": 2}),
    ("constellation", {"seats": 3, "goals": 2, "visible": 1}),
    ("gemini", {"seats": 2}),
    ("gemini", {"seats": 4, "hidden": 1, "visitors": 2}),
    ("gemini", {"seats": 3, "edition": varied(find("gemini"), random.Random(4), 5)}),
]
# PettingZoo warns of every environment but its own that has an action mask beside the observation
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Environment.*:UserWarning"),
]


@pytest.mark.parametrize(("name", "how"), SPREAD)
def test_its_own_tests_pass(name: str, how: dict[str, object]) -> None:
    make = partial(env, name, **how)
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=30)
    render_test(make)


@pytest.mark.parametrize("name", ["noirlab-dice", "geminos", "geminion", "constellation", "gemini"])
def test_its_own_test_of_most_cycles_passes_where_all_agents_act_in_every_cycle(name: str) -> None:
    """It draws actions without a look at the mask and wants every agent in every cycle: unlike turns."""

    def in_turns(**how: int):  # type: ignore[no-untyped-def]
        return parallel_to_aec(parallel_env(name, seats=2, **how))

    max_cycles_test(SimpleNamespace(parallel_env=partial(parallel_env, name, seats=2), env=in_turns))


def test_agents_that_all_act_in_every_cycle_pass_its_own_test() -> None:
    parallel_api_test(parallel_env("geminos", seats=2), num_cycles=100)


def play(one):  # type: ignore[no-untyped-def]
    """A whole match at random; the last of what each agent was given."""
    last, dice = {}, random.Random(1)
    for agent in one.agent_iter():
        observation, reward, ended, cut, info = one.last()
        last[agent] = (reward, ended, cut, info)
        one.step(None if ended or cut else dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return last


def test_a_match_is_played_to_its_end_and_rewards_come_then() -> None:
    one = env("geminos", seats=3)
    one.reset(seed=4)
    last = play(one)
    assert all(ended for _, ended, _, _ in last.values())
    assert sum(reward for reward, *_ in last.values()) == pytest.approx(1)
    winner = max(last, key=lambda agent: last[agent][0])
    assert last[winner][3]["score"] == max(info["score"] for *_, info in last.values())


def test_everyone_of_a_team_gets_what_the_team_gets() -> None:
    one = env("gemini", seats=3)
    one.reset(seed=1)
    last = play(one)
    assert len({reward for reward, *_ in last.values()}) == 1


def test_a_match_is_cut_after_so_many_cycles() -> None:
    one = env("constellation", seats=2, max_cycles=5)
    one.reset(seed=1)
    last = play(one)
    assert all(cut and not ended for _, ended, cut, _ in last.values())


def test_seeds_go_on_from_reset_to_reset() -> None:
    def sights() -> list[bytes]:
        found = []
        one.reset(seed=8)
        for _ in range(3):
            one.step(0)  # the first roll
            found.append(one.observe("seat_0")["observation"].tobytes())
            one.reset()
        return found

    one = env("noirlab-dice", seats=2)
    first = sights()
    assert sights() == first
    assert len(set(first)) > 1


@pytest.mark.parametrize(("name", "how"), SPREAD)
def test_a_picture_is_drawn_of_every_game_and_all_of_it_is_inside(name: str, how: dict[str, object]) -> None:
    one, dice = env(name, **how), random.Random(1)
    one.reset(seed=4)
    draw = drawing_of(one.game)
    assert draw is not None
    for _ in range(60):
        drawing = draw(one.record(one.agent_selection)[0])
        for shape in drawing.shapes:
            places = (
                [shape.middle]
                if isinstance(shape, Disc)
                else [shape.place]
                if isinstance(shape, Label)
                else shape.corners
            )
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in places), shape
        if any(one.terminations.values()):
            break
        legal = np.flatnonzero(one.observe(one.agent_selection)["action_mask"]).tolist()
        one.step(dice.choice(legal[1:] or legal))


def test_what_is_not_legal_is_refused_in_one_line() -> None:
    one = env("noirlab-dice", seats=2)
    one.reset(seed=1)
    with pytest.raises(BadInput, match="action 5 of seat_0 is not legal"):
        one.step(5)


@pytest.mark.parametrize(("name", "how"), [("constellation", {}), ("gemini", {"hidden": 1})])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_what_an_agent_cannot_know_changes_nothing_it_is_given(name: str, how: dict[str, int], mode: str) -> None:
    one, other = (env(name, seats=2, render_mode=mode, **how) for _ in range(2))
    one.reset(seed=3)
    other.reset(seed=3)
    dice, changed = random.Random(1), 0
    for _ in range(25):
        truth, agent = one._batch.states(), one.agent_selection
        seat = one.possible_agents.index(agent)
        guessed = imagine(one.game, one.record(agent), seat, dice)
        changed += guessed.tobytes() != truth.tobytes()
        other._batch.put(guessed)
        other._go_on()
        for key, value in one.observe(agent).items():
            assert other.observe(agent)[key].tobytes() == value.tobytes()
        assert other.infos == one.infos
        assert np.array_equal(other.render(), one.render())
        one.step(dice.choice(np.flatnonzero(one.observe(agent)["action_mask"]).tolist()))
    assert changed > 10


@pytest.mark.parametrize(("name", "how"), [("constellation", {}), ("gemini", {"hidden": 1})])
def test_what_a_waiting_agent_cannot_know_changes_nothing_it_is_given(name: str, how: dict[str, int]) -> None:
    one, other = (env(name, seats=3, **how) for _ in range(2))
    one.reset(seed=3)
    other.reset(seed=3)
    dice, changed = random.Random(1), 0
    for _ in range(25):
        truth, acting = one._batch.states(), one.agent_selection
        for agent in set(one.agents) - {acting}:
            guessed = imagine(one.game, one.record(agent), one.possible_agents.index(agent), dice)
            changed += guessed.tobytes() != truth.tobytes()
            other._batch.put(guessed)
            for key, value in one.observe(agent).items():
                assert other.observe(agent)[key].tobytes() == value.tobytes()
            assert not one.observe(agent)["action_mask"].any()
        one.step(dice.choice(np.flatnonzero(one.observe(acting)["action_mask"]).tolist()))
    assert changed > 25


def test_the_benchmark_says_in_one_line_what_its_peers_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo is there, but not what its own games are drawn with."""
    for name in [name for name in sys.modules if name.startswith("pettingzoo.classic.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygame", None)
    console = Console(record=True, width=120)
    load_benchmark("gym").one_at_a_time(console, {"noirlab-dice": 2}, 0.01)
    first = 'pygame is not installed, so there is no ratio: pip install "asterism[gym,bench]"\n'
    assert console.export_text().startswith(first)
