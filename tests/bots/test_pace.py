"""How benchmarks count: what is compiled first must not decide how much is measured."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from asterism.cli import load_benchmark


class Clock:
    """A second of compiling, and then a millisecond for each match."""

    def __init__(self) -> None:
        self.now = 0.0

    def run(self, matches: int) -> int:
        self.now += matches / 1_000 if self.now else 1.0
        return matches


def test_the_first_match_which_is_compiled_does_not_say_how_many_fill_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, filling = Clock(), load_benchmark("playouts").filling
    read = SimpleNamespace(thread_time=lambda: clock.now)
    monkeypatch.setitem(filling.__globals__, "time", read)
    assert filling(clock.run, 2.0) == pytest.approx(2_000, rel=0.01)
