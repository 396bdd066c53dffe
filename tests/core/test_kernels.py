"""A kernel bound to a game is the file one edits: breakpoints stop in it, coverage and tracebacks point to it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from asterism.bots import particles, tree
from asterism.bots.belief import Belief
from asterism.core import compile, kernels
from asterism.core.compile import COMPILED
from asterism.core.compile_cache import cache_for
from asterism.core.discover import find, names
from asterism.core.rng import new_rng

SEARCH = """
import sys
from asterism.bots.search import Budget, Search
from asterism.core.match import Match
from asterism.core.rng import new_rng

match = Match("constellation", seats=2, seed=1)
Search(match.game, Budget(3), new_rng(1)).choose(match.seen(), match.legal(), match.past())
"""


def interpreted(code: str, *, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "ASTERISM_MODE": "interpreted", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_runs_is_the_file_one_edits() -> None:
    game = find("noirlab-dice")
    for template in (kernels, tree, particles):
        bound = game.bound(template.__name__)
        source = Path(str(template.__file__))
        assert Path(str(bound.__file__)) == source
        for name, function in vars(bound).items():
            code = getattr(getattr(function, "py_func", function), "__code__", None)
            if code is not None and getattr(function, "__module__", "") == bound.__name__:
                assert Path(code.co_filename) == source, name


def test_a_breakpoint_in_a_kernel_stops_there(tmp_path: Path) -> None:
    debugger = (
        "import bdb\n"
        "class Stop(bdb.Bdb):\n"
        "    def user_line(self, frame):\n"
        "        if frame.f_code.co_name != 'determinize':\n"
        "            return self.set_continue()\n"
        "        print('stopped in', frame.f_code.co_name, frame.f_code.co_filename)\n"
        "        self.set_quit()\n"
        f"stop = Stop()\nproblem = stop.set_break({tree.__file__!r}, {line_of('guess(work[0], me, rng)')})\n"
        "assert problem is None, problem\n"
        f"stop.run({SEARCH!r})\n"
    )
    assert f"stopped in determinize {tree.__file__}" in interpreted(debugger, cwd=tmp_path)


def line_of(text: str) -> int:
    lines = Path(str(tree.__file__)).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip() == text)


def test_the_coverage_of_a_kernel_is_not_nothing(tmp_path: Path) -> None:
    measured = (
        "import coverage\n"
        f"measuring = coverage.Coverage(include=[{tree.__file__!r}], data_file=None)\n"
        f"measuring.start()\nexec({SEARCH!r})\nmeasuring.stop()\n"
        f"_, lines, _, missing, _ = measuring.analysis2({tree.__file__!r})\n"
        "print(round(100 * (1 - len(missing) / len(lines))))\n"
    )
    assert int(interpreted(measured, cwd=tmp_path)) > 60


def test_each_game_has_kernels_of_its_own_and_one_for_open_matches() -> None:
    made = {name: find(name).bound("asterism.core.kernels") for name in names()}
    assert len({id(module) for module in made.values()}) == len(made)
    secret = find("constellation")
    open_game = secret.for_options({**secret.check_options(2, {}), "visible": 1})
    assert (secret.has["guess"], open_game.has["guess"]) == (True, False)
    assert secret.bound("asterism.bots.tree").HAS_GUESS
    assert not open_game.bound("asterism.bots.tree").HAS_GUESS


def test_a_kernel_is_bound_once() -> None:
    game = find("constellation")
    one, other = Belief(game, new_rng(1)), Belief(game, new_rng(2))
    assert one._kernel is other._kernel
    assert game.bound("asterism.bots.tree") is not game.bound("asterism.bots.particles")


def test_threads_that_bind_at_the_same_time_keep_their_caches_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel in the folder of another would be taken for it, or compiled anew at every start."""

    def slowly(function: Callable[..., Any]) -> Path:
        folder = cache_for(function)
        time.sleep(0.001)  # so that another thread has its turn
        return folder

    monkeypatch.setattr(compile, "cache_for", slowly)
    game = find("noirlab-dice")
    with ThreadPoolExecutor(8) as threads:  # a switch of no meaning makes a kernel of its own
        made = list(threads.map(lambda n: game.bound("asterism.core.kernels", NUMBER=n), range(1_000, 1_024)))
        same = list(threads.map(lambda n: game.bound("asterism.core.kernels", NUMBER=n // 16), range(16)))
    assert len({id(module) for module in same}) == 1
    if COMPILED:
        folders = [{f._cache.cache_path for f in vars(module).values() if own(f, module)} for module in made]
        assert all(len(one) == 1 for one in folders)
        assert len(set.union(*folders)) == len(made)


def own(function: Any, module: ModuleType) -> bool:
    return hasattr(function, "_cache") and function.__module__ == module.__name__
