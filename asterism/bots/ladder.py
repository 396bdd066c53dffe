"""How strong are the levels? `python -m asterism.bots.ladder GAME --matches N` plays them against each other.

Every pair plays N matches, taking each seat equally often. With more than two seats, the first of the pair takes one
seat and the second all the others, so that an even share is one in as many as there are seats. `--pair FIRST SECOND`
plays one pair: `uniform`, a level, or `search:BUDGET`, a search even where there is a table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.core.rng import new_rng

from . import Bot, bot
from .levels import NAMES
from .search import Budget, Search
from .uniform import Uniform

UNIFORM = "uniform"
SEARCH = "search:"  # and a number of simulations
SURE = 1.96  # standard errors to either side: 19 times of 20 the truth lies within


@dataclass(frozen=True)
class Score:
    """What one player got against another."""

    first: str
    second: str
    matches: int
    share: float  # of the first, on average
    error: float  # half the width of the interval in which the truth lies, 19 times of 20


def player(game: Game, name: str, seed: int) -> Bot:
    """Whoever has this name: uniform, a level, or a search with a budget."""
    if name == UNIFORM:
        return Uniform(new_rng(seed))
    if name.startswith(SEARCH):
        budget = name.removeprefix(SEARCH)
        if not budget.isdecimal() or not 1 <= int(budget) <= 10_000_000:
            raise BadInput(f"{name!r} is not a search: its budget is a number of simulations, as in search:2000")
        return Search(game, Budget(int(budget)), new_rng(seed))
    return bot(game, name, seed)


def duel(game: Game, first: str, second: str, matches: int, seats: int, seed: int = 1) -> Score:
    """Matches of one against another; the seat of the first goes round."""
    got = squared = 0.0
    mine, theirs = player(game, first, seed), player(game, second, seed + 1)
    for number in range(matches):
        seat = number % seats
        match = Match(game, seats=seats, seed=seed * 1_000_003 + number)
        while not match.over:
            chooser = mine if match.to_act == seat else theirs
            match.play(chooser.choose(match.seen(), match.legal()))
        share = (match.shares or [])[seat]
        got += share
        squared += share * share
    mean = got / matches
    spread = max(squared / matches - mean * mean, mean * (1 - mean) / matches, 1e-12)
    return Score(first, second, matches, mean, SURE * (spread / matches) ** 0.5)


def steps() -> list[tuple[str, str]]:
    """Each level against the one below it, and the best against everyone."""
    ladder = [UNIFORM, *NAMES]
    return [(high, low) for low, high in pairwise(ladder)] + [(ladder[-1], low) for low in ladder[:-2]]


def climb(
    game: Game,
    pairs: Iterable[tuple[str, str]],
    matches: int,
    seats: int,
    seed: int = 1,
    tell: Callable[[Score], None] = lambda score: None,
) -> list[Score]:
    """Every pair, one after the other; each score is told as soon as it is there."""
    scores = []
    for first, second in pairs:
        scores.append(duel(game, first, second, matches, seats, seed))
        tell(scores[-1])
    return scores


def check(game: Game, pairs: Iterable[tuple[str, str]], matches: int, seats: int) -> None:
    """BadInput, before anything is played, where this ladder cannot be."""
    game.check_options(seats, {})
    if seats < 2:
        raise BadInput("a ladder needs at least two seats")
    if matches < 1:
        raise BadInput("at least one match must be played")
    for name in {name for pair in pairs for name in pair}:
        player(game, name, 1)


def line(score: Score) -> str:
    return f"{score.first:>12} against {score.second:<12} {100 * score.share:5.1f} % ± {100 * score.error:.1f}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.bots.ladder", description="How strong are the levels?")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=400, help="for each pair (default: 400)")
    parser.add_argument("--seats", type=int, default=None, help="default: two, or the fewest that can play")
    parser.add_argument("--pair", nargs=2, metavar=("FIRST", "SECOND"), help="play only this pair")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        seats = max(2, game.seats[0]) if args.seats is None else args.seats
        pairs = [tuple(args.pair)] if args.pair else steps()
        check(game, pairs, args.matches, seats)
        print(f"{game.name}, {seats} seats, {args.matches} matches a pair; an even share is {100 / seats:.1f} %")
        climb(game, pairs, args.matches, seats, args.seed, lambda score: print(line(score), flush=True))
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
