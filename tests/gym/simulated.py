"""A batch "on a GPU" that CUDA's simulator plays, beside one on the CPU: both interpreted, all they give compared.

python -m tests.gym.simulated TRIAL
"""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
os.environ["ASTERISM_MODE"] = "interpreted"

import numpy as np
import pytest
from numba import cuda
from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray
from numba.cuda.simulator.kernelapi import FakeCUDAShared
from numba.np.numpy_support import as_dtype

from asterism.core.game import BadInput
from asterism.core.header import OVER
from asterism.gym import on_gpu
from asterism.gym.batch import Batch, on_host
from asterism.gym.digests import some_legal

ARRAYS = ("seen", "mask", "to_act", "odds", "rewards", "scores", "done", "illegal")

plain = FakeWithinKernelCUDAArray.__getitem__


def item(self: Any, place: Any) -> Any:
    """A record as NumPy has it: the simulator's stand-in for one cannot be copied as a whole, as it can on a GPU."""
    found = self._item._ary[place]
    return found if isinstance(found, np.void) else plain(self, place)


FakeWithinKernelCUDAArray.__getitem__ = item


def shared(self: Any, shape: int, dtype: Any) -> Any:
    """One array for all threads of a block, of rubbish as on a GPU. The simulator's own gives two threads that ask at
    once an array each."""
    asking = sys._getframe(1)
    room = np.full(shape, 0x7F7F7F7F, as_dtype(dtype))
    return self._allocations.setdefault((asking.f_code, asking.f_lineno), room)


FakeCUDAShared.array = shared

# What is tried: a game, how many matches of it, how many steps, and how
TRIALS: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "noirlab-dice": ("noirlab-dice", 3, 60, {}),
    "geminos": ("geminos", 3, 20, {}),
    "signal-lamps": ("signal-lamps", 3, 12, {}),
    "constellation": ("constellation", 3, 8, {}),
    "geminion": ("geminion", 3, 25, {}),
    "gemini": ("gemini", 2, 15, {"hidden": 1}),
    "chance left": ("noirlab-dice", 3, 30, {"chance": "left"}),
    "chance of cards left": ("gemini", 2, 15, {"chance": "left"}),
    "bits": ("constellation", 3, 3, {"mask": "bits"}),
    "one seat": ("noirlab-dice", 4, 20, {"mine": np.array([0, 1, 1, 0])}),
    "against hints": ("constellation", 2, 2, {"mine": 1, "others": "hints"}),
    "not again": ("noirlab-dice", 2, 60, {"again": False, "reward": "score"}),
    "a second block": ("noirlab-dice", 130, 2, {}),
    "a second block of few": ("constellation", 17, 1, {}),
}


def both(trial: str) -> tuple[Batch, Batch]:
    name, matches, _, how = TRIALS[trial]
    seats = how.get("seats", 2)
    on_cpu, on_gpu = (
        Batch(name, matches, seed=1, device=device, **{**how, "seats": seats}) for device in ("cpu", "gpu")
    )
    return on_cpu, on_gpu


def compare(on_cpu: Batch, on_gpu: Batch) -> None:
    assert on_gpu.states().tobytes() == on_cpu.states().tobytes(), "states"
    for array in ARRAYS:
        here, there = getattr(on_cpu, array), on_host(getattr(on_gpu, array))
        assert here.dtype == there.dtype, array
        assert here.tolist() == there.tolist(), array


def legal_bytes(batch: Batch) -> Any:
    mask = batch.mask
    if mask.dtype == np.uint8:
        return mask
    return np.unpackbits(mask.astype("<u4").view(np.uint8), axis=1, bitorder="little")[:, : batch.game.actions]


def play(trial: str) -> None:
    """The same steps on both, then playouts."""
    on_cpu, on_gpu = both(trial)
    compare(on_cpu, on_gpu)
    for step in range(TRIALS[trial][2]):
        actions = some_legal(legal_bytes(on_cpu), step)
        on_cpu.step(actions)
        on_gpu.step(actions)
        compare(on_cpu, on_gpu)


def kept_ends() -> None:
    """How matches ended, where new ones followed."""
    on_cpu, on_gpu = (
        Batch("noirlab-dice", 3, seats=2, seed=1, keep_ends=True, device=device) for device in ("cpu", "gpu")
    )
    ended = 0
    for step in range(60):
        actions = some_legal(on_cpu.mask, step)
        on_cpu.step(actions)
        on_gpu.step(actions)
        ended += int(on_cpu.done.sum())
        assert on_host(on_gpu.ends).tobytes() == on_cpu.ends.tobytes()
    assert ended
    assert (on_cpu.ends["to_act"] == OVER).any()


def play_out() -> None:
    """Whole matches in one kernel: the same sums and as many actions; by hints, too."""
    for name, how in (("noirlab-dice", {}), ("geminos", {"reward": "score"}), ("constellation", {"others": "hints"})):
        (sums, actions), (sums_there, actions_there) = (
            Batch(name, 3, seats=2, seed=1, device=device, **how).play_out(2) for device in ("cpu", "gpu")
        )
        assert on_host(sums_there).tolist() == sums.tolist()
        assert actions_there == actions > 10


def wrong_actions() -> None:
    """Whatever is no action is not played, in main memory or on the device, and does not become one by being cut."""
    matches = 4
    for dtype in (np.int64, np.uint64):
        for there in (False, True):
            on_cpu, on_gpu = (Batch("geminos", matches, seats=2, seed=1, device=device) for device in ("cpu", "gpu"))
            legal = int(np.flatnonzero(on_cpu.mask[0])[0])
            numbers = [legal, legal + 2**32, legal + 2**31, 2**63 + legal, -1, legal - 2**32, 2**63 - 1, 127]
            held = [number for number in numbers if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max]
            for number in held:
                actions = np.full(matches, number, dtype)
                on_cpu.step(actions)
                on_gpu.step(cuda.to_device(actions) if there else actions)
                compare(on_cpu, on_gpu)
                assert on_cpu.illegal.all() == (number != legal), (dtype, number)
                on_cpu.reset()
                on_gpu.reset()
    batch = Batch("geminos", matches, seats=2, device="gpu")
    for wrong in (np.zeros(matches), np.zeros(matches, bool), np.zeros(matches - 1, np.int32), [1.0] * matches):
        for given in (wrong, cuda.to_device(np.asarray(wrong))):
            with pytest.raises(BadInput, match="one whole number for each of 4 matches"):
                batch.step(given)


def written_over() -> None:
    """Who writes into what a batch gives changes no match."""
    for mask in ("bytes", "bits"):
        one, other = (Batch("geminos", 3, seats=2, seed=1, device="gpu", mask=mask) for _ in range(2))
        actions = some_legal(legal_bytes(Batch("geminos", 3, seats=2, seed=1)), 0)
        for array in ("seen", "mask", "to_act", "rewards"):
            kept = getattr(other, array)
            kept.copy_to_device(np.full(kept.shape, 1, kept.dtype))
        one.step(actions)
        other.step(actions)
        assert one.digest() == other.digest()


def many_in_a_block() -> None:
    """Blocks have whole warps, and no more matches than shared memory holds."""
    for name in ("noirlab-dice", "geminos", "constellation", "geminion", "gemini"):
        game = Batch(name, 1, seats=2).game
        matches = on_gpu.matches_a_block(game)
        assert on_gpu.THREADS % 32 == 0
        assert 4 <= matches <= on_gpu.THREADS
        assert matches % 4 == 0
        assert matches * game.state.itemsize <= 48 * 1024


OTHERS = {one.__name__: one for one in (kept_ends, play_out, wrong_actions, written_over, many_in_a_block)}

if __name__ == "__main__":
    wanted = sys.argv[1]
    if wanted in OTHERS:
        OTHERS[wanted]()
    else:
        play(wanted)
