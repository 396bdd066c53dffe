"""`asterism check` ends in words, whatever the rules of a game do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core import discover
from asterism.core.rule_sources import NEVER_IN_RULES, problems

TEMPLATE = Path(discover.__file__).parent.parent / "games" / "_template"
DEALT = 's["hand"][seat] = action - S.STAR'
KEPT = "    if action == S.KEEP:  # §2\n"
DECIDED = '    s["decided"][seat] = 1\n    s["mover"]'
SHOW = "def show(s: Any) -> str:\n"
# A file of the template, what of it is replaced, by what, and what is said of it; LINE is where the other thing stands
BROKEN = {
    "index": ("rules.py", DEALT, DEALT.replace("seat]", "seat + 7]"), "LINE, in play, `s[", "index 7 is out of bounds"),
    "below": (
        "rules.py",
        DEALT,
        DEALT.replace("seat]", "seat - 9]"),
        "LINE, in play, `s[",
        "index -9 is out of bounds",
    ),
    "room": (
        "rules.py",
        "out[1] = S.CHANGE",
        "out[99] = S.CHANGE",
        "LINE, in legal, `out[99]",
        "index 99 is out of bounds",
    ),
    "field": ("rules.py", DEALT, DEALT.replace("hand", "hnad"), "LINE, in play", "did you mean 'hand'?"),
    "loop": ("rules.py", KEPT, f"    while seat == seat: s['mover'] += 0\n{KEPT}", "LINE, in play", "come to an end"),
    "itself": ("rules.py", DECIDED, f"    decide(s, seat)\n{DECIDED}", "LINE, in decide", "calls itself without end"),
    "syntax": ("rules.py", KEPT, KEPT.replace(":", "", 1), "LINE: ", "expected ':'"),
    "words": ("words/en.ftl", "tagline", "taglime", "no words for 'tagline'", ""),
    "function": ("rules.py", "def result(", "def outcome_(", "the rules have the function `result`", ""),
    "shown": ("view.py", "int(star))}", "int(star) / 0)}", "LINE, in", "ZeroDivisionError: division by zero"),
    "name": ("__init__.py", "GAME =", "GAMES =", "AttributeError", "has no attribute 'GAME'"),
    "exit": ("rules.py", KEPT, f"    raise SystemExit(0)\n{KEPT}", "LINE, in play", "SystemExit"),
    "random": ("rules.py", "from typing import Any", "import random", "LINE: imports random", ""),
    "crash": ("view.py", SHOW, f"{SHOW}    import ctypes; ctypes.string_at(0)\n", "by the signal SIGSEGV", ""),
    # only compiled: no random match comes to the one, and the other is nothing that Python minds
    "unmet": (
        "rules.py",
        KEPT,
        f"    if s['stars'] > 99: s['hnad'][0] = 1\n{KEPT}",
        "compiled",
        "did you mean 'hand'?",
    ),
    "memory": (
        "rules.py",
        "best = 0\n",
        "best = [0 for seat in range(s['seats'])][0]\n",
        "compiled",
        "may not allocate",
    ),
}


CHECK = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from asterism.core.checking import check_apart
with ThreadPoolExecutor(2) as pool:
    said = pool.map(lambda name: check_apart(name.replace("_", "-"), 3, patience=1.0).problem, sys.argv[1:])
    print(json.dumps(dict(zip(sys.argv[1:], said))))
"""


def break_template(games: Path, name: str) -> None:
    """A copy of the template with the change of this name."""
    file, old, new, *_ = BROKEN[name]
    shutil.copytree(TEMPLATE, games / name)
    source = (games / name / file).read_text()
    assert old in source
    (games / name / file).write_text(source.replace(old, new))


def line_of(name: str) -> str:
    """The place of this change, as it is said."""
    file, old, *_ = BROKEN[name]
    source = (TEMPLATE / file).read_text()
    return f"{name}/{file}, line {source[: source.index(old)].count(chr(10)) + 1}"


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said of each of the broken games."""
    games = tmp_path_factory.mktemp("games")
    for name in BROKEN:
        break_template(games, name)
    environment = {**os.environ, "ASTERISM_GAMES": str(games)}
    command = [sys.executable, "-c", CHECK, *BROKEN]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_game_is_said_in_words(name: str, said: dict[str, str]):
    *_, where, what = BROKEN[name]
    assert where.replace("LINE", line_of(name)) in said[name]
    assert what.replace("LINE", line_of(name)) in said[name]
    assert "Traceback" not in said[name]


def test_the_command_says_it_and_returns_1(tmp_path: Path):
    """Compiled without bounds checking such a game kept every promise, and then ended with a segmentation fault."""
    break_template(tmp_path, "index")
    command = [sys.executable, "-m", "asterism.cli", "check", "index"]
    done = subprocess.run(command, env={**os.environ, "ASTERISM_GAMES": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "every promise kept" not in done.stdout
    assert done.stderr.startswith(f"index: broken: {line_of('index')}, in play")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    [
        *(f"import {module}" for module in sorted(NEVER_IN_RULES)),
        "from random import choice",
        "from numpy import random",
        "from numpy.random import default_rng as any_name",
        "import numpy as xp\nDICE = xp.random.default_rng()",
        "import os.path as path",
        "def late():\n    import time",
        "open('rules.txt')",
    ],
)
def test_a_source_that_draws_numbers_or_reads_clocks_or_files_is_named(line: str, tmp_path: Path):
    (tmp_path / "rules.py").write_text(line)
    (tmp_path / "test_rules.py").write_text("import random")
    (found,) = problems(tmp_path)
    assert found.startswith(f"{tmp_path.name}/rules.py, line {line.count(chr(10)) + 1}: ")


@pytest.mark.parametrize("line", ["from .random import pick", "import numpy as np", "s.open()", "from math import pi"])
def test_what_rules_may_do_is_not_named(line: str, tmp_path: Path):
    (tmp_path / "rules.py").write_text(line)
    assert problems(tmp_path) == []
