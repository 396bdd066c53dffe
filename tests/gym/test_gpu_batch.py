"""A batch on a GPU gives the same numbers: here its kernels are run by CUDA's simulator, and compiled without a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.gym.batch import Batch

try:
    import numba_cuda  # noqa: F401
except ImportError:
    THERE = False
else:
    THERE = True

needs_the_compiler = pytest.mark.skipif(not THERE, reason="pip install numba-cuda[cu12] has CUDA's simulator")


def digests(module: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "ASTERISM_MODE": "interpreted"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_the_compiler
@pytest.mark.parametrize(
    ("name", "steps"), [("noirlab-dice", 100), ("geminos", 40), ("signal-lamps", 20), ("constellation", 4)]
)
def test_the_simulated_gpu_gives_the_same_numbers(name: str, steps: int) -> None:
    words = ("--steps", str(steps), "--matches", "3", name)
    assert digests("tests.gym.simulated", "--device", "gpu", *words) == digests("asterism.gym.digests", *words)


@pytest.mark.skipif(THERE, reason="it is there")
def test_what_is_missing_is_told_in_one_line() -> None:
    with pytest.raises((ImportError, BadInput), match=r"asterism\[gpu\]|no GPU"):
        Batch("noirlab-dice", 4, seats=2, device="gpu")
