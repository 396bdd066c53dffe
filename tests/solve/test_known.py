"""What is known about a game: found in the right place, once, and nobody waits for the table of another match."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from asterism import solve
from asterism.core.compile import COMPILED
from asterism.core.discover import find, games
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.solve import best_known, known, races, score_cards
from asterism.solve.score_cards.shipped import score_cards_of

from .small_games import dash


def run(code: str, **environment: str) -> str:
    """What a fresh process prints, with these settings besides our own."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


# Where it is found


def test_score_cards_are_a_file_in_the_folder_of_a_game() -> None:
    offered = [game for game in games() if (Path(sys.modules[game.module].__path__[0]) / "score_cards.py").exists()]
    assert offered
    assert [game for game in games() if score_cards.has_score_cards(game)] == offered


def test_a_game_without_score_cards_says_so() -> None:
    for game in (dash(), find("_template")):
        assert not score_cards.has_score_cards(game)
        with pytest.raises(BadInput, match="is not a game of score cards"):
            score_cards_of(game)


def test_score_cards_are_read_only_when_somebody_asks_for_them() -> None:
    told = run(
        "import sys\n"
        "from asterism.core.discover import games\n"
        "from asterism.solve import score_cards\n"
        "offered = [game for game in games() if score_cards.has_score_cards(game)]\n"
        "print(len(offered), sum(f'{game.module}.score_cards' in sys.modules for game in offered))\n"
    )
    assert int(told.split()[0]) > 0
    assert int(told.split()[1]) == 0


@pytest.mark.parametrize("game", [*games(), find("_template"), dash()], ids=lambda game: str(game.name))
def test_what_is_known_of_a_game_tells_the_same_few_things(game: Game) -> None:
    seats = max(2, game.seats[0])
    found = best_known(game, seats, {option.name: option.default for option in game.options})
    assert (found is not None) == (races.is_race(game) or score_cards.has_score_cards(game))
    if found:
        match = Match(game, seats=seats, seed=1)
        values, actions = found.value(match.seen()), found.actions(match.seen())
        assert found.exact
        assert found.kind == "win"
        assert sum(values) == pytest.approx(1.0)
        assert (found.choice(match.seen()), values[match.to_act]) == actions[0]
        assert sorted(action for action, _ in actions) == match.legal()


# Many who ask at once


def test_nobody_waits_for_the_table_of_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, solved = threading.Event(), threading.Event()

    def find_slowly(game: Game, seats: int, options: dict[str, int]) -> None:
        if seats == 2:
            begun.set()
            assert solved.wait(60)

    monkeypatch.setattr(known, "_find", find_slowly)
    monkeypatch.setattr(known, "_found", {})
    game = find("_template")
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(best_known, game, 2, {})
        assert begun.wait(60)
        assert best_known(game, 3, {}) is None  # while the other is still being solved
        assert not slow.done()
        solved.set()


def test_those_who_ask_for_the_same_wait_and_it_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, solved, times = threading.Event(), threading.Event(), []
    real = known._find

    def find_slowly(game: Game, seats: int, options: dict[str, int]) -> solve.Known | None:
        times.append(seats)
        begun.set()
        assert solved.wait(60)
        return real(game, seats, options)

    monkeypatch.setattr(known, "_find", find_slowly)
    monkeypatch.setattr(known, "_found", {})
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(best_known, dash(), 2, {}) for _ in range(4)]
        assert begun.wait(60)
        assert not any(one.done() for one in asked)
        solved.set()
        (only,) = {one.result() for one in asked}
    assert isinstance(only, races.Solution)
    assert times == [2]


# The same on every machine


SOLVE_AFRESH = """
import hashlib
from asterism.core.discover import find, games
from asterism.solve import races
from asterism.solve.races import tables
tables.load = lambda name, shape: None
tables.save = lambda name, values, residual: None
for game in games():
    if races.is_race(game):
        print(game.name, hashlib.sha256(races.solve(game, 4).values.tobytes()).hexdigest())
"""


@pytest.mark.skipif(not COMPILED, reason="interpreted, nothing is spread over cores")
def test_a_table_does_not_hang_on_the_number_of_cores() -> None:
    one, three = (run(SOLVE_AFRESH, NUMBA_NUM_THREADS=cores) for cores in ("1", "3"))
    assert one == three != ""


# Apart


def test_races_and_score_cards_know_nothing_of_each_other() -> None:
    """Compiled code is cached by its folder: an edit in another would not reach it."""
    folder = Path(solve.__file__).parent
    for ours, theirs in (("races", "score_cards"), ("score_cards", "races")):
        for path in (folder / ours).glob("*.py"):
            text = path.read_text()
            assert f"solve.{theirs}" not in text, path.name
            assert "from .." not in text, path.name
