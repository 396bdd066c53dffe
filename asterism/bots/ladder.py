"""How strong are the levels? `python -m asterism.bots.ladder GAME --matches N` plays them against each other.

Every pair plays N matches, taking each seat equally often. Where a game needs more than two seats, the first of the pair
takes one seat and the second all the others, so that an even share is one in as many as there are seats.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.core.rng import new_rng

from . import Bot, bot, prepare
from .levels import NAMES
from .uniform import Uniform

UNIFORM = "uniform"
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
    return Uniform(new_rng(seed)) if name == UNIFORM else bot(game, name, seed)


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


def pairs() -> Iterator[tuple[str, str]]:
    """Each level against the one below it, and the best against everyone."""
    ladder = [UNIFORM, *NAMES]
    for weaker, stronger in zip(ladder, ladder[1:], strict=False):
        yield stronger, weaker
    for weaker in ladder[:-2]:
        yield ladder[-1], weaker


def climb(
    game: Game, matches: int, seats: int | None = None, seed: int = 1, tell: Callable[[Score], None] | None = None
) -> list[Score]:
    """The whole ladder of a game."""
    count = max(2, game.seats[0]) if seats is None else seats
    game.check_options(count, {})
    if count < 2:
        raise BadInput("a ladder needs at least two seats")
    scores = []
    for first, second in pairs():
        scores.append(duel(game, first, second, matches, count, seed))
        if tell:
            tell(scores[-1])
    return scores


def line(score: Score) -> str:
    return f"{score.first:>9} against {score.second:<9} {100 * score.share:5.1f} % ± {100 * score.error:.1f}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.bots.ladder", description="How strong are the levels?")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=400, help="for each pair (default: 400)")
    parser.add_argument("--seats", type=int, default=None, help="default: two, or the fewest that can play")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        if args.matches < 1:
            raise BadInput("at least one match must be played")
        prepare(game)
        seats = args.seats or max(2, game.seats[0])
        print(f"{game.name}, {seats} seats, {args.matches} matches a pair; an even share is {100 / seats:.1f} %")
        climb(game, args.matches, args.seats, args.seed, lambda score: print(line(score), flush=True))
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
