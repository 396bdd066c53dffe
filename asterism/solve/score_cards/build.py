"""Builds the files shipped with a game: value iteration, low-rank compression, and exact values held out for checks."""

from __future__ import annotations

import datetime
import importlib
import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from asterism.core.game import BadInput, Game
from asterism.core.places import cache_folder

from . import alone, low_rank, quality
from .layers import Duel, Ints, order
from .one_ply import payoff
from .shipped import duel_of

Floats = npt.NDArray[np.floating[Any]]
Progress = Callable[[float, str], None]
Device = Literal["cpu", "gpu"]

KEPT = 6_000  # exact choices kept of each kind
MATCHES = 4_000  # played to find positions that occur in play
GIB = 1 << 30
BLOCKS = "blocks"  # the folder in which a CPU keeps what it has solved


class Values(Protocol):
    """A solved duel, wherever its numbers are."""

    def stripes(self) -> Iterator[tuple[int, Any]]:
        """The matrix in stripes of rows, each with the number of its first."""
        ...

    def at(self, movers: Ints, others: Ints) -> npt.NDArray[np.float64]:
        """Y[mover, other] for arrays of cards."""
        ...


def default_folder(game: Game) -> Path:
    """Where a solution is kept while it is computed. It may be deleted at any time."""
    return cache_folder() / "solve" / game.name


def kept(game: Game) -> tuple[int, int]:
    """Of the pairs of layers that a CPU solves one by one: how many are kept already, and how many there are."""
    from . import on_cpu

    duel = duel_of(game)
    return on_cpu.Blocks(duel, default_folder(game) / BLOCKS).count(), len(order(duel))


def solve(
    game: Game, folder: Path | None = None, device: Device = "cpu", progress: Progress | None = None
) -> dict[str, Any]:
    """Solve the duel of a game and write table.npz, table.json and exact.npz into `folder`; returns what is in
    table.json. On a CPU the blocks of the solution stay in `folder` too, and a run that was stopped goes on there."""
    if device not in ("cpu", "gpu"):
        raise BadInput(f"the device is cpu or gpu, not {device!r}")
    duel, folder = duel_of(game), folder or default_folder(game)
    told = progress or (lambda done, text: None)
    begin = time.monotonic()
    values, about = (_on_cpu if device == "cpu" else _on_gpu)(duel, folder, lambda done, text: told(0.9 * done, text))
    stripes = watched(duel, values, lambda done, text: told(0.9 + 0.07 * done, text))
    left, right = low_rank.randomised_svd(duel, stripes, getattr(values, "xp", np))
    told(0.97, "playing alone")
    by_oneself = alone.solve(duel)
    told(0.98, "keeping some exact values")
    table, exact = low_rank.encode(duel, left, right, by_oneself), keep(duel, values)
    about |= {
        "command": f"asterism solve {game.name} --device {device}",
        "date": datetime.date.today().isoformat(),
        "seconds": round(time.monotonic() - begin, 1),
        "cards": duel.open,
        "first": float(values.at(np.zeros(1, np.int32), np.zeros(1, np.int32))[0]),
        "alone": {"price": alone.PRICE, "worth": float(by_oneself[0])},
        "rank": left.shape[1],
        "sha256": {"table.npz": low_rank.checksum(table), "exact.npz": low_rank.checksum(exact)},
        "against_exact": quality.against_exact(duel, low_rank.decode(duel, table), exact),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in (("table.npz", table), ("exact.npz", exact)):
        (folder / name).write_bytes(data)
    (folder / "table.json").write_text(json.dumps(about, indent=2) + "\n")
    told(1.0, f"written to {folder}")
    return about


def watched(duel: Duel, values: Values, progress: Progress) -> low_rank.Stripes:
    """The stripes of a solution as `randomised_svd` reads them again and again, telling how far it has come."""
    read = 0

    def stripes() -> Iterator[tuple[int, Any]]:
        nonlocal read
        for start, rows in values.stripes():
            yield start, rows
            read += len(rows)
            progress(read / duel.open / low_rank.PASSES, "looking for the strongest factors")

    return stripes


def _on_cpu(duel: Duel, folder: Path, progress: Progress) -> tuple[Values, dict[str, Any]]:
    from . import on_cpu

    blocks = on_cpu.solve(duel, folder / BLOCKS, progress=on_cpu.within(progress, 0, 0.97))
    residual = on_cpu.residual(blocks, on_cpu.within(progress, 0.97, 0.03))
    return blocks, {"device": "cpu", "precision": "float32", "residual": residual}


def _on_gpu(duel: Duel, folder: Path, progress: Progress) -> tuple[Values, dict[str, Any]]:
    try:
        cupy: Any = importlib.import_module("cupy")
    except ImportError:
        raise BadInput("a GPU is used through CuPy, which is not installed here (pip install cupy-cuda13x)") from None
    from . import on_gpu

    size, free = duel.open**2, cupy.cuda.Device().mem_info[0]
    ways = [("float64", True, 22 * size), ("float64", False, 11 * size), ("float32", False, 6 * size)]
    fitting = [(precision, bracket) for precision, bracket, needed in ways if needed < free]
    if not fitting:
        raise BadInput(f"this needs {ways[-1][2] / GIB:.0f} GiB on the GPU, and {free / GIB:.0f} GiB are free")
    precision, bracket = fitting[0]
    found = on_gpu.solve(duel, cupy, precision, 1e-10 if precision == "float64" else 1e-6, bracket, progress)
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    about = {"device": name, "precision": precision, "residual": on_gpu.residual(duel, found.value, cupy)}
    if bracket:
        about["bound"] = found.bound  # no value is further from the truth than this, rounding apart
    return found, about


def keep(duel: Duel, values: Values, count: int = KEPT, seed: int = 1) -> bytes:
    """A file of exact choices: `count` at random positions, then `count` that came up in best play."""
    rng = np.random.default_rng(seed)
    several = np.flatnonzero(duel.options > 1)
    chance = duel.weight[several] / duel.weight[several].sum()
    anywhere = np.stack([*rng.integers(0, duel.open, (2, count)), rng.choice(several, count, p=chance)]).astype(
        np.int32
    )
    played = choices_in_play(duel, values, rng)
    chosen = np.concatenate([anywhere, played[:, rng.permutation(played.shape[1])[:count]]], 1)
    options = duel.next[chosen[0], chosen[2]]
    file = io.BytesIO()
    worth = weigh_exactly(duel, values, options, chosen[1]).astype(np.float32)
    np.savez_compressed(file, mine=chosen[0], theirs=chosen[1], roll=chosen[2].astype(np.uint8), worth=worth)
    return file.getvalue()


def weigh_exactly(duel: Duel, values: Values, options: Ints, theirs: Ints) -> Floats:
    """What each of the next cards in `options` is worth against `theirs`, from the solution itself."""
    flat, against = options.ravel(), np.repeat(theirs, options.shape[1])
    worth = payoff(duel, flat, against)
    is_open = flat < duel.open
    worth[is_open] = 1 - values.at(against[is_open], flat[is_open])
    return worth.reshape(options.shape)


def choices_in_play(duel: Duel, values: Values, rng: np.random.Generator, matches: int = MATCHES) -> Ints:
    """[mover's card, other's card, class of rolls] wherever there was a choice in matches of best play."""
    found = []
    mine, theirs = np.zeros(matches, np.int32), np.zeros(matches, np.int32)
    while len(mine):
        rolls = rng.choice(len(duel.weight), len(mine), p=duel.weight / duel.weight.sum())
        several = duel.options[rolls] > 1
        found.append(np.stack([mine, theirs, rolls.astype(np.int32)])[:, several])
        options = duel.next[mine, rolls]
        best = weigh_exactly(duel, values, options, theirs).argmax(1)
        taken = options[np.arange(len(best)), best]
        goes_on = taken < duel.open
        mine, theirs = theirs[goes_on], taken[goes_on]
    return np.concatenate(found, 1)
