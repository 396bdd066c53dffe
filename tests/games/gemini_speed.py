"""Playouts of the Gemini Card Game against random matches of OpenSpiel's `gin_rummy` and `hanabi`, in actions a second.

    python -m tests.games.gemini_speed       needs open_spiel (the extra `bench`)

All in one process, taking turns, best of five, in processor time: machines are shared and noisy. Chance is counted on
both sides. Both peers run in C++: `gin_rummy` by the rollouts of its tree search; `hanabi`, for which there are none
since it has rewards on the way, by whole matches of two random bots.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from asterism.core.discover import find
from asterism.core.match import Match
from asterism.core.rng import new_rng

ROUNDS = 5


def rollouts(name: str) -> Callable[[], float]:
    """Actions a second of the C++ rollouts; the actions in a match are counted apart, in Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice, matches, actions = random.Random(1), 60, 0
    start = game.new_initial_state()
    while start.is_chance_node():  # rollouts cannot begin where chance acts
        start.apply_action(start.chance_outcomes()[0][0])
    for _ in range(matches):
        state = start.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            actions += 1

    def once(count: int = 1500) -> float:
        # One simulation of this bot evaluates the root once: so many random rollouts in C++.
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(count, 1), 1.4, 1, 10, False, 1, False)
        began = time.process_time()
        bot.mcts_search(start)
        return count * actions / matches / (time.process_time() - began)

    return once


def matches(name: str) -> Callable[[], float]:
    """Actions a second of whole matches by random bots in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def once(count: int = 20_000) -> float:
        actions, began = 0, time.process_time()
        for number in range(count):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number + 1)
            actions += state.move_number()
        return actions / (time.process_time() - began)

    return once


def playouts(seats: int) -> Callable[[], float]:
    game = find("gemini")
    start = Match(game, seats=seats).states
    states, rng = start.copy(), new_rng(3)
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    game.doors.playouts(start, states, out, weight, rng, 100)

    def once(matches: int = 6000) -> float:
        began = time.process_time()
        actions = game.doors.playouts(start, states, out, weight, rng, matches)
        return float(actions / (time.process_time() - began))

    return once


def main() -> None:
    runs = {f"Gemini, {seats} seats": playouts(seats) for seats in (2, 3, 4)}
    peers = {"gin_rummy": rollouts("gin_rummy"), "hanabi": matches("hanabi")}
    best = dict.fromkeys([*runs, *peers], 0.0)
    for _ in range(ROUNDS):
        for name, run in {**runs, **peers}.items():
            best[name] = max(best[name], run())
    for name, rate in best.items():
        ratios = "" if name in peers else ", ".join(f"{rate / best[peer]:.1f} times {peer}" for peer in peers)
        print(f"{name}: {rate:,.0f} actions a second{f' ({ratios})' if ratios else ''}")


if __name__ == "__main__":
    main()
