"""A batch on a GPU gives the same numbers: CUDA's simulator runs its kernels (`simulated`), and they compile."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.game import BadInput
from asterism.gym.batch import Batch

PLAYED = [
    "noirlab-dice",
    "geminos",
    "signal-lamps",
    "constellation",
    "geminion",
    "gemini",
    "chance left",
    "chance of cards left",
    "bits",
    "one seat",
    "against hints",
    "not again",
    "a second block",
    "a second block of few",
]
OTHERS = ["kept_ends", "play_out", "wrong_actions", "written_over", "many_in_a_block"]


@pytest.mark.parametrize("trial", PLAYED + OTHERS)
def test_the_simulated_gpu_gives_the_same_numbers(trial: str) -> None:
    """In a process of its own: the simulator takes the place of CUDA when Numba is imported."""
    command = [sys.executable, "-m", "tests.gym.simulated", trial]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], env=dict(os.environ))
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="pip install numba-cuda[cu12] compiles for a GPU")
@pytest.mark.skipif(not COMPILED, reason="what is interpreted is not compiled for a GPU either")
@pytest.mark.parametrize("name", ["noirlab-dice", "geminos", "signal-lamps"])
def test_its_kernels_compile_for_a_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU is needed for that."""
    from numba import cuda, from_dtype, types

    from asterism.gym.on_gpu import playout_kernel, step_kernel

    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)))
    whole, small, float32 = types.int32[::1], types.uint8[::1], types.float32[:, ::1]
    words, record, rngs, count = types.uint32[::1], from_dtype(find(name).state)[::1], types.uint64[::1], types.int64
    for given in (types.int32, types.int64, types.uint64):
        truth = (count, count, given[::1], whole, record, record, record, whole, whole, rngs, words)
        told = (whole, whole, words, types.int64[:, ::1], float32, types.int32[:, ::1], small, small)
        made, _ = cuda.compile_ptx(step_kernel(find(name)).py_func, types.void(*truth, *told), device=False, cc=(9, 0))
        assert ".target sm_90" in made
    playing = types.void(count, record, count, whole, rngs, float32, types.int64[::1])
    made, _ = cuda.compile_ptx(playout_kernel(find(name)).py_func, playing, device=False, cc=(9, 0))
    assert ".target sm_90" in made


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(BadInput, match=r"CUDA finds no GPU here, or is not installed: pip install \"asterism\[gpu\]\""):
        Batch("noirlab-dice", 4, seats=2, device="gpu")
