"""What teams of a kind reach in the Gemini Card Game: how often they win, with which rating, and what they complete.

    python -m tests.games.gemini_teams uniform plan:greedy search:1000 --matches 200 --seats 3

A player is named as on the ladder (`asterism.bots.ladder`): uniform, a plan, a level, or a search with its simulations.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from asterism.bots.ladder import player
from asterism.core.discover import find
from asterism.core.edition import Edition, load
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.games.gemini.decks import PROGRAMS, RATINGS, ROLES
from asterism.games.gemini.state import COMPLETED, NONE, WON
from asterism.games.gemini.table import Table

from .gemini_semester import GREEDY, HINTED, UNIFORM

kernel = cache(lambda game: game.bound("tests.games.gemini_semester"))
SURE = 1.96  # standard errors: 19 times of 20 the truth lies within


@dataclass(frozen=True)
class Ended:
    """How one semester ended."""

    won: bool
    rating: str
    points: int
    rounds: int
    reputation: int
    complete: tuple[str, ...]
    without: str  # the role that nobody had


WAYS = {"uniform": UNIFORM, "plan:greedy": GREEDY, "hinted": HINTED}  # those who need no search: compiled as a whole


def semester(name: str, seats: int, seed: int, options: dict[str, Any], edition: Edition | None) -> Ended:
    game = find("gemini")
    match = Match(game, seats=seats, seed=None if name in WAYS else seed, edition=edition, **options)
    if name in WAYS:
        out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
        kernel(game).to_the_end(match.states, out, weight, new_rng(seed), WAYS[name])
        return ended(match.states[0])
    bots = [player(game, name, 7 * seed + seat) for seat in range(seats)]
    while not match.over:
        match.play(bots[match.to_act].choose(match.seen(), match.legal(), match.past()))
    return ended(match.states[0])


def ended(s: Any) -> Ended:
    table = Table(s)
    return Ended(
        won=bool(s["ending"] == WON),
        rating=table.rating(),
        points=table.points(),
        rounds=table.round,
        reputation=int(s["reputation"]),
        complete=tuple(card for program, card in enumerate(PROGRAMS) if table.lane[program][COMPLETED]),
        without=next((role for number, role in enumerate(ROLES) if s["seat_of"][number] == NONE), "nobody"),
    )


def told(name: str, seats: int, ends: list[Ended], details: bool) -> str:
    n, wins = len(ends), [end for end in ends if end.won]
    share = len(wins) / n
    error = SURE * (max(share * (1 - share), 1 / (n + 2)) / n) ** 0.5
    points = statistics.median(end.points for end in wins) if wins else 0
    ratings = Counter(end.rating for end in ends)
    named = [f"{rating} {100 * ratings[rating] / n:.0f}" for rating in ("funded", *RATINGS)]
    lost = [f"{rating} {100 * ratings[rating] / n:.0f}" for rating in ("no-reputation", "no-funding")]
    lines = [
        f"{name}, {seats} seats, {n} matches: wins {100 * share:.1f} % ± {100 * error:.1f}, middle {points:.0f} points",
        f"    {', '.join(named)}; lost: {', '.join(lost)} (of 100)",
    ]
    if details:
        done = Counter(card for end in ends for card in end.complete)
        lines.append("    completed: " + ", ".join(f"{card} {100 * done[card] / n:.0f}" for card in PROGRAMS))
        for role in sorted({end.without for end in ends} - {"nobody"}):
            those = [end for end in ends if end.without == role]
            lines.append(
                f"    without the {role}: {100 * sum(end.won for end in those) / len(those):.0f} of {len(those)}"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.gemini_teams")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", type=Path)
    parser.add_argument("--options", nargs="*", default=["roles=1"], help="NAME=VALUE (default: roles are dealt)")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    options = {name: int(value) for name, value in (option.split("=") for option in args.options)}
    edition = load(find("gemini"), args.edition) if args.edition else None
    for name in args.players:
        for seats in args.seats:
            seeds = range(args.seed * 1_000_003, args.seed * 1_000_003 + args.matches)
            with ThreadPoolExecutor(args.cores) as pool:
                ends = list(pool.map(lambda seed: semester(name, seats, seed, options, edition), seeds))  # noqa: B023
            print(told(name, seats, ends, args.details), flush=True)


if __name__ == "__main__":
    main()
