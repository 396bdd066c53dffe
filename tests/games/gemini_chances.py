"""Whether the chances that hints tell in the Gemini Card Game are true: what was told, and what happened then.

python -m tests.games.gemini_teams search:2000 --matches 200 --chances FILE     plays, and keeps what hints tell
python -m tests.games.gemini_chances table FILE                                 told against what happened, in tenths
python -m tests.games.gemini_chances fit FILE                                   the numbers of `gemini/chances.py`
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from asterism.bots.advice import SIMULATIONS, forecast
from asterism.bots.score import Z_95
from asterism.bots.search import search_once
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
        found = search_once(self._game, seen, match.to_act, SIMULATIONS, new_rng(1))
        points = found.actions[0].points
        told = forecast(self._game, seen, found, points)
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
    return float(Z_95 * np.sqrt(np.sum(np.square(sums))) / value.size)


def table(told: Any) -> str:
    """What was told against what happened: by tenths, by rounds, by seats."""
    tenth = np.minimum(told["chance"] * TENTHS, TENTHS - 1).astype(int)
    parts = [(f"told {10 * one} to {10 * one + 10}", tenth == one) for one in range(TENTHS)]
    parts += [(f"rounds {one} to {one + 2}", abs(told["round"] - one - 1) <= 1) for one in (1, 4, 7, 10)]
    parts += [(f"{seats} seats", told["seats"] == seats) for seats in (2, 3, 4)]
    lines = [
        "| of 100 | positions | simulations won | told | won | points told | scored |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, which in parts:
        part = told[which]
        if part.size:
            cells = [f"{100 * part[column].mean():.0f}" for column in ("found", "chance", "won")]
            cells[-1] += f" ± {100 * error(part, part['won']):.0f}"
            cells += [f"{part[column].mean():.0f}" for column in ("points", "scored")]
            cells[-1] += f" ± {error(part, part['scored']):.0f}"
            lines.append(f"| {name} | {part.size} | {' | '.join(cells)} |")
    return "\n".join(lines)


# The numbers of the forecast


def terms_of(told: Any) -> Any:
    """What the log-odds of a win are a sum of: what is left of the semester, and the log-odds of the simulations."""
    odds = np.array([log_odds(share) for share in told["found"]])
    return np.stack([told["left"], odds, -told["left"] * odds], axis=1)


def fit(told: Any) -> Any:
    """Logistic regression, by Newton's method."""
    terms = terms_of(told)
    numbers = np.zeros(terms.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-terms @ numbers))
        curve = (terms * (chance * (1 - chance))[:, None]).T @ terms
        numbers += np.linalg.solve(curve, terms.T @ (told["won"] - chance))
    return numbers


def more_points(told: Any) -> float:
    """Least squares: what teams score beyond the simulations, over a whole semester."""
    ahead = told["left"]
    return float((ahead * (told["scored"] - told["found_points"])).sum() / (ahead * ahead).sum())


def numbers_of(told: Any) -> str:
    lift, steep, flatter = fit(told)
    return f"LIFT = {lift:.3f}\nSTEEP, FLATTER = {steep:.3f}, {flatter:.3f}\nMORE_POINTS = {more_points(told):.1f}"


def check(told: Any) -> str:
    """The table of what would be told, each tenth of the matches by the numbers that the other nine give."""
    tenth = told["match"] % TENTHS
    for one in range(TENTHS):
        mine = tenth == one
        if mine.any():
            others = told[~mine]
            told["chance"][mine] = 1 / (1 + np.exp(-terms_of(told[mine]) @ fit(others)))
            told["points"][mine] = told["found_points"][mine] + more_points(others) * told["left"][mine]
    return table(told)


def main() -> None:
    what, path = sys.argv[1:]
    print({"table": table, "fit": numbers_of, "check": check}[what](read(Path(path))))


if __name__ == "__main__":
    main()
