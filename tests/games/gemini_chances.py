"""Whether the chances that hints tell in the Gemini Card Game are true: what was told, and what happened then.

python -m tests.games.gemini_teams search:2000 --matches 200 --chances FILE     what hints would have told
python -m tests.games.gemini_chances table FILE                                 against what happened
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from asterism.bots.advice import SIMULATIONS
from asterism.bots.search import look
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.core.rng import new_rng


class Told(NamedTuple):
    """What a hint would have told in one position, and how the semester ended."""

    match: int
    seats: int
    round: int
    turn: int  # of the round, from 0
    found: float  # how often the simulations of its search won
    points: float  # what they scored, on average
    won: int


class Watcher:
    """Asks for a hint once a round of a match, in another turn each time, and keeps what it finds."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._found: list[tuple[int, int, float, float]] = []

    def look(self, match: Match) -> None:
        """Before a choice: the first one of the turn in question is looked at."""
        s = match.states[0]
        round, turn = int(s["round"]), int(s["turn"])
        if round == 0 or turn != round % int(s["turns"]) or (self._found and self._found[-1][0] == round):
            return
        found = look(self._game, match.seen(), match.to_act, SIMULATIONS, new_rng(1))
        self._found.append((round, turn, found.wins[0], found.points[0]))

    def told(self, match: int, seats: int, won: bool) -> list[Told]:
        return [Told(match, seats, *one, int(won)) for one in self._found]


def write(path: Path, told: Iterable[Told]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([Told._fields, *told])


def read(path: Path) -> list[Told]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return [
        Told(int(match), int(seats), int(round), int(turn), float(found), float(points), int(won))
        for match, seats, round, turn, found, points, won in rows
    ]
