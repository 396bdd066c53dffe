"""What `asterism solve` tells while it works, when it is stopped, and of a table that is checked."""

from __future__ import annotations

import dataclasses
import io
import re

import pytest
from rich.console import Console

from asterism.core.discover import find
from asterism.solve.score_cards import quality
from asterism.terminal import solve as told
from asterism.terminal.solve import Sample

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
    monkeypatch.setattr(told.build, "solve", stop)
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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Checks with next to no matches; every call leaves its positions and its seed here."""
    asked, real = [], quality.check

    def check(game, positions, seed):
        asked.append((positions, seed))
        return real(game, min(positions, 20), seed, matches=20)

    monkeypatch.setattr(quality, "check", check)
    return asked


def test_a_check_tells_the_seed_and_what_the_solution_found(quick):
    console = paper()
    assert told.check_table(GAME, Sample(70, 5), console) == 0
    assert quick == [(70, 5)]
    assert "seed 5" in text(console)
    assert "0.523010449" in text(console)
    assert "within the promised 0.0001" in text(console)


def test_every_check_draws_a_new_seed_and_tells_it(quick):
    seeds = []
    for _ in range(2):
        console = paper()
        told.check_table(GAME, Sample(), console)
        seeds.append(int(re.search(r"seed (\d+)", text(console))[1]))
    assert [seed for _, seed in quick] == seeds
    assert seeds[0] != seeds[1]
    assert quick[0][0] == quality.POSITIONS


@pytest.mark.parametrize("where", ["look-ahead", "exact"])
def test_a_table_that_loses_more_than_promised_fails(where, quick, monkeypatch):
    good = quality.check(GAME, 5, 1)
    poor = {**good.exact, "in_play": {**good.exact["in_play"], "mean_loss": 2e-4}}
    bad = dataclasses.replace(good, **({"exact": poor} if where == "exact" else {"loss": (2e-4, 1e-3)}))
    console = paper()
    assert told.verdict(bad, console) == 1
    assert "A choice loses 0.000200 on average: more than the promised 0.0001." in text(console)
    assert told.verdict(dataclasses.replace(good, intact=False), paper()) == 1
