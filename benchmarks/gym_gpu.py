"""A batch on a GPU: the same numbers as on a CPU, and how many steps and playouts a second, beside Pgx in the same run.

    python benchmarks/gym_gpu.py [--no-peers] [GAME ...]

Of each game: the digest of every step on both devices (they must be equal); steps a second, with mask and sight,
of the step alone and with a random choice made on the device; actions a second of whole playouts in one kernel. Pgx
(where it is installed) steps its own games with a random choice, jitted and vectorised, as its documentation does.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

import numpy as np
from numba import cuda

from asterism.core.discover import find
from asterism.core.rng import random_below
from asterism.gym.batch import Batch
from asterism.gym.digests import digests

GAMES = ("noirlab-dice", "geminos", "constellation", "geminion", "gemini")
MEMORY = 4 << 30  # bytes of records in a batch
MOST = 1 << 20  # matches
STEPS = 200
WARM_UP = 400  # steps: compiling is over then, and the clocks of the device have risen
TIMES = 8  # matches that each thread plays out, one after the other
PEERS = {"connect_four": 1 << 18, "leduc_holdem": 1 << 18, "kuhn_poker": 1 << 18, "hex": 1 << 16, "backgammon": 1 << 14}


def say(*words: object) -> None:
    print(*words, flush=True)


@cuda.jit
def choose(mask, rngs, actions):  # type: ignore[no-untyped-def]
    """Any legal action, from a mask of bits."""
    i = cuda.grid(1)
    if i >= actions.shape[0]:
        return
    count = 0
    for column in range(mask.shape[1]):
        count += cuda.popc(mask[i, column])
    left = random_below(rngs[i : i + 1], max(count, 1))
    for column in range(mask.shape[1]):
        bits = mask[i, column]
        here = cuda.popc(bits)
        if left >= here:
            left -= here
            continue
        for bit in range(32):
            if (bits >> bit) & 1:
                if left == 0:
                    actions[i] = column * 32 + bit
                left -= 1
        break


def same_numbers(name: str, seats: int) -> str:
    how: dict[str, Any] = {"seats": seats, "seed": 1}
    on_both = [list(digests(Batch(name, 1000, device=device, **how), 150)) for device in ("cpu", "gpu")]
    differ = sum(a != b for a, b in zip(*on_both, strict=True))
    return "150 steps of 1,000 matches: the same" if not differ else f"{differ} of 151 digests DIFFER"


def steps_a_second(name: str, seats: int, mask: str) -> tuple[float, float]:
    """Of the step alone, and with the choice."""
    matches = min(MOST, MEMORY // find(name).state.itemsize) // 1024 * 1024
    batch = Batch(name, matches, seats=seats, device="gpu", mask=mask)  # type: ignore[arg-type]
    bits = batch if mask == "bits" else None
    rngs = cuda.to_device(np.arange(matches, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    actions = cuda.to_device(np.zeros(matches, np.int32))
    grid = (-(-matches // 128), 128)
    twin = bits or Batch(name, matches, seats=seats, device="gpu", mask="bits")
    stepped = 0.0
    begin = time.perf_counter()
    for number in range(STEPS + WARM_UP):
        if number == WARM_UP:
            cuda.synchronize()
            begin, stepped = time.perf_counter(), 0.0
        choose[grid](twin.mask, rngs, actions)
        if twin is not batch:
            twin.step(actions)
        before, after = cuda.event(), cuda.event()
        before.record()
        batch.step(actions)
        after.record()
        after.synchronize()
        stepped += cuda.event_elapsed_time(before, after) / 1000
    cuda.synchronize()
    whole = time.perf_counter() - begin
    assert not batch._engine.illegal.copy_to_host().any()
    return matches * STEPS / stepped, matches * STEPS / whole


def playouts_a_second(name: str, seats: int) -> float:
    matches = min(1 << 18, MEMORY // find(name).state.itemsize)
    batch = Batch(name, matches, seats=seats, device="gpu")
    batch.play_out(TIMES)
    begin = time.perf_counter()
    _, actions = batch.play_out(TIMES)
    return actions / (time.perf_counter() - begin)


def pgx_steps_a_second(name: str, matches: int) -> float:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, now = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(now, logits, axis=1)
        return (step(state, actions, jax.random.split(now, matches)), key), None

    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=STEPS)[0][0]

    run = jax.jit(run)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), matches))
    jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
    begin = time.perf_counter()
    jax.block_until_ready(run(state, jax.random.PRNGKey(3)))
    return matches * STEPS / (time.perf_counter() - begin)


def measure(name: str) -> None:
    seats = max(2, find(name).seats[0])
    begin = time.perf_counter()
    say(f"{name}: {same_numbers(name, seats)} ({time.perf_counter() - begin:.0f} s with compiling)")
    for mask in ("bits", "bytes"):
        alone, whole = steps_a_second(name, seats, mask)
        more = f", {whole:.3g} with the choice" if mask == "bits" else ""
        say(f"{name}: {alone:.3g} steps/s with sight and mask of {mask}{more}")
    say(f"{name}: {playouts_a_second(name, seats):.3g} actions/s in whole playouts")


def measure_peers() -> None:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    for peer, matches in PEERS.items():
        try:
            say(f"Pgx {peer}: {pgx_steps_a_second(peer, matches):.3g} steps/s with the choice")
        except Exception as problem:
            say(f"Pgx {peer}: {type(problem).__name__}: {str(problem)[:200]}")


def main() -> None:
    parser = argparse.ArgumentParser(description="A batch on a GPU: the same numbers, and how fast.")
    parser.add_argument("game", nargs="*", help="default: every game")
    parser.add_argument("--no-peers", action="store_true")
    args = parser.parse_args()
    say("GPU:", cuda.get_current_device().name)
    for name in args.game or GAMES:
        measure(name)
    if not args.no_peers:
        measure_peers()


if __name__ == "__main__":
    main()
