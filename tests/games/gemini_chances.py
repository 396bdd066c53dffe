"""Whether the chances that hints tell in the Gemini Card Game are true: what was told, and what happened then.

python -m tests.games.gemini_teams search:2000 --matches 200 --chances FILE     plays, and keeps what hints tell
python -m tests.games.gemini_chances table FILE                                 told against what happened, in tenths
python -m tests.games.gemini_chances fit FILE                                   the numbers of `gemini/chances.py`
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from asterism.bots.advice import SIMULATIONS, forecast
from asterism.bots.score import SURE
from asterism.bots.search import look
from asterism.core.game import Game
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.games.gemini.chances import left, log_odds

TENTHS = 10


class Told(NamedTuple):
    """What a hint told in one position, and how the semester ended."""

    match: int
    seats: int
    round: int
    left: float  # of the semester, 1 to 0
    found: float  # how often the simulations of its search won
    found_points: float  # what they scored after the best action
    chance: float  # told
    points: float  # told
    won: int
    scored: int


class Watcher:
    """Asks for a hint once a round of a match, in another turn each time, and keeps what it finds."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seen: list[tuple[int, float, float, float, float, float]] = []

    def look(self, match: Match) -> None:
        """Before a choice: the first one of the turn in question is looked at."""
        s = match.states[0]
        round = int(s["round"])
        if round == 0 or int(s["turn"]) != round % int(s["turns"]) or (self._seen and self._seen[-1][0] == round):
            return
        seen = match.seen()
        found = look(self._game, seen, match.to_act, SIMULATIONS, new_rng(1))
        points = found.actions[0].points
        told = forecast(self._game, seen, found, [points] * match.seats)
        self._seen.append((round, left(s), found.wins[0], points, told.chances[0], told.points[0]))

    def told(self, match: int, seats: int, won: bool, scored: int) -> list[Told]:
        return [Told(match, seats, *one, int(won), scored) for one in self._seen]


def write(path: Path, told: Iterable[Told]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([Told._fields, *told])


def read(path: Path) -> Any:
    """A record array with the fields of `Told`."""
    return np.genfromtxt(path, delimiter=",", names=True)


# Told against what happened


def error(told: Any, value: Any) -> float:
    """Of a mean over positions: those of one match go together, so it is the matches that are counted."""
    each = told["match"] * 10 + told["seats"]
    sums = [value[each == one].sum() - value.mean() * (each == one).sum() for one in np.unique(each)]
    return float(SURE * np.sqrt(np.sum(np.square(sums))) / value.size)


def rows(told: Any, parts: Sequence[tuple[str, Any]]) -> list[str]:
    lines = ["| | positions | told | won | told points | scored |", "|---|---|---|---|---|---|"]
    for name, which in parts:
        part = told[which]
        if part.size:
            cells = [f"{100 * part['chance'].mean():.0f}", f"{100 * part['won'].mean():.0f} ± "]
            cells[1] += f"{100 * error(part, part['won']):.0f}"
            cells += [f"{part['points'].mean():.0f}"]
            cells += [f"{part['scored'].mean():.0f} ± {error(part, part['scored']):.0f}"]
            lines.append(f"| {name} | {part.size} | {' | '.join(cells)} |")
    return lines


def table(told: Any) -> str:
    tenth = np.minimum(told["chance"] * TENTHS, TENTHS - 1).astype(int)
    by_tenths = [(f"{10 * one} to {10 * one + 10} %", tenth == one) for one in range(TENTHS)]
    by_round = [
        (f"rounds {one} to {one + 2}", (told["round"] >= one) & (told["round"] < one + 3)) for one in (1, 4, 7, 10)
    ]
    by_seats = [(f"{seats} seats", told["seats"] == seats) for seats in (2, 3, 4)]
    return "\n".join(rows(told, [*by_tenths, *by_round, *by_seats]))


# The numbers of the forecast


def fit(told: Any) -> str:
    """By Newton's method: log-odds of a win from those of the simulations and from what is left of the semester."""
    ahead, odds = told["left"], np.array([log_odds(share) for share in told["found"]])
    terms, won = np.stack([ahead, odds, -ahead * odds], axis=1), told["won"]
    numbers = np.zeros(terms.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-terms @ numbers))
        curve = (terms * (chance * (1 - chance))[:, None]).T @ terms
        numbers += np.linalg.solve(curve, terms.T @ (won - chance))
    more = (ahead * (told["scored"] - told["found_points"])).sum() / (ahead * ahead).sum()
    lift, steep, flatter = numbers
    return f"LIFT = {lift:.3f}\nSTEEP, FLATTER = {steep:.3f}, {flatter:.3f}\nMORE_POINTS = {more:.1f}"


def main() -> None:
    what, path = sys.argv[1:]
    print({"table": table, "fit": fit}[what](read(Path(path))))


if __name__ == "__main__":
    main()
