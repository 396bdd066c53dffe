"""Playouts of the Gamers Constellation against OpenSpiel's C++ rollouts of `hex(board_size=11)`, in moves a second.

    python -m tests.games.constellation_speed       needs open_spiel (the extra `bench`)

Both in one process, taking turns, best of seven, in processor time: machines are shared and noisy. Our moves count
the actions of chance too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from asterism.core.discover import find
from asterism.core.rng import new_rng

ROUNDS = 7


def hex_rollouts() -> Callable[[], float]:
    """Moves a second of the C++ rollouts; the moves in a match are counted apart, in Python."""
    import pyspiel

    game = pyspiel.load_game("hex(board_size=11)")
    dice, matches, moves = random.Random(1), 200, 0
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1

    def once(rollouts: int = 3000) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, 1, False)
        began = time.process_time()
        bot.mcts_search(game.new_initial_state())
        return rollouts * moves / matches / (time.process_time() - began)

    return once


def our_playouts(seats: int, options: dict[str, int]) -> Callable[[], float]:
    game = find("constellation")
    start = game.new(seats, options)
    states, rng = start.copy(), new_rng(3)
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    game.doors.playouts(start, states, out, weight, rng, 100)

    def once(matches: int = 6000) -> float:
        began = time.process_time()
        moves = game.doors.playouts(start, states, out, weight, rng, matches)
        return float(moves / (time.process_time() - began))

    return once


def main() -> None:
    ours = {
        "2 seats, basic": our_playouts(2, {}),
        "5 seats, basic": our_playouts(5, {}),
        "2 seats, confirmed players": our_playouts(2, dict(find("constellation").presets["confirmed"])),
    }
    theirs = hex_rollouts()
    best, best_hex = dict.fromkeys(ours, 0.0), 0.0
    for _ in range(ROUNDS):
        best_hex = max(best_hex, theirs())
        for name, once in ours.items():
            best[name] = max(best[name], once())
    print(f"{'hex(board_size=11)':<28} {best_hex / 1e6:5.2f} million moves a second")
    for name, speed in best.items():
        print(f"{name:<28} {speed / 1e6:5.2f} million moves a second, {speed / best_hex:.2f} times hex")


if __name__ == "__main__":
    main()
