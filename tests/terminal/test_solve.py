"""What `asterism solve` tells while it works, and when it is stopped."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from asterism.core.discover import find
from asterism.terminal import solve as told

GAME = find("geminos")


def paper() -> Console:
    """A pipe or a file: no terminal."""
    return Console(file=io.StringIO(), width=120, highlight=False)


def text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("device", "words"), [("cpu", "run the same command again to go on"), ("gpu", "keeps nothing")]
)
def test_a_run_that_is_stopped_says_how_to_go_on(device, words, monkeypatch, tmp_path):
    def stop(*args, **keywords):
        raise KeyboardInterrupt

    monkeypatch.setenv("ASTERISM_CACHE", str(tmp_path))
    monkeypatch.setattr(told.card_solve, "solve", stop)
    console = paper()
    assert told.solve_cards(GAME, device, console) == 130
    assert text(console).startswith(f"Solving geminos for two on the {device.upper()}.")
    assert words in text(console)


def test_without_a_terminal_there_is_a_line_now_and_then(monkeypatch):
    clock = iter(range(0, 1000, 4))
    monkeypatch.setattr(told.time, "monotonic", lambda: next(clock))
    console = paper()
    with told.bar(console, "working") as tell:
        for step in range(20):
            tell(step / 20, f"step {step}")
    lines = text(console).splitlines()
    assert 4 < len(lines) < 20
    assert all("%  step " in line for line in lines)
