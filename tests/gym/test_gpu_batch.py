"""A batch on a GPU gives the same numbers: here its kernels are run by CUDA's simulator, and compiled without a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.gym.batch import Batch


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


@pytest.mark.parametrize(
    ("name", "steps"), [("noirlab-dice", 60), ("geminos", 20), ("signal-lamps", 12), ("constellation", 3)]
)
def test_the_simulated_gpu_gives_the_same_numbers(name: str, steps: int) -> None:
    words = ("--steps", str(steps), "--matches", "3", name)
    assert digests("tests.gym.simulated", "--device", "gpu", *words) == digests("asterism.gym.digests", *words)


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(BadInput, match=r"CUDA finds no GPU here, or is not installed: pip install \"asterism\[gpu\]\""):
        Batch("noirlab-dice", 4, seats=2, device="gpu")
