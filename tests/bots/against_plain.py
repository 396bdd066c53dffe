"""How much better is our search than the textbook's? Both get the same time for a choice, each on one core.

`python -m tests.bots.against_plain constellation --matches 100 --seconds 1`
"""

from __future__ import annotations

import argparse
import os

from asterism.bots import Bot
from asterism.bots.ladder import Contest, duel, player, score_line
from asterism.core.discover import find
from asterism.core.game import Game
from asterism.core.rng import new_rng

from .plain_ismcts import PlainSearch

PLAIN = "plain"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.against_plain", description="Our search, measured")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each choice")
    parser.add_argument("--seats", type=int, default=2, help="one of them is ours")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="matches at a time (default: all cores)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    def make(game: Game, name: str, seed: int) -> Bot:
        return PlainSearch(game, args.seconds, new_rng(seed)) if name == PLAIN else player(game, name, seed)

    game, ours = find(args.game), f"search:{args.seconds:g}s"
    duel(Contest(game, 1), "search:0.01s", PLAIN, make)  # so that nobody has to compile in the time for a choice
    print(
        score_line(duel(Contest(game, args.matches, args.seats, seed=args.seed, cores=args.cores), ours, PLAIN, make))
    )


if __name__ == "__main__":
    main()
