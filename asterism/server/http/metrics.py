"""What a host wants to know, in the text format that Prometheus reads."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)

GAUGES = {  # where there are other processes
    "store_away": "1 while the store is away and play pauses.",
    "news_away": "1 while this process does not hear the others.",
    "thoughts_waiting": "Thoughts that wait for a process that thinks, of all servers together.",
    "workers": "Processes that think, as far as they are seen.",
}


@dataclass
class Histogram:
    """How many observations fell under each bound."""

    bounds: tuple[float, ...]
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def lines(self, name: str) -> list[str]:
        lines, so_far = [], 0
        for bound, count in zip([*map(str, self.bounds), "+Inf"], self.counts, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{name}_sum {self.total}", f"{name}_count {so_far}"]


@dataclass
class Metrics:
    """Counted while the server runs."""

    moves: int = 0
    entries: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    batch_size: Histogram = field(default_factory=lambda: Histogram(SIZES))
    batch_seconds: Histogram = field(default_factory=lambda: Histogram(SECONDS))
    think_seconds: Histogram = field(default_factory=lambda: Histogram(SECONDS))

    def batch(self, size: int, seconds: float) -> None:
        """Told by the store of every commit."""
        self.batch_size.observe(size)
        self.batch_seconds.observe(seconds)

    def text(self, connections: int, tables: int, gauges: Mapping[str, float] = MappingProxyType({})) -> str:
        lines: list[str] = []

        def say(name: str, kind: str, help: str, values: list[str]) -> None:
            lines.extend([f"# HELP asterism_{name} {help}", f"# TYPE asterism_{name} {kind}", *values])

        def single(name: str, kind: str, help: str, value: float) -> None:
            say(name, kind, help, [f"asterism_{name} {value}"])

        single("connections", "gauge", "Open sockets.", connections)
        single("tables", "gauge", "Tables in memory.", tables)
        single("moves_total", "counter", "Moves of people and bots that were stored.", self.moves)
        single("entries_total", "counter", "Log entries stored: actions, chance and undos.", self.entries)
        refused = [f'asterism_refused_total{{code="{code}"}} {n}' for code, n in sorted(self.refused.items())]
        say("refused_total", "counter", "Requests refused, by code.", refused)
        for name, help in (
            ("batch_size", "Writes in one commit of the store."),
            ("batch_seconds", "How long a commit took."),
            ("think_seconds", "How long a bot thought about a move."),
        ):
            say(name, "histogram", help, getattr(self, name).lines(f"asterism_{name}"))
        for name, value in gauges.items():
            single(name, "gauge", GAUGES[name], float(value))
        single("memory_bytes", "gauge", "Resident memory of the server.", memory())
        return "\n".join(lines) + "\n"


def memory() -> int:
    """The resident memory of this process in bytes; its peak where the system tells nothing else; 0 if unknown."""
    try:
        with open("/proc/self/statm") as file:
            import resource

            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
