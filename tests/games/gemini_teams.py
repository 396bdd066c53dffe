"""What teams of a kind reach in the Gemini Card Game: how often they win, with which rating, and what they complete.

    python -m tests.games.gemini_teams uniform plan:greedy search:1000 --matches 200 --seats 3

A player is named as on the ladder (`asterism.bots.ladder`): uniform, a plan, a level, or a search with its simulations.
`search:1000+greedy` has a person beside it who always points at what a greedy player would do, `search:1000+random` one
who points anywhere. Every team plays the same seeds, so that each can be compared with the one named before it. With
`--open-and-hidden` each plays them twice, the second time with hidden hands. `--set NAME=VALUE` tries other numbers of
the edition. With `--chances FILE` the chances that hints would have told are kept for `gemini_chances`.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from asterism.bots import Bot, bot
from asterism.bots.ladder import SEARCH, budget_named, player
from asterism.bots.plans import Planner
from asterism.bots.score import Z_95
from asterism.bots.search import Search
from asterism.core.discover import find
from asterism.core.edition import Edition, check, load, standard
from asterism.core.game import Game, States
from asterism.core.match import Match
from asterism.core.rng import new_rng, random_below
from asterism.games.gemini import state as S
from asterism.games.gemini.decks import PROGRAMS, RATINGS, ROLES
from asterism.games.gemini.display.seen_record import SeenRecord

from .gemini_chances import Told, Watcher, write
from .gemini_semester import GREEDY, HINTED, UNIFORM

kernel = cache(lambda game: game.bound("tests.games.gemini_semester"))
WAYS = {"uniform": UNIFORM, "plan:greedy": GREEDY, "hinted": HINTED}  # those who need no search: compiled as a whole


@dataclass(frozen=True)
class Plan:
    """One semester to be played."""

    name: str  # of the players
    seats: int
    seed: int
    options: dict[str, Any]
    edition: Edition | None = None
    watched: bool = False  # whether what hints tell is kept


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
    told: list[Told] = field(default_factory=list)

    @property
    def worth(self) -> int:
        """The points; none for a semester that was lost."""
        return self.points if self.won else 0


def semester(plan: Plan) -> Ended:
    game = find("gemini").for_options({"hidden": 0, **plan.options})
    seed = None if plan.name in WAYS else plan.seed
    match = Match(game, seats=plan.seats, seed=seed, edition=plan.edition, **plan.options)
    if plan.name in WAYS:
        out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
        kernel(game).to_the_end(match.states, out, weight, new_rng(plan.seed), WAYS[plan.name])
        return ended(match.states)
    bots = [seated(game, plan.name, 7 * plan.seed + seat) for seat in range(plan.seats)]
    watcher = Watcher(game) if plan.watched else None
    while not match.over:
        if watcher:
            watcher.look(match)
        match.play(bots[match.to_act].choose(match.seen(), match.legal(), match.past()))
    end = ended(match.states)
    return replace(end, told=watcher.told(plan.seed, plan.seats, end.won, end.points)) if watcher else end


def ended(states: States) -> Ended:
    s = states[0]
    seen = SeenRecord(s)
    return Ended(
        won=bool(s["ending"] == S.WON),
        rating=seen.rating(),
        points=seen.points(),
        rounds=seen.round,
        reputation=int(s["reputation"]),
        complete=tuple(card for program, card in enumerate(PROGRAMS) if seen.lane[program][S.COMPLETED]),
        without=next((role for number, role in enumerate(ROLES) if s["seat_of"][number] == S.NONE), "nobody"),
    )


# Players beside whom a person points


def seated(game: Game, name: str, seed: int) -> Bot:
    name, _, way = name.partition("+")
    return Beside(game, name, way, seed) if way else player(game, name, seed)


class Beside:
    """A bot, and a person who points at one of the choices each time it is to choose."""

    def __init__(self, game: Game, name: str, way: str, seed: int) -> None:
        self._game, self._way, self._rng = game, way, new_rng(seed + 1)
        self._greedy = Planner(game, "greedy")
        self._places: list[str] = []
        if name.startswith(SEARCH):
            self._bot: Bot = Search(game, budget_named(name), new_rng(seed), pointed=self._pointed)
        else:
            self._bot = bot(game, name, seed, self._pointed)

    def _pointed(self) -> Sequence[str]:
        return self._places

    def choose(self, seen: States, legal: list[int], past: object = None) -> int:
        greedy = self._way == "greedy"
        wish = self._greedy.choose(seen, legal) if greedy else legal[random_below(self._rng, len(legal))]
        self._places = [self._game.said(seen[0], [wish])[0].place]
        return self._bot.choose(seen, legal, past)  # type: ignore[arg-type]


# What came of it, in words


def share_and_error(count: int, n: int) -> str:
    """A share in percent; where all or none were of a kind, as if there had been one more of each."""
    share = count / n
    likely = share if 0 < count < n else (count + 1) / (n + 2)
    return f"{100 * share:.1f} ± {100 * Z_95 * (likely * (1 - likely) / n) ** 0.5:.1f}"


def mean_and_error(values: Sequence[float]) -> str:
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.mean(values):.0f} ± {Z_95 * spread / len(values) ** 0.5:.0f}"


def told_of(title: str, ends: Sequence[Ended], details: bool) -> str:
    n, wins = len(ends), [end for end in ends if end.won]
    middle = statistics.median(end.points for end in wins) if wins else 0
    ratings = Counter(end.rating for end in ends)
    named = [f"{rating} {100 * ratings[rating] / n:.0f}" for rating in ("funded", *RATINGS)]
    lost = [f"{rating} {100 * ratings[rating] / n:.0f}" for rating in ("no-reputation", "no-funding")]
    lines = [
        f"{title}, {n} matches: wins {share_and_error(len(wins), n)} %, middle of the wins {middle:.0f} points, "
        f"on average {mean_and_error([end.worth for end in ends])} points (a loss: 0)",
        f"    {', '.join(named)}; lost: {', '.join(lost)} (of 100); epic {share_and_error(ratings[RATINGS[-1]], n)}",
    ]
    if details:
        lines.append("    completed: " + completed(ends))
        for role in sorted({end.without for end in ends} - {"nobody"}):
            those = [end for end in ends if end.without == role]
            wins_without = share_and_error(sum(end.won for end in those), len(those))
            lines.append(f"    without the {role}: wins {wins_without} % of {len(those)}")
    return "\n".join(lines)


def completed(ends: Sequence[Ended]) -> str:
    done = Counter(card for end in ends for card in end.complete)
    return ", ".join(f"{card} {share_and_error(done[card], len(ends))}" for card in PROGRAMS)


def compared(name: str, other: str, ends: Sequence[Ended], others: Sequence[Ended]) -> str:
    """Side by side, with the same seeds."""
    points = [one.worth - two.worth for one, two in zip(ends, others, strict=True)]
    wins = [100 * (one.won - two.won) for one, two in zip(ends, others, strict=True)]
    more = f"{mean_and_error(points)} points and {mean_and_error(wins)} wins of 100"
    return f"    {name} less {other}: {more}"


# The command


def edition_of(game: Game, path: Path | None, changes: Sequence[str]) -> Edition | None:
    if not path and not changes:
        return None
    edition = load(game, path) if path else standard(game)
    changed = {name: int(value) for name, value in (change.split("=") for change in changes)}
    return check(game, edition.title, {**edition.numbers, **changed})


def chunk(plan: Plan) -> int:
    """How many semesters a process takes at a time: those without a search are quick."""
    return 100 if plan.name in WAYS else 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.gemini_teams")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", type=Path)
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="other numbers of the edition")
    parser.add_argument("--options", nargs="*", default=["roles=1"], help="NAME=VALUE (default: roles are dealt)")
    parser.add_argument("--open-and-hidden", action="store_true", help="each seed with open and with hidden hands")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--chances", type=Path, help="keep what hints would have told in this file")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    options = {name: int(value) for name, value in (option.split("=") for option in args.options)}
    edition = edition_of(find("gemini"), args.edition, args.set)
    hands = [{"hidden": 0}, {"hidden": 1}] if args.open_and_hidden else [{}]
    seeds = range(args.seed * 1_000_003, args.seed * 1_000_003 + args.matches)
    told: list[Told] = []
    with ProcessPoolExecutor(args.cores) as pool:
        for seats in args.seats:
            before: tuple[str, list[Ended]] | None = None
            for name, hidden in product(args.players, hands):
                plans = [Plan(name, seats, seed, options | hidden, edition, bool(args.chances)) for seed in seeds]
                ends = list(pool.map(semester, plans, chunksize=chunk(plans[0])))
                title = name + (", hidden hands" if hidden.get("hidden") else "")
                print(told_of(f"{title}, {seats} seats", ends, args.details), flush=True)
                if before:
                    print(compared(title, before[0], ends, before[1]), flush=True)
                before = title, ends
                told += [one for end in ends for one in end.told]
    if args.chances:
        write(args.chances, told)


if __name__ == "__main__":
    main()
