"""Interval value iteration of the whole duel on a GPU, in double precision where it fits. Needs NumPy and CuPy only.

Every entry is bracketed: one matrix never above the truth, one never below it, so the distance between them bounds the
error (rounding apart) without any belief about how fast the sweeps converge. With `bracket=False` only one matrix is
kept, which needs half the memory and time. NumPy can stand in for CuPy, for tests on small games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .layers import Duel, Rows, back_up, order, payoff_rows, rows_of

Progress = Callable[[float, str], None]

TILE = 128
KERNELS = r"""
extern "C" __global__ void back_up(const REAL* value, long long columns, int cards, REAL* out,
                                   const int* one, const REAL* p1, int n1,
                                   const int* two, const REAL* p2, int n2,
                                   const int* three, const REAL* p3, int n3) {
    int a = blockIdx.x;  // neighbouring blocks share a tile of columns, which stays in the cache
    long long j = (long long)blockIdx.y * blockDim.x + threadIdx.x;
    if (j >= columns) return;
    value += j;
    one += (long long)a * n1; two += (long long)a * n2 * 2; three += (long long)a * n3 * 3;
    REAL sum = 0;
    for (int c = 0; c < n1; c++) sum += p1[c] * value[one[c] * columns];
    for (int c = 0; c < n2; c++) {
        REAL x = value[two[2 * c] * columns], y = value[two[2 * c + 1] * columns];
        sum += p2[c] * (x > y ? x : y);
    }
    for (int c = 0; c < n3; c++) {
        REAL x = value[three[3 * c] * columns], y = value[three[3 * c + 1] * columns];
        REAL z = value[three[3 * c + 2] * columns];
        x = x > y ? x : y;
        sum += p3[c] * (x > z ? x : z);
    }
    out[a * columns + j] = sum;
}

extern "C" __global__ void turned(const REAL* in, long long stride, int rows, int columns, REAL* out) {
    __shared__ REAL tile[32][33];  // out[j, i] = 1 - in[i, j]
    int j = blockIdx.x * 32 + threadIdx.x, i0 = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (j < columns && i0 + k < rows) tile[k][threadIdx.x] = in[(i0 + k) * stride + j];
    __syncthreads();
    int i = i0 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (i < rows && blockIdx.x * 32 + k < columns)
            out[(long long)(blockIdx.x * 32 + k) * rows + i] = 1 - tile[threadIdx.x][k];
}
"""


class Device:
    """The two operations of value iteration, by CUDA kernels or plainly."""

    def __init__(self, xp: Any, dtype: Any) -> None:
        self.xp, self.dtype = xp, dtype
        self._module = None
        if xp.__name__ == "cupy":
            real = {"float32": "float", "float64": "double"}[xp.dtype(dtype).name]
            self._module = xp.RawModule(code=KERNELS.replace("REAL", real))

    def send(self, rows: Rows) -> Rows:
        """The rows with their arrays on the device."""
        xp = self.xp
        steps, chances = list(rows.step), list(rows.chance)
        while self._module and len(steps) < 3:  # the kernel takes three groups of classes
            steps.append(xp.zeros((len(rows.cards), 0, len(steps) + 1), "int32"))
            chances.append(xp.zeros(0))
        sent = tuple(xp.asarray(step) for step in steps), tuple(xp.asarray(p, dtype=self.dtype) for p in chances)
        return Rows(rows.cards, rows.outer, *sent)

    def back_up(self, rows: Rows, value: Any, out: Any) -> None:
        """The Bellman backup, from rows of values into `out`."""
        if self._module is None:
            out[:] = back_up(rows, value, self.xp)
            return
        columns = value.shape[1]
        groups = [x for s, p in zip(rows.step, rows.chance, strict=True) for x in (s, p, self.xp.int32(len(p)))]
        grid = (len(rows.cards), -(-columns // TILE))
        self._module.get_function("back_up")(
            grid, (TILE,), (value, self.xp.int64(columns), self.xp.int32(len(rows.cards)), out, *groups)
        )

    def turned(self, values: Any, out: Any) -> None:
        """1 minus the transpose of a matrix whose rows lie in one piece."""
        if self._module is None:
            out[:] = 1 - values.T
            return
        rows, columns = values.shape
        stride = values.strides[0] // values.itemsize
        self._module.get_function("turned")(
            (-(-columns // 32), -(-rows // 32)),
            (32, 8),
            (values, self.xp.int64(stride), self.xp.int32(rows), self.xp.int32(columns), out),
        )


@dataclass
class Solution:
    """The values of a duel."""

    xp: Any  # NumPy, or CuPy for values on a GPU
    value: Any  # Y
    bound: float  # no value is further than this from the truth (rounding apart); without brackets an estimate
    work: float  # sweeps over the whole matrix, all told

    def stripes(self) -> Iterator[tuple[int, Any]]:
        """The matrix in stripes of rows, each with the number of its first."""
        for start in range(0, len(self.value), 4096):
            yield start, self.value[start : start + 4096]

    def at(self, movers: Any, others: Any) -> Any:
        """Y[mover, other] for arrays of cards."""
        found = self.value[self.xp.asarray(movers), self.xp.asarray(others)]
        return (found.get() if hasattr(found, "get") else found).astype("float64")


def solve(
    duel: Duel,
    xp: Any,
    dtype: Any = "float64",
    enough: float = 1e-10,
    bracket: bool = True,
    progress: Progress | None = None,
) -> Solution:
    """Y of a whole duel, to `enough`."""
    device = Device(xp, dtype)
    lower = xp.zeros((duel.open, duel.open), dtype)
    upper = xp.ones((duel.open, duel.open), dtype) if bracket else lower
    layers, pairs = duel.layers, order(duel)
    if bracket:
        pairs += [(j, i) for i, j in pairs if i != j]
        filled = [int(duel.layer[cards.start]).bit_count() for cards in layers]
        pairs.sort(key=lambda pair: -filled[pair[0]] - filled[pair[1]])
    work, gap, done = 0.0, 0.0, 0
    cells = sum(len(layers[i]) * len(layers[j]) for i, j in pairs)
    for i, j in pairs:
        size = len(layers[i]) * len(layers[j])
        sweeps, left = _iterate(device, duel, layers[i], layers[j], lower, upper, enough, 0.0 if bracket else 0.5)
        work, gap, done = work + sweeps * size / duel.open**2, max(gap, left), done + size
        if progress:
            progress(done / cells, f"{len(layers[i]):,} by {len(layers[j]):,} cards")
    if not bracket:
        return Solution(xp, lower, gap, work)
    gap = max(float(abs(upper[a : a + 4096] - lower[a : a + 4096]).max()) for a in range(0, duel.open, 4096))
    upper += lower
    upper *= 0.5
    return Solution(xp, upper, gap / 2, work)


def _iterate(
    device: Device, duel: Duel, ours: range, theirs: range, lower: Any, upper: Any, enough: float, start: float
) -> tuple[int, float]:
    """Sweep a pair of layers to and fro: `upper` for us to move from `lower` for them to move, and the other way
    round, until nothing moves by more than `enough` allows; returns how many sweeps and the last estimate of error."""
    xp = device.xp
    our_rows, their_rows = (device.send(rows_of(duel, cards)) for cards in (ours, theirs))
    our_value = _fixed_rows(device, duel, our_rows, theirs, lower)
    their_value = _fixed_rows(device, duel, their_rows, ours, upper)
    x = xp.empty((len(ours), len(theirs)), device.dtype)
    z = xp.full((len(theirs), len(ours)), start, device.dtype)
    before = xp.empty_like(z)
    change, count = 2.0, 0
    while True:
        check = count % 8 == 6
        if check:
            before[:] = z
        device.turned(z, our_value[: len(ours)])
        device.back_up(our_rows, our_value, x)
        device.turned(x, their_value[: len(theirs)])
        device.back_up(their_rows, their_value, z)
        count += 2
        if check:
            last, change = change, float(abs(z - before).max())
            rate = min((change / last) ** 0.25, 0.999) if last else 0.0  # of one sweep to and fro
            if change / (1 - rate) < enough or count > 20_000:
                break
    upper[ours.start : ours.stop, theirs.start : theirs.stop] = x
    lower[theirs.start : theirs.stop, ours.start : ours.stop] = z
    return count, change / (1 - rate)


def _fixed_rows(device: Device, duel: Duel, rows: Rows, opponents: range, matrix: Any) -> Any:
    """Room for the rows of a backup, with all that does not change in it filled in."""
    xp = device.xp
    value = xp.empty((rows.payoff + duel.most + 1, len(opponents)), device.dtype)
    if len(rows.outer):
        known = xp.ascontiguousarray(matrix[opponents.start : opponents.stop][:, xp.asarray(rows.outer)])
        device.turned(known, value[len(rows.cards) : rows.payoff])
    value[rows.payoff :] = payoff_rows(duel, opponents, xp, device.dtype)
    return value


def residual(duel: Duel, matrix: Any, xp: Any, chunk: int = 2048) -> float:
    """The Bellman residual: the largest |Y - backup of Y|, without layers: a check that shares no loop with `solve`."""
    worst = 0.0
    every = rows_of(duel, range(duel.open))
    device = Device(xp, matrix.dtype)
    sent = device.send(every)
    for start in range(0, duel.open, chunk):
        opponents = range(start, min(start + chunk, duel.open))
        value = xp.empty((duel.open + duel.most + 1, len(opponents)), matrix.dtype)
        value[: duel.open] = 1 - matrix[opponents.start : opponents.stop].T
        value[duel.open :] = payoff_rows(duel, opponents, xp, matrix.dtype)
        out = xp.empty((duel.open, len(opponents)), matrix.dtype)
        device.back_up(sent, value, out)
        worst = max(worst, float(abs(out - matrix[:, opponents.start : opponents.stop]).max()))
    return worst
