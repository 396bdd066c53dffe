"""A hint in the terminal: what to do, what it is worth, and where the game says so, why."""

from __future__ import annotations

import io

from rich.console import Console

from asterism.games.gemini.tests.positions import Lane, position
from asterism.terminal.play import NamedPlayer, Sitting


def test_a_hint_says_what_the_best_action_completes_and_prevents():
    lanes = {"embers": Lane("gmos-n", target="gamma-ray-burst", times=["time-3"], due=3, done=["secondary-any"])}
    match = position(hand=["time-5"], lanes=lanes, reputation=1)
    match.states["due"][0, 1] = 1
    said = io.StringIO()
    sitting = Sitting(Console(file=said, width=200), match, [NamedPlayer(name) for name in ("Ada", "Bo", "Cy", "Di")])
    sitting.hint()
    lines = said.getvalue().splitlines()
    best = next(number for number, line in enumerate(lines) if "5 h on Embers of Explosions" in line)
    assert best == 1, "behind the chances of the team, the best action comes first"
    why = lines[best + 1].strip()
    assert why.startswith("It completes the program")
    assert why.count("It saves 1 Reputation") == 2, "the target and the red card"
