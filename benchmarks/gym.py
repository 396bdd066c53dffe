"""Steps a second of the gym, as ratios to its peers in the same run.

    asterism bench gym

One match at a time: PettingZoo's own loop (`agent_iter`, `last`, `step`) with a random choice, through our adapter and
through its connect_four and hanabi. One seat of a match: Gymnasium's loop with a random choice, against a seat that
also plays at random; what that seat and chance do in between belongs to the step. Many at once: a step of a batch, with
sight, mask and rewards, against Pgx with as many matches; how the actions are chosen is not counted on either side.
Everything runs on one core and is measured in seconds of the processor, so that neither side pays for what else a
machine does, nor for waking threads. Rounds take turns and the best of three counts, because shared machines are noisy.
On a GPU: `python benchmarks/gym_gpu.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from asterism.core.discover import find, names

ROUNDS = 3
MATCHES = (1 << 12, 1 << 15)
ROWS = 1 << 10  # for which actions are chosen at a time: as arrays that stay in cache
PETTING_ZOO = ("connect_four_v3", "hanabi_v5")
PGX = ("connect_four", "leduc_holdem", "hex", "backgammon")

T = TypeVar("T", bound=Hashable)
Rate = Callable[[float], float]  # steps a second, measured for so many seconds


def in_turns(env: Any) -> Rate:
    """PettingZoo's loop, played at random."""
    dice = np.random.default_rng(1)

    def rate(seconds: float) -> float:
        count, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            env.reset(seed=int(dice.integers(2**31)))
            for _ in env.agent_iter(2_000):
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[dice.integers(len(legal))]))
                count += 1
        return count / (time.process_time() - begin)

    return rate


def one_seat(env: Any) -> Rate:
    """Gymnasium's loop, played at random; what the others do in between belongs to the step."""
    dice = np.random.default_rng(1)

    def rate(seconds: float) -> float:
        count, begin, ended = 0, time.process_time(), True
        while time.process_time() - begin < seconds:
            if ended:
                observation, _ = env.reset(seed=int(dice.integers(2**31)))
            legal = np.flatnonzero(observation["action_mask"])
            observation, _, ended, _, _ = env.step(int(legal[dice.integers(len(legal))]))
            count += 1
        return count / (time.process_time() - begin)

    return rate


def batched(name: str, seats: int, matches: int) -> Rate:
    from asterism.gym.batch import Batch
    from asterism.gym.digests import some_legal

    batch = Batch(name, matches, seats=seats, seed=1, cores=1)

    def rate(seconds: float) -> float:
        count, spent = 0, 0.0
        while spent < seconds:
            rows = range(0, matches, ROWS)
            actions = np.concatenate([some_legal(batch.mask[row : row + ROWS], count + row) for row in rows])
            begin = time.process_time()
            batch.step(actions)
            spent += time.process_time() - begin
            count += 1
        return matches * count / spent

    return rate


def pgx_batched(name: str, matches: int) -> Rate:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    split = jax.jit(lambda key: jax.random.split(key, matches))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=1)  # any legal one
    )
    state = jax.jit(jax.vmap(env.init))(split(jax.random.PRNGKey(0)))

    def rate(seconds: float) -> float:
        nonlocal state
        count, spent = 0, 0.0
        while spent < seconds:
            key = jax.random.PRNGKey(count)
            keys, actions = split(key), choose(key, state.legal_action_mask)
            jax.block_until_ready((keys, actions))
            begin = time.process_time()
            state = jax.block_until_ready(step(state, actions, keys))
            spent += time.process_time() - begin
            count += 1
        return matches * count / spent

    return rate


@contextmanager
def one_core() -> Iterator[None]:
    """Whatever starts meanwhile has one core, where the system can say so: a library makes as many threads as cores."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def best(runs: dict[T, Rate], seconds: float) -> dict[T, float]:
    """The best of three of each, after one that compiles."""
    found = dict.fromkeys(runs, 0.0)
    for run in runs.values():
        run(seconds / 20)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            found[name] = max(found[name], run(seconds))
    return found


def show(console: Console, title: str, ours: dict[str, float], theirs: dict[str, float]) -> None:
    table = Table("game", "steps/s of one core", *(f"ratio to {peer}" for peer in theirs), title=title)
    for name, rate in ours.items():
        table.add_row(name, f"{rate:,.0f}", *(f"{rate / peer:,.1f}" for peer in theirs.values()))
    console.print(table)
    for peer, rate in theirs.items():
        console.print(f"{peer}: {rate:,.0f} steps/s")


def one_at_a_time(console: Console, seats: dict[str, int], seconds: float) -> None:
    try:
        from asterism.gym.gymnasium import Env
        from asterism.gym.pettingzoo import env
    except ImportError as problem:
        console.print(str(problem), markup=False)
        return
    ways = {
        "one match at a time, through PettingZoo": {n: in_turns(env(n, seats=number)) for n, number in seats.items()},
        "one seat of a match against one at random, through Gymnasium": {
            n: one_seat(Env(n, seats=number, against="uniform")) for n, number in seats.items()
        },
    }
    peers = {}
    try:
        import pettingzoo.classic

        peers = {f"PettingZoo's {name}": in_turns(getattr(pettingzoo.classic, name).env()) for name in PETTING_ZOO}
    except ImportError as problem:  # of a game of PettingZoo's own, which needs more than PettingZoo
        missing = problem.name or "a package of PettingZoo's games"
        told = f'{missing} is not installed, so there is no ratio: pip install "asterism[gym,bench]"'
        console.print(told, markup=False)
    runs = {(title, name): run for title, ours in ways.items() for name, run in ours.items()}
    found = best({**{("", name): run for name, run in peers.items()}, **runs}, seconds)
    for title, ours in ways.items():
        show(console, title, {name: found[title, name] for name in ours}, {name: found["", name] for name in peers})


def many_at_once(console: Console, seats: dict[str, int], matches: int, seconds: float) -> None:
    runs = {name: batched(name, number, matches) for name, number in seats.items()}
    peers = {}
    try:
        peers = {f"Pgx {name}": pgx_batched(name, matches) for name in PGX}
    except ImportError:
        console.print('Pgx is not installed, so there is no ratio: pip install "asterism[gym,bench]"', markup=False)
    found = best({**peers, **runs}, seconds)
    title = f"{matches:,} matches at once, with sight and mask"
    show(console, title, {name: found[name] for name in runs}, {name: found[name] for name in peers})


def main(seconds: float = 1.0) -> int:
    console = Console(width=max(120, Console().width))
    seats = {name: max(2, find(name).seats[0]) for name in names()}
    with one_core():
        one_at_a_time(console, seats, seconds)
        for matches in MATCHES:
            many_at_once(console, seats, matches, seconds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
