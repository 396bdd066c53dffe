"""Solved tables on disk, content-addressed: named by a digest of all they depend on, written whole, never trusted."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from asterism.core.places import cache_folder

Array = np.ndarray[Any, Any]

METHOD = 1  # raised when the solver changes what it computes
GOOD = 1e-9  # the greatest residual a table may have
DAYS_TO_KEEP = 90


def digest(seats: int, arrays: tuple[Array, ...]) -> str:
    """Names all that a table depends on: the graph of a turn, whatever game it is of, and the number of seats."""
    seen = hashlib.sha256(f"method {METHOD} seats {seats}".encode())
    for array in arrays:
        seen.update(f"{array.dtype} {array.shape}".encode() + array.tobytes())
    return seen.hexdigest()[:32]


def place(name: str) -> Path:
    return cache_folder() / "tables" / f"{name}.npz"


def load(name: str, shape: tuple[int, ...]) -> tuple[Array, float] | None:
    """The table and its residual; None where there is none, or where the file is damaged or of something else."""
    path = place(name)
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:  # reading a member checks its checksum
            values, residual, of = file["values"], float(file["residual"]), str(file["of"])
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None
    if of != name or values.shape != shape or values.dtype != np.float64 or not np.isfinite(values).all():
        return None
    if not residual <= GOOD:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return values, residual


def save(name: str, values: Array, residual: float) -> None:
    """Keep a table. A folder that cannot be written to only means that it is solved again next time."""
    path = place(name)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            np.savez(file, values=values, residual=np.float64(residual), of=np.str_(name))
        part.replace(path)
        for old in path.parent.iterdir():
            if time.time() - old.stat().st_mtime > DAYS_TO_KEEP * 86400:
                old.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
