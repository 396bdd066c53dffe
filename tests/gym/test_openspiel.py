"""OpenSpiel's own tests, unmodified, for every game; and its own algorithms at play."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("pyspiel")
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import asterism.gym.openspiel  # noqa: F401  (registers the games)
from asterism.core.discover import find, names
from asterism.solve import best_known

SPREAD = [
    "asterism_noirlab_dice(players=1)",
    "asterism_noirlab_dice(players=3)",
    "asterism_geminos(players=2)",
    "asterism_geminion(players=2,shuffle=1)",
    "asterism_constellation(players=2)",
    "asterism_constellation(players=3,visible=1)",
    "asterism_gemini(players=2)",
    "asterism_gemini(players=3,hidden=1)",
]


def test_every_game_is_registered() -> None:
    assert {f"asterism_{name.replace('-', '_')}" for name in names()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", SPREAD)
def test_its_own_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["asterism_noirlab_dice", "asterism_constellation"])
def test_its_own_simulation_of_every_game_passes(name: str) -> None:
    """With clones, pickles and its own serialization."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(pyspiel.load_game(name))


def forward(state, plies: int, seed: int):  # type: ignore[no-untyped-def]
    """So many random actions further, and on to a choice of a player."""
    dice = random.Random(seed)
    while plies > 0 or state.is_chance_node():
        plies -= 1
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


def test_its_tree_search_plays() -> None:
    game = pyspiel.load_game("asterism_geminos")
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=False)
    state = forward(game.new_initial_state(), 5, 1)
    assert bot.step(state) in state.legal_actions()


def test_its_search_among_what_is_possible_plays() -> None:
    game = pyspiel.load_game("asterism_constellation")
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 10)
    state = forward(game.new_initial_state(), 12, 1)
    assert bot.step(state) in state.legal_actions()


def test_an_information_state_recalls_all_and_knows_no_secret() -> None:
    game = pyspiel.load_game("asterism_constellation")
    state = forward(game.new_initial_state(), 20, 3)
    player, told = state.current_player(), state.information_state_string()
    truths = set()
    for number in range(8):
        other = state.resample_from_infostate(player, lambda number=number: number / 8)
        truths.add(str(other))
        assert other.information_state_string(player) == told
        assert other.observation_tensor(player) == state.observation_tensor(player)
    assert len(truths) > 1
    longer = forward(game.new_initial_state(), 21, 3)
    assert longer.information_state_string(player) != told


def children(state):  # type: ignore[no-untyped-def]
    """The states of seats (or ends) that may come after, with their chances."""
    if not state.is_chance_node():
        return [(state, 1.0)]
    return [
        (found, chance * more)
        for outcome, chance in state.chance_outcomes()
        for found, more in children(state.child(outcome))
    ]


def test_what_our_solver_says_is_what_its_states_add_up_to() -> None:
    """Every value is the best of what follows, along its own states: what value iteration looks for."""
    game = pyspiel.load_game("asterism_noirlab_dice(players=2)")
    known = best_known(find("noirlab-dice"), 2, {})
    assert known is not None
    assert known.exact

    def value(state):  # type: ignore[no-untyped-def]
        return state.returns()[0] if state.is_terminal() else 2 * known.value(state.at.states)[0] - 1

    for seed in range(12):
        state = forward(game.new_initial_state(), 2 + 3 * seed, seed)
        after = [
            sum(chance * value(found) for found, chance in children(state.child(action)))
            for action in state.legal_actions()
        ]
        best = max(after) if state.current_player() == 0 else min(after)
        assert value(state) == pytest.approx(best, abs=1e-6)
